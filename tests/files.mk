# The tests, in folders as what they test. Their rows in README.md derive from their files.
# Those that valgrind, which runs one thread at a time, gets through in a minute or two
valgrind_programs = %D%/lib/test_op %D%/lib/test_spsc %D%/lib/test_type %D%/topo/test_picture \
	%D%/topo/test_routes %D%/topo/test_topology %D%/topo/test_topology_check \
	%D%/heap/test_heap %D%/heap/test_heap_misuse %D%/heap/test_heap_random \
	%D%/config/test_description %D%/config/test_description_random \
	%D%/config/test_description_refused %D%/kernel/test_inbox %D%/kernel/test_park \
	%D%/network/test_network %D%/clock/test_journal %D%/clock/test_notes %D%/message/test_recv \
	%D%/message/test_async %D%/message/test_recv_deadline %D%/message/test_request \
	%D%/message/test_tagged %D%/message/test_zero_copy %D%/collective/test_arguments \
	%D%/collective/test_signature \
	%D%/collective/test_signature_groups %D%/observe/test_log %D%/observe/test_trace \
	%D%/observe/test_trace_contents %D%/observe/test_trace_refused %D%/observe/test_views \
	%D%/observe/test_watch %D%/algorithms/test_algorithms
# and the others
test_programs = $(valgrind_programs) %D%/topo/test_array %D%/topo/test_cube %D%/topo/test_families \
	%D%/topo/test_graph %D%/topo/test_mapping %D%/topo/test_schedule \
	%D%/topo/test_schedule_check %D%/topo/test_schedule_data %D%/topo/test_schedule_tables \
	%D%/topo/test_tree %D%/heap/test_node_memory %D%/config/test_profile_file \
	%D%/config/test_profiles_shipped %D%/kernel/test_capacity %D%/kernel/test_interleave \
	%D%/kernel/test_made_groups \
	%D%/network/test_override %D%/network/test_override_refused %D%/clock/test_clock \
	%D%/clock/test_time_overflow %D%/clock/test_virtual %D%/clock/test_wall \
	%D%/clock/test_wall_faults %D%/clock/test_wall_network %D%/clock/test_wall_waits %D%/clock/test_work \
	%D%/message/test_message %D%/message/test_probe %D%/message/test_proc_null \
	%D%/explore/test_explore %D%/explore/test_outcomes %D%/fault/test_crash %D%/fault/test_fault %D%/fault/test_fault_ends \
	%D%/fault/test_fault_overcome %D%/fault/test_fault_times %D%/collective/test_auto_options \
	%D%/collective/test_group %D%/collective/test_options %D%/observe/test_step \
	%D%/observe/test_trace_links %D%/machine/test_abort %D%/machine/test_call_sites %D%/machine/test_cmocka \
	%D%/machine/test_deadlock \
	%D%/machine/test_host_failures %D%/machine/test_machine %D%/machine/test_misuse %D%/machine/test_one_thread %D%/machine/test_priority \
	%D%/machine/test_results %D%/machine/test_time_limit %D%/toolkit/test_element_routes \
	%D%/toolkit/test_permute %D%/toolkit/test_segments %D%/toolkit/test_shuffle \
	%D%/toolkit/test_stages %D%/algorithms/test_aapc %D%/algorithms/test_aapc_tables \
	%D%/algorithms/test_allocations %D%/algorithms/test_alltoallv \
	%D%/algorithms/test_alltoallv_refused %D%/algorithms/test_catalogue \
	%D%/algorithms/test_cycles %D%/algorithms/test_element_motion %D%/algorithms/test_figures \
	%D%/algorithms/test_four_stage %D%/algorithms/test_link_use \
	%D%/algorithms/test_message_counts %D%/algorithms/test_multiphase \
	%D%/algorithms/test_partitions %D%/algorithms/test_predicted %D%/algorithms/test_prediction \
	%D%/algorithms/test_special_cases %D%/algorithms/test_transfers %D%/algorithms/test_unequal \
	%D%/transport/test_processes \
	%D%/stepper/test_final_values %D%/stepper/test_step_links %D%/stepper/test_stepper \
	%D%/cli/test_export %D%/cli/test_export_perfetto %D%/cli/test_fit %D%/cli/test_index %D%/cli/test_lab \
	%D%/cli/test_pieces %D%/cli/test_spread %D%/cli/test_time_parts %D%/wrong/test_wrong $(mpi_programs)
