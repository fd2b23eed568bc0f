/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "timed_messages.h"

int
carry_out(vcube_node *self, void *arg)
{
	static const char data[4096];
	struct plan *p = arg;
	char into[4096];
	const int me = vcube_rank(self);

	if (p->changes != NULL && me == 0)
		vcube_plan_links(self, p->changes);
	for (size_t i = 0; i < p->count; i++) {
		const struct timed_message *s = &p->messages[i];

		if (s->from != me)
			continue;
		vcube_compute(self, s->start > vcube_now(self) ? s->start - vcube_now(self) : 0);
		vcube_send(self, NULL, s->to, data, s->bytes);
	}
	for (size_t i = 0; i < p->count; i++) {
		const struct timed_message *s = &p->messages[i];
		struct vcube_status status;

		if (s->to != me || vcube_recv(self, NULL, s->from, into, sizeof into, &status) != 0)
			continue;
		p->arrived[i] = status.arrival;
	}
	return vcube_failed(self);
}

void
check_run(vcube_machine *machine, const char *what, struct plan *p)
{
	memset(p->arrived, 0, sizeof p->arrived);
	run_well(machine, carry_out, p);
	for (size_t i = 0; i < p->count; i++)
		if (p->arrived[i] != p->messages[i].arrival)
			fail_msg("%s: message %zu from %d to %d arrived at %lld, not %lld", what, i,
				 p->messages[i].from, p->messages[i].to, (long long)p->arrived[i],
				 (long long)p->messages[i].arrival);
}

void
check_plan(const char *text, const char *changes, const struct timed_message *messages, size_t count)
{
	struct plan p = {.messages = messages, .count = count, .changes = changes};

	for (int fuzz = 0; fuzz < 3; fuzz++) {
		vcube_machine *machine = open_machine("%s " COSTS " fuzz=%d", text, fuzz);

		check_run(machine, text, &p);
		check_run(machine, text, &p);
		vcube_close(machine);
	}
}
