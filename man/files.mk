# The manual
noinst_PROGRAMS += %D%/gen_algorithms %D%/gen_mpi %D%/gen_topologies
%C%_gen_algorithms_SOURCES = %D%/gen.h %D%/gen_algorithms.c %D%/gen_schedules.c %D%/gen_text.c
%C%_gen_topologies_SOURCES = %D%/gen_topologies.c %D%/gen_text.c
%C%_gen_mpi_SOURCES = %D%/gen_mpi.c
%C%_gen_mpi_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/mpi/include
man_MANS = %D%/vcube-algorithms.7 %D%/vcube-mpi.7 %D%/vcube-topologies.7
CLEANFILES += $(man_MANS)
%D%/vcube-%.7: %D%/gen_%
	$(AM_V_GEN)$< >$@.new && mv $@.new $@
%D%/vcube-mpi.7: %D%/gen_mpi %D%/vcube-mpi.7.in
	$(AM_V_GEN)$< $(srcdir)/%D%/vcube-mpi.7.in >$@.new && mv $@.new $@
EXTRA_DIST += %D%/vcube-mpi.7.in

dist_man_MANS = %D%/vcube-cluster.7 %D%/vcube-mpi-wrong.7 %D%/vcube-wrong.7 %D%/vcube-desc.5 \
	%D%/vcube-profile.5 %D%/vcube-trace.5 %D%/vcube.1 %D%/vcube.7 \
	%D%/vcube_aapc.3 %D%/vcube_algorithm.3 %D%/vcube_array.3 %D%/vcube_blocks.3 \
	%D%/vcube_cmocka.3 %D%/vcube_collective.3 %D%/vcube_cube.3 %D%/vcube_cube_algorithm.3 \
	%D%/vcube_error.3 %D%/vcube_explore.3 \
	%D%/vcube_fault.3 %D%/vcube_group.3 %D%/vcube_grow.3 %D%/vcube_machine.3 \
	%D%/vcube_message.3 %D%/vcube_mpi.3 %D%/vcube_node.3 %D%/vcube_observe.3 %D%/vcube_process.3 %D%/vcube_profile.3 \
	%D%/vcube_schedule.3 %D%/vcube_segments.3 %D%/vcube_shape.3 %D%/vcube_stages.3 \
	%D%/vcube_star.3 %D%/vcube_stepper.3 %D%/vcube_tag.3 %D%/vcube_topology.3 \
	%D%/vcube_trace.3 %D%/vcube_tree.3 %D%/vcube_type.3 %D%/vcube_work.3 %D%/vcubecc.1 \
	%D%/vcuberun.1

# A link for each function that a page describes, and for each compiler
dist_noinst_SCRIPTS = %D%/names.sh
other_compilers = vcubecxx.1 vcubefort.1
names = $(srcdir)/%D%/names.sh $(srcdir)/%D%

install-data-hook:
	$(names) | while read -r name page; do \
		$(LN_S) -f $$page $(DESTDIR)$(man3dir)/$$name || exit; \
	done
	for name in $(other_compilers); do $(LN_S) -f vcubecc.1 $(DESTDIR)$(man1dir)/$$name || exit; done

uninstall-hook:
	for name in $(other_compilers); do rm -f $(DESTDIR)$(man1dir)/$$name; done
	$(names) | while read -r name page; do rm -f $(DESTDIR)$(man3dir)/$$name; done
