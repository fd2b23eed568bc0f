# Traces as files
libobserve_la_CPPFLAGS = $(sees_observe)
libobserve_la_SOURCES = %D%/log_read.c %D%/log_read.h %D%/merge.c %D%/merge.h %D%/trace.c \
	%D%/trace.h %D%/trace_read.c %D%/trace_write.c
