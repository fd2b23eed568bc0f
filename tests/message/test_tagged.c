/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages with tags: in any order, beside collectives, probed, cancelled, synchronous. */
#include <string.h>
#include "confirmations.h"
#include "support.h"

#define US ((vcube_time)1000000)

enum { LONG = 5000, KINDS = 4 };

/* In a slot, in several, in a block, and lent. */
static const size_t lengths[KINDS] = {8, 150, 900, LONG};

/* A collective meets no message that is not its own: what the program sends before it waits
 * until the program asks. */
static int
around_collectives(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self), right = (me + 1) % p,
		  left = (me + p - 1) % p;
	unsigned char out[LONG], in[LONG];
	struct vcube_status status;
	double sum = 1;

	(void)arg;
	for (unsigned k = 0; k < KINDS; k++) {
		vcube_request *early = vcube_irecv(self, NULL, left, in, LONG);

		fill(out, lengths[k], me, right, k);
		vcube_barrier(self, NULL, NULL);
		vcube_send(self, NULL, right, out, lengths[k]);
		vcube_wait(self, early, &status);
		CHECK(self, vcube_failed(self) || is_filled(in, lengths[k], left, me, k));

		vcube_send(self, NULL, right, out, lengths[k]);
		vcube_allreduce(self, NULL, &sum, &sum, 1, VCUBE_DOUBLE, VCUBE_MAX, NULL);
		vcube_recv(self, NULL, left, in, LONG, &status);
		CHECK(self, vcube_failed(self) || is_filled(in, lengths[k], left, me, k));

		vcube_tsend(self, NULL, right, 7, out, lengths[k]);
		vcube_send(self, NULL, right, out, lengths[k]);
		vcube_allreduce(self, NULL, &sum, &sum, 1, VCUBE_DOUBLE, VCUBE_MAX, NULL);
		vcube_recv(self, NULL, left, in, LONG, &status);
		CHECK(self, vcube_failed(self) || is_filled(in, lengths[k], left, me, k));
		vcube_trecv(self, NULL, left, VCUBE_ANY_TAG, in, LONG, &status);
		CHECK(self, vcube_failed(self) ||
			    (status.tag == 7 && status.from == left && status.bytes == lengths[k]));
		CHECK(self, vcube_failed(self) || is_filled(in, lengths[k], left, me, k));
	}
	return vcube_failed(self);
}

static void
test_around_collectives(void **state)
{
	(void)state;
	try_everywhere("full:4", around_collectives, NULL);
	try_everywhere("full:7", around_collectives, NULL);
}

/* Node 0 sends messages of tags 0 to 3 in a drawn order; node 1 receives them in another, by
 * receives posted early, receives and matched probes. Within a tag they are in order. */
enum { TAGS = 4, EACH = 5, ALL = TAGS * EACH };

static uint32_t
draw(uint64_t *state, uint32_t below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33) % below;
}

/* A drawn order of ALL tags. */
static void
shuffle(uint64_t key, int tag[ALL])
{
	for (int i = 0; i < ALL; i++)
		tag[i] = i % TAGS;
	for (uint32_t i = ALL; i > 1; i--) {
		const uint32_t k = draw(&key, i);
		const int swap = tag[i - 1];

		tag[i - 1] = tag[k];
		tag[k] = swap;
	}
}

struct message { int tag, number; unsigned char more[LONG]; };

static size_t
length_of(int tag, int number)
{
	return offsetof(struct message, more) + lengths[(tag + number) % KINDS];
}

static int
is_right(const struct message *m, const struct vcube_status *status, int tag, int number)
{
	return m->tag == tag && m->number == number && status->tag == tag && status->from == 0 &&
	       !status->cancelled && status->bytes == length_of(tag, number);
}

