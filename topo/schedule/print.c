/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints schedules as tables for people: by step, or by address as in the paper. */
#include <string.h>
#include "schedule.h"

/* Room for an address as text */
enum { TEXT = 24 };

/* Writes an address in binary after the number of its exchange: "3:01101"; without the number
 * if there is one exchange. */
static const char *
address_text(const struct vcube_schedule *s, int address, char text[TEXT])
{
	const int d = s->plan.dimensions, exchange = address / (2 * s->half);
	int at = 0;

	if (s->plan.addresses > 2 * s->half)
		at = snprintf(text, TEXT, "%d:", exchange);
	for (int k = d - 1; k >= 0; k--)
		text[at++] = (char)('0' + (address >> k & 1));
	text[at] = '\0';
	return text;
}

static int
address_width(const struct vcube_schedule *s)
{
	char text[TEXT];

	return (int)strlen(address_text(s, s->plan.addresses - 1, text));
}

/* Returns the lower address of a unit. */
static int
lower(const struct vcube_schedule *s, int unit)
{
	return s->by_pair ? unit / s->half * 2 * s->half + unit % s->half : unit;
}

/* Prints what a group consists of. */
static void
print_group(const struct vcube_schedule *s, const struct vc_group *g, FILE *out)
{
	char text[TEXT];

	switch (g->kind) {
	case VC_NECKLACE:
		fprintf(out, "necklace %s", address_text(s, g->unit, text));
		return;
	case VC_MIXED:
		fprintf(out, "necklace %s and %d cyclic pair%s", address_text(s, g->unit, text), g->pairs,
			g->pairs == 1 ? "" : "s");
		return;
	case VC_BLOCK:
		if (!s->by_pair || s->window != NULL)
			fprintf(out, "%d%s pairs", g->pairs, s->by_pair ? "" : " cyclic");
		else
			fprintf(out, "pairs %d to %d", g->unit, g->unit + g->pairs - 1);
		return;
	case VC_SHIFTED:
		fprintf(out, "pairs %d to %d, one step apart", g->unit, g->unit + g->pairs - 1);
		return;
	case VC_WINDOWED:
		fprintf(out, "%d pairs in windows, here with z = 0", g->pairs);
		return;
	}
}

static const struct vc_group *
group_of(const struct vcube_schedule *s, int frame)
{
	const struct vc_group *g = s->group;

	while (frame >= g->first + g->frames)
		g++;
	return g;
}

/* Prints a line of a step: what crosses each dimension in one frame. */
static void
print_frame(const struct vcube_schedule *s, int frame, int width, FILE *out)
{
	char text[TEXT];

	for (int dim = 0; dim < s->plan.dimensions; dim++) {
		const int unit = vc_unit(s, frame, dim, 0);
		const int mover = unit < 0 ? -1 : vc_mover(s, unit, dim, 0);

		fprintf(out, "  %*s", width, mover < 0 ? "." : address_text(s, mover, text));
	}
}

static void
print_dimensions(const struct vcube_schedule *s, const char *head, int width, FILE *out)
{
	fprintf(out, "%6s", head);
	for (int dim = 0; dim < s->plan.dimensions; dim++)
		fprintf(out, "  %*d", width, dim);
	fputc('\n', out);
}

static void
print_steps(const struct vcube_schedule *s, FILE *out)
{
	const struct vc_group *before = NULL;
	const int width = address_width(s);

	print_dimensions(s, "step", width, out);
	for (int t = 0; t < s->steps; t++)
		for (int i = s->begin[t]; i < s->begin[t + 1]; i++) {
			const struct vc_group *const g = group_of(s, s->order[i]);

			if (i == s->begin[t])
				fprintf(out, "%6d", t);
			else
				fprintf(out, "%6s", "");
			print_frame(s, s->order[i], width, out);
			if (g != before) {
				fputs("  ", out);
				print_group(s, g, out);
			}
			fputc('\n', out);
			before = g;
		}
}

/* Returns the dimension that one of the addresses of a unit crosses in a step, or -1.
 * `frame` is where the unit's group begins. */
static int
dimension_of(const struct vcube_schedule *s, const struct vc_group *g, int step, int unit)
{
	for (int f = g->first; f < g->first + g->frames; f++)
		for (int dim = 0; s->step[f] == step && dim < s->plan.dimensions; dim++)
			if (vc_unit(s, f, dim, 0) == unit && vc_mover(s, unit, dim, 0) >= 0)
				return dim;
	return -1;
}

