libobserve_la_CPPFLAGS = $(libtransport_la_CPPFLAGS) -iquote $(srcdir)/%D%
libobserve_la_SOURCES = %D%/log_read.c %D%/log_read.h %D%/merge.c %D%/merge.h %D%/trace.c \
	%D%/trace.h %D%/trace_read.c %D%/trace_write.c
