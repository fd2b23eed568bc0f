/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The queue, lib/spsc.h itself. Neither side waits: each looks a number of
 * times, and what is left over is counted at the end, so that every search
 * comes to its end.
 */
#include "search.h"

struct slot {
	_Atomic(uint32_t) stamp;
	rl::var<int> body;
};
#define SPSC queue
#define SPSC_SLOT struct slot
#include "lib/spsc.h"

/* The numbers pass 2^32 on the way. */
static const uint32_t start = UINT32_MAX - 1;

struct base {
	struct queue_producer out;
	struct queue_consumer in;
	struct queue_segment segment[3];
	struct slot two[2], four[4], eight[8];
	int grown, sent, received;

	base() : grown(0), sent(0), received(0)
	{
		segment[0].slots = two;
		segment[0].size = 2;
		segment[1].slots = four;
		segment[1].size = 4;
		segment[2].slots = eight;
		segment[2].size = 8;
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
		slot->body($) = sent++;
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
		RL_ASSERT(slot->body($) == received);
		received++;
		queue_release(&in);
		return true;
	}

	void end()
	{
		while (receive())
			;
		RL_ASSERT(received == sent);
		RL_ASSERT(queue_taken(&in) == start + sent);
		RL_ASSERT(in.first == out.last);
	}
};

/* Four messages through two slots: the third and the fourth reuse them. */
struct two_slots : rl::test_suite<two_slots, 2>, base {
	void thread(unsigned who)
	{
		for (int i = 0; i < 5 && (who == 0 ? sent : received) < 4; i++)
			who == 0 ? (void)send(false) : (void)receive();
	}
	void after() { end(); }
};

/* The producer never finds it full: it goes on in larger segments. */
struct growth : rl::test_suite<growth, 2>, base {
	void thread(unsigned who)
	{
		for (int i = 0; i < 4; i++)
			who == 0 ? (void)send(true) : (void)receive();
	}
	void after() { end(); }
};

/* What is not in the queue, but taken with its message: the producer may write
 * to it again after taken() has passed the message. */
struct taken : rl::test_suite<taken, 2>, base {
	rl::var<int> lent;

	void thread(unsigned who)
	{
		if (who == 0) {
			uint32_t number = out.tail;

			lent($) = 1;
			send(false);
			for (int i = 0; i < 3; i++)
				if ((int32_t)(queue_taken(&in) - number) > 0) {
					lent($) = 2;
					break;
				}
		} else {
			for (int i = 0; i < 3 && received == 0; i++)
				if (front() != NULL) {
					RL_ASSERT(lent($) == 1);
					receive();
				}
		}
	}
	void after() { end(); }
};

int
main(int count, char **name)
{
	if (count < 2)
		return 2;
	if (strcmp(name[1], "two_slots") == 0)
		return search<two_slots>();
	if (strcmp(name[1], "growth") == 0)
		return search<growth>();
	if (strcmp(name[1], "taken") == 0)
		return search<taken>();
	return 2;
}
