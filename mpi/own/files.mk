# The state of libc that a rank has for itself: linked into every copy of a program
lib_LIBRARIES += libvcube-own.a
libvcube_own_a_AR = $(AR) cr
libvcube_own_a_CPPFLAGS = -D_GNU_SOURCE -DVCUBERUN='"$(bindir)/vcuberun"'
libvcube_own_a_CFLAGS = $(AM_CFLAGS) -fPIC -fvisibility=hidden -fno-builtin
libvcube_own_a_SOURCES = %D%/drand48.c %D%/environ.c %D%/getopt.c %D%/input.c %D%/own.h \
	%D%/random.c %D%/start.c %D%/strtok.c %D%/thread_local.c %D%/time.c

# The streams of C++, for its programs
EXTRA_DIST += %D%/streams.cc
if HAVE_CXX
libvcube_own_a_LIBADD = %D%/streams.o
libvcube_own_a_DEPENDENCIES = %D%/streams.o
%D%/streams.o: %D%/streams.cc
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(CXX) -std=c++11 -Wall -Wextra $(WERROR) -g -O2 -fPIC \
		-fvisibility=hidden -c -o $@ $(srcdir)/%D%/streams.cc
endif
CLEANFILES += %D%/streams.o
