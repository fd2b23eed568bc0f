/* SPDX-License-Identifier: BSD-2-Clause */
/* Applies overrides and publishes their table; see nodes/network/override.h. */
#include <stdlib.h>
#include <string.h>
#include <urcu/urcu-bp.h>
#include "error.h"
#include "override.h"
#include "node.h"
#include "profile.h"

/* --- the table: overrides sorted, without superseded ones --------------------- */

/* By link, then time, then order of arrival. */
static int
compare(const void *one, const void *other)
{
	const struct vc_override *a = one, *b = other;

	if (a->link != b->link)
		return a->link < b->link ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

/* Returns the order of the last override of this parameter that took effect at once:
 * it supersedes all before it. */
static uint64_t
superseded(const struct vc_override *overrides, size_t count, unsigned what)
{
	uint64_t until = 0;

	for (size_t i = 0; i < count; i++)
		if (overrides[i].from == VC_AT_ONCE && (overrides[i].sets & what) && overrides[i].order > until)
			until = overrides[i].order;
	return until;
}

/* Drops the superseded among one link's sorted overrides. Returns how many remain. */
static size_t
tidy_link(struct vc_override *overrides, size_t count)
{
	size_t kept = 0;

	for (unsigned what = 1; what <= VC_SETS_DOWN; what <<= 1) {
		const uint64_t until = superseded(overrides, count, what);

		for (size_t i = 0; i < count; i++)
			if (overrides[i].order < until)
				overrides[i].sets &= ~what;
	}
	for (size_t i = 0; i + 1 < count; i++)
		if (overrides[i].from == overrides[i + 1].from && overrides[i].of_run >= overrides[i + 1].of_run)
			overrides[i].sets &= ~overrides[i + 1].sets;
	for (size_t i = 0; i < count; i++)
		if (overrides[i].sets != 0)
			overrides[kept++] = overrides[i];
	return kept;
}

/* Sorts overrides by link and time, and drops superseded ones. Returns how many remain. */
static size_t
tidy(struct vc_override *overrides, size_t count)
{
	size_t kept = 0;

	if (count > 0)
		qsort(overrides, count, sizeof *overrides, compare);
	for (size_t i = 0, n; i < count; i += n) {
		for (n = 1; i + n < count && overrides[i + n].link == overrides[i].link;)
			n++;
		memmove(&overrides[kept], &overrides[i], n * sizeof *overrides);
		kept += tidy_link(&overrides[kept], n);
	}
	return kept;
}

static void
apply(struct vc_link_state *state, const struct vc_override *overrides)
{
	if (overrides->sets & VC_SETS_PER_HOP)
		state->per_hop = overrides->state.per_hop;
	if (overrides->sets & VC_SETS_PER_BYTE)
		state->per_byte = overrides->state.per_byte;
	if (overrides->sets & VC_SETS_DOWN)
		state->down = overrides->state.down;
}

/* Builds the table of tidied overrides, which the placing of messages reads. Returns NULL if out
 * of memory. */
static struct vc_link_table *
make_table(const struct vc_links *l, const struct vc_override *overrides, size_t count)
{
	struct vc_link_table *t = malloc(sizeof *t + count * sizeof t->entry[0]);
	struct vc_link_entry *last = NULL;

	if (t == NULL)
		return NULL;
	t->count = 0;
	for (size_t i = 0; i < count; i++) {
		const bool same = last != NULL && last->link == overrides[i].link;
		const struct vc_link_state before = same ? last->state : vc_links_as_described(l);

		if (!same || last->from != overrides[i].from)
			last = &t->entry[t->count++];
		*last = (struct vc_link_entry){overrides[i].link, overrides[i].from, before};
		apply(&last->state, &overrides[i]);
	}
	return t;
}

/* --- changes ---------------------------------------------------------------- */

/* Replaces the table, under `changing`. Nobody reads the old one any more when it returns. */
static void
publish(struct vc_links *l, struct vc_link_table *table)
{
	/* release: LINKS-TABLE, begin_reading() */
	struct vc_link_table *old = atomic_exchange_explicit(&l->table, table, memory_order_acq_rel);

	if (old == NULL)
		return;
	urcu_bp_synchronize_rcu();
	VC_HAPPENS_AFTER(l);
	free(old);
}

/* Makes sends look up links from now on, unless nodes must stop. */
static void
make_look(vcube_machine *m)
{
	int none = 0;

	if (vc_links_differ(m->links))
		atomic_compare_exchange_strong_explicit(&m->stop, &none, VC_LOOK,
							memory_order_relaxed, memory_order_relaxed);
}

/* Overrides to apply, one entry for each link. */
struct draft {
	struct vc_links *links;
	struct vc_override *overrides;
	size_t count, room;
	struct vc_override now;
	bool refused;                   /* out of memory */
};

static bool
add(long link, void *arg)
{
	struct draft *s = arg;

	if (s->count == s->room) {
		const size_t room = s->room ? 2 * s->room : 64;
		struct vc_override *more = realloc(s->overrides, room * sizeof *more);

		s->refused = more == NULL;
		if (s->refused)
			return false;
		s->overrides = more;
		s->room = room;
	}
	s->now.link = vc_links_resource(s->links, link);
	s->overrides[s->count++] = s->now;
	return true;
}

/* Appends the entries of a list. */
static int
append_list(struct draft *s, const char *key, const char *list, bool timed, bool of_run,
	struct vcube_error *error)
{
	while (*list != '\0') {
		const char *begin = list;
		const int length = (int)strcspn(list, ",");
		char why[VC_SELECTOR_WHY] = "";
		struct vc_change c;

		if (vc_change_parse(key, &list, timed, &c, error) != 0)
			return VCUBE_EINVAL;
		s->now = (struct vc_override){
			.from = c.time, .order = ++s->links->order, .sets = c.sets,
			.of_run = of_run, .state = c.state,
		};
		if (vc_link_selector_each(&c.selector, s->links->topology, add, s, why) == 0 &&
		    !s->refused)
			return vc_error(error, VCUBE_EUNKNOWN, "%s '%.*s': %s", key,
					length < 60 ? length : 60, begin, why);
	}
	return 0;
}

/* Replaces the overrides and the table, under `changing`. */
static int
take_over(vcube_machine *m, struct vc_override *overrides, size_t count)
{
	struct vc_links *l = m->links;
	struct vc_link_table *table = NULL;

	count = tidy(overrides, count);
	if (count > 0 && (table = make_table(l, overrides, count)) == NULL)
		return VCUBE_EHOST;
	free(l->overrides);
	l->overrides = overrides;
	l->count = count;
	publish(l, table);
	make_look(m);
	return 0;
}

int
vc_links_override(vcube_machine *m, const char *key, const char *list, bool timed, bool of_run,
	     struct vcube_error *error)
{
	struct draft s = {.links = m->links};
	int code;

	if (timed && m->desc.clock == VCUBE_CLOCK_FREE)
		return vc_error(error, VCUBE_EINVAL, "%s: clock=free has no virtual time at which "
				"links could change; use clock=virtual", key);
	if (m->desc.transport != NULL && m->desc.clock != VCUBE_CLOCK_FREE)
		return vc_error(error, VCUBE_EINVAL, "%s: processes that share a machine would each change "
				"links at other times; use one process", key);
	pthread_mutex_lock(&m->links->changing);
	s.overrides = malloc((m->links->count + 64) * sizeof *s.overrides);
	if (s.overrides != NULL) {
		s.count = m->links->count;
		s.room = s.count + 64;
		if (s.count > 0)
			memcpy(s.overrides, m->links->overrides, s.count * sizeof *s.overrides);
	}
	s.refused = s.overrides == NULL;
	code = s.refused ? 0 : append_list(&s, key, list, timed, of_run, error);
	if (s.refused || (code == 0 && take_over(m, s.overrides, s.count) != 0))
		code = vc_error(error, VCUBE_EHOST, "no memory for link overrides");
	if (code != 0)
		free(s.overrides);
	pthread_mutex_unlock(&m->links->changing);
	return code;
}

/* --- the machine ------------------------------------------------------------ */

/* Blames the line of the profile that names links that do not exist, if one does. */
static void
blame_profile(vcube_machine *m, struct vcube_error *error)
{
	vcube_profile *const p = m->desc.profile ? vcube_profile_read(m->desc.profile, NULL) : NULL;
	struct vcube_error why;

	for (int i = 0; p != NULL && i < p->settings; i++) {
		const struct vc_setting *const s = &p->setting[i];

		if (strcmp(s->key, "links") != 0 || strcmp(s->value, "none") == 0 ||
		    vc_links_override(m, "links", s->value + (*s->value == '+'), false, false, &why) == 0)
			continue;
		vc_error(error, why.code, "%.200s:%d: %s", p->path, s->line, why.text);
		break;
	}
	vcube_profile_free(p);
}

static int
open_links(vcube_machine *m, struct vcube_error *error)
{
	const struct vcube_desc *d = &m->desc;
	int code = 0;

	m->links = calloc(1, sizeof *m->links);
	if (m->links == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for the links of %s",
				vcube_topology_text(m->topology));
	m->links->topology = m->topology;
	m->links->desc = d;
	pthread_mutex_init(&m->links->changing, NULL);
	if (d->links != NULL)
		code = vc_links_override(m, "links", d->links, false, false, error);
	if (code != 0)
		blame_profile(m, error);
	if (code == 0 && d->changes != NULL)
		code = vc_links_override(m, "changes", d->changes, true, false, error);
	return code;
}

static void
close_links(vcube_machine *m)
{
	if (m->links == NULL)
		return;
	publish(m->links, NULL);
	free(m->links->overrides);
	pthread_mutex_destroy(&m->links->changing);
	free(m->links);
	m->links = NULL;
}

static bool
has_some_of_run(const struct vc_links *l)
{
	for (size_t i = 0; i < l->count; i++)
		if (l->overrides[i].of_run)
			return true;
	return false;
}

static int
forget(vcube_machine *m)
{
	struct vc_links *l = m->links;
	struct vc_override *kept_overrides = malloc(l->count * sizeof *kept_overrides);
	size_t kept = 0;

	for (size_t i = 0; kept_overrides != NULL && i < l->count; i++)
		if (!l->overrides[i].of_run)
			kept_overrides[kept++] = l->overrides[i];
	if (kept_overrides != NULL && take_over(m, kept_overrides, kept) == 0)
		return 0;
	free(kept_overrides);
	return VCUBE_EHOST;
}

/* Drops the overrides of the last run. */
static int
begin_links(vcube_machine *m, struct vcube_error *error)
{
	int code;

	pthread_mutex_lock(&m->links->changing);
	code = has_some_of_run(m->links) ? forget(m) : 0;
	make_look(m);
	pthread_mutex_unlock(&m->links->changing);
	return code == 0 ? 0
		: vc_error(error, VCUBE_EHOST, "no memory for link overrides");
}

const struct vc_part vc_part_links = {
	.open = open_links,
	.begin = begin_links,
	.close = close_links,
};
