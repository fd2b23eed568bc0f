# What a fuzzer tries: with --enable-sanitizer=fuzzer by libFuzzer, else with a corpus alone
fuzz_programs = %D%/test_description %D%/test_graph %D%/test_plan %D%/test_profile \
	%D%/test_sizes %D%/test_trace
fuzz_shared = %D%/fuzz.h %D%/input.c
if ! FUZZER
fuzz_shared += %D%/replay.c
corpus_programs = $(fuzz_programs)
endif
fuzz_command = $(fuzz_shared) %D%/command.c cli/base/units.c
%C%_test_description_SOURCES = %D%/test_description.c $(fuzz_shared)
%C%_test_graph_SOURCES = %D%/test_graph.c $(fuzz_shared)
%C%_test_plan_SOURCES = %D%/test_plan.c $(fuzz_shared)
%C%_test_profile_SOURCES = %D%/test_profile.c $(fuzz_shared)
%C%_test_sizes_SOURCES = %D%/test_sizes.c cli/sweep/traffic.c $(fuzz_command)
%C%_test_sizes_CPPFLAGS = $(fuzz_sees)
%C%_test_trace_SOURCES = %D%/test_trace.c cli/trace/csv.c cli/trace/links.c cli/trace/network.c \
	cli/trace/paje.c cli/trace/perfetto.c cli/trace/summary.c cli/base/index.c cli/view/contents.c cli/view/data.c cli/view/lengths.c \
	cli/view/parts.c \
	cli/run/pattern.c cli/run/pieces.c cli/sweep/traffic.c \
	$(fuzz_command)
nodist_%C%_test_trace_SOURCES = cli/view/page.c
%C%_test_trace_CPPFLAGS = $(fuzz_sees) $(JANSSON_CFLAGS)
fuzz_sees = $(AM_CPPFLAGS) -iquote $(srcdir) -I$(srcdir)/cli
$(fuzz_programs): LDADD = libinside.la $(JANSSON_LIBS) $(FUZZER_LDFLAGS)
$(fuzz_programs): libinside.la
EXTRA_DIST += %D%/fuzz.sh %D%/corpus
