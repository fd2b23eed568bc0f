/* SPDX-License-Identifier: BSD-2-Clause */
#include "lateness.h"

/* Latenesses below 32 ns have a class each; longer ones have 32 classes for each power of two. */
static int
class_of(uint64_t ns)
{
	const int power = ns < VC_LATENESS_PARTS ? 5 : 63 - __builtin_clzll(ns);

	if (ns < VC_LATENESS_PARTS)
		return (int)ns;
	return (power - 4) * VC_LATENESS_PARTS + (int)(ns >> (power - 5)) % VC_LATENESS_PARTS;
}

/* Returns the longest lateness in a class. */
static uint64_t
end_of(int class)
{
	const int power = class / VC_LATENESS_PARTS + 4;
	const uint64_t part = (uint64_t)(class % VC_LATENESS_PARTS);

	if (class < VC_LATENESS_PARTS)
		return (uint64_t)class;
	return ((VC_LATENESS_PARTS + part + 1) << (power - 5)) - 1;
}

void
vc_lateness_reset(struct vc_lateness *l)
{
	atomic_store_explicit(&l->messages, 0, memory_order_relaxed);
	atomic_store_explicit(&l->most, 0, memory_order_relaxed);
	for (int i = 0; i < VC_LATENESS_CLASSES; i++)
		atomic_store_explicit(&l->of[i], 0, memory_order_relaxed);
}

static inline void
increase(_Atomic(uint64_t) *count, bool alone)
{
	if (alone)
		atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + 1,
				      memory_order_relaxed);
	else
		atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
}

void
vc_lateness_count(struct vc_lateness *l, bool alone)
{
	increase(&l->messages, alone);
}

void
vc_lateness_add(struct vc_lateness *l, vcube_time late, bool alone)
{
	const uint64_t ns = ((uint64_t)late + 999) / 1000;
	uint64_t most = atomic_load_explicit(&l->most, memory_order_relaxed);

	increase(&l->of[class_of(ns)], alone);
	while (most < ns &&
	       !atomic_compare_exchange_weak_explicit(&l->most, &most, ns, memory_order_relaxed,
						      memory_order_relaxed))
		;
}

static uint64_t
in_class(const struct vc_lateness *l, int class)
{
	return atomic_load_explicit(&l->of[class], memory_order_relaxed);
}

/* Returns a lateness that at least `many` messages did not exceed. */
static vcube_time
least_for(const struct vc_lateness *l, uint64_t many)
{
	const uint64_t most = atomic_load_explicit(&l->most, memory_order_relaxed);
	uint64_t seen = 0;
	int class = 0;

	while (class < VC_LATENESS_CLASSES - 1 && (seen += in_class(l, class)) < many)
		class++;
	return 1000 * (vcube_time)(end_of(class) < most ? end_of(class) : most);
}

void
vc_lateness_sum(const struct vc_lateness *l, struct vcube_lateness *sum)
{
	uint64_t waited = 0;

	for (int i = 0; i < VC_LATENESS_CLASSES; i++)
		waited += in_class(l, i);
	*sum = (struct vcube_lateness){
		.messages = atomic_load_explicit(&l->messages, memory_order_relaxed),
		.waited = waited,
		.median = least_for(l, (waited + 1) / 2),
		.p99 = least_for(l, waited - waited / 100),
		.most = 1000 * (vcube_time)atomic_load_explicit(&l->most, memory_order_relaxed),
	};
}
