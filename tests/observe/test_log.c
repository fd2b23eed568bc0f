/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node's log: its words read back, what does not fit is counted, and times that were not
 * taken follow from those that were.
 */
#include <string.h>
#include "random.h"
#include "merge.h"
#include "replay.h"
#include "support.h"
#include "trace.h"

enum { LOGS_NODES = 8 };

static int
all_to_all(vcube_node *self, void *arg)
{
	(void)arg;
	for (int to = 0; to < LOGS_NODES; to++)
		vcube_send(self, NULL, to, NULL, 0);
	for (int from = 0; from < LOGS_NODES; from++)
		vcube_recv(self, NULL, from, NULL, 0, NULL);
	return vcube_failed(self);
}

/* A machine with a channel between any two nodes for recording; the tests write the first
 * log. */
static vcube_machine *
open_recorded(const char *text)
{
	vcube_machine *machine = open_machine("full:%d %s", LOGS_NODES, text);

	run_well(machine, all_to_all, NULL);
	assert_int_equal(vcube_trace_start(machine, "/dev/null", NULL, NULL), 0);
	assert_int_equal(vc_part_trace.begin(machine, NULL), 0);
	return machine;
}

static void
begin_reading(struct vc_log_reader *reader, const vcube_machine *machine, double tick)
{
	assert_true(vc_log_read_begin(reader, machine, 0, tick));
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

/* The events of the first log are exactly these. */
static void
read_back(const vcube_machine *machine, double tick, const struct vc_event *written, size_t count)
{
	struct vc_log_reader reader;
	struct vc_event e;

	begin_reading(&reader, machine, tick);
	for (size_t i = 0; i < count; i++) {
		assert_true(vc_log_read(&reader, &e));
		same(&e, &written[i]);
	}
	assert_false(vc_log_read(&reader, &e));
	vc_log_read_end(&reader);
}

/* --- words ------------------------------------------------------------------------- */

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

/* What should be read. */
struct model {
	uint64_t random;
	vcube_time now;
	uint32_t out[LOGS_NODES], in[LOGS_NODES];       /* numbers of the next messages, */
	uint32_t steps;                                 /* and of the last step */
};

/* A log entry of several words. */
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

/* A message sent, and its kind of word: it says when it arrives, or is lost, with its own
 * number. */
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

/* A message, a wait, or a log entry: written, and what should be read of it. */
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
		/* times do not overflow */
		while (count < COUNT(written) && m.now < INT64_C(1) << 61)
			written[count++] = write_one(log, &m);
		read_back(machine, 0, written, count);
	}
	vcube_close(machine);
}

