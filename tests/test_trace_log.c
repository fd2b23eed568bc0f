/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The words of a log: what is written comes back, whatever its numbers are; times
 * that were not taken lie between those that were; nothing is written behind the
 * end, and what did not fit was counted.
 */
#include <stdlib.h>
#include <string.h>
#include "lib/random.h"
#include "nodes/trace/trace_log_read.h"
#include "support.h"

#define COUNT(array) (sizeof (array) / sizeof *(array))

/* A machine that is to be recorded, of whose logs the tests write the first. */
static vcube_machine *
open_recorded(const char *text)
{
	vcube_machine *machine = open_machine("%s", text);

	assert_int_equal(vcube_trace_start(machine, "/dev/null", NULL, NULL), 0);
	vc_trace_begin(machine);
	return machine;
}

static uint64_t
one_of(uint64_t *random)
{
	static const uint64_t numbers[] = {
		0, 1, 8, 1024, 1025, (1u << 20) - 1, 1u << 20, (1u << 20) + 1, UINT64_C(1) << 31,
		UINT32_MAX, UINT64_C(1) << 40, (UINT64_C(1) << 56) - 1, UINT64_C(1) << 56,
		(UINT64_C(1) << 57) + 12345, UINT64_C(1) << 62,
	};

	return numbers[vc_random(random) % COUNT(numbers)];
}

/* A message, or a wait, or a record: written, and what is to be read of it. */
static struct vc_event
write_one(struct vc_log *log, uint64_t *random, struct vc_moment *now)
{
	static const enum vcube_events kinds[] = {
		VCUBE_EVENT_SEND, VCUBE_EVENT_GOT, VCUBE_EVENT_SENT, VCUBE_EVENT_ALIGN,
		VCUBE_EVENT_STEP, VCUBE_EVENT_WORK, VCUBE_EVENT_WATCH,
	};
	struct vc_event e = {
		.kind = (uint8_t)kinds[vc_random(random) % COUNT(kinds)],
		.peer = (int16_t)(vc_random(random) % 16385 - 1), .number = (uint32_t)one_of(random),
		.amount = one_of(random), .arrival = VC_NO_TIME,
	};
	const bool waits = vc_log_words(e.kind) == 1 && e.kind != VCUBE_EVENT_SEND;

	if (waits) {
		vc_log_time(log, now);
		vc_log_put(log, VC_LOG_SINCE);
		e.span = (int64_t)(1 + one_of(random) / 64);
	}
	now->time += waits ? e.span : (vcube_time)(one_of(random) / 64);
	vc_log_time(log, now);
	e.time = e.kind == VCUBE_EVENT_GOT ? now->time - e.span : now->time;
	if (vc_log_words(e.kind) == 1) {
		vc_log_message(log, (enum vcube_events)e.kind, e.peer, e.amount, e.number);
		return e;
	}
	e.text = "text";
	e.detail = (uint8_t)vc_random(random);
	e.amount = e.kind == VCUBE_EVENT_STEP ? 0 : e.amount;
	e.span = e.kind == VCUBE_EVENT_STEP ? 0 : 77;
	vc_log_add(log, &(struct vc_log_record){
		.kind = (enum vcube_events)e.kind, .detail = e.detail, .peer = e.peer,
		.number = e.number, .span = e.span, .amount = e.amount, .text = e.text,
	});
	return e;
}

static void
same(const struct vc_event *a, const struct vc_event *b)
{
	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->time, b->time);
	assert_int_equal(a->span, b->span);
	assert_int_equal(a->amount, b->amount);
	assert_int_equal(a->number, b->number);
	assert_int_equal(a->peer, b->peer);
	assert_int_equal(a->detail, b->detail);
	if (vc_log_words(a->kind) > 1)
		assert_ptr_equal(a->text, b->text);
	else if (a->kind == VCUBE_EVENT_SEND)
		assert_int_equal(a->arrival, b->arrival);
}

static void
test_numbers(void **state)
{
	vcube_machine *machine = open_recorded("full:2 clock=virtual routing=none");
	struct vc_log *log = &machine->trace->log[0].log;
	static struct vc_event written[200];
	struct vc_log_reader reader;
	struct vc_event e;
	uint64_t random = seed;

	(void)state;
	for (int round = 0; round < 50; round++) {
		struct vc_moment now = {.time = 0};
		size_t read = 0;

		log->at = log->words;
		log->last = now;
		for (size_t i = 0; i < COUNT(written); i++) {
			/* times do not run over */
			now.time %= INT64_C(1) << 60;
			if (now.time < log->last.time)
				now = log->last;
			if (now.time > INT64_C(1) << 61)
				break;
			written[i] = write_one(log, &random, &now);
			read = i + 1;
		}
		vc_log_read_begin(&reader, machine, 0, 0);
		for (size_t i = 0; i < read; i++) {
			assert_true(vc_log_read(&reader, &e));
			same(&e, &written[i]);
		}
		assert_false(vc_log_read(&reader, &e));
	}
	vcube_close(machine);
}

