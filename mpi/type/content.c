/* SPDX-License-Identifier: BSD-2-Clause */
/* The arguments of constructors, as runs of blocks. */
#include "content.h"

int64_t
vcm_content_runs(const struct datatype *type)
{
	switch (type->combiner) {
	case MPI_COMBINER_INDEXED:
	case MPI_COMBINER_HINDEXED:
	case MPI_COMBINER_INDEXED_BLOCK:
	case MPI_COMBINER_HINDEXED_BLOCK:
	case MPI_COMBINER_STRUCT:
		return type->content->numbers[0];
	default:
		return 1;
	}
}

struct run
vcm_content_run(const struct datatype *type, int64_t i)
{
	const struct content *c = type->content;
	const int64_t *n = c->numbers;
	struct run run = { .count = 1, .length = 1, .type = c->inner ? c->inner : c->types[0] };

	switch (type->combiner) {
	case MPI_COMBINER_CONTIGUOUS:
		run.length = n[0];
		break;
	case MPI_COMBINER_VECTOR:
		run.count = n[0];
		run.length = n[1];
		run.stride = (__int128)n[2] * run.type->extent;
		break;
	case MPI_COMBINER_HVECTOR:
		run.count = n[0];
		run.length = n[1];
		run.stride = c->addresses[0];
		break;
	case MPI_COMBINER_INDEXED:
		run.length = n[1 + i];
		run.displacement = (__int128)n[1 + n[0] + i] * run.type->extent;
		break;
	case MPI_COMBINER_HINDEXED:
		run.length = n[1 + i];
		run.displacement = c->addresses[i];
		break;
	case MPI_COMBINER_INDEXED_BLOCK:
		run.length = n[1];
		run.displacement = (__int128)n[2 + i] * run.type->extent;
		break;
	case MPI_COMBINER_HINDEXED_BLOCK:
		run.length = n[1];
		run.displacement = c->addresses[i];
		break;
	case MPI_COMBINER_STRUCT:
		run.length = n[1 + i];
		run.displacement = c->addresses[i];
		run.type = c->types[i];
		break;
	}
	return run;
}
