/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Options of algorithms: parsing, defaults, and every refusal with its sentence.
 */
#include <stdio.h>
#include <string.h>
#include "support.h"

enum { PARTS, BARRIER };        /* of alltoall.multiphase */

static const struct vcube_setting unset;

static void
assert_unset(const struct vcube_setting *s)
{
	assert_memory_equal(s, &unset, sizeof unset);
}

/* Parses a valid text; settings are overwritten, not added to. */
static void
parse(const char *how, struct vcube_setting *set)
{
	const struct vcube_algorithm *a;
	struct vcube_error error = {.text = "nothing"};

	memset(set, 0xa5, VCUBE_OPTIONS_MAX * sizeof *set);
	a = vcube_algorithm_parse(VCUBE_ALLTOALL, how, set, &error);
	if (a == NULL)
		fail_msg("\"%s\": %s", how, error.text);
	assert_int_equal(strncmp(how, a->name, strlen(a->name)), 0);
	assert_ptr_equal(vcube_algorithm_parse(VCUBE_ALLTOALL, how, set, NULL), a);
}

static void
assert_parts(const struct vcube_setting *s, int count, const int *parts)
{
	assert_int_equal(s->count, count);
	assert_int_equal(s->value, parts[0]);
	assert_memory_equal(s->number, parts, (size_t)count * sizeof *parts);
}

static void
test_unset(void **state)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];

	(void)state;
	parse("direct", set);
	for (int i = 0; i < VCUBE_OPTIONS_MAX; i++)
		assert_unset(&set[i]);
	parse("multiphase", set);
	for (int i = 0; i < VCUBE_OPTIONS_MAX; i++)
		assert_unset(&set[i]);
}

static void
test_numbers(void **state)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const int two[] = {2, 3}, large[] = {2147483647}, zeros[] = {0, 7};
	const int most[VCUBE_NUMBERS_MAX] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

	(void)state;
	parse("multiphase:parts=2+3", set);
	assert_parts(&set[PARTS], 2, two);
	assert_unset(&set[BARRIER]);
	parse("multiphase:parts=2147483647", set);
	assert_parts(&set[PARTS], 1, large);
	parse("multiphase:parts=00+007", set);
	assert_parts(&set[PARTS], 2, zeros);
	parse("multiphase:parts=1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16", set);
	assert_parts(&set[PARTS], 16, most);
}

static void
test_words(void **state)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const int two[] = {2, 3}, four[] = {4};

	(void)state;
	parse("multiphase:barrier=no", set);
	assert_unset(&set[BARRIER]);
	parse("multiphase:barrier=yes", set);
	assert_int_equal(set[BARRIER].value, 1);
	assert_unset(&set[PARTS]);
	parse("multiphase:parts=2+3:barrier=yes", set);
	assert_parts(&set[PARTS], 2, two);
	assert_int_equal(set[BARRIER].value, 1);
	parse("multiphase:barrier=yes:parts=2+3", set);
	assert_parts(&set[PARTS], 2, two);
	assert_int_equal(set[BARRIER].value, 1);
	/* the last of two counts, and nothing of the first remains */
	parse("multiphase:parts=2+3:barrier=yes:parts=4:barrier=no", set);
	assert_parts(&set[PARTS], 1, four);
	assert_int_equal(set[PARTS].number[1], 0);
	assert_unset(&set[BARRIER]);
}

#define ALL " of alltoall; there are direct, "
#define THERE "; there are parts=N+N.., barrier=no|yes"
#define TAKES(value) \
	"option parts of alltoall.multiphase takes N+N.., up to 16 whole numbers as in 2+3, not '" value "'"
#define NO_OR_YES(value) "option barrier of alltoall.multiphase takes no|yes, not '" value "'"

