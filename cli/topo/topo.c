/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube topo: measures and draws a topology, and how busy its links are in a run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/atomic_file.h"
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
#include "run/measure.h"
#include "run/pattern.h"
#include "sweep/options.h"
#include "sweep/predict.h"
#include "sweep/sweep.h"

/* The most nodes whose neighbours are listed; how many of the busiest links are, and how
 * long their bars are. */
enum { LISTED = 64, BUSIEST = 8, BAR = 20 };

static void
print_neighbors(const vcube_topology *t, int node)
{
	const int nodes = vcube_topology_nodes(t);

	printf("%6d  ", node);
	for (int port = 0; port < vcube_topology_ports(t); port++) {
		const int there = vcube_topology_neighbor(t, node, port);

		if (there >= nodes)
			printf(" s%d", there - nodes);
		else if (there >= 0)
			printf(" %d", there);
	}
	putchar('\n');
}

/* Print the classes of links, by which a description's links= names them. */
static void
print_classes(const vcube_topology *t)
{
	char name[VCUBE_CLASS_ROOM];

	if (vcube_topology_classes(t) == 0)
		return;
	printf("  classes   ");
	for (int i = 0; i < vcube_topology_classes(t); i++)
		printf(" %s", vcube_topology_class_name(t, i, name));
	puts("  of links");
}

static void
describe(const vcube_topology *t)
{
	const int nodes = vcube_topology_nodes(t);
	const int switches = vcube_topology_vertices(t) - nodes;
	const enum vcube_kind kind = vcube_topology_kind(t);

	printf("%s (%s:%s: %s)\n\n", vcube_topology_text(t), vcube_kind_name(kind),
	       vcube_kind_form(kind), vcube_kind_text(kind));
	printf("  nodes      %d\n", nodes);
	if (switches)
		printf("  switches   %d\n", switches);
	printf("  degree     %-6d  neighbours of a node, at most\n", vcube_topology_degree(t));
	printf("  diameter   %-6d  links between two nodes, at most\n", vcube_topology_diameter(t));
	if (vcube_topology_longest(t) != vcube_topology_diameter(t))
		printf("  routes     %-6d  links, at most: they are not all shortest paths\n",
		       vcube_topology_longest(t));
	printf("  links      %-6ld  a wire is two, one each way\n", vcube_topology_links(t));
	if (vcube_topology_bisection(t) < 0)
		puts("  bisection  unknown (wires cut by halving the nodes)");
	else
		printf("  bisection  %-6ld  wires cut by halving the nodes\n",
		       vcube_topology_bisection(t));
	print_classes(t);
	if (nodes > LISTED)
		return;
	printf("\n  node    wired to%s\n", switches ? " (s: a switch)" : "");
	for (int node = 0; node < nodes; node++)
		print_neighbors(t, node);
}

static void
draw(const vcube_topology *t, const char *path)
{
	struct vcube_error error;
	struct atomic_file file;
	int code;

	if (vcube_topology_pictured(t, &error))
		die(STATUS_USAGE, "%s", error.text);
	atomic_file_open(&file, path);
	code = vcube_topology_svg(t, file.stream);
	atomic_file_close(&file, code == 0);
	if (code)
		die(STATUS_LIMIT, "out of memory");
}

/* The counts of a run, and what the output derives from them. */
struct load {
	const vcube_machine *machine;
	const vcube_topology *t;
	struct vcube_link_stats *link;  /* by number */
	long *order;                    /* the numbers of those in use, the busiest first */
	long used;
	double *share;                  /* by number: of the busiest one */
};

static const struct vcube_link_stats *sorted;   /* for by_time(): qsort() has no argument */

static int
by_time(const void *one, const void *other)
{
	const long a = *(const long *)one, b = *(const long *)other;

	if (sorted[a].busy != sorted[b].busy)
		return sorted[a].busy > sorted[b].busy ? -1 : 1;
	return a < b ? -1 : a > b;
}

/* A half-duplex wire has one count for both of its links. */
static void
share_both_ways(struct load *l)
{
	for (long i = 0; i < l->used; i++) {
		const struct vcube_link_stats *s = &l->link[l->order[i]];
		const int port = vcube_topology_port(l->t, s->to, s->from);

		l->share[(long)s->to * vcube_topology_ports(l->t) + port] = l->share[l->order[i]];
	}
}

