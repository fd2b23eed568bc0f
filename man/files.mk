# The manual: pages, and those that programs print
dist_man_MANS = %D%/vcube.1 %D%/vcubecc.1 %D%/vcuberun.1 %D%/vcube_aapc.3 %D%/vcube_algorithm.3 \
	%D%/vcube_array.3 %D%/vcube_blocks.3 %D%/vcube_cmocka.3 %D%/vcube_collective.3 \
	%D%/vcube_cube.3 %D%/vcube_cube_algorithm.3 %D%/vcube_digits.3 %D%/vcube_direct.3 \
	%D%/vcube_error.3 %D%/vcube_explore.3 \
	%D%/vcube_fault.3 %D%/vcube_group.3 %D%/vcube_grow.3 %D%/vcube_machine.3 \
	%D%/vcube_message.3 %D%/vcube_mpi.3 %D%/vcube_node.3 %D%/vcube_observe.3 \
	%D%/vcube_process.3 %D%/vcube_profile.3 %D%/vcube_schedule.3 %D%/vcube_segments.3 \
	%D%/vcube_shape.3 %D%/vcube_stages.3 %D%/vcube_star.3 %D%/vcube_stepper.3 %D%/vcube_tag.3 \
	%D%/vcube_topology.3 %D%/vcube_trace.3 %D%/vcube_tree.3 %D%/vcube_type.3 %D%/vcube_work.3 \
	%D%/vcube-desc.5 %D%/vcube-profile.5 %D%/vcube-trace.5 %D%/vcube-cluster.7 \
	%D%/vcube-mpi-wrong.7 %D%/vcube-wrong.7 %D%/vcube.7
man_MANS = %D%/vcube-algorithms.7 %D%/vcube-mpi.7 %D%/vcube-topologies.7
noinst_PROGRAMS += %D%/gen_algorithms %D%/gen_mpi %D%/gen_topologies
%C%_gen_algorithms_SOURCES = %D%/gen_algorithms.c %D%/gen_schedules.c %D%/gen_text.c
%C%_gen_topologies_SOURCES = %D%/gen_topologies.c %D%/gen_text.c
%C%_gen_mpi_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/mpi/include
EXTRA_DIST += %D%/names.sh %D%/vcube-mpi.7.in
CLEANFILES += $(man_MANS)
%D%/vcube-mpi.7: %D%/vcube-mpi.7.in
%D%/vcube-%.7: %D%/gen_%
	$(generate) $^ >$@

# A link for each function and command that a page describes beside its own
names = $(srcdir)/%D%/names.sh $(srcdir)/%D%/*.[13]
install-data-hook:
	$(names) | while read -r name page; do \
		$(LN_S) -f $$page $(DESTDIR)$(mandir)/$$name || exit; done
uninstall-hook:
	$(names) | while read -r name page; do rm -f $(DESTDIR)$(mandir)/$$name; done
