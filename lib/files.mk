# What is not simulated, and knows of no node
liblib_la_CPPFLAGS = $(sees_lib)
liblib_la_SOURCES = %D%/debug.h %D%/error.c %D%/error.h %D%/far.h %D%/futex.h %D%/host.h \
	%D%/nearest.c %D%/op.c %D%/random.h %D%/region.c %D%/region.h %D%/spsc.h %D%/type.c \
	%D%/units.c %D%/units.h %D%/version.c

include_HEADERS = %D%/include/vcube.h
pkgincludedir = $(includedir)/vcube
pkginclude_HEADERS = %D%/include/vcube/aapc.h %D%/include/vcube/algorithm.h \
	%D%/include/vcube/array.h %D%/include/vcube/authoring.h %D%/include/vcube/blocks.h \
	%D%/include/vcube/collective.h %D%/include/vcube/cube.h \
	%D%/include/vcube/cube_algorithm.h %D%/include/vcube/desc.h %D%/include/vcube/error.h \
	%D%/include/vcube/fault.h %D%/include/vcube/group.h %D%/include/vcube/grow.h \
	%D%/include/vcube/machine.h %D%/include/vcube/message.h %D%/include/vcube/node.h \
	%D%/include/vcube/observe.h %D%/include/vcube/observing.h %D%/include/vcube/places.h \
	%D%/include/vcube/profile.h %D%/include/vcube/results.h %D%/include/vcube/schedule.h \
	%D%/include/vcube/segments.h %D%/include/vcube/shape.h %D%/include/vcube/stages.h \
	%D%/include/vcube/star.h %D%/include/vcube/stepper.h %D%/include/vcube/topology.h \
	%D%/include/vcube/trace.h %D%/include/vcube/tree.h %D%/include/vcube/type.h \
	%D%/include/vcube/work.h
