# The tests, in folders as what they test. Their rows in README.md derive from their files.
# The core tests, which stand for the others on another processor or C library; those first that
# valgrind, which runs one thread at a time, gets through in a minute or two
core_valgrind_programs = %D%/algorithms/test_algorithms %D%/kernel/test_inbox %D%/kernel/test_park \
	%D%/lib/test_spsc %D%/lib/test_type %D%/message/test_async %D%/message/test_recv \
	%D%/message/test_recv_deadline %D%/message/test_request %D%/message/test_tagged \
	%D%/message/test_zero_copy
core_programs = $(core_valgrind_programs) %D%/clock/test_clock %D%/clock/test_virtual \
	%D%/explore/test_explore %D%/kernel/test_interleave %D%/machine/test_deadlock \
	%D%/message/test_message
# Others that valgrind gets through
valgrind_programs = %D%/clock/test_journal %D%/clock/test_notes %D%/collective/test_arguments \
	%D%/collective/test_signature %D%/collective/test_signature_groups \
	%D%/config/test_description %D%/config/test_description_random \
	%D%/config/test_description_refused %D%/heap/test_heap %D%/heap/test_heap_misuse \
	%D%/heap/test_heap_random %D%/lib/test_op %D%/network/test_network %D%/observe/test_log \
	%D%/observe/test_trace %D%/observe/test_trace_contents %D%/observe/test_trace_refused \
	%D%/observe/test_views %D%/observe/test_watch %D%/topo/test_picture %D%/topo/test_routes \
	%D%/topo/test_topology %D%/topo/test_topology_check
cli_programs = %D%/cli/test_export %D%/cli/test_export_perfetto %D%/cli/test_fit \
	%D%/cli/test_index %D%/cli/test_lab %D%/cli/test_pieces %D%/cli/test_spread \
	%D%/cli/test_time_parts
mpi_programs = %D%/mpi/test_attributes %D%/mpi/test_buffers %D%/mpi/test_collectives \
	%D%/mpi/test_communicators %D%/mpi/test_datatype %D%/mpi/test_errors %D%/mpi/test_explore \
	%D%/mpi/test_file_access %D%/mpi/test_file_views %D%/mpi/test_files %D%/mpi/test_groups \
	%D%/mpi/test_handles %D%/mpi/test_info %D%/mpi/test_large_counts %D%/mpi/test_nonblocking \
	%D%/mpi/test_operators %D%/mpi/test_partitioned %D%/mpi/test_point_to_point \
	%D%/mpi/test_sessions %D%/mpi/test_start %D%/mpi/test_threads %D%/mpi/test_tools \
	%D%/mpi/test_topologies %D%/mpi/test_type_calls %D%/mpi/test_type_memory \
	%D%/mpi/test_window_conflicts %D%/mpi/test_window_errors %D%/mpi/test_window_time \
	%D%/mpi/test_windows %D%/mpi/test_wrong