mpi_programs = %D%/mpi/test_attributes %D%/mpi/test_buffers %D%/mpi/test_collectives %D%/mpi/test_communicators \
	%D%/mpi/test_file_access %D%/mpi/test_file_views %D%/mpi/test_files \
	%D%/mpi/test_errors %D%/mpi/test_groups %D%/mpi/test_handles \
	%D%/mpi/test_info %D%/mpi/test_large_counts %D%/mpi/test_nonblocking \
	%D%/mpi/test_partitioned %D%/mpi/test_point_to_point %D%/mpi/test_sessions %D%/mpi/test_start %D%/mpi/test_threads \
	%D%/mpi/test_tools %D%/mpi/test_topologies %D%/mpi/test_wrong \
	$(type_programs) %D%/mpi/test_window_conflicts %D%/mpi/test_window_errors \
	%D%/mpi/test_window_time %D%/mpi/test_windows
type_programs = %D%/mpi/test_datatype %D%/mpi/test_operators %D%/mpi/test_type_calls \
	%D%/mpi/test_type_memory
test_scripts = %D%/explore/test_replay_seen.sh %D%/stepper/test_screen.sh %D%/stepper/test_step_lines.sh %D%/cli/test_command.sh \
	%D%/mpi/test_compilers.sh %D%/mpi/test_examples.sh %D%/mpi/test_fortran.sh \
	%D%/mpi/test_getopt.sh %D%/mpi/test_wrong_lines.sh %D%/wrong/test_signal_in_call.sh \
	%D%/mpi/test_rank_threads.sh %D%/mpi/test_run.sh %D%/mpi/test_run_refused.sh \
	%D%/cli/test_command_refused.sh %D%/cli/test_page.sh %D%/cli/test_plot.sh \
	%D%/cli/test_export_simulators.sh %D%/cli/test_parts.sh %D%/cli/test_predicted.sh %D%/cli/test_reproduce.sh \
	%D%/cli/test_host_times.sh %D%/cli/test_subcommands.sh %D%/cli/test_refused_memory.sh %D%/cli/test_completion.sh \
	%D%/cli/test_load.sh %D%/cli/test_lab_page.sh %D%/cli/test_gallery.sh \
	%D%/cli/test_page_pieces.sh %D%/cli/test_view.sh %D%/transport/test_launch.sh \
	%D%/transport/test_one_process.sh %D%/cli/test_page_axe.sh \
	%D%/examples/test_artifact.sh %D%/examples/test_examples.sh %D%/examples/test_lab.sh %D%/examples/test_papers.sh \
	%D%/examples/test_programs.sh %D%/examples/test_barred_memory.sh %D%/examples/test_sanitized_program.sh \
	%D%/tree/check_abi.sh %D%/tree/check_headers.sh %D%/tree/check_layers.sh \
	%D%/tree/check_manual.sh %D%/tree/check_sources.sh %D%/tree/check_symbols.sh \
	%D%/tree/check_tests.sh
include $(srcdir)/%D%/fuzz/files.mk
if COMMAND
check_PROGRAMS += $(test_programs) $(fuzz_programs)
TESTS = $(test_programs) $(corpus_programs) $(test_scripts)
stepper = libstepper.la
else
check_PROGRAMS += $(core_programs)
TESTS = $(core_programs)
endif
EXTRA_DIST += $(test_scripts) %D%/README.md %D%/golden %D%/mpi/programs %D%/search \
	%D%/support/browser.sh %D%/support/page.sh %D%/support/programs.sh %D%/support/command.sh %D%/support/refusing.c \
	%D%/tree/check_search.sh %D%/tree/installcheck.sh

