# The algorithms, a folder for each collective; they see the public headers alone.
# This is also their list: of two with the same predicted cost, a call gets the first one.
libalgorithms_la_CPPFLAGS = $(public) -iquote $(srcdir)/%D%
libalgorithms_la_SOURCES = %D%/allgather/ring.c %D%/allgather/mesh.c %D%/allgather/hypercube.c \
	%D%/allgather/bruck.c %D%/allgather/neighbor.c %D%/allgather/doubling.c \
	%D%/allgather/cycle.c %D%/allgather/dcycles.c %D%/allgather/butterfly.c \
	%D%/allgather/trees.c %D%/allgather/relay.c %D%/allgather/gather_trees.c \
	%D%/allgather/star.c %D%/allgather/direct.c %D%/reduce_scatter/pairwise.c \
	%D%/reduce_scatter/ring.c %D%/reduce_scatter/mesh.c \
	%D%/reduce_scatter/hypercube.c %D%/reduce_scatter/halving.c \
	%D%/reduce_scatter/cycle.c %D%/reduce_scatter/dcycles.c %D%/reduce_scatter/spread.c \
	%D%/reduce_scatter/direct.c %D%/reduce_scatter/star.c %D%/allreduce/hypercube.c \
	%D%/allreduce/doubling.c %D%/allreduce/ring.c %D%/allreduce/rabenseifner.c \
	%D%/allreduce/butterfly.c %D%/allreduce/reduce_bcast.c %D%/allreduce/star.c \
	%D%/allreduce/direct.c \
	%D%/scan/hypercube.c %D%/scan/doubling.c %D%/scan/chain.c %D%/scan/star.c \
	%D%/alltoall/direct.c %D%/alltoall/standard.c %D%/alltoall/multiphase.c \
	%D%/alltoall/bruck.c %D%/alltoall/pairwise.c %D%/alltoall/spread.c %D%/alltoall/aapc4.c \
	%D%/alltoall/aapc1.c %D%/alltoall/aapc2.c %D%/alltoall/aapc3.c %D%/alltoall/star.c \
	%D%/alltoallv/direct.c %D%/alltoallv/mesh.c %D%/alltoallv/bruck.c \
	%D%/alltoallv/four_stage.c %D%/alltoallv/two_stage.c %D%/bcast/binomial.c \
	%D%/bcast/trees.c %D%/bcast/scatter_allgather.c %D%/bcast/chain.c %D%/bcast/star.c \
	%D%/reduce/binomial.c %D%/reduce/trees.c %D%/reduce/star.c %D%/gather/binomial.c \
	%D%/gather/star.c %D%/scatter/binomial.c %D%/scatter/star.c %D%/barrier/hypercube.c \
	%D%/barrier/dissemination.c %D%/barrier/binomial.c %D%/barrier/star.c

# ALGORITHM(collective_name) for each; the registry includes it.
CLEANFILES += %D%/algorithm_list.h
$(libcollective_la_OBJECTS): | %D%/algorithm_list.h
%D%/algorithm_list.h: %D%/files.mk
	$(generate) printf '%s\n' $(libalgorithms_la_SOURCES) | \
		sed 's,.*/\(.*\)/\(.*\)\.c,ALGORITHM(\1_\2),' >$@
