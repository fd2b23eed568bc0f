/* SPDX-License-Identifier: BSD-2-Clause */
/* Objects: pools of slabs, one of each kind. */
#include <stdlib.h>
#include <string.h>
#include "object.h"
#include "process.h"

enum { OBJECTS_OF_A_SLAB = 32 };

struct slab {
	const struct kind *kind;
	_Alignas(16) char objects[];
};

static size_t
stride(const struct kind *kind)
{
	return (kind->size + 15) / 16 * 16;
}

static struct object *
object_of(struct slab *slab, int i)
{
	return (struct object *)(void *)(slab->objects + (size_t)i * stride(slab->kind));
}

void *
vcm_object_next(const struct process *p, enum kind_number number, const void *after)
{
	int i = after != NULL ? ((const struct object *)after)->number + 1 : 0;

	for (; i < p->slabs.count * OBJECTS_OF_A_SLAB; i++) {
		struct object *o = object_of(p->slabs.list[i / OBJECTS_OF_A_SLAB],
					     i % OBJECTS_OF_A_SLAB);

		if (o->kind != NULL && o->kind->number == number)
			return o;
	}
	return NULL;
}

/* Lists one slab more, or returns NULL. */
static struct slab *
new_slab(struct slabs *slabs, const struct kind *kind)
{
	struct slab *slab = NULL, **list =
		realloc(slabs->list, ((size_t)slabs->count + 1) * sizeof *list);

	if (list != NULL) {
		slabs->list = list;
		slab = malloc(sizeof *slab + OBJECTS_OF_A_SLAB * stride(kind));
	}
	if (slab == NULL)
		return NULL;
	slab->kind = kind;
	return list[slabs->count++] = slab;
}

static void
grow(struct process *p, const struct kind *kind)
{
	struct slab *slab = new_slab(&p->slabs, kind);

	for (int i = OBJECTS_OF_A_SLAB; slab != NULL && i-- > 0;) {
		object_of(slab, i)->number = (p->slabs.count - 1) * OBJECTS_OF_A_SLAB + i;
		vcm_pool_give(&p->pools[kind->number], object_of(slab, i));
	}
}

void *
vcm_object_reuse(struct process *p, const struct kind *kind)
{
	struct pool *pool = &p->pools[kind->number];

	if (pool->free == NULL)
		grow(p, kind);
	return vcm_pool_take(pool, kind, p->call.site);
}

void *
vcm_object_new(struct process *p, const struct kind *kind)
{
	struct object *object = vcm_object_reuse(p, kind);

	if (object != NULL)
		memset(object + 1, 0, kind->size - sizeof *object);
	return object;
}

void *
vcm_object_keep(void *object)
{
	((struct object *)object)->references++;
	return object;
}

static void
release(struct process *p, struct object *object)
{
	const struct kind *kind = object->kind;

	if (kind->release != NULL)
		kind->release(p, object);
	vcm_pool_give(&p->pools[kind->number], object);
}

void
vcm_object_drop(struct process *p, void *object)
{
	struct object *o = object;

	if (o != NULL && !p->closing && --o->references == 0)
		release(p, o);
}

void *
vcm_object_give(struct process *p, void *object)
{
	struct object *o = object;

	o->handles++;
	o->site = p->call.site;
	return o;
}

void
vcm_object_take(struct process *p, void *object)
{
	((struct object *)object)->handles--;
	vcm_object_drop(p, object);
}

/* Objects are released one by one, so what one holds of another is not given back. */
void
vcm_objects_close(struct process *p)
{
	p->closing = true;
	for (int s = 0; s < p->slabs.count; s++)
		for (int i = 0; i < OBJECTS_OF_A_SLAB; i++) {
			struct object *object = object_of(p->slabs.list[s], i);

			if (object->kind != NULL)
				release(p, object);
		}
	for (int s = 0; s < p->slabs.count; s++)
		free(p->slabs.list[s]);
	free(p->slabs.list);
}

int
vcm_handle_to_int(const void *handle)
{
	const struct object *object = handle;

	return (uintptr_t)handle < PREDEFINED_HANDLES ? (int)(uintptr_t)handle
		: PREDEFINED_HANDLES + object->number;
}

void *
vcm_handle_of_int(const struct process *p, int number)
{
	const int i = number - PREDEFINED_HANDLES, slab = i / OBJECTS_OF_A_SLAB;

	if (number >= 0 && i < 0)
		return (void *)(uintptr_t)number;
	return number < 0 || slab >= p->slabs.count ? NULL
		: object_of(p->slabs.list[slab], i % OBJECTS_OF_A_SLAB);
}
