/* SPDX-License-Identifier: BSD-2-Clause */
/* Descriptions: every key set and printed, texts, and the environment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "description.h"
#include "descriptions.h"

static void
the_defaults(void **state)
{
	struct vcube_desc d;

	(void)state;
	vcube_desc_init(&d);
	assert_prints(&d, "hypercube:3");
	assert_string_equal(d.mapping, "binary");
	assert_int_equal(d.clock, VCUBE_CLOCK_FREE);
	assert_int_equal(d.routing, VCUBE_ROUTING_ANY);
	assert_int_equal(d.heap, 16 << 20);
	assert_int_equal(d.stack, 256 << 10);
	assert_true(d.capacity == SIZE_MAX);
	assert_int_equal(d.seed, 1);
	assert_int_equal(d.pin, 1);
	assert_int_equal(d.cost.startup, 1000000);
	assert_int_equal(d.cost.exchange_startup, -1);
	assert_int_equal(vcube_desc_check(&d, NULL), 0);
	vcube_desc_clear(&d);
	assert_null(d.topology);
	vcube_desc_clear(&d);
}

/* Keys: all fields, no duplicates, each with a text. */
static void
the_keys(void **state)
{
	static const char *const first[] = {
		"topology", "profile", "mapping", "clock", "ports", "routing", "switching", "duplex",
		"width", "channels", "granule", "links", "changes", "account", "heap", "stack",
		"capacity", "seed", "drop", "duplicate", "corrupt", "jitter", "crash", "lose",
		"delay", "threads", "fuzz", "explore", "faults", "replay", "strict", "digest", "pin", "priority",
		"transport", "spread", "limit", "hard_limit",
#define X(name, value, unit, text) #name,
		VCUBE_COSTS(X)
#undef X
	};

	(void)state;
	for (int i = 0; i < (int)COUNT(first); i++) {
		assert_string_equal(vcube_desc_key(i), first[i]);
		assert_true(strlen(vcube_desc_key_form(i)) > 0);
		assert_true(strlen(vcube_desc_key_text(i)) > 0);
	}
	assert_null(vcube_desc_key(COUNT(first)));
	assert_null(vcube_desc_key_form(COUNT(first)));
	assert_null(vcube_desc_key_text(-1));
	assert_string_equal(vcube_desc_key_form(3), "free|virtual|wall");
	assert_string_equal(vcube_desc_key_form(4), "one|all");
	assert_string_equal(vcube_desc_key_form(5), "none|any");
	assert_non_null(strstr(vcube_desc_key_form(0), "hypercube:D|ring:N|"));
	assert_string_equal(vcube_desc_key_text(43), "per byte: time of a byte on a link (tw)");
}

/* Key, value, and the printed value if that differs. */
static void
values(void **state)
{
	static const struct { const char *key, *value, *prints; } value[] = {
		{ "mapping", "gray", NULL }, { "mapping", "gray:2x4", NULL },
		{ "mapping", "7,6,5,4,3,2,1,0", NULL },
		{ "ports", "all", NULL },
		{ "routing", "none", NULL },
		{ "switching", "store-and-forward", NULL }, { "duplex", "half", NULL },
		{ "width", "16", NULL }, { "channels", "2", NULL }, { "granule", "8", NULL },
		{ "links", "dim1:per_byte=4ns:per_hop=0,0>1:down", NULL },
		{ "links", "+all:up", "all:up" }, { "changes", "10us:s3-s17:down", NULL },
		{ "changes", "0:level2:up,1ms:axis0:per_byte=5", NULL },
		{ "account", "1", "yes" },
		{ "heap", "4KiB", NULL }, { "heap", "4096", "4KiB" }, { "heap", "4097", NULL },
		{ "heap", "1.5MiB", "1536KiB" }, { "heap", "1GiB", NULL },
		{ "heap", "1024GiB", NULL }, { "heap", "0.25GiB", "256MiB" },
		{ "stack", "1MiB", NULL }, { "stack", "65537", NULL },
		{ "capacity", "0", NULL }, { "capacity", "1KiB", NULL },
		{ "seed", "0", NULL }, { "seed", "18446744073709551615", NULL },
		{ "drop", "1", NULL }, { "drop", "100%", "1" }, { "duplicate", "0.000000001", NULL },
		{ "corrupt", "0.5%", "0.005" }, { "drop", "0.999999999", NULL },
		{ "jitter", "1000s", NULL }, { "jitter", "1500ns", NULL },
		{ "crash", "3@100", NULL }, { "crash", "3@0,4@1.5us,3@7", NULL },
		{ "lose", "3-0@100", NULL }, { "lose", "3-0@0,0-3@1", NULL },
		{ "fuzz", "42", NULL },
		{ "strict", "yes", NULL }, { "digest", "yes", NULL }, { "strict", "1", "yes" },
		{ "pin", "no", NULL }, { "pin", "0", "no" },
		{ "priority", "realtime", NULL },
		{ "transport", "sockets", NULL }, { "transport", "./own.so", NULL }, { "spread", "robin", NULL },
		{ "limit", "60s", NULL }, { "limit", "1.5ms", "1500us" },
		{ "startup", "10us", NULL }, { "startup", "0", NULL }, { "startup", "1", "1ps" },
		{ "startup", "0.001ns", "1ps" }, { "startup", "2000.50ns", "2000500ps" },
		{ "startup", "999999999999999", "999999999999999ps" }, { "startup", "1000s", NULL },
		{ "exchange_startup", "0", NULL }, { "exchange_all_startup", "2us", NULL },
		{ "per_byte", "10ns", NULL }, { "poll", "1ps", NULL }, { "flop", "250ps", NULL },
	};
	struct vcube_desc d;
	char text[100];

	(void)state;
	for (size_t i = 0; i < COUNT(value); i++) {
		vcube_desc_init(&d);
		set_key(&d, value[i].key, value[i].value);
		snprintf(text, sizeof text, "hypercube:3 %s=%s", value[i].key,
			 value[i].prints ? value[i].prints : value[i].value);
		assert_prints(&d, text);
		/* the free clock has no times at which these could happen */
		if (strcmp(value[i].key, "crash") == 0 || strcmp(value[i].key, "changes") == 0)
			d.clock = VCUBE_CLOCK_VIRTUAL;
		assert_int_equal(vcube_desc_check(&d, NULL), 0);
		vcube_desc_clear(&d);
	}
}

