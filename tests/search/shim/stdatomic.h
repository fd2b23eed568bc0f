/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * C11's <stdatomic.h> for relacy: found before the compiler's own, it lets the library's
 * unchanged files compile as C++ under relacy.
 */
#ifndef SEARCH_STDATOMIC_H
#define SEARCH_STDATOMIC_H

#include <relacy/relacy.hpp>

/* relacy's macros, usable outside its namespace too: an order is followed by its place in
 * the source */
#undef memory_order_relaxed
#undef memory_order_acquire
#undef memory_order_release
#undef memory_order_acq_rel
#undef memory_order_seq_cst
#define memory_order_relaxed rl::mo_relaxed, $
#define memory_order_acquire rl::mo_acquire, $
#define memory_order_release rl::mo_release, $
#define memory_order_acq_rel rl::mo_acq_rel, $
#define memory_order_seq_cst rl::mo_seq_cst, $

#define _Atomic(type) rl::atomic<type>
#define atomic_load_explicit(at, order) (at)->load(order)
#define atomic_store_explicit(at, value, order) (at)->store(value, order)
#define atomic_exchange_explicit(at, value, order) (at)->exchange(value, order)
#define atomic_fetch_add_explicit(at, value, order) (at)->fetch_add(value, order)
#define atomic_fetch_sub_explicit(at, value, order) (at)->fetch_sub(value, order)
#define atomic_compare_exchange_strong_explicit(at, expected, value, order, or_else) \
	search_exchange(at, expected, value, false, order, or_else)
#define atomic_compare_exchange_weak_explicit(at, expected, value, order, or_else) \
	search_exchange(at, expected, value, true, order, or_else)
#define atomic_thread_fence(order) rl::atomic_thread_fence(order)

/* The expected value may lie where others look: read it first, and write it only if another
 * value was found. */
template <typename T, typename Expected, typename Value>
bool
search_exchange(rl::atomic<T> *at, Expected *expected, Value value, bool weak,
		rl::memory_order order, const rl::debug_info &here,
		rl::memory_order or_else, const rl::debug_info &)
{
	T found = *expected;
	bool done = weak ? at->compare_exchange_weak(found, value, order, here, or_else, here)
			 : at->compare_exchange_strong(found, value, order, here, or_else, here);

	if (!done)
		*expected = found;
	return done;
}

#endif
