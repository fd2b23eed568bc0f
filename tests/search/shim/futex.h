/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's futex under relacy, without early returns, which would hide a lost wake. A
 * deadline may pass at any time.
 */
#ifndef VC_FUTEX_H
#define VC_FUTEX_H

#include <limits.h>
#include <stdatomic.h>

void vc_host_passed(void);      /* a deadline of the host's clock, for this thread */

static inline void
vc_futex_wait(rl::atomic<uint32_t> *word, uint32_t value, int64_t deadline)
{
	rl::context &c = rl::ctx();
	bool same;

	c.atomic_thread_fence_seq_cst();
	{
		rl::preemption_disabler at_once(c);

		same = word->load(memory_order_acquire) == value;
	}
	if (same && word->wait(c, deadline >= 0, false, $) == rl::unpark_reason_timeout)
		vc_host_passed();
}

static inline void
vc_futex_wake(rl::atomic<uint32_t> *word, int most)
{
	rl::context &c = rl::ctx();

	c.atomic_thread_fence_seq_cst();
	word->wake(c, most < 2 ? most : 2, $);
}

#endif
