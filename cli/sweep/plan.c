/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Expands the lists of `vcube run` into cases.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "sweep/plan.h"

enum { RANGE_MOST = 10000 };

/* An algorithm to run, or all of a collective's. */
struct choice {
	int collective;
	const struct vcube_algorithm *algorithm;
	const struct own_program *program;
	const char *how;        /* the algorithm's name and options as given, or NULL */
	bool all;               /* every algorithm of the collective */
};

struct place {
	char *text;
	int nodes;
};

struct lists {
	struct choice *choices;
	struct place *places;
	size_t *sizes;
	int choice_count, place_count, size_count;
};

/* Split a list at its commas and call take() for each word. */
static void
each_word(const char *list, void (*take)(struct lists *, const char *, const struct run_options *),
	  struct lists *lists, const struct run_options *options)
{
	char *rest = text("%s", list), *word;

	while ((word = strsep(&rest, ",")))
		take(lists, word, options);
}

/* Return what the user probably meant by an unknown collective, or NULL. */
static char *
something_else(const char *word)
{
	vcube_topology *t = vcube_topology_parse(word, NULL);
	const struct vcube_algorithm *a;

	vcube_topology_free(t);
	if (t)
		return text("-t %s", word);
	for (int i = 0; (a = vcube_algorithm_at(i)); i++) {
		const char *collective = vcube_collective_name(a->collective);
		const size_t length = strlen(collective);

		if (strcmp(word, a->name) == 0)
			return text("%s.%s", collective, word);
		if (strncmp(word, collective, length) == 0 && word[length] == ':')
			return text("%s.%s", collective, word + length + 1);
	}
	return NULL;
}

/* Take "program.NAME". A program has no collective; that of a barrier has neither blocks nor
 * an operator nor a root, and so fits. */
static struct choice
choice_of_program(const char *name, const struct run_options *o)
{
	const struct own_program *program = load_program(name);

	if (!program && !load_programs())
		die(STATUS_USAGE, "no program '%s' is loaded; name its file by --load", name);
	if (!program)
		die(STATUS_USAGE, "%s", no_such("program", text("program.%s", name), load_programs()));
	if (!o->desc.threads)
		die(STATUS_USAGE, "program.%s needs threads: with threads=no messages carry no data", name);
	return (struct choice) {
		.collective = VCUBE_BARRIER, .program = program, .how = program->name,
	};
}

/* Return the library's first algorithm for a collective, as "allgather.ring". */
static char *
first_algorithm(int collective)
{
	const struct vcube_algorithm *a;

	for (int i = 0; (a = vcube_algorithm_at(i)); i++)
		if (a->collective == collective)
			return text("%s.%s", vcube_collective_name(collective), a->name);
	return NULL;
}

/* Take "allgather", "allgather.ring", "allgather.auto", "all" or "program.NAME". */
static void
take_choice(struct lists *s, const char *word, const struct run_options *options)
{
	struct choice choice = { 0 };
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_error error;
	char *name = text("%s", word), *how = strchr(name, '.');
	const char *meant;

	if (strncmp(word, "program.", 8) == 0) {
		APPEND(s->choices, s->choice_count, choice_of_program(word + 8, options));
		return;
	}
	if (strcmp(word, "all") == 0) {
		for (int i = 0; i < VCUBE_COLLECTIVES_COUNT; i++)
			APPEND(s->choices, s->choice_count,
			       (struct choice) { .collective = i, .all = true });
		return;
	}
	if (how)
		*how++ = '\0';
	choice.collective = vcube_collective_parse(name, &error);
	choice.all = !how;
	if (choice.collective < 0 && (meant = something_else(word)))
		die(STATUS_USAGE, "no collective '%s'; did you mean %s?", word, meant);
	if (choice.collective < 0)
		die(STATUS_USAGE, "%s", error.text);
	if (how && strcmp(how, "auto") != 0) {
		if (strncmp(how, "auto:", 5) == 0)
			die(STATUS_USAGE, "%s.auto takes no options, as the library chooses these, too; name "
			    "an algorithm, such as %s", name, first_algorithm(choice.collective));
		choice.how = how;
		choice.algorithm = vcube_algorithm_parse(choice.collective, how, set, &error);
		if (!choice.algorithm)
			die(STATUS_USAGE, "%s", error.text);
	}
	APPEND(s->choices, s->choice_count, choice);
}

