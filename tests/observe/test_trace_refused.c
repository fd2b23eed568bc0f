/* SPDX-License-Identifier: BSD-2-Clause */
/* Traces of failed runs, what cannot be recorded, and files that are no traces. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mixture.h"
#include "tracing.h"

/* Failures, and who waited for whom. */
static int
stuck(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char bytes[30];

	(void)arg;
	if (me == 3)
		return vcube_fail(self, "enough");
	return vcube_recv(self, NULL, (me + 1) % 3, bytes, sizeof bytes, NULL);
}

static void
test_deadlock(void **state)
{
	vcube_trace *t = record("full:4 clock=virtual", stuck, NULL, VCUBE_EPROGRAM, NULL);
	const struct vcube_trace_head *h = vcube_trace_head(t);
	const struct vcube_event *e;
	int waits = 0, failures = 0;

	(void)state;
	assert_int_equal(h->code, VCUBE_EPROGRAM);
	assert_string_equal(vcube_trace_text(t, h->error), "enough");
	assert_non_null(strstr(vcube_trace_text(t, h->report), "cycle: 0 -> 1 -> 2 -> 0"));
	while ((e = vcube_trace_next(t)) != NULL) {
		if (e->kind == VCUBE_EVENT_WAIT) {
			assert_int_equal(e->peer, (e->rank + 1) % 3);
			assert_int_equal(e->amount, 30);
			assert_string_equal(vcube_trace_text(t, e->text), "to receive from");
			assert_non_null(strstr(vcube_trace_text(t, e->number), "test_trace_refused.c:"));
			waits++;
		}
		if (e->kind == VCUBE_EVENT_FAIL) {
			assert_int_equal(e->amount, e->rank == 3 ? -VCUBE_EPROGRAM : -VCUBE_EDEADLOCK);
			failures++;
		}
	}
	assert_int_equal(waits, 3);
	assert_int_equal(failures, 4);
	vcube_trace_close(t);
}

/* Too many events: the first are kept, the rest are counted. */
static void
test_lost(void **state)
{
	const struct vcube_trace_options options = {.events = 300};
	/* a run whose first events are not all polls */
	struct mixture m = {.seed = 1, .rounds = 20};
	vcube_trace *t = record("full:3 clock=virtual routing=none", mixed, &m, 0, NULL);
	uint64_t all = vcube_trace_head(t)->events, kept = 0, receives = 0;
	const struct vcube_event *e;

	(void)state;
	vcube_trace_close(t);
	t = record("full:3 clock=virtual routing=none", mixed, &m, 0, &options);
	while ((e = vcube_trace_next(t)) != NULL) {
		kept += e->kind != VCUBE_EVENT_ARRIVE && e->kind != VCUBE_EVENT_RECV;
		receives += e->kind == VCUBE_EVENT_RECV;
	}
	assert_int_equal(kept, 300 + 2);
	assert_true(receives > 0);
	assert_true(vcube_trace_head(t)->lost > 0);
	assert_true(vcube_trace_head(t)->events < all);
	vcube_trace_close(t);
}

/* However few are wanted, each node keeps some. */
static void
test_few(void **state)
{
	const struct vcube_trace_options options = {.events = 1};
	struct mixture m = {.seed = 1, .rounds = 20};
	vcube_trace *t = record("full:3 clock=virtual routing=none", mixed, &m, 0, &options);
	const struct vcube_event *e;
	int kept[3] = {0};

	(void)state;
	while ((e = vcube_trace_next(t)) != NULL)
		kept[e->rank] += e->kind != VCUBE_EVENT_ARRIVE && e->kind != VCUBE_EVENT_RECV;
	for (int r = 0; r < 3; r++)
		assert_in_range(kept[r], 64, 80);
	vcube_trace_close(t);
}

/* Refusals */

static void
refused(const char *name, int code, const char *words)
{
	struct vcube_error error = {0};

	assert_null(vcube_trace_open(name, &error));
	error_has(&error, code, words);
	assert_null(vcube_trace_open(name, NULL));
}

