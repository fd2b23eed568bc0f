/* SPDX-License-Identifier: BSD-2-Clause */
/* Overrides that are wrong or too late, and messages without a route. */
#include <stdlib.h>
#include <string.h>
#include "timed_messages.h"

struct refused_plan {
	const char *changes, *says;
	int code;
};

static int
plan_wrongly(vcube_node *self, void *arg)
{
	const struct refused_plan *r = arg;

	vcube_compute(self, 10);
	return vcube_rank(self) == 0 ? vcube_plan_links(self, r->changes) : 0;
}

static void
test_plans_refused(void **state)
{
	static const struct refused_plan refused[] = {
		{"10:0-1:down", "a change at 10 ps is not after 10 ps, the current time of node 0", VCUBE_EINVAL},
		{"20:0-1:down,9:0-1:up", "a change at 9 ps is not after", VCUBE_EINVAL},
		{"0-1:down", "vcube_plan_links '0-1:down'", VCUBE_EINVAL},
		{"", "it is empty", VCUBE_EINVAL},
		{"20:0-2:down", "0 and 2 are not wired", VCUBE_EUNKNOWN},
	};
	static struct refused_plan where = {"20:0-1:down", "", VCUBE_EINVAL};

	(void)state;
	for (size_t i = 0; i < COUNT(refused); i++) {
		vcube_machine *machine = open_machine("linear:3 " COSTS);

		run_for(machine, plan_wrongly, (void *)&refused[i], refused[i].code);
		report_has(machine, refused[i].says);
		vcube_close(machine);
	}
	try_for("linear:3", plan_wrongly, &where, VCUBE_EINVAL);
	try_for("linear:3 routing=none " COSTS, plan_wrongly, &where, VCUBE_EINVAL);
	try_well("linear:3 account=yes routing=none " COSTS, plan_wrongly, &where);
}

/* From outside a run: at once, whatever applied before; at times; for all later runs. */
static void
test_calls(void **state)
{
	static const struct timed_message slow[] = {{0, 1, 100, 0, 4007}}, fast[] = {{0, 1, 100, 0, 2007}};
	static const struct timed_message later[] = {{0, 1, 100, 0, 2007}, {0, 1, 100, 0, 2007 + 3007}};
	struct plan p = {.messages = fast, .count = 1};
	vcube_machine *machine = open_machine("linear:2 " COSTS);
	struct vcube_error error;

	(void)state;
	check_run(machine, "as described", &p);
	p.messages = slow;
	assert_int_equal(vcube_change_links(machine, "0-1:per_byte=30", &error), 0);
	check_run(machine, "changed", &p);
	check_run(machine, "still", &p);
	p.messages = fast;
	assert_int_equal(vcube_change_links(machine, "all:per_byte=10", &error), 0);
	check_run(machine, "changed back", &p);
	p.messages = later;
	p.count = 2;
	assert_int_equal(vcube_schedule_links(machine, "50:0-1:per_byte=20", &error), 0);
	check_run(machine, "scheduled", &p);
	check_run(machine, "and again", &p);
	p.messages = slow;
	p.count = 1;
	assert_int_equal(vcube_change_links(machine, "0>1:per_byte=30", &error), 0);
	check_run(machine, "what was scheduled counts no more", &p);
	vcube_close(machine);
}

/* --- refused, and no route ---------------------------------------------------- */

#define ZEROS "0000000000000000000000000000000000000000"

