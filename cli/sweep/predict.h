/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Predicts the time of a case; chooses the algorithm if none is named.
 */
#ifndef PREDICT_H
#define PREDICT_H

#include "sweep/plan.h"

/*
 * Fill in what is known about a case before its run: the record, with the predicted time
 * (vcube_predict()), and c->chosen. Sets the topology of `desc`. If the algorithm does not
 * suit the case, or none does, *error says why. The second one predicts by the formula alone,
 * at once.
 */
void predict(struct run_case *c, struct vcube_desc *desc, struct vcube_error *error);
void predict_by_formula(struct run_case *c, struct vcube_desc *desc, struct vcube_error *error);

/* Fill in how the case ended: with `status` if there is no error. A case that cannot run
 * on its topology is skipped, unless the user named its algorithm. */
void predict_end(struct run_case *c, const char *status, const struct vcube_error *error);

/* Is the algorithm made for another topology, and does that matter, because the machine
 * has no routes or contention takes time? */
bool predict_is_away(const struct vcube_algorithm *a, const struct vcube_desc *desc);

/* Print which algorithm the library chose for a case, why, and what the others would
 * cost. */
void explain(const struct run_case *c, const struct vcube_desc *desc);

#endif