/* What a message that is sent says of its start and its arrival. */
static void
test_arrival(void **state)
{
	vcube_machine *machine = open_recorded("full:2 clock=virtual routing=none");
	struct vc_log *log = &machine->trace->log[0].log;
	struct vc_log_reader reader;
	struct vc_event e;

	(void)state;
	vc_log_time(log, &(struct vc_moment){.time = 1000});
	vc_log_say(log, VC_LOG_START, 5);
	vc_log_say(log, VC_LOG_ARRIVAL, (UINT64_C(1) << 58) + 7);
	vc_log_message(log, VCUBE_EVENT_SEND, 1, 8, 0);
	vc_log_message(log, VCUBE_EVENT_SEND, 1, 8, 1);
	vc_log_read_begin(&reader, machine, 0, 0);
	assert_true(vc_log_read(&reader, &e));
	same(&e, &(struct vc_event){.kind = VCUBE_EVENT_SEND, .time = 1000, .span = 5, .amount = 8,
				    .peer = 1, .arrival = 1000 + (INT64_C(1) << 58) + 7});
	assert_true(vc_log_read(&reader, &e));
	same(&e, &(struct vc_event){.kind = VCUBE_EVENT_SEND, .time = 1000, .amount = 8, .peer = 1,
				    .number = 1, .arrival = VC_NO_TIME});
	vcube_close(machine);
}

/* Times that go into one word, or do not. */
static vcube_time
some_time(uint64_t *random)
{
	static const vcube_time times[] = {0, 0, 1, 1000, (1 << 28) - 1, 1 << 28, INT64_C(1) << 40};

	return times[vc_random(random) % COUNT(times)];
}

/* Messages with dates: two words each if all fits, else none, and they come back. */
static void
test_dates(void **state)
{
	vcube_machine *machine = open_recorded("full:2 clock=virtual routing=none");
	struct vc_log *log = &machine->trace->log[0].log;
	static struct vc_event written[1000];
	vcube_time now = 0, sent = 0;
	struct vc_log_reader reader;
	uint64_t random = seed, date;
	struct vc_event e;
	size_t count = 0;

	(void)state;
	for (int i = 0; i < (int)COUNT(written); i++) {
		const vcube_time since = now + some_time(&random), takes = some_time(&random);
		const bool sends = vc_random(&random) % 2, behind = vc_random(&random) % 2;
		const uint32_t number = 1u << (vc_random(&random) % 22);
		const vcube_time start = behind && sent > since ? sent : since;
		const struct vc_moment then = {.time = since},
				       end = {.time = sends ? since : since + takes};
		const bool fits = (uint64_t)((since - now) | takes) >> 28 == 0 && number >> 20 == 0;
		uint64_t *const at = log->at;

		date = sends ? vc_log_transit(log, since, start, start + takes)
			     : vc_log_span(log, &then, &end);
		e = (struct vc_event){
			.kind = sends ? VCUBE_EVENT_SEND : VCUBE_EVENT_GOT, .time = since,
			.span = sends ? start - since : takes, .amount = 8, .number = number,
			.arrival = sends ? start + takes : 0,
		};
		assert_int_equal(vc_log_dated(log, date, &end, (enum vcube_events)e.kind, 0, 8, number),
				 fits);
		assert_ptr_equal(log->at, at + (fits ? 2 : 0));
		sent = fits && sends ? e.arrival : sent;
		log->arrival = sent;
		now = fits ? end.time : now;
		written[count] = e;
		count += fits;
	}
	assert_true(count > 100 && count < COUNT(written));
	vc_log_read_begin(&reader, machine, 0, 0);
	for (size_t i = 0; i < count; i++) {
		assert_true(vc_log_read(&reader, &e));
		same(&e, &written[i]);
	}
	assert_false(vc_log_read(&reader, &e));
	vcube_close(machine);
}

/* A message that starts neither now nor when the last arrives has no date; one with a
 * date may have no room. */
static void
test_undated(void **state)
{
	vcube_machine *machine = open_recorded("full:2 clock=virtual routing=none");
	struct vc_log *log = &machine->trace->log[0].log;
	const struct vc_moment now = {.time = 5};
	uint64_t date;

	(void)state;
	assert_int_equal(vc_log_transit(log, now.time, 6, 7), 0);
	date = vc_log_transit(log, now.time, 5, 7);
	assert_int_not_equal(date, 0);
	log->at = log->end - 1;
	assert_false(vc_log_dated(log, date, &now, VCUBE_EVENT_SEND, 0, 8, 0));
	assert_ptr_equal(log->at, log->end - 1);
	vcube_close(machine);
}

