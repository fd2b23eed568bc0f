/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attributes and their keys. A key that is freed lives on in the attributes that have it.
 *
 * Of an attribute that Fortran has set, Fortran gets the integer, and C a pointer to it; of
 * another one Fortran gets the pointer as an integer. So do their copy and delete functions.
 */
#include <stdlib.h>
#include <string.h>
#include "attribute.h"
#include "comm.h"
#include "error.h"
#include "of_fortran.h"
#include "parts.h"

/* Behind the predefined keys. */
enum { FIRST_KEYVAL = 1024 };

struct keyval {
	enum attribute_on on;
	int references;         /* 0: free for a new key */
	bool freed;             /* the program has no use of it any more */
	copy_attribute *copy;
	delete_attribute *delete;
	void *extra;
	int fortran;            /* bytes of an attribute of its functions in Fortran; 0: of C */
	const void *site;       /* where the call that made it returns to */
};

struct keyvals {
	int count;
	struct keyval *table;   /* keyval FIRST_KEYVAL + i */
};

struct attribute {
	int keyval;
	void *value;            /* a pointer, or the integer of Fortran's */
	void *integer;          /* where C finds that; NULL: C has set a pointer */
	int fortran;            /* its bytes */
};

/* For the next call of this thread: bytes of an attribute as Fortran has it; 0: the call is C's */
static __thread int from_fortran __attribute__((tls_model("initial-exec")));

void
vcube_mpi_attribute_of_fortran(int bytes)
{
	from_fortran = bytes;
}

static int
take_fortran(void)
{
	const int bytes = from_fortran;

	from_fortran = 0;
	return bytes;
}

struct attributes {
	int count;
	struct attribute list[];        /* in the order of their setting */
};

static int
open_keyvals(struct process *p)
{
	p->keyvals = calloc(1, sizeof *p->keyvals);
	return p->keyvals == NULL ? VCUBE_EHOST : 0;
}

static void
close_keyvals(struct process *p)
{
	if (p->keyvals != NULL)
		free(p->keyvals->table);
	free(p->keyvals);
}

const struct part vcm_part_keyvals = {"keyvals", open_keyvals, close_keyvals};

/* The key, though it may be freed. */
static struct keyval *
keyval_at(const struct process *p, int keyval)
{
	return &p->keyvals->table[keyval - FIRST_KEYVAL];
}

/* The key, also one that the program freed and that attributes still have. */
static struct keyval *
find_kept_keyval(const struct process *p, enum attribute_on on, int keyval)
{
	struct keyval *k;

	if (keyval < FIRST_KEYVAL || keyval >= FIRST_KEYVAL + p->keyvals->count)
		return NULL;
	k = keyval_at(p, keyval);
	return k->references > 0 && k->on == on ? k : NULL;
}

static struct keyval *
find_keyval(const struct process *p, enum attribute_on on, int keyval)
{
	struct keyval *k = find_kept_keyval(p, on, keyval);

	return k != NULL && !k->freed ? k : NULL;
}

static int
no_keyval(struct process *p, int keyval)
{
	return vcm_error(p, MPI_ERR_KEYVAL, keyval == MPI_KEYVAL_INVALID
			 ? "the key is MPI_KEYVAL_INVALID"
			 : "%d is not a key that the program created for this kind of object", keyval);
}

static int
no_memory(struct process *p)
{
	return vcm_error(p, MPI_ERR_NO_MEM, "no memory for an attribute or its key");
}

/* Raises the code that a function of the program returned, on the object if it can be. */
static int
failed(struct process *p, enum attribute_on on, void *handle, int code, const char *what)
{
	struct comm *c = on == OF_COMM ? vcm_comm(p, handle) : NULL;

	return c == NULL ? vcm_error(p, code, "the program's function to %s failed", what)
		: vcm_comm_error(p, c, code, "the program's function to %s failed", what);
}

static int
create_keyval(struct process *p, enum attribute_on on, copy_attribute *copy,
	      delete_attribute *delete, int *keyval, void *extra)
{
	struct keyvals *k = p->keyvals;
	int i = 0;

	while (i < k->count && k->table[i].references > 0)
		i++;
	if (i == k->count) {
		struct keyval *table = realloc(k->table, (size_t)(i + 1) * sizeof *table);

		if (table == NULL)
			return no_memory(p);
		k->table = table;
		k->count++;
	}
	k->table[i] = (struct keyval){on, 1, false, copy, delete, extra, take_fortran(),
		p->call.site};
	*keyval = FIRST_KEYVAL + i;
	return MPI_SUCCESS;
}

