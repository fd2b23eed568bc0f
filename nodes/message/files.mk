libmessage_la_CPPFLAGS = $(liblocal_la_CPPFLAGS) -iquote $(srcdir)/%D%
libmessage_la_SOURCES = %D%/consume.c %D%/exchange.c %D%/digest.c %D%/fast_path.c %D%/in_use.c \
	%D%/match.c %D%/poll.c %D%/probe.c %D%/progress.c %D%/races.c %D%/recv.c %D%/recv_any.c \
	%D%/request.c %D%/send.c %D%/send_wait.c %D%/sites.c %D%/tagged.c %D%/wait.c
