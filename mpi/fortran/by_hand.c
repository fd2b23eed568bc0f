/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions of Fortran that follow no rule: those that take functions of the program, attributes,
 * texts that are cut, and those of MPI 1 that have addresses as INTEGER.
 */
#include <limits.h>
#include "convert.h"

FORTRAN(pcontrol, void, (MPI_Fint *level))
{
	MPI_Pcontrol(*level);
}

/* What Fortran programs call so that compilers keep a buffer in memory */
FORTRAN(f_sync_reg, void, (void *buffer))
{
	(void)buffer;
}

FORTRAN(buffer_detach_f08, void, (void **buffer_addr, MPI_Fint *size, MPI_Fint *ierror))
{
	vcf_result(ierror, MPI_Buffer_detach(buffer_addr, size));
}

/* The buffer's address is of no use in older Fortran. */
FORTRAN(buffer_detach, void, (void *buffer_addr, MPI_Fint *size, MPI_Fint *ierror))
{
	void *address;

	(void)buffer_addr;
	vcf_result(ierror, MPI_Buffer_detach(&address, size));
}

/* Statuses of the modules look alike, too. */
FORTRAN(status_f2f08, void, (MPI_Fint *f_status, MPI_Status *f08_status, MPI_Fint *ierror))
{
	vcf_result(ierror, MPI_Status_f2c(f_status, f08_status));
}

FORTRAN(status_f082f, void, (MPI_Status *f08_status, MPI_Fint *f_status, MPI_Fint *ierror))
{
	vcf_result(ierror, MPI_Status_c2f(f08_status, f_status));
}

/* --- values of infos */

/* The length is without the 0 that ends texts of C. */
static int
get_info(MPI_Fint info, const char *key, int *length, char *value, size_t room, MPI_Fint *flag)
{
	char text[MPI_MAX_INFO_VAL + 1] = "";
	int size = *length < MPI_MAX_INFO_VAL ? *length + 1 : MPI_MAX_INFO_VAL + 1;
	const int code = MPI_Info_get_string(MPI_Info_f2c(info), key, &size, text, flag);

	if (code == MPI_SUCCESS && *flag) {
		if (*length > 0)
			vcf_pad(value, room, text);
		*length = size - 1;
	}
	return code;
}

FORTRAN(info_get, void, (MPI_Fint *info, char *key, MPI_Fint *valuelen, char *value,
	MPI_Fint *flag, MPI_Fint *ierror, size_t key_length, size_t value_length))
{
	char *text = vcf_string(key, key_length, true);
	int length = *valuelen;
	const int code = get_info(*info, text, &length, value, value_length, flag);

	free(text);
	vcf_result(ierror, code);
}

FORTRAN(info_get_string, void, (MPI_Fint *info, char *key, MPI_Fint *buflen, char *value,
	MPI_Fint *flag, MPI_Fint *ierror, size_t key_length, size_t value_length))
{
	char *text = vcf_string(key, key_length, true);
	const int code = get_info(*info, text, buflen, value, value_length, flag);

	free(text);
	vcf_result(ierror, code);
}

/* --- operators and error handlers */

#define CREATE_OP(name, Name, function) \
FORTRAN(name, void, (function *user_fn, MPI_Fint *commute, MPI_Fint *op, MPI_Fint *ierror)) \
{ \
	MPI_Op made = MPI_OP_NULL; \
\
	vcf_here(); \
	const int code = MPI_##Name(user_fn, *commute, &made); \
\
	if (code == MPI_SUCCESS) \
		vcube_mpi_op_of_fortran(made); \
	*op = MPI_Op_c2f(made); \
	vcf_result(ierror, code); \
}
CREATE_OP(op_create, Op_create, MPI_User_function)
CREATE_OP(op_create_c, Op_create_c, MPI_User_function_c)