static void
send_all(vcube_node *self, const int tag[ALL])
{
	struct message *const out = vcube_alloc(self, ALL * sizeof *out);
	vcube_request *request[ALL];
	int sent[TAGS] = {0};

	for (int i = 0; i < ALL; i++) {
		const size_t bytes = length_of(tag[i], sent[tag[i]]);

		out[i] = (struct message){.tag = tag[i], .number = sent[tag[i]]++};
		request[i] = i % 2 == 0 && vcube_try_tsend(self, NULL, 1, tag[i], &out[i], bytes)
			? NULL : vcube_tisend(self, NULL, 1, tag[i], &out[i], bytes);
	}
	vcube_waitall(self, request, ALL);
	vcube_free(self, out);
}

static int
receive_all(vcube_node *self, const int tag[ALL], uint64_t key)
{
	struct message *const in = vcube_alloc(self, ALL * sizeof *in);
	vcube_request *posted[ALL] = {NULL};
	int number[ALL], seen[TAGS] = {0};
	struct vcube_status status;
	vcube_message *message;

	for (int i = 0; i < ALL; i++) {
		number[i] = seen[tag[i]]++;
		if (draw(&key, 2) == 0) {
			posted[i] = vcube_tirecv(self, NULL, draw(&key, 2) ? 0 : VCUBE_ANY, tag[i],
						 &in[i], sizeof in[i]);
			continue;
		}
		if (draw(&key, 2) == 0) {
			vcube_trecv(self, NULL, 0, tag[i], &in[i], sizeof in[i], &status);
		} else {
			vcube_mprobe(self, NULL, draw(&key, 2) ? 0 : VCUBE_ANY, tag[i], &message,
				     &status);
			vcube_mrecv(self, NULL, message, &in[i], sizeof in[i], &status);
		}
		CHECK(self, vcube_failed(self) || is_right(&in[i], &status, tag[i], number[i]));
	}
	for (int k = 0; k < ALL; k++) {
		const int i = key % 2 == 0 ? k : ALL - 1 - k;

		if (posted[i] == NULL)
			continue;
		vcube_wait(self, posted[i], &status);
		CHECK(self, vcube_failed(self) || is_right(&in[i], &status, tag[i], number[i]));
	}
	vcube_free(self, in);
	return vcube_failed(self);
}

static int
in_any_order(vcube_node *self, void *arg)
{
	const uint64_t key = *(uint64_t *)arg;
	int tag[ALL];

	shuffle(key + (uint64_t)vcube_rank(self), tag);
	if (vcube_rank(self) == 0)
		send_all(self, tag);
	else if (vcube_rank(self) == 1)
		return receive_all(self, tag, key);
	return vcube_failed(self);
}

static void
test_any_order(void **state)
{
	(void)state;
	for (uint64_t key = seed; key < seed + (uint64_t)up_to(12, 3); key++)
		try_everywhere("linear:3 heap=1MiB", in_any_order, (void *)&key);
}

/* Under the virtual clock a receive, a probe and a wait for any take what arrives first. */
static int
earliest(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	struct vcube_status status;
	vcube_request *request[4] = {NULL};
	int value = me, in[4], index, there;

	(void)arg;
	if (me > 0) {
		/* rank 3 first, rank 1 last */
		vcube_compute(self, (4 - me) * 100 * US);
		for (int tag = 0; tag < 4; tag++)
			vcube_tsend(self, NULL, 0, tag, &value, sizeof value);
		return vcube_failed(self);
	}
	for (int from = 3; from > 0; from--) {
		vcube_tprobe(self, NULL, VCUBE_ANY, 2, &status);
		CHECK(self, vcube_failed(self) || (status.from == from && status.tag == 2));
		vcube_trecv(self, NULL, VCUBE_ANY, 2, &value, sizeof value, &status);
		CHECK(self, vcube_failed(self) || (status.from == from && value == from));
	}
	for (int from = 3; from > 0; from--) {
		vcube_tiprobe(self, NULL, VCUBE_ANY, 1, &there, &status);
		CHECK(self, vcube_failed(self) || (there && status.from == from));
		vcube_trecv(self, NULL, from, 1, &value, sizeof value, NULL);
	}
	vcube_tiprobe(self, NULL, VCUBE_ANY, 1, &there, &status);
	CHECK(self, vcube_failed(self) || !there);
	for (int from = 1; from < 4; from++)
		request[from] = vcube_tirecv(self, NULL, from, 3, &in[from], sizeof in[from]);
	for (int from = 3; from > 0; from--) {
		vcube_waitany(self, request, 4, &index, &status);
		CHECK(self, vcube_failed(self) || (index == from && in[index] == from));
		request[from] = NULL;
	}
	vcube_waitany(self, request, 4, &index, &status);
	CHECK(self, vcube_failed(self) || (index == -1 && status.from == VCUBE_NOBODY));
	for (int from = 1; from < 4; from++)
		vcube_trecv(self, NULL, from, 0, &value, sizeof value, NULL);
	return vcube_failed(self);
}

