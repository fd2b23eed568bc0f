/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lab, exercise 1: each node of a ring sends its rank to the right and receives from the
 * left.
 *
 *   shift [MACHINE]         such as "ring:8 clock=virtual startup=5us"
 */
#include <stdio.h>
#include <vcube.h>

enum { NODES_MAX = 1024 };

static int
shift(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	int *got = arg;         /* one per node; each writes its own */

	vcube_send(self, NULL, (me + 1) % p, &me, sizeof me);
	vcube_recv(self, NULL, (me + p - 1) % p, &got[me], sizeof got[me], NULL);
	return 0;
}

int
main(int argc, char **argv)
{
	static int got[NODES_MAX];
	struct vcube_error error;
	vcube_machine *machine = vcube_open(argc > 1 ? argv[1] : "ring:4 clock=virtual", &error);
	int status;

	if (!machine) {
		fprintf(stderr, "shift: %s\n", error.text);
		return 1;
	}
	if (vcube_machine_nodes(machine) > NODES_MAX) {
		fprintf(stderr, "shift: at most %d nodes\n", NODES_MAX);
		vcube_close(machine);
		return 1;
	}
	status = vcube_run(machine, shift, got);
	if (status)
		fputs(vcube_run_report(machine), stderr);
	for (int i = 0; !status && i < vcube_machine_nodes(machine) && i < 4; i++)
		printf("node %d got %d\n", i, got[i]);
	if (!status)
		printf("after %.3f us\n", (double)vcube_run_time(machine) / 1e6);
	vcube_close(machine);
	return status != 0;
}
