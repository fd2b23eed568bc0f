libcollective_la_CPPFLAGS = $(libfault_la_CPPFLAGS) $(libtoolkit_la_CPPFLAGS) \
	-iquote $(srcdir)/%D% -iquote nodes/algorithms
libcollective_la_SOURCES = %D%/agree.c %D%/agree.h %D%/collective.c %D%/counts.c %D%/counts.h \
	%D%/native.c %D%/native.h %D%/on_host.c %D%/on_host.h %D%/options.c %D%/predict.c \
	%D%/predict.h %D%/registry.c %D%/rendezvous.c %D%/rendezvous.h %D%/select.c %D%/select.h \
	%D%/shared.c %D%/shared.h %D%/shuffle.c %D%/signature.c %D%/signature.h
