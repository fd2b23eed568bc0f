libexplore_la_CPPFLAGS = $(libmessage_la_CPPFLAGS) -iquote $(srcdir)/%D%
libexplore_la_SOURCES = %D%/beside.c %D%/beside.h %D%/explore.c %D%/explore.h \
	%D%/question.c \
	%D%/delays.c %D%/delays.h %D%/question.h %D%/resolve.c %D%/state.c %D%/timed_run.c %D%/timed_run.h \
	 %D%/tree.c %D%/tree.h