/* A call that is made again has the events of the first, but for its time and number. */
static void
test_again(void **state)
{
	vcube_machine *machine = open_recorded("clock=virtual routing=none");
	struct vc_log *log = &machine->trace->log[0].log;
	const vcube_time late = (INT64_C(7) << 32) + 5;
	const uint64_t *first, *end, *last;
	uint64_t *again;

	(void)state;
	vc_log_time(log, &(struct vc_moment){.stamp = 100});
	first = log->at;
	vc_log_add(log, &(struct vc_log_entry){.kind = VCUBE_EVENT_CALL, .number = 8, .peer = 3, .text = "call"});
	vc_log_add(log, &(struct vc_log_entry){.kind = VCUBE_EVENT_GROUP, .number = 41, .detail = 1});
	vc_log_add(log, &(struct vc_log_entry){.kind = VCUBE_EVENT_WATCH, .amount = 5, .text = "in"});
	end = log->at;
	vc_log_event(log, &(struct vc_moment){.stamp = 120}, VCUBE_EVENT_RETURN, 1, 0);
	assert_true(vc_log_again(log, &(struct vc_moment){.stamp = (uint64_t)late}, 42, first, end));
	vc_log_event(log, &(struct vc_moment){.stamp = (uint64_t)late + 30}, VCUBE_EVENT_RETURN, 1, 0);
	assert_true(vc_log_again(log, &(struct vc_moment){.stamp = (uint64_t)late + 40}, 43, first, end - VC_LOG_LONG));
	read_back(machine, 0, (const struct vc_event[]){
		{.kind = VCUBE_EVENT_CALL, .time = 100, .number = 8, .peer = 3, .text = "call"},
		{.kind = VCUBE_EVENT_GROUP, .time = 100, .number = 41, .detail = 1},
		{.kind = VCUBE_EVENT_WATCH, .time = 100, .amount = 5, .text = "in"},
		{.kind = VCUBE_EVENT_RETURN, .time = 120, .span = 20, .number = 8, .peer = 3, .detail = 1},
		{.kind = VCUBE_EVENT_CALL, .time = late, .number = 8, .peer = 3, .text = "call"},
		{.kind = VCUBE_EVENT_GROUP, .time = late, .number = 42, .detail = 1},
		{.kind = VCUBE_EVENT_WATCH, .time = late, .amount = 5, .text = "in"},
		{.kind = VCUBE_EVENT_RETURN, .time = late + 30, .span = 30, .number = 8, .peer = 3, .detail = 1},
		{.kind = VCUBE_EVENT_CALL, .time = late + 40, .number = 8, .peer = 3, .text = "call"},
		{.kind = VCUBE_EVENT_GROUP, .time = late + 40, .number = 43, .detail = 1},
	}, 10);
	/* there is no room for the events that it stands for */
	again = log->at;
	log->end = log->at;
	assert_true(vc_log_again(log, &(struct vc_moment){.stamp = (uint64_t)late}, 44, first, end));
	assert_true(log->at == again && log->lost == 3);
	/* the farthest of all, and one too far */
	log->end = log->words + VC_LOG_BACK + 100;
	log->at = log->words + (first - log->words) + VC_LOG_BACK;
	again = log->at;
	assert_true(vc_log_again(log, &(struct vc_moment){.stamp = 1, .after = 1}, 44, first, end));
	assert_int_equal(log->at - again, 4);
	assert_ptr_equal(vc_log_first_again(log->at - 1, &last), first);
	assert_ptr_equal(last, end);
	log->at = again + 1;
	assert_false(vc_log_again(log, &(struct vc_moment){.stamp = 1}, 45, first, end));
	assert_ptr_equal(log->at, again + 1);
	vcube_close(machine);
}

/* A message by rule: one word, or none if it or its time does not fit one. */
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

/* A step of the free clock, with a time only if it must have one. */
static void
put_step(struct vc_log *log)
{
	if (!vc_log_lean_step(log, 1, "step"))
		vc_log_step(log, &(struct vc_moment){.stamp = (uint64_t)vc_host_ticks()}, 1, "step");
}

/* Random events in a log of a few stretches: those that fit read back. */
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
			else if (vc_random(&random) % 2)
				vc_log_add(log, &(struct vc_log_entry){.kind = VCUBE_EVENT_WORK});
			else
				put_step(log);
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

/* --- times ------------------------------------------------------------------------- */

/* When messages by rule start and arrive: from the cost parameters, the port and the link. */
static void
try_stamps(const char *ports, vcube_time other)
{
	char text[120];
	vcube_machine *machine;
	struct vc_log *log;
	uint64_t now = 1000;

	snprintf(text, sizeof text, "clock=virtual routing=none startup=100ns exchange_startup=300ns "
		 "per_hop=7ns per_byte=2ns ports=%s", ports);
	machine = open_recorded(text);
	log = &machine->trace->log[0].log;
	log->clock = &now;
	vc_log_brief(log, VC_LOG_SEND + VC_STARTUP, 1, 10);
	vc_log_brief(log, VC_LOG_SEND + VC_STARTUP_EXCHANGE, 1, 0);
	vc_log_brief(log, VC_LOG_SEND + VC_STARTUP_NONE, 0, 8);
	now = 2000;
	vc_log_brief(log, VC_LOG_SEND + VC_STARTUP_NONE, 2, 8);
	now = 1000000000;
	vc_log_brief(log, VC_LOG_SEND + VC_STARTUP, 1, 0);
	read_back(machine, 0, (const struct vc_event[]){
		{.kind = VCUBE_EVENT_SEND, .time = 1000, .peer = 1, .amount = 10, .arrival = 128000},
		{.kind = VCUBE_EVENT_SEND, .time = 1000, .peer = 1, .number = 1, .span = 127000,
		 .arrival = 435000},
		{.kind = VCUBE_EVENT_SEND, .time = 1000, .amount = 8, .arrival = 1000, .detail = 1},
		{.kind = VCUBE_EVENT_SEND, .time = 2000, .peer = 2, .amount = 8, .span = other - 2000,
		 .arrival = other + 23000, .detail = 1},
		{.kind = VCUBE_EVENT_SEND, .time = 1000000000, .peer = 1, .number = 2,
		 .arrival = 1000107000},
	}, 5);
	vcube_close(machine);
}

