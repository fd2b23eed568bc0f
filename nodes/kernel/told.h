/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a remote node did in a run, as its process tells: it has no struct. Behind it lie what the
 * node gave, and the times of those kinds of local work that took time.
 */
#ifndef VC_TOLD_H
#define VC_TOLD_H

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <vcube/desc.h>

struct vc_told {
	alignas(max_align_t) int rank;
	int result;
	vcube_time now;
	uint64_t messages, bytes, steps, heap_peak, given;
	uint32_t kinds;                 /* of work, a bit each */
};

static inline size_t
vc_told_given_room(const struct vc_told *told)
{
	return (told->given + 7) / 8 * 8;
}

/* Returns the bytes of all that it tells, */
static inline size_t
vc_told_used(const struct vc_told *told)
{
	return sizeof *told + vc_told_given_room(told) +
		(size_t)__builtin_popcount(told->kinds) * sizeof(vcube_time);
}

/* and the bytes from one node to the next. */
static inline size_t
vc_told_size(const struct vc_told *told)
{
	const size_t all = alignof(max_align_t);

	return (vc_told_used(told) + all - 1) / all * all;
}

static inline vcube_time
vc_told_worked(const struct vc_told *told, int kind)
{
	const vcube_time *const times = (const void *)((const char *)(told + 1) + vc_told_given_room(told));
	const uint32_t before = told->kinds & ((1u << kind) - 1);

	return told->kinds & 1u << kind ? times[__builtin_popcount(before)] : 0;
}

#endif
