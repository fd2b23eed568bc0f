/* SPDX-License-Identifier: BSD-2-Clause */
/* Objects: pools of slabs, one of each kind. */
#include <stdlib.h>
#include <string.h>
#include "object.h"
#include "process.h"

enum { OBJECTS_OF_A_SLAB = 32 };

struct slab {
	struct slab *next;
	_Alignas(16) char objects[];
};

static size_t
stride(const struct kind *kind)
{
	return (kind->size + 15) / 16 * 16;
}

static struct object *
object_of(struct slab *slab, const struct kind *kind, int i)
{
	return (struct object *)(void *)(slab->objects + (size_t)i * stride(kind));
}

void *
vcm_object_next(struct process *p, enum kind_number number, const void *after)
{
	const struct kind *kind = p->pools[number].kind;
	size_t i;

	for (struct slab *slab = p->pools[number].slabs; slab != NULL; slab = slab->next) {
		i = 0;
		if (after != NULL) {
			i = ((uintptr_t)after - (uintptr_t)slab->objects) / stride(kind) + 1;
			if (i > OBJECTS_OF_A_SLAB)
				continue;
			after = NULL;
		}
		for (; i < OBJECTS_OF_A_SLAB; i++)
			if (object_of(slab, kind, (int)i)->kind != NULL)
				return object_of(slab, kind, (int)i);
	}
	return NULL;
}

static void
put_back(struct pool *pool, struct object *object)
{
	object->kind = NULL;
	object->next = pool->free;
	pool->free = object;
}

static void
grow(struct pool *pool, const struct kind *kind)
{
	struct slab *slab = malloc(sizeof *slab + OBJECTS_OF_A_SLAB * stride(kind));

	if (slab == NULL)
		return;
	pool->kind = kind;
	slab->next = pool->slabs;
	pool->slabs = slab;
	for (int i = OBJECTS_OF_A_SLAB; i-- > 0;)
		put_back(pool, object_of(slab, kind, i));
}

void *
vcm_object_new(struct process *p, const struct kind *kind)
{
	struct pool *pool = &p->pools[kind->number];
	struct object *object;

	if (pool->free == NULL)
		grow(pool, kind);
	object = pool->free;
	if (object == NULL)
		return NULL;
	pool->free = object->next;
	memset(object, 0, kind->size);
	object->kind = kind;
	object->references = 1;
	object->site = p->call.site;
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
	put_back(&p->pools[kind->number], object);
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

static void
close_pool(struct process *p, struct pool *pool)
{
	struct slab *next;

	for (struct slab *slab = pool->slabs; slab != NULL; slab = slab->next)
		for (int i = 0; i < OBJECTS_OF_A_SLAB; i++) {
			struct object *object = object_of(slab, pool->kind, i);

			if (object->kind != NULL)
				release(p, object);
		}
	for (struct slab *slab = pool->slabs; slab != NULL; slab = next) {
		next = slab->next;
		free(slab);
	}
}

/* Objects are released one by one, so what one holds of another is not given back. */
void
vcm_objects_close(struct process *p)
{
	p->closing = true;
	for (int i = 0; i < KIND_COUNT; i++)
		close_pool(p, &p->pools[i]);
}