test_programs = $(core_programs) $(valgrind_programs) $(cli_programs) $(mpi_programs) \
	%D%/algorithms/test_aapc %D%/algorithms/test_aapc_tables %D%/algorithms/test_allocations \
	%D%/algorithms/test_alltoallv %D%/algorithms/test_alltoallv_refused \
	%D%/algorithms/test_catalogue %D%/algorithms/test_cycles \
	%D%/algorithms/test_element_motion %D%/algorithms/test_figures \
	%D%/algorithms/test_four_stage %D%/algorithms/test_link_use \
	%D%/algorithms/test_message_counts %D%/algorithms/test_multiphase \
	%D%/algorithms/test_partitions %D%/algorithms/test_predicted \
	%D%/algorithms/test_prediction %D%/algorithms/test_special_cases \
	%D%/algorithms/test_transfers %D%/algorithms/test_unequal %D%/clock/test_awaited %D%/clock/test_placer \
	%D%/clock/test_rules %D%/clock/test_time_overflow %D%/clock/test_under_way \
	%D%/clock/test_wall %D%/clock/test_wall_faults %D%/clock/test_wall_network \
	%D%/clock/test_wall_waits %D%/clock/test_work %D%/collective/test_auto_options \
	%D%/collective/test_group %D%/collective/test_options %D%/collective/test_repeated \
	%D%/config/test_profile_file %D%/config/test_profiles_shipped %D%/explore/test_outcomes \
	%D%/fault/test_crash %D%/fault/test_fault %D%/fault/test_fault_ends \
	%D%/fault/test_fault_overcome %D%/fault/test_fault_times %D%/heap/test_node_memory \
	%D%/kernel/test_capacity %D%/kernel/test_made_groups %D%/lib/test_core %D%/lib/test_lines \
	%D%/machine/test_abort %D%/machine/test_call_sites %D%/machine/test_cmocka \
	%D%/machine/test_host_failures %D%/machine/test_machine %D%/machine/test_coroutines \
	%D%/machine/test_misuse %D%/machine/test_priority %D%/machine/test_results \
	%D%/machine/test_time_limit %D%/message/test_past_caches %D%/message/test_probe \
	%D%/message/test_proc_null %D%/network/test_override %D%/network/test_override_refused \
	%D%/observe/test_step %D%/observe/test_trace_calls %D%/observe/test_trace_links \
	%D%/stepper/test_final_values %D%/stepper/test_step_links %D%/stepper/test_stepper \
	%D%/toolkit/test_element_routes %D%/toolkit/test_permute %D%/toolkit/test_segments \
	%D%/toolkit/test_shuffle %D%/toolkit/test_stages %D%/topo/test_array %D%/topo/test_cube \
	%D%/topo/test_families %D%/topo/test_graph %D%/topo/test_mapping %D%/topo/test_schedule \
	%D%/topo/test_schedule_check %D%/topo/test_schedule_data %D%/topo/test_schedule_tables \
	%D%/topo/test_tree %D%/transport/test_processes %D%/wrong/test_wrong
test_scripts = %D%/cli/test_command.sh %D%/cli/test_command_refused.sh %D%/cli/test_completion.sh \
	%D%/cli/test_export_simulators.sh %D%/cli/test_gallery.sh %D%/cli/test_host_times.sh \
	%D%/cli/test_lab_page.sh %D%/cli/test_leaks.sh %D%/cli/test_load.sh %D%/cli/test_page.sh \
	%D%/cli/test_page_axe.sh %D%/cli/test_page_pieces.sh %D%/cli/test_parts.sh \
	%D%/cli/test_plot.sh %D%/cli/test_predicted.sh %D%/cli/test_refused_memory.sh \
	%D%/cli/test_reproduce.sh %D%/cli/test_subcommands.sh %D%/cli/test_view.sh \
	%D%/examples/test_artifact.sh %D%/examples/test_barred_memory.sh \
	%D%/examples/test_examples.sh %D%/examples/test_lab.sh %D%/examples/test_papers.sh \
	%D%/examples/test_programs.sh %D%/examples/test_sanitized_program.sh \
	%D%/explore/test_progress.sh %D%/explore/test_replay_seen.sh %D%/mpi/test_compilers.sh \
	%D%/mpi/test_examples.sh %D%/mpi/test_fortran.sh %D%/mpi/test_getopt.sh \
	%D%/mpi/test_libraries.sh %D%/mpi/test_orders.sh %D%/mpi/test_rank_threads.sh \
	%D%/mpi/test_run.sh %D%/mpi/test_run_refused.sh %D%/mpi/test_wrong_lines.sh \
	%D%/stepper/test_screen.sh %D%/stepper/test_step_lines.sh %D%/transport/test_launch.sh \
	%D%/transport/test_one_process.sh %D%/tree/check_abi.sh %D%/tree/check_headers.sh \
	%D%/tree/check_layers.sh %D%/tree/check_manual.sh %D%/tree/check_sources.sh \
	%D%/tree/check_symbols.sh %D%/tree/check_tests.sh %D%/wrong/test_signal_in_call.sh