static void
test_stamps(void **state)
{
	(void)state;
	try_stamps("one", 435000);
	try_stamps("all", 2000);
}

/* With journals, times are acts; a node may have worked after one. */
static void
test_acted(void **state)
{
	vcube_machine *machine = open_recorded("clock=virtual");
	static const vcube_time clocks[] = {100, 250, 400};
	struct vc_times *const times = &machine->replay->player[0].clocks;
	struct vc_log *log = &machine->trace->log[0].log;
	uint64_t acts = 1;

	(void)state;
	vc_replay_expect(machine, COUNT(clocks));
	memcpy(times->list, clocks, sizeof clocks);
	times->used = COUNT(clocks);
	log->clock = &acts;
	vc_log_brief(log, VCUBE_EVENT_GOT, 1, 8);
	acts = 2;
	vc_log_brief(log, VCUBE_EVENT_GOT, 1, 8);
	vc_log_step(log, &(struct vc_moment){.stamp = 2, .after = 30}, 0, NULL);
	vc_log_event(log, &(struct vc_moment){.stamp = 2, .after = 40}, VCUBE_EVENT_ALIGN, -1, 0);
	acts = 3;
	vc_log_brief(log, VCUBE_EVENT_GOT, 2, 8);
	read_back(machine, 0, (const struct vc_event[]){
		{.kind = VCUBE_EVENT_GOT, .time = 0, .span = 100, .peer = 1, .amount = 8},
		{.kind = VCUBE_EVENT_GOT, .time = 100, .span = 150, .peer = 1, .amount = 8, .number = 1},
		{.kind = VCUBE_EVENT_STEP, .time = 280, .peer = -1, .number = 1},
		{.kind = VCUBE_EVENT_ALIGN, .time = 290, .span = 10, .peer = -1},
		{.kind = VCUBE_EVENT_GOT, .time = 290, .span = 110, .peer = 2, .amount = 8},
	}, 5);
	vcube_close(machine);
}

/* A receive from any that completed others first began where they ended, and so did work
 * that the host began before them. A message is in flight for the logged time, even if the
 * node did something later before. */
static void
test_not_back(void **state)
{
	vcube_machine *machine = open_recorded("clock=wall");
	struct vc_log *log = &machine->trace->log[0].log;

	(void)state;
	vc_log_event(log, &(struct vc_moment){.stamp = 700}, VCUBE_EVENT_GOT, 1, 8);
	vc_log_time(log, &(struct vc_moment){.stamp = 500});
	vc_log_event(log, &(struct vc_moment){.stamp = 900}, VCUBE_EVENT_GOT, 2, 8);
	vc_log_time(log, &(struct vc_moment){.stamp = 950});
	vc_log_add(log, &(struct vc_log_entry){.kind = VCUBE_EVENT_WORK, .span = 60});
	vc_log_say(log, VC_LOG_START, 20);
	vc_log_say(log, VC_LOG_ARRIVAL, 70);
	vc_log_event(log, &(struct vc_moment){.stamp = 940}, VC_LOG_SEND + VC_STARTUP, 3, 8);
	read_back(machine, 0, (const struct vc_event[]){
		{.kind = VCUBE_EVENT_GOT, .span = 700, .peer = 1, .amount = 8},
		{.kind = VCUBE_EVENT_GOT, .time = 700, .span = 200, .peer = 2, .amount = 8},
		{.kind = VCUBE_EVENT_WORK, .time = 950, .span = 50},
		{.kind = VCUBE_EVENT_SEND, .time = 950, .span = 10, .peer = 3, .amount = 8,
		 .arrival = 1010},
	}, 4);
	vcube_close(machine);
}

static void
put_undated(struct vc_log *log, int count)
{
	for (int i = 0; i < count; i++)
		vc_log_put(log, vc_log_word((i % 2 ? VC_LOG_FOUND : VC_LOG_SEND) + VC_LOG_UNDATED,
					    1, 8, 0));
}

