# Fortran
libmpi_la_SOURCES += %D%/handles.c
