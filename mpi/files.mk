# MPI programs on libvcube, a separate library. It sees the public headers and its own.
lib_LTLIBRARIES += libvcube-mpi.la
libvcube_mpi_la_SOURCES =
libvcube_mpi_la_LIBADD = libmpi.la libvcube.la
libvcube_mpi_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 \
	-export-symbols-regex '^(P?MPI_|vcube_mpi_)'
include_HEADERS += %D%/include/mpi.h
pkginclude_HEADERS += $(mpi_calls) %D%/include/vcube/mpi.h
mpi_calls = %D%/include/vcube/mpi_calls.h
noinst_LTLIBRARIES += libmpi.la
mpi_folders = base comm check coll type op pt2pt rma session tool topo fortran file
sees_mpi = $(public) -I$(srcdir)/%D%/include -iquote %D%/base -iquote $(srcdir)/lib/lines \
	$(mpi_folders:%=-iquote $(srcdir)/%D%/%)
libmpi_la_CPPFLAGS = $(sees_mpi)
libmpi_la_SOURCES = lib/lines/addr2line.c %D%/base/abi.c %D%/base/attribute.c %D%/base/code.c \
	%D%/base/compute.c %D%/base/errhandler.c %D%/base/error.c %D%/base/info.c %D%/base/large.c \
	%D%/base/memory.c %D%/base/missing.c %D%/base/object.c %D%/base/parts.c %D%/base/run.c \
	%D%/base/start.c %D%/base/threads.c %D%/check/agree.c %D%/check/apart.c \
	%D%/check/buffers.c %D%/check/explain.c %D%/check/header.c %D%/check/leaks.c \
	%D%/check/paired.c %D%/check/place.c %D%/check/races.c %D%/check/remarks.c \
	%D%/check/shadow.c %D%/check/steps.c %D%/check/wrong.c %D%/coll/blocks.c %D%/coll/check.c \
	%D%/coll/choice.c %D%/coll/move.c %D%/coll/move_v.c %D%/coll/neighbor.c \
	%D%/coll/operands.c %D%/coll/reduce.c %D%/coll/start.c %D%/comm/comm.c \
	%D%/comm/comm_attribute.c %D%/comm/create.c %D%/comm/divide.c %D%/comm/group.c \
	%D%/comm/group_sets.c %D%/comm/inter.c %D%/file/access.c %D%/file/error.c \
	%D%/file/external.c %D%/file/file.c %D%/file/open.c %D%/file/opened.c %D%/file/pointer.c \
	%D%/file/view.c %D%/fortran/handles.c %D%/op/kernels.c %D%/op/op.c %D%/pt2pt/buffered.c \
	%D%/pt2pt/get_status.c %D%/pt2pt/message.c %D%/pt2pt/nonblocking.c %D%/pt2pt/partitioned.c \
	%D%/pt2pt/probe.c %D%/pt2pt/request.c %D%/pt2pt/send.c %D%/pt2pt/status.c %D%/pt2pt/wait.c \
	%D%/rma/access.c %D%/rma/accumulate.c %D%/rma/attach.c %D%/rma/attributes.c \
	%D%/rma/conflict.c %D%/rma/cost.c %D%/rma/create.c %D%/rma/fence.c %D%/rma/lock.c \
	%D%/rma/members.c %D%/rma/operate.c %D%/rma/passive.c %D%/rma/pscw.c %D%/rma/watch.c \
	%D%/rma/window.c %D%/session/from_group.c %D%/session/session.c %D%/tool/category.c \
	%D%/tool/control.c %D%/tool/event.c %D%/tool/performance.c %D%/tool/start.c \
	%D%/tool/tool.c %D%/topo/cart.c %D%/topo/dims.c %D%/topo/dist_graph.c %D%/topo/graph.c \
	%D%/topo/reorder.c %D%/topo/topology.c %D%/type/arrays.c %D%/type/compile.c \
	%D%/type/constructors.c %D%/type/content.c %D%/type/copy.c %D%/type/external32.c \
	%D%/type/f90.c %D%/type/layout.c %D%/type/make.c %D%/type/notes.c %D%/type/pack.c \
	%D%/type/packing.c %D%/type/predefined.c %D%/type/query.c %D%/type/signature.c \
	%D%/type/type.c

