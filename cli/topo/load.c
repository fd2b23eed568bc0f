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
	long links, used;
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

static void
load_open(struct load *l, const vcube_machine *machine)
{
	const vcube_topology *t = vcube_machine_topology(machine);
	const long links = (long)vcube_topology_vertices(t) * vcube_topology_ports(t);

	*l = (struct load) { .machine = machine, .t = t, .links = links };
	l->link = grow(NULL, (size_t)links, sizeof *l->link);
	l->order = grow(NULL, (size_t)links, sizeof *l->order);
	l->share = grow(NULL, (size_t)links, sizeof *l->share);
	for (long i = 0; i < links; i++) {
		l->share[i] = 0;
		if (!vcube_run_link(machine, i, &l->link[i]) && l->link[i].messages)
			l->order[l->used++] = i;
	}
	sorted = l->link;
	if (l->used)
		qsort(l->order, (size_t)l->used, sizeof *l->order, by_time);
	for (long i = 0; i < l->used; i++)
		l->share[l->order[i]] = l->link[l->order[0]].busy > 0
			? (double)l->link[l->order[i]].busy / (double)l->link[l->order[0]].busy : 0;
	if (vcube_machine_desc(machine)->duplex == VCUBE_DUPLEX_HALF)
		share_both_ways(l);
}

static void
load_close(struct load *l)
{
	free(l->link);
	free(l->order);
	free(l->share);
}

static char *
vertex_text(const struct load *l, int vertex)
{
	const int nodes = vcube_topology_nodes(l->t);

	return vertex < nodes ? text("%d", vertex) : text("s%d", vertex - nodes);
}

static char *
name_of(const struct load *l, long link)
{
	char *from = vertex_text(l, l->link[link].from), *to = vertex_text(l, l->link[link].to);
	char *name = text("%s>%s", from, to);

	free(from);
	free(to);
	return name;
}

/* "4>8: held for 45.1 us (37 %), 36 messages, 36 KiB" */
static char *
link_line(const struct load *l, long link)
{
	const struct vcube_link_stats *s = &l->link[link];
	const vcube_time all = vcube_run_time(l->machine);
	char *name = name_of(l, link), *time = time_text(s->busy, 4), *size = size_text(s->bytes);
	char *line = text("%s: held for %s (%.0f %%), %llu message%s, %s", name, time,
			  all > 0 ? 100. * (double)s->busy / (double)all : 0.,
			  (unsigned long long)s->messages, s->messages == 1 ? "" : "s", size);

	free(name);
	free(time);
	free(size);
	return line;
}

static char *
title_of(const struct load *l, const struct run_case *c)
{
	char *size = size_text(c->bytes), *time = time_text(vcube_run_time(l->machine), 4);
	char *title = text("%s.%s, %s a block, takes %s; %ld of %ld links are used",
			   vcube_collective_name(c->collective), c->algorithm ? c->how : c->chosen->name,
			   size, time, l->used, vcube_topology_links(l->t));

	free(size);
	free(time);
	return title;
}

/* Print each neighbour with its link's time, in tenths of the busiest link's. */
static void
tell_neighbors(const struct load *l, int vertex)
{
	const int ports = vcube_topology_ports(l->t);
	char *name = vertex_text(l, vertex);
	int gap = 1;            /* before the next; none after the last */

	printf("%6s  ", name);
	free(name);
	for (int port = 0; port < ports; port++) {
		const int there = vcube_topology_neighbor(l->t, vertex, port);
		const double share = l->share[(long)vertex * ports + port];

		if (there < 0)
			continue;
		name = vertex_text(l, there);
		printf("%*s%5s:", gap, "", name);
		gap = 3 - (share > 0 ? printf("%d", share * 10 < 1 ? 1 : (int)(share * 10)) : printf("-"));
		free(name);
	}
	putchar('\n');
}

