/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lab, exercise 2: like exercise 1, but every node receives first. This hangs on purpose;
 * on a real machine it would hang silently.
 *
 *   stuck [MACHINE [TRACE]]
 */
#include <stdio.h>
#include <vcube/observing.h>

static int
stuck(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	int got = -1;

	(void)arg;
	vcube_recv(self, NULL, (me + p - 1) % p, &got, sizeof got, NULL);
	vcube_send(self, NULL, (me + 1) % p, &me, sizeof me);
	return 0;
}

int
main(int argc, char **argv)
{
	struct vcube_error error;
	vcube_machine *machine = vcube_open(argc > 1 ? argv[1] : "ring:4 clock=virtual", &error);
	int status;

	if (!machine) {
		fprintf(stderr, "stuck: %s\n", error.text);
		return 1;
	}
	if (argc > 2 && vcube_trace_start(machine, argv[2], NULL, &error) != 0) {
		fprintf(stderr, "stuck: %s\n", error.text);
		vcube_close(machine);
		return 1;
	}
	status = vcube_run(machine, stuck, NULL);
	if (status)
		fputs(vcube_run_report(machine), stderr);
	else
		puts("every node has received");
	vcube_close(machine);
	return status != 0;
}
