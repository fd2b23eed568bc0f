/* SPDX-License-Identifier: BSD-2-Clause */
/* The shipped profiles reproduce formulas and tables of their sources. */
#include <stdlib.h>
#include <string.h>
#include "description.h"
#include "descriptions.h"

static const char *const shipped[] = {
	"cm2", "cm200", "cm200-router", "cm5", "cs2", "dgx-a100", "eth100", "eth25", "hdr", "myrinet",
	"paragon", "slingshot11", "sp2", "sp2-mpich", "t3d", "t3e", "textbook",
};

/* Does the text have a year in parentheses? */
static bool
has_year(const char *text)
{
	for (; (text = strchr(text, '(')) != NULL; text++) {
		char *end;
		const long year = strtol(text + 1, &end, 10);

		if (year > 1900 && year < 2100 && *end == ')')
			return true;
	}
	return false;
}

static void
test_shipped(void **state)
{
	char **names = vcube_profile_names();

	(void)state;
	for (size_t i = 0; i < COUNT(shipped); i++) {
		vcube_profile *p = vcube_profile_read(shipped[i], NULL);

		assert_string_equal(names[i], shipped[i]);
		assert_non_null(p);
		assert_string_equal(vcube_profile_name(p), shipped[i]);
		assert_non_null(strstr(vcube_profile_path(p), shipped[i]));
		assert_true(strlen(vcube_profile_title(p)) > 0);
		assert_true(has_year(vcube_profile_source(p)));
		assert_string_equal(vcube_profile_key(p, 0), "ports");
		assert_null(vcube_profile_key(p, -1));
		assert_null(vcube_profile_value(p, 100));
		vcube_profile_free(p);
	}
	assert_null(names[COUNT(shipped)]);
	free(names);
	vcube_profile_free(NULL);
}

/* The predicted cost of an algorithm under a profile, in microseconds. */
static double
predicted(const char *profile, int collective, const char *name, int p, size_t m)
{
	char text[100];
	struct vcube_terms terms;
	struct vcube_desc d;

	snprintf(text, sizeof text, "full:2 profile=%s", profile);
	d = described(text);
	terms = vcube_terms_of(&d, p, m);
	vcube_desc_clear(&d);
	return (double)vcube_algorithm_find(collective, name, NULL)->cost(&terms) / 1e6;
}

static void
assert_near(double found, double wanted, double percent)
{
	if (found < wanted * (1 - percent / 100) || found > wanted * (1 + percent / 100))
		fail_msg("%g is not within %g percent of %g", found, percent, wanted);
}

/* Kumar et al., equations 4.2 to 4.4, with ts = 1 us, tw = 1 ns. */
static void
test_textbook(void **state)
{
	(void)state;
	assert_near(predicted("textbook", VCUBE_ALLGATHER, "ring", 16, 100), 1.1 * 15, 1e-9);
	assert_near(predicted("textbook", VCUBE_ALLGATHER, "mesh", 16, 100), 2 * 3 + 0.1 * 15, 1e-9);
	assert_near(predicted("textbook", VCUBE_ALLGATHER, "hypercube", 16, 100), 4 + 0.1 * 15, 1e-9);
}

/* Bokhari's message times, lambda + tau m, by direct exchanges on 2 and on 64 nodes; rho; and his
 * barriers of 2^d nodes. */
static void
test_bokhari(void **state)
{
	static const struct {
		const char *name;
		double lambda, tau;
		vcube_time rho;
		double barrier[2];      /* barrier[0] d + barrier[1] */
	} machine[] = {
		{"paragon", 75, 0.011, 14000, {126, -113}}, {"sp2", 70, 0.043, 4300, {72, -52}},
		{"cs2", 105, 0.025, 15300, {17, -5.6}},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machine); i++) {
		char text[100];
		struct vcube_desc d;

		snprintf(text, sizeof text, "full:2 profile=%s", machine[i].name);
		d = described(text);
		assert_int_equal(d.cost.reorder, machine[i].rho);
		vcube_desc_clear(&d);
		for (size_t m = 0; m < 8000; m += 1000) {
			const double message = machine[i].lambda + machine[i].tau * (double)m;

			assert_near(predicted(machine[i].name, VCUBE_ALLTOALL, "direct", 2, m),
				    message, 1e-9);
			assert_near(predicted(machine[i].name, VCUBE_ALLTOALL, "direct", 64, m),
				    63 * message, 1e-9);
		}
		for (int k = 1; k <= 8; k++)
			assert_near(predicted(machine[i].name, VCUBE_BARRIER, "hypercube", 1 << k, 0),
				    machine[i].barrier[0] * k + machine[i].barrier[1], 1e-9);
	}
}