# What a fuzzer tries: with --enable-sanitizer=fuzzer by libFuzzer, else with a corpus alone
fuzz_programs = %D%/fuzz/test_description %D%/fuzz/test_graph %D%/fuzz/test_plan \
	%D%/fuzz/test_profile %D%/fuzz/test_sizes %D%/fuzz/test_trace
EXTRA_DIST += $(test_scripts) %D%/README.md %D%/fuzz/corpus %D%/fuzz/fuzz.sh %D%/golden \
	%D%/mpi/programs %D%/release %D%/search %D%/support/browser.sh %D%/support/command.sh \
	%D%/support/page.sh %D%/support/programs.sh %D%/support/refusing.c \
	%D%/tree/check_search.sh %D%/tree/installcheck.sh

# They may look inside, and are linked with what is not exported: by the compiler, as libtool takes
# a second for each. Those of the command and the fuzzer are linked with the command as well.
check_LTLIBRARIES = libtesting.la
libtesting_la_CPPFLAGS = $(insight) $(sees_mpi)
libtesting_la_SOURCES = %D%/support/confirmations.c %D%/support/descriptions.c \
	%D%/support/elements.c %D%/support/exporting.c %D%/support/expression.c \
	%D%/support/faulty.c %D%/support/final_values.c %D%/support/folder.c %D%/support/heaps.c \
	%D%/support/interleavings.c %D%/support/memory_snapshots.c %D%/support/mixture.c \
	%D%/support/oracle.c %D%/support/processors.c %D%/support/refuse.c %D%/support/rules.c \
	%D%/support/same_times.c %D%/support/support.c %D%/support/timed_messages.c \
	%D%/support/topologies.c %D%/support/tracing.c %D%/support/tsv.c %D%/support/uneven.c \
	%D%/support/walk.c
check_LIBRARIES = libfuzz.a
libfuzz_a_SOURCES = %D%/fuzz/command.c %D%/fuzz/input.c
if !FUZZER
libfuzz_a_SOURCES += %D%/fuzz/replay.c
corpus_programs = $(fuzz_programs)
endif
if COMMAND
check_PROGRAMS += $(test_programs) $(fuzz_programs)
TESTS = $(test_programs) $(corpus_programs) $(test_scripts)
libtesting_la_SOURCES += %D%/support/ranks.c %D%/support/typemap.c
$(libtesting_la_OBJECTS): mpi/base/arguments.h
stepper = libstepper.la
else
check_PROGRAMS += $(core_programs)
TESTS = $(core_programs)
endif
insight = $(libmachine_la_CPPFLAGS) -I$(srcdir)/mpi/include -iquote $(srcdir) \
	-iquote $(srcdir)/cli -iquote $(srcdir)/%D%/support $(CMOCKA_CFLAGS) $(JANSSON_CFLAGS)
%D%/%.o: AM_CPPFLAGS = $(insight)
%D%/mpi/%.o: AM_CPPFLAGS = $(sees_mpi) $(insight)
linked = libtesting.la $(tested) $(stepper) libinside.la
$(cli_programs): tested = libcli.a
$(fuzz_programs): tested = libfuzz.a libcli.a $(FUZZER_LDFLAGS)
$(mpi_programs): tested = libmpi.la
$(cli_programs) $(fuzz_programs): libcli.a
$(fuzz_programs): libfuzz.a
$(mpi_programs): libmpi.la
$(test_programs) $(fuzz_programs): $(linked)
$(test_programs) $(fuzz_programs): private LINK = $(CCLD) $(AM_CFLAGS) $(CFLAGS) $(AM_LDFLAGS) \
	$(LDFLAGS) -o $@