static void
test_earliest(void **state)
{
	(void)state;
	try_well("full:4 clock=virtual routing=none startup=1us", earliest, NULL);
	try_well("full:4 clock=virtual routing=any startup=1us", earliest, NULL);
	try_well("full:4 clock=virtual fuzz=3 startup=1us", earliest, NULL);
}

/* Requests are done whenever their messages come, whichever is waited for; what is cancelled
 * has no message. */
static int
several(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	vcube_request *request[8] = {NULL}, *none;
	struct vcube_status status;
	int value[8], out = me, never, index, done;
	bool got[8] = {false};

	(void)arg;
	if (me > 0) {
		vcube_trecv(self, NULL, 0, 5, &value[0], sizeof *value, NULL);
		vcube_tssend(self, NULL, 0, me, &out, sizeof out);
		return vcube_failed(self);
	}
	none = vcube_tirecv(self, NULL, VCUBE_ANY, 99, &never, sizeof never);
	for (int from = 1; from < p; from++)
		request[from] = vcube_tirecv(self, NULL, VCUBE_ANY, from, &value[from], sizeof *value);
	vcube_is_done(self, none, &done, &status);
	CHECK(self, vcube_failed(self) || !done);
	for (int to = 1; to < p; to++)
		vcube_tsend(self, NULL, to, 5, &out, sizeof out);
	for (int i = 1; i < p; i++) {
		vcube_waitany(self, request, p, &index, &status);
		CHECK(self, vcube_failed(self) || (index > 0 && !got[index]));
		CHECK(self, vcube_failed(self) ||
			    (status.from == index && status.tag == index && value[index] == index));
		if (vcube_failed(self))
			return vcube_failed(self);
		got[index] = true;
		request[index] = NULL;
	}
	vcube_cancel(self, none);
	vcube_is_done(self, none, &done, &status);
	CHECK(self, vcube_failed(self) || (done && status.cancelled));
	vcube_wait(self, none, &status);
	CHECK(self, vcube_failed(self) || (status.cancelled && status.from == VCUBE_NOBODY));
	return vcube_failed(self);
}

static void
test_several(void **state)
{
	(void)state;
	try_everywhere("full:5", several, NULL);
	try_everywhere("full:8", several, NULL);
}

/* A synchronous send ends when its message is taken, not before. */
static int
synchronous(vcube_node *self, void *arg)
{
	unsigned char data[LONG];
	vcube_request *sent;
	int done, late = 0;

	(void)arg;
	if (vcube_rank(self) == 0) {
		sent = vcube_tissend(self, NULL, 1, 3, data, sizeof data);
		vcube_trecv(self, NULL, 1, 4, &late, sizeof late, NULL);
		vcube_is_done(self, sent, &done, NULL);
		CHECK(self, vcube_failed(self) || !done);
		vcube_tsend(self, NULL, 1, 5, &late, sizeof late);
		vcube_wait(self, sent, NULL);
	} else if (vcube_rank(self) == 1) {
		vcube_tprobe(self, NULL, 0, 3, NULL);
		vcube_tsend(self, NULL, 0, 4, &late, sizeof late);
		vcube_trecv(self, NULL, 0, 5, &late, sizeof late, NULL);
		vcube_trecv(self, NULL, 0, 3, data, sizeof data, NULL);
	}
	return vcube_failed(self);
}

