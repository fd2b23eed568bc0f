# The tool information interface
sees_mpi += -iquote $(srcdir)/%D%
libmpi_la_SOURCES += %D%/category.c %D%/control.c %D%/event.c %D%/performance.c %D%/start.c \
	%D%/tool.c %D%/tool.h
