/* SPDX-License-Identifier: BSD-2-Clause */
/* The open files of all machines. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include "shared.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct shared *files;            /* guarded by it */

static struct shared *
find(const vcube_machine *machine, uint32_t context)
{
	struct shared *s = files;

	while (s != NULL && (s->machine != machine || s->context != context))
		s = s->next;
	return s;
}

static struct shared *
add(const vcube_machine *machine, uint32_t context)
{
	struct shared *s = malloc(sizeof *s);

	if (s == NULL)
		return NULL;
	*s = (struct shared){.next = files, .machine = machine, .context = context,
		.descriptor = -1};
	pthread_mutex_init(&s->lock, NULL);
	return files = s;
}

struct shared *
vcm_shared_join(struct process *p, uint32_t context)
{
	const vcube_machine *machine = vcube_machine_of(p->node);
	struct shared *s;

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
unlink_shared(const struct shared *s)
{
	struct shared **link = &files;

	while (*link != s)
		link = &(*link)->next;
	*link = s->next;
}

int
vcm_shared_close(struct shared *s)
{
	const int descriptor = s->descriptor;

	s->descriptor = -1;
	return descriptor < 0 || close(descriptor) == 0 ? 0 : errno;
}

void
vcm_shared_leave(struct shared *s)
{
	bool last;

	if (s == NULL)
		return;
	pthread_mutex_lock(&lock);
	last = --s->references == 0;
	if (last)
		unlink_shared(s);
	pthread_mutex_unlock(&lock);
	if (!last)
		return;
	vcm_shared_close(s);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

int64_t
vcm_shared_advance(struct shared *s, int64_t etypes)
{
	int64_t before;

	pthread_mutex_lock(&s->lock);
	before = s->pointer;
	s->pointer += etypes;
	pthread_mutex_unlock(&s->lock);
	return before;
}

void
vcm_shared_set(struct shared *s, int64_t pointer)
{
	pthread_mutex_lock(&s->lock);
	s->pointer = pointer;
	pthread_mutex_unlock(&s->lock);
}