static const struct {
	const char *how, *sentence;
	int code;
} refused[] = {
	{"", "no algorithm ''" ALL, VCUBE_EUNKNOWN},
	{":parts=2", "no algorithm ''" ALL, VCUBE_EUNKNOWN},
	{"multiphas", "no algorithm 'multiphas'" ALL, VCUBE_EUNKNOWN},
	{"multiphase ", "no algorithm 'multiphase '" ALL, VCUBE_EUNKNOWN},
	{"multiphase=2", "no algorithm 'multiphase=2'" ALL, VCUBE_EUNKNOWN},
	{"direct:parts=2", "alltoall.direct has no option 'parts', nor any other", VCUBE_EUNKNOWN},
	{"direct:", "alltoall.direct has no option '', nor any other", VCUBE_EUNKNOWN},
	{"multiphase:", "alltoall.multiphase has no option ''" THERE, VCUBE_EUNKNOWN},
	{"multiphase:parts=2:", "alltoall.multiphase has no option ''" THERE, VCUBE_EUNKNOWN},
	{"multiphase::parts=2", "alltoall.multiphase has no option ''" THERE, VCUBE_EUNKNOWN},
	{"multiphase:=2", "alltoall.multiphase has no option ''" THERE, VCUBE_EUNKNOWN},
	{"multiphase:part=2", "alltoall.multiphase has no option 'part'" THERE, VCUBE_EUNKNOWN},
	{"multiphase:partss=2", "alltoall.multiphase has no option 'partss'" THERE, VCUBE_EUNKNOWN},
	{"multiphase:2+3", "alltoall.multiphase has no option '2+3'" THERE, VCUBE_EUNKNOWN},
	{"aapc4:width=2147483648", "option width of alltoall.aapc4 takes N, a whole number up to "
	 "2147483647, not '2147483648'", VCUBE_EINVAL},
	{"multiphase:parts", TAKES(""), VCUBE_EINVAL},
	{"multiphase:parts=", TAKES(""), VCUBE_EINVAL},
	{"multiphase:parts=:barrier=no", TAKES(""), VCUBE_EINVAL},
	{"multiphase:parts=+", TAKES("+"), VCUBE_EINVAL},
	{"multiphase:parts=2+", TAKES("2+"), VCUBE_EINVAL},
	{"multiphase:parts=+2", TAKES("+2"), VCUBE_EINVAL},
	{"multiphase:parts=2++3", TAKES("2++3"), VCUBE_EINVAL},
	{"multiphase:parts=-2", TAKES("-2"), VCUBE_EINVAL},
	{"multiphase:parts= 2", TAKES(" 2"), VCUBE_EINVAL},
	{"multiphase:parts=2 ", TAKES("2 "), VCUBE_EINVAL},
	{"multiphase:parts=2,3", TAKES("2,3"), VCUBE_EINVAL},
	{"multiphase:parts=2=3", TAKES("2=3"), VCUBE_EINVAL},
	{"multiphase:parts=0x2", TAKES("0x2"), VCUBE_EINVAL},
	{"multiphase:parts=2147483648", TAKES("2147483648"), VCUBE_EINVAL},
	{"multiphase:parts=99999999999999999999", TAKES("99999999999999999999"), VCUBE_EINVAL},
	{"multiphase:parts=1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17",
	 TAKES("1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17"), VCUBE_EINVAL},
	{"multiphase:barrier", NO_OR_YES(""), VCUBE_EINVAL},
	{"multiphase:barrier=", NO_OR_YES(""), VCUBE_EINVAL},
	{"multiphase:barrier=y", NO_OR_YES("y"), VCUBE_EINVAL},
	{"multiphase:barrier=yess", NO_OR_YES("yess"), VCUBE_EINVAL},
	{"multiphase:barrier=Yes", NO_OR_YES("Yes"), VCUBE_EINVAL},
	{"multiphase:barrier=1", NO_OR_YES("1"), VCUBE_EINVAL},
	{"multiphase:barrier=no|yes", NO_OR_YES("no|yes"), VCUBE_EINVAL},
};

