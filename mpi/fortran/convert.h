/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What functions of Fortran convert. They are linked into each rank's copy of the program, so the
 * places of the copy's common block are its own.
 */
#ifndef CONVERT_H
#define CONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <mpi.h>
#include "of_fortran.h"

/* Begins a function of Fortran, mpi_NAME_ and pmpi_NAME_. */
#define FORTRAN(name, type, parameters) \
	extern type pmpi_##name##_ parameters; \
	extern type mpi_##name##_ parameters __attribute__((weak, alias("pmpi_" #name "_"))); \
	type pmpi_##name##_ parameters

/* In one: the call that follows is at the program's line. */
#define vcf_here() vcube_mpi_call_of_fortran(__builtin_return_address(0))

/* The common blocks of places.inc: arguments that stand for something else by their address */
extern struct vcf_places {
	MPI_Fint bottom, in_place, buffer_automatic;
	MPI_Fint unweighted[1], weights_empty[1], errcodes_ignore[1];
	MPI_Fint status_ignore[MPI_F_STATUS_SIZE], statuses_ignore[MPI_F_STATUS_SIZE];
} vcube_mpi_places_;
extern struct vcf_texts {
	char argv_null[1], argvs_null[1];
} vcube_mpi_texts_;

/* MPI_BOTTOM and its kin */
static inline void *
vcf_buffer(void *buffer)
{
	return buffer == &vcube_mpi_places_.bottom ? MPI_BOTTOM
		: buffer == &vcube_mpi_places_.in_place ? MPI_IN_PLACE
		: buffer == &vcube_mpi_places_.buffer_automatic ? MPI_BUFFER_AUTOMATIC : buffer;
}

static inline bool
vcf_has_place(const void *buffer)
{
	return buffer == &vcube_mpi_places_.in_place;
}

static inline MPI_Fint *
vcf_weights(MPI_Fint *weights)
{
	return weights == vcube_mpi_places_.unweighted ? MPI_UNWEIGHTED
		: weights == vcube_mpi_places_.weights_empty ? MPI_WEIGHTS_EMPTY : weights;
}

/* Statuses of the two languages look alike. */
static inline MPI_Status *
vcf_status(MPI_Fint *status)
{
	return status == vcube_mpi_places_.status_ignore ||
	       status == vcube_mpi_places_.statuses_ignore ? NULL : (MPI_Status *)status;
}

/* A program that uses mpi_f08 may leave out ierror. */
static inline void
vcf_result(MPI_Fint *ierror, int code)
{
	if (ierror != NULL)
		*ierror = code;
}

/* Are there indices? Not if the call failed, or there was no request to wait for. */
static inline bool
vcf_is_some(int code, MPI_Fint outcount)
{
	return (code == MPI_SUCCESS || code == MPI_ERR_IN_STATUS) && outcount != MPI_UNDEFINED;
}

/* Fortran counts from 1. */
static inline void
vcf_from_one(MPI_Fint *indices, MPI_Fint count)
{
	for (MPI_Fint i = 0; i < count; i++)
		if (indices[i] != MPI_UNDEFINED)
			indices[i]++;
}

/* Returns the text without blanks at its end, and at its beginning if `both`; to be freed. */
char *vcf_string(const char *text, size_t length, bool both);
/* Copies a text, and fills up with blanks. */
void vcf_pad(char *to, size_t length, const char *text);

/* Returns a list of handles; vcf_handles_end() frees it, and converts it back if `to` is not
 * NULL. A negative count is one for the called function to complain of. */
void **vcf_handles(const MPI_Fint *from, int count);
void vcf_handles_end(void **handles, MPI_Fint *to, int count);

/* How many lists of an alltoallw there are: of a communicator; to and from neighbors */
int vcf_peers(MPI_Fint comm, int sends);
int vcf_neighbors(MPI_Fint comm, int sends);

#endif