static int
free_keyval(struct process *p, enum attribute_on on, int *keyval)
{
	struct keyval *k = find_kept_keyval(p, on, *keyval);

	if (k == NULL)
		return no_keyval(p, *keyval);
	if (!k->freed)
		k->references--;
	k->freed = true;
	*keyval = MPI_KEYVAL_INVALID;
	return MPI_SUCCESS;
}

bool
vcm_keyval_left(const struct process *p, int i, const void **site)
{
	const struct keyval *k;

	if (i >= p->keyvals->count)
		return false;
	k = &p->keyvals->table[i];
	*site = k->references > 0 && !k->freed ? k->site : NULL;
	return true;
}

static struct attribute *
find(const struct attributes *a, int keyval)
{
	for (int i = 0; a != NULL && i < a->count; i++)
		if (a->list[i].keyval == keyval)
			return (struct attribute *)&a->list[i];
	return NULL;
}

/* What functions of a language get, whose attributes have so many bytes, or which is C. */
static void *
seen(const struct attribute *a, int fortran)
{
	return fortran == 0 && a->integer != NULL ? a->integer : a->value;
}

/* Returns false, and changes nothing, if memory is short. */
static bool
set_value(struct attribute *a, void *value, int fortran)
{
	void *integer = fortran == 0 ? NULL : malloc(sizeof(MPI_Aint));

	if (fortran != 0 && integer == NULL)
		return false;
	if (fortran == sizeof(MPI_Fint))
		*(MPI_Fint *)integer = (MPI_Fint)(MPI_Aint)value;
	else if (fortran != 0)
		*(MPI_Aint *)integer = (MPI_Aint)value;
	free(a->integer);
	*a = (struct attribute){a->keyval, value, integer, fortran};
	return true;
}

static int
append(struct process *p, struct attributes **place, int keyval, void *value, int fortran)
{
	const int count = *place == NULL ? 0 : (*place)->count;
	struct attributes *a = realloc(*place, sizeof *a + (size_t)(count + 1) * sizeof *a->list);

	if (a == NULL)
		return no_memory(p);
	*place = a;
	a->count = count;
	a->list[count] = (struct attribute){.keyval = keyval};
	if (!set_value(&a->list[count], value, fortran))
		return no_memory(p);
	a->count++;
	keyval_at(p, keyval)->references++;
	return MPI_SUCCESS;
}

static int
call_delete(struct process *p, const struct attribute *a, void *handle)
{
	const struct keyval k = *keyval_at(p, a->keyval);
	const struct call call = p->call;
	const int code = k.delete == NULL ? MPI_SUCCESS
		: k.delete(handle, a->keyval, seen(a, k.fortran), k.extra);

	p->call = call;         /* the function may have made others */
	return code;
}

int
vcm_set_attribute(struct process *p, enum attribute_on on, struct attributes **place,
		  void *handle, int keyval, void *value)
{
	struct attribute *a = find(*place, keyval);
	const int fortran = take_fortran();
	int code;

	if (find_keyval(p, on, keyval) == NULL)
		return no_keyval(p, keyval);
	if (a == NULL)
		return append(p, place, keyval, value, fortran);
	code = call_delete(p, a, handle);
	if (code != MPI_SUCCESS)
		return failed(p, on, handle, code, "delete the old value");
	return set_value(find(*place, keyval), value, fortran) ? MPI_SUCCESS : no_memory(p);
}

int
vcm_get_attribute(struct process *p, enum attribute_on on, const struct attributes *of,
		  int keyval, void *value, int *flag)
{
	const struct attribute *a = find(of, keyval);
	const int fortran = take_fortran();

	if (find_keyval(p, on, keyval) == NULL)
		return no_keyval(p, keyval);
	*flag = a != NULL;
	if (a != NULL)
		*(void **)value = seen(a, fortran);
	return MPI_SUCCESS;
}

static void
forget(struct process *p, struct attributes *of, struct attribute *a)
{
	keyval_at(p, a->keyval)->references--;
	free(a->integer);
	memmove(a, a + 1, (size_t)(of->list + --of->count - a) * sizeof *a);
}

