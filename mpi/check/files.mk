# Reports and checks of calls
sees_mpi += -iquote $(srcdir)/%D%
libmpi_la_SOURCES += %D%/agree.c %D%/buffers.c %D%/explain.c %D%/explain.h %D%/header.c \
	%D%/leaks.c %D%/place.c %D%/races.c %D%/shared.h %D%/wrong.c %D%/wrong.h
