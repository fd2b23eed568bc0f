liblib_la_CPPFLAGS = $(public) $(URCU_CFLAGS) -iquote $(srcdir)/%D% -iquote $(srcdir)/%D%/lines
liblib_la_SOURCES = %D%/collectives.c %D%/context.c %D%/core.c %D%/error.c %D%/lines/addr2line.c \
	%D%/nearest.c %D%/op.c %D%/region.c %D%/stream.c %D%/type.c %D%/units.c %D%/version.c
# Where the kernel has none
if !FUTEX
liblib_la_SOURCES += %D%/futex.c
endif

# The public headers
include_HEADERS = %D%/include/vcube.h %D%/include/vcube_cmocka.h
pkgincludedir = $(includedir)/vcube
pkginclude_HEADERS = %D%/include/vcube/aapc.h %D%/include/vcube/algorithm.h \
	%D%/include/vcube/array.h %D%/include/vcube/authoring.h %D%/include/vcube/blocks.h \
	%D%/include/vcube/collective.h %D%/include/vcube/cube.h %D%/include/vcube/cube_algorithm.h \
	%D%/include/vcube/desc.h %D%/include/vcube/digits.h %D%/include/vcube/direct.h \
	%D%/include/vcube/error.h %D%/include/vcube/explore.h \
	%D%/include/vcube/fault.h %D%/include/vcube/group.h %D%/include/vcube/grow.h \
	%D%/include/vcube/machine.h %D%/include/vcube/message.h %D%/include/vcube/node.h \
	%D%/include/vcube/observe.h %D%/include/vcube/observing.h %D%/include/vcube/own.h \
	%D%/include/vcube/places.h %D%/include/vcube/process.h %D%/include/vcube/profile.h \
	%D%/include/vcube/results.h %D%/include/vcube/schedule.h %D%/include/vcube/segments.h \
	%D%/include/vcube/shape.h %D%/include/vcube/stages.h %D%/include/vcube/star.h \
	%D%/include/vcube/stepper.h %D%/include/vcube/topology.h %D%/include/vcube/trace.h \
	%D%/include/vcube/transport.h %D%/include/vcube/tree.h %D%/include/vcube/type.h \
	%D%/include/vcube/work.h
