/* SPDX-License-Identifier: BSD-2-Clause */
#include "predict.h"
#include <stdlib.h>
#include "description.h"
#include "error.h"
#include "play.h"

/* --- formulas ------------------------------------------------------------------------ */

/* Do messages between neighbours take start-up, hop and bytes, and nodes send and receive one at
 * a time? Formulas have nothing else. */
static bool
is_plain(const struct vcube_desc *d)
{
	return d->ports == VCUBE_PORTS_ONE && d->duplex == VCUBE_DUPLEX_FULL && d->width <= 1 &&
	       d->granule <= 1 && d->links == NULL && d->changes == NULL &&
	       d->capacity == SIZE_MAX && d->jitter == 0 &&
	       d->cost.send_overhead == 0 && d->cost.recv_overhead == 0;
}

static bool
has_work(const struct vcube_cost *k)
{
	return k->copy > 0 || k->combine > 0 || k->combine_startup > 0;
}

static bool
is_loose(const struct vcube_predicted_call *call)
{
	const int p = call->terms->p;

	return call->algorithm->loose == VCUBE_LOOSE_ALWAYS ||
	       (call->algorithm->loose == VCUBE_LOOSE_IN_PARTS && (p & (p - 1)) != 0);
}

/* Returns the kinds on which the algorithm's partners are neighbours. */
static unsigned
native_of(const struct vcube_predicted_call *call)
{
	const struct vcube_algorithm *const a = call->algorithm;
	const struct vcube_setting *const set = call->terms->set;

	return a->native & VCUBE_NATIVE_ORDERED && set != NULL && set[0].value != 0
		? a->native & ~(1u << VCUBE_HYPERCUBE) : a->native;
}

enum vcube_certainty
vc_formula_certainty(const struct vcube_desc *d, const struct vc_wiring *w,
		     const struct vcube_predicted_call *call)
{
	const unsigned full = 1u << VCUBE_FULL, native = native_of(call);
	const unsigned traits = vcube_collective_shape(call->algorithm->collective)->traits;

	if (call->terms->p == 1)
		return VCUBE_EXACT;
	/* the work of formulas is that of root 0, which has the least to combine */
	if (!is_plain(d) || (call->root > 0 && has_work(&d->cost)))
		return VCUBE_ABOUT;
	if (traits & VCUBE_COUNTS && native == 0)
		return vc_native_kinds(w, full) != 0 ? VCUBE_AT_MOST : VCUBE_ABOUT;
	if (traits & (VCUBE_COUNTS | VCUBE_UNEQUAL) && call->length != NULL)
		return VCUBE_ABOUT;
	/* kinds on whose routes no message waits are not a hop apart */
	if (is_loose(call) && has_work(&d->cost))
		return vc_native_kinds(w, native) != 0 ? VCUBE_AT_MOST : VCUBE_ABOUT;
	if (d->cost.per_hop == 0 ? vc_native_kinds(w, native) : vc_wired_kinds(w, native))
		return VCUBE_EXACT;
	/* stored messages come without start-up from the last link, several of them in its time */
	return d->switching == VCUBE_SWITCHING_CUT_THROUGH ? VCUBE_AT_LEAST : VCUBE_ABOUT;
}

/* --- predictions --------------------------------------------------------------------- */

static int
judge_formula(const struct vcube_desc *desc, const struct vcube_predicted_call *call,
	      enum vcube_certainty *certainty, struct vcube_error *error)
{
	vcube_topology *topology;
	struct vc_wiring w;
	int *position;
	const int code = vc_wiring_described(desc, &w, &topology, &position, error);

	if (code == 0)
		*certainty = vc_formula_certainty(desc, &w, call);
	vcube_topology_free(topology);
	free(position);
	return code;
}

int
vcube_predict(const struct vcube_desc *desc, const struct vcube_predicted_call *call,
	      int64_t messages, struct vcube_prediction *prediction, struct vcube_error *error)
{
	const bool small = call->terms->p <= VCUBE_PLAYED_NODES;
	struct vc_player player = {.machine = NULL};
	struct vcube_error why = {0};
	int code = judge_formula(desc, call, &prediction->certainty, error);

	if (code != 0)
		return code;
	prediction->time = vcube_algorithm_cost(call->algorithm, call->terms);
	if (prediction->certainty == VCUBE_EXACT || prediction->time < 0 || (!small && messages <= 0))
		return 0;
	prediction->time = vc_play(&player, desc, call, small ? INT64_MAX : messages, &why);
	vc_play_end(&player);
	if (prediction->time >= 0)
		prediction->certainty = VCUBE_EXACT;
	else if (why.code == VCUBE_EROUTE || why.code == VCUBE_EFAULT)  /* there is no way */
		return vc_error(error, why.code, "%s", why.text);
	else
		prediction->time = vcube_algorithm_cost(call->algorithm, call->terms);
	return 0;
}
