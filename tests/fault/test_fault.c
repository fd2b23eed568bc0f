/* SPDX-License-Identifier: BSD-2-Clause */
/* Injected faults: a seed has the same effect under every clock; reports and refusals. */
#include <string.h>
#include "faulty.h"

static bool
differ(const struct collected *a, const struct collected *b)
{
	for (int r = 0; r < FAULTY_NODES; r++) {
		if (a->by[r].count != b->by[r].count)
			return true;
		for (int i = 0; i < a->by[r].count; i++)
			if (a->by[r].list[i].number != b->by[r].list[i].number)
				return true;
	}
	return false;
}

#define SOME "drop=0.1 duplicate=15%% corrupt=0.2"

/* One seed has the same effect on every machine, for short, long and lent messages. */
static void
same_everywhere(void **state)
{
	static const struct { size_t bytes; bool lend; } kinds[] = {
		{8, false}, {24, false}, {1000, false}, {1000, true}, {40, true},
	};

	(void)state;
	for (size_t k = 0; k < COUNT(kinds); k++) {
		struct collected first = {.bytes = kinds[k].bytes, .lend = kinds[k].lend};

		for (size_t i = 0; i < FAULTY_MACHINES; i++) {
			struct collected c = first;
			vcube_machine *m = open_machine("ring:4 seed=%d " SOME " %s", (int)(seed % 1000),
							faulty_machines[i]);

			collect_on(m, i == 0 ? &first : &c);
			if (i > 0)
				assert_same_messages(&first, &c);
			/* and again on the same machine */
			collect_on(m, &c);
			assert_same_messages(&first, &c);
			vcube_close(m);
		}
	}
}

static void
other_seed_other_faults(void **state)
{
	struct collected a = {.bytes = 100}, b = a;
	vcube_machine *m = open_machine("ring:4 seed=1 " SOME), *n = open_machine("ring:4 seed=2 " SOME);

	(void)state;
	collect_on(m, &a);
	collect_on(n, &b);
	assert_true(differ(&a, &b));
	vcube_close(m);
	vcube_close(n);
}

/* A kind of fault has the same effect with and without the others. */
static void
kinds_are_independent(void **state)
{
	struct collected all = {.bytes = 100}, one = all;
	vcube_machine *m = open_machine("ring:4 seed=3 drop=0.1 corrupt=0.2"),
		      *n = open_machine("ring:4 seed=3 drop=0.1");

	(void)state;
	collect_on(m, &all);
	collect_on(n, &one);
	assert_false(differ(&all, &one));
	assert_int_equal(all.faults[VCUBE_FAULT_DROP], one.faults[VCUBE_FAULT_DROP]);
	assert_int_equal(one.faults[VCUBE_FAULT_CORRUPT], 0);
	vcube_close(m);
	vcube_close(n);
}

/* No other fault hits a dropped message. */
static void
a_message_is_dropped_alone(void **state)
{
	struct collected c = {.bytes = 100};
	vcube_machine *m = open_machine("ring:4 clock=virtual drop=1 duplicate=1 corrupt=1 jitter=1us");

	(void)state;
	collect_on(m, &c);
	for (int kind = 0; kind < VCUBE_FAULTS_COUNT; kind++)
		assert_int_equal(c.faults[kind], kind == VCUBE_FAULT_DROP ? FAULTY_NODES * FAULTY_MESSAGES : 0);
	vcube_close(m);
}

/* The counts, and the list, agree with what was observed. */
static void
check_counts(const struct collected *c)
{
	uint64_t lost = 0, twice = 0, spoiled = 0;

	for (int r = 0; r < FAULTY_NODES; r++) {
		const struct seen *s = &c->by[r];

		lost += FAULTY_MESSAGES;
		for (int i = 0; i < s->count; i++) {
			const bool again = i > 0 && s->list[i].number == s->list[i - 1].number;

			assert_true(s->list[i].number >= 0);
			assert_true(i == 0 || s->list[i].number >= s->list[i - 1].number);
			lost -= !again;
			twice += again;
			spoiled += !again && s->list[i].flipped >= 0;
		}
	}
	assert_int_equal(c->faults[VCUBE_FAULT_DROP], lost);
	assert_int_equal(c->faults[VCUBE_FAULT_DUPLICATE], twice);
	assert_int_equal(c->faults[VCUBE_FAULT_CORRUPT], spoiled);
	assert_true(lost > 0 && twice > 0 && spoiled > 0);
}

static void
check_list(const struct collected *c)
{
	vcube_time before = -1;

	assert_int_equal(c->listed, VC_FAULTS_KEPT - 1);
	for (int i = 0; i < c->listed; i++) {
		const struct vcube_fault *f = &c->first[i];
		const struct seen *s = &c->by[f->to];
		int found = 0;
		long flipped = -1;

		assert_int_equal(f->to, (f->from + 1) % FAULTY_NODES);
		assert_int_equal(f->bytes, c->bytes);
		assert_true(f->time >= before);
		before = f->time;
		for (int j = 0; j < s->count; j++)
			if (s->list[j].number == (int)f->number) {
				found++;
				flipped = s->list[j].flipped;
			}
		if (f->kind == VCUBE_FAULT_CORRUPT)
			assert_int_equal(flipped, f->bit);
		assert_int_equal(found, f->kind == VCUBE_FAULT_DROP ? 0 :
				 f->kind == VCUBE_FAULT_DUPLICATE ? 2 : found > 0 ? found : 1);
	}
	assert_true(before >= 0);
}