/* Suggest --set to a user who wrote "mesh:4x4,clock=virtual", or the same with a blank. */
static void
refuse_key(const char *word)
{
	const char *key = strchr(word, '=');

	while (key > word && (islower((unsigned char)key[-1]) || key[-1] == '_'))
		key--;
	die(STATUS_USAGE, "'%s' is not a topology; --set takes the machine's other keys: did you mean "
	    "--set %s?", word, key);
}

/* Let a machine say what is wrong with a key that names nodes or links: one that opens with most
 * other keys, and costs little. */
static void
check_names(const struct vcube_desc *desc, const struct place *place)
{
	struct vcube_desc d = *desc;    /* whose texts stay those of the other */
	struct vcube_error error = { 0 };

	if (!d.links && !d.changes && !d.crash && !d.lose && !d.delay)
		return;
	d.topology = place->text;
	d.threads = place->nodes <= VCUBE_THREADS_MAX ? VCUBE_THREADS_ONE : VCUBE_THREADS_NO;
	d.clock = VCUBE_CLOCK_VIRTUAL;
	d.explore = VCUBE_EXPLORE_NO;
	d.faults = VCUBE_TRY_NO;
	d.replay = d.transport = NULL;
	d.fuzz = 0;
	d.digest = d.hard_limit = 0;
	vcube_close(vcube_open_desc(&d, &error));
	if (error.code == VCUBE_EINVAL || error.code == VCUBE_EUNKNOWN)
		die(STATUS_USAGE, "%s", error.text);
}

static struct place
place_of(const char *word, const struct run_options *o)
{
	struct vcube_error error;
	vcube_topology *t = vcube_topology_parse(word, &error);
	struct place place;

	if (!t && strchr(word, '='))
		refuse_key(word);
	if (!t)
		die(STATUS_USAGE, "%s", error.text);
	place = (struct place) { text("%s", vcube_topology_text(t)), vcube_topology_nodes(t) };
	if (vcube_mapping_parse(o->desc.mapping, t, grow(NULL, (size_t)place.nodes, sizeof(int)), &error))
		die(STATUS_USAGE, "%s", error.text);
	vcube_topology_free(t);
	check_names(&o->desc, &place);
	if (o->root >= place.nodes)
		die(STATUS_USAGE, "no root %d on %s, whose nodes are 0 to %d", o->root, word,
		    place.nodes - 1);
	return place;
}

/* A topology in which one number runs: "torus:4x2..16:+2" */
struct range {
	char *before, *after;
	long first, last, step;         /* step 0: the nodes double */
};

/* Read a number of a range; 0 if there is none. */
static long
range_number(const char *word, char **end)
{
	const long number = isdigit((unsigned char)*word) ? strtol(word, end, 10) : 0;

	return number > 0 && number <= VCUBE_NODES_MAX ? number : 0;
}

static bool
range_parse(const char *word, const char *dots, struct range *r)
{
	const char *first = dots;
	char *end = NULL, *step;

	while (first > word && isdigit((unsigned char)first[-1]))
		first--;
	*r = (struct range) { .before = text("%.*s", (int)(first - word), word) };
	r->first = range_number(first, &end);
	r->last = end == dots ? range_number(dots + 2, &end) : 0;
	if (r->last < r->first || !r->last || strstr(end, ".."))
		return false;
	r->after = text("%s", end);
	step = strstr(r->after, ":+");
	if (!step)
		return true;
	*step = '\0';
	r->step = range_number(step + 2, &end);
	return r->step && !*end;
}

static struct place
place_in(const struct range *r, long number, const struct run_options *o)
{
	return place_of(text("%s%ld%s", r->before, number, r->after), o);
}

/* Take "torus:4x4", or all of a range; but the dots in the path of a graph's file are no range.
 * Nodes double if the next number, as a hypercube's
 * dimension, doubles them, or else the double number does. */
static void
take_place(struct lists *s, const char *word, const struct run_options *o)
{
	const char *dots = strncmp(word, "graph:", 6) == 0 ? NULL : strstr(word, "..");
	struct range r;

	if (!dots) {
		APPEND(s->places, s->place_count, place_of(word, o));
		return;
	}
	if (!range_parse(word, dots, &r))
		die(STATUS_USAGE, "'%s' is not a range of topologies; one is full:FIRST..LAST, where the nodes "
		    "double, or full:FIRST..LAST:+STEP, with FIRST up to LAST", word);
	if (r.step && (r.last - r.first) / r.step >= RANGE_MOST)
		die(STATUS_USAGE, "'%s' has more than %d topologies", word, RANGE_MOST);
	for (long number = r.first; number <= r.last;) {
		const struct place place = place_in(&r, number, o);

		APPEND(s->places, s->place_count, place);
		if (r.step)
			number += r.step;
		else if (number == r.last || place_in(&r, number + 1, o).nodes < 2 * place.nodes)
			number *= 2;
		else
			number++;
	}
}

