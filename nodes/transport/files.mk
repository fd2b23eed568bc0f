libtransport_la_CPPFLAGS = $(libcollective_la_CPPFLAGS) -iquote $(srcdir)/%D%
libtransport_la_SOURCES = %D%/divide.c %D%/gather.c %D%/image.c %D%/inbox.c %D%/join.c \
	%D%/outbox.c %D%/processes.c %D%/same.c %D%/sockets.c %D%/wave.c

# The transport over an MPI: a module for each that is there, compiled by its own compiler. The
# library knows none of them, so they lie beside it.
transport_modules =
if HAVE_OPENMPI
transport_modules += .libs/vcube-openmpi.so
endif
if HAVE_MPICH
transport_modules += .libs/vcube-mpich.so
endif
.libs/vcube-openmpi.so: mpicc = $(MPICC_OPENMPI)
.libs/vcube-mpich.so: mpicc = $(MPICC_MPICH)
$(transport_modules): %D%/mpi.c
	$(AM_V_CC)$(MKDIR_P) $(@D) && $(mpicc) -std=gnu11 -Wall -Wextra $(public) $(CPPFLAGS) \
		$(CFLAGS) -shared -fPIC $(LDFLAGS) $< -o $@
transportdir = $(libdir)/vcube
transport_DATA = $(transport_modules)
CLEANFILES += $(transport_modules)
EXTRA_DIST += %D%/mpi.c
