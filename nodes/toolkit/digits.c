/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node in an exchange by digits: the blocks that it holds, its steps, and the shorter ways.
 *
 * A message begins with the number of elements of each block in it. That of a step has a mark in
 * place of one that goes by a shortcut or straight: marks move by all steps, and lead the node
 * where the block arrives to receive it. So messages of a step are always sent, and others only if
 * there is something for them.
 *
 * A shortcut is sent when its stretch ends, as the marks have arrived then: a node takes messages
 * in the order in which it receives them, so one that it does not know of yet would keep its port
 * waiting.
 *
 * Memory: places, and three buffers: of messages of a step, of shortcuts of a stretch, and of all
 * that the node has received, where its blocks stay until the end.
 */
#include <string.h>
#include "buffer.h"
#include "ways.h"

/* In place of the number of elements: the block goes straight; or by a shortcut, which the mark
 * tells by its first step and the one after its last. */
#define MARK_STRAIGHT UINT32_MAX
#define MARK_LEAST (UINT32_MAX - 0xffff)

static uint32_t
mark_of(int first, int end)
{
	return MARK_LEAST + (uint32_t)first * 256 + (uint32_t)end;
}

struct place {
	const char *data;
	uint32_t count;                 /* of its elements, or a mark */
	int to, from;                   /* the destination of the node's block, the source of its last */
	bool leaves;                    /* it goes straight from here */
};

/* Places whose blocks move together */
struct group {
	int *place, count;
};

struct message {
	char *data;                     /* NULL: the node has failed */
	size_t bytes;
	int to;
};

struct exchange {
	vcube_node *self;
	const struct vcube_call *call;
	struct vcube_terms terms;
	struct vc_ways ways;
	struct place *places;
	int *groups;                    /* room for the places of those of a step */
	vcube_request **sent;
	int sent_count;
	struct message shortcuts[VC_VALUES_MAX];        /* of this stretch */
	int shortcut_count;
	bool shortened;                 /* some place has had the mark of a shortcut */
	struct vc_buffer step, stretch, kept;
};

static struct group
group_of(const struct exchange *e, int first, int end, int distance, int *room)
{
	return (struct group){room, vc_ways_list(&e->ways, first, end, distance, room)};
}

static size_t
bytes_of(const struct exchange *e, uint32_t count)
{
	return count >= MARK_LEAST ? 0 : e->call->bytes * count;
}

/* Returns the bytes of a group's blocks without their header. */
static size_t
sum_group(const struct exchange *e, const struct group *g)
{
	size_t bytes = 0;

	for (int i = 0; i < g->count; i++)
		bytes += bytes_of(e, e->places[g->place[i]].count);
	return bytes;
}

/* --- messages -------------------------------------------------------------------------- */

/* Packs the blocks of a group, of `bytes` bytes, and all its marks; or, if it goes by a shortcut,
 * which has a mark, its blocks, and marks their places. */
static struct message
pack(struct exchange *e, const struct group *g, size_t bytes, uint32_t mark, int to)
{
	struct message m = {.bytes = bytes, .to = to};
	uint32_t *header;
	char *end;

	for (int i = 0; i < g->count; i++)
		if (mark == 0 || e->places[g->place[i]].count < MARK_LEAST)
			m.bytes += sizeof *header;
	m.data = vc_buffer_take(e->self, mark == 0 ? &e->step : &e->stretch, m.bytes);
	if (m.data == NULL)
		return m;
	header = (uint32_t *)m.data;
	end = m.data + m.bytes - bytes;
	for (int i = 0; i < g->count; i++) {
		struct place *const place = &e->places[g->place[i]];
		const size_t length = bytes_of(e, place->count);

		if (mark != 0 && place->count >= MARK_LEAST)
			continue;
		*header++ = place->count;
		if (length > 0)
			memcpy(end, place->data, length);
		end += length;
		if (mark != 0)
			place->count = mark;
	}
	vcube_charge(e->self, VCUBE_WORK_REORDER, bytes);
	return m;
}

static void
send(struct exchange *e, const struct message *m)
{
	if (m->data != NULL)
		e->sent[e->sent_count++] = vcube_isend(e->self, e->call->group, m->to, m->data, m->bytes);
}

static void
refuse(struct exchange *e, size_t bytes)
{
	vcube_fail(e->self, "alltoallv through relays: %zu bytes are not what their header says", bytes);
}

/* Replaces the places of a group, or those that have the mark, by the blocks that have come. With
 * corrupted messages they may be anything. */
