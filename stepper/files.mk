# The stepper, a separate library: it prints, and needs a terminal
lib_LTLIBRARIES += libvcube-stepper.la
libvcube_stepper_la_SOURCES =
libvcube_stepper_la_LIBADD = libstepper.la libvcube.la $(NCURSES_LIBS)
libvcube_stepper_la_LDFLAGS = $(exports)
noinst_LTLIBRARIES += libstepper.la
libstepper_la_CPPFLAGS = $(public) $(NCURSES_CFLAGS)
libstepper_la_SOURCES = %D%/arena.c %D%/lines.c %D%/lines.h %D%/model.c %D%/model.h \
	%D%/pane.c %D%/pane.h %D%/picture.c %D%/picture.h %D%/record.c %D%/recording.h \
	%D%/screen.c %D%/table.c %D%/table.h %D%/terminal.c