/* Times taken at 100, 180 and 300 ticks of 10 ps, and those between. */
static void
test_between(void **state)
{
	static const vcube_time wanted[] = {
		1000, 1200, 1400, 1400, 1600,   /* up to 1800; a step has the time of what follows */
		1800, 1800, 1800,               /* other events are at this time, too */
		2000, 2000,                     /* a step, and a receive that ends at 3000 */
		3000, 3250, 3500, 3750,         /* up to the end of an epoch, 4000 */
		4000, 4000,                     /* nothing else is known of the last ones */
	};
	vcube_machine *machine = open_recorded("");
	struct vc_log *log = &machine->trace->log[0].log;
	const uint64_t begin = (UINT64_C(5) << 32) - 400;
	struct vc_log_reader reader;
	struct vc_event e;

	(void)state;
	machine->trace->ticks = (int64_t)begin;
	vc_log_time(log, &(struct vc_moment){.stamp = begin + 100});
	put_undated(log, 2);
	vc_log_put(log, vc_log_word(VC_LOG_STEP, 1, 0, 0));
	vc_log_put(log, (uintptr_t)"step");
	put_undated(log, 2);
	vc_log_time(log, &(struct vc_moment){.stamp = begin + 180});
	put_undated(log, 2);
	vc_log_add(log, &(struct vc_log_entry){.kind = VCUBE_EVENT_WATCH});
	vc_log_step(log, &(struct vc_moment){.stamp = begin + 200}, 1, "step");
	vc_log_event(log, &(struct vc_moment){.stamp = begin + 300}, VCUBE_EVENT_GOT, 1, 8);
	put_undated(log, 4);
	vc_log_event(log, &(struct vc_moment){.stamp = begin + 400}, VC_LOG_FOUND, 1, 8);
	put_undated(log, 1);
	begin_reading(&reader, machine, 10);
	for (size_t i = 0; i < COUNT(wanted); i++) {
		assert_true(vc_log_read(&reader, &e));
		assert_int_equal(e.time, wanted[i]);
	}
	assert_false(vc_log_read(&reader, &e));
	vc_log_read_end(&reader);
	vcube_close(machine);
}

/* Of a stretch, or where the log says that the upper half of times changed. */
static bool
is_first(const uint64_t *word)
{
	return (uintptr_t)word % VC_LOG_STRETCH == 0 || (word[-1] & 63) == VC_LOG_EPOCH;
}

/* In a call a message has a time at the beginning of a stretch; outside of calls each one
 * that is sent has one. */
static void
test_lean(void **state)
{
	vcube_machine *machine = open_recorded("");
	struct vc_log *log = &machine->trace->log[0].log;
	uint64_t *outside;

	(void)state;
	log->lean = VC_LOG_STRETCH - 1;
	for (int i = 0; i < 100; i++)
		vc_log_lean(log, VC_LOG_SEND, 1, 8);
	for (uint64_t *w = log->words; w < log->at; w++) {
		const unsigned kind = *w & 63;

		if (kind == VC_LOG_SEND)
			assert_true(is_first(w));
		else if (kind != VC_LOG_EPOCH)
			assert_true(kind == VC_LOG_SEND + VC_LOG_UNDATED && (uintptr_t)w % VC_LOG_STRETCH != 0);
	}
	log->lean = 0;
	outside = log->at;
	for (int i = 0; i < 40; i++)
		vc_log_lean(log, i % 4 == 0 ? VC_LOG_FOUND : VC_LOG_SEND, 1, 8);
	for (uint64_t *w = outside; w < log->at; w++) {
		const unsigned kind = *w & 63;

		if (kind == VC_LOG_FOUND + VC_LOG_UNDATED)
			assert_true((uintptr_t)w % VC_LOG_STRETCH != 0);
		else
			assert_true(kind == VC_LOG_SEND || kind == VC_LOG_EPOCH ||
				    (kind == VC_LOG_FOUND && is_first(w)));
	}
	vcube_close(machine);
}

static bool
begins_stretch(const uint64_t *word)
{
	return (uintptr_t)word % VC_LOG_STRETCH == 0;
}

