# Benchmarks, built with the tests
bench_programs = %D%/queue %D%/collectives %D%/machines %D%/bandwidth %D%/traces %D%/long_trace \
	%D%/datatypes %D%/explore %D%/limits %D%/waiting %D%/buffers
check_PROGRAMS += $(bench_programs) %D%/copies
%C%_collectives_SOURCES = %D%/calls.c %D%/collectives.c
%C%_copies_CPPFLAGS = $(public) -I$(srcdir)/cli -iquote $(srcdir)/mpi/own -iquote $(srcdir)/mpi/run
%C%_copies_SOURCES = %D%/copies.c cli/base/status.c cli/base/text.c mpi/run/copy.c \
	mpi/run/folders.c mpi/run/image.c mpi/run/needs.c
%C%_datatypes_CPPFLAGS = $(public) -I$(srcdir)/mpi/include
%C%_datatypes_LDADD = libvcube-mpi.la libvcube.la
%C%_limits_SOURCES = %D%/calls.c %D%/limits.c
%C%_queue_CPPFLAGS = $(liblib_la_CPPFLAGS) $(CK_CFLAGS)
%C%_queue_LDADD = $(URCU_LIBS)
EXTRA_DIST += %D%/keys %D%/page.sh %D%/peers/mpi_collectives.c %D%/peers/mpi_once.c %D%/peers/mpis \
	%D%/peers/processes %D%/peers/programs %D%/peers/replays %D%/peers/run \
	%D%/peers/simulators %D%/peers/table %D%/predicted %D%/roofline %D%/start
bench: $(bench_programs) %D%/copies
	for program in $(bench_programs); do $$program || exit; done
	$(srcdir)/%D%/start %D%/copies mpi/run/here/vcubecc mpi/run/vcuberun
bench-peers: %D%/collectives cli/vcube
	$(srcdir)/%D%/peers/run %D%/collectives %D%/peers
	for peer in simulators replays processes; do \
		$(srcdir)/%D%/peers/$$peer cli/vcube %D%/peers || exit; done
	$(srcdir)/%D%/peers/programs mpi/run/here/vcubecc mpi/run/vcuberun %D%/collectives %D%/peers
bench-table: $(bench_programs) cli/vcube
	$(srcdir)/%D%/peers/table %D% cli/vcube %D%/peers
bench-limits: %D%/limits
	%D%/limits | tee %D%/limits.txt
	$(srcdir)/%D%/roofline %D%/limits.svg <%D%/limits.txt
bench-predicted: %D%/collectives cli/vcube
	srcdir=$(srcdir) $(srcdir)/%D%/predicted clock cli/vcube
	$(srcdir)/%D%/predicted host %D%/collectives
