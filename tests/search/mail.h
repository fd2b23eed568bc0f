/* SPDX-License-Identifier: BSD-2-Clause */
/* A machine whose nodes send each other letters, and wait for them with vc_park(). */
#ifndef SEARCH_MAIL_H
#define SEARCH_MAIL_H

#include "machine.h"

struct mail : machine {
	_Atomic(uint32_t) count[NODES]; /* of letters sent to a node */
	watched<int> letter[NODES];     /* the last of them */
	uint32_t got[NODES];

	mail()
	{
		for (int r = 0; r < NODES; r++) {
			count[r].store(0, memory_order_relaxed);
			letter[r] = 0;
			got[r] = 0;
		}
	}

	bool has_come(int rank) { return count[rank].debug_value() != got[rank]; }

	void send(int from, int to, int value)
	{
		uint32_t sent = atomic_load_explicit(&count[to], memory_order_relaxed);

		letter[to] = value;
		atomic_store_explicit(&count[to], sent + 1, memory_order_release);
		vc_wake(&node[from], to);
	}

	static bool ready(vcube_node *self, struct vc_wait *)
	{
		struct mail *m = static_cast<struct mail *>(now);
		int r = self->rank;

		return m->look(r, atomic_load_explicit(&m->count[r], memory_order_acquire) > m->got[r]);
	}

	/* Receives a letter, within a limit or without: the code of the wait. */
	int receive(int to, int from, bool limited = false)
	{
		int code = wait(to, VC_WAIT_RECV, from, ready, limited);

		got[to] += code == 0;
		return code;
	}
};

#endif
