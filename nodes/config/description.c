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
#include "fault_plan.h"
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

static bool
injects(const struct vcube_desc *d)
{
	return d->drop || d->duplicate || d->corrupt || d->jitter || d->crash || d->lose || d->delay;
}

bool
vc_desc_links_have_one_sender(const struct vcube_desc *d)
{
	return d->routing == VCUBE_ROUTING_NONE && !d->account && d->width <= 1 &&
	       d->channels <= 1 && d->granule <= 1 && d->duplex == VCUBE_DUPLEX_FULL;
}

/* Returns whether each node may be a thread. */
static bool
may_be_threads(const struct vcube_desc *d)
{
	return d->threads == VCUBE_THREADS_YES || d->threads == VCUBE_THREADS_AUTO;
}

/* What the value of one key may need of others: X(name, whether it has that, what to say) */
#define NEEDS(X) \
	X(VIRTUAL, d->clock == VCUBE_CLOCK_VIRTUAL, "clock=virtual") \
	X(FREE, d->clock == VCUBE_CLOCK_FREE, "clock=free") \
	X(NO_WALL, d->clock != VCUBE_CLOCK_WALL, "clock=free or clock=virtual") \
	X(SENDERS_TIME, d->clock == VCUBE_CLOCK_FREE || \
			(d->clock == VCUBE_CLOCK_VIRTUAL && vc_desc_links_have_one_sender(d)), \
	  "clock=free, or clock=virtual with routing=none and plain links") \
	X(PLAIN_LINKS, vc_desc_links_have_one_sender(d) && !d->links && !d->changes, \
	  "routing=none with plain links of constant cost") \
	X(UNLIMITED, d->capacity == SIZE_MAX, "capacity=unlimited") \
	X(NO_FAULTS, !injects(d), \
	  "no faults: drop, duplicate, corrupt and jitter 0, crash=none, lose=none and delay=none") \
	X(NONE_TRIED, d->faults == VCUBE_TRY_NO, "faults=no") \
	X(ONE_ORDER, d->explore == VCUBE_EXPLORE_NO && d->replay == NULL, "explore=no and replay=none") \
	X(THREADS, may_be_threads(d), "threads=yes") \
	X(NO_STRICT, !d->strict, "strict=no") \
	X(NO_FUZZ, d->fuzz == 0, "fuzz=0") \
	X(NO_DIGEST, !d->digest, "digest=no") \
	X(NO_HARD_LIMIT, !d->hard_limit, "hard_limit=no")

#define NEED_AT(name, met, text) NEED_AT_##name,
#define NEED(name, met, text) NEED_##name = 1u << NEED_AT_##name,
enum { NEEDS(NEED_AT) };
enum { NEEDS(NEED) };

/* Checks that the description has all that is needed, and says what is missing. `what`: the value
 * that needs it, and what it does */
static int
check_needs(const struct vcube_desc *d, unsigned needs, const char *what, struct vcube_error *error)
{
#define ROW(name, met, text) {met, text},
	const struct {
		bool met;
		const char *text;
	} rows[] = {NEEDS(ROW)};
	char missing[sizeof error->text];
	size_t used = 0;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (needs >> i & 1 && !rows[i].met && used < sizeof missing)
			used += (size_t)snprintf(missing + used, sizeof missing - used, "%s%s",
						 used > 0 ? ", " : "", rows[i].text);
	return used == 0 ? 0 : vc_error(error, VCUBE_EINVAL, "%s, and needs %s", what, missing);
}

/* Checks that the nodes may run in these threads. Without any, only the virtual clock tells
 * afterwards when things happened, and nothing may depend on what other nodes do meanwhile. With
 * fewer than nodes, these run in the machine's own order, and no other thread looks after them. */
static int
check_threads(const struct vcube_desc *d, struct vcube_error *error)
{
	static const struct {
		unsigned needs;
		const char *what;
	} modes[] = {
		[VCUBE_THREADS_NO] = {
			NEED_VIRTUAL | NEED_UNLIMITED | NEED_NO_FAULTS | NEED_NO_FUZZ | NEED_NO_DIGEST |
			NEED_NO_STRICT | NEED_NO_HARD_LIMIT, "threads=no runs one node after the other",
		},
		[VCUBE_THREADS_ONE] = {
			NEED_NO_FUZZ | NEED_NO_DIGEST | NEED_NO_HARD_LIMIT,
			"threads=one runs all nodes in one thread",
		},
		[VCUBE_THREADS_CORES] = {
			NEED_NO_WALL | NEED_NO_FUZZ | NEED_NO_DIGEST | NEED_NO_HARD_LIMIT,
			"threads=cores runs several nodes in each thread",
		},
		[VCUBE_THREADS_YES] = {0, NULL},
		[VCUBE_THREADS_AUTO] = {0, NULL},
	};

	return check_needs(d, modes[d->threads].needs, modes[d->threads].what, error);
}

