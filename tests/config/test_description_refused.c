/* SPDX-License-Identifier: BSD-2-Clause */
/* Wrong descriptions are refused, each with its sentence. */
#include <stdlib.h>
#include <string.h>
#include "random.h"
#include "units.h"
#include "description.h"
#include "descriptions.h"

/* Refusals. Each leaves the description as it was. */

static void
refuses(const char *key, const char *value, int code, const char *says)
{
	struct vcube_desc d, before;
	struct vcube_error error = { 0 };

	vcube_desc_init(&d);
	vcube_desc_init(&before);
	assert_int_equal(vcube_desc_set(&d, key, value, &error), code);
	assert_int_equal(vcube_desc_set(&d, key, value, NULL), code);
	assert_int_equal(error.code, code);
	if (!strstr(error.text, says) || (code == VCUBE_EINVAL && !strstr(error.text, key)))
		fail_msg("%s=%s: '%s' is not in '%s'", key, value, says, error.text);
	assert_same(&d, &before);
	vcube_desc_clear(&d);
	vcube_desc_clear(&before);
}

static void
keys_refused(void **state)
{
	static const char *const no_key[] = { "", "Heap", "heap ", "node", "cost.startup", "heapsize" };

	(void)state;
	for (size_t i = 0; i < COUNT(no_key); i++) {
		refuses(no_key[i], "1", VCUBE_EUNKNOWN, no_key[i]);
		refuses(no_key[i], "1", VCUBE_EUNKNOWN, "there are topology, profile, mapping, clock,");
		refuses(no_key[i], "1", VCUBE_EUNKNOWN, "combine_startup, flop");
	}
	refuses(NULL, "1", VCUBE_EUNKNOWN, "there are");
	refuses("startp", "1", VCUBE_EUNKNOWN, "flop; did you mean startup?");
	refuses("topology", "hypercub:3", VCUBE_EUNKNOWN, "; did you mean hypercube?");
	refuses("topology", "fat:2x3", VCUBE_EUNKNOWN, "; did you mean fattree?");
	refuses("clock", "vitrual", VCUBE_EINVAL, "free|virtual|wall; did you mean virtual?");
	refuses("routing", "nome", VCUBE_EINVAL, "none|any; did you mean none?");
	refuses("mapping", "grey", VCUBE_EUNKNOWN, "0,2,1,3; did you mean gray?");
}