# They may look inside, and are linked with what is not exported: by the compiler, as libtool takes
# a second for each.
%D%/%.o: AM_CPPFLAGS = $(insight) $(JANSSON_CFLAGS)
%D%/mpi/%.o: AM_CPPFLAGS = $(sees_mpi) $(insight)
linked = libtesting.la $(stepper) libinside.la
$(mpi_programs): linked = libtesting.la libmpi.la libstepper.la libinside.la
$(mpi_programs): libmpi.la
$(test_programs): $(linked)
$(test_programs): private LINK = $(CCLD) $(AM_CFLAGS) $(CFLAGS) $(AM_LDFLAGS) $(LDFLAGS) -o $@
%D%/%: LDADD = $(linked:%.la=.libs/%.a) $(URCU_LIBS) $(INIH_LIBS) $(NCURSES_LIBS) $(JANSSON_LIBS) \
	$(CMOCKA_LIBS)
# Wrong programs, a file for each class
%C%_wrong_test_wrong_SOURCES = %D%/wrong/wrong.h %D%/wrong/test_wrong.c %D%/wrong/calls.c \
	%D%/wrong/buffers.c %D%/wrong/heap.c %D%/wrong/ends.c %D%/wrong/limits.c %D%/wrong/handles.c \
	%D%/wrong/waits.c %D%/wrong/leftovers.c %D%/wrong/order.c %D%/wrong/remarks.c
# Reports name the lines that calls return to
%C%_mpi_test_wrong_CFLAGS = $(AM_CFLAGS) -fno-optimize-sibling-calls
%C%_cli_test_fit_SOURCES = %D%/cli/test_fit.c cli/calibrate/fit.c
%C%_cli_test_fit_CPPFLAGS = $(insight) -iquote $(srcdir)/cli
%C%_cli_test_index_SOURCES = %D%/cli/test_index.c cli/base/index.c cli/base/text.c cli/base/status.c
%C%_cli_test_index_CPPFLAGS = $(insight) -iquote $(srcdir)/cli
%C%_cli_test_pieces_SOURCES = %D%/cli/test_pieces.c cli/run/pieces.c cli/run/pattern.c \
	cli/sweep/traffic.c cli/base/text.c cli/base/units.c cli/base/status.c
%C%_cli_test_pieces_CPPFLAGS = $(insight) -iquote $(srcdir)/cli
%C%_cli_test_spread_SOURCES = %D%/cli/test_spread.c cli/base/spread.c cli/output/table.c \
	cli/output/record.c cli/base/text.c cli/base/units.c cli/base/status.c
%C%_cli_test_spread_CPPFLAGS = $(insight) -iquote $(srcdir)/cli $(JANSSON_CFLAGS)
%C%_cli_test_time_parts_SOURCES = %D%/cli/test_time_parts.c cli/view/parts.c cli/base/index.c \
	cli/base/text.c cli/base/status.c
%C%_cli_test_time_parts_CPPFLAGS = $(insight) -iquote $(srcdir)/cli

# The host's calls that it counts and refuses, see refuse.h
%C%_machine_test_host_failures_LDFLAGS = $(refusing)
%C%_mpi_test_type_memory_LDFLAGS = $(refusing)
refusing = $(AM_LDFLAGS) -Wl,--wrap=malloc,--wrap=calloc \
	-Wl,--wrap=realloc,--wrap=aligned_alloc,--wrap=strdup,--wrap=free,--wrap=asprintf \
	-Wl,--wrap=open_memstream,--wrap=mmap,--wrap=munmap,--wrap=mprotect \
	-Wl,--wrap=pthread_create,--wrap=pthread_join
# Where it plants bugs
%C%_explore_test_outcomes_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=vc_tree_sent \
	-Wl,--wrap=vc_tree_next,--wrap=vc_question_may_fail,--wrap=vc_trials_next,--wrap=vc_delays_extend
# What it counts
%C%_algorithms_test_allocations_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc,--wrap=calloc \
	-Wl,--wrap=realloc,--wrap=aligned_alloc,--wrap=vc_heap_alloc,--wrap=vc_heap_alloc_to_grow \
	-Wl,--wrap=vc_heap_refit,--wrap=vc_heap_resize,--wrap=vcube_schedule_build

