/* SPDX-License-Identifier: BSD-2-Clause */
/* Collectives and algorithms by name, and the table of algorithms. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <vcube/authoring.h>
#include "error.h"

#define ALGORITHM(name) extern const struct vcube_algorithm vc_algorithm_##name;
#include "algorithm_list.h"
#undef ALGORITHM

static const struct vcube_algorithm *const algorithms[] = {
#define ALGORITHM(name) &vc_algorithm_##name,
#include "algorithm_list.h"
#undef ALGORITHM
};

enum { OWN = sizeof algorithms / sizeof *algorithms };

/* Those of collectives of unequal blocks, behind the others: each is one of them but for its
 * collective and the end of its options. */
static struct vcube_algorithm unequal[OWN];
static struct vcube_option unequal_options[OWN][VCUBE_OPTIONS_MAX + 1];
static int unequal_count;

/* Those of vcube_algorithm_add(), behind the library's. */
static const struct vcube_algorithm *added[VCUBE_ADDED_MAX];
static int added_count;

/* For each collective the number of its first algorithm, and for each algorithm that of the next,
 * both plus 1; 0: there is none. */
static int first[VCUBE_COLLECTIVES_COUNT], next[2 * OWN + VCUBE_ADDED_MAX];
static pthread_once_t made = PTHREAD_ONCE_INIT;

static void
link_last(int collective, int number)
{
	int *last = &first[collective];

	while (*last != 0)
		last = &next[*last - 1];
	*last = number + 1;
}

static void
make(void)
{
	for (int i = 0; i < OWN; i++)
		link_last(algorithms[i]->collective, i);
	for (int i = 0; i < OWN; i++) {
		const struct vcube_algorithm *const a = algorithms[i];
		struct vcube_option *const options = unequal_options[unequal_count];

		if (a->unequal == 0)
			continue;
		for (int k = 0; k < a->unequal_options; k++)
			options[k] = a->options[k];
		unequal[unequal_count] = *a;
		unequal[unequal_count].collective = a->unequal;
		unequal[unequal_count].unequal = 0;
		unequal[unequal_count].options = a->unequal_options > 0 ? options : NULL;
		link_last(a->unequal, OWN + unequal_count++);
	}
}

int
vcube_collective_parse(const char *name, struct vcube_error *error)
{
	char names[300] = "", meant[VCUBE_NEAREST_ROOM];

	if (name == NULL)
		name = "";
	for (int i = 0; i < VCUBE_COLLECTIVES_COUNT; i++)
		if (strcmp(vcube_collective_name(i), name) == 0)
			return i;
	for (int i = 0; i < VCUBE_COLLECTIVES_COUNT; i++)
		vc_list_add(names, sizeof names, vcube_collective_name(i));
	vc_error(error, VCUBE_EUNKNOWN, "no collective '%s'; there are %s%s", name, names,
		 vcube_nearest(name, names, meant));
	return -1;
}

const struct vcube_algorithm *
vcube_algorithm_at(int i)
{
	int k = i - OWN;

	if (i < 0)
		return NULL;
	if (k < 0)
		return algorithms[i];
	pthread_once(&made, make);
	if (k < unequal_count)
		return &unequal[k];
	k -= unequal_count;
	return k < added_count ? added[k] : NULL;
}

static void
unknown(int collective, const char *name, struct vcube_error *error)
{
	char names[300] = "", meant[VCUBE_NEAREST_ROOM];

	for (int i = first[collective]; i != 0; i = next[i - 1])
		vc_list_add(names, sizeof names, vcube_algorithm_at(i - 1)->name);
	vc_error(error, VCUBE_EUNKNOWN, "no algorithm '%s' of %s; there are %s%s", name,
		 vcube_collective_name(collective), names, vcube_nearest(name, names, meant));
}

const struct vcube_algorithm *
vcube_algorithm_find(int collective, const char *name, struct vcube_error *error)
{
	if (vcube_collective_name(collective) == NULL) {
		vc_error(error, VCUBE_EINVAL, "no collective has number %d (0 to %d)", collective,
			 VCUBE_COLLECTIVES_COUNT - 1);
		return NULL;
	}
	pthread_once(&made, make);
	if (name == NULL)
		name = "";
	for (int i = first[collective]; i != 0; i = next[i - 1]) {
		const struct vcube_algorithm *const a = vcube_algorithm_at(i - 1);

		if (strcmp(a->name, name) == 0)
			return a;
	}
	unknown(collective, name, error);
	return NULL;
}

/* Returns whether it is a word that command lines and reports can tell from others. */
static bool
is_name(const char *name)
{
	const size_t length = name ? strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") : 0;

	return length > 0 && length < 40 && name[length] == '\0' && strcmp(name, "auto") != 0;
}