static void
counts_and_list(void **state)
{
	struct collected c = {.bytes = 100}, d;
	vcube_machine *m = open_machine("ring:4 clock=virtual seed=11 " SOME),
		      *n = open_machine("ring:4 clock=virtual routing=none seed=11 " SOME);

	(void)state;
	collect_on(m, &c);
	check_counts(&c);
	check_list(&c);
	/* stamps and journals agree on the times */
	d = c;
	collect_on(n, &d);
	assert_int_equal(c.listed, d.listed);
	for (int i = 0; i < c.listed; i++) {
		assert_int_equal(c.first[i].kind, d.first[i].kind);
		assert_int_equal(c.first[i].from, d.first[i].from);
		assert_int_equal(c.first[i].number, d.first[i].number);
		assert_int_equal(c.first[i].time, d.first[i].time);
	}
	assert_int_equal(c.time, d.time);
	assert_int_equal(vcube_run_fault(m, -1, &c.first[0]), VCUBE_EUNKNOWN);
	assert_int_equal(vcube_run_fault(m, VC_FAULTS_KEPT, &c.first[0]), VCUBE_EUNKNOWN);
	assert_int_equal(vcube_run_faults(m, -1), 0);
	assert_int_equal(vcube_run_faults(m, VCUBE_FAULTS_COUNT), 0);
	vcube_close(m);
	vcube_close(n);
}

static void
a_fault_in_words(void **state)
{
	const struct vcube_fault drop = {VCUBE_FAULT_DROP, 2, 3, 4, 64, 0, 3000000},
		corrupt = {VCUBE_FAULT_CORRUPT, 0, 1, 0, 8, 21, -1},
		crash = {VCUBE_FAULT_CRASH, 5, -1, 7, 0, 0, 12}, at_once = {VCUBE_FAULT_CRASH, 1, -1, 0, 0, 0, 0};
	char text[200];

	(void)state;
	vcube_fault_text(&drop, text, sizeof text);
	assert_string_equal(text, "message 4 from node 2 to node 3 (64 bytes, sent at 3 us) was dropped");
	assert_int_equal(vcube_fault_text(&corrupt, text, sizeof text), 72);
	assert_string_equal(text, "message 0 from node 0 to node 1 (8 bytes) was corrupted: bit 5 of byte 2");
	assert_int_equal(vcube_fault_text(&crash, text, 8), strlen("node 5 crashed after 7 operations, at 12 ps"));
	assert_string_equal(text, "node 5 ");
	vcube_fault_text(&at_once, text, sizeof text);
	assert_string_equal(text, "node 1 crashed after 0 operations, at 0 ps");
	assert_string_equal(vcube_fault_name(VCUBE_FAULT_JITTER), "jitter");
	assert_null(vcube_fault_name(VCUBE_FAULTS_COUNT));
	assert_null(vcube_fault_name(-1));
}

/* --- refusals
 * ------------------------------------------------------------------------------ */

static void
refused(const char *text, const char *words)
{
	struct vcube_error error = {0};
	vcube_machine *m = vcube_open(text, &error);

	assert_null(m);
	error_has(&error, VCUBE_EINVAL, words);
}

static void
what_is_refused(void **state)
{
	(void)state;
	refused("ring:4 drop=1.01", "drop '1.01': it is more than 1; it takes 0 to 1, or a percentage");
	refused("ring:4 drop=101%", "it is more than 1");
	refused("ring:4 duplicate=-0.1", "it is less than 0");
	refused("ring:4 corrupt=0.0000000001", "it is not a whole number of its smallest unit");
	refused("ring:4 corrupt=1us", "unknown unit");
	refused("ring:4 jitter=-1us", "it is less than 0");
	refused("ring:4 jitter=1001s", "jitter '1001s': it is too large");
	refused("ring:4 crash=", "a part of it has no @");
	refused("ring:4 crash=1", "a part of it has no @");
	refused("ring:4 crash=1@2,", "a part of it has no @");
	refused("ring:4 crash=x@2", "it is not a number");
	refused("ring:4 crash=1@", "it is not a number");
	refused("ring:4 crash=1@2KiB", "unknown unit");
	refused("ring:4 crash=-1@2", "it is less than 0");
	refused("ring:4 crash=0@1,4@1", "there is no node 4 on ring:4 (0 to 3)");
	refused("ring:4 crash=1@5us", "clock=free has no times; give a number of operations");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(same_everywhere),
		TEST(other_seed_other_faults),
		TEST(kinds_are_independent),
		TEST(a_message_is_dropped_alone),
		TEST(counts_and_list),
		TEST(a_fault_in_words),
		TEST(what_is_refused),
	};

	return RUN_TESTS(tests);
}