static struct load
load_of(const vcube_machine *machine)
{
	const vcube_topology *t = vcube_machine_topology(machine);
	const size_t links = (size_t)vcube_topology_vertices(t) * (size_t)vcube_topology_ports(t);
	struct load l = {
		.machine = machine, .t = t, .link = grow(NULL, links, sizeof *l.link),
		.order = grow(NULL, links, sizeof *l.order), .share = grow(NULL, links, sizeof *l.share),
	};

	for (long i = 0; i < (long)links; i++)
		if (!vcube_run_link(machine, i, &l.link[i]) && l.link[i].messages)
			l.order[l.used++] = i;
	sorted = l.link;
	if (l.used)
		qsort(l.order, (size_t)l.used, sizeof *l.order, by_time);
	for (long i = 0; i < l.used; i++)
		l.share[l.order[i]] = l.link[l.order[0]].busy > 0
			? (double)l.link[l.order[i]].busy / (double)l.link[l.order[0]].busy : 0;
	if (vcube_machine_desc(machine)->duplex == VCUBE_DUPLEX_HALF)
		share_both_ways(&l);
	return l;
}

static char *
vertex_text(const struct load *l, int vertex)
{
	const int nodes = vcube_topology_nodes(l->t);

	return vertex < nodes ? text("%d", vertex) : text("s%d", vertex - nodes);
}

/* "4>8: held for 45.1 us (37 %), 36 messages, 36 KiB" */
static char *
link_line(const struct load *l, long link)
{
	const struct vcube_link_stats *s = &l->link[link];
	const vcube_time all = vcube_run_time(l->machine);

	return text("%s>%s: held for %s (%.0f %%), %llu message%s, %s", vertex_text(l, s->from),
		    vertex_text(l, s->to), time_text(s->busy, 4),
		    all > 0 ? 100. * (double)s->busy / (double)all : 0.,
		    (unsigned long long)s->messages, s->messages == 1 ? "" : "s", size_text(s->bytes));
}

static char *
title_of(const struct load *l, const struct run_case *c)
{
	return text("%s.%s, %s a block, takes %s; %ld of %ld links are used",
		    case_name(c), c->algorithm || c->program ? c->how : c->chosen->name,
		    size_text(c->bytes), time_text(vcube_run_time(l->machine), 4), l->used,
		    vcube_topology_links(l->t));
}

/* Print each neighbour with its link's time, in tenths of the busiest link's. */
static void
tell_neighbors(const struct load *l, int vertex)
{
	const int ports = vcube_topology_ports(l->t);
	int gap = 1;            /* before the next; none after the last */

	printf("%6s  ", vertex_text(l, vertex));
	for (int port = 0; port < ports; port++) {
		const int there = vcube_topology_neighbor(l->t, vertex, port);
		const double share = l->share[(long)vertex * ports + port];

		if (there < 0)
			continue;
		printf("%*s%5s:", gap, "", vertex_text(l, there));
		gap = 3 - (share > 0 ? printf("%d", share * 10 < 1 ? 1 : (int)(share * 10)) : printf("-"));
	}
	putchar('\n');
}

static void
tell_busiest(const struct load *l)
{
	static const char bar[] = "####################";

	_Static_assert(sizeof bar == BAR + 1, "a full bar");
	for (long i = 0; i < l->used && i < BUSIEST; i++) {
		const int length = (int)(l->share[l->order[i]] * BAR);

		printf("  %-*.*s  %s\n", BAR, length ? length : 1, bar, link_line(l, l->order[i]));
	}
	if (l->used > BUSIEST)
		printf("  and %ld more\n", l->used - BUSIEST);
}

static void
tell(const struct load *l, const struct run_case *c)
{
	print_wrapped(text("%s: %s", vcube_topology_text(l->t), title_of(l, c)), 0);
	printf("\n  busiest links\n");
	tell_busiest(l);
	if (vcube_topology_nodes(l->t) > LISTED)
		return;
	printf("\n  from    to each neighbour: tenths of the busiest link's time, -: unused\n");
	for (int v = 0; v < vcube_topology_vertices(l->t); v++)
		tell_neighbors(l, v);
}

static void
draw_load(const struct load *l, const struct run_case *c, FILE *out)
{
	const struct vcube_load load = {
		.share = l->share, .busiest = l->used ? l->order[0] : -1, .title = title_of(l, c),
		.words = text("busiest link %s", l->used ? link_line(l, l->order[0]) : "none is used"),
		.full = time_text(l->used ? l->link[l->order[0]].busy : 0, 4),
	};
	const int code = vcube_topology_svg_load(l->t, &load, out);

	if (code == VCUBE_EINVAL)
		die(STATUS_USAGE, "%s is too large to draw; without --svg its load is printed",
		    vcube_topology_text(l->t));
	if (code && !ferror(out))
		die(STATUS_LIMIT, "out of memory");
}

/* Run the case under the virtual clock, and print or, with --svg, draw how long it holds each
 * link. */
