/* SPDX-License-Identifier: BSD-2-Clause */
#include "final_values.h"

static void
mark_step(vcube_node *self, struct times *t, int step)
{
	const int me = vcube_rank(self);

	vcube_step(self, "some");
	if (t->asked)
		t->at[step][me] = vcube_now(self);
}

static void
plan_change(vcube_node *self, const struct times *t, int step)
{
	if (t->plan != NULL && step == FINAL_STEPS / 2 && vcube_rank(self) == 0)
		vcube_plan_links(self, t->plan);
}

static int
peer_of(int me, int step, int message, int sign)
{
	return (me + sign * (1 + (step + message) % (FINAL_NODES - 1)) + FINAL_NODES) % FINAL_NODES;
}

int
final_program(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char data[700] = "";

	for (int s = 0; s < FINAL_STEPS; s++) {
		mark_step(self, arg, s);
		plan_change(self, arg, s);
		vcube_compute(self, 300 * ((me * 5 + s) % 7));
		for (int i = 0; i < FINAL_MESSAGES; i++)
			vcube_send(self, NULL, peer_of(me, s, i, 1), data,
				   (size_t)(100 + 97 * ((me + i * s) % 6)));
		for (int i = 0; i < FINAL_MESSAGES; i++) {
			if (i == FINAL_MESSAGES - 1 && s + 1 < FINAL_STEPS && (me + s) % 2)
				vcube_step(self, "more");
			vcube_recv(self, NULL, peer_of(me, s, i, -1), data, sizeof data, NULL);
		}
		if ((me + s) % 2 == 0 || s + 1 == FINAL_STEPS)
			vcube_step(self, "more");
	}
	mark_step(self, arg, FINAL_STEPS);
	return vcube_failed(self);
}

const char *const final_machines[] = {
	"ring:6 clock=virtual",
	"torus:3x2 clock=virtual ports=all",
	"linear:6 clock=virtual duplex=half send_overhead=50 recv_overhead=70",
	"mesh:3x2 clock=virtual switching=store-and-forward per_hop=40",
	"ring:6 clock=virtual links=0-1:down",
	"ring:6 clock=virtual duplex=half links=2-3:down",
	"torus:3x2 clock=virtual changes=2us:0-1:down,6us:0-1:up,9us:2-3:down",
	"full:6 clock=virtual switching=store-and-forward links=all:down,0-1:up,1-2:up,2-3:up,3-4:up,4-5:up",
	"full:6 clock=virtual routing=none",
	"full:6 clock=virtual routing=none account=yes",
	"ring:6 clock=virtual jitter=2us capacity=600",
};

const size_t final_machines_count = COUNT(final_machines);

void
record_final(struct vc_recording *r, vcube_machine *machine, struct times *times)
{
	static const struct vcube_stepper_options options = {.title = NULL};
	struct vcube_error error;

	assert_int_equal(vc_recording_make(r, machine, final_program, times, &options, &error), 0);
	assert_string_equal(r->failure.text, "");
}
