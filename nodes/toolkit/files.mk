libtoolkit_la_CPPFLAGS = $(public) -iquote $(srcdir)/%D%
libtoolkit_la_SOURCES = %D%/aapc.c %D%/buckets.c %D%/buffer.c %D%/concurrent.c %D%/cube.c \
	%D%/dealing.c %D%/deliver.c %D%/digits.c %D%/digits_time.c %D%/permute.c %D%/play.c \
	%D%/segments.c %D%/stages.c %D%/star.c %D%/ways.c
