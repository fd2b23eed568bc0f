libexplore_la_CPPFLAGS = $(libmessage_la_CPPFLAGS) -iquote $(srcdir)/%D%
libexplore_la_SOURCES = %D%/beside.c %D%/explore.c %D%/question.c %D%/delays.c %D%/posted.c \
	%D%/resolve.c %D%/state.c %D%/timed_run.c %D%/tree.c %D%/vain.c
