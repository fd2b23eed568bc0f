/* SPDX-License-Identifier: BSD-2-Clause */
/* Recording runs, in tests; see the header. */
#include <stdio.h>
#include "mixture.h"
#include "tracing.h"

vcube_trace *
open_trace(const char *name)
{
	struct vcube_error error;
	vcube_trace *t = vcube_trace_open(name, &error);

	if (t == NULL)
		fail_msg("%s", error.text);
	return t;
}

void
start(vcube_machine *machine, const char *name, const struct vcube_trace_options *options)
{
	struct vcube_error error;

	if (vcube_trace_start(machine, name, options, &error) != 0)
		fail_msg("%s", error.text);
}

vcube_trace *
record_on(vcube_machine *machine, vcube_program *program, void *arg, int code,
	  const struct vcube_trace_options *options)
{
	start(machine, TRACE, options);
	run_for(machine, program, arg, code);
	return open_trace(TRACE);
}

vcube_trace *
record(const char *machine_text, vcube_program *program, void *arg, int code,
       const struct vcube_trace_options *options)
{
	vcube_machine *machine = open_machine("%s", machine_text);
	vcube_trace *t = record_on(machine, program, arg, code, options);

	vcube_close(machine);
	return t;
}

void
print(const vcube_trace *t, const struct vcube_event *e, char *text, size_t room)
{
	snprintf(text, room, "%lld+%lld %d %s >%d #%u *%llu .%u '%s'", (long long)e->time,
		 (long long)e->span, e->rank, vcube_event_name(e->kind), e->peer, e->number,
		 (unsigned long long)e->amount, e->detail, vcube_trace_text(t, e->text));
}

int
everything(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), it = 1 - me;
	int32_t in[2] = {me, 5}, out[2] = {0};
	char bytes[200] = {0};

	(void)arg;
	vcube_step(self, "alone");
	vcube_copy(self, bytes, bytes + 100, 100);
	vcube_compute(self, me * 5000);
	vcube_watch(self, "in", in, VCUBE_INT32, 2);
	if (me == 0) {
		vcube_send(self, NULL, 1, bytes, 200);
		vcube_wait(self, vcube_isend(self, NULL, 1, bytes, 50), NULL);
	} else {
		vcube_recv(self, NULL, 0, bytes, 200, NULL);
		vcube_recv(self, NULL, VCUBE_ANY, bytes, 200, NULL);
	}
	vcube_align(self, NULL);
	vcube_recv_within(self, NULL, it, bytes, 200, 7000, NULL);
	vcube_allreduce(self, NULL, in, out, 2, VCUBE_INT32, VCUBE_SUM, "hypercube");
	return vcube_failed(self);
}

int
mixed(vcube_node *self, void *arg)
{
	return mixture(self, arg);
}
