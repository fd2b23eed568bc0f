/* SPDX-License-Identifier: BSD-2-Clause */
/* Random descriptions and units survive printing and parsing. */
#include <stdio.h>
#include <string.h>
#include "random.h"
#include "units.h"
#include "description.h"
#include "descriptions.h"

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

/* With or without a profile; later keys override most of its settings. */
static void
any_profile(struct vcube_desc *d, uint64_t *random)
{
	static const char *const names[] = { "none", "sp2", "cm200", "textbook" };

	set_key(d, "profile", names[vc_random(random) % COUNT(names)]);
}

static void
any_mapping(struct vcube_desc *d, uint64_t *random)
{
	static const char *const names[] = { "binary", "gray", "gray:4x2", "gray:2x2x2", "0" };
	char text[2000] = "0", *end = text + 1;

	if (vc_random(random) % 4) {
		set_key(d, "mapping", names[vc_random(random) % COUNT(names)]);
		return;
	}
	for (uint64_t count = any(random, 1, 300); count > 0; count--)
		end += sprintf(end, ",%u", (unsigned)any(random, 0, 9999));
	set_key(d, "mapping", text);
}

static void
any_desc(struct vcube_desc *d, uint64_t *random)
{
	static const char *const topologies[] = {
		"hypercube:0", "hypercube:14", "ring:1", "linear:7", "mesh:8x8", "torus:3x4x5",
		"fattree:4x3", "full:32",
	};

	vcube_desc_init(d);
	set_key(d, "topology", topologies[vc_random(random) % COUNT(topologies)]);
	any_profile(d, random);
	any_mapping(d, random);
	set_key(d, "clock", vc_random(random) % 2 ? "free" : "virtual");
	set_key(d, "ports", vc_random(random) % 2 ? "one" : "all");
	if (vc_random(random) % 2)
		set_key(d, "routing", vc_random(random) % 2 ? "none" : "any");
	d->switching = vc_random(random) % 2 ? VCUBE_SWITCHING_STORE : VCUBE_SWITCHING_CUT_THROUGH;
	d->duplex = vc_random(random) % 2 ? VCUBE_DUPLEX_HALF : VCUBE_DUPLEX_FULL;
	d->width = any(random, 1, 1024);
	d->channels = any(random, 1, 1024);
	d->granule = any(random, 1, 1 << 30);
	if (vc_random(random) % 2)
		set_key(d, "links", "axis0:per_byte=2ns");
	if (vc_random(random) % 2)
		set_key(d, "links", "+0-1:down,1>0:up:per_hop=1us");
	if (vc_random(random) % 2 && d->clock != VCUBE_CLOCK_FREE)
		set_key(d, "changes", "5us:dim3:down,6us:dim3:up");
	d->account = vc_random(random) % 2;
	d->heap = any_size(random, 4096, (size_t)1 << 40);
	d->stack = any_size(random, 65536, (size_t)1 << 40);
	d->capacity = vc_random(random) % 2 ? SIZE_MAX : any_size(random, 0, SIZE_MAX);
	d->seed = any(random, 0, UINT64_MAX);
	d->drop = any(random, 0, VCUBE_CERTAIN);
	d->duplicate = any(random, 0, VCUBE_CERTAIN);
	d->corrupt = any(random, 0, VCUBE_CERTAIN);
	d->jitter = (vcube_time)any(random, 0, 1000000000000000);
	set_key(d, "crash", vc_random(random) % 2 ? "none"
		: d->clock == VCUBE_CLOCK_FREE ? "0@17,9999@3" : "0@17,9999@3us");
	set_key(d, "lose", vc_random(random) % 2 ? "none" : "0-17@0,17-9999@3");
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
		assert_int_equal(vcube_desc_check(&d, NULL), 0);
		/* and onto another one with the same defaults */
		vcube_desc_clear(&again);
		assert_int_equal(vc_desc_copy(&again, &d, NULL), 0);
		parse_desc(&again, text);
		assert_same(&d, &again);
		vcube_desc_clear(&d);
		vcube_desc_clear(&again);
	}
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
		TEST(print_and_parse_are_inverse),
		TEST(units),
	};

	return RUN_TESTS(tests);
}
