# What algorithms share; compiled with the public headers alone
libtoolkit_la_CPPFLAGS = $(sees_toolkit)
libtoolkit_la_SOURCES = %D%/aapc.c %D%/aapc.h %D%/aapc_cost.c %D%/buckets.c %D%/buckets.h \
	%D%/buffer.c %D%/buffer.h %D%/concurrent.c %D%/cube.c %D%/deliver.c %D%/permute.c \
	%D%/relay.h %D%/segments.c %D%/stages.c %D%/stages_send.c %D%/stages_take.c \
	%D%/star.c