int
vcm_delete_attribute(struct process *p, enum attribute_on on, struct attributes **place,
		     void *handle, int keyval)
{
	struct attribute *a = find(*place, keyval);
	int code;

	if (find_kept_keyval(p, on, keyval) == NULL)
		return no_keyval(p, keyval);
	if (a == NULL)
		return vcm_error(p, MPI_ERR_KEYVAL, "the object has no attribute with key %d",
				 keyval);
	code = call_delete(p, a, handle);
	if (code != MPI_SUCCESS)
		return failed(p, on, handle, code, "delete the attribute");
	forget(p, *place, find(*place, keyval));
	return MPI_SUCCESS;
}

static int
copy_one(struct process *p, const struct attribute *a, void *old_handle, struct attributes **to)
{
	const struct keyval k = *keyval_at(p, a->keyval);
	const struct call call = p->call;
	void *const from = seen(a, k.fortran), *value = from;
	int flag = 0, code;

	if (k.copy == (copy_attribute *)MPI_COMM_NULL_COPY_FN)
		return MPI_SUCCESS;
	if (k.copy == (copy_attribute *)MPI_COMM_DUP_FN)
		return append(p, to, a->keyval, a->value, a->fortran);
	code = k.copy(old_handle, a->keyval, k.extra, from, &value, &flag);
	p->call = call;
	if (code != MPI_SUCCESS)
		return failed(p, k.on, old_handle, code, "copy an attribute");
	return flag ? append(p, to, a->keyval, value, k.fortran) : MPI_SUCCESS;
}

int
vcm_copy_attributes(struct process *p, const struct attributes *from, void *old_handle,
		    struct attributes **to)
{
	int code = MPI_SUCCESS;

	for (int i = 0; from != NULL && i < from->count && code == MPI_SUCCESS; i++)
		code = copy_one(p, &from->list[i], old_handle, to);
	return code;
}

int
vcm_delete_attributes(struct process *p, struct attributes **place, void *handle)
{
	while (*place != NULL && (*place)->count > 0) {
		struct attribute *latest = &(*place)->list[(*place)->count - 1];
		const enum attribute_on on = keyval_at(p, latest->keyval)->on;
		const int code = call_delete(p, latest, handle);

		if (code != MPI_SUCCESS)
			return failed(p, on, handle, code, "delete an attribute");
		forget(p, *place, &(*place)->list[(*place)->count - 1]);
	}
	free(*place);
	*place = NULL;
	return MPI_SUCCESS;
}

void
vcm_forget_attributes(struct attributes *attributes)
{
	for (int i = 0; attributes != NULL && i < attributes->count; i++)
		free(attributes->list[i].integer);
	free(attributes);
}

/* Keys of the three kinds of objects differ in the types of their functions alone. */
#define KEYVAL_FUNCTIONS(Kind, kind, on) \
	MPI_FUNCTION(int, Kind##_free_keyval, (int *kind##_keyval)) \
	{ \
		return free_keyval(ENTER_ANY_TIME(), on, kind##_keyval); \
	} \
	MPI_FUNCTION(int, Kind##_create_keyval, ( \
		MPI_##Kind##_copy_attr_function *kind##_copy_attr_fn, \
		MPI_##Kind##_delete_attr_function *kind##_delete_attr_fn, int *kind##_keyval, \
		void *extra_state)) \
	{ \
		return create_keyval(ENTER_ANY_TIME(), on, \
				     (copy_attribute *)kind##_copy_attr_fn, \
				     (delete_attribute *)kind##_delete_attr_fn, \
				     kind##_keyval, extra_state); \
	}
KEYVAL_FUNCTIONS(Comm, comm, OF_COMM)
KEYVAL_FUNCTIONS(Type, type, OF_TYPE)
KEYVAL_FUNCTIONS(Win, win, OF_WIN)

MPI_FUNCTION(int, Keyval_create, (MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn,
	int *keyval, void *extra_state))
{
	return create_keyval(ENTER_ANY_TIME(), OF_COMM, (copy_attribute *)copy_fn,
			     (delete_attribute *)delete_fn, keyval, extra_state);
}

MPI_FUNCTION(int, Keyval_free, (int *keyval))
{
	return free_keyval(ENTER_ANY_TIME(), OF_COMM, keyval);
}