#define CREATE_ERRHANDLER(name, Name, kind) \
	FORTRAN(name, void, (MPI_##kind##_errhandler_function *function, MPI_Fint *errhandler, \
		MPI_Fint *ierror)) \
	{ \
		MPI_Errhandler made = MPI_ERRHANDLER_NULL; \
\
		vcf_here(); \
		const int code = MPI_##Name(function, &made); \
\
		if (code == MPI_SUCCESS) \
			vcube_mpi_errhandler_of_fortran(made); \
		*errhandler = MPI_Errhandler_c2f(made); \
		vcf_result(ierror, code); \
	}
CREATE_ERRHANDLER(comm_create_errhandler, Comm_create_errhandler, Comm)
CREATE_ERRHANDLER(file_create_errhandler, File_create_errhandler, File)
CREATE_ERRHANDLER(win_create_errhandler, Win_create_errhandler, Win)
CREATE_ERRHANDLER(session_create_errhandler, Session_create_errhandler, Session)
CREATE_ERRHANDLER(errhandler_create, Errhandler_create, Comm)

/* --- attributes: functions of Fortran, behind functions of C */

typedef void copy_function(MPI_Fint *handle, MPI_Fint *keyval, MPI_Aint *extra_state,
	MPI_Aint *value_in, MPI_Aint *value_out, MPI_Fint *flag, MPI_Fint *ierror);
typedef void delete_function(MPI_Fint *handle, MPI_Fint *keyval, MPI_Aint *value,
	MPI_Aint *extra_state, MPI_Fint *ierror);
/* Of MPI 1 */
typedef void old_copy_function(MPI_Fint *handle, MPI_Fint *keyval, MPI_Fint *extra_state,
	MPI_Fint *value_in, MPI_Fint *value_out, MPI_Fint *flag, MPI_Fint *ierror);
typedef void old_delete_function(MPI_Fint *handle, MPI_Fint *keyval, MPI_Fint *value,
	MPI_Fint *extra_state, MPI_Fint *ierror);

/* The extra state in C. It lives as long as the rank: a key does until its last attribute has
 * gone, and nothing reports that. */
struct key {
	struct key *next;
	copy_function *copy;
	delete_function *delete;
	MPI_Aint extra;
};

static struct key *keys;

