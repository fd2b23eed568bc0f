liblib_la_CPPFLAGS = $(public) $(URCU_CFLAGS) -iquote $(srcdir)/%D% -iquote $(srcdir)/%D%/lines
liblib_la_SOURCES = %D%/collectives.c %D%/context.c %D%/context.h %D%/debug.h %D%/error.c %D%/error.h %D%/far.h %D%/futex.h \
	%D%/host.h \
	%D%/lines/addr2line.c %D%/lines/addr2line.h %D%/lines/deadly.h %D%/nearest.c %D%/op.c %D%/random.h %D%/region.c %D%/region.h %D%/shapes.h \
	%D%/spsc.h %D%/type.c %D%/units.c %D%/units.h %D%/version.c
# Where the kernel has none
if !FUTEX
liblib_la_SOURCES += %D%/futex.c
endif
include_HEADERS = %D%/include/vcube.h %D%/include/vcube_cmocka.h
