libtrace_la_CPPFLAGS = $(libnetwork_la_CPPFLAGS) -iquote $(srcdir)/%D%
libtrace_la_SOURCES = %D%/history.c %D%/hooks.c %D%/log.c %D%/recorded.c %D%/watch.c
