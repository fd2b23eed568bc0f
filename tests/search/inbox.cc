/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The inbox: how a node learns of the channels that two others open to it, while
 * it spins and parks.
 *
 * The functions are the library's own, from nodes/kernel/channel.c,
 * nodes/message/message.h and park.c; the queue is liburcu's own source on relacy's
 * atomics (shim/urcu/uatomic.h). A channel here carries one message, and a node
 * identifies it by its rank.
 */
#define _LGPL_SOURCE
#include "search.h"
#include <urcu/uatomic.h>
#include <urcu/wfcqueue.h>

enum { NODES = 3, SENDERS = NODES - 1 };

struct vc_channel {
	int from, to;
	struct cds_wfcq_node inbox;
	_Atomic(uint32_t) mail;
	watched<int> letter;
};

struct vc_peers {
	struct vc_channel *known[NODES];
};

/* The other nodes that it knows */
#define SEARCH_NODE \
	struct vc_peers in, out; \
	struct cds_wfcq_node *adopted; \
	struct __cds_wfcq_head inbox_head; \
	struct cds_wfcq_tail inbox_tail;
#include "machine.h"

static struct vc_channel *
vc_peers_find(const struct vc_peers *peers, int rank)
{
	return peers->known[rank];
}

static int
vc_peers_add(struct vc_peers *peers, int rank, struct vc_channel *c)
{
	RL_ASSERT(peers->known[rank] == NULL);
	peers->known[rank] = c;
	return 0;
}

static int vc_channel_permitted(vcube_node *, int) { return 0; }
static bool vc_is_remote(const vcube_machine *, int) { return false; }
static struct vc_channel *make(vcube_node *self, int to);
#define vc_fail(self, code, ...) RL_ASSERT(!"no failure here")
#include "channel.c"

struct base : machine {
	struct vc_channel channel[NODES];       /* by sender */
	struct vc_channel *found;
	int got[NODES];

	base()
	{
		for (int r = 0; r < NODES; r++) {
			std::memset(&node[r].in, 0, sizeof node[r].in);
			std::memset(&node[r].out, 0, sizeof node[r].out);
			node[r].adopted = NULL;
			__cds_wfcq_init(&node[r].inbox_head, &node[r].inbox_tail);
			channel[r].from = r;
			channel[r].to = 0;
			channel[r].mail.store(0, memory_order_relaxed);
			got[r] = 0;
		}
	}

	bool has_come(int rank)
	{
		bool some = false;

		for (int from = 1; rank == 0 && from < NODES; from++)
			some = some || channel[from].mail.debug_value() != (uint32_t)got[from];
		return some;
	}

	/* The first message, which opens a channel */
	void send(int from)
	{
		struct vc_channel *c = vc_channel_open(&node[from], 0);

		c->letter = from;
		atomic_store_explicit(&c->mail, 1, memory_order_release);
		vc_wake(&node[from], 0);
	}

	/* A message from the peer, or from any, that has not been received */
	static bool ready(vcube_node *self, struct vc_wait *wait)
	{
		struct base *b = static_cast<struct base *>(now);
		bool any = wait->kind == VC_WAIT_ANY;

		for (int from = any ? 1 : wait->peer; from <= (any ? SENDERS : wait->peer); from++) {
			struct vc_channel *c = vc_channel_in(self, from);

			if (c == NULL || b->got[from] != 0 ||
			    atomic_load_explicit(&c->mail, memory_order_acquire) == 0)
				continue;
			b->found = c;
			return b->look(self->rank, true);
		}
		return b->look(self->rank, false);
	}

	int receive(enum vc_wait_kind kind, int from)
	{
		int code = wait(0, kind, from, ready);

		if (code == 0) {
			RL_ASSERT(found->letter == found->from);
			got[found->from]++;
		}
		return code;
	}
};

static struct vc_channel *
make(vcube_node *self, int)
{
	return &static_cast<struct base *>(now)->channel[self->rank];
}

/* Each opens its channel with a message, and returns. */
struct both : base {
	void before() { base::before(); }
	virtual void receiver() = 0;

	void thread(unsigned who)
	{
		if (who == 0)
			receiver();
		else
			send(who);
		leave(who);
	}
};

/* Receives from both, in an order that need not be theirs. */
struct in_order : both, rl::test_suite<in_order, NODES> {
	void receiver()
	{
		for (int from = 1; from < NODES; from++)
			RL_ASSERT(receive(VC_WAIT_RECV, from) == 0);
	}
	void before() { both::before(); }
	void after() { end(0); }
};

/* Receives whichever comes first. */
struct any : both, rl::test_suite<any, NODES> {
	void receiver()
	{
		for (int i = 1; i < NODES; i++)
			RL_ASSERT(receive(VC_WAIT_ANY, -1) == 0);
	}
	void before() { both::before(); }
	void after() { end(0); }
};

/* The second message of the first one never comes. */
struct in_vain : both, rl::test_suite<in_vain, NODES> {
	void receiver()
	{
		for (int from = SENDERS; from > 0; from--)
			RL_ASSERT(receive(VC_WAIT_RECV, from) == 0);
		RL_ASSERT(receive(VC_WAIT_RECV, 1) == VCUBE_EDEADLOCK);
	}
	void before() { both::before(); }
	void after() { end(1); }
};

const struct named searches[] = {
	{"in_order", search<in_order, 3>},
	{"any", search<any, 2>},
	{"in_vain", search<in_vain, 2>},
	{NULL, NULL},
};
