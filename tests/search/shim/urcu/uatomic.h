/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * liburcu's atomics in C11, found before its own, for its queue, whose two shared words
 * tests/tree/check_search.sh makes shared<>. A plain access is relaxed. A dependency of
 * liburcu is an acquire fence here, as with compilers that support consume; every operation
 * has the full fences around it that liburcu promises.
 */
#ifndef URCU_UATOMIC_H
#define URCU_UATOMIC_H

#include <stdatomic.h>

template <typename T>
struct shared {
	typedef T kept;
	rl::atomic<T> word;

	operator T() { return word.load(memory_order_relaxed); }
	T operator=(T value) { word.store(value, memory_order_relaxed); return value; }
};

#define cmm_smp_mb() atomic_thread_fence(memory_order_seq_cst)
#define cmm_smp_rmb() atomic_thread_fence(memory_order_acquire)
#define cmm_smp_read_barrier_depends() atomic_thread_fence(memory_order_acquire)
#define caa_cpu_relax() rl::yield(1, $)

#define CMM_LOAD_SHARED(at) (at).word.load(memory_order_relaxed)
#define CMM_STORE_SHARED(at, value) (at).word.store(value, memory_order_relaxed)
#define uatomic_read(at) (at)->word.load(memory_order_relaxed)

template <typename T>
T
uatomic_xchg(shared<T> *at, typename shared<T>::kept value)
{
	T before;

	cmm_smp_mb();
	before = at->word.exchange(value, memory_order_relaxed);
	cmm_smp_mb();
	return before;
}

template <typename T>
T
uatomic_cmpxchg(shared<T> *at, T expected, T value)
{
	cmm_smp_mb();
	at->word.compare_exchange_strong(expected, value, memory_order_relaxed);
	cmm_smp_mb();
	return expected;
}

#endif
