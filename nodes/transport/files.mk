libtransport_la_CPPFLAGS = $(libcollective_la_CPPFLAGS) -iquote $(srcdir)/%D%
libtransport_la_SOURCES = %D%/bytes.h %D%/divide.c %D%/gather.c %D%/image.c %D%/inbox.c %D%/join.c %D%/joined.h \
	%D%/outbox.c %D%/processes.c %D%/processes.h %D%/sockets.c %D%/wave.c

# The transport over an MPI: a module for each that is there, compiled by its own compiler. The
# library knows none of them, so they lie beside it.
transport_modules =
if HAVE_OPENMPI
transport_modules += .libs/vcube-openmpi.so
.libs/vcube-openmpi.so: %D%/mpi.c
	$(AM_V_CC)$(MKDIR_P) .libs && $(MPICC_OPENMPI) $(transport_flags) $(srcdir)/%D%/mpi.c -o $@
endif
if HAVE_MPICH
transport_modules += .libs/vcube-mpich.so
.libs/vcube-mpich.so: %D%/mpi.c
	$(AM_V_CC)$(MKDIR_P) .libs && $(MPICC_MPICH) $(transport_flags) $(srcdir)/%D%/mpi.c -o $@
endif
transport_flags = -std=gnu11 -Wall -Wextra $(public) $(CPPFLAGS) $(CFLAGS) -shared -fPIC $(LDFLAGS)
transportdir = $(libdir)/vcube
transport_DATA = $(transport_modules)
CLEANFILES += $(transport_modules)
EXTRA_DIST += %D%/mpi.c
