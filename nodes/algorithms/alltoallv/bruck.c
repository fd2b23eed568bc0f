/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all that suits blocks of any length, which no node knows of others: short
 * blocks move together by the powers of two in the distance to their destination, as in
 * alltoall.bruck; long ones go straight.
 *
 * A block goes straight if a start-up of its own takes less time than to send it more than once. Its
 * sender decides: a message of the steps begins with the number of elements of each block in it, or
 * with a mark in its place, which leads the destination to receive the block itself.
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
 */
#include <string.h>
#include <vcube/authoring.h>

enum { STRAIGHT };
enum { ROUNDS_MAX = 32 };

/* In place of the number of elements: the block goes straight. */
#define MARK UINT32_MAX

struct place {
	const char *data;
	uint32_t count;                 /* of its elements, or a mark */
	bool leaves;                    /* it goes straight from here */
};

/* Returns whether a block goes straight. On its way it would be sent once for each power of two, and
 * be moved in memory as often, and at its destination. */
static bool
goes_straight(const struct vcube_terms *t, int distance, size_t bytes)
{
	const int times = __builtin_popcount((unsigned)distance);
	const vcube_time more = t->k.per_byte * (times - 1) + t->k.reorder * (times + 1);

	if (t->set[STRAIGHT].count > 0)
		return bytes > (size_t)t->set[STRAIGHT].value;
	return more > 0 && bytes > (size_t)(vcube_startup_time(t) / more);
}

/* --- the steps ------------------------------------------------------------------------- */

/* Returns the place after i of those that move by n, the first of all after 0. */
static int
next(int i, int n)
{
	i++;
	return i & n ? i : (i | n) & -n;
}

/* Returns their number among p. */
static int
moving(int p, int n)
{
	const int over = p % (2 * n) - n;

	return p / (2 * n) * n + (over > 0 ? over : 0);
}

static size_t
bytes_of(const struct vcube_call *c, uint32_t count)
{
	return count == MARK ? 0 : c->bytes * count;
}

/* Packs the places that move by n, behind the numbers of their elements. Returns the end. */
static char *
pack(vcube_node *self, const struct vcube_call *c, int n, const struct place *places, char *block)
{
	uint32_t *header = (uint32_t *)block;
	char *const data = block + sizeof *header * (size_t)moving(c->size, n), *end = data;

	for (int i = next(0, n); i < c->size; i = next(i, n)) {
		const size_t bytes = bytes_of(c, places[i].count);

		*header++ = places[i].count;
		if (bytes > 0)
			memcpy(end, places[i].data, bytes);
		end += bytes;
	}
	vcube_charge(self, VCUBE_WORK_REORDER, (uint64_t)(end - data));
	return end;
}

/* Replaces those places by the blocks that have come. With corrupted messages they may be
 * anything. */
static void
unpack(vcube_node *self, const struct vcube_call *c, int n, struct place *places, const char *block,
       size_t bytes)
{
	const uint32_t *header = (const uint32_t *)block;
	size_t at = sizeof *header * (size_t)moving(c->size, n);

	for (int i = next(0, n); i < c->size && at <= bytes; i = next(i, n)) {
		places[i].data = block + at;
		places[i].count = *header++;
		if (bytes_of(c, places[i].count) > bytes - at)
			break;
		at += bytes_of(c, places[i].count);
	}
	if (at != bytes)
		vcube_fail(self, "alltoallv through relays: %zu bytes are not what their header says",
			   bytes);
}

static vcube_request *
send(vcube_node *self, const struct vcube_call *c, int n, const struct place *places, char **block)
{
	size_t bytes = sizeof(uint32_t) * (size_t)moving(c->size, n);

	for (int i = next(0, n); i < c->size; i = next(i, n))
		bytes += bytes_of(c, places[i].count);
	*block = vcube_scratch(self, bytes);
	if (*block == NULL)
		return NULL;
	pack(self, c, n, places, *block);
	return vcube_isend(self, c->group, (c->rank + n) % c->size, *block, bytes);
}

/* Returns the message, in a block of its own. */
static char *
receive(vcube_node *self, const struct vcube_call *c, int n, struct place *places)
{
	const int from = (c->rank + c->size - n) % c->size;
	struct vcube_status status = {0};
	char *block = NULL;

	if (vcube_probe(self, c->group, from, &status) == 0)
		block = vcube_scratch(self, status.bytes);
	if (block != NULL && vcube_recv(self, c->group, from, block, status.bytes, NULL) == 0)
		unpack(self, c, n, places, block, status.bytes);
	return block;
}

static char *
step(vcube_node *self, const struct vcube_call *c, int n, struct place *places)
{
	vcube_request *sent;
	char *packed, *got;

	vcube_step(self, "shift");
	sent = send(self, c, n, places, &packed);
	got = receive(self, c, n, places);
	vcube_waitall(self, &sent, 1);
	vcube_free(self, packed);
	return got;
}

