/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all that suits blocks of any length, which no node knows of others.
 *
 * Nodes lie in rows, as nearly square as possible, or in one. A block moves by one digit in each
 * step, first of the columns and then of the rows that it has to move, together with all blocks
 * that have the same digit; in one row and with radix 2 these are the powers of two in its
 * distance, as in alltoall.bruck. Where it takes less time to send one more message than to send
 * blocks more than once, their node sends them
 *
 *   by a shortcut   blocks that have the same digits in a stretch of steps, over all of it, or
 *   straight        one block, from its source to its destination, after all steps.
 *
 * A message begins with the number of elements of each block in it. That of a step has a mark in
 * place of one that goes by a shortcut or straight: marks move by all steps, and lead the node
 * where the block arrives to receive it.
 *
 * The blocks that node 0 holds, block st from s to t, p = 5, where 03 and 42 are long. Place i is
 * for blocks that move i ranks in all; those that move in the next step are in brackets, marks are
 * stars:
 *
 *   place     0     1     2     3     4     straight
 *   start     00   (01)   02   (*)    04    03 to 3
 *   step 1    00    40   (02)  (*)    04    42 is such a mark
 *   step 2    00    40    30    20   (04)
 *   step 3    00    40    30    20    10
 *
 * A shortcut is sent when its stretch ends, as the marks have arrived then: a node takes messages
 * in the order in which it receives them, so one that it does not know of yet would keep its port
 * waiting.
 */
#include <string.h>
#include <vcube/array.h>
#include <vcube/authoring.h>

enum { STRAIGHT, RADIX };
enum { STEPS_MAX = 32, STRETCH_MAX = 64 };

/* In place of the number of elements: the block goes straight; or by a shortcut, which the mark
 * tells by its first step and the one after its last. */
#define MARK_STRAIGHT UINT32_MAX
#define MARK_LEAST (UINT32_MAX - 0xffff)

static uint32_t
mark_of(int first, int end)
{
	return MARK_LEAST + (uint32_t)first * 256 + (uint32_t)end;
}

/* --- steps and places ------------------------------------------------------------------ */

/* Place i is for blocks that move i % columns columns and i / columns rows. */
struct route {
	int columns, rows;
	int radix;
	int across;                     /* steps that move columns; the others move rows */
	int steps;
	int unit[STEPS_MAX];            /* columns or rows that a digit of 1 moves */
	int end[STEPS_MAX];             /* of the stretch whose shortcuts begin with a step */
	size_t longest[STEPS_MAX + 1];  /* block that does not go straight if sent so often */
};

/* Returns the columns, or rows, among which a step moves blocks. */
static int
width(const struct route *r, int step)
{
	return step < r->across ? r->columns : r->rows;
}

/* Returns what the greatest digit of a step stays below, at most the width. */
static int
bound(const struct route *r, int step)
{
	const int next = r->unit[step] * r->radix;

	return next < width(r, step) ? next : width(r, step);
}

/* Returns how far a block in a place moves by the digits of the steps from `first` to before `end`,
 * which are all of columns or all of rows. */
static int
part(const struct route *r, int first, int end, int place)
{
	const int all = first < r->across ? place % r->columns : place / r->columns;

	return all % bound(r, end - 1) / r->unit[first] * r->unit[first];
}

/* Returns the rank so far ahead of another. */
static int
ahead(const struct route *r, int rank, int step, int distance)
{
	const int row = rank / r->columns, column = rank % r->columns;

	return step < r->across ? row * r->columns + (column + distance) % r->columns
				: (row + distance) % r->rows * r->columns + column;
}

static int
behind(const struct route *r, int rank, int step, int distance)
{
	return ahead(r, rank, step, width(r, step) - distance);
}

/* Fills in the places with such a part, in order. Returns their number. */
static int
list_group(const struct route *r, int first, int end, int distance, int *places)
{
	const bool is_across = first < r->across;
	const int all = width(r, first), others = is_across ? r->rows : r->columns;
	const int along = is_across ? 1 : r->columns, beside = is_across ? r->columns : 1;
	const int unit = r->unit[first], next = bound(r, end - 1);
	int count = 0;

	for (int other = 0; other < others; other++)
		for (int high = distance; high < all; high += next)
			for (int low = high; low < high + unit && low < all; low++)
				places[count++] = other * beside + low * along;
	return count;
}

static int
digits(int n, int radix)
{
	int count = 0;

	for (vcube_time unit = 1; unit < n; unit *= radix)
		count++;
	return count;
}

