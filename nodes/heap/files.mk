libheap_la_CPPFLAGS = $(libtopo_la_CPPFLAGS) -iquote $(srcdir)/%D%
libheap_la_SOURCES = %D%/heap.c %D%/heap_check.c %D%/heap_free.c %D%/heap_guard.c