static void
print_unit(const struct vcube_schedule *s, const struct vc_group *g, int unit, FILE *out)
{
	char low[TEXT], high[TEXT];
	const int address = lower(s, unit);
	const int first = s->plan.block || s->plan.width > 1 ? 0 : s->step[g->first];
	const int end = s->plan.block || s->plan.width > 1 ? s->steps : first + g->frames;

	fprintf(out, "  %s", address_text(s, address, low));
	if (s->by_pair)
		fprintf(out, " %s", address_text(s, address ^ (2 * s->half - 1), high));
	fprintf(out, "  %*s", first > 0 ? 3 * first : 0, "");
	for (int t = first; t < end; t++) {
		const int dim = dimension_of(s, g, t, unit);

		if (dim < 0)
			fprintf(out, "%3s", ".");
		else
			fprintf(out, "%3d", dim);
	}
	fputc('\n', out);
}

/* Is this place of the frame the unit's first in the group? */
static bool
is_first(const struct vcube_schedule *s, const struct vc_group *g, int frame, int dim)
{
	const int d = s->plan.dimensions, unit = vc_unit(s, frame, dim, 0);

	for (int i = g->first * d; i < frame * d + dim; i++)
		if (vc_unit(s, i / d, i % d, 0) == unit)
			return false;
	return unit >= 0;
}

static void
print_units(const struct vcube_schedule *s, const struct vc_group *g, FILE *out)
{
	fputs("  -- ", out);
	print_group(s, g, out);
	fputc('\n', out);
	if (s->by_pair && s->window == NULL) {
		for (int u = g->unit; u < g->unit + g->pairs; u++)
			print_unit(s, g, u, out);
		return;
	}
	for (int f = g->first; f < g->first + g->frames; f++)
		for (int dim = 0; dim < s->plan.dimensions; dim++)
			if (is_first(s, g, f, dim))
				print_unit(s, g, vc_unit(s, f, dim, 0), out);
}

static void
print_addresses(const struct vcube_schedule *s, FILE *out)
{
	fprintf(out, "%s, and the dimension it crosses in each of %d steps\n",
		s->by_pair ? "pair" : "address", s->steps);
	for (const struct vc_group *g = s->group; g < s->group + s->groups; g++)
		if (g->frames > 0)
			print_units(s, g, out);
}

/* Returns the axis that a block is on, or -1. */
static int
axis_at(const struct vcube_schedule *s, int time, int block)
{
	const int axes = s->plan.successive;

	for (int axis = 0; axis < axes; axis++)
		if (s->sets[time * axes + axis] == block)
			return axis;
	return -1;
}

/* aapc5: prints the axis of each block in each time of d steps. */
static void
print_sets(const struct vcube_schedule *s, FILE *out)
{
	const int d = s->plan.dimensions;

	fprintf(out, "axis of each block of %d pair%s in each time of %d step%s;\n"
		"v: exchanged with the second local axis\n", d, d == 1 ? "" : "s", d,
		d == 1 ? "" : "s");
	if (s->late > 0)
		fprintf(out, "block %d: %d pairs in windows; what follows it on an axis is %d step%s late\n",
			s->groups - 1, vc_in_windows(s), s->late, s->late == 1 ? "" : "s");
	fprintf(out, "\n%6s", "block");
	for (int time = 0; time < s->times; time++)
		fprintf(out, " %3d", time);
	fputc('\n', out);
	for (int block = 0; block < s->groups; block++) {
		bool with_v = true;     /* until the block is on the first axis */

		fprintf(out, "%6d", block);
		for (int time = 0; time < s->times; time++) {
			const int axis = axis_at(s, time, block);

			if (axis == 0)
				with_v = false;
			if (axis < 0)
				fprintf(out, " %3s", ".");
			else
				fprintf(out, " %*s%d", axis < 9 ? 2 : 1, with_v ? "v" : "", axis + 1);
		}
		fputc('\n', out);
	}
}

int
vcube_schedule_print(const vcube_schedule *s, bool by_address, FILE *out)
{
	if (s->sets != NULL)
		print_sets(s, out);
	else if (by_address)
		print_addresses(s, out);
	else
		print_steps(s, out);
	return ferror(out) ? VCUBE_EHOST : 0;
}