static struct key *
new_key(copy_function *copy, delete_function *delete, MPI_Aint extra)
{
	struct key *key = malloc(sizeof *key);

	if (key == NULL)
		MPI_Abort(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
	*key = (struct key){keys, copy, delete, extra};
	return keys = key;
}

static int
copy(MPI_Comm handle, int keyval, void *extra_state, void *value_in, void *value_out, int *flag)
{
	const struct key *key = extra_state;
	MPI_Fint number = MPI_Comm_c2f(handle), code = MPI_SUCCESS;
	MPI_Aint extra = key->extra, in = (MPI_Aint)value_in, out = in;

	key->copy(&number, &keyval, &extra, &in, &out, flag, &code);
	*(MPI_Aint *)value_out = out;
	return code;
}

static int
delete(MPI_Comm handle, int keyval, void *value, void *extra_state)
{
	const struct key *key = extra_state;
	MPI_Fint number = MPI_Comm_c2f(handle), code = MPI_SUCCESS;
	MPI_Aint extra = key->extra, out = (MPI_Aint)value;

	key->delete(&number, &keyval, &out, &extra, &code);
	return code;
}

static int
old_copy(MPI_Comm handle, int keyval, void *extra_state, void *value_in, void *value_out,
	 int *flag)
{
	const struct key *key = extra_state;
	MPI_Fint number = MPI_Comm_c2f(handle), code = MPI_SUCCESS;
	MPI_Fint extra = (MPI_Fint)key->extra, in = (MPI_Fint)(MPI_Aint)value_in, out = in;

	((old_copy_function *)key->copy)(&number, &keyval, &extra, &in, &out, flag, &code);
	*(MPI_Aint *)value_out = out;
	return code;
}

static int
old_delete(MPI_Comm handle, int keyval, void *value, void *extra_state)
{
	const struct key *key = extra_state;
	MPI_Fint number = MPI_Comm_c2f(handle), code = MPI_SUCCESS;
	MPI_Fint extra = (MPI_Fint)key->extra, out = (MPI_Fint)(MPI_Aint)value;

	((old_delete_function *)key->delete)(&number, &keyval, &out, &extra, &code);
	return code;
}

/* Handles of all kinds are pointers, and have the same integers. */
#define CREATE_KEYVAL(name, Name, Kind) \
	FORTRAN(name, void, (copy_function *copy_fn, delete_function *delete_fn, \
		MPI_Fint *keyval, MPI_Aint *extra_state, MPI_Fint *ierror)) \
	{ \
		vcf_here(); \
		vcube_mpi_attribute_of_fortran(sizeof(MPI_Aint)); \
		vcf_result(ierror, MPI_##Name((MPI_##Kind##_copy_attr_function *)copy, \
			(MPI_##Kind##_delete_attr_function *)delete, keyval, \
			new_key(copy_fn, delete_fn, *extra_state))); \
	}
CREATE_KEYVAL(comm_create_keyval, Comm_create_keyval, Comm)
CREATE_KEYVAL(type_create_keyval, Type_create_keyval, Type)
CREATE_KEYVAL(win_create_keyval, Win_create_keyval, Win)

FORTRAN(keyval_create, void, (old_copy_function *copy_fn, old_delete_function *delete_fn,
	MPI_Fint *keyval, MPI_Fint *extra_state, MPI_Fint *ierror))
{
	vcf_here();
	vcube_mpi_attribute_of_fortran(sizeof(MPI_Fint));
	vcf_result(ierror, MPI_Keyval_create(old_copy, old_delete, keyval,
		new_key((copy_function *)copy_fn, (delete_function *)delete_fn, *extra_state)));
}

/* In C the predefined attributes are pointers to their values, but for a window's base. */
static MPI_Aint
value_of(int keyval, void *value)
{
	switch (keyval) {
	case MPI_TAG_UB: case MPI_IO: case MPI_HOST: case MPI_WTIME_IS_GLOBAL: case MPI_APPNUM:
	case MPI_LASTUSEDCODE: case MPI_UNIVERSE_SIZE:
	case MPI_WIN_DISP_UNIT: case MPI_WIN_CREATE_FLAVOR: case MPI_WIN_MODEL:
		return *(int *)value;
	case MPI_WIN_SIZE:
		return *(MPI_Aint *)value;
	default:
		return (MPI_Aint)value;
	}
}

#define ATTRIBUTES(kind, Kind, get, set, Get, Set, Value) \
	FORTRAN(get, void, (MPI_Fint *kind, MPI_Fint *keyval, Value *attribute_val, \
		MPI_Fint *flag, MPI_Fint *ierror)) \
	{ \
		void *value = NULL; \
\
		vcf_here(); \
		vcube_mpi_attribute_of_fortran(sizeof(Value)); \
		const int code = MPI_##Get(MPI_##Kind##_f2c(*kind), *keyval, &value, flag); \
		vcube_mpi_attribute_of_fortran(0); \
\
		if (code == MPI_SUCCESS && *flag) \
			*attribute_val = (Value)value_of(*keyval, value); \
		vcf_result(ierror, code); \
	} \
	FORTRAN(set, void, (MPI_Fint *kind, MPI_Fint *keyval, Value *attribute_val, \
		MPI_Fint *ierror)) \
	{ \
		vcf_here(); \
		vcube_mpi_attribute_of_fortran(sizeof(Value)); \
		vcf_result(ierror, MPI_##Set(MPI_##Kind##_f2c(*kind), *keyval, \
			(void *)(MPI_Aint)*attribute_val)); \
		vcube_mpi_attribute_of_fortran(0); \
	}
