/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <vcube/authoring.h>
#include "gen.h"

static const char schedules[] =
	".Ss Schedules\n"
	"Schedules of all-to-all personalized communication on a cube, which\n"
	".Nm vcube Cm schedule\n"
	"prints, checks and runs.\n"
	"A node has K elements, the cube d dimensions, and s successive exchanges run\n"
	"along axes of d dimensions each.\n"
	"In a step a link carries an element, a block, or up to b elements; there are at\n"
	"least d steps.\n"
	"The span is the number of steps for which an element is in flight.\n"
	"aapc1 to aapc5 are Algorithms 1 to 5 of Johnsson and Ho; windows reaches the\n"
	"steps that their Corollary 2 claims for Algorithm 4\n"
	".Pq Xr vcube_schedule 3 .\n"
	".Bl -tag -width Ds\n";

static const char permutations[] =
	".Ss Permutations\n"
	"Where such an exchange can move block i of node j, at no extra cost\n"
	".Pq Xr vcube_aapc 3 :\n"
	".Bl -tag -width Ds -compact\n";

/* What is proved of such a schedule, if there is one. */
static void
print_proof(const char *name, const struct vcube_schedule_plan *plan, bool span)
{
	vcube_schedule *const s = vcube_schedule_build(plan, NULL);
	struct vcube_schedule_proof proof;

	if (s == NULL)
		return;
	vcube_schedule_proof(s, &proof);
	print_note(name, proof.steps_text);
	if (span)
		print_note("span", proof.span_text);
	vcube_schedule_free(s);
}

/* The formulas do not depend on the numbers; those of several axes do, on how many
 * elements there are for their number. */
static void
print_schedule(enum vcube_schedules algorithm)
{
	static const int addresses[] = {8, 20, 28};
	struct vcube_schedule_plan plan = {algorithm, .dimensions = 5};

	printf(".It Cm alltoall.%s\n.Bl -tag -width successive -compact\n",
	       vcube_schedule_name((int)algorithm));
	print_note("how", vcube_schedule_text((int)algorithm));
	print_proof("steps", &plan, true);
	plan.block = true;
	print_proof("in blocks", &plan, false);
	plan.block = false;
	plan.width = 2;
	print_proof("width b", &plan, false);
	plan.width = 1;
	plan.successive = 2;
	if (algorithm != VCUBE_AAPC5)
		print_proof("successive", &plan, false);
	for (int i = 0; i < 3 && algorithm == VCUBE_AAPC5; i++) {
		plan = (struct vcube_schedule_plan){algorithm, .dimensions = 2,
			.addresses = addresses[i], .successive = 5};
		print_proof(i == 0 ? "K <= 8d" : i == 1 ? "between" : "K >= 2(s+1)d", &plan, false);
	}
	puts(".El");
}

void
print_schedules(void)
{
	fputs(schedules, stdout);
	for (int i = 0; i < VCUBE_SCHEDULES_COUNT; i++)
		print_schedule((enum vcube_schedules)i);
	printf(".El\n%s", permutations);
	for (int i = 0; i < VCUBE_PERMUTATIONS_COUNT; i++)
		print_note(vcube_permutation_name(i), vcube_permutation_text(i));
	puts(".El");
}
