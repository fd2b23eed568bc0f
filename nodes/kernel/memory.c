/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory that the program gives to calls: whose it is, and whether a pending request uses it. */
#include <link.h>
#include <stdio.h>
#include "fiber.h"
#include "node.h"

/* Is it on the stack of the calling thread, one that the program has made? */
static bool
on_threads_stack(const void *data, size_t bytes)
{
	static _Thread_local char *base;
	static _Thread_local size_t size;
	pthread_attr_t attributes;
	void *lowest;

	if (base == NULL && pthread_getattr_np(pthread_self(), &attributes) == 0) {
		if (pthread_attr_getstack(&attributes, &lowest, &size) == 0)
			base = lowest;
		pthread_attr_destroy(&attributes);
	}
	return (uintptr_t)data - (uintptr_t)base < size &&
	       bytes <= size - (size_t)((const char *)data - base);
}

static bool
on_stack(const vcube_node *self, const void *data, size_t bytes)
{
	const char *const p = data;
	const size_t past = (size_t)(p - self->stack), size = self->machine->stack_stride;

	return (past <= size && bytes <= size - past) || vc_fiber_owns(self, data, bytes) ||
	       (self->share != NULL && on_threads_stack(data, bytes));
}

/* Writes whose heap holds the address, or how many bytes of a block of the node's own; or
 * nothing. */
enum { OWNER_ROOM = 60 };
static void
write_owner(const vcube_node *self, const void *data, char text[OWNER_ROOM])
{
	const vcube_machine *const m = self->machine;
	const size_t at = (size_t)((const char *)data - m->heaps.base);
	const size_t rest = vc_heap_rest(&self->heap, data);

	text[0] = '\0';
	if (rest > 0)
		snprintf(text, OWNER_ROOM, ": its block ends after %zu bytes", rest);
	else if (at < m->heap_stride * (size_t)m->threads)
		snprintf(text, OWNER_ROOM, ", but in node %d's heap", (int)(at / m->heap_stride));
}

struct span {
	uintptr_t at;
	size_t bytes;
};

/* Lies it in memory of this program or library that nobody may write to? */
static int
is_constant_of(struct dl_phdr_info *info, size_t size, void *span)
{
	const struct span *const s = span;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *const p = &info->dlpi_phdr[i];
		const size_t past = s->at - (info->dlpi_addr + p->p_vaddr);

		if (p->p_type == PT_LOAD && (p->p_flags & PF_W) == 0 && past < p->p_memsz &&
		    s->bytes <= p->p_memsz - past)
			return 1;
	}
	return 0;
}

/* Constants, such as strings of the program, belong to all. */
static bool
is_constant(const void *data, size_t bytes)
{
	return dl_iterate_phdr(is_constant_of, &(struct span){(uintptr_t)data, bytes}) != 0;
}

static bool
is_suspect(const vcube_node *self)
{
#ifdef VC_DEBUG
	return self != NULL;
#else
	return vc_is_own_code(self);
#endif
}

int
vc_check_lent(vcube_node *self, const char *call, enum vc_use use, const void *data, size_t bytes)
{
	return self->code != 0 || bytes == 0 || self->any_memory || !vc_is_own_code(self) ? self->code
		: self->machine->reporter->in_use(self, call, use, data, bytes);
}

bool
vc_is_foreign(const vcube_node *self)
{
	return self->share == NULL && self->machine->coroutine == NULL &&
	       !pthread_equal(self->thread, pthread_self());
}

/* Fails: the node that the calling thread runs, or if there is none, the one whose handle it
 * uses. */
static int
fail_foreign(vcube_node *self, const char *call)
{
	vcube_machine *const m = self->machine;

	for (int r = 0; r < m->threads; r++)
		if (!vc_is_remote(m, r) && pthread_equal(m->node[r].thread, pthread_self())) {
			m->node[r].site.here = self->site.here;         /* of this call */
			return vc_fail(&m->node[r], VCUBE_EINVAL, "%s: node %d passes the handle of node "
				       "%d as its own", call, r, self->rank);
		}
	return vc_fail(self, VCUBE_EINVAL, "%s: a thread that does not run node %d uses its handle; "
		       "vcube_share() lets threads share a node", call, self->rank);
}

int
vc_check_thread(vcube_node *self, const char *call)
{
	return self->code == 0 && vc_is_foreign(self) ? fail_foreign(self, call) : self->code;
}

int
vc_check_memory(vcube_node *self, const char *call, enum vc_use use, const void *data, size_t bytes)
{
	char whose[OWNER_ROOM];

	if (self->code != 0 || bytes == 0)
		return self->code;
	if (data == NULL)
		return vc_fail(self, VCUBE_EINVAL, "%s: data is NULL, but %zu bytes are requested",
			       call, bytes);
	if (!self->strict || !is_suspect(self))
		return 0;
	if (bytes > PTRDIFF_MAX)
		return vc_fail(self, VCUBE_EINVAL, "%s: %zu bytes are more than memory holds; it is %td as a "
			       "signed number", call, bytes, (ptrdiff_t)bytes);
	if (vc_is_foreign(self))
		return fail_foreign(self, call);
	if (use == VC_WRITES && self->fibers.running != NULL) {
		self->fibers.running->into = data;
		self->fibers.running->room = bytes;
	}
	if (on_stack(self, data, bytes) || vc_heap_owns(&self->heap, data, bytes))
		return use == VC_WATCHES || !vc_has_in_use(self) ? 0
			: self->machine->reporter->in_use(self, call, use, data, bytes);
	if (use != VC_WRITES && is_constant(data, bytes))
		return 0;
	write_owner(self, data, whose);
	return vc_fail(self, VCUBE_EFOREIGN,
		       "%s: %zu bytes at %p lie neither in a block of node %d's heap nor on its stack%s",
		       call, bytes, data, self->rank, whose);
}

int
vc_check_awaited(vcube_node *self, const char *call, const void *into, size_t room)
{
	return vc_check_memory(self, call, VC_WRITES, into, room) != 0 ? self->code
		: vc_fiber_dwell(self, room);
}