static void
values_of_defaults(void **state)
{
	static const char *const value[][2] = {
		{ "mapping", "binary" }, { "clock", "free" }, { "ports", "one" }, { "heap", "16MiB" },
		{ "stack", "256KiB" }, { "capacity", "unlimited" },
		{ "capacity", "18446744073709551615" }, { "seed", "1" }, { "strict", "no" },
		{ "routing", "any" }, { "switching", "cut-through" }, { "duplex", "full" },
		{ "width", "1" }, { "channels", "1" }, { "granule", "1" }, { "account", "no" },
		{ "links", "all:up" }, { "links", "none" }, { "changes", "none" },
		{ "drop", "0" }, { "duplicate", "0.000" }, { "corrupt", "0%" }, { "jitter", "0us" },
		{ "crash", "none" }, { "lose", "none" }, { "faults", "no" }, { "pin", "yes" },
		{ "priority", "normal" },
		{ "transport", "none" }, { "spread", "blocks" }, { "limit", "0s" }, { "startup", "1us" },
		{ "exchange_startup", "-1" }, { "exchange_all_startup", "-1" },
	};
	struct vcube_desc d;

	(void)state;
	vcube_desc_init(&d);
	for (size_t i = 0; i < COUNT(value); i++)
		set_key(&d, value[i][0], value[i][1]);
	assert_prints(&d, "hypercube:3");
	vcube_desc_clear(&d);
}

static void
texts(void **state)
{
	struct vcube_desc d, e;

	(void)state;
	vcube_desc_init(&d);
	parse_desc(&d, "hypercube:6 mapping=gray clock=virtual startup=10us");
	assert_prints(&d, "hypercube:6 mapping=gray clock=virtual startup=10us");
	assert_int_equal(d.cost.startup, 10000000);
	parse_desc(&d, "");
	parse_desc(&d, "  \t\n ");
	assert_prints(&d, "hypercube:6 mapping=gray clock=virtual startup=10us");
	parse_desc(&d, "\tclock=free\n heap=1MiB heap=2MiB ");
	assert_prints(&d, "hypercube:6 mapping=gray heap=2MiB startup=10us");
	parse_desc(&d, "heap=16MiB topology=ring:5 mapping=binary startup=1us");
	assert_prints(&d, "ring:5");
	parse_desc(&d, d.topology);
	parse_desc(&d, NULL);
	assert_prints(&d, "ring:5");
	assert_int_equal(vc_desc_copy(&e, &d, NULL), 0);
	vcube_desc_clear(&d);
	assert_prints(&e, "ring:5");
	vcube_desc_clear(&e);
}

