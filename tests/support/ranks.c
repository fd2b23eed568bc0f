/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "ranks.h"

static int
launch(vcube_node *self, void *arg)
{
	char name[] = "test", *argv[] = {name, NULL};

	return vcube_mpi_main(self, *(vcube_mpi_program **)arg, 1, argv);
}

void
run_ranks(const char *machine, vcube_mpi_program *main)
{
	try_well(machine, launch, &main);
}

void
run_sizes(uint64_t key, int most, vcube_mpi_program *main)
{
	static const char *const keys[] = {"", "clock=virtual poll=10us"};
	const size_t cases = COUNT(keys) * (size_t)most;

	for (size_t i = first_case(key, cases); i < cases; i += next_case()) {
		char text[64];

		snprintf(text, sizeof text, "full:%zu %s", 1 + i / COUNT(keys), keys[i % COUNT(keys)]);
		run_ranks(text, main);
	}
}

void
run_ranks_refused(const char *text, vcube_mpi_program *main, const char *words)
{
	vcube_machine *machine = open_machine("%s", text);

	assert_int_not_equal(vcube_run(machine, launch, &main), 0);
	report_has(machine, words);
	vcube_close(machine);
}
