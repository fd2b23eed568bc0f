libmessage_la_CPPFLAGS = $(liblocal_la_CPPFLAGS) -iquote $(srcdir)/%D%
libmessage_la_SOURCES = %D%/consume.c %D%/exchange.c %D%/digest.c %D%/digest.h %D%/fast_path.c %D%/fast_path.h %D%/in_use.c %D%/in_use.h %D%/label.h %D%/match.c \
	%D%/match.h %D%/message.h %D%/poll.c %D%/poll.h %D%/probe.c %D%/probe.h %D%/progress.c \
	%D%/progress.h %D%/put.h %D%/races.c %D%/races.h %D%/recv.c %D%/recv.h %D%/recv_any.c %D%/request.c %D%/request.h %D%/send.c \
	%D%/send_wait.c %D%/several.h %D%/sites.c %D%/sites.h %D%/tagged.c %D%/wait.c
