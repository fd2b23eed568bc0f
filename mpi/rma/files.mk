# Windows and one-sided communication
sees_mpi += -iquote $(srcdir)/%D%
libmpi_la_SOURCES += %D%/access.c %D%/access.h %D%/accumulate.c %D%/attach.c %D%/attributes.c \
	%D%/conflict.c %D%/conflict.h %D%/cost.c %D%/cost.h %D%/create.c %D%/epoch.h %D%/fence.c \
	%D%/lock.c %D%/lock.h %D%/members.c %D%/members.h %D%/operate.c %D%/passive.c %D%/pscw.c \
	%D%/watch.c %D%/watch.h %D%/window.c %D%/window.h
