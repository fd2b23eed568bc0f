/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stepper's recording and model: what is kept, what is dropped, moves within it,
 * and the picture.
 */
#include <string.h>
#include "stepper/model.h"
#include "stepper/picture.h"
#include "stepper/table.h"
#include "support.h"

enum { NODES = 6, STEPS = 4 };

/* Before step i node 0 sends i messages to node i; at step 3 nodes 0 and 1 send to
 * node 2, and on a ring share a link. */
static int
program(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	int32_t word[2] = {0, 7}, got;

	(void)arg;
	vcube_watch(self, "word", word, VCUBE_INT32, 2);
	for (int i = 1; i <= STEPS; i++) {
		vcube_step(self, i % 2 ? "odd" : "even");
		word[0] = i;
		if (me == 0)
			vcube_send(self, NULL, i == 3 ? 2 : 1, word, 4);
		if (me == 1 && i == 3)
			vcube_send(self, NULL, 2, word, 4);
		if (me == 1 && i != 3)
			vcube_recv(self, NULL, 0, &got, 4, NULL);
		for (int k = 0; me == 2 && i == 3 && k < 2; k++)
			vcube_recv(self, NULL, k, &got, 4, NULL);
	}
	vcube_step(self, "end");
	return vcube_failed(self);
}

static const struct vcube_stepper_options plain = {.title = NULL};

static void
record(struct vc_recording *r, vcube_machine *machine, const struct vcube_stepper_options *options)
{
	struct vcube_error error;

	assert_int_equal(vc_recording_make(r, machine, program, NULL, options, &error), 0);
	assert_int_equal(r->code, 0);
}

static void
test_what_is_recorded(void **state)
{
	static const char *const texts[] = {"ring:%d", "ring:%d fuzz=3", "full:%d clock=virtual"};
	struct vc_recording r;

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		vcube_machine *machine = open_machine(texts[i], NODES);

		record(&r, machine, &plain);
		assert_int_equal(r.moments, STEPS + 1);
		assert_int_equal(r.dropped, 0);
		for (int k = 0; k <= STEPS; k++) {
			const struct vc_moment *m = r.moment[k];
			struct vc_table t;
			char number[12];

			snprintf(number, sizeof number, "%d", k);
			assert_int_equal(m->number, k + 1);
			assert_int_equal(m->messages, k == 0 ? 0 : k == 3 ? 2 : 1);
			assert_string_equal(m->here, k == 0 ? "" : k % 2 ? "odd" : "even");
			assert_true(vc_table_at(&r, m, 0, &t));
			assert_false(vc_table_at(&r, m, 1, &t));
			assert_int_equal(t.rows, 2);
			for (int rank = 0; rank < NODES; rank++) {
				assert_string_equal(vc_table_cell(m, &t, rank, 0), number);
				assert_string_equal(vc_table_cell(m, &t, rank, 1), "7");
				assert_string_equal(vc_table_cell(m, &t, rank, 2), "");
			}
		}
		vc_recording_free(&r);
		vcube_close(machine);
	}
}

/* 0 -> 2 and 1 -> 2 share a link on a ring, but not on a full machine. */
static void
test_links(void **state)
{
	vcube_machine *ring = open_machine("ring:%d", NODES), *full = open_machine("full:%d", NODES);
	struct vc_recording r;

	(void)state;
	record(&r, ring, &plain);
	assert_int_equal(r.moment[3]->busy, 2);
	assert_int_equal(r.moment[3]->shared, 1);
	assert_int_equal(r.moment[3]->most, 2);
	assert_int_equal(r.moment[2]->busy, 1);
	assert_int_equal(r.moment[2]->shared, 0);
	vc_recording_free(&r);
	record(&r, full, &plain);
	assert_int_equal(r.moment[3]->busy, 2);
	assert_int_equal(r.moment[3]->shared, 0);
	vc_recording_free(&r);
	vcube_close(ring);
	vcube_close(full);
}

static void
test_the_model(void **state)
{
	static const struct {
		const char *text;
		int pages[6];           /* those that it stops at, from the first; then 0 */
	} breaks[] = {
		{"", {0}}, {"node 2", {3}}, {"node 0", {1, 2, 3, 4}}, {"node 5", {0}},
		{"peer 0 2", {3}}, {"peer 2 0", {3}}, {"peer 1 0", {1, 2, 4}},
		{"step odd", {1, 3}}, {"step even", {2, 4}}, {"contention", {3}},
	};
	static const char *const wrong[] = {
		"node", "node 6", "node -1", "node 1x", "peer 1", "peer 0 6", "step none", "what",
	};
	vcube_machine *machine = open_machine("ring:%d", NODES);
	struct vc_recording r;
	struct vc_model m;
	char why[160];

	(void)state;
	record(&r, machine, &plain);
	vc_model_open(&m, &r);
	assert_int_equal(m.pages, STEPS + 1);
	assert_false(vc_model_go(&m, -1));
	assert_true(vc_model_go(&m, 99));
	assert_int_equal(m.page, STEPS);
	assert_false(vc_model_go(&m, STEPS));
	for (size_t i = 0; i < COUNT(breaks); i++) {
		assert_true(vc_model_break(&m, breaks[i].text, why, sizeof why));
		vc_model_go(&m, 0);
		for (int k = 0; breaks[i].pages[k] > 0; k++) {
			assert_true(vc_model_run(&m));
			assert_int_equal(m.page, breaks[i].pages[k]);
		}
		assert_false(vc_model_run(&m));
		assert_int_equal(m.page, STEPS);
	}
	for (size_t i = 0; i < COUNT(wrong); i++) {
		*why = '\0';
		assert_false(vc_model_break(&m, wrong[i], why, sizeof why));
		assert_true(*why);
		assert_string_equal(m.condition.text, "contention");
	}
	vc_recording_free(&r);
	vcube_close(machine);
}

