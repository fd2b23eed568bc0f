# Point-to-point communication
sees_mpi += -iquote $(srcdir)/%D%
libmpi_la_SOURCES += %D%/buffered.c %D%/get_status.c %D%/message.c %D%/message.h %D%/nonblocking.c %D%/partitioned.c %D%/probe.c \
	%D%/request.c %D%/request.h %D%/send.c %D%/status.c %D%/status.h %D%/wait.c
