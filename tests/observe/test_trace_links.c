/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces under the wall clock name the same links as under the virtual clock, each for as
 * long. The times themselves depend on the host.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "tracing.h"
#include "walk.h"

/* Every node to every other: messages of different lengths, in each way to send. */
static int
all_to_all(vcube_node *self, void *arg)
{
	enum { LONGEST = 700 };
	const int me = vcube_rank(self), nodes = vcube_size(self);
	char *out = take_block(self, LONGEST), *in = take_block(self, LONGEST);

	(void)arg;
	for (int i = 1; i < nodes && vcube_failed(self) == 0; i++) {
		const int to = (me + i) % nodes, from = (me + nodes - i) % nodes;
		const size_t bytes = (size_t)(me * 31 + to * 7 + i) % LONGEST;
		vcube_request *r = vcube_isend(self, NULL, to, out, bytes);

		vcube_recv(self, NULL, from, in, LONGEST, NULL);
		vcube_wait(self, r, NULL);
		vcube_send(self, NULL, from, out, LONGEST - bytes);
		vcube_recv(self, NULL, to, in, LONGEST, NULL);
	}
	return vcube_failed(self);
}

/* A link that a message held, and for how long. */
struct held {
	int from, to;
	uint32_t number;
	size_t place;                   /* the index among those of the message */
	uint64_t link;
	int64_t span;
};

static int
by_message(const void *a, const void *b)
{
	const struct held *x = a, *y = b;

	if (x->from != y->from)
		return x->from - y->from;
	if (x->to != y->to)
		return x->to - y->to;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* All of them, in an order independent of clocks; the caller frees it. */
static struct held *
links_of(vcube_trace *t, size_t *count)
{
	struct held *list = calloc(vcube_trace_head(t)->events, sizeof *list);
	const struct vcube_event *e;

	assert_non_null(list);
	*count = 0;
	while ((e = vcube_trace_next(t)) != NULL)
		if (e->kind == VCUBE_EVENT_HOP) {
			list[*count] = (struct held){
				e->rank, e->peer, e->number, *count, e->amount, e->span,
			};
			(*count)++;
		}
	qsort(list, *count, sizeof *list, by_message);
	for (size_t i = 0, first = 0; i < *count; i++) {
		if (list[i].from != list[first].from || list[i].to != list[first].to ||
		    list[i].number != list[first].number)
			first = i;
		list[i].place = i - first;
	}
	vcube_trace_close(t);
	return list;
}

#define COSTS "startup=1us per_byte=1ns per_hop=50ns"

static void
test_as_virtual(void **state)
{
	static const struct {
		const char *text;
		bool noted;
	} machines[] = {
		{"ring:5 switching=store-and-forward", true},
		{"hypercube:3 switching=store-and-forward duplex=half ports=all channels=2", true},
		{"ring:5 links=0>1:down,2-3:per_byte=3ns", true},
		{"mesh:3x2 links=1>0:per_hop=1us mapping=5,4,3,2,1,0", true},
		{"fattree:2x2 switching=store-and-forward jitter=2us seed=3", true},
		{"ring:5", false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		struct held *list[2];
		size_t count[2];

		for (int wall = 0; wall < 2; wall++) {
			vcube_machine *machine = open_machine("%s " COSTS " clock=%s", machines[i].text,
							      wall ? "wall" : "virtual");

			list[wall] = links_of(record_on(machine, all_to_all, NULL, 0, NULL), &count[wall]);
			vcube_close(machine);
		}
		assert_int_equal(count[0], count[1]);
		assert_int_equal(count[0] > 0, machines[i].noted);
		if (count[0] > 0)
			assert_memory_equal(list[0], list[1], count[0] * sizeof *list[0]);
		free(list[0]);
		free(list[1]);
	}
}

static void *
break_link(void *machine)
{
	return (void *)(intptr_t)vcube_change_links(machine, "0>1:down", NULL);
}

/* Half of the messages before a link breaks, and half after that. */
static int
before_and_after(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	pthread_t thread;
	void *code = NULL;
	char byte = 0;

	for (int i = 0; i < 2; i++) {
		if (me == 0)
			vcube_send(self, NULL, 1, &byte, 1);
		else if (me == 1)
			vcube_recv(self, NULL, 0, &byte, 1, NULL);
		vcube_align(self, NULL);
		if (i == 0 && me == 0) {
			CHECK(self, pthread_create(&thread, NULL, break_link, arg) == 0);
			pthread_join(thread, &code);
			CHECK(self, code == NULL);
		}
		vcube_align(self, NULL);
	}
	return vcube_failed(self);
}

/* From then on, earlier messages have their links, too: as described, from start to
 * arrival. */
static void
test_broken_meanwhile(void **state)
{
	static const int ends[][2] = {{0, 1}, {0, 3}, {3, 2}, {2, 1}};
	vcube_machine *machine = open_machine("ring:4 " COSTS " clock=wall");
	vcube_topology *ring = vcube_topology_parse("ring:4", NULL);
	struct held *list;
	size_t count;

	(void)state;
	free(links_of(record_on(machine, all_to_all, NULL, 0, NULL), &count));
	assert_int_equal(count, 0);
	list = links_of(record_on(machine, before_and_after, machine, 0, NULL), &count);
	assert_int_equal(count, COUNT(ends));
	for (size_t i = 0; i < COUNT(ends); i++) {
		int from, to;

		vcube_topology_link_ends(ring, (long)list[i].link, &from, &to);
		assert_int_equal(list[i].number, i > 0);
		assert_int_equal(from, ends[i][0]);
		assert_int_equal(to, ends[i][1]);
		assert_int_equal(list[i].span, i == 0 ? 1051000 : 1151000);
	}
	free(list);
	vcube_topology_free(ring);
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_as_virtual),
		TEST(test_broken_meanwhile),
	};

	return RUN_IN_FOLDER(tests);
}
