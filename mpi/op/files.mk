# Reduction operators
sees_mpi += -iquote $(srcdir)/%D%
libmpi_la_SOURCES += %D%/kernels.c %D%/kernels.h %D%/op.c %D%/op.h
