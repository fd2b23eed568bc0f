libmachine_la_CPPFLAGS = $(libobserve_la_CPPFLAGS) -iquote $(srcdir)/%D%
libmachine_la_SOURCES = %D%/apart.c %D%/carriers.c %D%/coroutine.c %D%/delay_search.c \
	%D%/digests.c %D%/disagree.c %D%/ends.c %D%/explored.c %D%/finish.c %D%/in_turn.c \
	%D%/lines.c %D%/links.c %D%/memory.c %D%/nodes.c %D%/observer.c %D%/one_thread.c \
	%D%/open.c %D%/parts.c %D%/place.c %D%/remarks.c %D%/report.c %D%/results.c %D%/run.c \
	%D%/search.c %D%/spread.c %D%/standing.c %D%/threading.c %D%/trials.c %D%/twice.c \
	%D%/unreceived.c %D%/wait_graph.c %D%/worker.c
