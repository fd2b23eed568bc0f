/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Descriptions of machines. Functions that set several fields work on a copy, so that a
 * failure leaves the description as it was.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "description.h"
#include "keys.h"

#define COST(name, value, unit, text) .name = value,
const struct vcube_desc vc_desc_defaults = {
	.topology = "hypercube:3",
	.mapping  = "binary",
	.clock    = VCUBE_CLOCK_FREE,
	.ports    = VCUBE_PORTS_ONE,
	.routing  = VCUBE_ROUTING_ANY,
	.heap     = (size_t)16 << 20,
	.stack    = (size_t)256 << 10,
	.capacity = SIZE_MAX,
	.width    = 1,
	.channels = 1,
	.granule  = 1,
	.seed     = 1,
	.pin      = 1,
	.threads  = VCUBE_THREADS_YES,
	.cost     = { VCUBE_COSTS(COST) },
};
#undef COST

void
vcube_desc_init(struct vcube_desc *desc)
{
	*desc = vc_desc_defaults;
	desc->topology = strdup(vc_desc_defaults.topology);
	desc->mapping = strdup(vc_desc_defaults.mapping);
}

/* The texts, which the description owns; all but the first two may be NULL. */
static const size_t texts[] = {
	offsetof(struct vcube_desc, topology),
	offsetof(struct vcube_desc, mapping),
	offsetof(struct vcube_desc, profile),
	offsetof(struct vcube_desc, links),
	offsetof(struct vcube_desc, changes),
	offsetof(struct vcube_desc, crash),
	offsetof(struct vcube_desc, lose),
	offsetof(struct vcube_desc, delay),
	offsetof(struct vcube_desc, transport),
	offsetof(struct vcube_desc, replay),
};
#define TEXTS (sizeof texts / sizeof *texts)

static char **
text_of(struct vcube_desc *desc, size_t i)
{
	return (char **)((char *)desc + texts[i]);
}

void
vcube_desc_clear(struct vcube_desc *desc)
{
	for (size_t i = 0; i < TEXTS; i++) {
		free(*text_of(desc, i));
		*text_of(desc, i) = NULL;
	}
}

/* Checks the texts that must exist: vcube_desc_init() cannot report a lack of memory. */
static int
check_texts(const struct vcube_desc *desc, struct vcube_error *error)
{
	if (desc->topology && desc->mapping)
		return 0;
	return vc_error(error, VCUBE_EHOST, "the description has no %s: vcube_desc_init() was not "
			"called or had no memory",
			desc->topology ? "mapping" : "topology");
}

int
vc_desc_copy(struct vcube_desc *copy, const struct vcube_desc *desc, struct vcube_error *error)
{
	struct vcube_desc made = *desc;
	bool no_memory = false;

	if (check_texts(desc, error) != 0)
		return VCUBE_EHOST;
	for (size_t i = 0; i < TEXTS; i++) {
		char **const text = text_of(&made, i);

		no_memory |= *text && (*text = strdup(*text)) == NULL;
	}
	if (no_memory) {
		vcube_desc_clear(&made);
		return vc_error(error, VCUBE_EHOST, "no memory for a description");
	}
	*copy = made;
	return 0;
}

int
vcube_desc_set(struct vcube_desc *desc, const char *name, const char *value,
	       struct vcube_error *error)
{
	const struct vc_desc_key *key = vc_desc_key_find(name ? name : "", error);

	return key ? key->parse(key, value ? value : "", vc_desc_field(key, desc), error)
		   : VCUBE_EUNKNOWN;
}

int
vc_desc_set_all(struct vcube_desc *desc, const char *text, struct vcube_error *error,
	int (*set)(struct vcube_desc *desc, const char *text, struct vcube_error *error))
{
	struct vcube_desc copy;
	int code = vc_desc_copy(&copy, desc, error);

	if (code != 0)
		return code;
	code = set(&copy, text, error);
	if (code != 0) {
		vcube_desc_clear(&copy);
		return code;
	}
	vcube_desc_clear(desc);
	*desc = copy;
	return 0;
}

/* Checks that each field's printed value parses. Skips the profile: its settings are
 * already in the other fields, and its file may be gone. */
static int
check_fields(const struct vcube_desc *desc, struct vcube_desc *scratch, struct vcube_error *error)
{
	char room[VC_UNITS_ROOM];
	int code = 0;

	for (int i = 0; i < vc_desc_keys_count && code == 0; i++) {
		const struct vc_desc_key *const key = &vc_desc_keys[i];

		if (key->offset != offsetof(struct vcube_desc, profile))
			code = key->parse(key, vc_desc_key_print(key, desc, room), vc_desc_field(key, scratch),
					  error);
	}
	return code;
}

#define NO_FAULTS "no faults: drop, duplicate, corrupt and jitter 0, crash=none, lose=none and delay=none"

