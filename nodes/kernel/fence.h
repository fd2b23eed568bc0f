/* SPDX-License-Identifier: BSD-2-Clause */
/* A fence between a write and a read. */
#ifndef VC_FENCE_H
#define VC_FENCE_H

#include <stdatomic.h>
#include "host.h"

/* Orders a write of this thread before its next read, against a thread that does the reverse, with
 * a fence of the same file. ThreadSanitizer ignores fences: two read-modify-writes of one word
 * order as well. */
static inline void
vc_fence(void)
{
#ifdef VC_TSAN
	static _Atomic(int) all;

	atomic_fetch_add_explicit(&all, 0, memory_order_seq_cst);
#else
	atomic_thread_fence(memory_order_seq_cst);
#endif
}

#endif
