/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the library says of its ABI: sizes of types in C and Fortran. Those of Fortran are those of
 * gfortran, which vcubefort compiles with; as they are known, programs cannot set them.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "error.h"
#include "info.h"

struct entry {
	const char *key;
	int size;               /* 0: what the key asks for is there */
};

static const struct entry of_c[] = {
	{"mpi_aint_size", sizeof(MPI_Aint)},
	{"mpi_count_size", sizeof(MPI_Count)},
	{"mpi_offset_size", sizeof(MPI_Offset)},
};

static const struct entry of_fortran[] = {
	{"mpi_logical_size", 4},
	{"mpi_integer_size", sizeof(MPI_Fint)},
	{"mpi_real_size", sizeof(float)},
	{"mpi_double_precision_size", sizeof(double)},
	{"mpi_logical1_supported", 0},
	{"mpi_logical2_supported", 0},
	{"mpi_logical4_supported", 0},
	{"mpi_logical8_supported", 0},
	{"mpi_logical16_supported", 0},
	{"mpi_integer1_supported", 0},
	{"mpi_integer2_supported", 0},
	{"mpi_integer4_supported", 0},
	{"mpi_integer8_supported", 0},
	{"mpi_integer16_supported", 0},
	{"mpi_real2_supported", 0},
	{"mpi_real4_supported", 0},
	{"mpi_real8_supported", 0},
	{"mpi_real16_supported", 0},
	{"mpi_complex4_supported", 0},
	{"mpi_complex8_supported", 0},
	{"mpi_complex16_supported", 0},
	{"mpi_complex32_supported", 0},
	{"mpi_double_complex_supported", 0},
};

static int
give(struct process *p, const struct entry *entries, size_t count, MPI_Info *info)
{
	int code = vcm_info_copy(p, NULL, info);

	for (size_t i = 0; code == MPI_SUCCESS && i < count; i++) {
		char size[16];

		snprintf(size, sizeof size, "%d", entries[i].size);
		code = vcm_info_set(p, vcm_info(p, *info), entries[i].key,
				    entries[i].size > 0 ? size : "true");
	}
	return code;
}

MPI_FUNCTION(int, Abi_get_info, (MPI_Info *info))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_PLACE(p, info);
	return give(p, of_c, sizeof of_c / sizeof *of_c, info);
}

MPI_FUNCTION(int, Abi_get_fortran_info, (MPI_Info *info))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_PLACE(p, info);
	return give(p, of_fortran, sizeof of_fortran / sizeof *of_fortran, info);
}

MPI_FUNCTION(int, Abi_set_fortran_info, (MPI_Info info))
{
	struct process *p = ENTER_ANY_TIME();

	(void)info;
	return vcm_error(p, MPI_ERR_ABI, "the types of Fortran are known; see "
			 "MPI_Abi_get_fortran_info");
}

/* Gives a logical of this size its value, .TRUE. or .FALSE. */
static void
set_logical(void *place, int size, bool value)
{
	const bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

	memset(place, 0, (size_t)size);
	((char *)place)[little ? 0 : size - 1] = value;
}

MPI_FUNCTION(int, Abi_get_fortran_booleans, (int logical_size, void *logical_true,
	void *logical_false, int *is_set))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_PLACE(p, logical_true);
	NEED_PLACE(p, logical_false);
	NEED_PLACE(p, is_set);
	if (logical_size <= 0 || logical_size > 16 || (logical_size & (logical_size - 1)) != 0)
		return vcm_error(p, MPI_ERR_ARG, "no logical of Fortran has %d bytes; 1, 2, 4, 8 and "
				 "16 are possible", logical_size);
	set_logical(logical_true, logical_size, true);
	set_logical(logical_false, logical_size, false);
	*is_set = 1;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Abi_set_fortran_booleans, (int logical_size, void *logical_true,
	void *logical_false))
{
	struct process *p = ENTER_ANY_TIME();

	(void)logical_size, (void)logical_true, (void)logical_false;
	return vcm_error(p, MPI_ERR_ABI, "the logicals of Fortran are known; see "
			 "MPI_Abi_get_fortran_booleans");
}

/* No rank is bound to a part of the host that MPI_Comm_split_type() could divide by. */
MPI_FUNCTION(int, Get_hw_resource_info, (MPI_Info *hw_info))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_PLACE(p, hw_info);
	return vcm_info_copy(p, NULL, hw_info);
}
