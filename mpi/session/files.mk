# Sessions
sees_mpi += -iquote $(srcdir)/%D%
libmpi_la_SOURCES += %D%/from_group.c %D%/session.c %D%/session.h
