/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Descriptions: every key both ways, random descriptions through print and
 * parse, and the environment.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/random.h"
#include "lib/units.h"
#include "nodes/machine/desc.h"
#include "tests/descs.h"

static void
set(struct vcube_desc *desc, const char *key, const char *value)
{
	struct vcube_error error = { 0 };

	if (vcube_desc_set(desc, key, value, &error) != 0)
		fail_msg("%s=%s: %s", key, value, error.text);
}

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
	assert_int_equal(vc_desc_check(&d, NULL), 0);
	vcube_desc_clear(&d);
	assert_null(d.topology);
	vcube_desc_clear(&d);
}

/* Keys: all fields, none twice, each with words for people. */
static void
the_keys(void **state)
{
	static const char *const first[] = {
		"topology", "profile", "mapping", "clock", "ports", "routing", "switching", "duplex",
		"width", "channels", "granule", "links", "changes", "account", "heap", "stack",
		"capacity", "seed", "drop", "duplicate", "corrupt", "jitter", "crash", "fuzz",
		"strict", "pin", "limit",
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
	assert_string_equal(vcube_desc_key_text(32), "per byte: time of a byte on a link (tw)");
}

/* Key, value, and what print makes of it, if that is something else. */
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
		{ "fuzz", "42", NULL },
		{ "strict", "yes", NULL }, { "strict", "1", "yes" },
		{ "pin", "no", NULL }, { "pin", "0", "no" },
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
		set(&d, value[i].key, value[i].value);
		snprintf(text, sizeof text, "hypercube:3 %s=%s", value[i].key,
			 value[i].prints ? value[i].prints : value[i].value);
		assert_prints(&d, text);
		assert_int_equal(vc_desc_check(&d, NULL), 0);
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
		{ "crash", "none" }, { "pin", "yes" }, { "limit", "0s" }, { "startup", "1us" },
		{ "exchange_startup", "-1" }, { "exchange_all_startup", "-1" },
	};
	struct vcube_desc d;

	(void)state;
	vcube_desc_init(&d);
	for (size_t i = 0; i < COUNT(value); i++)
		set(&d, value[i][0], value[i][1]);
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

/* As snprintf: what fits, and the length of all. */
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

/* Random descriptions. */

static uint64_t
any(uint64_t *random, uint64_t least, uint64_t most)
{
	const uint64_t bits = vc_random(random) >> vc_random(random) % 64;

	return least + (most - least == UINT64_MAX ? bits : bits % (most - least + 1));
}

static vcube_time
any_time(uint64_t *random, vcube_time least)
{
	static const vcube_time unit[] = { 1, 1000, 1000000, 1000000000, 1000000000000 };
	const vcube_time scale = unit[vc_random(random) % 5];

	return vc_random(random) % 3 == 0 ? least :
	       (vcube_time)any(random, 1, (uint64_t)(1000000000000000 / scale)) * scale;
}

static size_t
any_size(uint64_t *random, size_t least, size_t most)
{
	const size_t size = any(random, least, most), unit = (size_t)1 << 10 * (vc_random(random) % 4);

	return size / unit * unit < least ? size : size / unit * unit;
}

/* With or without a profile, most of whose settings are then overridden. */
static void
any_profile(struct vcube_desc *d, uint64_t *random)
{
	static const char *const names[] = { "none", "sp2", "cm200", "textbook" };

	set(d, "profile", names[vc_random(random) % COUNT(names)]);
}

static void
any_mapping(struct vcube_desc *d, uint64_t *random)
{
	static const char *const names[] = { "binary", "gray", "gray:4x2", "gray:2x2x2", "0" };
	char text[2000] = "0", *end = text + 1;

	if (vc_random(random) % 4) {
		set(d, "mapping", names[vc_random(random) % COUNT(names)]);
		return;
	}
	for (uint64_t count = any(random, 1, 300); count > 0; count--)
		end += sprintf(end, ",%u", (unsigned)any(random, 0, 9999));
	set(d, "mapping", text);
}

