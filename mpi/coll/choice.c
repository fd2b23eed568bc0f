/* SPDX-License-Identifier: BSD-2-Clause */
/* The algorithms that are chosen for collectives: one list for all processes of a run. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "choice.h"

static struct choice {
	char *how;                              /* NULL: none is chosen */
	const struct vcube_algorithm *algorithm;
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	atomic_bool told;                       /* that it cannot run a call */
} choices[VCUBE_COLLECTIVES_COUNT];

bool vcm_choices_made;

/* Returns its number; -1 with the nearest name in *error. */
static int
find_collective(const char *name, struct vcube_error *error)
{
	char names[200] = "", nearest[VCUBE_NEAREST_ROOM];

	for (int i = 0; i < VCUBE_COLLECTIVES_COUNT; i++) {
		const size_t used = strlen(names);

		if (strcmp(vcube_collective_name(i), name) == 0)
			return i;
		snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : ", ",
			 vcube_collective_name(i));
	}
	snprintf(error->text, sizeof error->text, "no collective '%.40s'; there are %s%s", name, names,
		 vcube_nearest(name, names, nearest));
	error->code = VCUBE_EUNKNOWN;
	return -1;
}

int
vcube_mpi_choose(const char *collective, const char *how, struct vcube_error *error)
{
	const int i = find_collective(collective, error);
	struct choice made = {.algorithm = NULL};

	if (i < 0)
		return error->code;
	if (strcmp(how, "auto") != 0) {
		made.algorithm = vcube_algorithm_parse(i, how, made.set, error);
		if (made.algorithm == NULL)
			return error->code;
		made.how = strdup(how);
		if (made.how == NULL) {
			snprintf(error->text, sizeof error->text, "no memory for the name of an algorithm");
			return error->code = VCUBE_EHOST;
		}
	}
	free(choices[i].how);
	choices[i] = made;
	vcm_choices_made = true;
	return 0;
}

static void
tell(struct choice *choice, const struct coll *c, const struct vcube_error *error)
{
	if (!atomic_exchange_explicit(&choice->told, true, memory_order_relaxed))
		fprintf(stderr, "%s of %d processes: %s; libvcube selects another "
			"algorithm here and in every other call for which this holds\n",
			c->p->call.name, c->comm->size, error->text);
}

const char *
vcm_how_chosen(const struct coll *c, int collective, size_t count, vcube_type type,
	       const struct vcube_op *op)
{
	struct choice *choice = &choices[collective];
	struct vcube_terms terms;
	struct vcube_error error;

	if (choice->how == NULL || c->comm->size == 1)
		return NULL;
	terms = vcube_terms_for(c->p->node, &(struct vcube_call){
		.collective = collective, .size = c->comm->size, .type = type,
		.bytes = count * vcube_type_size(type), .set = choice->set});
	if (vcube_algorithm_fits(choice->algorithm, &terms, op, &error) == 0)
		return choice->how;
	tell(choice, c, &error);
	return NULL;
}
