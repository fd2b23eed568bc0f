libmachine_la_CPPFLAGS = $(libobserve_la_CPPFLAGS) -iquote $(srcdir)/%D%
libmachine_la_SOURCES = %D%/delay_search.c %D%/delay_search.h %D%/digests.c %D%/digests.h %D%/ends.c %D%/ends.h %D%/explored.c \
	%D%/finish.c %D%/in_turn.c %D%/lines.c %D%/lines.h %D%/links.c %D%/memory.c %D%/nodes.c \
	%D%/observer.c %D%/one_thread.c %D%/open.c %D%/parts.c %D%/parts.h %D%/place.c \
	%D%/remarks.c %D%/remarks.h %D%/report.c %D%/results.c %D%/run.c %D%/search.c \
	%D%/search.h %D%/spread.c %D%/spread.h %D%/standing.c %D%/standing.h %D%/trials.c \
	%D%/trials.h %D%/twice.c %D%/unreceived.c %D%/unreceived.h \
	%D%/wait_graph.c %D%/wait_graph.h \
	%D%/worker.c %D%/worker.h