/* If room runs out the run continues, and reports how many steps were not kept. */
static void
test_room(void **state)
{
	const struct vcube_stepper_options little = {.room = 1000};
	vcube_machine *machine = open_machine("ring:%d", NODES);
	struct vc_recording r;
	struct vc_model m;

	(void)state;
	record(&r, machine, &little);
	assert_int_equal(r.moments, 0);
	assert_int_equal(r.dropped, STEPS + 1);
	vc_model_open(&m, &r);
	assert_int_equal(m.pages, 1);
	assert_null(vc_model_moment(&m));
	vc_recording_free(&r);
	vcube_close(machine);
}

/* Many steps, in more than one chunk: kept from the first on, without a gap. */
static int
many(vcube_node *self, void *arg)
{
	static const int steps = 3000;
	int32_t words[64] = {0};

	(void)arg;
	vcube_watch(self, "words", words, VCUBE_INT32, 64);
	for (int i = 0; i < steps; i++) {
		vcube_step(self, "one");
		for (int k = 0; k < 64; k++)
			words[k] = i + k + 1;
	}
	return vcube_failed(self);
}

static void
test_room_for_some(void **state)
{
	const struct vcube_stepper_options some = {.room = 2 << 20};
	vcube_machine *machine = open_machine("ring:%d", NODES);
	struct vc_recording r;
	struct vcube_error error;

	(void)state;
	assert_int_equal(vc_recording_make(&r, machine, many, NULL, &some, &error), 0);
	assert_in_range(r.moments, 10, 2990);
	assert_int_equal((int)r.dropped, 3000 - r.moments);
	assert_true(r.arena.used <= some.room);
	for (int i = 0; i < r.moments; i++)
		assert_int_equal(r.moment[i]->number, i + 1);
	vc_recording_free(&r);
	vcube_close(machine);
}

static int
hang(vcube_node *self, void *arg)
{
	char byte;

	(void)arg;
	vcube_step(self, "before");
	return vcube_recv(self, NULL, (vcube_rank(self) + 1) % NODES, &byte, 1, NULL);
}

static void
test_a_run_that_fails(void **state)
{
	vcube_machine *machine = open_machine("ring:%d", NODES);
	struct vc_recording r;
	struct vcube_error error;
	struct vc_model m;

	(void)state;
	assert_int_equal(vc_recording_make(&r, machine, hang, NULL, &plain, &error), 0);
	assert_int_equal(r.code, VCUBE_EDEADLOCK);
	assert_non_null(strstr(r.report, "cycle: 0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 0"));
	vc_model_open(&m, &r);
	assert_int_equal(m.pages, 2);
	assert_non_null(vc_model_moment(&m));
	vc_model_go(&m, 1);
	assert_null(vc_model_moment(&m));
	vc_recording_free(&r);
	vcube_close(machine);
}

/* All labels exist, and busy ones are marked. */
static void
look_at_picture(const char *text, int rows, int columns, bool fits)
{
	vcube_machine *machine = open_machine("%s", text);
	struct vc_recording r;
	struct vc_picture p;
	int labels = 0, busy = 0, idle = 0;

	record(&r, machine, &plain);
	assert_int_equal(vc_picture_draw(&p, rows, columns, &r, 1), fits);
	for (int i = 0; fits && i < rows * columns; i++) {
		labels += p.pixel[i].label != '\0';
		busy += p.pixel[i].busy != 0;
		idle += p.pixel[i].idle != 0;
	}
	if (fits) {
		assert_in_range(labels, r.nodes, 3 * vcube_topology_vertices(r.topology));
		assert_in_range(busy, 1, idle);
		vc_picture_free(&p);
	}
	vc_recording_free(&r);
	vcube_close(machine);
}

static void
test_pictures(void **state)
{
	(void)state;
	look_at_picture("hypercube:3", 10, 30, true);
	look_at_picture("hypercube:4", 16, 40, true);
	look_at_picture("ring:12", 12, 40, true);
	look_at_picture("torus:4x4", 12, 30, true);
	look_at_picture("mesh:3x3x3", 24, 60, true);
	look_at_picture("fattree:2x3", 16, 40, true);
	look_at_picture("full:9", 14, 40, true);
	look_at_picture("linear:16", 6, 80, true);
	look_at_picture("hypercube:6", 10, 30, false);
	look_at_picture("ring:8", 2, 30, false);
}

static void
test_refused(void **state)
{
	static const struct {
		const char *machine, *words;
	} cases[] = {
		{"ring:257 stack=64KiB", "up to 256 nodes, and ring:257 has 257"},
		{"ring:3 digest=yes", "with digest=yes a program runs twice"},
	};
	struct vcube_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		vcube_machine *machine = open_machine("%s", cases[i].machine);

		assert_int_equal(vcube_stepper_run(machine, hang, NULL,
						   &(struct vcube_stepper_options){.print = stderr}, &error),
				 VCUBE_EINVAL);
		error_has(&error, VCUBE_EINVAL, cases[i].words);
		vcube_close(machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_what_is_recorded),
		TEST(test_links),
		TEST(test_the_model),
		TEST(test_room),
		TEST(test_room_for_some),
		TEST(test_a_run_that_fails),
		TEST(test_pictures),
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}
