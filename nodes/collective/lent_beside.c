/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory that calls beside the program use; the header has the rules. */
#include "extents.h"
#include "in_use.h"
#include "lent_beside.h"
#include "park.h"
#include "request.h"
#include "shapes.h"

struct span {
	const void *data;
	size_t bytes;
	bool written;
};

/* Does the fiber wait in a receive that names its memory, as those of posted ones do not? */
static bool
is_receive(const struct vc_fiber *f)
{
	const struct vc_wait *const w = f->wait;

	return w != NULL && (w->kind == VC_WAIT_RECV || w->kind == VC_WAIT_ANY) &&
	       w->want.before == NULL && w->bytes > 0 && w->bytes == f->room;
}

/* Lists the memory that a waiting fiber uses. */
static void
list(const struct vc_fiber *f, struct span span[VC_FIBER_SPANS])
{
	const struct vcube_call *const c = f->call;

	for (int i = 0; i < VC_FIBER_SPANS; i++)
		span[i] = (struct span){.bytes = 0};
	if (c != NULL && vc_shapes[c->collective].traits & VCUBE_ONE_BUFFER) {
		span[0] = (struct span){c->out, vc_out_extent(c), c->rank != c->root};
	} else if (c != NULL && !(vc_shapes[c->collective].traits & VCUBE_COUNTS)) {
		span[0] = (struct span){c->in, vc_in_extent(c), false};
		span[1] = (struct span){c->out, vc_out_extent(c), true};
	}
	if (is_receive(f))
		span[2] = (struct span){f->into, f->room, true};
}

/* Where a fiber's call was made, in the program if that is known. */
static const char *
place_of(const struct vc_frame *calls, int depth, const char *here)
{
	if (depth > 0 && calls[0].here != NULL)
		here = calls[0].here;
	return vc_place(here);
}

/* Returns the memory that a fiber uses and that a call uses otherwise, or NULL. */
static const struct span *
find(const struct span span[VC_FIBER_SPANS], enum vc_use use, const void *data, size_t bytes)
{
	for (int i = 0; i < VC_FIBER_SPANS; i++)
		if ((use == VC_WRITES || span[i].written) &&
		    vc_overlap(span[i].data, span[i].bytes, data, bytes))
			return &span[i];
	return NULL;
}

int
vc_memory_in_use(vcube_node *self, const char *call, enum vc_use use, const void *data,
		 size_t bytes)
{
	if (vc_request_in_use(self, call, use, data, bytes) != 0)
		return self->code;
	for (const struct vc_fiber *f = self->fibers.first; f != NULL; f = f->next) {
		struct span span[VC_FIBER_SPANS];
		const struct span *used;

		if (f == self->fibers.running || f->turn != NULL)
			continue;
		list(f, span);
		used = find(span, use, data, bytes);
		if (used != NULL)
			return vc_fail(self, VCUBE_EINUSE, "buffer in use: %s of node %d %s %zu bytes at "
				       "%p, which a call at %s, beside the program (vcube_async at %s), %s "
				       "until it ends", call, self->rank,
				       use == VC_WRITES ? "writes" : "reads", bytes, data,
				       place_of(f->course.calls, f->course.depth, f->course.here),
				       vc_place(f->request->here), used->written ? "receives to" : "reads");
	}
	return self->code;
}

void
vc_beside_lend(vcube_node *self, struct vc_fiber *f)
{
	struct span span[VC_FIBER_SPANS];

	(void)self;
	list(f, span);
	for (int i = 0; i < VC_FIBER_SPANS; i++)
		f->sum[i] = span[i].bytes > 0 ? vc_sum_of(span[i].data, span[i].bytes) : 0;
}

void
vc_beside_take_back(vcube_node *self, struct vc_fiber *f)
{
	struct span span[VC_FIBER_SPANS];

	list(f, span);
	for (int i = 0; i < VC_FIBER_SPANS && self->code == 0; i++)
		if (span[i].bytes > 0 && vc_sum_of(span[i].data, span[i].bytes) != f->sum[i])
			vc_fail(self, VCUBE_EINUSE, "buffer in use: the %zu bytes at %p of a call at %s, "
				"beside the program (vcube_async at %s), were changed before it ended",
				span[i].bytes, span[i].data,
				place_of(self->calls, self->depth, self->site.here), vc_place(f->request->here));
	f->room = 0;
}
