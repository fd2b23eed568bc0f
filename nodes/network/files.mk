libnetwork_la_CPPFLAGS = $(libkernel_la_CPPFLAGS) -iquote $(srcdir)/%D%
libnetwork_la_SOURCES = %D%/link.h %D%/network.c %D%/network.h %D%/override.c %D%/override.h \
	%D%/override_publish.c %D%/reservation.c %D%/reservation.h %D%/route.c %D%/route.h
