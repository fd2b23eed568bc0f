libclock_la_CPPFLAGS = $(libexplore_la_CPPFLAGS) -iquote $(srcdir)/%D% -iquote $(srcdir)/%D%/replay \
	-iquote $(srcdir)/%D%/notes
libclock_la_SOURCES = %D%/choose.c %D%/deadline.c %D%/deadline.h %D%/delayed.c %D%/event_queue.c \
	%D%/event_queue.h %D%/explored.c %D%/free.c %D%/free.h %D%/lateness.c %D%/lateness.h \
	%D%/notes/notes.h %D%/notes/replayed.c %D%/notes/stamped.c %D%/notes/taking.c \
	%D%/notes/under_way.c %D%/notes/under_way.h %D%/replay/act.h %D%/replay/answers.c \
	%D%/replay/answers.h %D%/replay/clock_replay.c %D%/replay/critical_path.h \
	%D%/replay/journal.c %D%/replay/journal.h %D%/replay/journal_reader.c %D%/replay/replay.c \
	%D%/replay/replay.h %D%/replay/replay_state.h %D%/replay/replayer.c %D%/replay/replayer.h \
	%D%/replay/wait_end.c %D%/replay/wait_end.h %D%/stamp.c %D%/stamp.h %D%/starts.c %D%/starts.h \
	%D%/wall.c %D%/wall.h