static void
unpack(struct exchange *e, const struct group *g, const char *data, size_t bytes, uint32_t mark)
{
	const uint32_t *header = (const uint32_t *)data;
	size_t at = 0;

	for (int i = 0; i < g->count; i++)
		if (mark == 0 || e->places[g->place[i]].count == mark)
			at += sizeof *header;
	for (int i = 0; i < g->count && at <= bytes; i++) {
		struct place *const place = &e->places[g->place[i]];

		if (mark != 0 && place->count != mark)
			continue;
		place->data = data + at;
		place->count = *header++;
		e->shortened |= place->count >= MARK_LEAST && place->count != MARK_STRAIGHT;
		at = bytes_of(e, place->count) > bytes - at ? SIZE_MAX : at + bytes_of(e, place->count);
	}
	if (at != bytes)
		refuse(e, bytes);
}

static void
receive(struct exchange *e, int from, const struct group *g, uint32_t mark)
{
	size_t bytes;
	const char *const data = vc_buffer_receive(e->self, &e->kept, e->call->group, from, &bytes);

	if (data != NULL)
		unpack(e, g, data, bytes, mark);
}

/* --- a step ---------------------------------------------------------------------------- */

/* Packs the blocks that a shortcut takes away from this step, and from those that follow. */
static void
shorten(struct exchange *e, int step)
{
	const struct vc_ways *const w = &e->ways;
	const int end = w->end[step];

	for (int x = vc_ways_bound(w, step); x < vc_ways_bound(w, end - 1); x += w->unit[step]) {
		const int times = vc_ways_shortcut(x / w->unit[step], w->radix);
		struct group g;
		size_t bytes;

		if (times == 0)
			continue;
		g = group_of(e, step, end, x, e->groups);
		bytes = sum_group(e, &g);
		if (vc_ways_is_worth(&e->terms, bytes, times))
			e->shortcuts[e->shortcut_count++] = pack(e, &g, bytes, mark_of(step, end),
				vc_ways_ahead(w, e->call->rank, step, x));
	}
}

/* Receives the shortcuts of others whose stretches end here too, in the order in which they are
 * sent. */
static void
receive_shortcuts(struct exchange *e, int end)
{
	const struct vc_ways *const w = &e->ways;

	for (int k = end <= w->across ? 0 : w->across; k < end - 1; k++) {
		const uint32_t mark = mark_of(k, end);

		for (int x = vc_ways_bound(w, k); x < vc_ways_bound(w, end - 1); x += w->unit[k]) {
			const struct group g = group_of(e, k, end, x, e->groups);
			int i = 0;

			while (i < g.count && e->places[g.place[i]].count != mark)
				i++;
			if (i < g.count)
				receive(e, vc_ways_behind(w, e->call->rank, k, x), &g, mark);
		}
	}
}

/* Exchanges the messages of a step. */
static void
shift(struct exchange *e, int step)
{
	const struct vc_ways *const w = &e->ways;
	const int unit = w->unit[step], me = e->call->rank;
	struct group groups[VC_VALUES_MAX];
	int *room = e->groups, count = 0;

	for (int x = unit; x < vc_ways_bound(w, step); x += unit, count++) {
		struct group *const g = &groups[count];
		struct message m;

		*g = group_of(e, step, step + 1, x, room);
		room += g->count;
		m = pack(e, g, sum_group(e, g), 0, vc_ways_ahead(w, me, step, x));
		send(e, &m);
	}
	for (int i = 0; i < count; i++)
		receive(e, vc_ways_behind(w, me, step, (i + 1) * unit), &groups[i], 0);
}

static void
move(struct exchange *e, int step)
{
	const bool ends = e->ways.end[step] == step + 1;

	vcube_step(e->self, "shift");
	shorten(e, step);
	shift(e, step);
	for (int i = 0; ends && i < e->shortcut_count; i++)
		send(e, &e->shortcuts[i]);
	if (e->shortened)
		receive_shortcuts(e, step + 1);
	vcube_waitall(e->self, e->sent, e->sent_count);
	e->sent_count = 0;
	vc_buffer_clear(&e->step);
	if (ends) {
		e->shortcut_count = 0;
		vc_buffer_clear(&e->stretch);
	}
}

/* --- the whole ------------------------------------------------------------------------- */

static int
wrapped(int i, int n)
{
	return i < n ? i : i - n;
}

