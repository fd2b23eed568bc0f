/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The queue, lib/spsc.h itself. Neither side waits: each tries a number of times, and what
 * remains is counted at the end, so that every search ends.
 */
#include "search.h"

struct slot {
	_Atomic(uint32_t) stamp;
	watched<int> body;
};
#define SPSC queue
#define SPSC_SLOT struct slot
#include "spsc.h"

/* The numbers wrap at 2^32. */
static const uint32_t start = UINT32_MAX - 1;

struct base {
	struct queue_producer out;
	struct queue_consumer in;
	struct queue_segment segment[3];
	struct slot slots[3][2];
	int grown, sent, received;
	uint32_t wide, used;            /* every other message takes so many slots; in all */

	base(uint32_t wide = 1) : grown(0), sent(0), received(0), wide(wide), used(0)
	{
		for (int i = 0; i < 3; i++) {
			segment[i].slots = slots[i];
			segment[i].size = 2;
		}
		queue_init(&out, &in, &segment[0], start);
	}

	uint32_t width(int message) const { return message % 2 == 0 ? wide : 1; }

	struct slot *claim(uint32_t count)
	{
		return count == 1 ? queue_claim(&out, &in) : queue_claim_several(&out, &in, count);
	}

	bool send(bool may_grow)
	{
		const uint32_t count = width(sent);
		struct slot *slot = claim(count);

		if (slot == NULL && may_grow) {
			queue_grow(&out, &segment[++grown]);
			slot = claim(count);
			RL_ASSERT(slot != NULL);
		}
		if (slot == NULL)
			return false;
		for (uint32_t i = 0; i < count; i++)
			out.slots[(out.tail + i) & out.mask].body = sent;
		sent++;
		used += count;
		if (count == 1)
			queue_publish(&out);
		else
			queue_publish_several(&out, count);
		return true;
	}

	struct slot *front()
	{
		struct slot *slot;

		while ((slot = queue_front(&in)) == NULL && queue_follow(&in) != NULL)
			;
		return slot;
	}

	bool receive()
	{
		const uint32_t count = width(received), head = in.head.load(memory_order_relaxed);

		if (front() == NULL)
			return false;
		for (uint32_t i = 0; i < count; i++)
			RL_ASSERT(in.slots[(head + i) & in.mask].body == received);
		received++;
		queue_release_several(&in, count);
		return true;
	}

	/* One side: up to `messages` in as many tries. */
	void side(unsigned who, int messages, int looks, bool may_grow)
	{
		for (; looks > 0 && (who == 0 ? sent : received) < messages; looks--)
			who == 0 ? (void)send(may_grow) : (void)receive();
	}

	void after()
	{
		while (receive())
			;
		RL_ASSERT(received == sent);
		RL_ASSERT(queue_taken(&in) == start + used);
		RL_ASSERT(in.first == out.last);
	}
};

/* Two slots are reused: the producer waits for room. */
template <int MESSAGES, int LOOKS>
struct two_slots : rl::test_suite<two_slots<MESSAGES, LOOKS>, 2>, base {
	void thread(unsigned who) { side(who, MESSAGES, LOOKS, false); }
	void after() { base::after(); }
};

/* The same, where every other message takes both. */
template <int MESSAGES, int LOOKS>
struct several : rl::test_suite<several<MESSAGES, LOOKS>, 2>, base {
	several() : base(2) {}
	void thread(unsigned who) { side(who, MESSAGES, LOOKS, false); }
	void after() { base::after(); }
};

/* The producer never waits: it continues in another segment. */
template <int MESSAGES, int LOOKS>
struct growth : rl::test_suite<growth<MESSAGES, LOOKS>, 2>, base {
	void thread(unsigned who) { side(who, MESSAGES, LOOKS, true); }
	void after() { base::after(); }
};

/* Memory outside the queue that is taken with its message: the producer may write to it
 * again after taken() has passed the message. */
struct taken : rl::test_suite<taken, 2>, base {
	watched<int> lent;

	void thread(unsigned who)
	{
		if (who == 0) {
			uint32_t number = out.tail;

			lent = 1;
			send(false);
			for (int i = 0; i < 3; i++)
				if ((int32_t)(queue_taken(&in) - number) > 0) {
					lent = 2;
					break;
				}
		} else {
			for (int i = 0; i < 3 && received == 0; i++)
				if (front() != NULL) {
					RL_ASSERT(lent == 1);
					receive();
				}
		}
	}
	void after() { base::after(); }
};

const struct named searches[] = {
	{"two_slots", search<two_slots<3, 4> >},
	{"two_slots_longer", search<two_slots<5, 7>, 4>},
	{"several", search<several<3, 4> >},
	{"several_longer", search<several<5, 7>, 4>},
	{"growth", search<growth<3, 3> >},
	{"growth_longer", search<growth<5, 6>, 3>},
	{"taken", search<taken>},
	{NULL, NULL},
};