/* Options are read into a table of fixed size, by their forms. */
static int
check_options(const struct vcube_algorithm *a, struct vcube_error *error)
{
	const char *const collective = vcube_collective_name(a->collective);
	const struct vcube_option *const o = a->options;

	for (int i = 0; o != NULL && o[i].name != NULL; i++) {
		if (i == VCUBE_OPTIONS_MAX)
			return vc_error(error, VCUBE_EINVAL, "%s.%s has more than %d options, or none "
					"without a name behind the last", collective, a->name,
					VCUBE_OPTIONS_MAX);
		if (!is_name(o[i].name) || o[i].form == NULL || *o[i].form == '\0' ||
		    o[i].text == NULL)
			return vc_error(error, VCUBE_EINVAL, "option %d of %s.%s lacks a usable name, "
					"its form or its text", i + 1, collective, a->name);
	}
	return 0;
}

int
vcube_algorithm_add(const struct vcube_algorithm *a, struct vcube_error *error)
{
	const char *const collective = a != NULL ? vcube_collective_name(a->collective) : NULL;

	if (a == NULL)
		return vc_error(error, VCUBE_EINVAL, "the algorithm is NULL");
	if (collective == NULL)
		return vc_error(error, VCUBE_EINVAL, "no collective has number %d (0 to %d)",
				a->collective, VCUBE_COLLECTIVES_COUNT - 1);
	if (!is_name(a->name))
		return vc_error(error, VCUBE_EINVAL, "an algorithm of %s has no usable name: up to 39 "
				"small letters, digits, '-' and '_', and not auto", collective);
	if (a->text == NULL || a->paper == NULL || a->formula == NULL || a->cost == NULL ||
	    a->run == NULL)
		return vc_error(error, VCUBE_EINVAL, "%s.%s lacks one of text, paper, formula, cost and "
				"run", collective, a->name);
	if (check_options(a, error) != 0)
		return VCUBE_EINVAL;
	if (a->unequal != 0)
		return vc_error(error, VCUBE_EINVAL, "%s.%s sets unequal, which only the library's "
				"algorithms do; add one for unequal blocks", collective, a->name);
	if (vcube_algorithm_find(a->collective, a->name, NULL) != NULL)
		return vc_error(error, VCUBE_EINVAL, "%s.%s exists already; choose another name",
				collective, a->name);
	if (added_count == VCUBE_ADDED_MAX)
		return vc_error(error, VCUBE_ELIMIT, "the registry has room for %d more algorithms, and "
				"%s.%s is one too many", VCUBE_ADDED_MAX, collective, a->name);
	added[added_count] = a;
	link_last(a->collective, OWN + unequal_count + added_count++);
	return 0;
}

static int
is_square(int p)
{
	int q = 0;

	while (q * q < p)
		q++;
	return q * q == p;
}

/* Returns the unmet needs of the algorithm, VCUBE_NEEDS_*. */
static unsigned
missing(const struct vcube_algorithm *a, int p, const struct vcube_op *op)
{
	unsigned flags = a->needs;

	if (p > 0 && (p & (p - 1)) == 0)
		flags &= ~(unsigned)VCUBE_NEEDS_POWER_OF_TWO;
	if (flags & VCUBE_NEEDS_SQUARE && is_square(p))
		flags &= ~(unsigned)VCUBE_NEEDS_SQUARE;
	if (p == 1 || p % 2 == 0)
		flags &= ~(unsigned)VCUBE_NEEDS_EVEN;
	if (flags & VCUBE_NEEDS_COMPOSITE && (p == 1 || vcube_array_columns(p) < p))
		flags &= ~(unsigned)VCUBE_NEEDS_COMPOSITE;
	if (op == NULL || op->commutative)
		flags &= ~(unsigned)VCUBE_NEEDS_COMMUTATIVE;
	return flags;
}

int
vcube_algorithm_fits(const struct vcube_algorithm *a, const struct vcube_terms *t,
		     const struct vcube_op *op, struct vcube_error *error)
{
	static const struct {
		unsigned flag;
		const char *text;
	} needs[] = {
#define X(flag, value, text) {flag, text},
		VCUBE_NEEDS(X)
#undef X
	};
	const char *const name = vcube_collective_name(a->collective);
	const unsigned flags = missing(a, t->p, op);
	const char *unmet = NULL;
	size_t i = 0;

	if (flags == 0 && a->unmet != NULL)
		unmet = a->unmet(t);
	if (unmet != NULL)
		return vc_error(error, VCUBE_EPRECOND, "%s.%s needs %s; there are %d nodes", name,
				a->name, unmet, t->p);
	if (flags == 0)
		return 0;
	while (!(flags & needs[i].flag))
		i++;
	if (needs[i].flag == VCUBE_NEEDS_COMMUTATIVE)
		return vc_error(error, VCUBE_EPRECOND, "%s.%s needs %s; %s does not", name,
				a->name, needs[i].text, op->name ? op->name : "this one");
	return vc_error(error, VCUBE_EPRECOND, "%s.%s needs %s; there are %d", name, a->name,
			needs[i].text, t->p);
}