static void
test_files_refused(void **state)
{
	const struct vcube_trace_options options = {.contents = 10};
	struct vcube_trace_head *h;
	size_t bytes;
	char *text;

	(void)state;
	vcube_trace_close(record(EVERYTHING, everything, NULL, 0, &options));
	text = slurp(TRACE, &bytes);
	h = (struct vcube_trace_head *)text;
	refused("no such file", VCUBE_EHOST, "cannot be read: No such file");
	refused(".", VCUBE_EHOST, "Is a directory");
	/* cut at any place */
	for (size_t cut = 0; cut < bytes; cut++) {
		write_file("other", text, cut);
		refused(OTHER, VCUBE_EINVAL, cut < 8 ? "is not a trace of vcube" : "is truncated");
	}
	text[bytes] = 0;
	write_file("other", text, bytes + 1);
	refused(OTHER, VCUBE_EINVAL, "continues past its end");
	write_file("other", "SPDX-License-Identifier: BSD-2-Clause", 30);
	refused(OTHER, VCUBE_EINVAL, "is not a trace of vcube");
	h->version++;
	write_file("other", text, bytes);
	refused(OTHER, VCUBE_EUNKNOWN, "has format version 3, but this library reads version 2");
	h->version--;
	h->order = 0x04030201;
	write_file("other", text, bytes);
	refused(OTHER, VCUBE_EINVAL, "another byte order");
	memset(h, 0, sizeof *h);
	write_file("other", text, bytes);
	refused(OTHER, VCUBE_EINVAL, "the trace of a run that did not end");
	free(text);
}

/* Any byte changed: refused with a sentence, or a trace that can be walked. */
static void
test_damage(void **state)
{
	const struct vcube_trace_options options = {.contents = 10};
	size_t bytes;
	char *text;
	int opened = 0;

	(void)state;
	vcube_trace_close(record(EVERYTHING, everything, NULL, 0, &options));
	text = slurp(TRACE, &bytes);
	for (size_t i = 0; i < bytes; i++) {
		const struct vcube_event *e;
		struct vcube_error error = {0};
		vcube_trace *t;
		char was = text[i], line[1000];
		uint64_t sum = 0;

		text[i] ^= (char)(1 << i % 8);
		write_file("other", text, bytes);
		text[i] = was;
		t = vcube_trace_open(OTHER, &error);
		if (t == NULL) {
			assert_true(error.code != 0 && strstr(error.text, OTHER) != NULL);
			continue;
		}
		opened++;
		while ((e = vcube_trace_next(t)) != NULL) {
			const unsigned char *c = vcube_trace_contents(t, e);

			for (uint32_t k = 0; c != NULL && k < e->number; k++)
				sum += c[k];
			print(t, e, line, sizeof line);
		}
		assert_true(sum < UINT64_MAX);
		vcube_trace_close(t);
	}
	assert_true(opened > 0 && opened < (int)bytes);
	free(text);
}

/* A trace can only begin before its run. */
static int
starts_late(vcube_node *self, void *arg)
{
	struct vcube_error error;

	(void)arg;
	vcube_align(self, NULL);
	CHECK(self, vcube_trace_start(vcube_machine_of(self), OTHER, NULL, &error) == VCUBE_EINVAL);
	CHECK(self, strstr(error.text, "a run is in progress") != NULL);
	return 0;
}

static void
test_starts_refused(void **state)
{
	static const struct vcube_trace_options endless = {.events = UINT64_MAX / 100};
	vcube_machine *machine = open_machine("full:2 clock=virtual");
	struct vcube_error error = {0};

	(void)state;
	assert_int_equal(vcube_trace_start(machine, TRACE, &endless, &error), VCUBE_EINVAL);
	error_has(&error, VCUBE_EINVAL, "events for each of 2 nodes exceeds the address space");
	assert_int_equal(vcube_trace_start(machine, "no/such/folder", NULL, &error), VCUBE_EHOST);
	error_has(&error, VCUBE_EHOST, "the trace no/such/folder cannot be written: No such file");
	assert_int_equal(vcube_trace_start(machine, ".", NULL, NULL), VCUBE_EHOST);
	start(machine, TRACE, NULL);
	assert_int_equal(vcube_trace_start(machine, OTHER, NULL, &error), VCUBE_EINVAL);
	error_has(&error, VCUBE_EINVAL, "is already started");
	try_well("full:3", starts_late, NULL);
	try_well("full:3 clock=virtual", starts_late, NULL);
	/* closed without a run */
	vcube_close(machine);
	refused(TRACE, VCUBE_EINVAL, "is not a trace of vcube");
	/* a full disk is an error of the run, after which all works */
	machine = open_machine("full:2 clock=virtual");
	start(machine, "/dev/full", NULL);
	run_for(machine, everything, NULL, VCUBE_EHOST);
	report_has(machine, "the trace /dev/full cannot be written: No space left");
	start(machine, TRACE, NULL);
	run_well(machine, everything, NULL);
	vcube_close(machine);
	vcube_trace_close(open_trace(TRACE));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_deadlock),
		TEST(test_lost),
		TEST(test_few),
		TEST(test_files_refused),
		TEST(test_damage),
		TEST(test_starts_refused),
	};

	return RUN_IN_FOLDER(tests);
}
