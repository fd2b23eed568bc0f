/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures the host's time for a message and for a collective call under the free clock.
 * Prints a line "name nodes bytes nanoseconds" for each.
 *
 *   collectives [-a] [-d KEYS] [-s SECONDS] [NAME[.ALGORITHM[:OPTION=VALUE]..][:NODES[:BYTES]]]...
 *   collectives -l | -n
 *
 * Without nodes or bytes, measures a few of each; without an algorithm, all of them; without
 * arguments, everything. KEYS are added to the machine's description. -a also measures calls that
 * name no algorithm, as "NAME.auto", and prints "auto", name, nodes and bytes before the line of
 * what the library chooses for them. -l lists the cases that bench/peers/run measures, -n the
 * collectives.
 */
#include <string.h>
#include <unistd.h>
#include "calls.h"

static double seconds = 0.3;
static const char *keys;
static int shows_choice;

static int
complain(const char *text)
{
	fprintf(stderr, "collectives: %s\n", text);
	return 2;
}

/* Is it what the library chooses under the free clock, without options? */
static int
is_chosen(const struct vcube_algorithm *a, const struct vcube_terms *terms, const struct vcube_op *op)
{
	const struct vcube_setting none[VCUBE_OPTIONS_MAX] = { 0 };
	struct vcube_terms t = *terms;
	struct vcube_desc desc;
	char text[300];
	int chosen;

	t.set = none;
	snprintf(text, sizeof text, "full:%d %s", terms->p, keys);
	vcube_desc_init(&desc);
	chosen = memcmp(terms->set, none, sizeof none) == 0 && vcube_desc_parse(&desc, text, NULL) == 0;
	if (chosen)
		chosen = a == vcube_algorithm_choose(&desc, a->collective, &t, op, NULL);
	vcube_desc_clear(&desc);
	return chosen;
}

/* Measure an algorithm, with options such as ":segment=65536" or "", if it takes the call. */
static int
measure_algorithm(const struct vcube_algorithm *a, const char *options, int nodes, long bytes)
{
	const int which = a->collective;
	const int reduces = vcube_collective_shape(which)->traits & VCUBE_COMBINES;
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct calls calls = { .algorithm = a, .keys = keys, .call = {
		.collective = which, .type = VCUBE_INT64, .op = reduces ? VCUBE_SUM : NULL,
		.set = set } };
	struct vcube_desc desc;
	struct vcube_terms terms;
	struct vcube_error error;
	char how[64], name[100];

	snprintf(how, sizeof how, "%s%s", a->name, options);
	if (vcube_algorithm_parse(which, how, set, &error) == NULL)
		return complain(error.text);
	vcube_desc_init(&desc);
	terms = vcube_terms_of(&desc, nodes, (size_t)bytes);
	vcube_desc_clear(&desc);
	terms.unit = vcube_type_size(calls.call.type);
	terms.set = set;
	if (vcube_algorithm_fits(a, &terms, calls.call.op, NULL) != 0)
		return 0;
	snprintf(name, sizeof name, "%s.%s", vcube_collective_name(which), how);
	if (shows_choice && is_chosen(a, &terms, calls.call.op)) {
		char selected[64];

		snprintf(selected, sizeof selected, "%s.auto", vcube_collective_name(which));
		calls.selects = 1;
		if (calls_measure(selected, &calls, nodes, bytes, seconds) != 0)
			return 1;
		calls.selects = 0;
		printf("auto %s %d %ld\n", name, nodes, bytes);
	}
	return calls_measure(name, &calls, nodes, bytes, seconds);
}

/* Does the algorithm cut blocks into segments? Its default is for the machine's costs, not
 * the host's: there whole blocks are mostly the fastest. */
static int
has_segments(const struct vcube_algorithm *a)
{
	return a->options != NULL && strcmp(a->options[0].name, "segment") == 0;
}

