/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a case would take, by its algorithm's formula, and which algorithm that
 * is where none is named.
 */
#ifndef PREDICT_H
#define PREDICT_H

#include "sweep/plan.h"

/* The terms of a case on a machine so described; `set` has room for
 * VCUBE_OPTIONS_MAX settings and belongs to the terms. */
struct vcube_terms predict_terms(const struct run_case *c, const struct vcube_desc *desc,
				 struct vcube_setting *set);

/*
 * Fills in what is known of a case before a run: its record, with the predicted
 * time, and c->chosen. Sets the topology of `desc`. Where the algorithm does not
 * suit the case, or none does, the reason is in *error.
 */
void predict(struct run_case *c, struct vcube_desc *desc, struct vcube_error *error);

/* Fills in how it ended: well, as `status` says, if *error says nothing. What
 * cannot run there is skipped, unless the user asked for it by name. */
void predict_end(struct run_case *c, const char *status, const struct vcube_error *error);

/* Is the algorithm made for other links than there are, where that matters: on a
 * machine without routes, or where contention takes time? */
bool predict_is_away(const struct vcube_algorithm *a, const struct vcube_desc *desc);

/* Prints, of a case that leaves the choice to the library, what it chose, why,
 * and what the others would cost. */
void explain(const struct run_case *c, const struct vcube_desc *desc);

#endif
