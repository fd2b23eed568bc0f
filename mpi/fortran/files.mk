# Fortran: handles of C, and what vcubefort adds
sees_mpi += -iquote $(srcdir)/%D%
libmpi_la_SOURCES += %D%/handles.c %D%/of_fortran.h

# The functions of Fortran, linked into every copy of a program
lib_LIBRARIES = libvcube-fortran.a
libvcube_fortran_a_AR = $(AR) cr
libvcube_fortran_a_CPPFLAGS = $(public) -I$(srcdir)/mpi/include -iquote $(srcdir)/%D%
libvcube_fortran_a_CFLAGS = $(AM_CFLAGS) -fPIC
libvcube_fortran_a_SOURCES = %D%/by_hand.c %D%/convert.c %D%/convert.h
nodist_libvcube_fortran_a_SOURCES = %D%/wrappers.c
fortran_calls = $(srcdir)/mpi/include/vcube/mpi_calls.h
fortran_constants = $(srcdir)/mpi/include/mpi.h
fortran_inc = $(srcdir)/%D%/places.inc $(srcdir)/%D%/functions.inc
fortran_awk = %D%/calls.awk %D%/constants.awk %D%/module.awk %D%/wrappers.awk
EXTRA_DIST += $(fortran_awk) %D%/functions.inc %D%/places.inc
made_of_calls = $(AM_V_GEN)$(MKDIR_P) $(@D) && $(AWK) -f $(srcdir)/%D%/calls.awk
%D%/wrappers.c: $(fortran_awk) $(srcdir)/%D%/by_hand.c $(fortran_calls)
	$(made_of_calls) -f $(srcdir)/%D%/wrappers.awk $(srcdir)/%D%/by_hand.c $(fortran_calls) \
		>$@.new && mv $@.new $@

# What programs include and use: the modules are compiled where there is a compiler.
fortrandir = $(pkgincludedir)/fortran
nodist_fortran_DATA = %D%/mpif.h %D%/mpi.f90
%D%/mpif.h: %D%/constants.awk $(fortran_inc) $(fortran_constants)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && { $(AWK) -f $(srcdir)/%D%/constants.awk \
		$(fortran_constants) && cat $(fortran_inc); } >$@.new && mv $@.new $@
%D%/mpi.f90: $(fortran_awk) $(fortran_inc) $(fortran_calls) $(fortran_constants)
	$(made_of_calls) -f $(srcdir)/%D%/module.awk $(fortran_calls) >$@.calls && { \
		echo '      module mpi' && echo '      implicit none' && \
		$(AWK) -f $(srcdir)/%D%/constants.awk $(fortran_constants) && \
		cat $(srcdir)/%D%/places.inc && sed -n '/IGNORE/p' $(srcdir)/%D%/functions.inc && \
		cat $@.calls && echo '      end module'; } >$@.new && rm $@.calls && mv $@.new $@
CLEANFILES += %D%/wrappers.c %D%/mpif.h %D%/mpi.f90
if HAVE_FC
nodist_fortran_DATA += %D%/mpi.mod
libvcube_fortran_a_LIBADD = %D%/mpi.o
libvcube_fortran_a_DEPENDENCIES = %D%/mpi.o
%D%/mpi.o: %D%/mpi.f90
	$(AM_V_GEN)$(FC) -g -O2 -fPIC -J $(@D) -c -o $@ $(@D)/mpi.f90
%D%/mpi.mod: %D%/mpi.o
	@touch $@
CLEANFILES += %D%/mpi.o %D%/mpi.mod
endif
