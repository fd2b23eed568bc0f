/* SPDX-License-Identifier: BSD-2-Clause */
#include "random.h"
#include "mixture.h"
#include "support.h"

enum { LENGTH = 1500, MOST = 3 };

struct buffers {
	unsigned char out[MIXTURE_NODES][LENGTH], in[MIXTURE_NODES][LENGTH];
};

/* The same number on every node for the same key. */
static unsigned
draw(const struct mixture *m, int round, int key)
{
	uint64_t state = m->seed + (uint64_t)round * 1000003u + (uint64_t)key * 7919u;

	return (unsigned)(vc_random(&state) >> 33);
}

/* Length of the message that `from` sends in a round: short, or lent. */
static size_t
length(const struct mixture *m, int round, int from)
{
	return draw(m, round, 100 + from) % (draw(m, round, 50 + from) % 3 ? 45 : LENGTH);
}

static void
see(vcube_node *self, struct mixture *m, uint64_t what)
{
	uint64_t *seen = &m->seen[vcube_rank(self)];

	*seen = (*seen ^ what) * 0x9e3779b97f4a7c15u + 1;
	*seen ^= *seen >> 29;
}

static int
neighbours(vcube_node *self, struct mixture *m, struct buffers *b, int round)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	const int d = 1 + (int)draw(m, round, 1) % (p - 1), to = (me + d) % p;
	const int from = (me + p - d) % p;
	vcube_request *in = vcube_irecv(self, NULL, from, b->in[0], LENGTH), *out;
	int done = 0, polls = 0;

	fill(b->out[0], length(m, round, me), me, to, (unsigned)round);
	out = vcube_isend(self, NULL, to, b->out[0], length(m, round, me));
	while (!done && !vcube_failed(self)) {
		vcube_test(self, draw(m, round, me) % 2 ? out : in, &done, NULL);
		polls++;
	}
	vcube_wait(self, draw(m, round, me) % 2 ? in : out, NULL);
	see(self, m, (uint64_t)polls);
	CHECK(self, vcube_failed(self) ||
		    is_filled(b->in[0], length(m, round, from), from, me, (unsigned)round));
	return vcube_failed(self);
}

/* All send some messages to one node, which receives them from any. */
static int
crowd(vcube_node *self, struct mixture *m, struct buffers *b, int round)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	const int root = (int)draw(m, round, 1) % p;
	const size_t bytes = length(m, round, me);
	unsigned expected = 0, next[MIXTURE_NODES] = {0};
	struct vcube_status s;

	for (int r = 0; r < p; r++)
		expected += r == root ? 0 : draw(m, round, 10 + r) % MOST;
	for (unsigned i = 0; me != root && i < draw(m, round, 10 + me) % MOST; i++) {
		fill(b->out[0], bytes, me, root, i);
		vcube_send(self, NULL, root, b->out[0], bytes);
	}
	for (; me == root && expected > 0; expected--) {
		if (vcube_recv(self, NULL, VCUBE_ANY, b->in[0], LENGTH, &s) != 0)
			break;
		CHECK(self, s.bytes == length(m, round, s.from));
		CHECK(self, is_filled(b->in[0], s.bytes, s.from, me, next[s.from]++));
		see(self, m, (uint64_t)s.from);
	}
	return vcube_failed(self);
}

/* The lower of a pair is late, the upper one impatient. */
static int
patience(vcube_node *self, struct mixture *m, struct buffers *b, int round)
{
	const int me = vcube_rank(self), p = vcube_size(self), other = me ^ 1;
	const size_t bytes = length(m, round, me & ~1);
	int tries = 0;

	if (other >= p)
		return 0;
	if (me < other) {
		vcube_compute(self, draw(m, round, me) % 5000000);
		fill(b->out[0], bytes, me, other, (unsigned)round);
		return vcube_send(self, NULL, other, b->out[0], bytes);
	}
	while (vcube_recv_within(self, NULL, draw(m, round, 2) % 2 ? VCUBE_ANY : other, b->in[0],
				 LENGTH, 100000 + draw(m, round, me) % 1000000, NULL) == VCUBE_ETIMEDOUT)
		tries++;
	see(self, m, (uint64_t)tries);
	CHECK(self, vcube_failed(self) || is_filled(b->in[0], bytes, other, me, (unsigned)round));
	return vcube_failed(self);
}

static int
parts(vcube_node *self, struct mixture *m, struct buffers *b, int round)
{
	const int me = vcube_rank(self);
	vcube_group *group;
	struct vcube_status s;
	int size, rank;

	vcube_split(self, NULL, (int)draw(m, round, me) % 3, (int)draw(m, round, 30 + me) % 4, &group);
	if (vcube_failed(self))
		return vcube_failed(self);
	size = vcube_group_size(self, group);
	rank = vcube_group_rank(self, group);
	fill(b->out[0], length(m, round, me), me, rank, 5);
	vcube_sendrecv(self, group, (rank + 1) % size, b->out[0], length(m, round, me),
		       (rank + size - 1) % size, b->in[0], LENGTH, &s);
	CHECK(self, vcube_failed(self) ||
		    is_filled(b->in[0], s.bytes, vcube_group_node(self, group, s.from), s.from, 5));
	vcube_group_free(self, group);
	return vcube_failed(self);
}

static int
everybody(vcube_node *self, struct mixture *m, struct buffers *b, int round)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	struct vcube_pair pairs[MIXTURE_NODES];
	vcube_request *r[2 * MIXTURE_NODES];
	const size_t mine = length(m, round, me);

	for (int i = 0; i < p; i++) {
		fill(b->out[i], mine, me, i, (unsigned)round);
		pairs[i] = (struct vcube_pair){i, b->out[i], mine, b->in[i], LENGTH};
	}
	if (draw(m, round, 3) % 2) {
		vcube_exchange_all(self, NULL, pairs, p);
	} else {
		for (int i = 0; i < p; i++) {
			r[2 * i] = vcube_isend(self, NULL, i, b->out[i], mine);
			r[2 * i + 1] = vcube_irecv(self, NULL, (i + me) % p, b->in[(i + me) % p], LENGTH);
		}
		/* the first half last */
		vcube_waitall(self, r + p, p);
		vcube_waitall(self, r, p);
	}
	for (int i = 0; i < p && !vcube_failed(self); i++)
		CHECK(self, is_filled(b->in[i], length(m, round, i), i, me, (unsigned)round));
	return vcube_failed(self);
}

int
mixture(vcube_node *self, void *arg)
{
	static int (*const kinds[])(vcube_node *, struct mixture *, struct buffers *, int) = {
		neighbours, crowd, parts, everybody, patience,
	};
	const unsigned count = sizeof kinds / sizeof kinds[0];
	struct mixture *m = arg;
	struct buffers *b = take_block(self, sizeof *b);

	if (b == NULL)
		return vcube_failed(self);
	m->seen[vcube_rank(self)] = 0;
	for (int round = 0; round < m->rounds && !vcube_failed(self); round++) {
		vcube_compute(self, draw(m, round, 200 + vcube_rank(self)) % 3000000);
		kinds[draw(m, round, 0) % (count - m->patient)](self, m, b, round);
		/* nobody continues before the node that receives from any is done */
		vcube_align(self, NULL);
		see(self, m, (uint64_t)vcube_now(self));
	}
	return vcube_failed(self);
}