/* Fills in a place, but for its source. */
static void
begin(struct exchange *e, int place, int to)
{
	const struct vcube_call *const c = e->call;
	const size_t bytes = vcube_in_bytes(c, to);
	const bool straight = c->in_counts[to] >= MARK_LEAST || vc_ways_straight(&e->ways, place, bytes);

	e->places[place] = (struct place){
		.data = vcube_in(c, to), .leaves = straight, .to = to,
		.count = straight ? MARK_STRAIGHT : (uint32_t)c->in_counts[to],
	};
}

static void
begin_all(struct exchange *e)
{
	const struct vcube_call *const c = e->call;
	const struct vc_ways *const w = &e->ways;
	const int row = c->rank / w->columns, column = c->rank % w->columns;
	const size_t most = w->longest[2];
	size_t sum = 0;

	for (int i = 0; i < c->size; i++)
		if (i != c->rank && vcube_in_bytes(c, i) <= most)
			sum += vcube_in_bytes(c, i);
	vc_ways_plan(&e->ways, &e->terms, sum);
	for (int down = 0, i = 0; down < w->rows; down++) {
		const int to = w->columns * wrapped(row + down, w->rows);
		const int from = w->columns * wrapped(row + w->rows - down, w->rows);

		for (int right = 0; right < w->columns; right++, i++) {
			begin(e, i, to + wrapped(column + right, w->columns));
			e->places[i].from = from + wrapped(column + w->columns - right, w->columns);
		}
	}
}

/* Sends the blocks that go straight. Returns their number. */
static int
send_straight(struct exchange *e)
{
	const struct vcube_call *const c = e->call;
	int count = 0;

	vcube_step(e->self, "send");
	for (int i = 1; i < c->size; i++) {
		const int to = e->places[i].to;

		if (e->places[i].leaves)
			e->sent[count++] = vcube_isend(e->self, c->group, to, vcube_in(c, to),
							   vcube_in_bytes(c, to));
	}
	return count;
}

static void
receive_straight(struct exchange *e)
{
	const struct vcube_call *const c = e->call;

	vcube_step(e->self, "receive");
	for (int i = 1; i < c->size; i++) {
		const int from = e->places[i].from;
		struct vcube_status status = {0};

		if (e->places[i].count != MARK_STRAIGHT)
			continue;
		vcube_recv(e->self, c->group, from, vcube_out(c, from), vcube_out_bytes(c, from), &status);
		vcube_expect(e->self, c, from, status.bytes);
	}
}

/* Copies what has come by the steps to its place. */
static void
deliver(struct exchange *e)
{
	const struct vcube_call *const c = e->call;
	uint64_t moved = 0;

	for (int i = 1; i < c->size; i++) {
		const struct place *const place = &e->places[i];
		const size_t bytes = bytes_of(e, place->count);

		if (place->count == MARK_STRAIGHT)
			continue;
		if (place->count >= MARK_LEAST)
			refuse(e, sizeof place->count);
		if (vcube_expect(e->self, c, place->from, bytes) != 0 || bytes == 0)
			continue;
		memcpy(vcube_out(c, place->from), place->data, bytes);
		moved += bytes;
	}
	vcube_charge(e->self, VCUBE_WORK_REORDER, moved);
	vcube_copy(e->self, vcube_out(c, c->rank), vcube_in(c, c->rank), vcube_in_bytes(c, c->rank));
}

static void
free_all(struct exchange *e)
{
	vc_buffer_free(e->self, &e->step);
	vc_buffer_free(e->self, &e->stretch);
	vc_buffer_free(e->self, &e->kept);
	vcube_free(e->self, e->places);
}

void
vcube_digits_run(vcube_node *self, const struct vcube_call *c)
{
	const size_t p = (size_t)c->size;
	struct exchange e;
	int count;

	e.self = self;
	e.call = c;
	e.terms = vcube_terms_for(self, c);
	e.sent_count = e.shortcut_count = 0;
	e.shortened = false;
	e.step = e.stretch = e.kept = (struct vc_buffer){NULL, 0};
	e.places = vcube_scratch(self, p * (sizeof *e.places + sizeof *e.sent + sizeof *e.groups));
	if (e.places == NULL)
		return;
	e.sent = (vcube_request **)(e.places + p);
	e.groups = (int *)(e.sent + p);
	vc_ways_lay_out(&e.ways, &e.terms);
	begin_all(&e);
	for (int k = 0; k < e.ways.steps && vcube_failed(self) == 0; k++)
		move(&e, k);
	if (vcube_failed(self) == 0) {
		count = send_straight(&e);
		deliver(&e);
		receive_straight(&e);
		vcube_waitall(self, e.sent, count);
	}
	free_all(&e);
}
