/* SPDX-License-Identifier: BSD-2-Clause */
/* What programs ask of a status, and set in one of a generalized request. */
#include <limits.h>
#include "status.h"
#include "type.h"

static int
to_int(int64_t count)
{
	return count < 0 || count > INT_MAX ? MPI_UNDEFINED : (int)count;
}

static int
get_number(struct process *p, int64_t (*number)(const struct datatype *type, int64_t bytes),
	   const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
	NEED_TYPE(p, type, datatype);

	*count = number(type, vcm_status_bytes(status));
	return MPI_SUCCESS;
}

#define NUMBER_FUNCTIONS(name, number) \
	MPI_FUNCTION(int, name, (const MPI_Status *status, MPI_Datatype datatype, int *count)) \
	{ \
		MPI_Count large = MPI_UNDEFINED; \
		const int code = get_number(ENTER(), number, status, datatype, &large); \
\
		*count = to_int(large); \
		return code; \
	} \
	LARGE_NUMBER_FUNCTION(name##_c, number)
#define LARGE_NUMBER_FUNCTION(name, number) \
	MPI_FUNCTION(int, name, (const MPI_Status *status, MPI_Datatype datatype, \
		MPI_Count *count)) \
	{ \
		return get_number(ENTER(), number, status, datatype, count); \
	}
NUMBER_FUNCTIONS(Get_count, vcm_type_count)
NUMBER_FUNCTIONS(Get_elements, vcm_type_elements)
LARGE_NUMBER_FUNCTION(Get_elements_x, vcm_type_elements)

static int
set_elements(struct process *p, MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
	NEED_TYPE(p, type, datatype);
	int64_t bytes;

	bytes = count < 0 ? -1 : vcm_type_elements_size(type, count);
	if (bytes < 0)
		return vcm_error(p, MPI_ERR_COUNT, "the datatype cannot have %jd elements",
				 (intmax_t)count);
	vcm_status_set_bytes(status, bytes);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Status_set_elements, (MPI_Status *status, MPI_Datatype datatype, int count))
{
	return set_elements(ENTER(), status, datatype, count);
}

MPI_FUNCTION(int, Status_set_elements_x, (MPI_Status *status, MPI_Datatype datatype,
	MPI_Count count))
{
	return set_elements(ENTER(), status, datatype, count);
}

MPI_FUNCTION(int, Status_set_elements_c, (MPI_Status *status, MPI_Datatype datatype,
	MPI_Count count))
{
	return set_elements(ENTER(), status, datatype, count);
}

MPI_FUNCTION(int, Status_set_cancelled, (MPI_Status *status, int flag))
{
	(void)ENTER();
	status->MPI_internal[STATUS_CANCELLED] = flag != 0;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Test_cancelled, (const MPI_Status *status, int *flag))
{
	(void)ENTER();
	*flag = status->MPI_internal[STATUS_CANCELLED];
	return MPI_SUCCESS;
}

/* The public members of a status, by functions. */
#define MEMBER_FUNCTIONS(name, member) \
	MPI_FUNCTION(int, Status_get_##name, (const MPI_Status *status, int *name)) \
	{ \
		(void)ENTER(); \
		*name = status->member; \
		return MPI_SUCCESS; \
	} \
	MPI_FUNCTION(int, Status_set_##name, (MPI_Status *status, int name)) \
	{ \
		(void)ENTER(); \
		status->member = name; \
		return MPI_SUCCESS; \
	}
MEMBER_FUNCTIONS(source, MPI_SOURCE)
MEMBER_FUNCTIONS(tag, MPI_TAG)
MEMBER_FUNCTIONS(error, MPI_ERROR)
