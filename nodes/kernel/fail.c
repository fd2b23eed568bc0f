/* SPDX-License-Identifier: BSD-2-Clause */
/* Failures of a node: only the first counts, with its sentence. */
#include <stdarg.h>
#include <stdio.h>
#include "node.h"

static void
fail(vcube_node *self, int code, const char *format, va_list args)
{
	if (self->code != 0)
		return;
	self->failure.code = self->code = code;
	self->failed_here = self->explainer == NULL ? self->site.here : NULL;
	self->failed_depth = self->depth;
	vsnprintf(self->failure.text, sizeof self->failure.text, format, args);
	vc_set_fast_path(self, false);
}

int
vc_fail(vcube_node *self, int code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fail(self, code, format, args);
	va_end(args);
	return self->code;
}

int
(vcube_fail)(vcube_node *self, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fail(self, VCUBE_EPROGRAM, format, args);
	va_end(args);
	return self->code;
}

int
(vcube_fail_with)(vcube_node *self, int code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fail(self, code < 0 ? code : VCUBE_EPROGRAM, format, args);
	va_end(args);
	return self->code;
}

int
vcube_recover(vcube_node *self, struct vcube_error *error)
{
	const int code = self->code;

	if (error != NULL)
		*error = self->failure;
	if (code == 0 || atomic_load_explicit(&self->machine->stop, memory_order_relaxed) < 0)
		return code;
	self->code = 0;
	self->failure = (struct vcube_error){0};
	self->failed_here = NULL;
	self->failed_depth = 0;
	vc_choose_fast_path(self);
	return code;
}

void
vcube_explain(vcube_node *self, vcube_explainer *text, void *arg)
{
	self->explainer = text;
	self->explainer_arg = arg;
}

void
vcube_any_memory(vcube_node *self)
{
	self->strict = false;
	self->sites.last = 0;
	vc_choose_fast_path(self);
}

int
vcube_failed(const vcube_node *self)
{
	return self->code;
}

const struct vcube_error *
vcube_failure(const vcube_node *self)
{
	return &self->failure;
}

static bool
on_stack(const vcube_node *self, const void *data, size_t bytes)
{
	const char *p = data;

	return vc_fiber_owns(self, data, bytes) || (p >= self->stack && p <= self->stack + self->machine->stack_stride &&
	       bytes <= (size_t)(self->stack + self->machine->stack_stride - p));
}

/* Writes whose heap holds the address, or nothing. */
enum { OWNER_ROOM = 40 };
static void
write_owner(const vcube_machine *m, const void *data, char text[OWNER_ROOM])
{
	const size_t at = (size_t)((const char *)data - m->heaps.base);

	text[0] = '\0';
	if (at < m->heap_stride * (size_t)m->threads)
		snprintf(text, OWNER_ROOM, ", but in node %d's heap", (int)(at / m->heap_stride));
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
	if (on_stack(self, data, bytes) || vc_heap_owns(&self->heap, data, bytes))
		return use == VC_WATCHES ? 0
			: self->machine->reporter->in_use(self, call, use, data, bytes);
	write_owner(self->machine, data, whose);
	return vc_fail(self, VCUBE_EFOREIGN,
		       "%s: %zu bytes at %p lie neither in a block of node %d's heap nor on its stack%s",
		       call, bytes, data, self->rank, whose);
}