static void
values_refused(void **state)
{
	static const struct { const char *key, *value, *says; } bad[] = {
		{ "topology", "", "hypercube, ring" }, { "topology", "ring:0", "'ring:0'" },
		{ "topology", "mesh:4", "mesh:AxB[xC...]" }, { "topology", "hypercube:21", "1048576" },
		{ "mapping", "0,x", "permutation" }, { "mapping", "0,,1", "missing" },
		{ "mapping", "0,1,", "missing" }, { "mapping", "gray:", "missing" },
		{ "mapping", "gray:2y2", "gray:AxB[xC..]" }, { "mapping", "0 1", "'0 1'" },
		{ "clock", "walls", "free|virtual|wall" }, { "clock", "", "free|virtual|wall" },
		{ "clock", "Free", "free|virtual|wall" }, { "clock", "0", "free|virtual|wall" },
		{ "ports", "two", "one|all" }, { "routing", "some", "none|any" },
		{ "switching", "wormhole", "cut-through|store-and-forward" },
		{ "duplex", "both", "full|half" }, { "width", "0", "1 to 1024" },
		{ "width", "1025", "it is too large" }, { "channels", "none", "1 to 1024" },
		{ "granule", "0", "too small" },
		{ "links", "", "takes none, or a list such as 0-1:down" },
		{ "links", "0-1", "it sets nothing" }, { "links", "0-1:dwon", "down, up, per_hop=TIME" },
		{ "links", "0:down", "links are selected by all, dimN" },
		{ "links", "0-1x:down", "'0-1x:down': links are selected by" }, { "links", "dim:down", "selected by all" },
		{ "links", "dim99999999999:down", "selected by all" }, { "links", "-1:down", "selected by all" },
		{ "links", "0-1:per_byte=3m", "per_byte=3m" }, { "links", "0-1:down,", "last comma" },
		{ "links", "0-1:down,,", "'': links are selected" }, { "links", "+", "it is empty" },
		{ "links", "10us:0-1:down", "selected by all" }, { "changes", "0-1:down", "0-1" },
		{ "changes", "-5:0-1:down", "-5" }, { "changes", "10us", "begins with a time" },
		{ "drop", "1.1", "it is more than 1" }, { "duplicate", "150%", "it is more than 1" },
		{ "corrupt", "0.00000000001", "whole" }, { "drop", "", "not a number" },
		{ "jitter", "1001s", "too large" }, { "crash", "3", "no @" }, { "crash", "3@", "not a number" },
		{ "lose", "3-1", "no @" }, { "lose", "3@1", "does not name two nodes" },
		{ "lose", "3-@1", "not a number" }, { "faults", "all", "no|drop|crash|both" },
		{ "heap", "", "not a number" }, { "heap", "-1", "less than 0" },
		{ "heap", "+1", "not a number" }, { "heap", " 4096", "not a number" },
		{ "heap", "16MB", "unknown unit" }, { "heap", "16M", "unknown unit" },
		{ "heap", "16mib", "unknown unit" }, { "heap", "16 MiB", "unknown unit" },
		{ "heap", "0x1000", "unknown unit" }, { "heap", "1e6", "unknown unit" },
		{ "heap", "1us", "unknown unit" }, { "heap", "4.KiB", "not a number" },
		{ "heap", ".5MiB", "not a number" }, { "heap", "1.0001MiB", "whole" },
		{ "heap", "4096.5", "whole" }, { "heap", "4095", "too small" },
		{ "heap", "4095", "4KiB to 1024GiB" }, { "heap", "0", "too small" },
		{ "heap", "1025GiB", "it is too large; it takes 4KiB to 1024GiB" },
		{ "heap", "18446744073709551616", "too large" },
		{ "heap", "17179869184GiB", "too large" },
		{ "heap", "99999999999999999999999999", "too large" },
		{ "heap", "4096.00000000000000000001", "too many digits" },
		{ "stack", "1KiB", "too small" }, { "stack", "many", "N[KiB|MiB|GiB]" },
		{ "capacity", "-1", "unlimited" }, { "capacity", "infinite", "unlimited" },
		{ "capacity", "1ms", "unlimited" },
		{ "seed", "-1", "it takes N" }, { "seed", "1.5", "whole" }, { "seed", "1KiB", "unknown unit" },
		{ "seed", "18446744073709551616", "too large" }, { "fuzz", "on", "it takes N" },
		{ "strict", "", "yes|no" }, { "strict", "2", "yes|no" }, { "pin", "Yes", "yes|no" },
		{ "transport", "a/b c", "it contains a blank" },
		{ "priority", "high", "normal|realtime" }, { "spread", "block", "blocks|robin" },
		{ "limit", "-1", "it is less than 0" },
		{ "limit", "99999999s", "too large; it takes N[ps|ns|us|ms|s], up to 9223372s" },
		{ "limit", "1min", "it takes N[ps|ns|us|ms|s]" },
		{ "startup", "-1", "it is less than 0; it takes N" }, { "startup", "-x", "not a number" },
		{ "startup", "1.5", "whole" },
		{ "startup", "0.1ps", "whole" }, { "startup", "1000.1s", "up to 1000s" },
		{ "startup", "9223372036854775808", "too large" }, { "flop", "1001s", "too large" },
		{ "startup", "9223372.1s", "too large" }, { "startup", "1kib", "unknown unit" },
		{ "exchange_startup", "-2", "it is less than 0; it takes -1|N[ps|" },
		{ "exchange_startup", "-1ps", "-1|N[ps|" },
		{ "exchange_all_startup", "x", "-1|N[ps|" },
		{ "poll", "0", "more than 0" }, { "poll", "0ns", "too small" },
		{ "poll", "-1", "more than 0" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++)
		refuses(bad[i].key, bad[i].value, VCUBE_EINVAL, bad[i].says);
	refuses("topology", "cube:3", VCUBE_EUNKNOWN, "there are hypercube");
	refuses("mapping", "grey", VCUBE_EUNKNOWN, "there are binary");
	refuses("mapping", "", VCUBE_EUNKNOWN, "there are binary");
	refuses("transport", "mpj", VCUBE_EUNKNOWN, "did you mean mpi?");
	refuses("heap", NULL, VCUBE_EINVAL, "not a number");
#define X(name, value, unit, text) refuses(#name, "-2", VCUBE_EINVAL, "N[ps|ns|us|ms|s]");
	VCUBE_COSTS(X)
#undef X
}

static void
texts_refused(void **state)
{
	static const struct { const char *text; int code; const char *says; } bad[] = {
		{ "heap=1MiB ring:4", VCUBE_EINVAL, "'ring:4'" },
		{ "ring:4 strict", VCUBE_EINVAL, "key=value" },
		{ "ring:4 ring:5", VCUBE_EINVAL, "'ring:5'" },
		{ "ring:4 =5", VCUBE_EUNKNOWN, "key ''" },
		{ "ring:4 heap=", VCUBE_EINVAL, "heap ''" },
		{ "ring:4 heap = 5", VCUBE_EINVAL, "'heap'" },
		{ "ring:4 heap=1MiB clock=later", VCUBE_EINVAL, "clock 'later'" },
		{ "ring:4 heap=1MiB colour=red", VCUBE_EUNKNOWN, "key 'colour'" },
		{ "rign:4", VCUBE_EUNKNOWN, "topology 'rign:4'" },
		{ "ring:4,heap=1MiB", VCUBE_EINVAL, "separate its words by blanks; did you mean 'ring:4 heap=1MiB'?" },
		{ "mesh:4x4;clock=virtual,seed=2", VCUBE_EINVAL, "mean 'mesh:4x4 clock=virtual seed=2'?" },
		{ "ring:4 clock=virtual,mapping=0,1,2,3,seed=2", VCUBE_EINVAL,
		  "mean 'clock=virtual mapping=0,1,2,3 seed=2'?" },
		{ "ring:4,colour=red", VCUBE_EUNKNOWN, "key 'ring:4,colour'" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct vcube_error error = { 0 };
		struct vcube_desc d;

		vcube_desc_init(&d);
		parse_desc(&d, "mesh:3x3 seed=9");
		assert_int_equal(vcube_desc_parse(&d, bad[i].text, &error), bad[i].code);
		assert_int_equal(vcube_desc_parse(&d, bad[i].text, NULL), bad[i].code);
		assert_int_equal(error.code, bad[i].code);
		if (!strstr(error.text, bad[i].says))
			fail_msg("'%s' is not in '%s'", bad[i].says, error.text);
		assert_prints(&d, "mesh:3x3 seed=9");
		vcube_desc_clear(&d);
	}
}

/* Fields that the program set itself. */
static void
checks(void **state)
{
	struct vcube_desc d;
	struct vcube_error error;

	(void)state;
#define REFUSED(says, ...) do { \
	vcube_desc_init(&d); \
	error = (struct vcube_error){ 0 }; \
	__VA_ARGS__; \
	assert_int_equal(vcube_desc_check(&d, &error), VCUBE_EINVAL); \
	assert_int_equal(vcube_desc_check(&d, NULL), VCUBE_EINVAL); \
	assert_int_equal(error.code, VCUBE_EINVAL); \
	if (!strstr(error.text, says)) \
		fail_msg("'%s' is not in '%s'", says, error.text); \
	vcube_desc_clear(&d); \
} while (0)
	REFUSED("clock '7'", d.clock = (enum vcube_clock)7);
	REFUSED("priority '2'", d.priority = (enum vcube_priority)2);
	REFUSED("priority=realtime is for the threads of nodes, and needs threads=yes",
		d.priority = VCUBE_PRIORITY_REALTIME; d.threads = 0; d.clock = VCUBE_CLOCK_VIRTUAL);
	REFUSED("and needs explore=no and replay=none",
		d.priority = VCUBE_PRIORITY_REALTIME; d.explore = VCUBE_EXPLORE_BOTH);
	REFUSED("and needs clock=virtual, fuzz=0, digest=no", d.fuzz = 1; d.digest = 1; d.threads = 0);
	REFUSED("and needs digest=no", d.digest = 1; d.threads = 0; d.clock = VCUBE_CLOCK_VIRTUAL);
	REFUSED("whatever the time, and needs digest=no", d.digest = 1; d.explore = VCUBE_EXPLORE_BOTH);
	REFUSED("clock=free has no times; give a number of operations instead, as in 4@100",
		set_key(&d, "crash", "3@0,4@1us"));
	REFUSED("clock=free has no times; it needs clock=virtual or clock=wall",
		set_key(&d, "delay", "0-1@0:1us"));
	REFUSED("clock=free has no virtual time", set_key(&d, "changes", "1us:all:up"));
	REFUSED("and needs hard_limit=no", d.hard_limit = 1; d.threads = 0; d.clock = VCUBE_CLOCK_VIRTUAL);
	REFUSED("clock '-1'", d.clock = (enum vcube_clock)-1);
	REFUSED("ports '2'", d.ports = (enum vcube_ports)2);
	REFUSED("routing '2'", d.routing = (enum vcube_routing)2);
	REFUSED("switching '2'", d.switching = (enum vcube_switching)2);
	REFUSED("duplex '9'", d.duplex = (enum vcube_duplex)9);
	REFUSED("width '0'", d.width = 0);
	REFUSED("channels '1025'", d.channels = 1025);
	REFUSED("granule '0'", d.granule = 0);
	REFUSED("heap '4095'", d.heap = 4095);
	REFUSED("heap", d.heap = SIZE_MAX);
	REFUSED("stack '0'", d.stack = 0);
	REFUSED("stack '1KiB'", d.stack = 1024);
	REFUSED("limit '-5'", d.limit = -5);
	REFUSED("poll '0'", d.cost.poll = 0);
	REFUSED("exchange_startup '-2'", d.cost.exchange_startup = -2);
	REFUSED("exchange_all_startup '-2'", d.cost.exchange_all_startup = -2);
#define X(name, value, unit, text) REFUSED(#name " '-3'", d.cost.name = -3);
	VCUBE_COSTS(X)
#undef X
#undef REFUSED
	vcube_desc_init(&d);
	vcube_desc_clear(&d);
	assert_int_equal(vcube_desc_check(&d, &error), VCUBE_EHOST);
	assert_non_null(strstr(error.text, "has no topology"));
	vcube_desc_init(&d);
	parse_desc(&d, "fattree:4x3 clock=virtual");
	d.strict = 17;
	assert_int_equal(vcube_desc_check(&d, NULL), 0);
	assert_prints(&d, "fattree:4x3 clock=virtual strict=yes");
	vcube_desc_clear(&d);
}

static void
environment_refused(void **state)
{
	static const struct { const char *name, *value; int code; const char *says; } bad[] = {
		{ "VCUBE_HEEP", "1MiB", VCUBE_EUNKNOWN, "VCUBE_HEEP: key 'heep'" },
		{ "VCUBE_HEEP", "1MiB", VCUBE_EUNKNOWN, "there are topology, profile, mapping" },
		{ "VCUBE_HEEP", "1MiB", VCUBE_EUNKNOWN, "combine_startup, flop" },
		{ "VCUBE_heap", "1MiB", VCUBE_EUNKNOWN, "VCUBE_heap: the variables of keys" },
		{ "VCUBE_", "1", VCUBE_EUNKNOWN, "VCUBE_: key ''" },
		{ "VCUBE_HEAP", "1", VCUBE_EINVAL, "VCUBE_HEAP: heap '1'" },
		{ "VCUBE_HEAP", "", VCUBE_EINVAL, "VCUBE_HEAP: heap ''" },
		{ "VCUBE_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "1",
		  VCUBE_EUNKNOWN, "VCUBE_AAAAAAAAA" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct vcube_error error = { 0 };
		struct vcube_desc d;

		clean_environment();
		setenv("VCUBE_SEED", "5", 1);
		setenv(bad[i].name, bad[i].value, 1);
		setenv("VCUBE_PIN", "no", 1);
		vcube_desc_init(&d);
		assert_int_equal(vcube_desc_environment(&d, &error), bad[i].code);
		assert_int_equal(vcube_desc_environment(&d, NULL), bad[i].code);
		assert_int_equal(error.code, bad[i].code);
		if (!strstr(error.text, bad[i].says))
			fail_msg("'%s' is not in '%s'", bad[i].says, error.text);
		assert_prints(&d, "hypercube:3");
		vcube_desc_clear(&d);
	}
	clean_environment();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(keys_refused),
		TEST(values_refused),
		TEST(texts_refused),
		TEST(checks),
		TEST(environment_refused),
	};

	return RUN_TESTS(tests);
}