static bool
injects(const struct vcube_desc *d)
{
	return d->drop || d->duplicate || d->corrupt || d->jitter || d->crash || d->lose || d->delay;
}

/* What a choice does not go with, and the value that it needs instead */
struct refusal {
	bool refused;
	const char *needs;              /* NULL: the end of a list */
};

/* Checks that nothing in the list is refused. `what`: the choice, and what it does */
static int
check_none(const struct refusal *list, const char *what, struct vcube_error *error)
{
	for (; list->needs != NULL; list++)
		if (list->refused)
			return vc_error(error, VCUBE_EINVAL, "%s, and needs %s", what, list->needs);
	return 0;
}

/* Checks that nodes may run one after the other: only the virtual clock tells afterwards when
 * things happened, and nothing may depend on what other nodes do meanwhile. */
static int
check_in_turn(const struct vcube_desc *d, struct vcube_error *error)
{
	const struct refusal refusals[] = {
		{ d->clock != VCUBE_CLOCK_VIRTUAL, "clock=virtual" },
		{ d->capacity != SIZE_MAX, "capacity=unlimited" },
		{ injects(d), NO_FAULTS },
		{ d->fuzz != 0, "fuzz=0" },
		{ d->digest != 0, "digest=no" },
		{ d->strict != 0, "strict=no" },
		{ false, NULL }
	};

	return check_none(refusals, "threads=no runs one node after the other", error);
}

/* Checks that nodes may share a thread: one runs at a time in the machine's own order, and no other
 * thread looks after them. */
static int
check_one_thread(const struct vcube_desc *d, struct vcube_error *error)
{
	const struct refusal refusals[] = {
		{ d->fuzz != 0, "fuzz=0" },
		{ d->digest != 0, "digest=no" },
		{ d->hard_limit != 0, "hard_limit=no" },
		{ false, NULL }
	};

	return check_none(refusals, "threads=one runs all nodes in one thread", error);
}

/* Checks that threads may each run a share of the nodes. */
static int
check_cores(const struct vcube_desc *d, struct vcube_error *error)
{
	const struct refusal refusals[] = {
		{ d->clock == VCUBE_CLOCK_WALL, "clock=free or clock=virtual" },
		{ d->fuzz != 0, "fuzz=0" },
		{ d->digest != 0, "digest=no" },
		{ d->hard_limit != 0, "hard_limit=no" },
		{ false, NULL }
	};

	return check_none(refusals, "threads=cores runs several nodes in each thread", error);
}

/* Returns whether each node may be a thread. */
static bool
may_be_threads(const struct vcube_desc *d)
{
	return d->threads == VCUBE_THREADS_YES || d->threads == VCUBE_THREADS_AUTO;
}

/* Checks that the nodes may run in these threads. */
static int
check_threads(const struct vcube_desc *d, struct vcube_error *error)
{
	switch (d->threads) {
	case VCUBE_THREADS_NO:
		return check_in_turn(d, error);
	case VCUBE_THREADS_ONE:
		return check_one_thread(d, error);
	case VCUBE_THREADS_CORES:
		return check_cores(d, error);
	default:
		return 0;
	}
}

bool
vc_desc_links_have_one_sender(const struct vcube_desc *d)
{
	return d->routing == VCUBE_ROUTING_NONE && !d->account && d->width <= 1 &&
	       d->channels <= 1 && d->granule <= 1 && d->duplex == VCUBE_DUPLEX_FULL;
}

/* Checks that processes may share the machine: each has a part of the nodes, and sees what its own
 * do; when messages arrive, their senders alone tell. */
static int
check_processes(const struct vcube_desc *d, struct vcube_error *error)
{
	const struct refusal refusals[] = {
		{ d->clock == VCUBE_CLOCK_WALL ||
		  (d->clock == VCUBE_CLOCK_VIRTUAL && !vc_desc_links_have_one_sender(d)),
		  "clock=free, or clock=virtual with routing=none and plain links" },
		{ d->capacity != SIZE_MAX, "capacity=unlimited" },
		{ injects(d), NO_FAULTS },
		{ d->explore != VCUBE_EXPLORE_NO || d->replay != NULL, "explore=no and replay=none" },
		{ d->strict != 0, "strict=no" },
		{ d->fuzz != 0, "fuzz=0" },
		{ d->digest != 0, "digest=no" },
		{ !may_be_threads(d), "threads=yes" },
		{ false, NULL }
	};
	char what[sizeof ((struct vcube_error *)0)->text];

	snprintf(what, sizeof what, "transport=%s spreads nodes over processes", d->transport);
	return check_none(refusals, what, error);
}

