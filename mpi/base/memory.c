/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory that MPI allocates for the program. */
#include <stdlib.h>
#include "error.h"

struct memory {
	struct object object;
	void *base;
};

static const struct kind kind_memory = {KIND_MEMORY, "memory", sizeof(struct memory), NULL};

MPI_FUNCTION(int, Alloc_mem, (MPI_Aint size, MPI_Info info, void *baseptr))
{
	struct process *p = ENTER();
	struct memory *m;

	(void)info;
	if (size < 0)
		return vcm_error(p, MPI_ERR_ARG, "size %td is negative", size);
	m = vcm_object_new(p, &kind_memory);
	if (m != NULL)
		m->base = aligned_alloc(64, ((size_t)size + 64) / 64 * 64);
	if (m == NULL || m->base == NULL) {
		vcm_object_drop(p, m);
		return vcm_error(p, MPI_ERR_NO_MEM, "no memory for %td bytes", size);
	}
	vcm_object_give(p, m);
	*(void **)baseptr = m->base;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Free_mem, (void *base))
{
	struct process *p = ENTER();
	struct memory *m = NULL;

	if (base == NULL)
		return MPI_SUCCESS;
	while ((m = vcm_object_next(p, KIND_MEMORY, m)) != NULL && m->base != base)
		;
	if (m == NULL)
		return vcm_error(p, MPI_ERR_BASE, "MPI_Alloc_mem gave no memory at %p, or it has been "
				 "freed", base);
	free(base);
	vcm_object_take(p, m);
	return MPI_SUCCESS;
}
