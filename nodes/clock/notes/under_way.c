/* SPDX-License-Identifier: BSD-2-Clause */
#include "under_way.h"
#include <stdlib.h>
#include <string.h>

enum { LISTED_MOST = 8, LISTED_FIRST = 1024 };

bool
vc_under_way_open(struct vc_under_way *u, int nodes)
{
	u->nodes = nodes;
	u->inbox = calloc((size_t)nodes, sizeof *u->inbox);
	return u->inbox != NULL &&
	       vc_region_map(&u->listed, LISTED_FIRST * sizeof(struct vc_listed_message), 0) == 0;
}

void
vc_under_way_close(struct vc_under_way *u)
{
	free(u->inbox);
	vc_region_unmap(&u->listed);
	vc_message_table_clear(&u->table);
}

void
vc_under_way_clear(struct vc_under_way *u)
{
	memset(u->inbox, 0, (size_t)u->nodes * sizeof *u->inbox);
	u->used = u->free = 0;
	vc_message_table_clear(&u->table);
}

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

static bool
put_in_table(struct vc_under_way *u, struct vc_inbox *inbox,
	     const struct vc_message_under_way *message)
{
	inbox->tabled++;
	return vc_message_table_put(&u->table, message);
}

bool
vc_under_way_put(struct vc_under_way *u, const struct vc_message_under_way *message)
{
	struct vc_inbox *const inbox = vc_inbox_of(u, message->key);
	uint32_t number;

	if (inbox->tabled > 0 || inbox->listed == LISTED_MOST)
		return put_in_table(u, inbox, message);
	number = new_listed(u);
	if (number == 0)
		return false;
	*vc_listed(u, number) = (struct vc_listed_message){.message = *message};
	*(inbox->listed == 0 ? &inbox->first : &vc_listed(u, inbox->last)->next) = number;
	inbox->last = number;
	inbox->listed++;
	return true;
}

/* Takes a listed message off the list, behind the one with number `previous`; 0: the first. */
static void
unlist(struct vc_under_way *u, struct vc_inbox *inbox, uint32_t number, uint32_t previous)
{
	struct vc_listed_message *const l = vc_listed(u, number);

	*(previous == 0 ? &inbox->first : &vc_listed(u, previous)->next) = l->next;
	if (inbox->last == number)
		inbox->last = previous;
	inbox->listed--;
	l->next = u->free;
	u->free = number;
}

bool
vc_under_way_take(struct vc_under_way *u, uint64_t key, struct vc_message_under_way *message)
{
	struct vc_inbox *const inbox = vc_inbox_of(u, key);
	uint32_t previous = 0;

	for (uint32_t n = inbox->first; n != 0; previous = n, n = vc_listed(u, n)->next) {
		if (vc_listed(u, n)->message.key != key)
			continue;
		*message = vc_listed(u, n)->message;
		unlist(u, inbox, n, previous);
		return true;
	}
	if (inbox->tabled == 0 || !vc_message_table_take(&u->table, key, message))
		return false;
	inbox->tabled--;
	return true;
}

void
vc_under_way_each(const struct vc_under_way *u,
		  void (*see)(const struct vc_message_under_way *message, void *arg), void *arg)
{
	const struct vc_message_table *const t = &u->table;

	for (int r = 0; r < u->nodes; r++)
		for (uint32_t n = u->inbox[r].first; n != 0; n = vc_listed(u, n)->next)
			see(&vc_listed(u, n)->message, arg);
	for (size_t i = 0; t->used > 0 && i <= t->mask; i++)
		if (t->entry[i].key != 0)
			see(&t->entry[i], arg);
}
