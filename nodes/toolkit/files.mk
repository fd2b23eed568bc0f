libtoolkit_la_CPPFLAGS = $(public) -iquote $(srcdir)/%D%
libtoolkit_la_SOURCES = %D%/aapc.c %D%/aapc.h %D%/buckets.c %D%/buckets.h %D%/buffer.c \
	%D%/buffer.h %D%/concurrent.c %D%/cube.c %D%/deliver.c %D%/permute.c %D%/play.c \
	%D%/play.h %D%/segments.c %D%/stages.c %D%/star.c
