/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lent messages, and the pool of blocks.
 *
 * The functions are the library's own: tests/tree/check_search.sh extracts them from
 * nodes/kernel/pool.c, nodes/kernel/flow.c, nodes/message/send_wait.c and
 * nodes/message/consume.c into files of the same names, without the rest. Their data
 * are here: a block is both a message's body and a segment of a queue, since the
 * same memory may be one first, then the other.
 */
#include "search.h"

enum { VCUBE_EHOST = 1, ORDER_MIN = 7, ORDERS = 48, BLOCKS = 3 };
enum { VC_CLAIM_FREE, VC_CLAIM_RECEIVER, VC_CLAIM_SENDER };
#define vc_likely(x) (x)
#define vc_unlikely(x) (x)
#define vc_pause() ((void)0)
#define vc_debug(expression) ((void)0)
#define vc_fail(self, why, ...) ((self)->code = (why))

struct vc_block {
	watched<struct vc_pool *> owner;
	watched<struct vc_block *> next;
	watched<int> order;
};

struct vc_pool {
	_Atomic(struct vc_block *) returned;
	struct vc_block *idle[ORDERS];
	struct block *blocks;
	int used;
};

struct vc_lent {
	watched<const void *> data;
	watched<void *> block;
	_Atomic(uint32_t) claim;
};

struct vc_slot {
	_Atomic(uint32_t) stamp;
	watched<uint64_t> bytes;
	struct vc_lent lent;
};
#define SPSC vc_queue
#define SPSC_SLOT struct vc_slot
#include "spsc.h"

struct vc_channel {
	struct vc_queue_producer out;
	struct vc_queue_consumer in;
	struct vc_queue_segment segment;
	struct vc_slot slots[1];
};

struct vc_send_wait {
	struct vc_channel *channel;
	struct vc_slot *slot;
	uint32_t number;
	uint64_t bytes;
};

struct vcube_node {
	struct vc_pool pool;
	int code;
};

struct memory {
	struct vc_queue_segment segment;        /* first: its address is the block's */
	struct vc_slot slots[1];
	watched<int> value;
};

struct block {
	struct vc_block head;
	struct memory memory;
};

/* The slot of the lent message: its memory may be written only as a slot, as long as the
 * sender may read it. */
static struct vc_slot *lent_slot;

static void
copy(void *to, const void *from)
{
	struct memory *m = (struct memory *)to;

	RL_ASSERT(lent_slot != &m->slots[0]);
	m->value = (int)((const struct memory *)from)->value;
}
#define memcpy(to, from, bytes) copy(to, from)
#define move(to, from, bytes, past_caches) copy(to, from)

static struct vc_block *
vc_pool_keep(struct vc_pool *pool, size_t)
{
	RL_ASSERT(pool->used < BLOCKS);
	return &pool->blocks[pool->used++].head;
}

namespace pool {
#include "pool.c"
}
using pool::vc_pool_take;
using pool::vc_pool_give;
#include "flow.c"
namespace sender {
#include "send_wait.c"
}
namespace receiver {
#include "consume.c"
}

struct base {
	struct vcube_node node;
	struct block blocks[BLOCKS];

	base()
	{
		std::memset(node.pool.idle, 0, sizeof node.pool.idle);
		node.pool.returned.store(NULL, memory_order_relaxed);
		node.pool.blocks = blocks;
		node.pool.used = 0;
		node.code = 0;
		lent_slot = NULL;
	}

	struct memory *take()
	{
		return (struct memory *)vc_pool_take(&node.pool, 1);
	}

	/* Every block has come back, once. */
	void account()
	{
		int used = node.pool.used, back = 0;

		pool::reclaim(&node.pool);
		for (int i = 0; i < ORDERS; i++)
			for (struct vc_block *b = node.pool.idle[i]; b != NULL; b = b->next)
				RL_ASSERT(++back <= used);
		RL_ASSERT(back == used);
	}
};

/* Two threads return a block each, and a third takes them again meanwhile. */
struct given : rl::test_suite<given, 3>, base {
	struct memory *first[2];

	void before()
	{
		first[0] = take();
		first[1] = take();
	}
	void thread(unsigned who)
	{
		if (who < 2) {
			first[who]->value = 1;
			vc_pool_give(first[who]);
		} else if (struct memory *block = take()) {
			block->value = 2;
			vc_pool_give(block);
		}
	}
	void after() { account(); }
};

struct sending : base {
	struct vc_channel c;
	struct memory buffer, into;
	struct vc_send_wait sent;
	int received;

	sending() : received(0)
	{
		c.segment.slots = c.slots;
		c.segment.size = 1;
		vc_queue_init(&c.out, &c.in, &c.segment, UINT32_MAX);
	}

	void lend()
	{
		struct vc_slot *slot = vc_queue_claim(&c.out, &c.in);

		buffer.value = 1;
		slot->bytes = 1;
		slot->lent.data = &buffer;
		atomic_store_explicit(&slot->lent.claim, VC_CLAIM_FREE, memory_order_relaxed);
		sent.channel = &c;
		sent.slot = lent_slot = slot;
		sent.number = c.out.tail;
		sent.bytes = 1;
		vc_queue_publish(&c.out);
	}

	/* A sender that does not wait; then the program has its buffer back. */
	void reuse()
	{
		while (!sender::vc_send_wait_is_taken(&sent) && !sender::detach(&node, &sent))
			rl::yield(1, $);
		lent_slot = NULL;
		buffer.value = 2;
	}

	bool receive(bool lent)
	{
		struct vc_slot *slot = vc_channel_front(&c);

		if (slot == NULL)
			return false;
		if (lent) {
			receiver::vc_unload_lent(&slot->lent, &into, slot->bytes, false);
			RL_ASSERT(into.value == 1);
		}
		vc_queue_release(&c.in);
		received++;
		return true;
	}
};

/* Either the sender or the receiver claims its message. */
struct lent : rl::test_suite<lent, 2>, sending {
	void thread(unsigned who)
	{
		if (who == 0) {
			lend();
			reuse();
		} else {
			for (int i = 0; i < 2 && received == 0; i++)
				receive(true);
		}
	}
	void after()
	{
		if (received == 0)
			receive(true);
		account();
	}
};

/* It lies in a segment that the receiver leaves and returns, while the sender still reads
 * it and needs a block. */
struct left_behind : rl::test_suite<left_behind, 2>, sending {
	void other(bool publish)
	{
		struct memory *block = take();

		block->segment.slots = block->slots;
		block->segment.size = 1;
		vc_queue_grow(&c.out, &block->segment);
		if (publish) {
			vc_queue_claim(&c.out, &c.in);
			vc_queue_publish(&c.out);
		}
	}
	void before()
	{
		vc_queue_claim(&c.out, &c.in);
		vc_queue_publish(&c.out);
		other(false);
		lend();
		other(true);
		receive(false);
	}
	void thread(unsigned who)
	{
		if (who == 1)
			receive(true) && receive(false);
		else if (!sender::vc_send_wait_is_taken(&sent))
			sender::detach(&node, &sent);
	}
	void after()
	{
		vc_pool_give(c.in.first);
		account();
	}
};

const struct named searches[] = {
	{"given", search<given>},
	{"lent", search<lent>},
	{"left_behind", search<left_behind, 5>},
	{NULL, NULL},
};
