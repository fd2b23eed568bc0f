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
fortran_sources = %D%/calls.awk %D%/constants.awk %D%/module.awk %D%/wrappers.awk \
	%D%/f08.inc %D%/f08_types.inc %D%/functions.inc %D%/places.inc %D%/statuses.inc
EXTRA_DIST += $(fortran_sources)
%D%/wrappers.c: $(fortran_sources) $(srcdir)/%D%/by_hand.c $(fortran_calls)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cd $(srcdir)/%D% && $(AWK) -v large_forms=1 -f calls.awk \
		-f wrappers.awk \
		by_hand.c ../include/vcube/mpi_calls.h >$(abs_builddir)/$@.new && \
		mv $(abs_builddir)/$@.new $(abs_builddir)/$@

# What programs include and use: the modules are compiled where there is a compiler.
fortrandir = $(pkgincludedir)/fortran
fortran_made = %D%/mpif.h %D%/mpi.f90 %D%/mpi_f08.f90
nodist_fortran_DATA = $(fortran_made)
CLEANFILES += %D%/wrappers.c $(fortran_made)
$(fortran_made): $(fortran_sources) $(fortran_calls) $(fortran_constants)
%D%/mpif.h:
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cd $(srcdir)/%D% && { $(AWK) -f constants.awk \
		../include/mpi.h && cat places.inc statuses.inc functions.inc; } \
		>$(abs_builddir)/$@.new && mv $(abs_builddir)/$@.new $(abs_builddir)/$@
%D%/mpi.f90:
	$(AM_V_GEN)module=mpi f08=0 before=/dev/null behind=statuses.inc && $(make_module)
%D%/mpi_f08.f90:
	$(AM_V_GEN)module=mpi_f08 f08=1 before=f08_types.inc behind=f08.inc && $(make_module)
make_module = $(MKDIR_P) $(@D) && cd $(srcdir)/%D% && { \
		echo "      module $$module" && echo '      implicit none' && cat $$before && \
		$(AWK) -v f08=$$f08 -f constants.awk ../include/mpi.h && cat places.inc $$behind && \
		$(AWK) -v f08=$$f08 -v large_forms=$$f08 -f calls.awk \
			-f module.awk ../include/vcube/mpi_calls.h && \
		echo '      end module'; \
	} >$(abs_builddir)/$@.new && mv $(abs_builddir)/$@.new $(abs_builddir)/$@
if HAVE_FC
modules = %D%/mpi.mod %D%/mpi_f08.mod
nodist_fortran_DATA += $(modules)
libvcube_fortran_a_LIBADD = $(modules:.mod=.o)
libvcube_fortran_a_DEPENDENCIES = $(modules:.mod=.o)
$(modules:.mod=.o): $(fortran_made)
	$(AM_V_GEN)$(FC) -g -O2 -fPIC -J $(@D) -c -o $@ $(@:.o=.f90)
$(modules): $(modules:.mod=.o)
	@touch $@
CLEANFILES += $(modules) $(modules:.mod=.o)
endif
