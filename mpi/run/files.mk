# vcuberun, and what it shares with the vcube command
bin_PROGRAMS += %D%/vcuberun
%C%_vcuberun_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/mpi/include -I$(srcdir)/cli \
	-iquote $(srcdir)/mpi/own -iquote $(srcdir)/lib/lines
%C%_vcuberun_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden -fno-builtin
%C%_vcuberun_LDFLAGS = $(AM_LDFLAGS) -Wl,--export-dynamic
%C%_vcuberun_LDADD = libvcube-stepper.la libvcube-mpi.la libvcube.la
%C%_vcuberun_SOURCES = %D%/copy.c %D%/copy.h %D%/environment.c %D%/environment.h \
	%D%/image.c %D%/image.h %D%/interpose.c %D%/leave.c \
	%D%/leave.h %D%/mpirun.c %D%/mpirun.h %D%/options.c %D%/options.h \
	%D%/output.c %D%/output.h %D%/rank.c %D%/rank.h \
	%D%/signals.c %D%/signals.h %D%/theirs.h %D%/vcuberun.c cli/base/command.c \
	cli/base/status.c cli/base/text.c cli/base/settings.c

# The compilers: for programs that are installed, and in here/ for those of the tests. That of
# Fortran is always there, if only to say what is missing.
wrappers = %D%/vcubecc %D%/vcubefort
if HAVE_CXX
wrappers += %D%/vcubecxx
endif
bin_SCRIPTS = $(wrappers)
here = $(wrappers:%D%/%=%D%/here/%)
noinst_SCRIPTS = $(here) %D%/here/launcher.o
CLEANFILES += $(wrappers) $(noinst_SCRIPTS)
EXTRA_DIST += %D%/vcubecc.in
wrap = $(MKDIR_P) $(@D) && sed -e "s|__NAME__|$(@F)|g; s|__VERSION__|$(VERSION)|g" \
	-e "s|__INCLUDES__|$$includes$$modules|g; s|__LIBRARIES__|$$libraries|g" \
	-e "$$language" \
	$(srcdir)/%D%/vcubecc.in >$@.new && chmod +x $@.new && mv $@.new $@
installed = includes='-I$(includedir)' folder='$(fortrandir)'; \
	libraries='-L$(libdir) -Wl,-rpath,$(libdir)';
built = includes='-I$(abs_srcdir)/mpi/include -I$(abs_srcdir)/lib/include' \
	folder='$(abs_builddir)/mpi/fortran'; \
	libraries='$(abs_builddir)/%D%/here/launcher.o -L$(abs_builddir) -L$(abs_builddir)/.libs -Wl,-rpath,$(abs_builddir)/.libs';
as_c = language='s|__LANGUAGE__|C|;s|__VARIABLE__|VCUBE_CC|;s|__COMPILER__|$(CC)|;s|__BINDING__||';
as_cxx = language='s|__LANGUAGE__|C++|;s|__VARIABLE__|VCUBE_CXX|;s|__COMPILER__|$(CXX)|;s|__BINDING__||';
as_fort = modules=" -I$$folder"; \
	language='s|__LANGUAGE__|Fortran|;s|__VARIABLE__|VCUBE_FC|;s|__COMPILER__|$(FC)|;s|__BINDING__|-lvcube-fortran|';
# The name of the launcher, in place of the installed one
%D%/here/launcher.o: Makefile
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
		echo 'extern const char vcube_own_launcher[] __attribute__((visibility("hidden")));' \
		'const char vcube_own_launcher[] = "$(abs_builddir)/%D%/vcuberun";' | \
		$(CC) -fPIC -x c -c - -o $@
%D%/vcubecc: %D%/vcubecc.in Makefile
	$(AM_V_GEN)$(installed) $(as_c) $(wrap)
%D%/vcubecxx: %D%/vcubecc.in Makefile
	$(AM_V_GEN)$(installed) $(as_cxx) $(wrap)
%D%/vcubefort: %D%/vcubecc.in Makefile
	$(AM_V_GEN)$(installed) $(as_fort) $(wrap)
%D%/here/vcubecc: %D%/vcubecc.in Makefile
	$(AM_V_GEN)$(built) $(as_c) $(wrap)
%D%/here/vcubecxx: %D%/vcubecc.in Makefile
	$(AM_V_GEN)$(built) $(as_cxx) $(wrap)
%D%/here/vcubefort: %D%/vcubecc.in Makefile
	$(AM_V_GEN)$(built) $(as_fort) $(wrap)