ATTRIBUTES(comm, Comm, comm_get_attr, comm_set_attr, Comm_get_attr, Comm_set_attr, MPI_Aint)
ATTRIBUTES(type, Type, type_get_attr, type_set_attr, Type_get_attr, Type_set_attr, MPI_Aint)
ATTRIBUTES(win, Win, win_get_attr, win_set_attr, Win_get_attr, Win_set_attr, MPI_Aint)
ATTRIBUTES(comm, Comm, attr_get, attr_put, Attr_get, Attr_put, MPI_Fint)

/* The predefined functions are some of the program for Fortran. */
#define PREDEFINED_FUNCTIONS(null_copy, dup, null_delete, Value) \
	FORTRAN(null_copy, void, (MPI_Fint *handle, MPI_Fint *keyval, Value *extra_state, \
		Value *value_in, Value *value_out, MPI_Fint *flag, MPI_Fint *ierror)) \
	{ \
		(void)handle, (void)keyval, (void)extra_state, (void)value_in, (void)value_out; \
		*flag = 0; \
		*ierror = MPI_SUCCESS; \
	} \
	FORTRAN(dup, void, (MPI_Fint *handle, MPI_Fint *keyval, Value *extra_state, \
		Value *value_in, Value *value_out, MPI_Fint *flag, MPI_Fint *ierror)) \
	{ \
		(void)handle, (void)keyval, (void)extra_state; \
		*value_out = *value_in; \
		*flag = 1; \
		*ierror = MPI_SUCCESS; \
	} \
	FORTRAN(null_delete, void, (MPI_Fint *handle, MPI_Fint *keyval, Value *value, \
		Value *extra_state, MPI_Fint *ierror)) \
	{ \
		(void)handle, (void)keyval, (void)value, (void)extra_state; \
		*ierror = MPI_SUCCESS; \
	}
PREDEFINED_FUNCTIONS(null_copy_fn, dup_fn, null_delete_fn, MPI_Fint)
PREDEFINED_FUNCTIONS(comm_null_copy_fn, comm_dup_fn, comm_null_delete_fn, MPI_Aint)
PREDEFINED_FUNCTIONS(type_null_copy_fn, type_dup_fn, type_null_delete_fn, MPI_Aint)
PREDEFINED_FUNCTIONS(win_null_copy_fn, win_dup_fn, win_null_delete_fn, MPI_Aint)

/* --- generalized requests */

typedef void query_function(MPI_Aint *extra_state, MPI_Status *status, MPI_Fint *ierror);
typedef void free_function(MPI_Aint *extra_state, MPI_Fint *ierror);
typedef void cancel_function(MPI_Aint *extra_state, MPI_Fint *complete, MPI_Fint *ierror);

/* The extra state is the program's variable, which its functions may change. */
struct grequest {
	query_function *query;
	free_function *free;
	cancel_function *cancel;
	MPI_Aint *extra;
};

static int
query(void *extra_state, MPI_Status *status)
{
	struct grequest *g = extra_state;
	MPI_Fint code = MPI_SUCCESS;

	g->query(g->extra, status, &code);
	return code;
}

static int
release(void *extra_state)
{
	struct grequest *g = extra_state;
	MPI_Fint code = MPI_SUCCESS;

	g->free(g->extra, &code);
	free(g);
	return code;
}

static int
cancel(void *extra_state, int complete)
{
	struct grequest *g = extra_state;
	MPI_Fint code = MPI_SUCCESS;

	g->cancel(g->extra, &complete, &code);
	return code;
}

