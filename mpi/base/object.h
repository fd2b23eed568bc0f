/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Objects behind handles. Predefined handles are the small constants of the ABI; other handles
 * are pointers to objects, each of a kind.
 *
 * An object comes from its process's pool of its kind and returns there, never to the host
 * before the process ends: so the kind of a freed one can still be read, and is none.
 */
#ifndef VCM_OBJECT_H
#define VCM_OBJECT_H

#include <stddef.h>
#include <stdint.h>

struct process;

enum { PREDEFINED_HANDLES = 0x1000 };

enum kind_number {
	KIND_COMM,
	KIND_GROUP,
	KIND_INFO,
	KIND_MEMORY,
	KIND_ERRHANDLER,
	KIND_REQUEST,
	KIND_MESSAGE,
	KIND_DATATYPE,
	KIND_OP,
	KIND_WIN,
	KIND_FILE,
	KIND_SESSION,
	KIND_CVAR_HANDLE,
	KIND_PVAR_HANDLE,
	KIND_PVAR_SESSION,
	KIND_COUNT
};

struct kind {
	enum kind_number number;
	const char *name;               /* in reports: "communicator" */
	size_t size;
	/* Releases what the object owns besides its own memory. NULL: nothing. */
	void (*release)(struct process *p, void *object);
};

/* The head of every object. */
struct object {
	const struct kind *kind;        /* NULL: freed */
	int references;
	int number;                     /* stays that of the place */
	int handles;                    /* that the program has of it, if it is to free them */
	union {
		struct object *next;    /* in the pool, while freed */
		const void *site;       /* where the call that made or gave it returns to */
	};
};

struct slab;

struct pool {
	struct object *free;
};

/* Of all pools: an object's number says in which slab it lies, and where. */
struct slabs {
	struct slab **list;
	int count;
};

/* Takes a free object out of a pool, with one reference; NULL if there is none. */
static inline void *
vcm_pool_take(struct pool *pool, const struct kind *kind, const void *site)
{
	struct object *object = pool->free;

	if (__builtin_expect(object == NULL, 0))
		return NULL;
	pool->free = object->next;
	object->kind = kind;
	object->references = 1;
	object->handles = 0;
	object->site = site;
	return object;
}

/* Puts an object back that holds nothing. */
static inline void
vcm_pool_give(struct pool *pool, struct object *object)
{
	object->kind = NULL;
	object->next = pool->free;
	pool->free = object;
}

/* Returns an object with one reference, cleared behind its head; NULL if memory is short. */
void *vcm_object_new(struct process *p, const struct kind *kind);
/* The same, not cleared: for those that are made for each message. */
void *vcm_object_reuse(struct process *p, const struct kind *kind);
/* Takes one reference more; returns the object. */
void *vcm_object_keep(void *object);
/* Gives one reference back; the last one frees the object. Accepts NULL. */
void vcm_object_drop(struct process *p, void *object);
static inline void
vcm_object_drop_one(struct process *p, struct object *object)
{
	if (object->references > 1)
		object->references--;
	else
		vcm_object_drop(p, object);
}
/* The program gets a handle of the object, which is returned; it gives one back. */
void *vcm_object_give(struct process *p, void *object);
void vcm_object_take(struct process *p, void *object);

/* Returns the object of this kind that is next to `after` (NULL: the first), or NULL. */
void *vcm_object_next(const struct process *p, enum kind_number kind, const void *after);
/* Releases every object that is left, and the pools. */
void vcm_objects_close(struct process *p);

/* Handles as integers: a predefined one is its own, others count from PREDEFINED_HANDLES. An
 * integer that was given to no object becomes a handle that is none. */
int vcm_handle_to_int(const void *handle);
void *vcm_handle_of_int(const struct process *p, int number);

/* Returns the object behind a handle that is not predefined, or NULL if it is of another kind
 * or was freed. */
static inline void *
vcm_object_at(const void *handle, const struct kind *kind)
{
	const struct object *object = handle;

	if ((uintptr_t)handle < PREDEFINED_HANDLES || (uintptr_t)handle % sizeof(void *) != 0)
		return NULL;
	return object->kind == kind ? (void *)object : NULL;
}

#endif
