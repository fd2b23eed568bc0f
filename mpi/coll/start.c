/* SPDX-License-Identifier: BSD-2-Clause */
/* Collectives beside the program: their requests, nonblocking and persistent. */
#include <stdlib.h>
#include <string.h>
#include "coll.h"
#include "request.h"
#include "shadow.h"
#include "status.h"
#include "topology.h"

struct beside {
	struct strand strand;
	struct coll coll;
	struct shadow shadow;   /* if strict */
	coll_body *body;
	int code;
	bool started;           /* once: then each start takes tags of its own */
};

/* Of a list of types, too: bindings of other languages make one for the call alone. */
static void
keep_blocks(struct process *p, struct blocks *b)
{
	MPI_Datatype *types;

	if (b->type != NULL)
		vcm_type_keep(b->type);
	if (b->types == NULL)
		return;
	types = vcm_memory(p, (size_t)b->types_count * sizeof *types);
	for (int i = 0; i < b->types_count; i++) {
		types[i] = b->types[i];
		vcm_type_keep(vcm_type(types[i]));
	}
	b->types = types;
}

static void
drop_blocks(struct process *p, const struct blocks *b)
{
	if (b->type != NULL)
		vcm_type_drop(p, b->type);
	for (int i = 0; i < b->types_count; i++)
		vcm_type_drop(p, vcm_type(b->types[i]));
	free((void *)b->types);
}

static int
run(vcube_node *self, void *arg)
{
	struct beside *b = arg;
	struct process *p = b->coll.p;

	b->strand.base = (uintptr_t)__builtin_frame_address(0);
	b->strand.next = p->beside;
	p->beside = &b->strand;
	if (setjmp(b->strand.end) == 0)
		b->code = b->body(&b->coll);
	vcm_strand_unlink(p, &b->strand);
	return vcube_failed(self);
}

/* All members start a persistent request equally often. */
static void
agree_to_start(const struct request *r, const struct coll *made)
{
	struct coll c = *made;

	c.made = r->call;
	vcm_agree(&c);
}

static int
start(struct process *p, struct request *r)
{
	struct beside *b = r->beside;
	struct comm *comm = b->coll.comm;

	if (b->started) {
		b->coll.tag = vcm_next_tag(comm);
		for (int i = 1; i < b->coll.tags; i++)
			vcm_next_tag(comm);
	}
	b->started = true;
	if (r->persistent)
		agree_to_start(r, &b->coll);
	if (p->strict)
		vcm_shadow_begin(p, r, &b->shadow, &b->coll);
	r->core = (vcube_async)(p->node, comm->local, run, b);
	return MPI_SUCCESS;
}

static int
result(struct process *p, struct request *r, const struct vcube_status *s)
{
	struct beside *b = r->beside;

	(void)p;
	(void)s;
	vcm_shadow_end(&b->shadow, &b->coll);
	return b->code;
}

static void
release(struct process *p, struct request *r)
{
	struct beside *b = r->beside;

	vcm_shadow_drop(&b->shadow, &b->coll);
	drop_blocks(p, &b->coll.in);
	drop_blocks(p, &b->coll.out);
	if (b->coll.op != NULL)
		vcm_op_drop(p, b->coll.op);
	free(b);
}

static const struct request_calls calls = {start, result, release};

static struct request *
new_request(const struct coll *c, coll_body *body, bool persistent)
{
	const struct envelope e = {.comm = c->comm};
	struct request *r = vcm_request_new(c->p, REQUEST_COLLECTIVE, &e);
	struct beside *b = vcm_memory(c->p, sizeof *b);

	*b = (struct beside){.coll = *c, .body = body};
	b->coll.call = c->p->call.name;
	b->coll.site = c->p->call.site;
	keep_blocks(c->p, &b->coll.in);
	keep_blocks(c->p, &b->coll.out);
	if (c->op != NULL)
		vcm_op_keep(c->op);
	r->beside = b;
	r->calls = &calls;
	r->persistent = persistent;
	return r;
}

int
vcm_coll_start(const struct coll *c, coll_body *body, MPI_Request *request)
{
	struct request *r = new_request(c, body, false);

	*request = (MPI_Request)(void *)r;
	return vcm_request_start(c->p, r);
}

/* Members may start their requests in different orders, so each has a communicator of its own. */
int
vcm_coll_init(const struct coll *c, coll_body *body, MPI_Request *request)
{
	struct coll own = *c;
	const int code = vcm_divide(c->p, c->comm, c->tag, 0, c->comm->rank, &own.comm);

	if (code != MPI_SUCCESS)
		return code;
	strcpy(own.comm->name, c->comm->name);
	own.comm->topology = vcm_topology_keep(c->comm->topology);
	*request = (MPI_Request)(void *)new_request(&own, body, true);
	vcm_object_drop(c->p, own.comm);        /* the request has it */
	return MPI_SUCCESS;
}
