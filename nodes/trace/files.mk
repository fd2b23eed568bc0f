libtrace_la_CPPFLAGS = $(libnetwork_la_CPPFLAGS) -iquote $(srcdir)/%D%
libtrace_la_SOURCES = %D%/event.h %D%/history.c %D%/history.h %D%/hooks.c %D%/log.c %D%/log.h \
	%D%/record.h %D%/recorded.c %D%/recorded.h %D%/watch.c %D%/watch.h