/* Where journals are kept, dates are acts, after which the time is 0. */
static void
test_acted(void **state)
{
	vcube_machine *machine = open_recorded("full:2 clock=virtual routing=none");
	struct vc_log *log = &machine->trace->log[0].log;
	const struct vc_moment since = {.acts = 3}, now = {.acts = 4};
	struct vc_log_reader reader;
	struct vc_event e;

	(void)state;
	log->last = (struct vc_moment){.time = 7};
	assert_true(vc_log_dated(log, vc_log_span(log, &since, &now), &now, VCUBE_EVENT_GOT, 1, 8, 9));
	vc_log_read_begin(&reader, machine, 0, 0);
	reader.moment = (struct vc_moment){.time = 7};
	assert_true(vc_log_read(&reader, &e));
	assert_int_equal(e.number, 9);
	assert_int_equal(reader.moment.acts, 4);
	assert_int_equal(reader.moment.time, 0);
	/* the node has worked after its act, or begun before the last event */
	assert_int_equal(vc_log_span(log, &now, &(struct vc_moment){.acts = 5, .time = 1}), 0);
	assert_int_equal(vc_log_span(log, &(struct vc_moment){.acts = 5, .time = 1},
				     &(struct vc_moment){.acts = 6}), 0);
	assert_int_equal(vc_log_span(log, &since, &now), 0);
	vcube_close(machine);
}

static void
put_lean(struct vc_log *log, int count)
{
	for (int i = 0; i < count; i++)
		vc_log_put(log, vc_log_word(i % 2 ? VCUBE_EVENT_GOT : VCUBE_EVENT_SEND, 1, 8, 0));
}

/* Times that were taken at 100, 180 and 300 ticks of 10 ps, and what lies between. */
static void
test_between(void **state)
{
	static const vcube_time wanted[] = {
		1000, 1200, 1400, 1600,         /* up to 1800 */
		1800, 1800, 1800,               /* a step has its time: nothing is spread over it */
		2000,                           /* a receive that ends at 3000 */
		3000, 3000,                     /* of the last ones nothing else is known */
	};
	vcube_machine *machine = open_recorded("full:2");
	struct vc_log *log = &machine->trace->log[0].log;
	struct vc_log_reader reader;
	struct vc_event e;

	(void)state;
	log->last.time = 0;
	vc_log_time(log, &(struct vc_moment){.time = 100});
	put_lean(log, 4);
	vc_log_time(log, &(struct vc_moment){.time = 180});
	put_lean(log, 2);
	vc_log_add(log, &(struct vc_log_record){.kind = VCUBE_EVENT_STEP});
	vc_log_time(log, &(struct vc_moment){.time = 200});
	vc_log_put(log, VC_LOG_SINCE);
	vc_log_time(log, &(struct vc_moment){.time = 300});
	vc_log_message(log, VCUBE_EVENT_GOT, 1, 8, 0);
	put_lean(log, 2);
	vc_log_read_begin(&reader, machine, 0, 10);
	for (size_t i = 0; i < COUNT(wanted); i++) {
		assert_true(vc_log_read(&reader, &e));
		assert_int_equal(e.time, wanted[i]);
	}
	assert_false(vc_log_read(&reader, &e));
	vcube_close(machine);
}

/* In a call each line begins with a time, outside of calls each message has one. */
static void
test_lean(void **state)
{
	vcube_machine *machine = open_recorded("full:2");
	struct vc_log *log = &machine->trace->log[0].log;
	const uint64_t word = vc_log_word(VCUBE_EVENT_SEND, 1, 8, 0);

	(void)state;
	log->lean = VC_LINE - 1;
	for (int i = 0; i < 100; i++)
		vc_log_lean(log, word);
	for (uint64_t *w = log->words; w < log->at; w++)
		assert_int_equal((*w & 255) == VC_LOG_TIME, (uintptr_t)w % VC_LINE == 0);
	log->lean = 0;
	for (int i = 0; i < 10; i++) {
		uint64_t *const at = log->at;

		vc_log_lean(log, word);
		assert_ptr_equal(log->at, at + 2);
		assert_int_equal(*at & 255, VC_LOG_TIME);
	}
	vcube_close(machine);
}

/* Random events into a log of a few lines: those that fit come back. */
static void
test_full(void **state)
{
	vcube_machine *machine = open_recorded("full:2");
	struct vc_log *log = &machine->trace->log[0].log;
	uint64_t random = seed;

	(void)state;
	for (int round = 0; round < 300; round++) {
		const size_t words = (1 + vc_random(&random) % 8) * (VC_LINE / sizeof(uint64_t));
		struct vc_log_reader reader;
		struct vc_event e;
		uint64_t written = 0, read = 0;

		log->at = log->words;
		log->end = log->words + words;
		log->lost = 0;
		log->lean = vc_random(&random) % 2 ? VC_LINE - 1 : 0;
		log->end[0] = 4711;
		for (; written < 100; written++)
			if (vc_random(&random) % 3)
				vc_log_lean(log, vc_log_word(VCUBE_EVENT_SEND, 1, 8, 0));
			else
				vc_log_add(log, &(struct vc_log_record){.kind = VCUBE_EVENT_WORK});
		assert_ptr_equal(log->at, log->end);
		assert_int_equal(log->end[0], 4711);
		vc_log_read_begin(&reader, machine, 0, 1);
		while (vc_log_read(&reader, &e))
			read++;
		assert_int_equal(read + log->lost, written);
	}
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_numbers),
		TEST(test_arrival),
		TEST(test_dates),
		TEST(test_undated),
		TEST(test_acted),
		TEST(test_between),
		TEST(test_lean),
		TEST(test_full),
	};

	return RUN_TESTS(tests);
}
