# The stepper, a separate library: it prints, and needs a terminal
lib_LTLIBRARIES += libvcube-stepper.la
libvcube_stepper_la_SOURCES =
libvcube_stepper_la_LIBADD = libstepper.la libvcube.la $(NCURSES_LIBS)
libvcube_stepper_la_LDFLAGS = $(exports)
noinst_LTLIBRARIES += libstepper.la
libstepper_la_CPPFLAGS = $(public) $(NCURSES_CFLAGS)
libstepper_la_SOURCES = %D%/arena.c %D%/lines.c %D%/model.c %D%/pane.c %D%/picture.c %D%/record.c \
	%D%/screen.c %D%/table.c %D%/terminal.c
