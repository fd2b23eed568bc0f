/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Destructors of thread_local objects in a rank's first thread. In a process they run in
 * exit(), before the handlers of atexit(); libc would run them later, with its thread.
 */
#include <stdlib.h>
#include "own.h"

struct object {
	void (*destroy)(void *address);
	void *address;
	struct object *next;
};

static struct object *objects;  /* the latest first */

int __cxa_thread_atexit(void (*destroy)(void *), void *address, void *dso);
int __cxa_thread_atexit_impl(void (*destroy)(void *), void *address, void *dso);

/* Called by what the compiler makes of a thread_local object, when it has been constructed */
int
__cxa_thread_atexit(void (*destroy)(void *), void *address, void *dso)
{
	struct object *o;

	if (!pthread_equal(pthread_self(), vcube_own_thread))
		return __cxa_thread_atexit_impl(destroy, address, dso);
	o = malloc(sizeof *o);
	if (!o)
		abort();
	*o = (struct object) { destroy, address, objects };
	objects = o;
	return 0;
}

void
vcube_own_end_thread(void)
{
	for (struct object *o; (o = objects) != NULL; free(o)) {
		objects = o->next;
		o->destroy(o->address);
	}
}
