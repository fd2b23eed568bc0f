# Files
sees_mpi += -iquote $(srcdir)/%D%
libmpi_la_SOURCES += %D%/access.c %D%/error.c %D%/external.c %D%/external.h %D%/file.c \
	%D%/file.h %D%/open.c %D%/opened.c %D%/opened.h %D%/pointer.c %D%/view.c %D%/view.h
