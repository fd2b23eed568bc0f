libnetwork_la_CPPFLAGS = $(libkernel_la_CPPFLAGS) -iquote $(srcdir)/%D%
libnetwork_la_SOURCES = %D%/network.c %D%/override.c %D%/override_publish.c %D%/reservation.c \
	%D%/route.c
