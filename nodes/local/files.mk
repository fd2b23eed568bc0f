liblocal_la_CPPFLAGS = $(libtrace_la_CPPFLAGS) -iquote $(srcdir)/%D%
liblocal_la_SOURCES = %D%/quarantine.c %D%/work.c