static void
show_load(struct run_case *c, const struct run_options *o, struct vcube_desc *desc)
{
	struct trial trial = { .c = c, .check = true };
	struct vcube_error error = { 0 };
	vcube_machine *machine = NULL;
	struct atomic_file file;
	struct load load;

	if (settings_have(&o->settings, "clock") && desc->clock != VCUBE_CLOCK_VIRTUAL)
		die(STATUS_USAGE, "--load shows how long links are held, which only clock=virtual accounts");
	if (vcube_desc_set(desc, "clock", "virtual", &error) ||
	    vcube_desc_set(desc, "account", "yes", &error))
		die(STATUS_USAGE, "%s", error.text);
	predict(c, desc, &error);
	if (!error.code)
		machine = measure_open(c, o, desc, &error);
	if (!machine)
		die(error.code == VCUBE_EHOST ? STATUS_LIMIT : STATUS_USAGE, "%s", error.text);
	if (o->svg)
		atomic_file_open(&file, o->svg);
	trial.noted = !desc->threads;
	trial.check &= !trial.noted;
	trial.combined = pattern_combined(c);
	if (vcube_run(machine, trial_program, &trial))
		die(status_of(vcube_run_error(machine)->code), "%s", vcube_run_error(machine)->text);
	load = load_of(machine);
	if (o->svg) {
		draw_load(&load, c, file.stream);
		atomic_file_close(&file, true);
	} else {
		tell(&load, c);
	}
	vcube_close(machine);
}

/* A topology alone, or with the load of a collective. */
static int
topology_or_load(struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	struct vcube_error error;
	vcube_topology *t;

	if (o->topologies && strncmp(o->topologies, "graph:", 6) == 0)
		atomic_file_apart("svg", o->svg, o->topologies + 6, "the graph itself");
	if (plan && plan->count != 1)
		die(STATUS_USAGE, "--load takes one algorithm, one topology and one size; name "
		    "COLLECTIVE.ALGORITHM, such as alltoall.direct");
	if (plan) {
		show_load(plan->cases, o, desc);
		return STATUS_FINE;
	}
	refuse_without_run(o);
	t = vcube_topology_parse(o->topologies, &error);
	if (!t && strchr(o->topologies, ','))
		die(STATUS_USAGE, "name one topology, not several: %s", o->topologies);
	if (!t)
		die(STATUS_USAGE, "%s", error.text);
	if (o->svg)
		draw(t, o->svg);
	else
		describe(t);
	vcube_topology_free(t);
	return STATUS_FINE;
}

static int
run(int argc, char **argv)
{
	struct run_options o = { .check = true, .op = VCUBE_SUM, .output = &output_table };

	return sweep(argc, argv, &topo_command, &o, topology_or_load);
}

static bool
is_file(const char *word)
{
	const char *const suffix = strrchr(word, '.');

	return strchr(word, '/') || (suffix && strcmp(suffix, ".so") == 0);
}

/* Take what to run, or the file that has it. */
static TAKE_OPTION(take_load_shown)
{
	struct run_options *o = into;

	if (!*value)
		argp_error(state, "--load takes COLLECTIVE.ALGORITHM, such as alltoall.direct, or FILE.so, and "
			   "'' is none");
	if (is_file(value))
		take_load(option, value, into, state);
	join(&o->collectives, ",", is_file(value) ? o->loaded : value);
}

static const struct command_option options[] = {
	{ "svg", 's', "FILE", "draw it as SVG; - is standard output",
	  .values = "FILE", .take = take_word, AT(run_options, svg) },
	{ "load", 0, "COLLECTIVE.ALGORITHM|FILE.so",
	  "run this, or your own algorithm or program, under the virtual clock and show how long it "
	  "holds each link",
	  .values = "@algorithms FILE", .take = take_load_shown },
	OPTIONS_WORK,
	OPTIONS_MACHINE,
	{ 0 }
};

const struct command topo_command = {
	.name = "topo",
	.summary = "describe or draw a topology",
	.form = "TOPOLOGY",
	.doc = "Describes a topology: its measures and, if it is small, the wires of each node. "
	       "With --load, shows how busy its links are while a collective runs on it."
	       "\v"
	       "Examples:\n\n"
	       "  vcube topo torus:4x4\n"
	       "  vcube topo hypercube:4 --svg cube.svg\n"
	       "  vcube topo mesh:4x4 --load alltoall.direct -m 1KiB --svg load.svg",
	.values = "@topologies+:",
	.options = options,
	.missing = "name a topology, such as hypercube:4; `vcube list topologies' lists them",
	AT(run_options, topologies),
	.end = options_end,
	.run = run,
};
