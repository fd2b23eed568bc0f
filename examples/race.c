/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A race, found, shown again and mended.
 *
 *   race              explores the program: most orders fail
 *   race ORDER        runs that order alone, as exploration has printed it: replay=0:2,1,3
 *   race mended       explores the mended program: none fails
 *
 * Node 0 gathers a number from each other node, and takes it that they come by rank. On an idle
 * host they mostly do, so a test that runs the program once passes.
 */
#include <stdio.h>
#include <string.h>
#include <vcube.h>

static int mended;

static int
program(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	int square = me * me;

	(void)arg;
	if (me > 0)
		return vcube_send(self, NULL, 0, &square, sizeof square);
	for (int i = 1; i < p; i++) {
		struct vcube_status status;
		int from;

		if (vcube_recv(self, NULL, VCUBE_ANY, &square, sizeof square, &status) != 0)
			return vcube_failed(self);
		from = mended ? status.from : i;
		if (square != from * from)
			return vcube_fail(self, "the square of %d is not %d", from, square);
	}
	return 0;
}

int
main(int argc, char **argv)
{
	const char *const what = argc > 1 ? argv[1] : "explore=both";
	struct vcube_error error;
	vcube_machine *machine;
	char text[100];
	int code;

	mended = strcmp(what, "mended") == 0;
	snprintf(text, sizeof text, "full:4 %s", mended ? "explore=both" : what);
	machine = vcube_open(text, &error);
	if (machine == NULL) {
		fprintf(stderr, "race: %s\n", error.text);
		return 2;
	}
	code = vcube_run(machine, program, NULL);
	printf("%s", code == 0 && strstr(text, "explore") == NULL ? "it passes\n" : vcube_run_report(machine));
	vcube_close(machine);
	return code != 0;
}
