libfault_la_CPPFLAGS = $(libclock_la_CPPFLAGS) -iquote $(srcdir)/%D%
libfault_la_SOURCES = %D%/fault.c %D%/fault_report.c %D%/faulty_send.c
