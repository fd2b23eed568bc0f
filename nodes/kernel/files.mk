libkernel_la_CPPFLAGS = $(libconfig_la_CPPFLAGS) -iquote $(srcdir)/%D%
libkernel_la_SOURCES = %D%/alarms.c %D%/carrier.c %D%/channel.c %D%/clock.c %D%/event_queue.c \
	%D%/fail.c %D%/fiber.c %D%/flow.c %D%/group.c %D%/interleave.c %D%/make_group.c \
	%D%/memory.c %D%/park.c %D%/peers.c %D%/pool.c %D%/quiescence.c %D%/share.c %D%/spin.c \
	%D%/turns.c