static void
test_synchronous(void **state)
{
	(void)state;
	try_everywhere("linear:2", synchronous, NULL);
}

static void
test_confirmed_out_of_order(void **state)
{
	(void)state;
	try_everywhere("full:2", confirm_out_of_order, NULL);
	try_everywhere("hypercube:8", confirm_out_of_order, NULL);
}

/* Without a clock a node is always at the right time. */
static bool
is_at(const vcube_node *self, int us)
{
	return vcube_machine_desc(vcube_machine_of(self))->clock == VCUBE_CLOCK_FREE ||
	       vcube_now(self) == us * INT64_C(1000000);
}

/* A posted receive takes a synchronous message while its node polls or waits for node 2, which
 * sends late; in virtual time when it comes, and not before that. Node 3 polls meanwhile. */
static int
posted(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), *const polls = arg;
	int value = me, other, done = 0;
	vcube_request *first, *late;

	if (me == 1) {
		vcube_tssend(self, NULL, 0, 1, &value, sizeof value);
		CHECK(self, vcube_failed(self) || is_at(self, 2));
		return vcube_tsend(self, NULL, 2, 3, &value, sizeof value);
	}
	if (me == 2) {
		vcube_trecv(self, NULL, 1, 3, &other, sizeof other, NULL);
		vcube_compute(self, 7000000);
		vcube_tsend(self, NULL, 0, 2, &value, sizeof value);
		return vcube_tsend(self, NULL, 3, 2, &value, sizeof value);
	}
	first = me == 0 ? vcube_tirecv(self, NULL, *polls ? 1 : VCUBE_ANY, 1, &value, sizeof value) : NULL;
	late = vcube_tirecv(self, NULL, 2, 2, &other, sizeof other);
	while ((me == 3 || *polls) && !done && !vcube_failed(self))
		vcube_is_done(self, late, &done, NULL);
	vcube_wait(self, late, NULL);
	CHECK(self, vcube_failed(self) || is_at(self, me == 3 ? 12 : 11));
	vcube_wait(self, first, NULL);
	CHECK(self, vcube_failed(self) || (value == (me == 0 ? 1 : me) && other == 2));
	return vcube_failed(self);
}

static void
test_posted(void **state)
{
	static const char *const more[] = {
		"clock=virtual", "clock=virtual routing=none", "clock=virtual strict=yes",
		"", "threads=one", "threads=cores", "fuzz=1", "strict=yes",
	};

	(void)state;
	for (size_t i = 0; i < 2 * COUNT(more); i++) {
		vcube_machine *machine = open_machine("full:4 startup=1us per_byte=0 poll=100ns %s",
						      more[i / 2]);
		int polls = (int)(i % 2);

		run_well(machine, posted, &polls);
		vcube_close(machine);
	}
}

/* Nodes 0 and 3 take what has come for receives that they have posted when all wait. Node 1 then
 * sends node 3 another message, which it may have by the time that it looks, or not. */
