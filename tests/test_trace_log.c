/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The words of a log: what is written comes back, whatever its numbers are; nothing is
 * written behind the end, and what did not fit was counted.
 */
#include "random.h"
#include "replay.h"
#include "logs.h"

static uint64_t
one_of(uint64_t *random)
{
	static const uint64_t numbers[] = {
		0, 1, 8, 1024, 1025, 2047, 2048, (1u << 20) + 1, UINT64_C(1) << 31, UINT32_MAX,
		UINT64_C(1) << 32, UINT64_C(1) << 40, (UINT64_C(1) << 58) - 1, UINT64_C(1) << 58,
		(UINT64_C(1) << 59) + 12345, UINT64_C(1) << 62,
	};

	return numbers[vc_random(random) % COUNT(numbers)];
}

/* What is to be read. */
struct model {
	uint64_t random;
	vcube_time now;
	uint32_t out[LOGS_NODES], in[LOGS_NODES];       /* numbers of the next messages, */
	uint32_t steps;                                 /* and of the last step */
};

/* A record of several words. */
static struct vc_event
write_record(struct vc_log *log, struct model *m, enum vcube_events kind)
{
	struct vc_event e = {
		.kind = (uint8_t)kind, .time = m->now, .text = "text",
		.peer = (int16_t)(vc_random(&m->random) % 16385 - 1),
		.number = (uint32_t)one_of(&m->random), .detail = (uint8_t)vc_random(&m->random),
		.amount = one_of(&m->random), .span = 1,
	};

	vc_log_time(log, &(struct vc_moment){.stamp = (uint64_t)m->now});
	vc_log_add(log, &(struct vc_log_entry){
		.kind = kind, .detail = e.detail, .peer = e.peer, .number = e.number,
		.span = e.span, .amount = e.amount, .text = e.text,
	});
	return e;
}

static struct vc_event
write_step(struct vc_log *log, struct model *m)
{
	struct vc_event e = {
		.kind = VCUBE_EVENT_STEP, .time = m->now, .text = "step", .peer = -1,
		.number = ++m->steps, .detail = (uint8_t)(vc_random(&m->random) % (VC_CALLS_MAX + 1)),
	};

	vc_log_step(log, &(struct vc_moment){.stamp = (uint64_t)m->now}, e.detail, e.text);
	return e;
}

/* A message that is sent, and its kind of word: it says when it arrives, or is lost, with a
 * number of its own. */
static unsigned
say_of_send(struct vc_log *log, struct model *m, struct vc_event *e)
{
	const unsigned startup = vc_random(&m->random) % (VC_STARTUP_NONE + 1);

	e->detail = startup == VC_STARTUP_NONE;
	if (vc_random(&m->random) % 4 == 0) {
		e->number = 0x80000000u | (uint32_t)one_of(&m->random);
		e->arrival = VC_NO_TIME;
		vc_log_say(log, VC_LOG_NUMBER, e->number);
		return VC_LOG_SEND + startup;
	}
	e->number = m->out[e->peer]++;
	e->span = (int64_t)one_of(&m->random) / 64;
	e->arrival = m->now + (vcube_time)one_of(&m->random) / 64;
	if (e->span > 0)
		vc_log_say(log, VC_LOG_START, (uint64_t)e->span);
	vc_log_say(log, VC_LOG_ARRIVAL, (uint64_t)(e->arrival - m->now));
	return VC_LOG_SEND + startup;
}