%D%/%: LDADD = $(linked:%.la=.libs/%.a) $(URCU_LIBS) $(INIH_LIBS) $(NCURSES_LIBS) $(JANSSON_LIBS) \
	$(CMOCKA_LIBS)
# Wrong programs, a file for each class
%C%_wrong_test_wrong_SOURCES = %D%/wrong/buffers.c %D%/wrong/calls.c %D%/wrong/ends.c \
	%D%/wrong/handles.c %D%/wrong/heap.c %D%/wrong/leftovers.c %D%/wrong/limits.c \
	%D%/wrong/order.c %D%/wrong/remarks.c %D%/wrong/test_wrong.c %D%/wrong/waits.c
# Reports name the lines that calls return to
%C%_mpi_test_wrong_CFLAGS = $(AM_CFLAGS) -fno-optimize-sibling-calls

# Calls that tests count, refuse (see refuse.h) or plant bugs in
hosts_calls = malloc calloc realloc aligned_alloc strdup free asprintf open_memstream mmap munmap \
	mprotect pthread_create pthread_join
%C%_machine_test_host_failures_LDFLAGS = $(AM_LDFLAGS) $(hosts_calls:%=-Wl,--wrap=%)
%C%_mpi_test_type_memory_LDFLAGS = $(AM_LDFLAGS) $(hosts_calls:%=-Wl,--wrap=%)
explored_calls = vc_tree_sent vc_tree_next vc_question_may_fail vc_trials_next vc_delays_extend
%C%_explore_test_outcomes_LDFLAGS = $(AM_LDFLAGS) $(explored_calls:%=-Wl,--wrap=%)
%C%_clock_test_placer_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=sched_getaffinity -Wl,--wrap=pthread_create
%C%_machine_test_coroutines_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=sched_getaffinity \
	-Wl,--wrap=clock_gettime
# What a process copied amid threads may not call
copys_calls = open close dup2 _exit
%C%_lib_test_lines_LDFLAGS = $(AM_LDFLAGS) $(copys_calls:%=-Wl,--wrap=%)
%C%_mpi_test_wrong_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=vcm_op_apply
%C%_message_test_past_caches_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=vc_stream
counted_calls = malloc calloc realloc aligned_alloc vc_heap_alloc vc_heap_alloc_to_grow \
	vc_heap_refit vc_heap_resize vcube_schedule_build
%C%_algorithms_test_allocations_LDFLAGS = $(AM_LDFLAGS) $(counted_calls:%=-Wl,--wrap=%)

# Every test has a deadline, the same for all of a program's cases.
TEST_EXTENSIONS = .sh
LOG_COMPILER = timeout
AM_LOG_FLAGS = -k 10 600
SH_LOG_COMPILER = $(LOG_COMPILER)
AM_SH_LOG_FLAGS = $(AM_LOG_FLAGS)
AM_TESTS_ENVIRONMENT = export CC='$(CC)' CXX='$(CXX)' NM='$(NM)' SANITIZE='$(SANITIZE)' \
	URCU_CFLAGS='$(URCU_CFLAGS)' VCUBE='$(abs_builddir)/cli/here/vcube' \
	VCUBERUN='$(abs_builddir)/mpi/run/here/vcuberun' \
	VCUBECC='$(abs_builddir)/mpi/run/here/vcubecc' \
	VCUBECXX='$(abs_builddir)/mpi/run/here/vcubecxx' \
	VCUBEFORT='$(abs_builddir)/mpi/run/here/vcubefort' XDG_CONFIG_HOME=/nonexistent;

# Under sanitizers and valgrind, sweeps try one case of so many; see support.h
sanitized_share = 16
slow_share = 32
sanitized-programs: $(test_programs) $(corpus_programs) cli/here/vcube
check-sanitized: sanitized-programs
	SHARE=$(sanitized_share) $(MAKE) check-TESTS check_PROGRAMS= \
		TESTS='$(test_programs) $(corpus_programs)'
