/* SPDX-License-Identifier: BSD-2-Clause */
/* What functions of Fortran, which are linked into programs, tell the library. */
#ifndef VCM_OF_FORTRAN_H
#define VCM_OF_FORTRAN_H

#include <mpi.h>

/* The next call of MPI is made for a function of Fortran that returns to `site`. */
void vcube_mpi_call_of_fortran(const void *site);

/* The next call of MPI makes a key for functions of Fortran, or sets or gets an attribute as
 * Fortran has it, an integer of so many bytes; 0: no call does any more. */
void vcube_mpi_attribute_of_fortran(int bytes);

/* The function of this operator, or error handler, is one of Fortran: it gets no state of the
 * binding's, so the library itself calls it with handles as Fortran has them. */
void vcube_mpi_op_of_fortran(MPI_Op op);
void vcube_mpi_errhandler_of_fortran(MPI_Errhandler errhandler);

#endif
