/* SPDX-License-Identifier: BSD-2-Clause */
#include "trace.h"
#include "logs.h"

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

vcube_machine *
open_recorded(const char *text)
{
	vcube_machine *machine = open_machine("full:%d %s", LOGS_NODES, text);

	run_well(machine, all_to_all, NULL);
	assert_int_equal(vcube_trace_start(machine, "/dev/null", NULL, NULL), 0);
	assert_int_equal(vc_part_trace.begin(machine, NULL), 0);
	return machine;
}

void
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

void
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
