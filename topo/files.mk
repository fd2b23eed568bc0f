libtopo_la_CPPFLAGS = $(liblib_la_CPPFLAGS) -iquote $(srcdir)/%D% -iquote $(srcdir)/%D%/schedule \
	-iquote $(srcdir)/%D%/draw
libtopo_la_SOURCES = %D%/array.c %D%/check.c %D%/classes.c %D%/cycle.c %D%/draw/drawing.c \
	%D%/draw/grid_place.c %D%/draw/load.c %D%/draw/svg.c %D%/family.c %D%/gathering.c \
	%D%/grid.c %D%/mapping.c %D%/numbers.c %D%/pipe.c %D%/schedule/check_schedule.c \
	%D%/schedule/measure.c %D%/schedule/necklaces.c %D%/schedule/orders.c %D%/schedule/pairs.c \
	%D%/schedule/plan.c %D%/schedule/print.c %D%/schedule/proof.c %D%/schedule/schedule.c \
	%D%/schedule/sets.c %D%/schedule/table.c %D%/schedule/windows.c %D%/topology.c %D%/tree.c

# The families: the rows of VCUBE_TOPOLOGIES
libtopo_la_SOURCES += %D%/debruijn.c %D%/dragonfly.c %D%/fattree.c %D%/full.c %D%/graph.c \
	%D%/hypercube.c %D%/linear.c %D%/mesh.c %D%/ring.c %D%/star.c %D%/torus.c
