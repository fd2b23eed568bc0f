/* SPDX-License-Identifier: BSD-2-Clause */
/* Any plan of a schedule is refused with a sentence, or is built, correct as far as its delay
 * permits, and printed. */
#include <string.h>
#include <vcube/authoring.h>
#include "fuzz.h"

/* The fields of a plan, small enough that a schedule takes no second. */
struct fields {
	int8_t algorithm, dimensions, width, block, successive, delay;
	int16_t addresses;
};

static void
look(const vcube_schedule *s)
{
	const struct vcube_schedule_plan *const p = vcube_schedule_planned(s);
	struct vcube_schedule_proof proof;
	struct vcube_error error = { 0 };
	int address[8];

	vcube_schedule_proof(s, &proof);
	MUST(vcube_schedule_check(s, &error) == 0 || *error.text);
	for (int step = 0; step < vcube_schedule_steps(s); step++)
		for (int dim = 0; dim < p->dimensions; dim++)
			MUST(vcube_schedule_at(s, step, 0, dim, 0, address, 8) >= 0);
	MUST(vcube_schedule_print(s, false, nowhere()) == 0);
	MUST(vcube_schedule_print(s, true, nowhere()) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fields f = { 0 };
	struct vcube_error error = { 0 };
	vcube_schedule *s;

	memcpy(&f, data, size < sizeof f ? size : sizeof f);
	s = vcube_schedule_build(&(struct vcube_schedule_plan){
		.algorithm = (enum vcube_schedules)f.algorithm, .dimensions = f.dimensions % 8,
		.addresses = f.addresses % 256, .width = f.width, .block = f.block & 1,
		.successive = f.successive % 4, .delay = f.delay,
	}, &error);
	if (s == NULL) {
		MUST(error.code != 0 && *error.text);
		return 0;
	}
	look(s);
	vcube_schedule_free(s);
	return 0;
}