static int
taken_in_turn(vcube_node *self, void *arg)
{
	int value, tags[] = {1, 2};
	vcube_request *posted[2] = {NULL, NULL};

	(void)arg;
	switch (vcube_rank(self)) {
	case 0:
		posted[0] = vcube_tirecv(self, NULL, 1, 1, &tags[0], sizeof *tags);
		vcube_recv(self, NULL, 4, &value, sizeof value, NULL);
		return vcube_waitall(self, posted, 2);
	case 1:
		vcube_tssend(self, NULL, 0, 1, "one", 3);
		return vcube_tssend(self, NULL, 3, 2, "two", 3);
	case 2:
		vcube_tssend(self, NULL, 3, 1, "one", 3);
		return vcube_send(self, NULL, 4, "end", 3);
	case 3:
		for (int i = 0; i < 2; i++)
			posted[i] = vcube_tirecv(self, NULL, 2 - i, tags[i], &tags[i], sizeof *tags);
		vcube_recv(self, NULL, 4, &value, sizeof value, NULL);
		vcube_compute(self, 50000000);
		return vcube_waitall(self, posted, 2);
	default:
		vcube_recv(self, NULL, 2, &value, sizeof value, NULL);
		vcube_send(self, NULL, 3, "end", 3);
		return vcube_send(self, NULL, 0, "end", 3);
	}
}

static void
test_taken_in_turn(void **state)
{
	static const char *const clocks[] = {"any", "none"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct vcube_stats first, stats;

		for (int fuzz = 0; fuzz < 20; fuzz++) {
			vcube_machine *machine = open_machine("full:5 clock=virtual routing=%s fuzz=%d",
							      clocks[i], fuzz);

			run_well(machine, taken_in_turn, NULL);
			vcube_run_stats(machine, 1, fuzz == 0 ? &first : &stats);
			assert_true(fuzz == 0 || stats.time == first.time);
			vcube_close(machine);
		}
	}
}

/* By both virtual clocks. */
static void
try_in_time(const char *costs, vcube_program *program, void *arg)
{
	char text[200];

	for (int i = 0; i < 2; i++) {
		snprintf(text, sizeof text, "full:2 clock=virtual per_byte=0 poll=100ns %s%s", costs,
			 i == 0 ? "" : " routing=none");
		try_well(text, program, arg);
	}
}

/* A receipt that comes behind a message for a receive posted before is there when it arrives, not
 * when that did, for which the first test has found it too early. */
static int
behind(vcube_node *self, void *arg)
{
	vcube_request *first, *sent;
	int value = 1, done = 0;

	(void)arg;
	if (vcube_rank(self) == 1) {
		vcube_tsend(self, NULL, 0, 1, &value, sizeof value);
		vcube_compute(self, 4050000);
		return vcube_trecv(self, NULL, 0, 2, &value, sizeof value, NULL);
	}
	first = vcube_tirecv(self, NULL, 1, 1, &value, sizeof value);
	sent = vcube_tissend(self, NULL, 1, 2, &value, sizeof value);
	vcube_compute(self, 500000);
	vcube_is_done(self, sent, &done, NULL);
	CHECK(self, vcube_failed(self) || !done);
	vcube_wait(self, first, NULL);
	/* waits until the other node has gone as far as it can */
	CHECK(self, vcube_failed(self) || vcube_now(self) == 1000000);
	while (!done && !vcube_failed(self))
		vcube_is_done(self, sent, &done, NULL);
	vcube_wait(self, sent, NULL);
	CHECK(self, vcube_failed(self) || vcube_now(self) == 5100000);
	return vcube_failed(self);
}

static void
test_behind(void **state)
{
	(void)state;
	try_in_time("startup=1us", behind, NULL);
}

/* A probe takes what has come for posted receives, also right after one in vain. */
static int
probes(vcube_node *self, void *arg)
{
	vcube_request *request;
	int there = 0;

	(void)arg;
	if (vcube_rank(self) == 1) {
		vcube_tsend(self, NULL, 0, 1, NULL, 0);
		return vcube_tsend(self, NULL, 0, 2, NULL, 0);
	}
	vcube_compute(self, 5000000);
	vcube_tiprobe(self, NULL, 1, 3, &there, NULL);
	CHECK(self, vcube_failed(self) || (!there && vcube_now(self) == 5100000));
	request = vcube_tirecv(self, NULL, 1, 1, NULL, 0);
	vcube_tiprobe(self, NULL, 1, 3, &there, NULL);
	CHECK(self, vcube_failed(self) || (!there && vcube_now(self) == 6200000));
	vcube_wait(self, request, NULL);
	CHECK(self, vcube_failed(self) || vcube_now(self) == 6200000);
	return vcube_trecv(self, NULL, 1, 2, NULL, 0, NULL);
}