/* Like snprintf: writes what fits, returns the full length. */
static void
short_buffers(void **state)
{
	const char text[] = "mesh:2x3 heap=8KiB";
	char buffer[40];
	struct vcube_desc d;

	(void)state;
	vcube_desc_init(&d);
	parse_desc(&d, text);
	assert_int_equal(vcube_desc_print(&d, NULL, 0), strlen(text));
	for (size_t size = 1; size < sizeof buffer; size++) {
		memset(buffer, 'x', sizeof buffer);
		assert_int_equal(vcube_desc_print(&d, buffer, size), strlen(text));
		assert_int_equal(strlen(buffer), size <= strlen(text) ? size - 1 : strlen(text));
		assert_memory_equal(buffer, text, strlen(buffer));
		if (size < sizeof buffer)
			assert_int_equal(buffer[size], 'x');
	}
	vcube_desc_clear(&d);
}

/* The environment. */

static void
environment(void **state)
{
	struct vcube_desc d;

	(void)state;
	clean_environment();
	vcube_desc_init(&d);
	assert_int_equal(vcube_desc_environment(&d, NULL), 0);
	assert_prints(&d, "hypercube:3");
	setenv("VCUBE_TOPOLOGY", "ring:6", 1);
	setenv("VCUBE_EXCHANGE_ALL_STARTUP", "3us", 1);
	setenv("VCUBE_STRICT", "1", 1);
	setenv("VCUBED", "no matter", 1);
	assert_int_equal(vcube_desc_environment(&d, NULL), 0);
	assert_prints(&d, "ring:6 strict=yes exchange_all_startup=3us");
	vcube_desc_clear(&d);
	clean_environment();
}

/* A printed description opens the same machine. */
static void
test_descriptions_print_back(void **state)
{
	static const char *const texts[] = {
		"hypercube:3", "ring:5 clock=virtual", "ring:5 clock=virtual threads=no",
		"full:4 routing=none fuzz=7 seed=3",
		"hypercube:2 mapping=gray clock=virtual ports=all startup=5us per_byte=3ns",
		"mesh:2x3 mapping=5,4,3,2,1,0 heap=64KiB stack=128KiB capacity=100 strict=yes pin=no",
		"torus:3x3 limit=1s exchange_startup=2us poll=7ns",
	};
	char printed[2][400];

	(void)state;
	for (unsigned i = 0; i < COUNT(texts); i++) {
		vcube_machine *machine = open_machine("%s", texts[i]), *again;

		vcube_desc_print(vcube_machine_desc(machine), printed[0], sizeof printed[0]);
		again = open_machine("%s", printed[0]);
		vcube_desc_print(vcube_machine_desc(again), printed[1], sizeof printed[1]);
		assert_string_equal(printed[0], printed[1]);
		assert_int_equal(vcube_machine_nodes(again), vcube_machine_nodes(machine));
		assert_string_equal(vcube_topology_text(vcube_machine_topology(again)),
				    vcube_topology_text(vcube_machine_topology(machine)));
		vcube_close(machine);
		vcube_close(again);
	}
}

/* How nodes share threads: as many as there are processors, one more, and beside other programs. */
static void
test_threading(void **state)
{
	enum { PROCESSORS = 4 };
	static const struct {
		const char *text;
		enum vcube_threading few, many, busy;
	} cases[] = {
		{"threads=yes", VCUBE_THREADS_YES, VCUBE_THREADS_YES, VCUBE_THREADS_YES},
		{"threads=one", VCUBE_THREADS_ONE, VCUBE_THREADS_ONE, VCUBE_THREADS_ONE},
		{"threads=cores", VCUBE_THREADS_YES, VCUBE_THREADS_CORES, VCUBE_THREADS_CORES},
		{"threads=auto", VCUBE_THREADS_YES, VCUBE_THREADS_CORES, VCUBE_THREADS_ONE},
		{"threads=auto clock=wall", VCUBE_THREADS_YES, VCUBE_THREADS_ONE, VCUBE_THREADS_ONE},
		{"threads=auto fuzz=1", VCUBE_THREADS_YES, VCUBE_THREADS_YES, VCUBE_THREADS_YES},
		{"threads=auto explore=both", VCUBE_THREADS_ONE, VCUBE_THREADS_ONE, VCUBE_THREADS_ONE},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct vcube_desc d;

		vcube_desc_init(&d);
		assert_int_equal(vcube_desc_parse(&d, cases[i].text, NULL), 0);
		assert_int_equal(vc_desc_threading(&d, PROCESSORS, PROCESSORS, false), cases[i].few);
		assert_int_equal(vc_desc_threading(&d, PROCESSORS + 1, PROCESSORS, false), cases[i].many);
		assert_int_equal(vc_desc_threading(&d, PROCESSORS + 1, PROCESSORS, true), cases[i].busy);
		vcube_desc_clear(&d);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_defaults),
		TEST(the_keys),
		TEST(values),
		TEST(values_of_defaults),
		TEST(texts),
		TEST(short_buffers),
		TEST(environment),
		TEST(test_descriptions_print_back),
		TEST(test_threading),
	};

	return RUN_TESTS(tests);
}
