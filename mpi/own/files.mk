# The state of libc that a rank has for itself: linked into every copy of a program
lib_LIBRARIES = libvcube-own.a
libvcube_own_a_AR = $(AR) cr
libvcube_own_a_CPPFLAGS = -D_GNU_SOURCE -DVCUBERUN='"$(bindir)/vcuberun"'
libvcube_own_a_CFLAGS = $(AM_CFLAGS) -fPIC -fvisibility=hidden -fno-builtin
libvcube_own_a_SOURCES = %D%/drand48.c %D%/environ.c %D%/getopt.c %D%/input.c %D%/own.h \
	%D%/random.c %D%/start.c %D%/streams.c %D%/strtok.c %D%/thread_local.c %D%/time.c
