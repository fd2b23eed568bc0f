/* SPDX-License-Identifier: BSD-2-Clause */
/* What is wrong with a program, and what its processes know together. */
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include "parts.h"
#include "remarks.h"
#include "shared.h"
#include "wrong.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct shared *machines;

static int
open_shared(struct process *p)
{
	const vcube_machine *machine = vcube_machine_of(p->node);
	struct shared *s;

	if (!p->strict)
		return 0;
	pthread_mutex_lock(&lock);
	for (s = machines; s != NULL && s->machine != machine; s = s->next)
		;
	if (s == NULL && (s = calloc(1, sizeof *s)) != NULL) {
		s->machine = machine;
		s->sends = calloc((size_t)p->size, sizeof *s->sends);
		pthread_mutex_init(&s->lock, NULL);
		s->next = machines;
		machines = s;
	}
	if (s != NULL)
		s->processes++;
	pthread_mutex_unlock(&lock);
	p->shared = s;
	return s == NULL || s->sends == NULL ? VCUBE_EHOST : 0;
}

static void
close_shared(struct process *p)
{
	struct shared *s = p->shared, **link = &machines;

	if (s == NULL)
		return;
	pthread_mutex_lock(&lock);
	if (--s->processes == 0) {
		while (*link != s)
			link = &(*link)->next;
		*link = s->next;
		vcm_calls_close(s);
		vcm_steps_close(s);
		pthread_mutex_destroy(&s->lock);
		free(s->sends);
		free(s);
	}
	pthread_mutex_unlock(&lock);
}

const struct part vcm_part_shared = {"shared", open_shared, close_shared};

void
vcm_checks_close(struct process *p)
{
	vcm_lent_close(p);
	vcm_remarks_tell(p);
	free(p->too_long);
	free(p->races);
	free(p->remarks);
}

void
vcm_wrong(struct process *p, const char *kind, const char *format, ...)
{
	char text[700];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	vcm_fail(p, "rank %d: %s: %s", p->rank, kind, text);
}
