/* SPDX-License-Identifier: BSD-2-Clause */
/* libc's functions, or a sanitizer's, behind those of vcuberun that have their names. */
#ifndef THEIRS_H
#define THEIRS_H

#include <dlfcn.h>

#define THEIRS(name) \
	({ \
		static __typeof__(&(name)) theirs_; \
\
		if (!__atomic_load_n(&theirs_, __ATOMIC_RELAXED)) \
			__atomic_store_n(&theirs_, (__typeof__(theirs_))dlsym(RTLD_NEXT, #name), \
					 __ATOMIC_RELAXED); \
		theirs_; \
	})

#endif
