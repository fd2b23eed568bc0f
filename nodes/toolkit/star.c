/* SPDX-License-Identifier: BSD-2-Clause */
/* Algorithms through one node (vcube/star.h). */
#include <vcube/authoring.h>

/* The most messages of the root in flight. Waiting for the first one changes no time: the
 * port is busy with the others. */
enum { AHEAD = 64 };

void
vcube_star_give(vcube_node *self, const struct vcube_call *c, const void *data, size_t bytes)
{
	vcube_wait(self, vcube_isend(self, c->group, c->root, data, bytes), NULL);
}

/* Returns where the data of member r begin, if all are equally far apart or blocks of the call. */
static size_t
place_of(const struct vcube_call *c, int r, size_t stride)
{
	return c->out_offsets != NULL && stride > 0 ? c->bytes * vcube_units(c, 0, r)
						    : (size_t)r * stride;
}

static size_t
length_of(const struct vcube_call *c, int r, size_t stride, size_t bytes)
{
	return c->out_offsets != NULL && stride > 0 ? c->bytes * vcube_units(c, r, 1) : bytes;
}

void
vcube_star_collect(vcube_node *self, const struct vcube_call *c, const void *own, void *data,
		   size_t bytes)
{
	char *const block = data;

	vcube_copy(self, block + place_of(c, c->root, bytes), own, length_of(c, c->root, bytes, bytes));
	for (int r = 0; r < c->size; r++)
		if (r != c->root)
			vcube_recv(self, c->group, r, block + place_of(c, r, bytes),
				   length_of(c, r, bytes, bytes), NULL);
}

/* Combines the ranks below the root apart, since the root's own blocks may be in `sums`. */
void
vcube_star_combine(vcube_node *self, const struct vcube_call *c, const void *own, void *sums,
		   size_t blocks)
{
	const size_t bytes = c->bytes * blocks;
	char *const got = vcube_scratch(self, c->root > 0 ? 2 * bytes : bytes);
	const void *sum = own;
	char *below;

	if (got == NULL)
		return;
	below = got + bytes;
	vcube_watch(self, "got", got, c->type, c->count * blocks);
	if (c->root > 0) {
		vcube_watch(self, "below", below, c->type, c->count * blocks);
		vcube_recv(self, c->group, 0, below, bytes, NULL);
		sum = below;
	}
	for (int r = 1; r < c->size; r++) {
		void *const into = r < c->root ? below : sums;

		if (r != c->root)
			vcube_recv(self, c->group, r, got, bytes, NULL);
		vcube_combine(self, c, sum, r == c->root ? own : got, into, blocks);
		sum = into;
	}
	vcube_free(self, got);
}

/* What the root sends: `bytes` from data + r * stride to member r. */
struct scattering {
	const struct vcube_call *c;
	const char *data;
	size_t stride, bytes;
};

/* Sends to the i-th member after the root. */
static vcube_request *
send(vcube_node *self, const struct scattering *d, int i)
{
	const int r = (d->c->root + i) % d->c->size;

	return vcube_isend(self, d->c->group, r, d->data + place_of(d->c, r, d->stride),
			   length_of(d->c, r, d->stride, d->bytes));
}

void
vcube_star_deal(vcube_node *self, const struct vcube_call *c, const void *data, size_t stride,
		size_t bytes, void *own)
{
	const struct scattering d = {c, data, stride, bytes};
	const int others = c->size - 1, ahead = others < AHEAD ? others : AHEAD;
	vcube_request *sent[AHEAD];

	for (int i = 0; i < ahead; i++)
		sent[i] = send(self, &d, i + 1);
	if (own != NULL)
		vcube_copy(self, own, d.data + place_of(c, c->root, stride),
			   length_of(c, c->root, stride, bytes));
	for (int i = ahead; i < others; i++) {
		vcube_wait(self, sent[i % AHEAD], NULL);
		sent[i % AHEAD] = send(self, &d, i + 1);
	}
	vcube_waitall(self, sent, ahead);
}
