/* SPDX-License-Identifier: BSD-2-Clause */
/* Handles and statuses as Fortran has them. An MPI_Fint is an int, so integers of the two
 * languages are the same. */
#include <string.h>
#include "error.h"
#include "of_fortran.h"

/* Conversions are no calls for reports. */
static struct process *
here(const char *name, const void *site)
{
	if (vcm_process == NULL)
		vcm_outside(name, site);
	return vcm_process;
}

void
vcube_mpi_call_of_fortran(const void *site)
{
	vcm_from = site;
}

/* The four functions of a kind of handle. They fail for none: what is no handle stays none. */
#define HANDLE_FUNCTIONS(Kind, Handle, handle) \
	MPI_FUNCTION(int, Kind##_toint, (Handle handle)) \
	{ \
		return vcm_handle_to_int(handle); \
	} \
	MPI_FUNCTION(Handle, Kind##_fromint, (int handle)) \
	{ \
		return vcm_handle_of_int(here(THIS_CALL, THIS_SITE), handle); \
	} \
	MPI_FUNCTION(MPI_Fint, Kind##_c2f, (Handle handle)) \
	{ \
		return vcm_handle_to_int(handle); \
	} \
	MPI_FUNCTION(Handle, Kind##_f2c, (MPI_Fint handle)) \
	{ \
		return vcm_handle_of_int(here(THIS_CALL, THIS_SITE), handle); \
	}
HANDLE_FUNCTIONS(Comm, MPI_Comm, comm)
HANDLE_FUNCTIONS(Errhandler, MPI_Errhandler, errhandler)
HANDLE_FUNCTIONS(File, MPI_File, file)
HANDLE_FUNCTIONS(Group, MPI_Group, group)
HANDLE_FUNCTIONS(Info, MPI_Info, info)
HANDLE_FUNCTIONS(Message, MPI_Message, message)
HANDLE_FUNCTIONS(Op, MPI_Op, op)
HANDLE_FUNCTIONS(Request, MPI_Request, request)
HANDLE_FUNCTIONS(Session, MPI_Session, session)
HANDLE_FUNCTIONS(Type, MPI_Datatype, datatype)
HANDLE_FUNCTIONS(Win, MPI_Win, win)

/* A status of Fortran is the struct as an array. */
_Static_assert(sizeof(MPI_Status) == MPI_F_STATUS_SIZE * sizeof(MPI_Fint), "statuses of Fortran");
_Static_assert(offsetof(MPI_Status, MPI_ERROR) == MPI_F_ERROR * sizeof(MPI_Fint), "its error");

static int
convert(struct process *p, const void *from, void *to, const void *ignore)
{
	if (from == ignore || to == NULL)
		return vcm_error(p, MPI_ERR_ARG, "a status is %s, which cannot be converted",
				 from == ignore ? "ignored" : "NULL");
	memcpy(to, from, sizeof(MPI_Status));
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Status_c2f, (const MPI_Status *c_status, MPI_Fint *f_status))
{
	return convert(ENTER_ANY_TIME(), c_status, f_status, MPI_STATUS_IGNORE);
}

MPI_FUNCTION(int, Status_f2c, (const MPI_Fint *f_status, MPI_Status *c_status))
{
	return convert(ENTER_ANY_TIME(), f_status, c_status, MPI_F_STATUS_IGNORE);
}
