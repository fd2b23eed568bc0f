/* SPDX-License-Identifier: BSD-2-Clause */
#include "under_way.h"
#include <stdlib.h>
#include <string.h>

enum { LISTED_MOST = 8, LISTED_FIRST = 1024, TABLE_FIRST = 1024 };

bool
vc_under_way_open(struct vc_under_way *u, int nodes)
{
	u->nodes = nodes;
	u->inbox = calloc((size_t)nodes, sizeof *u->inbox);
	u->table = calloc(TABLE_FIRST, sizeof *u->table);
	u->mask = TABLE_FIRST - 1;
	return u->inbox != NULL && u->table != NULL &&
	       vc_region_map(&u->listed, LISTED_FIRST * sizeof(struct vc_listed_message), 0) == 0;
}

void
vc_under_way_close(struct vc_under_way *u)
{
	free(u->inbox);
	free(u->table);
	vc_region_unmap(&u->listed);
}

void
vc_under_way_clear(struct vc_under_way *u)
{
	memset(u->inbox, 0, (size_t)u->nodes * sizeof *u->inbox);
	if (u->tabled > 0)      /* else every list in it is empty */
		memset(u->table, 0, (u->mask + 1) * sizeof *u->table);
	u->used = u->free = 0;
	u->tabled = 0;
}

/* --- lists -------------------------------------------------------------------- */

/* Doubles the room for listed messages. */
static bool
enlarge(struct vc_under_way *u)
{
	if (vc_region_grow(&u->listed, 2 * u->listed.bytes) != 0)
		return false;
	vc_region_dense(u->listed.base, u->listed.bytes);
	return true;
}

/* Returns the number of a listed message that is free; 0: there is no memory. */
static uint32_t
new_listed(struct vc_under_way *u)
{
	const uint32_t number = u->free;

	if (number != 0) {
		u->free = vc_listed(u, number)->next;
		return number;
	}
	if (u->used == u->listed.bytes / sizeof(struct vc_listed_message) && !enlarge(u))
		return 0;
	return ++u->used;
}

static void
append(struct vc_under_way *u, struct vc_message_list *list, uint32_t number)
{
	vc_listed(u, number)->next = 0;
	*(list->first == 0 ? &list->first : &vc_listed(u, list->last)->next) = number;
	list->last = number;
}

/* Takes a listed message off a list, behind the one with number `previous`; 0: the first. */
static void
unlist(struct vc_under_way *u, struct vc_message_list *list, uint32_t number, uint32_t previous)
{
	struct vc_listed_message *const l = vc_listed(u, number);

	*(previous == 0 ? &list->first : &vc_listed(u, previous)->next) = l->next;
	if (list->last == number)
		list->last = previous;
	l->next = u->free;
	u->free = number;
}

static bool
take_from(struct vc_under_way *u, struct vc_message_list *list, uint64_t key,
	  struct vc_message_under_way *message)
{
	uint32_t previous = 0;

	for (uint32_t n = list->first; n != 0; previous = n, n = vc_listed(u, n)->next)
		if (vc_listed(u, n)->message.key == key) {
			*message = vc_listed(u, n)->message;
			unlist(u, list, n, previous);
			return true;
		}
	return false;
}

static void
see_list(const struct vc_under_way *u, const struct vc_message_list *list,
	 void (*see)(const struct vc_message_under_way *message, void *arg), void *arg)
{
	for (uint32_t n = list->first; n != 0; n = vc_listed(u, n)->next)
		see(&vc_listed(u, n)->message, arg);
}

/* --- the table ---------------------------------------------------------------- */

/* Returns the list where a key belongs. Neighbors that send equally far (to ^ from) come one
 * after the other: eight of their lists lie side by side, so that most are in the cache. */
static struct vc_message_list *
list_of(const struct vc_under_way *u, uint64_t key)
{
	const uint64_t to = key >> 32, far = (to - 1) ^ (uint32_t)key;
	uint64_t place = far * UINT64_C(0x9e3779b97f4a7c15) + to / 8;

	place = (place ^ place >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
	return &u->table[(size_t)(place >> 32 << 3 | (to & 7)) & u->mask];
}

/* Doubles the table, if there is memory: else its lists get longer. */
static void
enlarge_table(struct vc_under_way *u)
{
	struct vc_message_list *const old = u->table;
	const size_t lists = u->mask + 1;
	struct vc_message_list *const table = calloc(2 * lists, sizeof *table);

	if (table == NULL)
		return;
	vc_region_dense(table, 2 * lists * sizeof *table);
	u->table = table;
	u->mask = 2 * lists - 1;
	for (size_t i = 0; i < lists; i++)
		for (uint32_t n = old[i].first, next; n != 0; n = next) {
			next = vc_listed(u, n)->next;
			append(u, list_of(u, vc_listed(u, n)->message.key), n);
		}
	free(old);
}

static struct vc_message_list *
list_in_table(struct vc_under_way *u, struct vc_inbox *inbox, uint64_t key)
{
	inbox->tabled++;
	if (u->tabled++ > u->mask)
		enlarge_table(u);
	return list_of(u, key);
}

/* --- messages ----------------------------------------------------------------- */

bool
vc_under_way_put(struct vc_under_way *u, const struct vc_message_under_way *message)
{
	struct vc_inbox *const inbox = vc_inbox_of(u, message->key);
	const uint32_t number = new_listed(u);

	if (number == 0)
		return false;
	vc_listed(u, number)->message = *message;
	if (inbox->tabled > 0 || inbox->listed == LISTED_MOST) {
		append(u, list_in_table(u, inbox, message->key), number);
	} else {
		append(u, &inbox->list, number);
		inbox->listed++;
	}
	return true;
}

bool
vc_under_way_take(struct vc_under_way *u, uint64_t key, struct vc_message_under_way *message)
{
	struct vc_inbox *const inbox = vc_inbox_of(u, key);

	if (take_from(u, &inbox->list, key, message)) {
		inbox->listed--;
		return true;
	}
	if (inbox->tabled == 0 || !take_from(u, list_of(u, key), key, message))
		return false;
	inbox->tabled--;
	u->tabled--;
	return true;
}

const struct vc_message_under_way *
vc_under_way_fetch(const struct vc_under_way *u, uint64_t key, int step)
{
	const struct vc_inbox *const inbox = vc_inbox_of(u, key);
	const struct vc_message_list *const list = inbox->listed == 0 ? list_of(u, key) : &inbox->list;
	uint32_t n;

	if (step == VC_FETCH_LIST) {
		__builtin_prefetch(list, 1);
		return NULL;
	}
	n = list->first;
	if (step == VC_FETCH_FIRST) {
		__builtin_prefetch(vc_listed(u, n > 0 ? n : 1), 1);
		return NULL;
	}
	while (n != 0 && vc_listed(u, n)->message.key != key)
		n = vc_listed(u, n)->next;
	return n != 0 ? &vc_listed(u, n)->message : NULL;
}

void
vc_under_way_each(const struct vc_under_way *u,
		  void (*see)(const struct vc_message_under_way *message, void *arg), void *arg)
{
	for (int r = 0; r < u->nodes; r++)
		see_list(u, &u->inbox[r].list, see, arg);
	for (size_t i = 0; u->tabled > 0 && i <= u->mask; i++)
		see_list(u, &u->table[i], see, arg);
}