/* Checks that an exploration in virtual time alone delays messages, each on links of its own. */
static int
check_delays(const struct vcube_desc *d, struct vcube_error *error)
{
	const struct refusal refusals[] = {
		{ d->clock != VCUBE_CLOCK_VIRTUAL, "clock=virtual" },
		{ d->routing != VCUBE_ROUTING_NONE || d->account || d->width > 1 || d->channels > 1 ||
		  d->granule > 1 || d->duplex != VCUBE_DUPLEX_FULL || d->links || d->changes,
		  "routing=none, on plain links whose cost does not change" },
		{ injects(d) || d->faults != VCUBE_TRY_NO, NO_FAULTS },
		{ d->capacity != SIZE_MAX, "capacity=unlimited" },
		{ !may_be_threads(d), "threads=yes" },
		{ d->fuzz != 0, "fuzz=0" },
		{ d->digest != 0, "digest=no" },
		{ false, NULL }
	};

	return check_none(refusals, "explore=clock delays messages in virtual time", error);
}

/* Checks that the order of messages is nobody else's: in an exploration, and in a replay. */
static int
check_orders(const struct vcube_desc *d, struct vcube_error *error)
{
	const char *const key = d->explore != VCUBE_EXPLORE_NO ? "explore" : "replay";

	if (d->explore == VCUBE_EXPLORE_NO && d->faults != VCUBE_TRY_NO)
		return vc_error(error, VCUBE_EINVAL, "faults says what an exploration tries: it needs "
				"explore=buffered, explore=synchronous or explore=both");
	if (d->faults != VCUBE_TRY_NO && injects(d))
		return vc_error(error, VCUBE_EINVAL, "faults tries one fault at a time, and needs " NO_FAULTS);
	if (d->explore == VCUBE_EXPLORE_NO && d->replay == NULL)
		return 0;
	if (d->explore != VCUBE_EXPLORE_NO && d->replay != NULL)
		return vc_error(error, VCUBE_EINVAL, "explore runs all orders, and replay one: "
				"give only one of them");
	if (d->explore == VCUBE_EXPLORE_CLOCK)
		return check_delays(d, error);
	if (d->clock != VCUBE_CLOCK_FREE || !may_be_threads(d) || d->fuzz != 0 || d->digest)
		return vc_error(error, VCUBE_EINVAL, "%s decides what each node gets, whatever "
				"the time: it needs clock=free, threads=yes, fuzz=0 and digest=no", key);
	if (d->explore != VCUBE_EXPLORE_NO && d->capacity != SIZE_MAX)
		return vc_error(error, VCUBE_EINVAL, "explore decides how much channels hold "
				"(buffered, synchronous): it needs capacity=unlimited");
	return 0;
}

/* Checks that there are threads of nodes, whose priority it could be. */
static int
check_priority(const struct vcube_desc *d, struct vcube_error *error)
{
	if (d->priority == VCUBE_PRIORITY_NORMAL ||
	    (may_be_threads(d) && d->explore == VCUBE_EXPLORE_NO && d->replay == NULL))
		return 0;
	return vc_error(error, VCUBE_EINVAL, "priority=realtime is for the threads of nodes: it needs "
			"threads=yes, explore=no and replay=none");
}

int
vc_desc_check(const struct vcube_desc *desc, struct vcube_error *error)
{
	struct vcube_desc scratch = { .topology = NULL };
	int code = check_texts(desc, error);

	if (code == 0)
		code = check_fields(desc, &scratch, error);
	vcube_desc_clear(&scratch);
	if (code == 0 && desc->clock == VCUBE_CLOCK_WALL && (desc->fuzz != 0 || desc->digest))
		return vc_error(error, VCUBE_EINVAL, "%s one node at a time, so wall times would be "
				"wrong: clock=wall needs fuzz=0 and digest=no",
				desc->digest ? "digest runs" : "fuzz runs");
	if (code == 0 && desc->transport != NULL)
		code = check_processes(desc, error);
	if (code == 0)
		code = check_orders(desc, error);
	if (code == 0)
		code = check_priority(desc, error);
	return code != 0 ? code : check_threads(desc, error);
}

static const struct vc_desc_key *
key_at(int i)
{
	static const struct vc_desc_key past_the_end;

	return i >= 0 && i < vc_desc_keys_count ? &vc_desc_keys[i] : &past_the_end;
}

const char *
vcube_desc_key(int i)
{
	return key_at(i)->name;
}

const char *
vcube_desc_key_form(int i)
{
	const struct vc_desc_key *const key = key_at(i);

	return key->make_form ? key->make_form() : key->form;
}

const char *
vcube_desc_key_text(int i)
{
	return key_at(i)->text;
}

struct vcube_cost
vc_desc_cost(const struct vcube_desc *desc)
{
	struct vcube_cost k = desc->cost;

	if (k.exchange_startup < 0)
		k.exchange_startup = k.startup;
	if (k.exchange_all_startup < 0)
		k.exchange_all_startup = k.startup;
	return k;
}
