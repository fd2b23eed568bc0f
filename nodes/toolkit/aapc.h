/* SPDX-License-Identifier: BSD-2-Clause */
/* All-to-all personalized communication by schedules: what vcube/aapc.h is made of. */
#ifndef VC_AAPC_H
#define VC_AAPC_H

#include <vcube/authoring.h>

/* f and g of (j|i) to (f(i)|g(j)): the numbers given; if f is NULL, those of the name. */
struct vc_permuting {
	enum vcube_permutations name;
	const unsigned *f, *g;
};

static inline unsigned
vc_permuting_f(const struct vc_permuting *p, unsigned i, int d)
{
	return p->f != NULL ? p->f[i] : vcube_permutation_node((int)p->name, i, d);
}

static inline unsigned
vc_permuting_g(const struct vc_permuting *p, unsigned j, int d)
{
	return p->f != NULL ? p->g[j] : vcube_permutation_block((int)p->name, j, d);
}

/* Like vcube_aapc(), with work on each part (vcube_successive()) unless `local` is NULL; along
 * axes of these orders, or, if that is NULL, all alike. */
void vc_aapc(vcube_node *self, const struct vcube_call *c, const struct vcube_schedule_plan *plan,
	     const struct vc_permuting *permuting, const int *orders, vcube_local *local, void *arg);

/* Performs the call by a schedule of aapc5 whose memory has two axes. */
void vc_concurrent(vcube_node *self, const struct vcube_call *c, const vcube_schedule *schedule);

/* Writes the plan of one exchange: that of the alltoall algorithm and options in `how`;
 * for NULL that of aapc4, in blocks if that is cheaper for blocks of `bytes`.
 * Returns 0, or the code of the node's failure, which names the caller. */
int vc_aapc_plan(vcube_node *self, vcube_group *group, const char *caller, const char *how,
		 size_t bytes, struct vcube_schedule_plan *plan);

#endif
