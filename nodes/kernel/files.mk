libkernel_la_CPPFLAGS = $(libconfig_la_CPPFLAGS) -iquote $(srcdir)/%D%
libkernel_la_SOURCES = %D%/channel.c %D%/channel.h %D%/clock.c %D%/clock.h %D%/fail.c \
	%D%/fault_action.h %D%/fiber.c %D%/fiber.h %D%/flow.c %D%/group.c %D%/group.h \
	%D%/interleave.c %D%/interleave.h %D%/make_group.c %D%/memory.c %D%/node.h %D%/park.c %D%/park.h %D%/several_slots.h \
	%D%/part.h %D%/peers.c %D%/peers.h %D%/pool.c %D%/pool.h %D%/quiescence.c \
	%D%/quiescence.h %D%/remote.h %D%/sanitized.h %D%/share.c %D%/share.h %D%/spin.c %D%/spin.h %D%/told.h
