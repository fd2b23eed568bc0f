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

	base() : grown(0), sent(0), received(0)
	{
		for (int i = 0; i < 3; i++) {
			segment[i].slots = slots[i];
			segment[i].size = 2;
		}
		queue_init(&out, &in, &segment[0], start);
	}

	bool send(bool may_grow)
	{
		struct slot *slot = queue_claim(&out, &in);

		if (slot == NULL && may_grow) {
			queue_grow(&out, &segment[++grown]);
			slot = queue_claim(&out, &in);
			RL_ASSERT(slot != NULL);
		}
		if (slot == NULL)
			return false;
		slot->body = sent++;
		queue_publish(&out);
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
		struct slot *slot = front();

		if (slot == NULL)
			return false;
		RL_ASSERT(slot->body == received);
		received++;
		queue_release(&in);
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
		RL_ASSERT(queue_taken(&in) == start + sent);
		RL_ASSERT(in.first == out.last);
	}
};

/* Two slots are reused: the producer waits for room. */
template <int MESSAGES, int LOOKS>
struct two_slots : rl::test_suite<two_slots<MESSAGES, LOOKS>, 2>, base {
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

static const struct named searches[] = {
	{"two_slots", search<two_slots<3, 4> >, 0},
	{"two_slots_longer", search<two_slots<5, 7> >, 4},
	{"growth", search<growth<3, 3> >, 0},
	{"growth_longer", search<growth<5, 6> >, 3},
	{"taken", search<taken>, 0},
	{NULL, NULL, 0},
};

int
main(int count, char **name)
{
	return search_named(searches, count, name);
}
