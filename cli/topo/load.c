/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The load of links in a run, printed or drawn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/atomic_file.h"
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "run/measure.h"
#include "run/pattern.h"
#include "run/trial.h"
#include "sweep/predict.h"
#include "topo/load.h"

/* The most nodes whose neighbours are listed; how many of the busiest links are, and how
 * long their bars are. */
enum { LISTED = 64, BUSIEST = 8, BAR = 20 };

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
		    vcube_collective_name(c->collective), c->algorithm ? c->how : c->chosen->name,
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
draw(const struct load *l, const struct run_case *c, FILE *out)
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

int
topo_load(struct run_case *c, const struct run_options *o, struct vcube_desc *desc)
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
	if (!error.code && !measure_room(c, o, desc, &error))
		machine = vcube_open_desc(desc, &error);
	if (!machine)
		die(error.code == VCUBE_EHOST ? STATUS_LIMIT : STATUS_USAGE, "%s", error.text);
	if (o->svg)
		atomic_file_open(&file, o->svg);
	trial.combined = pattern_combined(c);
	if (vcube_run(machine, trial_program, &trial))
		die(status_of(vcube_run_error(machine)->code), "%s", vcube_run_error(machine)->text);
	load = load_of(machine);
	if (o->svg) {
		draw(&load, c, file.stream);
		atomic_file_close(&file, true);
	} else {
		tell(&load, c);
	}
	vcube_close(machine);
	return STATUS_FINE;
}
