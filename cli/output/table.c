/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table for people: a section for each collective. Holds rows back until their section
 * is complete, since the widths of columns depend on all rows.
 */
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "base/units.h"
#include "output/fit_columns.h"
#include "output/output.h"
#include "output/table_section.h"

static struct table_section section;
static struct marks marks;

/* The counts of cases by outcome, for the last line */
static struct totals {
	int ran, predicted, checked, wrong, skipped, failed;
} totals;

static void
begin(const struct vcube_desc *desc, bool wall)
{
	section.wall = wall;
	print_wrapped_to(text("%s%s%s clock, %s, %s mapping; ts = %s, tw = %s a byte, m = block, "
			      "p = nodes", desc->profile ? desc->profile : "",
			      desc->profile ? ": " : "", clock_name(desc->clock),
			      desc->ports == VCUBE_PORTS_ALL ? "all ports" : "one port",
			      desc->mapping, time_exact(desc->cost.startup),
			      time_exact(desc->cost.per_byte)), 0, output_width());
}

static void
print_section(void)
{
	const char *name = section.rows[0]->collective;

	printf("\n%s: %s\n\n", name, vcube_collective_paper(vcube_collective_parse(name, NULL)));
	table_section_print(&section, &marks);
	section.count = 0;
}

static void
hold_record(const struct record *r)
{
	if (section.count && strcmp(section.rows[0]->collective, r->collective) != 0)
		print_section();
	APPEND(section.rows, section.count, r);
	totals.ran += record_ran(r);
	totals.predicted += record_predicted(r);
	totals.skipped += record_skipped(r);
	totals.failed += !record_ran(r) && !record_skipped(r);
	totals.checked += r->checked != NONE;
	totals.wrong += r->checked == 0;
}

static void
print_totals(void)
{
	printf(totals.predicted ? "%d predicted" : "%d run", totals.ran);
	if (totals.wrong)
		printf(", data WRONG in %d", totals.wrong);
	else if (totals.checked)
		fputs(", all data right", stdout);
	if (totals.skipped)
		printf("; %d skipped", totals.skipped);
	if (totals.failed)
		printf("; %d failed", totals.failed);
	putchar('\n');
}

static void
print_left_out(void)
{
	char *words = NULL;

	for (int i = 0; i < COLUMNS; i++)
		if (marks.left_out[i])
			join(&words, ", ", record_fields[i].heading);
	if (words)
		print_wrapped(text("no room on this terminal for: %s", words), 0);
}

static void
end(void)
{
	if (section.count)
		print_section();
	putchar('\n');
	if (marks.exact)
		puts("=  the time equals the formula to the picosecond");
	if (marks.fastest)
		puts("*  the fastest on its topology at its size");
	print_left_out();
	print_totals();
}

const struct output output_table = { begin, hold_record, end };
