/* SPDX-License-Identifier: BSD-2-Clause */
/* Partitions of log p, and their costs in alltoall.multiphase. */
#ifndef PARTITION_H
#define PARTITION_H

#include <vcube/authoring.h>

enum { PARTS, BARRIER };        /* its options */

static inline const struct vcube_algorithm *
multiphase(void)
{
	return vcube_algorithm_find(VCUBE_ALLTOALL, "multiphase", NULL);
}

/* The parts of d for the number `cuts`: bit i cuts between i and i + 1. */
static inline struct vcube_setting
composition(int d, unsigned cuts)
{
	struct vcube_setting s = {.count = 0};
	int part = 0;

	for (int i = 0; i < d; i++) {
		part++;
		if (i == d - 1 || cuts & 1u << i) {
			s.number[s.count++] = part;
			part = 0;
		}
	}
	s.value = s.number[0];
	return s;
}

static inline bool
ascends(const struct vcube_setting *s)
{
	for (int i = 1; i < s->count; i++)
		if (s->number[i] < s->number[i - 1])
			return false;
	return true;
}

static inline vcube_time
partition_cost(const struct vcube_desc *desc, int p, size_t m, const struct vcube_setting *set)
{
	struct vcube_terms t = vcube_terms_of(desc, p, m);

	t.set = set;
	return multiphase()->cost(&t);
}

#endif
