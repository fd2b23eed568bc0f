/* SPDX-License-Identifier: BSD-2-Clause */
/* Types as they lie in a file of external32: made as the program's were, of other basic types. */
#include <stdlib.h>
#include "content.h"
#include "error.h"
#include "external.h"
#include "external32.h"

static int make(struct process *p, const struct datatype *type, MPI_Datatype *stored);

static int
make_basic(struct process *p, const struct datatype *type, MPI_Datatype *stored)
{
	const MPI_Datatype byte = MPI_BYTE;
	const int bytes = (int)vcm_external_size(type);

	return vcm_type_make(p, &(struct making){
		.combiner = MPI_COMBINER_CONTIGUOUS,
		.numbers = {{1, &bytes, false}},
		.types_count = 1, .types = &byte,
	}, stored);
}

static int
make_like(struct process *p, const struct datatype *type, const MPI_Datatype *parts,
	  MPI_Datatype *stored)
{
	const struct content *c = type->content;

	/* Parts of arrays have types within that count bytes of the program's type. */
	if (type->combiner == MPI_COMBINER_SUBARRAY || type->combiner == MPI_COMBINER_DARRAY)
		return vcm_type_make_part(p, type, parts[0], stored);
	return vcm_type_make(p, &(struct making){
		.combiner = type->combiner,
		.numbers = {{c->numbers_count, c->numbers, true}},
		.addresses_count = c->addresses_count, .addresses = c->addresses,
		.types_count = c->types_count, .types = parts,
	}, stored);
}

static int
make(struct process *p, const struct datatype *type, MPI_Datatype *stored)
{
	const struct content *c = type->content;
	MPI_Datatype *parts;
	int64_t made = 0;
	int code = MPI_SUCCESS;

	if (c == NULL)
		return make_basic(p, type, stored);
	if (c->types_count == 0 && c->inner != NULL)
		return make(p, c->inner, stored);       /* Fortran's, by their precision */
	parts = malloc((size_t)c->types_count * sizeof *parts + 1);
	if (parts == NULL)
		return vcm_error(p, MPI_ERR_NO_MEM, "no memory for a view in external32");
	while (made < c->types_count && code == MPI_SUCCESS) {
		code = make(p, c->types[made], &parts[made]);
		made += code == MPI_SUCCESS;
	}
	if (code == MPI_SUCCESS)
		code = make_like(p, type, parts, stored);
	while (made-- > 0)
		vcm_type_drop(p, vcm_type(parts[made]));        /* the new one has them */
	free(parts);
	return code;
}

int
vcm_external_type(struct process *p, const struct datatype *type, const struct datatype **stored)
{
	MPI_Datatype made;
	int code = make(p, type, &made);

	*stored = vcm_type(MPI_BYTE);
	if (code != MPI_SUCCESS)
		return code;
	if (vcm_type_compile(vcm_object_at(made, &vcm_kind_datatype)) != 0) {
		vcm_type_drop(p, vcm_type(made));
		return vcm_error(p, MPI_ERR_NO_MEM, "no memory for a view in external32");
	}
	*stored = vcm_type(made);
	vcm_type_keep(*stored);
	vcm_object_take(p, (void *)*stored);    /* it is not the program's */
	return MPI_SUCCESS;
}