static void
test_refused(void **state)
{
	static const struct { const char *text, *says; int code; } refused[] = {
		{"mesh:4x4 links=dim1:down", "links 'dim1:down': the links of mesh:4x4 have no such class; "
		 "there are axis0 to axis1", VCUBE_EUNKNOWN},
		{"mesh:4x4 links=axis2:down", "no such class", VCUBE_EUNKNOWN},
		{"hypercube:3 links=dim3:down", "there are dim0 to dim2", VCUBE_EUNKNOWN},
		{"fattree:2x3 links=level3:down", "there are level0 to level2", VCUBE_EUNKNOWN},
		{"full:3 links=axis0:down", "full:3 have no classes; there are all, A-B and A>B", VCUBE_EUNKNOWN},
		{"hypercube:0 links=dim0:down", "no classes", VCUBE_EUNKNOWN},
		{"mesh:1x3 links=axis0:down", "there are no such links on mesh:1x3", VCUBE_EUNKNOWN},
		{"ring:8 links=0-1:down,0-2:down", "links '0-2:down': 0 and 2 are not wired", VCUBE_EUNKNOWN},
		{"ring:8 links=8>0:down", "8 and 0 are not wired", VCUBE_EUNKNOWN},
		{"ring:8 links=s0>0:down", "s0 and 0 are not wired", VCUBE_EUNKNOWN},
		{"fattree:2x2 links=0-4:down", "0 and 4 are not wired", VCUBE_EUNKNOWN},
		{"ring:8 changes=5:0-1:down", "clock=free has no virtual time", VCUBE_EINVAL},
		{"ring:8 links=0-1:per_byte=1000000000000001ps", "'0-1:per_byte=1000000000000001ps': it is "
		 "too large; at most 1000s is permitted", VCUBE_EINVAL},
		{"ring:8 links=0-1:per_hop=1001s", "it is too large", VCUBE_EINVAL},
		{"ring:8 links=0-1:per_hop=" ZEROS "1", "links '0-1:per_hop=" ZEROS, VCUBE_EINVAL},
		{"ring:8 clock=virtual changes=5:0-3:down", "changes '5:0-3:down': 0 and 3", VCUBE_EUNKNOWN},
	};
	struct vcube_error error;
	vcube_machine *machine;

	(void)state;
	for (size_t i = 0; i < COUNT(refused); i++) {
		assert_null(vcube_open(refused[i].text, &error));
		error_has(&error, refused[i].code, refused[i].says);
	}
	machine = open_machine("ring:4");
	assert_int_equal(vcube_change_links(machine, "0-1:per_byte=1001s", &error), VCUBE_EINVAL);
	error_has(&error, VCUBE_EINVAL, "vcube_change_links '0-1:per_byte=1001s': it is too large");
	assert_int_equal(vcube_change_links(machine, "0-2:up", &error), VCUBE_EUNKNOWN);
	error_has(&error, VCUBE_EUNKNOWN, "vcube_change_links '0-2:up': 0 and 2");
	assert_int_equal(vcube_change_links(machine, "", NULL), VCUBE_EINVAL);
	assert_int_equal(vcube_change_links(machine, "5:0-1:up", NULL), VCUBE_EINVAL);
	/* all or nothing */
	assert_int_equal(vcube_change_links(machine, "all:down,9-1:up", &error), VCUBE_EUNKNOWN);
	run_well(machine, carry_out, &(struct plan){.messages = &(struct timed_message){0, 1, 9, 0, 0}, .count = 1});
	assert_int_equal(vcube_schedule_links(machine, "5:0-1:up", &error), VCUBE_EINVAL);
	error_has(&error, VCUBE_EINVAL, "vcube_schedule_links: clock=free");
	vcube_close(machine);
}

/* From 0 to 3 through 1: nobody else sends over the broken link. */
static int
try_in_vain(vcube_node *self, void *arg)
{
	char byte = 0;

	(void)arg;
	if (vcube_rank(self) == 0) {
		vcube_compute(self, 100);
		vcube_send(self, NULL, 1, &byte, 1);
		vcube_send(self, NULL, vcube_size(self) - 1, &byte, 1);
	}
	if (vcube_rank(self) == 1)
		vcube_recv(self, NULL, 0, &byte, 1, NULL);
	if (vcube_rank(self) == vcube_size(self) - 1)
		vcube_recv(self, NULL, 0, &byte, 1, NULL);
	return vcube_failed(self);
}

static void
test_no_route(void **state)
{
	static const struct { const char *text, *says; } lost[] = {
		{"linear:4 links=2-3:down " COSTS, "no route from node 0 to node 3 at 1.117 ns: "
		 "link 2>3 is down and there is no detour"},
		{"linear:4 changes=1117:2-3:down fuzz=3 " COSTS, "at 1.117 ns: link 2>3 is down"},
		{"mesh:2x2 links=1-3:down,2>3:down " COSTS, "no route from node 0 to node 3 at 1.117 ns: link 1>3"},
		{"fattree:2x2 links=3-s1:down " COSTS, "link s1>3 is down"},
		{"linear:4 links=2-3:down", "no route from node 0 to node 3: link 2>3 is down"},
		{"linear:4 links=2-3:down fuzz=9", "link 2>3 is down and there is no detour"},
		{"linear:2 links=0>1:down", "no route from node 0 to node 1: link 0>1"},
		{"ring:3 routing=none links=0-2:down", "routing=none allows no detour"},
		{"ring:3 routing=none changes=1117:0>2:down " COSTS, "no route from node 0 to node 2 at "
		 "1.117 ns: link 0>2 is down and routing=none"},
		{"ring:3 routing=none account=yes links=0>2:down " COSTS, "at 1.117 ns: link 0>2 is down and routing"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(lost); i++)
		for (int times = 0; times < 3; times++) {
			vcube_machine *machine = open_machine("%s", lost[i].text);

			run_for(machine, try_in_vain, NULL, VCUBE_EFAULT);
			report_has(machine, lost[i].says);
			error_has(vcube_run_error(machine), VCUBE_EFAULT, lost[i].says);
			assert_non_null(strstr(vcube_run_report(machine), lost[i].says));
			/* up again, it works */
			assert_int_equal(vcube_change_links(machine, "all:up", NULL), 0);
			run_well(machine, try_in_vain, NULL);
			vcube_close(machine);
		}
	try_well("linear:4 routing=any changes=1118:2-3:down " COSTS, try_in_vain, NULL);
	try_well("ring:3 routing=none changes=1118:0>2:down " COSTS, try_in_vain, NULL);
	try_well("mesh:2x2 links=1-3:down", try_in_vain, NULL);
	try_well("ring:3 routing=none links=0>1:per_byte=1ns", try_in_vain, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_plans_refused),
		TEST(test_calls),
		TEST(test_refused),
		TEST(test_no_route),
	};

	return RUN_TESTS(tests);
}
