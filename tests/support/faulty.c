/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "faulty.h"

const char *const faulty_machines[FAULTY_MACHINES] = {
	"clock=free", "clock=free fuzz=7", "clock=virtual routing=none", "clock=virtual",
	"clock=virtual routing=none fuzz=5", "clock=virtual fuzz=9",
	"clock=virtual switching=store-and-forward", "clock=virtual ports=all capacity=1MiB",
	"clock=free capacity=1MiB", "clock=virtual routing=none capacity=1MiB",
	"clock=wall startup=1us per_byte=1ns",
};

/* Returns which bit differs from the message with this number; -1: none, -2: several. */
static long
flipped_bit(const unsigned char *data, const unsigned char *want, size_t bytes)
{
	long found = -1;

	for (size_t i = 0; i < bytes; i++) {
		const unsigned char x = data[i] ^ want[i];

		if (x != 0 && (found != -1 || (x & (x - 1)) != 0))
			return -2;
		if (x != 0)
			found = (long)(8 * i) + __builtin_ctz(x);
	}
	return found;
}

/* Returns the number of a message: the one from which it differs in one bit at most. */
static int
number_of(const unsigned char *data, size_t bytes, int from, int to, long *flipped)
{
	unsigned char *const want = malloc(bytes + 1);
	int number = 0;

	for (; number < FAULTY_MESSAGES; number++) {
		fill(want, bytes, from, to, (unsigned)number);
		if ((*flipped = flipped_bit(data, want, bytes)) != -2)
			break;
	}
	free(want);
	return number < FAULTY_MESSAGES ? number : -1;
}

static int
receive_all(vcube_node *self, struct collected *c, unsigned char *data)
{
	const int me = vcube_rank(self), left = (me + FAULTY_NODES - 1) % FAULTY_NODES;
	struct seen *s = &c->by[me];
	/* By the host's clock everything is there by now; by the wall clock it is due long
	 * before the limit, however late the host is. */
	const vcube_time limit = self->clock == &vc_clock_wall ? 10000000000
				 : self->clock->timed ? 1000000000000 : 0;
	struct vcube_status status;

	while (vcube_recv_within(self, NULL, left, data, c->bytes, limit, &status) == 0) {
		CHECK(self, s->count < FAULTY_SEEN);
		s->list[s->count].number = number_of(data, c->bytes, left, me,
						     &s->list[s->count].flipped);
		s->list[s->count++].arrival = status.arrival;
	}
	return vcube_failed(self);
}

/* All send to the right; when all have, each takes what there is. */
static int
collect(vcube_node *self, void *arg)
{
	struct collected *c = arg;
	const int me = vcube_rank(self), right = (me + 1) % FAULTY_NODES;
	vcube_request *request[FAULTY_MESSAGES];
	unsigned char *data[FAULTY_MESSAGES], *into = take_block(self, c->bytes + 1);

	c->by[me].count = 0;
	for (int i = 0; i < FAULTY_MESSAGES; i++) {
		data[i] = take_block(self, c->bytes + 1);
		fill(data[i], c->bytes, me, right, (unsigned)i);
		if (c->lend)
			request[i] = vcube_isend(self, NULL, right, data[i], c->bytes);
		else
			vcube_send(self, NULL, right, data[i], c->bytes);
	}
	vcube_align(self, NULL);
	receive_all(self, c, into);
	if (c->lend)
		vcube_waitall(self, request, FAULTY_MESSAGES);
	for (int i = 0; i < FAULTY_MESSAGES; i++)
		CHECK(self, is_filled(data[i], c->bytes, me, right, (unsigned)i));
	vcube_align(self, NULL);
	return vcube_failed(self);
}

void
collect_on(vcube_machine *m, struct collected *c)
{
	run_well(m, collect, c);
	for (int kind = 0; kind < VCUBE_FAULTS_COUNT; kind++)
		c->faults[kind] = vcube_run_faults(m, kind);
	memset(c->first, 0, sizeof c->first);
	for (c->listed = 0; vcube_run_fault(m, c->listed, &c->first[c->listed]) == 0; c->listed++)
		if (c->listed == VC_FAULTS_KEPT - 1)
			break;
	c->time = vcube_run_time(m);
}

void
assert_same_messages(const struct collected *a, const struct collected *b)
{
	for (int r = 0; r < FAULTY_NODES; r++) {
		assert_int_equal(a->by[r].count, b->by[r].count);
		for (int i = 0; i < a->by[r].count; i++) {
			assert_int_equal(a->by[r].list[i].number, b->by[r].list[i].number);
			assert_int_equal(a->by[r].list[i].flipped, b->by[r].list[i].flipped);
		}
	}
	for (int kind = 0; kind < VCUBE_FAULTS_COUNT; kind++)
		if (kind != VCUBE_FAULT_JITTER)
			assert_int_equal(a->faults[kind], b->faults[kind]);
}