/* --- shorter ways ---------------------------------------------------------------------- */

/* The longest block that does not go straight. On its way it would be sent so often, and be moved
 * in memory as often, and at its destination. With all ports it leaves beside others that go
 * straight, but behind those of its step. */
static size_t
longest(const struct vcube_terms *t, int times)
{
	const int more = times == 1 && t->ports == VCUBE_PORTS_ALL ? 1 : times - 1;
	const vcube_time cost = t->k.per_byte * more + t->k.reorder * (times + 1);

	if (t->set[STRAIGHT].count > 0)
		return (size_t)t->set[STRAIGHT].value;
	return cost > 0 ? (size_t)(vcube_startup_time(t) / cost) : SIZE_MAX;
}

/* Returns whether one more message takes less time than to send so many bytes so often. */
static bool
is_worth(const struct vcube_terms *t, size_t bytes, int times)
{
	const vcube_time cost = (t->k.per_byte + t->k.reorder) * (times - 1);

	return cost > 0 && bytes > (size_t)(vcube_startup_time(t) / cost);
}

/* Returns the steps that a shortcut leaves out and the one that it is, for blocks that move by these
 * digits, the lowest first; 0 if they do not move by the first one, or by no other. */
static int
shortcut_times(int value, int radix)
{
	const bool moves = value % radix != 0;
	int times = 0;

	for (; value > 0; value /= radix)
		times += value % radix != 0;
	return moves && times > 1 ? times : 0;
}

/* Returns the time of a stretch, where a message is worth `bytes`, and a place has `mean`, at most
 * as many. */
static vcube_time
stretch_time(const struct route *r, int first, int end, vcube_time bytes, vcube_time mean)
{
	const int all = width(r, first), next = bound(r, end - 1), over = all % next;
	const int stay = all / next * r->unit[first] + (over < r->unit[first] ? over : r->unit[first]);
	const vcube_time messages = (next - 1) / r->unit[first];

	return messages * bytes + (vcube_time)(all - stay) * (r->columns * r->rows / all) * mean;
}

/* Sets the ends of stretches to those with the least time for the mean of the node's blocks that
 * are short enough to be sent twice; `sum` are their bytes. */
static void
plan(struct route *r, const struct vcube_terms *t, size_t sum)
{
	const vcube_time cost = t->k.per_byte + t->k.reorder;
	const vcube_time bytes = cost > 0 ? vcube_startup_time(t) / cost : 0;
	const vcube_time mean = (vcube_time)(sum / (size_t)t->p);
	vcube_time least[STEPS_MAX + 1];

	for (int k = 0; k < r->steps; k++)
		r->end[k] = k + 1;
	if (!is_worth(t, sum, 2) || mean > bytes)
		return;
	least[r->steps] = 0;
	for (int k = r->steps; k-- > 0;) {
		const int last = k < r->across ? r->across : r->steps;

		least[k] = stretch_time(r, k, k + 1, bytes, mean) + least[k + 1];
		for (int end = k + 2; end <= last && bound(r, end - 1) / r->unit[k] <= STRETCH_MAX; end++) {
			const vcube_time time = stretch_time(r, k, end, bytes, mean) + least[end];

			if (time < least[k]) {
				least[k] = time;
				r->end[k] = end;
			}
		}
	}
	for (int k = 1; k < r->steps; k++)
		if (r->end[k - 1] > k)
			r->end[k] = r->end[k - 1];
}

/* With all ports the messages to the other three of a row of four leave at once; in longer rows they
 * would share links. */
static int
radix_for(const struct vcube_terms *t)
{
	const int columns = vcube_array_columns(t->p);

	if (t->set[RADIX].count > 0)
		return t->set[RADIX].value;
	return t->ports == VCUBE_PORTS_ALL && columns <= 4 ? 4 : 2;
}

static const char *
unmet(const struct vcube_terms *t)
{
	const struct vcube_setting *const radix = &t->set[RADIX];

	return radix->count > 0 && (radix->value < 2 || radix->value > STRETCH_MAX)
		? "a radix of 2 to 64" : NULL;
}

