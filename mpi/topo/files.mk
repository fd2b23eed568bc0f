# Virtual topologies
sees_mpi += -iquote $(srcdir)/%D%
libmpi_la_SOURCES += %D%/cart.c %D%/dims.c %D%/dist_graph.c %D%/graph.c %D%/reorder.c \
	%D%/reorder.h %D%/topology.c %D%/topology.h
