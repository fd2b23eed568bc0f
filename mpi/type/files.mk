# Datatypes
sees_mpi += -iquote $(srcdir)/%D%
libmpi_la_SOURCES += %D%/arrays.c %D%/compile.c %D%/constructors.c %D%/content.c %D%/content.h \
	%D%/copy.c %D%/copy.h %D%/external32.c %D%/external32.h %D%/f90.c %D%/layout.c \
	%D%/layout.h %D%/make.c %D%/notes.c %D%/notes.h %D%/pack.c %D%/packing.c %D%/predefined.c \
	%D%/query.c %D%/signature.c %D%/signature.h %D%/type.c %D%/type.h
