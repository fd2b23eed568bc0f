libcollective_la_CPPFLAGS = $(libfault_la_CPPFLAGS) $(libtoolkit_la_CPPFLAGS) \
	-iquote $(srcdir)/%D% -iquote nodes/algorithms
libcollective_la_SOURCES = %D%/agree.c %D%/collective.c %D%/counts.c %D%/lent_beside.c \
	%D%/native.c %D%/on_host.c %D%/options.c %D%/predict.c %D%/registry.c %D%/rendezvous.c \
	%D%/select.c %D%/shared.c %D%/shuffle.c %D%/signature.c