# The names of parameters, and the large forms of calls
nodist_libmpi_la_SOURCES = %D%/base/large_calls.c
EXTRA_DIST += %D%/base/arguments.awk %D%/base/large.awk
CLEANFILES += %D%/base/arguments.h %D%/base/large_calls.c
$(libmpi_la_OBJECTS): %D%/base/arguments.h
%D%/base/arguments.h: %D%/base/arguments.awk $(mpi_calls)
%D%/base/large_calls.c: %D%/fortran/calls.awk %D%/base/large.awk $(mpi_calls)
%D%/base/arguments.h %D%/base/large_calls.c:
	$(generate) $(AWK) $(patsubst %.awk,-f %.awk,$^) >$@

# The functions of Fortran, linked into every copy of a program
lib_LIBRARIES = libvcube-fortran.a
libvcube_fortran_a_CPPFLAGS = $(public) -I$(srcdir)/%D%/include -iquote $(srcdir)/%D%/fortran
libvcube_fortran_a_CFLAGS = $(AM_CFLAGS) -fPIC
libvcube_fortran_a_SOURCES = %D%/fortran/by_hand.c %D%/fortran/convert.c
nodist_libvcube_fortran_a_SOURCES = %D%/fortran/wrappers.c

# What programs of Fortran include and use: the modules are compiled where there is a compiler.
fortrandir = $(pkgincludedir)/fortran
fortran_made = %D%/fortran/mpif.h %D%/fortran/mpi.f90 %D%/fortran/mpi_f08.f90
nodist_fortran_DATA = $(fortran_made)
fortran_sources = %D%/fortran/make.sh %D%/fortran/calls.awk %D%/fortran/constants.awk \
	%D%/fortran/module.awk %D%/fortran/wrappers.awk %D%/fortran/f08.inc \
	%D%/fortran/f08_types.inc %D%/fortran/functions.inc %D%/fortran/places.inc \
	%D%/fortran/statuses.inc
EXTRA_DIST += $(fortran_sources)
CLEANFILES += %D%/fortran/wrappers.c $(fortran_made)
%D%/fortran/wrappers.c: %D%/fortran/by_hand.c
%D%/fortran/wrappers.c $(fortran_made): $(fortran_sources) $(mpi_calls) %D%/include/mpi.h
	$(generate) AWK='$(AWK)' $(srcdir)/%D%/fortran/make.sh $(@F) >$@
if HAVE_FC
modules = %D%/fortran/mpi.mod %D%/fortran/mpi_f08.mod
nodist_fortran_DATA += $(modules)
libvcube_fortran_a_LIBADD = $(modules:.mod=.o)
libvcube_fortran_a_DEPENDENCIES = $(modules:.mod=.o)
$(modules:.mod=.o): $(fortran_made)
	$(AM_V_GEN)$(FC) -g -O2 -fPIC -J $(@D) -c -o $@ $(@:.o=.f90)
$(modules): $(modules:.mod=.o)
	@touch $@
CLEANFILES += $(modules) $(modules:.mod=.o)
endif

# The state of libc that a rank has for itself: linked into every copy of a program, with the
# streams of C++ for its programs
lib_LIBRARIES += libvcube-own.a
libvcube_own_a_CPPFLAGS = -D_GNU_SOURCE -DVCUBERUN='"$(bindir)/vcuberun"'
libvcube_own_a_CFLAGS = $(AM_CFLAGS) -fPIC -fvisibility=hidden -fno-builtin
libvcube_own_a_SOURCES = %D%/own/drand48.c %D%/own/environ.c %D%/own/getopt.c %D%/own/input.c \
	%D%/own/random.c %D%/own/start.c %D%/own/strtok.c %D%/own/thread_local.c %D%/own/time.c