static void
test_probes_after_one_in_vain(void **state)
{
	(void)state;
	try_in_time("startup=1us recv_overhead=1us", probes, NULL);
}

/* A message that was set aside comes before those behind it once a receive is posted for it, or if
 * one was then. */
static int
aside(vcube_node *self, void *arg)
{
	const char *const how = arg;
	vcube_request *first = NULL, *second = NULL;
	int value[4] = {0}, done = 0;

	if (vcube_rank(self) == 1) {
		for (int tag = 1; tag <= 3; tag++)
			vcube_tsend(self, NULL, 0, tag, &tag, sizeof tag);
		return vcube_failed(self);
	}
	second = vcube_tirecv(self, NULL, 1, 2, &value[2], sizeof value[2]);
	if (strcmp(how, "posted") == 0)
		first = vcube_tirecv(self, NULL, 1, 1, &value[1], sizeof value[1]);
	vcube_wait(self, second, NULL);
	CHECK(self, vcube_failed(self) || vcube_now(self) == 1000000);
	if (first == NULL)
		first = vcube_tirecv(self, NULL, 1, 1, &value[1], sizeof value[1]);
	second = strcmp(how, "test") == 0 || strcmp(how, "wait") == 0
		? vcube_tirecv(self, NULL, 1, 3, &value[3], sizeof value[3]) : NULL;
	if (second == NULL)
		vcube_trecv(self, NULL, 1, 3, &value[3], sizeof value[3], NULL);
	else if (strcmp(how, "test") == 0)
		vcube_is_done(self, second, &done, NULL);
	CHECK(self, vcube_failed(self) || done == (strcmp(how, "test") == 0));
	vcube_wait(self, second, NULL);
	CHECK(self, vcube_failed(self) || vcube_now(self) == 3000000);
	vcube_wait(self, first, NULL);
	CHECK(self, vcube_failed(self) || vcube_now(self) == 3000000);
	for (int tag = 1; tag <= 3; tag++)
		CHECK(self, value[tag] == tag);
	return vcube_failed(self);
}

static void
test_aside(void **state)
{
	static char *const hows[] = {"recv", "posted", "test", "wait"};

	(void)state;
	for (size_t how = 0; how < COUNT(hows); how++)
		try_in_time("startup=0 recv_overhead=1us", aside, hows[how]);
}

/* Groups keep their messages apart, also where members and tags are the same. */
static int
groups(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), other = 1 - me;
	vcube_group *one, *two;
	int value, to;

	(void)arg;
	vcube_split(self, NULL, 0, me, &one);
	vcube_split(self, NULL, 0, -me, &two);
	if (vcube_failed(self))
		return vcube_failed(self);
	to = vcube_group_rank(self, two) == 0 ? 1 : 0;
	for (int i = 0; i < 3; i++)
		vcube_tsend(self, i == 0 ? one : i == 1 ? two : NULL, i == 1 ? to : other, 1, &i,
			    sizeof i);
	vcube_trecv(self, NULL, VCUBE_ANY, 1, &value, sizeof value, NULL);
	CHECK(self, vcube_failed(self) || value == 2);
	vcube_trecv(self, two, VCUBE_ANY, VCUBE_ANY_TAG, &value, sizeof value, NULL);
	CHECK(self, vcube_failed(self) || value == 1);
	vcube_trecv(self, one, VCUBE_ANY, 1, &value, sizeof value, NULL);
	CHECK(self, vcube_failed(self) || value == 0);
	return vcube_failed(self);
}