/* Measure each algorithm of a collective. */
static int
measure_collective(int which, int nodes, long bytes)
{
	const struct vcube_algorithm *a;
	char whole[64];
	int status = 0;

	snprintf(whole, sizeof whole, ":segment=%ld", bytes);
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		if (a->collective != which)
			continue;
		status |= measure_algorithm(a, "", nodes, bytes);
		if (has_segments(a) && bytes > 0)
			status |= measure_algorithm(a, whole, nodes, bytes);
	}
	return status;
}

/* Measure with the given nodes and bytes, or with a few of either. */
static int
measure_sweep(int which, const char *how, int nodes, long bytes)
{
	static const int few_nodes[] = { 2, 8, 16, 64 };
	static const long few_bytes[] = { 8, 1024, 65536 };
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const struct vcube_algorithm *a = NULL;
	struct vcube_error error;
	int status = 0;

	if (how != NULL && (a = vcube_algorithm_parse(which, how, set, &error)) == NULL)
		return complain(error.text);
	for (size_t i = 0; i < (nodes > 0 ? 1 : sizeof few_nodes / sizeof *few_nodes); i++) {
		const int p = nodes > 0 ? nodes : few_nodes[i];

		for (size_t j = 0; j < (bytes >= 0 ? 1 : sizeof few_bytes / sizeof *few_bytes); j++) {
			const long m = bytes >= 0 ? bytes : few_bytes[j];

			status |= a ? measure_algorithm(a, how + strlen(a->name), p, m)
				    : measure_collective(which, p, m);
		}
	}
	return status;
}

/* Measure NAME[.ALGORITHM[:OPTION=VALUE]..][:NODES[:BYTES]]. */
static int
measure_case(const char *text)
{
	size_t length = strcspn(text, ":");
	char name[64], *how;
	int nodes = 0, which;
	long bytes = -1;
	struct vcube_error error;

	/* options begin with a letter */
	while (text[length] == ':' && (text[length + 1] < '0' || text[length + 1] > '9'))
		length += 1 + strcspn(text + length + 1, ":");
	snprintf(name, sizeof name, "%.*s", (int)length, text);
	sscanf(text + length, ":%d:%ld", &nodes, &bytes);
	if (strcmp(name, "pingpong") == 0)
		return calls_measure(name, &(struct calls){ .keys = keys }, 2, 8, seconds);
	how = strchr(name, '.');
	if (how != NULL)
		*how++ = '\0';
	which = vcube_collective_parse(name, &error);
	if (which == VCUBE_BARRIER && bytes < 0)
		bytes = 0;
	return which < 0 ? complain(error.text) : measure_sweep(which, how, nodes, bytes);
}

static int
list(void)
{
#define X(name, nodes, bytes) printf("%s:%d:%d\n", name, nodes, bytes);
	MEASURE_CASES(X)
#undef X
	return 0;
}

static int
list_names(void)
{
	for (int i = 0; i < VCUBE_COLLECTIVES_COUNT; i++)
		puts(vcube_collective_name(i));
	return 0;
}

int
main(int argc, char **argv)
{
	int option, status = 0;

	while ((option = getopt(argc, argv, "ad:lns:")) != -1) {
		if (option == 'l')
			return list();
		if (option == 'n')
			return list_names();
		if (option == 'a')
			shows_choice = 1;
		else if (option == 'd')
			keys = optarg;
		else if (option != 's' || (seconds = atof(optarg)) <= 0) {
			fprintf(stderr, "usage: collectives [-a] [-d KEYS] [-s SECONDS] "
				"[NAME[.ALGORITHM[:OPTION=VALUE]..][:NODES[:BYTES]]]...\n");
			return 2;
		}
	}
	for (int i = optind; i < argc; i++)
		status |= measure_case(argv[i]);
	if (optind < argc)
		return status;
	status = measure_case("pingpong");
	for (int i = 0; i < VCUBE_COLLECTIVES_COUNT; i++)
		status |= measure_case(vcube_collective_name(i));
	return status;
}