/* Suggests the nearest name, if there is one. */
static void
test_meant(void **state)
{
	static const struct {
		const char *name, *end;
	} meant[] = {
		{"multiphas", "; did you mean multiphase?"}, {"bruk", "; did you mean bruck?"},
		{"DIRECT", "; did you mean direct?"}, {"apac4", "; did you mean aapc4?"},
		{"phase", "; did you mean multiphase?"}, {"WISE", "; did you mean pairwise?"},
		{"starr", "; did you mean star?"}, {"hypercube", ", star"}, {"", ", star"}, {"x", ", star"},
		{"an-algorithm-whose-name-is-longer-than-any", ", star"},
	};
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(meant); i++) {
		const size_t length = strlen(meant[i].end);

		assert_null(vcube_algorithm_find(VCUBE_ALLTOALL, meant[i].name, &error));
		assert_true(strlen(error.text) > length);
		assert_string_equal(error.text + strlen(error.text) - length, meant[i].end);
	}
	assert_int_equal(vcube_collective_parse(NULL, &error), -1);
	assert_null(vcube_algorithm_find(VCUBE_ALLTOALL, NULL, &error));
	assert_int_equal(vcube_algorithm_add(NULL, &error), VCUBE_EINVAL);
	assert_int_equal(vcube_collective_parse("algather", &error), -1);
	error_has(&error, VCUBE_EUNKNOWN, "; did you mean allgather?");
	assert_null(vcube_algorithm_parse(VCUBE_ALLTOALL, "multiphase:prats=2", set, &error));
	error_has(&error, VCUBE_EUNKNOWN, "barrier=no|yes; did you mean parts?");
}

static void
test_refused(void **state)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(refused); i++) {
		assert_null(vcube_algorithm_parse(VCUBE_ALLTOALL, refused[i].how, set, &error));
		error_has(&error, refused[i].code, refused[i].sentence);
		assert_null(vcube_algorithm_parse(VCUBE_ALLTOALL, refused[i].how, set, NULL));
	}
	assert_null(vcube_algorithm_parse(99, "direct", set, &error));
	error_has(&error, VCUBE_EINVAL, "no collective has number 99");
}

static int
call_it(vcube_node *self, void *how)
{
	char in[64] = "", out[64];

	return vcube_alltoall(self, NULL, in, out, 1, VCUBE_INT32, how);
}

/* The call itself says the same. */
static void
test_refused_in_a_run(void **state)
{
	vcube_machine *const machine = open_machine("full:8");

	(void)state;
	for (size_t i = 0; i < COUNT(refused); i++) {
		run_for(machine, call_it, (void *)refused[i].how, refused[i].code);
		error_has(vcube_run_error(machine), refused[i].code, refused[i].sentence);
	}
	run_well(machine, call_it, "multiphase:parts=1+2:barrier=yes");
	vcube_close(machine);
}

static void
test_terms(void **state)
{
	struct vcube_desc desc;
	struct vcube_terms t;

	(void)state;
	vcube_desc_init(&desc);
	desc.ports = VCUBE_PORTS_ALL;
	desc.cost.startup = 7;
	desc.cost.exchange_all_startup = 9;
	t = vcube_terms_of(&desc, 12, 34);
	assert_int_equal(t.p, 12);
	assert_int_equal(t.m, 34);
	assert_int_equal(t.unit, 1);
	assert_int_equal(t.ports, VCUBE_PORTS_ALL);
	assert_int_equal(t.k.startup, 7);
	assert_int_equal(t.k.exchange_startup, 7);
	assert_int_equal(t.k.exchange_all_startup, 9);
	for (int i = 0; i < VCUBE_OPTIONS_MAX; i++)
		assert_unset(&t.set[i]);
	vcube_desc_clear(&desc);
}

/* What the registry says of options parses. */
static void
test_registry(void **state)
{
	const struct vcube_algorithm *a;
	int options = 0;

	(void)state;
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		const struct vcube_option *o = a->options;

		for (; o != NULL && o->name != NULL; o++, options++) {
			struct vcube_setting set[VCUBE_OPTIONS_MAX];
			char how[100];

			assert_true(o - a->options < VCUBE_OPTIONS_MAX);
			assert_true(o->name[0] && o->text[0]);
			assert_null(strpbrk(o->name, ":=+| "));
			snprintf(how, sizeof how, "%s:%s=%.*s", a->name, o->name,
				 (int)strcspn(o->form, "|"), o->form[0] == 'N' ? "1" : o->form);
			assert_ptr_equal(vcube_algorithm_parse(a->collective, how, set, NULL), a);
			for (const struct vcube_option *p = a->options; p < o; p++)
				assert_string_not_equal(p->name, o->name);
		}
	}
	assert_true(options > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_unset),
		TEST(test_numbers),
		TEST(test_words),
		TEST(test_refused),
		TEST(test_meant),
		TEST(test_refused_in_a_run),
		TEST(test_terms),
		TEST(test_registry),
	};

	return RUN_TESTS(tests);
}
