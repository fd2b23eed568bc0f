libclock_la_CPPFLAGS = $(libexplore_la_CPPFLAGS) -iquote $(srcdir)/%D% \
	-iquote $(srcdir)/%D%/replay -iquote $(srcdir)/%D%/notes
libclock_la_SOURCES = %D%/awaited.c %D%/choose.c %D%/deadline.c %D%/delayed.c %D%/explored.c \
	%D%/free.c %D%/lateness.c %D%/notes/player.c %D%/notes/replayed.c %D%/notes/stamped.c \
	%D%/notes/taking.c %D%/notes/under_way.c %D%/replay/answers.c %D%/quiet.c \
	%D%/replay/clock_replay.c %D%/replay/journal.c %D%/replay/journal_reader.c \
	%D%/replay/placer.c %D%/replay/replay.c %D%/replay/replayer.c %D%/replay/wait_end.c \
	%D%/stamp.c %D%/starts.c %D%/wall.c