/* Liu, Wang and Prasanna: the message length whose bytes take as long as the start-up, Ts /
 * (tc + td). */
static void
test_liu(void **state)
{
	static const struct { const char *name; double startup; size_t half; } machine[] = {
		{"cm5", 85, 708}, {"sp2-mpich", 44, 1257}, {"t3d", 38, 884}, {"t3e", 28, 4667},
		{"myrinet", 68, 2519},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machine); i++) {
		assert_near(predicted(machine[i].name, VCUBE_ALLTOALL, "direct", 2, 0),
			    machine[i].startup, 1e-9);
		assert_near(predicted(machine[i].name, VCUBE_ALLTOALL, "direct", 2, machine[i].half),
			    2 * machine[i].startup, 0.1);
	}
}

/* Johnsson and Ho: 40 us an element in sequence, and 0.9 us to align an element twice. */
static void
test_cm2(void **state)
{
	(void)state;
	assert_near(predicted("cm2", VCUBE_ALLTOALL, "aapc1", 32, 4), 5 * 4 * 40 + 32 * 0.9, 1e-9);
	assert_near(predicted("cm2", VCUBE_ALLTOALL, "aapc4", 32, 4), 16 * 40 + 32 * 0.9, 1e-9);
}

/* Machines of today: the published latency of the shortest message and bandwidth of the longest,
 * within what whole picoseconds a byte leave. */
static void
test_today(void **state)
{
	static const struct { const char *name; double us, gigabytes, percent; } machine[] = {
		{"hdr", 1.2, 24, 1}, {"slingshot11", 1.8, 24.044, 1}, {"eth100", 2.33, 12.24, 1},
		{"eth25", 22.7 / 2, 21.5 / 8, 1}, {"dgx-a100", 3.4, 235, 7},
	};
	const double bytes = 1 << 30;

	(void)state;
	for (size_t i = 0; i < COUNT(machine); i++) {
		assert_near(predicted(machine[i].name, VCUBE_ALLTOALL, "direct", 2, 8), machine[i].us, 1);
		assert_near(predicted(machine[i].name, VCUBE_ALLTOALL, "direct", 2, 1 << 30),
			    bytes / machine[i].gigabytes / 1e3, machine[i].percent);
	}
}

/* Mathur and Johnsson, Table 4, one cycle: the data motion of 64-bit words around 16 nodes,
 * in milliseconds; and the slopes of reordering and, from Table 13, of arithmetic. */
static void
test_cm200(void **state)
{
	static const struct { size_t words; double ms; } row[] = {
		{4, 1.00}, {8, 1.66}, {16, 3.03}, {32, 5.76}, {64, 11.21}, {128, 22.13},
		{256, 43.97}, {512, 87.63}, {1024, 175.00},
	};
	struct vcube_desc d = described("full:2 profile=cm200");

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++)
		assert_near(predicted("cm200", VCUBE_ALLGATHER, "ring", 16, row[i].words * 8) / 1000,
			    row[i].ms, row[i].words < 128 ? 5 : 0.5);
	assert_near((double)d.cost.scatter * 512 * 8 * 16 / 1e9, 21.38 - 10.80, 0.5);
	assert_near((double)d.cost.reorder * 512 * 8 * 16 / 1e9, 16.27 - 8.68, 0.5);
	assert_near((double)d.cost.combine * 512 * 15 / 1e9, 11.78 - 5.97, 0.5);
	vcube_desc_clear(&d);
	/* the router's transposition, from 512 words to 1,024 */
	d = described("full:2 profile=cm200-router");
	assert_near((double)d.cost.per_byte * 512 * 8 / 1e9, 51.43 - 25.66, 0.5);
	vcube_desc_clear(&d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_shipped),
		TEST(test_textbook),
		TEST(test_bokhari),
		TEST(test_liu),
		TEST(test_cm2),
		TEST(test_today),
		TEST(test_cm200),
	};

	unsetenv("VCUBE_PROFILES");
	setenv("XDG_CONFIG_HOME", "/nowhere", 1);
	return RUN_TESTS(tests);
}
