/* SPDX-License-Identifier: BSD-2-Clause */
/* The search of an exploration: a run on the path of the tree, and what is kept of it. */
#ifndef VC_SEARCH_H
#define VC_SEARCH_H

#include "delays.h"
#include "digests.h"
#include "explore.h"
#include "tree.h"
#include "trials.h"

struct vc_search {
	vcube_machine *machine;
	vcube_program *program;
	void *arg;
	/* Runs it once: vc_run_once() or vc_run_apart(). */
	int (*run)(vcube_machine *machine, vcube_program *program, void *arg);
	struct vcube_explore_limits limits;
	struct vcube_explored *result;
	struct vc_digests outcomes;
	size_t shortest;                /* answers of the shortest failing order */
	bool synchronous;               /* the present reading, */
	const struct vcube_fault *fault;        /* and fault, or NULL */
	struct vc_trials trials;
	const struct vc_delays *delays;         /* of explore=clock; else NULL */
	struct vc_digests orders;       /* that it has run */
	struct vc_delays failed_delays; /* of the first failing order */
	int64_t told;                   /* when progress was told */
	uint64_t fails;                 /* orders that fail without a fault */
	char *order;                    /* the first failing order, without its keys, */
	bool failed_synchronous;
	struct vcube_fault failed_fault;        /* and the fault that it has; else VCUBE_FAULTS_COUNT */
};

/* Runs once and counts the run. Returns 0, or an error that ends the exploration. */
int vc_search_run(struct vc_search *search);
/* Returns whether a limit ends the exploration. */
bool vc_search_is_enough(const struct vc_search *search);
/* Keeps the first order that fails, of the present reading and fault. */
void vc_search_keep_order(struct vc_search *search, const char *order);
/* Tells progress if it is time. */
void vc_search_tell(struct vc_search *search);

#endif
