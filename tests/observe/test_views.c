/* SPDX-License-Identifier: BSD-2-Clause */
/* Views at a step: what nodes do, whom they wait for, and the messages in flight. */
#include <string.h>
#include "support.h"

enum { NODES = 4 };

/* What the observer found. */
struct scene {
	int calls, wrong;
};

static int
stand(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char byte = 0;

	(void)arg;
	if (me == 3)
		return vcube_fail(self, "enough");
	if (me == 2)
		return 0;
	vcube_compute(self, 1000 * (me + 1));
	if (me == 1)
		return vcube_recv(self, NULL, 0, &byte, 1, NULL);
	vcube_step(self, "here");
	vcube_send(self, NULL, 1, &byte, 1);
	return vcube_failed(self);
}

static int
look_at_states(vcube_machine *machine, uint64_t step, const char *name, void *arg)
{
	static const enum vcube_state states[] = {
		VCUBE_STATE_STEP, VCUBE_STATE_WAITS, VCUBE_STATE_ENDED, VCUBE_STATE_FAILED,
	};
	static const int peers[] = {-1, 0, -1, -1};
	struct scene *s = arg;
	struct vcube_view v;

	(void)name;
	s->calls++;
	for (int r = 0; r < NODES; r++) {
		s->wrong += vcube_node_view(machine, r, &v) != 0;
		s->wrong += v.state != states[r] || v.peer != peers[r] || v.depth != 0;
		s->wrong += v.now != (r < 2 ? 1000 * (r + 1) : 0) || v.algorithm != NULL;
		s->wrong += v.steps != (r == 0 ? step : 0) || (v.step != NULL) != (r == 0);
		s->wrong += (v.wait != NULL) != (r < 2);
		s->wrong += r == 1 && (strcmp(v.wait, "to receive from") != 0 ||
				       strstr(v.here, "test_views.c:") == NULL);
	}
	s->wrong += vcube_node_view(machine, NODES, &v) != VCUBE_EINVAL;
	s->wrong += vcube_node_view(machine, -1, &v) != VCUBE_EINVAL;
	return 0;
}

static void
test_states(void **state)
{
	vcube_machine *machine = open_machine("full:%d clock=virtual", NODES);
	struct scene s = {.calls = 0};

	(void)state;
	vcube_on_step(machine, look_at_states, &s);
	run_for(machine, stand, &s, VCUBE_EPROGRAM);
	assert_int_equal(s.calls, 1);
	assert_int_equal(s.wrong, 0);
	vcube_close(machine);
}

/* At the second step, node 0 has sent node 1 three messages, of which one is received, and
 * node 2 an empty one; nobody else sends. */
static int
talk(vcube_node *self, void *arg)
{
	static const char text[100];
	char room[100];

	(void)arg;
	vcube_step(self, "before");
	for (int i = 0; vcube_rank(self) == 0 && i < 3; i++)
		vcube_send(self, NULL, 1, text, 10u << i);
	if (vcube_rank(self) == 0)
		vcube_send(self, NULL, 2, text, 0);
	if (vcube_rank(self) == 1)
		vcube_recv(self, NULL, 0, room, sizeof room, NULL);
	vcube_step(self, "after");
	for (int i = 0; vcube_rank(self) == 1 && i < 2; i++)
		vcube_recv(self, NULL, 0, room, sizeof room, NULL);
	if (vcube_rank(self) == 2)
		vcube_recv(self, NULL, 0, room, sizeof room, NULL);
	return vcube_failed(self);
}

static int
look_at_traffic(vcube_machine *machine, uint64_t step, const char *name, void *arg)
{
	struct scene *s = arg;
	struct vcube_traffic t, none = {.messages = 0};

	(void)name;
	s->calls++;
	for (int i = 0; i < NODES * NODES; i++) {
		const int from = i / NODES, to = i % NODES;

		s->wrong += vcube_traffic(machine, from, to, &t) != 0;
		if (step == 2 && from == 0 && to == 1)
			s->wrong += t.messages != 3 || t.bytes != 70 || t.received != 1;
		else if (step == 2 && from == 0 && to == 2)
			s->wrong += t.messages != 1 || t.bytes != 0 || t.received != 0;
		else
			s->wrong += memcmp(&t, &none, sizeof t) != 0;
	}
	s->wrong += vcube_traffic(machine, 0, NODES, &t) != VCUBE_EINVAL;
	s->wrong += vcube_traffic(machine, NODES, 0, &t) != VCUBE_EINVAL;
	s->wrong += vcube_traffic(machine, -1, 0, &t) != VCUBE_EINVAL;
	s->wrong += vcube_traffic(machine, 0, -1, &t) != VCUBE_EINVAL;
	return 0;
}

static void
test_traffic(void **state)
{
	static const char *const texts[] = {
		"full:4", "full:4 clock=virtual", "full:4 fuzz=2", "full:4 capacity=1KiB",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		vcube_machine *machine = open_machine("%s", texts[i]);
		struct scene s = {.calls = 0};

		vcube_on_step(machine, look_at_traffic, &s);
		for (int again = 0; again < 3; again++)
			run_well(machine, talk, NULL);
		assert_int_equal(s.calls, 6);
		assert_int_equal(s.wrong, 0);
		vcube_close(machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_states),
		TEST(test_traffic),
	};

	return RUN_TESTS(tests);
}
