/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lab, exercise 14: a program of messages with a race. Nodes 1 and 2 send their ranks, and node
 * 0 takes it that node 1's comes first. Built as race.so for `vcube run --load ./race.so`.
 */
#include <vcube/authoring.h>

int
vcube_own_program(vcube_node *self, size_t bytes)
{
	const int me = vcube_rank(self);
	int got[2] = { -1, -1 };

	(void)bytes;
	if (me == 0)
		vcube_watch(self, "got", got, VCUBE_INT32, 2);
	if (me == 1 || me == 2)
		vcube_send(self, NULL, 0, &me, sizeof me);
	for (int i = 0; me == 0 && i < 2; i++) {
		vcube_step(self, i == 0 ? "first" : "second");
		vcube_recv(self, NULL, VCUBE_ANY, &got[i], sizeof got[i], NULL);
	}
	if (me == 0 && got[0] != 1)
		return vcube_fail(self, "node %d came first", got[0]);
	return 0;
}
