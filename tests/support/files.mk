# What the tests share
check_LTLIBRARIES = libtesting.la
insight = $(libmachine_la_CPPFLAGS) -I$(srcdir)/mpi/include -iquote $(srcdir) \
	-iquote $(srcdir)/%D% $(CMOCKA_CFLAGS)
libtesting_la_CPPFLAGS = $(insight) $(sees_mpi)
libtesting_la_SOURCES = %D%/descriptions.c %D%/descriptions.h %D%/elements.c %D%/elements.h \
	%D%/exporting.c %D%/exporting.h %D%/expression.c %D%/expression.h %D%/faulty.c \
	%D%/faulty.h %D%/final_values.c %D%/final_values.h %D%/folder.c %D%/folder.h %D%/heaps.c \
	%D%/heaps.h %D%/interleavings.c %D%/interleavings.h %D%/memory_snapshots.c %D%/memory_snapshots.h %D%/mixture.c %D%/mixture.h \
	%D%/oracle.c %D%/oracle.h %D%/partition.h %D%/plans.h %D%/refuse.c \
	%D%/refuse.h %D%/support.c %D%/support.h %D%/timed_messages.c %D%/timed_messages.h \
	%D%/topologies.c %D%/topologies.h %D%/tracing.c %D%/tracing.h %D%/tsv.c %D%/tsv.h \
	%D%/uneven.c %D%/uneven.h %D%/walk.c %D%/walk.h
if COMMAND
libtesting_la_SOURCES += %D%/ranks.c %D%/ranks.h %D%/typemap.c %D%/typemap.h
$(libtesting_la_OBJECTS): mpi/base/arguments.h
endif
