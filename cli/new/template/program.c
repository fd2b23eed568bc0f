/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program of messages @NAME@: every node sends a message to the right and gets one from
 * the left. It runs as it is; change it into yours. `make test` builds and tries it;
 * vcube_message(3) describes the calls.
 */
#include <vcube/authoring.h>

/* Every node runs this, with `bytes` as --bytes says. Returns 0, or what went wrong. */
int
vcube_own_program(vcube_node *self, size_t bytes)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	char *mine = vcube_scratch(self, bytes), *theirs = vcube_scratch(self, bytes);

	if (vcube_failed(self))
		return 0;
	for (size_t i = 0; i < bytes; i++)
		mine[i] = (char)me;
	vcube_watch(self, "from the left", theirs, VCUBE_INT8, bytes);

	vcube_step(self, "shift");
	vcube_sendrecv(self, NULL, (me + 1) % p, mine, bytes,
		       (me + p - 1) % p, theirs, bytes, NULL);
	for (size_t i = 0; i < bytes; i++)
		if (theirs[i] != (char)((me + p - 1) % p))
			return 1;
	return 0;
}