static void
test_groups(void **state)
{
	(void)state;
	try_everywhere("linear:2", groups, NULL);
}

/* What cannot be is refused with a sentence. */
static int
wrong(vcube_node *self, void *arg)
{
	const char *which = arg;
	int value = 0;

	if (strcmp(which, "tag") == 0)
		return vcube_tsend(self, NULL, 0, -3, &value, sizeof value);
	if (strcmp(which, "any") == 0)
		return vcube_tsend(self, NULL, 0, VCUBE_ANY_TAG, &value, sizeof value);
	if (strcmp(which, "rank") == 0)
		return vcube_trecv(self, NULL, 2, 0, &value, sizeof value, NULL);
	if (strcmp(which, "hang") == 0 && vcube_rank(self) == 0)
		return vcube_trecv(self, NULL, 1, 3, &value, sizeof value, NULL);
	if (strcmp(which, "hang") == 0)
		return vcube_tsend(self, NULL, 0, 4, &value, sizeof value);
	if (vcube_rank(self) == 0)
		return vcube_tsend(self, NULL, 1, 0, which, 4);
	return vcube_trecv(self, NULL, 0, 0, &value, 2, NULL);
}

/* A message that can be sent at once is; a wrong one, one that has to wait for a place, one that
 * is lent, and any whose time counts are not. */
static int
at_once(vcube_node *self, void *arg)
{
	static const char big[1 << 20];
	const int is_free = strcmp(arg, "free") == 0;
	int value = 7, sent = 0;

	if (vcube_rank(self) == 0) {
		CHECK(self, !vcube_try_tsend(self, NULL, 1, -1, &value, sizeof value));
		CHECK(self, !vcube_try_tsend(self, NULL, 2, 0, &value, sizeof value));
		CHECK(self, !vcube_try_tsend(self, NULL, 1, 0, big, sizeof big));
		vcube_tsend(self, NULL, 1, 0, &value, sizeof value);
		while (vcube_try_tsend(self, NULL, 1, 1, &value, sizeof value))
			sent++;
		CHECK(self, (sent > 0) == is_free);
		return vcube_tsend(self, NULL, 1, 2, &sent, sizeof sent);
	}
	vcube_trecv(self, NULL, 0, 2, &sent, sizeof sent, NULL);
	vcube_trecv(self, NULL, 0, 0, &value, sizeof value, NULL);
	for (int i = 0; i < sent; i++)
		vcube_trecv(self, NULL, 0, 1, &value, sizeof value, NULL);
	CHECK(self, value == 7);
	return vcube_failed(self);
}

static void
test_at_once(void **state)
{
	(void)state;
	try_well("linear:2", at_once, "free");
	try_well("linear:2 clock=virtual", at_once, "virtual");
	try_well("linear:2 clock=virtual routing=none", at_once, "virtual");
}

static void
test_refused(void **state)
{
	(void)state;
	run_refused("linear:2", wrong, "tag", VCUBE_EINVAL, "tag -3 is negative: tags are 0 to");
	run_refused("linear:2", wrong, "any", VCUBE_EINVAL, "tag -1 is negative");
	run_refused("linear:2", wrong, "rank", VCUBE_EINVAL, "rank 2 is out of range");
	run_refused("linear:2", wrong, "hang", VCUBE_EDEADLOCK, "waits to receive from node 1");
	run_refused("linear:2", wrong, "long", VCUBE_ETRUNC, "a message of 4 bytes");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_around_collectives),
		TEST(test_any_order),
		TEST(test_earliest),
		TEST(test_several),
		TEST(test_synchronous),
		TEST(test_confirmed_out_of_order),
		TEST(test_posted),
		TEST(test_taken_in_turn),
		TEST(test_behind),
		TEST(test_aside),
		TEST(test_probes_after_one_in_vain),
		TEST(test_groups),
		TEST(test_at_once),
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}