/* Lays out all nodes, in rows if that takes no more steps than one row. */
static void
lay_out(struct route *r, const struct vcube_terms *t)
{
	r->columns = vcube_array_columns(t->p);
	r->radix = radix_for(t);
	if (digits(r->columns, r->radix) + digits(t->p / r->columns, r->radix) > digits(t->p, r->radix))
		r->columns = t->p;
	r->rows = t->p / r->columns;
	r->across = digits(r->columns, r->radix);
	r->steps = r->across + digits(r->rows, r->radix);
	for (int k = 0; k < r->steps; k++)
		r->unit[k] = k == 0 || k == r->across ? 1 : r->unit[k - 1] * r->radix;
	for (int times = 0; times <= r->steps; times++)
		r->longest[times] = longest(t, times);
}

/* Returns how often a block is sent along its row, or then along its column, if it does not go
 * straight. */
static int
sends(const struct route *r, bool across, int place)
{
	const int last = across ? r->across : r->steps;
	int times = 0;

	for (int k = across ? 0 : r->across; k < last; k = r->end[k])
		times += part(r, k, r->end[k], place) > 0;
	return times;
}

static bool
goes_straight(const struct route *r, int place, size_t bytes)
{
	return bytes > r->longest[r->steps] &&
	       bytes > r->longest[sends(r, true, place) + sends(r, false, place)];
}

/* --- messages -------------------------------------------------------------------------- */

struct place {
	const char *data;
	uint32_t count;                 /* of its elements, or a mark */
	int to, from;                   /* the destination of the node's block, the source of its last */
	bool leaves;                    /* it goes straight from here */
};

/* A message of a step or a shortcut */
struct parcel {
	struct parcel *next;
	vcube_request *sent;
	size_t bytes;
	int to;                         /* of a shortcut */
	char data[];
};

struct parcels {
	struct parcel *first, *last;
};

struct exchange {
	vcube_node *self;
	const struct vcube_call *call;
	struct vcube_terms terms;
	struct route route;
	struct place *places;
	vcube_request **straight;       /* blocks that go straight */
	int *group;                     /* places of the message at hand */
	struct parcels packed;          /* shortcuts of this stretch */
	struct parcels sent;            /* in this step */
	struct parcels kept;            /* received */
	bool shortened;                 /* some place has the mark of a shortcut */
};

static void
append(struct parcels *list, struct parcel *p)
{
	p->next = NULL;
	if (list->first == NULL)
		list->first = p;
	else
		list->last->next = p;
	list->last = p;
}

static struct parcel *
take_first(struct parcels *list)
{
	struct parcel *const p = list->first;

	if (p != NULL)
		list->first = p->next;
	return p;
}

static void
free_all(vcube_node *self, struct parcels *list)
{
	struct parcel *p;

	while ((p = take_first(list)) != NULL)
		vcube_free(self, p);
}

static struct parcel *
new_parcel(struct exchange *e, size_t bytes)
{
	struct parcel *const p = vcube_scratch(e->self, sizeof *p + bytes);

	if (p != NULL)
		*p = (struct parcel){.bytes = bytes};
	return p;
}

static size_t
bytes_of(const struct exchange *e, uint32_t count)
{
	return count >= MARK_LEAST ? 0 : e->call->bytes * count;
}

/* Returns the bytes of a group's blocks without their header. */
static size_t
sum_group(const struct exchange *e, int count)
{
	size_t bytes = 0;

	for (int i = 0; i < count; i++)
		bytes += bytes_of(e, e->places[e->group[i]].count);
	return bytes;
}

/* Packs the blocks of a group and all its marks; or, if it goes by a shortcut, which has a mark, its
 * blocks, and marks their places. Returns NULL without memory. */
