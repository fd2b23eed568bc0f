# MPI programs on libvcube, a separate library. It sees the public headers and its own.
lib_LTLIBRARIES += libvcube-mpi.la
sees_mpi = $(public) -I$(srcdir)/%D%/include -iquote $(srcdir)/%D%/base -iquote %D%/base -iquote $(srcdir)/%D%/comm
libvcube_mpi_la_SOURCES =
libvcube_mpi_la_LIBADD = libmpi.la libvcube.la
libvcube_mpi_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 \
	-export-symbols-regex '^(P?MPI_|vcube_mpi_)'

# The names of parameters
EXTRA_DIST += %D%/base/arguments.awk
CLEANFILES += %D%/base/arguments.h
%D%/base/arguments.h: %D%/base/arguments.awk %D%/include/vcube/mpi_calls.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(AWK) -f $(srcdir)/%D%/base/arguments.awk \
		$(srcdir)/%D%/include/vcube/mpi_calls.h >$@.new && mv $@.new $@
$(libmpi_la_OBJECTS): %D%/base/arguments.h

# The large forms
EXTRA_DIST += %D%/base/large.awk
CLEANFILES += %D%/base/large_calls.c
%D%/base/large_calls.c: %D%/base/large.awk %D%/fortran/calls.awk %D%/include/vcube/mpi_calls.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(AWK) -f $(srcdir)/%D%/fortran/calls.awk \
		-f $(srcdir)/%D%/base/large.awk $(srcdir)/%D%/include/vcube/mpi_calls.h >$@.new && \
		mv $@.new $@

noinst_LTLIBRARIES += libmpi.la
nodist_libmpi_la_SOURCES = %D%/base/large_calls.c
libmpi_la_CPPFLAGS = $(sees_mpi)
libmpi_la_SOURCES = %D%/base/abi.c %D%/base/attribute.c %D%/base/attribute.h %D%/base/code.c %D%/base/code.h \
	%D%/base/compute.c %D%/base/compute.h \
	%D%/base/errhandler.c %D%/base/error.c %D%/base/error.h %D%/base/info.c %D%/base/info.h \
	%D%/base/large.c %D%/base/large.h \
	%D%/base/memory.c %D%/base/missing.c %D%/base/missing.h %D%/base/object.c %D%/base/object.h \
	%D%/base/parts.c %D%/base/parts.h %D%/base/process.h %D%/base/run.c %D%/base/start.c \
	%D%/base/start.h \
	%D%/base/threads.c %D%/base/threads.h \
	%D%/comm/comm.c %D%/comm/comm.h %D%/comm/comm_attribute.c %D%/comm/create.c \
	%D%/comm/divide.c %D%/comm/group.c %D%/comm/group.h %D%/comm/group_sets.c %D%/comm/inter.c %D%/comm/inter.h
include $(srcdir)/%D%/check/files.mk
include $(srcdir)/%D%/coll/files.mk
include $(srcdir)/%D%/type/files.mk
include $(srcdir)/%D%/op/files.mk
include $(srcdir)/%D%/pt2pt/files.mk
include $(srcdir)/%D%/rma/files.mk
include $(srcdir)/%D%/session/files.mk
include $(srcdir)/%D%/tool/files.mk
include $(srcdir)/%D%/topo/files.mk
include $(srcdir)/%D%/fortran/files.mk
include $(srcdir)/%D%/file/files.mk

include_HEADERS += %D%/include/mpi.h
pkginclude_HEADERS += %D%/include/vcube/mpi.h %D%/include/vcube/mpi_calls.h
