# SPDX-License-Identifier: BSD-2-Clause
#
# The clocks

noinst_LTLIBRARIES += libclock.la
libclock_la_CPPFLAGS = $(private)
libclock_la_SOURCES = \
	%D%/clock.c %D%/deadline.c %D%/deadline.h %D%/lateness.c %D%/lateness.h \
	%D%/replay/critical_path.h %D%/replay/event_queue.c %D%/replay/event_queue.h \
	%D%/replay/journal.c %D%/replay/journal.h %D%/replay/journal_reader.c \
	%D%/replay/replay.c %D%/replay/replay.h %D%/replay/replayer.c %D%/replay/replayer.h \
	%D%/stamp.h %D%/wall.c %D%/wall.h