static struct parcel *
pack(struct exchange *e, int count, uint32_t mark)
{
	const size_t bytes = sum_group(e, count);
	struct parcel *p;
	uint32_t *header;
	char *end;
	int entries = 0;

	for (int i = 0; i < count; i++)
		entries += mark == 0 || e->places[e->group[i]].count < MARK_LEAST;
	p = new_parcel(e, sizeof *header * (size_t)entries + bytes);
	if (p == NULL)
		return NULL;
	header = (uint32_t *)p->data;
	end = (char *)(header + entries);
	for (int i = 0; i < count; i++) {
		struct place *const place = &e->places[e->group[i]];
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
	return p;
}

static void
post(struct exchange *e, struct parcel *p, int to)
{
	p->sent = vcube_isend(e->self, e->call->group, to, p->data, p->bytes);
	append(&e->sent, p);
}

static void
refuse(struct exchange *e, size_t bytes)
{
	vcube_fail(e->self, "alltoallv through relays: %zu bytes are not what their header says", bytes);
}

/* Replaces the places of a group, or those that have the mark, by the blocks that have come. With
 * corrupted messages they may be anything. */
static void
unpack(struct exchange *e, struct parcel *p, int count, uint32_t mark)
{
	const uint32_t *header = (const uint32_t *)p->data;
	size_t at = 0;

	for (int i = 0; i < count; i++)
		if (mark == 0 || e->places[e->group[i]].count == mark)
			at += sizeof *header;
	for (int i = 0; i < count && at <= p->bytes; i++) {
		struct place *const place = &e->places[e->group[i]];

		if (mark != 0 && place->count != mark)
			continue;
		place->data = p->data + at;
		place->count = *header++;
		e->shortened |= place->count >= MARK_LEAST && place->count != MARK_STRAIGHT;
		at = bytes_of(e, place->count) > p->bytes - at ? SIZE_MAX : at + bytes_of(e, place->count);
	}
	if (at != p->bytes)
		refuse(e, p->bytes);
}

static void
receive(struct exchange *e, int from, int count, uint32_t mark)
{
	struct vcube_status status = {0};
	struct parcel *p = NULL;

	if (vcube_probe(e->self, e->call->group, from, &status) == 0)
		p = new_parcel(e, status.bytes);
	if (p == NULL)
		return;
	append(&e->kept, p);
	if (vcube_recv(e->self, e->call->group, from, p->data, p->bytes, NULL) == 0)
		unpack(e, p, count, mark);
}

/* --- a step ---------------------------------------------------------------------------- */

/* Packs the blocks that a shortcut takes away from this step, and from those that follow. */
static void
shorten(struct exchange *e, int step)
{
	const struct route *const r = &e->route;
	const int end = r->end[step];

	for (int x = bound(r, step); x < bound(r, end - 1); x += r->unit[step]) {
		const int times = shortcut_times(x / r->unit[step], r->radix);
		const int count = times > 0 ? list_group(r, step, end, x, e->group) : 0;
		struct parcel *p;

		if (count == 0 || !is_worth(&e->terms, sum_group(e, count), times))
			continue;
		p = pack(e, count, mark_of(step, end));
		if (p == NULL)
			return;
		p->to = ahead(r, e->call->rank, step, x);
		append(&e->packed, p);
	}
}

/* Sends the shortcuts of the node's stretch, which ends here. */
static void
send_shortcuts(struct exchange *e)
{
	struct parcel *p;

	while ((p = take_first(&e->packed)) != NULL)
		post(e, p, p->to);
}

/* Receives those of others whose stretches end here too, in the order in which they are sent. */
static void
receive_shortcuts(struct exchange *e, int end)
{
	const struct route *const r = &e->route;

	for (int k = end <= r->across ? 0 : r->across; k < end - 1; k++) {
		const uint32_t mark = mark_of(k, end);

		for (int x = bound(r, k); x < bound(r, end - 1); x += r->unit[k]) {
			const int count = list_group(r, k, end, x, e->group);
			int i = 0;

			while (i < count && e->places[e->group[i]].count != mark)
				i++;
			if (i < count)
				receive(e, behind(r, e->call->rank, k, x), count, mark);
		}
	}
}

static void
move(struct exchange *e, int step)
{
	const struct route *const r = &e->route;
	const int unit = r->unit[step], me = e->call->rank;
	struct parcel *p;

	vcube_step(e->self, "shift");
	shorten(e, step);
	for (int x = unit; x < bound(r, step); x += unit)
		if ((p = pack(e, list_group(r, step, step + 1, x, e->group), 0)) != NULL)
			post(e, p, ahead(r, me, step, x));
	for (int x = unit; x < bound(r, step); x += unit)
		receive(e, behind(r, me, step, x), list_group(r, step, step + 1, x, e->group), 0);
	if (r->end[step] == step + 1)
		send_shortcuts(e);
	if (e->shortened)
		receive_shortcuts(e, step + 1);
	while ((p = take_first(&e->sent)) != NULL) {
		vcube_waitall(e->self, &p->sent, 1);
		vcube_free(e->self, p);
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
	const bool straight = c->in_counts[to] >= MARK_LEAST || goes_straight(&e->route, place, bytes);

	e->places[place] = (struct place){
		.data = vcube_in(c, to), .leaves = straight, .to = to,
		.count = straight ? MARK_STRAIGHT : (uint32_t)c->in_counts[to],
	};
}

static void
begin_all(struct exchange *e)
{
	const struct vcube_call *const c = e->call;
	const struct route *const r = &e->route;
	const int row = c->rank / r->columns, column = c->rank % r->columns;
	const size_t most = longest(&e->terms, 2);
	size_t sum = 0;

	for (int i = 0; i < c->size; i++)
		if (i != c->rank && vcube_in_bytes(c, i) <= most)
			sum += vcube_in_bytes(c, i);
	plan(&e->route, &e->terms, sum);
	for (int down = 0, i = 0; down < r->rows; down++) {
		const int to = r->columns * wrapped(row + down, r->rows);
		const int from = r->columns * wrapped(row + r->rows - down, r->rows);

		for (int right = 0; right < r->columns; right++, i++) {
			begin(e, i, to + wrapped(column + right, r->columns));
			e->places[i].from = from + wrapped(column + r->columns - right, r->columns);
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
			e->straight[count++] = vcube_isend(e->self, c->group, to, vcube_in(c, to),
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
run(vcube_node *self, const struct vcube_call *c)
{
	const size_t p = (size_t)c->size;
	struct exchange e;
	int count;

	e.self = self;
	e.call = c;
	e.terms = vcube_terms_for(self, c);
	e.packed = e.sent = e.kept = (struct parcels){NULL, NULL};
	e.shortened = false;
	e.places = vcube_scratch(self, p * (sizeof *e.places + sizeof *e.straight + sizeof *e.group));
	if (e.places == NULL)
		return;
	e.straight = (vcube_request **)(e.places + p);
	e.group = (int *)(e.straight + p);
	lay_out(&e.route, &e.terms);
	begin_all(&e);
	for (int k = 0; k < e.route.steps && vcube_failed(self) == 0; k++)
		move(&e, k);
	if (vcube_failed(self) == 0) {
		count = send_straight(&e);
		deliver(&e);
		receive_straight(&e);
		vcube_waitall(self, e.straight, count);
	}
	free_all(self, &e.packed);
	free_all(self, &e.kept);
	vcube_free(self, e.places);
}

/* --- cost ------------------------------------------------------------------------------ */

/* When a node, and each side of its port, have done what they have to, where all nodes do the same;
 * and when the messages begin that it has sent and not received, and how long they take */
struct progress {
	vcube_time node, out, in;
	vcube_time begin[STRETCH_MAX], time[STRETCH_MAX];
	int count;
};

static vcube_time
later(vcube_time a, vcube_time b)
{
	return a > b ? a : b;
}

static void
send_message(struct progress *at, const struct vcube_terms *t, int entries, int blocks)
{
	const size_t bytes = t->m * (size_t)blocks + sizeof(uint32_t) * (size_t)entries;

	at->begin[at->count] = later(at->out, at->node);
	at->time[at->count] = vcube_message_time(t, bytes);
	at->out = at->begin[at->count] + at->time[at->count];
	at->count++;
}

/* Receives the messages of others that are like the node's. */
static void
receive_all(struct progress *at)
{
	for (int i = 0; i < at->count; i++)
		at->node = at->in = later(at->node, later(at->in, at->begin[i]) + at->time[i]);
	at->node = later(at->node, at->out);
	at->count = 0;
}

/* How many columns, and rows, a block that is sent so often along them may have to move; and how often
 * one is sent, at most, that does not go straight */
struct tally {
	int across[STEPS_MAX + 1], down[STEPS_MAX + 1];
	int most;
};

static void
tally(struct tally *n, const struct route *r, size_t m)
{
	*n = (struct tally){.most = r->steps};
	for (int i = 0; i < r->columns; i++)
		n->across[sends(r, true, i)]++;
	for (int i = 0; i < r->rows; i++)
		n->down[sends(r, false, i * r->columns)]++;
	while (n->most > 0 && m > r->longest[n->most])
		n->most--;
}

/* Returns how many of these let a block that is sent `times` otherwise not go straight. */
static int
count_short(const struct tally *n, const int *sends, int times)
{
	int count = 0;

	for (int more = 0; times + more <= n->most; more++)
		count += sends[more];
	return count;
}

/* All places, and blocks that go neither straight nor by a shortcut, by how far they move in a
 * stretch, in its units */
struct values {
	int places[STRETCH_MAX], blocks[STRETCH_MAX];
	int count;
};

static struct values
count_values(const struct route *r, const struct tally *n, int first)
{
	const bool across = first < r->across;
	const int all = width(r, first), others = across ? r->rows : r->columns;
	const int end = r->end[first];
	struct values v = {.count = (bound(r, end - 1) - 1) / r->unit[first] + 1};

	for (int i = 0; i < all; i++) {
		const int place = across ? i : i * r->columns;
		const int value = part(r, first, end, place) / r->unit[first];

		v.places[value] += others;
		v.blocks[value] += count_short(n, across ? n->down : n->across, sends(r, across, place));
	}
	return v;
}

/* Takes away the blocks that go by shortcuts from a step on, whose unit is `unit` of its stretch, and
 * adds the length of each to a list. Returns the time to pack them. */
static vcube_time
shorten_values(const struct vcube_terms *t, const struct route *r, struct values *v, int unit,
	       int *list, int *count)
{
	vcube_time work = 0;

	for (int x = unit * r->radix; x < v->count; x += unit) {
		const int times = shortcut_times(x / unit, r->radix);
		int blocks = 0;

		for (int low = 0; low < unit && x + low < v->count; low++)
			blocks += v->blocks[x + low];
		if (times == 0 || !is_worth(t, t->m * (size_t)blocks, times))
			continue;
		for (int low = 0; low < unit && x + low < v->count; low++)
			v->blocks[x + low] = 0;
		list[(*count)++] = blocks;
		work += t->k.reorder * (vcube_time)t->m * blocks;
	}
	return work;
}

/* Adds the messages of a step, and waits for them. */
static void
move_values(struct progress *at, const struct vcube_terms *t, const struct route *r,
	    const struct values *v, int unit)
{
	for (int digit = 1; digit < r->radix && digit * unit < v->count; digit++) {
		int places = 0, blocks = 0;

		for (int x = digit * unit; x < v->count; x += unit * r->radix)
			for (int low = 0; low < unit && x + low < v->count; low++) {
				places += v->places[x + low];
				blocks += v->blocks[x + low];
			}
		at->node += t->k.reorder * (vcube_time)t->m * blocks;
		send_message(at, t, places, blocks);
	}
	receive_all(at);
}

static void
pass_stretch(struct progress *at, const struct vcube_terms *t, const struct route *r,
	     const struct tally *n, int first)
{
	struct values v = count_values(r, n, first);
	int shortcuts[STRETCH_MAX], count = 0, unit = 1;

	for (int k = first; k < r->end[first]; k++, unit *= r->radix) {
		at->node += shorten_values(t, r, &v, unit, shortcuts, &count);
		move_values(at, t, r, &v, unit);
	}
	while (count-- > 0)
		send_message(at, t, shortcuts[count], shortcuts[count]);
	receive_all(at);
}

/* The time for blocks of m bytes. What a node delivers it moves while the first block that goes
 * straight is on its way. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time m = (vcube_time)t->m, message = vcube_message_time(t, t->m);
	vcube_time work, relayed = -1, straight;        /* without the node's own block */
	struct progress at = {.node = 0};
	struct tally n;
	struct route r;

	lay_out(&r, t);
	plan(&r, t, t->m <= longest(t, 2) ? t->m * (size_t)(t->p - 1) : 0);
	tally(&n, &r, t->m);
	for (int k = 0; k < r.steps; k = r.end[k])
		pass_stretch(&at, t, &r, &n, k);
	for (int times = 0; times <= n.most; times++)
		relayed += (vcube_time)n.across[times] * count_short(&n, n.down, times);
	straight = t->p - 1 - relayed;
	work = t->k.copy * m + t->k.reorder * m * relayed;
	if (straight > 0)
		work = later(work - message, 0);
	return at.node + straight * message + work;
}

const struct vcube_algorithm vc_algorithm_alltoallv_bruck = {
	.collective = VCUBE_ALLTOALLV,
	.name = "bruck",
	.text = "short blocks by the digits of their way, longer ones by shortcuts or straight",
	.paper = "after Bruck et al. 1997",
	.options = (const struct vcube_option[]){
		[STRAIGHT] = {"straight", "N", "blocks of more bytes go straight; unset, those that take "
			      "less time so"},
		[RADIX] = {"radix", "N", "radix of the digits, 2 to 64; unset, 2, or 4 with all ports "
			   "where rows are of up to four"}, {0}},
	.unmet = unmet,
	.native = 1u << VCUBE_FULL,
	.steps = "ceil(log p)",
	.volume = "at most (m + 4) p/2 ceil(log p)",
	.formula = "ts ceil(log p) + tw (m + 4) times the 1 bits in the ways of a node's blocks, where all "
		   "are of m bytes and none takes a shorter way",
	.cost = cost,
	.run = run,
};