FORTRAN(grequest_start, void, (query_function *query_fn, free_function *free_fn,
	cancel_function *cancel_fn, MPI_Aint *extra_state, MPI_Fint *request, MPI_Fint *ierror))
{
	struct grequest *g = malloc(sizeof *g);
	MPI_Request made = MPI_REQUEST_NULL;
	int code = MPI_ERR_NO_MEM;

	if (g != NULL) {
		*g = (struct grequest){query_fn, free_fn, cancel_fn, extra_state};
		vcf_here();
		code = MPI_Grequest_start(query, release, cancel, g, &made);
	}
	if (code != MPI_SUCCESS)
		free(g);
	*request = MPI_Request_c2f(made);
	vcf_result(ierror, code);
}

/* --- addresses of MPI 1, as INTEGER */

/* Stores an address; raises an error if it does not fit. */
static int
store(MPI_Fint *to, MPI_Aint address, int code)
{
	if (code != MPI_SUCCESS)
		return code;
	*to = (MPI_Fint)address;
	if (*to == address)
		return MPI_SUCCESS;
	MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_VALUE_TOO_LARGE);
	return MPI_ERR_VALUE_TOO_LARGE;
}

static MPI_Aint *
displacements(const MPI_Fint *from, MPI_Fint count)
{
	const size_t used = count > 0 ? (size_t)count : 0;
	MPI_Aint *list = malloc((used + 1) * sizeof *list);

	if (list == NULL)
		MPI_Abort(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
	for (size_t i = 0; i < used; i++)
		list[i] = from[i];
	return list;
}

FORTRAN(address, void, (void *location, MPI_Fint *address, MPI_Fint *ierror))
{
	MPI_Aint a;
	const int code = MPI_Get_address(vcf_buffer(location), &a);

	vcf_result(ierror, store(address, a, code));
}

#define BOUND(name, lb_, extent_) \
	FORTRAN(name, void, (MPI_Fint *datatype, MPI_Fint *result, MPI_Fint *ierror)) \
	{ \
		MPI_Aint lb, extent; \
		const int code = MPI_Type_get_extent(MPI_Type_f2c(*datatype), &lb, &extent); \
\
		vcf_result(ierror, store(result, (lb_) * lb + (extent_) * extent, code)); \
	}
BOUND(type_lb, 1, 0)
BOUND(type_ub, 1, 1)
BOUND(type_extent, 0, 1)

FORTRAN(type_hvector, void, (MPI_Fint *count, MPI_Fint *blocklength, MPI_Fint *stride,
	MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
	MPI_Datatype made = MPI_DATATYPE_NULL;

	vcf_here();
	const int code = MPI_Type_create_hvector(*count, *blocklength, *stride,
		MPI_Type_f2c(*oldtype), &made);

	*newtype = MPI_Type_c2f(made);
	vcf_result(ierror, code);
}

FORTRAN(type_hindexed, void, (MPI_Fint *count, MPI_Fint *array_of_blocklengths,
	MPI_Fint *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
	MPI_Aint *list = displacements(array_of_displacements, *count);
	MPI_Datatype made = MPI_DATATYPE_NULL;

	vcf_here();
	const int code = MPI_Type_create_hindexed(*count, array_of_blocklengths, list,
		MPI_Type_f2c(*oldtype), &made);

	free(list);
	*newtype = MPI_Type_c2f(made);
	vcf_result(ierror, code);
}

FORTRAN(type_struct, void, (MPI_Fint *count, MPI_Fint *array_of_blocklengths,
	MPI_Fint *array_of_displacements, MPI_Fint *array_of_types, MPI_Fint *newtype,
	MPI_Fint *ierror))
{
	MPI_Aint *list = displacements(array_of_displacements, *count);
	void **types = vcf_handles(array_of_types, *count);
	MPI_Datatype made = MPI_DATATYPE_NULL;

	vcf_here();
	const int code = MPI_Type_create_struct(*count, array_of_blocklengths, list,
		(MPI_Datatype *)types, &made);

	free(list);
	vcf_handles_end(types, NULL, *count);
	*newtype = MPI_Type_c2f(made);
	vcf_result(ierror, code);
}