static size_t
one_size(const char *word)
{
	size_t bytes;

	if (!size_parse(word, &bytes))
		die(STATUS_USAGE, "'%s' is not a size; a size is a number of bytes, such as 64, 8KiB or 1MiB",
		    word);
	return bytes;
}

static void
add_size(struct lists *s, size_t bytes, const struct run_options *o)
{
	const size_t element = o->type_given ? vcube_type_size(o->type) : 1;

	if (bytes % element)
		die(STATUS_USAGE, "a block of %zu bytes is not a whole number of elements of %zu bytes (%s)",
		    bytes, element, vcube_type_name(o->type));
	APPEND(s->sizes, s->size_count, bytes);
}

/* Take "8", the range "8:1MiB", in which sizes double, or "8:64KiB:+8KiB". */
static void
take_size(struct lists *s, const char *word, const struct run_options *o)
{
	char *rest = text("%s", word), *first = strsep(&rest, ":"), *last = strsep(&rest, ":");
	const size_t from = one_size(first), to = last ? one_size(last) : from;
	const size_t step = rest && *rest == '+' ? one_size(rest + 1) : 0;

	if ((rest && step == 0) || to < from || (last && !rest && from == 0))
		die(STATUS_USAGE, "'%s' is not a range of sizes; one is FIRST:LAST, where each size is "
		    "twice the one before, or FIRST:LAST:+STEP, with FIRST up to LAST", word);
	if (step > 0 && (to - from) / step >= RANGE_MOST)
		die(STATUS_USAGE, "'%s' has more than %d sizes", word, RANGE_MOST);
	for (size_t bytes = from;; bytes += step ? step : bytes) {
		add_size(s, bytes, o);
		if (to - bytes < (step ? step : bytes) || !last)
			return;
	}
}

/* Do its blocks have lengths of their own? */
static bool
has_lengths(int collective)
{
	return has_trait(collective, VCUBE_COUNTS | VCUBE_UNEQUAL);
}

/* Check that a pattern has an alltoallv, or its like, and a matrix the size of the machine. */
static void
check_traffic(const struct lists *s, const struct run_options *o)
{
	bool varied = false;

	for (int i = 0; i < s->choice_count; i++)
		varied |= has_lengths(s->choices[i].collective);
	if (!varied)
		die(STATUS_USAGE, "--pattern sets the lengths of blocks that differ; name alltoallv, "
		    "allgatherv, reduce_scatterv, gatherv or scatterv");
	for (int i = 0; traffic_nodes(o->traffic) && i < s->place_count; i++)
		if (s->places[i].nodes != traffic_nodes(o->traffic))
			die(STATUS_USAGE, "the matrix of sizes has %d nodes, and %s has %d",
			    traffic_nodes(o->traffic), s->places[i].text, s->places[i].nodes);
	if (o->type_given)
		traffic_fits(o->traffic, vcube_type_size(o->type), vcube_type_name(o->type));
}

/* Expand the lists. */
static struct lists
lists_make(const struct run_options *o)
{
	struct lists s = { 0 };

	each_word(o->collectives, take_choice, &s, o);
	each_word(o->topologies ? o->topologies : o->desc.topology, take_place, &s, o);
	each_word(o->sizes ? o->sizes : o->size ? o->size : "1KiB", take_size, &s, o);
	if (o->traffic)
		check_traffic(&s, o);
	return s;
}

/* Return the type of a case: as given, or the widest signed integer that fits. */
static vcube_type
type_for(const struct run_options *o, size_t bytes)
{
	static const vcube_type widest_first[] = { VCUBE_INT64, VCUBE_INT32, VCUBE_INT16 };

	if (o->type_given)
		return o->type;
	for (int i = 0; i < 3; i++)
		if (bytes % vcube_type_size(widest_first[i]) == 0 &&
		    (!o->traffic || traffic_fits(o->traffic, vcube_type_size(widest_first[i]), NULL)))
			return widest_first[i];
	return VCUBE_INT8;
}