# Every test has a deadline, the same for all of a program's cases.
TEST_EXTENSIONS = .sh
LOG_COMPILER = timeout
AM_LOG_FLAGS = -k 10 600
SH_LOG_COMPILER = $(LOG_COMPILER)
AM_SH_LOG_FLAGS = $(AM_LOG_FLAGS)
AM_TESTS_ENVIRONMENT = export CC='$(CC)' CXX='$(CXX)' NM='$(NM)' SANITIZE='$(SANITIZE)' \
	URCU_CFLAGS='$(URCU_CFLAGS)' VCUBE='$(abs_builddir)/cli/vcube' \
	VCUBERUN='$(abs_builddir)/mpi/run/vcuberun' VCUBECC='$(abs_builddir)/mpi/run/here/vcubecc' \
	VCUBECXX='$(abs_builddir)/mpi/run/here/vcubecxx' \
	VCUBEFORT='$(abs_builddir)/mpi/run/here/vcubefort' XDG_CONFIG_HOME=/nonexistent;

# Under sanitizers and valgrind, sweeps try one case of so many; see support.h
sanitized_share = 16
threads_share = 32
check-sanitized: all
	SHARE=$(sanitized_share) $(MAKE) check TESTS='$(test_programs) $(corpus_programs)'
# ThreadSanitizer has nothing to find in those without threads, or whose nodes run in one
unthreaded_programs = %D%/explore/test_outcomes $(filter-out %D%/topo/test_graph,$(filter %D%/topo/%,$(test_programs))) \
	%D%/lib/test_op %D%/lib/test_type %D%/heap/test_heap \
	%D%/heap/test_heap_misuse %D%/heap/test_heap_random \
	%D%/config/test_description %D%/config/test_description_random \
	%D%/config/test_description_refused %D%/config/test_profile_file \
	%D%/config/test_profiles_shipped %D%/toolkit/test_segments %D%/cli/test_fit %D%/cli/test_index \
	%D%/algorithms/test_predicted %D%/algorithms/test_prediction
threaded_programs = $(filter-out $(unthreaded_programs),$(test_programs))
threaded-programs: $(threaded_programs) cli/vcube
check-threads: threaded-programs
	SHARE=$(threads_share) $(MAKE) check-TESTS check_PROGRAMS= TESTS='$(threaded_programs)'
check-valgrind: all
	SHARE=$(sanitized_share) $(MAKE) check TESTS='$(valgrind_programs)' \
		AM_LOG_FLAGS='$(AM_LOG_FLAGS) valgrind --quiet --error-exitcode=1 \
		--leak-check=full --fair-sched=yes --max-threads=2000'
# On another processor or C library: those that stand for the others, by make check-core
# emulator='COMMAND [OPTION..]' in a cross build
core_programs = %D%/lib/test_spsc %D%/lib/test_type %D%/kernel/test_park \
	%D%/kernel/test_inbox %D%/kernel/test_interleave %D%/clock/test_clock %D%/clock/test_virtual \
	%D%/message/test_message %D%/message/test_recv %D%/message/test_recv_deadline \
	%D%/message/test_request %D%/message/test_tagged %D%/message/test_zero_copy \
	%D%/message/test_async %D%/explore/test_explore %D%/machine/test_deadlock \
	%D%/algorithms/test_algorithms
core-programs: $(core_programs)
check-core: core-programs
	SHARE=$(sanitized_share) $(MAKE) check-TESTS check_PROGRAMS= TESTS='$(core_programs)' \
		AM_LOG_FLAGS='$(AM_LOG_FLAGS) $(emulator)'
# In a build by clang with --enable-sanitizer=fuzzer
fuzz_seconds = 60
fuzz_seed = 1
fuzz-programs: $(fuzz_programs)
check-fuzz: fuzz-programs
	$(srcdir)/%D%/fuzz/fuzz.sh $(fuzz_seconds) $(fuzz_seed) $(fuzz_programs)
check-search:
	$(MAKE) check-TESTS TESTS=%D%/tree/check_search.sh AM_LOG_FLAGS='-k 10 1200'
installcheck-local:
	MAKE='$(MAKE)' CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' SANITIZE='$(SANITIZE)' \
		$(srcdir)/%D%/tree/installcheck.sh $(bindir) $(libdir) $(docdir)/examples $(mandir)
.PHONY: core-programs fuzz-programs threaded-programs check-core check-fuzz check-sanitized check-threads check-valgrind check-search
