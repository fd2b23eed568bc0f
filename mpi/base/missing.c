/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of MPI that are missing: each refuses by its name. Parameters do not matter to
 * them, so they have none here, and the prototypes of <mpi.h> must not be seen.
 */
#include "missing.h"

#define REFUSE_no(name) \
	int PMPI_##name(void); \
	extern int MPI_##name(void) __attribute__((weak, alias("PMPI_" #name))); \
	int PMPI_##name(void) { return vcm_refuse("MPI_" #name, __builtin_return_address(0)); }
#define REFUSE_yes(name)
#define REFUSE_partly(name)

#define MPI_PART(title)
#define MPI_CALL(there, type, name, parameters) REFUSE_##there(name)
#define MPI_LARGE_CALL(there, type, name, parameters) REFUSE_##there(name) REFUSE_##there(name##_c)
#include <vcube/mpi_calls.h>