/* Every node has, or gets, all unequal blocks. */
static struct traffic_load
load_of_row(const struct run_case *c)
{
	struct traffic_load load = { 0, 0 };

	for (int i = 0; i < c->nodes; i++)
		load.busiest += case_bytes(c, 0, i);
	load.total = load.busiest * (size_t)c->nodes;
	return load;
}

/* Add the differing lengths of a case's blocks. */
static void
add_traffic(struct run_case *c, const struct run_options *o)
{
	c->traffic = (struct traffic_terms) {
		.traffic = o->traffic, .nodes = c->nodes, .largest = c->bytes,
		.element = vcube_type_size(c->type), .seed = o->desc.seed,
	};
	c->load = has_trait(c->collective, VCUBE_UNEQUAL) ? load_of_row(c) : traffic_load(&c->traffic);
}

static void
add_case(struct plan *plan, const struct run_options *o, const struct choice *choice,
	 const struct place *place, size_t bytes)
{
	const bool combines = has_trait(choice->collective, VCUBE_COMBINES);
	struct run_case c = {
		.collective = choice->collective,
		.algorithm = choice->algorithm,
		.program = choice->program,
		.how = choice->how ? choice->how : choice->algorithm ? choice->algorithm->name : "auto",
		.named = !choice->all,
		.topology = place->text,
		.nodes = place->nodes,
		.bytes = bytes,
		.type = type_for(o, bytes),
		.op = combines ? o->op : NULL,
		.root = has_trait(choice->collective, VCUBE_ROOTED) ? o->root : 0,
	};

	c.count = bytes / vcube_type_size(c.type);
	if (o->traffic && has_lengths(c.collective))
		add_traffic(&c, o);
	APPEND(plan->cases, plan->count, c);
}

static void
add_algorithms(struct plan *plan, const struct run_options *o, const struct choice *choice,
	       const struct place *place, size_t bytes)
{
	struct choice one = *choice;

	if (!choice->all) {
		add_case(plan, o, choice, place, bytes);
		return;
	}
	for (int i = 0; (one.algorithm = vcube_algorithm_at(i)); i++)
		if (one.algorithm->collective == choice->collective)
			add_case(plan, o, &one, place, bytes);
}

/* Count the named algorithms of one collective that follow each other: they form one entry
 * of the list, so that the table compares them. */
static int
run_of_choices(const struct lists *s, int first)
{
	int end = first + 1;

	while (end < s->choice_count && !s->choices[first].all && !s->choices[end].all &&
	       s->choices[end].collective == s->choices[first].collective &&
	       !s->choices[end].program == !s->choices[first].program)
		end++;
	return end;
}

static bool
has_sizes(const struct choice *choice)
{
	return choice->program || has_blocks(choice->collective);
}

/* Count the sizes: a matrix has one, and a barrier has none. */
static int
sizes_of(const struct choice *choice, const struct run_options *o, const struct lists *s)
{
	const bool matrix = o->traffic && traffic_nodes(o->traffic) &&
			    has_lengths(choice->collective);

	return !has_sizes(choice) || matrix ? 1 : s->size_count;
}

static size_t
size_of(const struct choice *choice, const struct run_options *o, const struct lists *s, int size)
{
	if (!has_sizes(choice))
		return 0;
	if (o->traffic && traffic_nodes(o->traffic) && has_lengths(choice->collective))
		return traffic_largest(o->traffic);
	return s->sizes[size];
}

static void
add_cases(struct plan *plan, const struct run_options *o, const struct lists *s)
{
	for (int first = 0, end; first < s->choice_count; first = end) {
		const struct choice *choice = &s->choices[first];

		end = run_of_choices(s, first);
		for (int place = 0; place < s->place_count; place++)
			for (int size = 0; size < sizes_of(choice, o, s); size++)
				for (int i = first; i < end; i++)
					add_algorithms(plan, o, &s->choices[i], &s->places[place],
						       size_of(choice, o, s, size));
	}
}

struct plan
plan_make(const struct run_options *o)
{
	const struct lists s = lists_make(o);
	struct plan plan = { 0 };
	struct vcube_error error;

	add_cases(&plan, o, &s);
	for (int i = 0; i < plan.count; i++)
		if (plan.cases[i].op && vcube_op_check(plan.cases[i].op, plan.cases[i].type, &error))
			die(STATUS_USAGE, "%s", error.text);
	return plan;
}
