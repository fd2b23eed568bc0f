libobserve_la_CPPFLAGS = $(libtransport_la_CPPFLAGS) -iquote $(srcdir)/%D%
libobserve_la_SOURCES = %D%/log_read.c %D%/merge.c %D%/trace.c %D%/trace_read.c %D%/trace_write.c
