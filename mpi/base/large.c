/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers of large forms, where their twins take an int. */
#include <stdlib.h>
#include "error.h"
#include "large.h"
#include "threads.h"

__thread const struct large *vcm_large __attribute__((tls_model("initial-exec")));

int
vcm_large_int(MPI_Count number, bool *fits)
{
	*fits = *fits && number >= INT_MIN && number <= INT_MAX;
	return *fits ? (int)number : 0;
}

int *
vcm_large_ints(const MPI_Count *numbers, MPI_Count count, bool *fits)
{
	int *list;

	if (numbers == NULL || count < 0 || count > INT_MAX)
		return NULL;            /* the twin says so */
	list = malloc((size_t)count * sizeof *list + 1);
	*fits = *fits && list != NULL;
	for (MPI_Count i = 0; i < count && *fits; i++)
		list[i] = vcm_large_int(numbers[i], fits);
	return list;
}

int
vcm_large_refuse(const char *call, const void *site)
{
	int code;
	const bool entered = vcm_is_outside() && vcm_thread_enter(call, site, &code);

	if (!entered || code == MPI_SUCCESS) {
		struct process *p = vcm_enter(call, site);

		code = vcm_error(p, MPI_ERR_COUNT, "an argument exceeds %d, the largest number "
				 "that datatypes and windows accept", INT_MAX);
	}
	if (entered)
		vcm_thread_leave();
	return code;
}
