/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions of the program that get no state of the binding's: the library itself calls them with
 * handles as Fortran has them. */
#ifndef VCM_OF_FORTRAN_H
#define VCM_OF_FORTRAN_H

#include <mpi.h>

/* The function of this operator, or error handler, is one of Fortran. */
void vcube_mpi_op_of_fortran(MPI_Op op);
void vcube_mpi_errhandler_of_fortran(MPI_Errhandler errhandler);

#endif
