/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers of large forms, where their twins take an int. */
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

int
vcm_large_refuse(const char *call, const void *site)
{
	int code;
	const bool entered = vcm_is_outside() && vcm_thread_enter(call, site, &code);

	if (!entered || code == MPI_SUCCESS) {
		struct process *p = vcm_enter(call, site);

		code = vcm_error(p, MPI_ERR_COUNT, "an argument exceeds %d, the largest number "
				 "that units of windows may have", INT_MAX);
	}
	if (entered)
		vcm_thread_leave();
	return code;
}