static void
tell_busiest(const struct load *l)
{
	static const char bar[] = "####################";

	_Static_assert(sizeof bar == BAR + 1, "a full bar");
	for (long i = 0; i < l->used && i < BUSIEST; i++) {
		autofree char *line = link_line(l, l->order[i]);
		const int length = (int)(l->share[l->order[i]] * BAR);

		printf("  %-*.*s  %s\n", BAR, length ? length : 1, bar, line);
	}
	if (l->used > BUSIEST)
		printf("  and %ld more\n", l->used - BUSIEST);
}

static void
tell(const struct load *l, const struct run_case *c)
{
	char *title = title_of(l, c), *words = text("%s: %s", vcube_topology_text(l->t), title);

	print_wrapped(words, 0);
	free(words);
	free(title);
	printf("\n  busiest links\n");
	tell_busiest(l);
	if (vcube_topology_nodes(l->t) > LISTED)
		return;
	printf("\n  from    to each neighbour: tenths of the busiest link's time, -: unused\n");
	for (int v = 0; v < vcube_topology_vertices(l->t); v++)
		tell_neighbors(l, v);
}

static int
draw(const struct load *l, const struct run_case *c, FILE *out)
{
	char *title = title_of(l, c);
	char *full = time_text(l->used ? l->link[l->order[0]].busy : 0, 4);
	autofree char *line = l->used ? link_line(l, l->order[0]) : text("none is used");
	char *words = text("busiest link %s", line);
	const struct vcube_load load = {
		.share = l->share, .busiest = l->used ? l->order[0] : -1,
		.title = title, .words = words, .full = full,
	};
	const int code = vcube_topology_svg_load(l->t, &load, out);

	free(title);
	free(full);
	free(words);
	if (code == VCUBE_EINVAL)
		return complain(STATUS_USAGE, "%s is too large to draw; without --svg its load is printed",
				vcube_topology_text(l->t));
	return code && !ferror(out) ? complain(STATUS_LIMIT, "out of memory") : STATUS_FINE;
}

static int
run(struct run_case *c, vcube_machine *machine, FILE *picture)
{
	struct trial trial = { .c = c, .check = true, .combined = pattern_combined(c) };
	const int code = vcube_run(machine, trial_program, &trial);
	struct load load;
	int status = STATUS_FINE;

	free((void *)trial.combined);
	if (code) {
		complain(STATUS_FAILED, "%s", vcube_run_error(machine)->text);
		return status_of(code);
	}
	load_open(&load, machine);
	if (picture)
		status = draw(&load, c, picture);
	else
		tell(&load, c);
	load_close(&load);
	return status;
}

static int
run_and_draw(struct run_case *c, vcube_machine *machine, const char *path)
{
	struct atomic_file file;
	int status, written;

	if (atomic_file_open(&file, path))
		return STATUS_FAILED;
	status = run(c, machine, file.stream);
	written = atomic_file_close(&file, status == STATUS_FINE);
	return status ? status : written;
}

int
topo_load(struct run_case *c, const struct run_options *o, struct vcube_desc *desc)
{
	struct vcube_error error = { 0 };
	vcube_machine *machine = NULL;
	int status;

	if (settings_have(&o->settings, "clock") && desc->clock != VCUBE_CLOCK_VIRTUAL)
		return complain(STATUS_USAGE, "--load shows how long links are held, which only "
				"clock=virtual accounts");
	if (vcube_desc_set(desc, "clock", "virtual", &error) ||
	    vcube_desc_set(desc, "account", "yes", &error))
		return complain(STATUS_USAGE, "%s", error.text);
	predict(c, desc, &error);
	if (!error.code && !measure_room(c, o, desc, &error))
		machine = vcube_open_desc(desc, &error);
	if (!machine)
		return complain(error.code == VCUBE_EHOST ? STATUS_LIMIT : STATUS_USAGE, "%s", error.text);
	status = o->svg ? run_and_draw(c, machine, o->svg) : run(c, machine, NULL);
	vcube_close(machine);
	return status;
}
