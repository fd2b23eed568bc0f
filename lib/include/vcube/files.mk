# The public headers
pkgincludedir = $(includedir)/vcube
pkginclude_HEADERS = %D%/aapc.h %D%/algorithm.h %D%/array.h %D%/authoring.h %D%/blocks.h \
	%D%/collective.h %D%/cube.h %D%/cube_algorithm.h %D%/desc.h %D%/error.h %D%/explore.h %D%/fault.h \
	%D%/group.h %D%/grow.h %D%/machine.h %D%/message.h %D%/node.h %D%/observe.h \
	%D%/observing.h %D%/own.h %D%/places.h %D%/process.h %D%/profile.h %D%/results.h %D%/schedule.h %D%/segments.h \
	%D%/shape.h %D%/stages.h %D%/star.h %D%/stepper.h %D%/topology.h %D%/trace.h %D%/transport.h %D%/tree.h \
	%D%/type.h %D%/work.h