/* In a call a step has no time if both of its words lie within a stretch, behind its first word. */
static void
test_lean_steps(void **state)
{
	vcube_machine *machine = open_recorded("");
	struct vc_log *log = &machine->trace->log[0].log;
	unsigned steps[2] = {0}, before = VC_LOG_NOTHING;

	(void)state;
	log->lean = VC_LOG_STRETCH - 1;
	for (unsigned i = 0; i < 200; i++) {
		for (unsigned k = 0; k < i % 4; k++)
			vc_log_lean(log, VC_LOG_SEND, 1, 8);
		put_step(log);
	}
	for (uint64_t *w = log->words; w < log->at; w += vc_log_words(*w & 63)) {
		const unsigned kind = *w & 63;
		const bool bounds = begins_stretch(w) || begins_stretch(w + 1);

		/* a word for the upper half of the time may precede one with a time */
		assert_true(kind != VCUBE_EVENT_STEP || bounds || before == VC_LOG_EPOCH);
		assert_false(kind == VC_LOG_STEP && bounds);
		before = kind;
		if (kind == VC_LOG_STEP || kind == VCUBE_EVENT_STEP) {
			steps[kind == VC_LOG_STEP]++;
			assert_string_equal((const char *)(uintptr_t)w[1], "step");
		}
	}
	assert_true(steps[0] > 20 && steps[1] > 100 && steps[0] + steps[1] == 200);
	log->lean = 0;
	assert_false(vc_log_lean_step(log, 1, "step"));
	vcube_close(machine);
}

/* The events of node r, each at its own time, in ticks of 1 ns. */
static void
did(vcube_machine *machine, int r, int64_t ticks, unsigned kind, int peer)
{
	vc_log_event(&machine->trace->log[r].log,
		     &(struct vc_moment){.stamp = (uint64_t)(machine->trace->ticks + ticks)},
		     kind, peer, 8);
}

static void
merged_are(vcube_machine *machine, const struct vc_event *wanted, size_t count)
{
	struct vc_merge *const merge = vc_merge_new(machine);
	struct vc_event m;
	vcube_time last = 0;

	assert_non_null(merge);
	for (size_t i = 0; i < count; i++) {
		assert_true(vc_merge_next(merge, &m));
		assert_int_equal(m.kind, wanted[i].kind);
		assert_int_equal(m.peer, wanted[i].peer);
		assert_int_equal(m.rank, wanted[i].rank);
		assert_true(m.time >= last);
		last = m.time;
	}
	assert_false(vc_merge_next(merge, &m));
	assert_false(vc_merge_refused(merge));
	vc_merge_free(merge);
}

#define EVENT(what, other, node) {.kind = VCUBE_EVENT_##what, .peer = other, .rank = node}

/* Times that were not taken may be too early: a message is received after it was sent, and
 * what follows at the receiver, and at others, is later still. A message that no log has
 * was sent, too. */
static void
test_sent_first(void **state)
{
	vcube_machine *machine = open_recorded("");

	(void)state;
	did(machine, 0, 100, VC_LOG_FOUND, 1);
	did(machine, 0, 110, VC_LOG_SEND, 2);
	did(machine, 1, 500, VC_LOG_SEND, 0);
	did(machine, 1, 900, VC_LOG_FOUND, 3);
	did(machine, 2, 90, VC_LOG_FOUND, 0);
	did(machine, 2, 600, VC_LOG_SEND, 4);
	merged_are(machine, (const struct vc_event[]){
		EVENT(RECV, 0, 2),
		EVENT(RECV, 1, 0),
		EVENT(SEND, 0, 1), EVENT(GOT, 1, 0),
		EVENT(SEND, 2, 0), EVENT(GOT, 0, 2),
		EVENT(SEND, 4, 2), EVENT(RECV, 3, 1), EVENT(GOT, 3, 1),
	}, 9);
	vcube_close(machine);
}

/* Two logs that cannot exist: each has received what the other sends afterwards. */
static void
test_never_stuck(void **state)
{
	vcube_machine *machine = open_recorded("");

	(void)state;
	for (int r = 0; r < 2; r++) {
		did(machine, r, 100, VC_LOG_FOUND, 1 - r);
		did(machine, r, 200, VC_LOG_SEND, 1 - r);
	}
	merged_are(machine, (const struct vc_event[]){
		EVENT(RECV, 1, 0),
		EVENT(RECV, 0, 1),
		EVENT(GOT, 1, 0),
		EVENT(GOT, 0, 1), EVENT(SEND, 1, 0), EVENT(SEND, 0, 1),
	}, 6);
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_numbers),
		TEST(test_again),
		TEST(test_brief),
		TEST(test_full),
		TEST(test_stamps),
		TEST(test_acted),
		TEST(test_not_back),
		TEST(test_between),
		TEST(test_lean),
		TEST(test_lean_steps),
		TEST(test_sent_first),
		TEST(test_never_stuck),
	};

	return RUN_TESTS(tests);
}
