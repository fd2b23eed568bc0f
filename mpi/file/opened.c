/* SPDX-License-Identifier: BSD-2-Clause */
/* The open files of all machines. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include "opened.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct opened *files;            /* guarded by it */

static struct opened *
find(const vcube_machine *machine, uint32_t context)
{
	struct opened *s = files;

	while (s != NULL && (s->machine != machine || s->context != context))
		s = s->next;
	return s;
}

static struct opened *
add(const vcube_machine *machine, uint32_t context)
{
	struct opened *s = malloc(sizeof *s);

	if (s == NULL)
		return NULL;
	*s = (struct opened){.next = files, .machine = machine, .context = context,
		.descriptor = -1};
	pthread_mutex_init(&s->lock, NULL);
	return files = s;
}

struct opened *
vcm_opened_join(struct process *p, uint32_t context)
{
	const vcube_machine *machine = vcube_machine_of(p->node);
	struct opened *s;

	pthread_mutex_lock(&lock);
	s = find(machine, context);
	if (s == NULL)
		s = add(machine, context);
	if (s != NULL)
		s->references++;
	pthread_mutex_unlock(&lock);
	return s;
}

static void
unlink_opened(const struct opened *s)
{
	struct opened **link = &files;

	while (*link != s)
		link = &(*link)->next;
	*link = s->next;
}

int
vcm_opened_close(struct opened *s)
{
	const int descriptor = s->descriptor;

	s->descriptor = -1;
	return descriptor < 0 || close(descriptor) == 0 ? 0 : errno;
}

void
vcm_opened_leave(struct opened *s)
{
	bool last;

	if (s == NULL)
		return;
	pthread_mutex_lock(&lock);
	last = --s->references == 0;
	if (last)
		unlink_opened(s);
	pthread_mutex_unlock(&lock);
	if (!last)
		return;
	vcm_opened_close(s);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

int64_t
vcm_opened_advance(struct opened *s, int64_t etypes)
{
	int64_t before;

	pthread_mutex_lock(&s->lock);
	before = s->pointer;
	s->pointer += etypes;
	pthread_mutex_unlock(&s->lock);
	return before;
}

void
vcm_opened_set(struct opened *s, int64_t pointer)
{
	pthread_mutex_lock(&s->lock);
	s->pointer = pointer;
	pthread_mutex_unlock(&s->lock);
}
