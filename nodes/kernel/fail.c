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
vcube_called_from(vcube_node *self, const void *const *site)
{
	self->called_from = site;
}

void
vcube_any_memory(vcube_node *self)
{
	self->strict = false;
	self->any_memory = true;
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
