# Reports and checks of calls
sees_mpi += -iquote $(srcdir)/%D% -iquote $(srcdir)/lib/lines
libmpi_la_SOURCES += lib/lines/addr2line.c lib/lines/addr2line.h %D%/agree.c %D%/apart.c %D%/buffers.c %D%/explain.c %D%/explain.h %D%/header.c \
	%D%/leaks.c %D%/paired.c %D%/paired.h %D%/place.c %D%/races.c %D%/remarks.c %D%/remarks.h %D%/shadow.c %D%/shadow.h \
	%D%/shared.h %D%/steps.c %D%/wrong.c %D%/wrong.h