/* Checks that processes may share the machine: each has a part of the nodes, and sees what its own
 * do; when messages arrive, their senders alone tell. */
static int
check_processes(const struct vcube_desc *d, struct vcube_error *error)
{
	char what[sizeof ((struct vcube_error *)0)->text];

	if (d->transport == NULL)
		return 0;
	snprintf(what, sizeof what, "transport=%s spreads nodes over processes", d->transport);
	return check_needs(d, NEED_SENDERS_TIME | NEED_UNLIMITED | NEED_NO_FAULTS | NEED_ONE_ORDER |
			   NEED_NO_STRICT | NEED_NO_FUZZ | NEED_NO_DIGEST | NEED_THREADS, what, error);
}

/* Checks that the order of messages is nobody else's: in an exploration, and in a replay. In
 * virtual time alone, an exploration delays messages, each on links of its own. */
static int
check_orders(const struct vcube_desc *d, struct vcube_error *error)
{
	const unsigned needs = NEED_THREADS | NEED_NO_FUZZ | NEED_NO_DIGEST;
	const bool explores = d->explore != VCUBE_EXPLORE_NO;
	char what[80];

	if (!explores && d->faults != VCUBE_TRY_NO)
		return vc_error(error, VCUBE_EINVAL, "faults says what an exploration tries: it needs "
				"explore=buffered, explore=synchronous or explore=both");
	if (explores && d->replay != NULL)
		return vc_error(error, VCUBE_EINVAL, "explore runs all orders, and replay one: "
				"give only one of them");
	if (d->explore == VCUBE_EXPLORE_CLOCK)
		return check_needs(d, needs | NEED_VIRTUAL | NEED_PLAIN_LINKS | NEED_NO_FAULTS |
				   NEED_NONE_TRIED | NEED_UNLIMITED,
				   "explore=clock delays messages in virtual time", error);
	if (d->faults != VCUBE_TRY_NO && injects(d))
		return check_needs(d, NEED_NO_FAULTS, "faults tries one fault at a time", error);
	if (!explores && d->replay == NULL)
		return 0;
	snprintf(what, sizeof what, "%s decides what each node gets, whatever the time",
		 explores ? "explore" : "replay");
	if (check_needs(d, needs | NEED_FREE, what, error) != 0)
		return VCUBE_EINVAL;
	return !explores ? 0 : check_needs(d, NEED_UNLIMITED, "explore decides how much channels hold "
					   "(buffered, synchronous)", error);
}

/* Checks that what has times has a clock that keeps them. */
static int
check_times(const struct vcube_desc *d, struct vcube_error *error)
{
	struct vc_crash crash;

	if (d->clock != VCUBE_CLOCK_FREE)
		return 0;
	if (d->changes != NULL)
		return vc_error(error, VCUBE_EINVAL, "changes: clock=free has no virtual time at which "
				"links could change; use clock=virtual");
	if (d->delay != NULL)
		return vc_error(error, VCUBE_EINVAL, "delay '%.60s': clock=free has no times; it needs "
				"clock=virtual or clock=wall", d->delay);
	for (const char *text = d->crash; text != NULL && vc_crash_next(&text, &crash) == NULL;)
		if (crash.after == UINT64_MAX)
			return vc_error(error, VCUBE_EINVAL, "crash '%.60s': clock=free has no times; give a "
					"number of operations instead, as in %llu@100", d->crash,
					(unsigned long long)crash.rank);
	return 0;
}

int
vcube_desc_check(const struct vcube_desc *desc, struct vcube_error *error)
{
	struct vcube_desc scratch = { .topology = NULL };
	int code = check_texts(desc, error);

	if (code == 0)
		code = check_fields(desc, &scratch, error);
	vcube_desc_clear(&scratch);
	if (code == 0)
		code = check_times(desc, error);
	if (code == 0 && desc->clock == VCUBE_CLOCK_WALL)
		code = check_needs(desc, NEED_NO_FUZZ | NEED_NO_DIGEST, "clock=wall would tell wrong times "
				   "if one node ran at a time", error);
	if (code == 0)
		code = check_processes(desc, error);
	if (code == 0)
		code = check_orders(desc, error);
	if (code == 0 && desc->priority == VCUBE_PRIORITY_REALTIME)
		code = check_needs(desc, NEED_THREADS | NEED_ONE_ORDER, "priority=realtime is for the "
				   "threads of nodes", error);
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
