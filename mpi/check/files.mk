# Reports and checks of calls
sees_mpi += -iquote $(srcdir)/%D%
libmpi_la_SOURCES += %D%/explain.c %D%/explain.h %D%/place.c