# ThreadSanitizer has nothing to find in those without threads, whose nodes run in one, or that
# count what algorithms do that others run.
threaded_programs = %D%/topo/test_graph $(filter-out $(unthreaded_programs),$(test_programs))
unthreaded_programs = %D%/topo/% %D%/config/% %D%/lib/test_lines %D%/lib/test_op %D%/lib/test_type \
	%D%/heap/test_heap% %D%/explore/test_outcomes %D%/toolkit/test_segments \
	%D%/algorithms/test_allocations %D%/algorithms/test_catalogue \
	%D%/algorithms/test_message_counts %D%/algorithms/test_predict% \
	%D%/algorithms/test_transfers %D%/cli/test_fit %D%/cli/test_index %D%/cli/test_spread
threaded-programs: $(threaded_programs) cli/here/vcube
check-threads: threaded-programs
	SHARE=$(slow_share) $(MAKE) check-TESTS check_PROGRAMS= TESTS='$(threaded_programs)'
# Again, with threads that several nodes share: those with machines that may have them
carried_programs = $(filter-out $(uncarried_programs),$(test_programs))
uncarried_programs = $(cli_programs) $(mpi_programs) %D%/topo/% %D%/config/% %D%/lib/% %D%/heap/% \
	%D%/explore/% %D%/clock/test_notes %D%/clock/test_wall% %D%/transport/% \
	%D%/machine/test_coroutines %D%/algorithms/test_figures %D%/algorithms/test_predicted \
	%D%/algorithms/test_transfers %D%/toolkit/test_segments
check-cores: $(carried_programs)
check-threads-cores: $(filter $(threaded_programs),$(carried_programs))
check-cores check-threads-cores:
	THREADS=cores $(MAKE) check-TESTS check_PROGRAMS= TESTS='$^'
check-valgrind: all
	SHARE=$(slow_share) $(MAKE) check TESTS='$(core_valgrind_programs) $(valgrind_programs)' \
		AM_LOG_FLAGS='$(AM_LOG_FLAGS) valgrind --quiet --error-exitcode=1 \
		--leak-check=full --fair-sched=yes --max-threads=2000'
# In a cross build, with emulator='COMMAND [OPTION..]'
core-programs: $(core_programs)
check-core: core-programs
	SHARE=$(sanitized_share) $(MAKE) check-TESTS check_PROGRAMS= TESTS='$(core_programs)' \
		AM_LOG_FLAGS='$(AM_LOG_FLAGS) $(emulator)'
# In a build by clang with --enable-sanitizer=fuzzer
fuzz_seconds = 60
fuzz_seed = 1
check-fuzz: $(fuzz_programs)
	$(srcdir)/%D%/fuzz/fuzz.sh $(fuzz_seconds) $(fuzz_seed) $(fuzz_programs)
# No right program is told to be wrong, however often it runs; 20 minutes
repetitions = 1000
check-right: %D%/wrong/test_wrong
	ONLY=test_right_are_not WRONG_REPEAT=$(repetitions) %D%/wrong/test_wrong
check-search:
	$(MAKE) check-TESTS TESTS=%D%/tree/check_search.sh AM_LOG_FLAGS='-k 10 1200'
# A release in an empty Debian 12, by mmdebstrap
check-archive check-packages check-reproducible: dist
	$(srcdir)/%D%/release/$(@:check-%=%).sh $(distdir).tar.gz $(@:check-%=%)
installcheck-local:
	MAKE='$(MAKE)' CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' SANITIZE='$(SANITIZE)' \
		$(srcdir)/%D%/tree/installcheck.sh $(bindir) $(libdir) $(docdir)/examples $(mandir)
.PHONY: core-programs sanitized-programs threaded-programs check-core check-cores check-fuzz \
	check-right check-sanitized check-threads check-threads-cores check-valgrind check-search \
	check-archive check-packages check-reproducible
