# Examples, to run from the build and to copy from
noinst_PROGRAMS += $(with_stepper) %D%/first %D%/lab/shift %D%/lab/stuck %D%/own_algorithm \
	%D%/race %D%/test_exchange
with_stepper = %D%/fft %D%/matvec %D%/nbody %D%/sort %D%/stepped
$(with_stepper): LDADD = libvcube-stepper.la libvcube.la
$(with_stepper): libvcube-stepper.la
shared = %D%/common.c %D%/common.h %D%/input.c %D%/input.h %D%/report.c
fft = %D%/fft.c %D%/fft.h %D%/fft_nodes.c %D%/fourier.c %D%/fourier.h
matvec = %D%/matrix_market.c %D%/matrix_market.h %D%/matvec.c %D%/matvec.h %D%/matvec_array.c \
	%D%/matvec_array.h %D%/matvec_nodes.c
nbody = %D%/bodies.c %D%/bodies.h %D%/nbody.c %D%/nbody.h %D%/nbody_nodes.c
sort = %D%/sort.c %D%/sort.h %D%/sort_nodes.c
%C%_fft_SOURCES = $(shared) $(fft)
%C%_matvec_SOURCES = $(shared) $(matvec)
%C%_nbody_SOURCES = $(shared) $(nbody)
%C%_sort_SOURCES = $(shared) $(sort)
%C%_test_exchange_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
%C%_test_exchange_LDADD = $(LDADD) $(CMOCKA_LIBS)

exampledir = $(docdir)
nobase_dist_example_SCRIPTS = %D%/tour.sh %D%/lab/sheets.sh %D%/sweep/parallel.sh %D%/sweep/slurm.sh
nobase_dist_example_DATA = $(shared) $(fft) $(matvec) $(nbody) $(sort) %D%/Makefile %D%/README.md \
	%D%/ci/github.yml %D%/cmake/CMakeLists.txt %D%/data/chord.txt %D%/data/collatz.txt \
	%D%/data/figure-eight.txt %D%/data/hilbert-7x5.mtx %D%/data/knight-4x5.mtx \
	%D%/data/laplace-6x6.mtx %D%/data/planets.txt %D%/first.c %D%/lab/Makefile \
	%D%/lab/around.c %D%/lab/plan.md %D%/lab/race.c %D%/lab/sheet.awk %D%/lab/sheet.md \
	%D%/lab/shift.c %D%/lab/stuck.c %D%/meson/meson.build %D%/mpi/heat.c %D%/mpi/pi.c \
	%D%/mpi/pi.f90 %D%/mpi/ring.c %D%/mpi/transpose.c %D%/mpi/workers.c %D%/own_algorithm.c \
	%D%/race.c %D%/stepped.c %D%/test_exchange.c
