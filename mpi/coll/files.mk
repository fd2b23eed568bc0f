# Collectives
sees_mpi += -iquote $(srcdir)/%D%
libmpi_la_SOURCES += %D%/blocks.c %D%/check.c %D%/check.h %D%/choice.c %D%/choice.h \
	%D%/coll.h %D%/move.c %D%/move_v.c \
	%D%/neighbor.c %D%/operands.c %D%/reduce.c %D%/start.c