/* --- the whole ------------------------------------------------------------------------- */

static void
begin(vcube_node *self, const struct vcube_call *c, struct place *places)
{
	const struct vcube_terms t = vcube_terms_for(self, c);

	for (int i = 1; i < c->size; i++) {
		const int to = (c->rank + i) % c->size;
		const bool straight = c->in_counts[to] >= MARK ||
				      goes_straight(&t, i, vcube_in_bytes(c, to));

		places[i] = (struct place){
			vcube_in(c, to), straight ? MARK : (uint32_t)c->in_counts[to], straight,
		};
	}
}

/* Sends the blocks that go straight. Returns their number. */
static int
send_straight(vcube_node *self, const struct vcube_call *c, const struct place *places,
	      vcube_request **sent)
{
	int count = 0;

	vcube_step(self, "send");
	for (int i = 1; i < c->size; i++) {
		const int to = (c->rank + i) % c->size;

		if (places[i].leaves)
			sent[count++] = vcube_isend(self, c->group, to, vcube_in(c, to),
						    vcube_in_bytes(c, to));
	}
	return count;
}

static void
receive_straight(vcube_node *self, const struct vcube_call *c, const struct place *places)
{
	vcube_step(self, "receive");
	for (int i = 1; i < c->size; i++) {
		const int from = (c->rank + c->size - i) % c->size;
		struct vcube_status status = {0};

		if (places[i].count != MARK)
			continue;
		vcube_recv(self, c->group, from, vcube_out(c, from), vcube_out_bytes(c, from), &status);
		vcube_expect(self, c, from, status.bytes);
	}
}

/* Copies what has come by the steps to its place. */
static void
deliver(vcube_node *self, const struct vcube_call *c, const struct place *places)
{
	uint64_t moved = 0;

	for (int i = 1; i < c->size; i++) {
		const int from = (c->rank + c->size - i) % c->size;
		const size_t bytes = bytes_of(c, places[i].count);

		if (places[i].count == MARK || vcube_expect(self, c, from, bytes) != 0 || bytes == 0)
			continue;
		memcpy(vcube_out(c, from), places[i].data, bytes);
		moved += bytes;
	}
	vcube_charge(self, VCUBE_WORK_REORDER, moved);
	vcube_copy(self, vcube_out(c, c->rank), vcube_in(c, c->rank), vcube_in_bytes(c, c->rank));
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const size_t p = (size_t)c->size;
	struct place *const places = vcube_scratch(self, p * (sizeof *places + sizeof(vcube_request *)));
	char *got[ROUNDS_MAX] = {NULL};
	vcube_request **sent;
	int count, rounds = 0;

	if (places == NULL)
		return;
	sent = (vcube_request **)(places + p);
	begin(self, c, places);
	for (int n = 1; n < c->size && vcube_failed(self) == 0; n *= 2)
		got[rounds++] = step(self, c, n, places);
	if (vcube_failed(self) == 0) {
		count = send_straight(self, c, places, sent);
		deliver(self, c, places);
		receive_straight(self, c, places);
		vcube_waitall(self, sent, count);
	}
	while (rounds > 0)
		vcube_free(self, got[--rounds]);
	vcube_free(self, places);
}

/* The time for blocks of m bytes. What a node delivers it moves while the first block that goes
 * straight is on its way. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time m = (vcube_time)t->m, message = vcube_message_time(t, t->m);
	vcube_time sum = 0, work = t->k.copy * m, hidden = 0;

	for (int i = 1; i < t->p; i++) {
		if (goes_straight(t, i, t->m)) {
			sum += message;
			hidden = message;
		} else {
			work += t->k.reorder * m;
		}
	}
	for (int n = 1; n < t->p; n *= 2) {
		vcube_time bytes = 0;

		for (int i = next(0, n); i < t->p; i = next(i, n))
			bytes += goes_straight(t, i, t->m) ? 0 : m;
		sum += vcube_startup_time(t) + t->k.per_byte * (bytes + 4 * moving(t->p, n)) +
		       t->k.reorder * bytes;
	}
	return sum + (work > hidden ? work - hidden : 0);
}

const struct vcube_algorithm vc_algorithm_alltoallv_bruck = {
	.collective = VCUBE_ALLTOALLV,
	.name = "bruck",
	.text = "short blocks by the powers of two in their distance, long ones straight",
	.paper = "after Bruck et al. 1997",
	.options = (const struct vcube_option[]){[STRAIGHT] = {"straight", "N", "blocks of more bytes go "
		"straight; unset, those that take less time so"}, {0}},
	.native = 1u << VCUBE_FULL,
	.steps = "ceil(log p)",
	.volume = "at most (m + 4) p/2 ceil(log p)",
	.formula = "ts ceil(log p) + tw (m + 4) times the 1 bits of 0 to p - 1, where all blocks are of m "
		   "bytes and none goes straight",
	.cost = cost,
	.run = run,
};