static void
any_desc(struct vcube_desc *d, uint64_t *random)
{
	static const char *const topologies[] = {
		"hypercube:0", "hypercube:14", "ring:1", "linear:7", "mesh:8x8", "torus:3x4x5",
		"fattree:4x3", "full:32",
	};

	vcube_desc_init(d);
	set(d, "topology", topologies[vc_random(random) % COUNT(topologies)]);
	any_profile(d, random);
	any_mapping(d, random);
	set(d, "clock", vc_random(random) % 2 ? "free" : "virtual");
	set(d, "ports", vc_random(random) % 2 ? "one" : "all");
	if (vc_random(random) % 2)
		set(d, "routing", vc_random(random) % 2 ? "none" : "any");
	d->switching = vc_random(random) % 2 ? VCUBE_SWITCHING_STORE : VCUBE_SWITCHING_CUT_THROUGH;
	d->duplex = vc_random(random) % 2 ? VCUBE_DUPLEX_HALF : VCUBE_DUPLEX_FULL;
	d->width = any(random, 1, 1024);
	d->channels = any(random, 1, 1024);
	d->granule = any(random, 1, 1 << 30);
	if (vc_random(random) % 2)
		set(d, "links", "axis0:per_byte=2ns");
	if (vc_random(random) % 2)
		set(d, "links", "+0-1:down,1>0:up:per_hop=1us");
	if (vc_random(random) % 2)
		set(d, "changes", "5us:dim3:down,6us:dim3:up");
	d->account = vc_random(random) % 2;
	d->heap = any_size(random, 4096, (size_t)1 << 40);
	d->stack = any_size(random, 65536, (size_t)1 << 40);
	d->capacity = vc_random(random) % 2 ? SIZE_MAX : any_size(random, 0, SIZE_MAX);
	d->seed = any(random, 0, UINT64_MAX);
	d->drop = any(random, 0, VCUBE_CERTAIN);
	d->duplicate = any(random, 0, VCUBE_CERTAIN);
	d->corrupt = any(random, 0, VCUBE_CERTAIN);
	d->jitter = (vcube_time)any(random, 0, 1000000000000000);
	set(d, "crash", vc_random(random) % 2 ? "none" : "0@17,9999@3us");
	d->fuzz = any(random, 0, UINT64_MAX);
	d->strict = vc_random(random) % 2;
	d->pin = vc_random(random) % 2;
	d->limit = any_time(random, 0);
#define X(name, value, unit, text) \
	if (vc_random(random) % 8) \
		d->cost.name = any_time(random, value);
	VCUBE_COSTS(X)
#undef X
}

static void
print_and_parse_are_inverse(void **state)
{
	uint64_t random = seed;

	(void)state;
	for (int i = 0; i < 500; i++) {
		struct vcube_desc d, again;
		char text[4000];

		any_desc(&d, &random);
		assert_in_range(vcube_desc_print(&d, text, sizeof text), 1, sizeof text - 1);
		vcube_desc_init(&again);
		parse_desc(&again, text);
		assert_same(&d, &again);
		assert_prints(&again, text);
		assert_int_equal(vc_desc_check(&d, NULL), 0);
		/* and over another one that keeps to the same defaults */
		vcube_desc_clear(&again);
		assert_int_equal(vc_desc_copy(&again, &d, NULL), 0);
		parse_desc(&again, text);
		assert_same(&d, &again);
		vcube_desc_clear(&d);
		vcube_desc_clear(&again);
	}
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

static void
units(void **state)
{
	uint64_t random = seed;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		char text[VC_UNITS_ROOM];
		const uint64_t bytes = any(&random, 0, UINT64_MAX);
		const int64_t time = any_time(&random, 0);
		uint64_t bytes_again = 1;
		int64_t time_again = 1;

		assert_null(vc_parse_size(vc_print_size(bytes, text), &bytes_again));
		assert_true(bytes == bytes_again);
		assert_null(vc_parse_time(vc_print_time(time, text), &time_again));
		assert_true(time == time_again);
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
		TEST(print_and_parse_are_inverse),
		TEST(environment),
		TEST(units),
	};

	return RUN_TESTS(tests);
}