/* A message, or a wait, or a record: written, and what is to be read of it. */
static struct vc_event
write_one(struct vc_log *log, struct model *m)
{
	static const enum vcube_events kinds[] = {
		VCUBE_EVENT_SEND, VCUBE_EVENT_GOT, VCUBE_EVENT_SENT, VCUBE_EVENT_ALIGN,
		VCUBE_EVENT_STEP, VCUBE_EVENT_WORK, VCUBE_EVENT_WATCH,
	};
	const enum vcube_events kind = kinds[vc_random(&m->random) % COUNT(kinds)];
	const vcube_time since = m->now;
	unsigned word = kind;
	struct vc_event e = {
		.kind = (uint8_t)kind, .amount = one_of(&m->random),
		.peer = (int16_t)(kind == VCUBE_EVENT_ALIGN ? -1 : (int)(vc_random(&m->random) % LOGS_NODES)),
	};

	m->now += 1 + (vcube_time)one_of(&m->random) / 64;
	if (kind == VCUBE_EVENT_STEP)
		return write_step(log, m);
	if (vc_log_words(kind) > 1)
		return write_record(log, m, kind);
	e.time = kind == VCUBE_EVENT_GOT ? since : m->now;
	e.span = m->now - since;
	if (kind == VCUBE_EVENT_SEND) {
		e.span = 0;
		word = say_of_send(log, m, &e);
	} else if (kind == VCUBE_EVENT_GOT) {
		e.number = m->in[e.peer]++;
	} else if (kind == VCUBE_EVENT_SENT && m->out[e.peer] % 2 == 0) {
		vc_log_say(log, VC_LOG_NUMBER, e.number = (uint32_t)one_of(&m->random));
	} else if (kind == VCUBE_EVENT_SENT) {
		e.number = m->out[e.peer] - 1;
	}
	vc_log_event(log, &(struct vc_moment){.stamp = (uint64_t)m->now}, word, e.peer, e.amount);
	return e;
}

static void
test_numbers(void **state)
{
	vcube_machine *machine = open_recorded("clock=virtual routing=none");
	struct vc_log *log = &machine->trace->log[0].log;
	static struct vc_event written[200];
	uint64_t random = seed;

	(void)state;
	for (int round = 0; round < 50; round++) {
		struct model m = {.random = vc_random(&random)};
		size_t count = 0;

		log->at = log->words;
		log->epoch = 0;
		/* times do not run over */
		while (count < COUNT(written) && m.now < INT64_C(1) << 61)
			written[count++] = write_one(log, &m);
		read_back(machine, 0, written, count);
	}
	vcube_close(machine);
}

/* A message by rule: one word, or none if it or its time does not go into one. */
static void
test_brief(void **state)
{
	vcube_machine *machine = open_recorded("clock=virtual routing=none");
	struct vc_log *log = &machine->trace->log[0].log;
	uint64_t now = 5, *const at = log->at;

	(void)state;
	log->clock = &now;
	assert_false(vc_log_brief(log, VC_LOG_SEND, 1, 1025));
	now = (UINT64_C(7) << 32) + 5;
	assert_false(vc_log_brief(log, VC_LOG_SEND, 1, 1024));
	assert_ptr_equal(log->at, at);
	log->epoch = 7;
	assert_true(vc_log_brief(log, VC_LOG_SEND, 1, 1024));
	assert_ptr_equal(log->at, at + 1);
	log->at = log->end;
	assert_false(vc_log_brief(log, VC_LOG_SEND, 1, 1024));
	assert_ptr_equal(log->at, log->end);
	vcube_close(machine);
}

/* Random events into a log of a few stretches: those that fit come back. */
static void
test_full(void **state)
{
	vcube_machine *machine = open_recorded("");
	struct vc_log *log = &machine->trace->log[0].log;
	uint64_t random = seed;

	(void)state;
	for (int round = 0; round < 300; round++) {
		const size_t words = (1 + vc_random(&random) % 8) * (VC_LOG_STRETCH / sizeof(uint64_t));
		struct vc_log_reader reader;
		struct vc_event e;
		uint64_t written = 0, read = 0;

		log->at = log->words;
		log->end = log->words + words;
		log->lost = log->epoch = 0;
		log->lean = vc_random(&random) % 2 ? VC_LOG_STRETCH - 1 : 0;
		log->end[0] = 4711;
		for (; written < 100; written++)
			if (vc_random(&random) % 3)
				vc_log_lean(log, VC_LOG_SEND, 1, 8);
			else
				vc_log_add(log, &(struct vc_log_entry){.kind = VCUBE_EVENT_WORK});
		assert_ptr_equal(log->at, log->end);
		assert_int_equal(log->end[0], 4711);
		begin_reading(&reader, machine, 1);
		while (vc_log_read(&reader, &e))
			read++;
		assert_int_equal(read + log->lost, written);
		vc_log_read_end(&reader);
	}
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_numbers),
		TEST(test_brief),
		TEST(test_full),
	};

	return RUN_TESTS(tests);
}