EXTRA_DIST += %D%/own/streams.cc
CLEANFILES += %D%/own/streams.o
if HAVE_CXX
libvcube_own_a_LIBADD = %D%/own/streams.o
libvcube_own_a_DEPENDENCIES = %D%/own/streams.o
%D%/own/streams.o: %D%/own/streams.cc
	$(generate) $(CXX) -std=c++11 -Wall -Wextra $(WERROR) -g -O2 -fPIC -fvisibility=hidden \
		-c -o $@ $<
endif

# vcuberun, and what it shares with the vcube command
bin_PROGRAMS += %D%/run/vcuberun
%C%_run_vcuberun_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/%D%/include -I$(srcdir)/cli \
	-iquote $(srcdir)/%D%/own -iquote $(srcdir)/lib/lines
%C%_run_vcuberun_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden -fno-builtin
%C%_run_vcuberun_LDFLAGS = $(AM_LDFLAGS) -Wl,--export-dynamic
%C%_run_vcuberun_LDADD = libvcube-stepper.la libvcube-mpi.la libvcube.la
%C%_run_vcuberun_SOURCES = cli/base/command.c cli/base/settings.c cli/base/status.c \
	cli/base/text.c %D%/run/commands.c %D%/run/copy.c %D%/run/environment.c %D%/run/folders.c \
	%D%/run/image.c %D%/run/interpose.c %D%/run/leave.c %D%/run/mpirun.c %D%/run/needs.c \
	%D%/run/options.c %D%/run/orders.c %D%/run/output.c %D%/run/rank.c %D%/run/signals.c \
	%D%/run/vcuberun.c
# The same for tests, as cli/here/vcube is
check_PROGRAMS += %D%/run/here/vcuberun
%C%_run_here_vcuberun_SOURCES =
%C%_run_here_vcuberun_LDFLAGS = $(%C%_run_vcuberun_LDFLAGS) -no-install
EXTRA_%C%_run_here_vcuberun_DEPENDENCIES = $(%C%_run_vcuberun_OBJECTS)
%C%_run_here_vcuberun_LDADD = $(%C%_run_vcuberun_OBJECTS) $(%C%_run_vcuberun_LDADD)

# The compilers: for programs that are installed, and in here/ for those of the tests. That of
# Fortran is always there, if only to say what is missing.
compilers = %D%/run/vcubecc %D%/run/vcubefort
if HAVE_CXX
compilers += %D%/run/vcubecxx
endif
bin_SCRIPTS = $(compilers)
here = $(compilers:%D%/run/%=%D%/run/here/%)
noinst_SCRIPTS = $(here) %D%/run/here/launcher.o
CLEANFILES += $(compilers) $(noinst_SCRIPTS)
EXTRA_DIST += %D%/run/compiler.sh %D%/run/vcubecc.in
$(compilers): places = includes='-I$(includedir)' modules='-I$(fortrandir)' \
	libraries='-L$(libdir) -Wl,-rpath,$(libdir)'
$(here): places = includes='-I$(abs_srcdir)/%D%/include -I$(abs_srcdir)/lib/include' \
	modules='-I$(abs_builddir)/%D%/fortran' libraries='$(abs_builddir)/%D%/run/here/launcher.o \
	-L$(abs_builddir) -L$(abs_builddir)/.libs -Wl,-rpath,$(abs_builddir)/.libs'
$(compilers) $(here): %D%/run/compiler.sh %D%/run/vcubecc.in Makefile
	$(generate) CC='$(CC)' CXX='$(CXX)' FC='$(FC)' VERSION=$(VERSION) $(places) $< $(@F) >$@
	@chmod +x $@
# The name of the launcher, in place of the installed one
%D%/run/here/launcher.o: Makefile
	$(generate) echo 'const char vcube_own_launcher[] __attribute__((visibility("hidden"))) =' \
		'"$(abs_builddir)/%D%/run/vcuberun";' | $(CC) -fPIC -x c -c - -o $@
