/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints a recording as plain lines. */
#include <inttypes.h>
#include <string.h>
#include "lines.h"
#include "table.h"

/* "12.5 us", exact */
static void
say_time(vcube_time time, char *text, size_t room)
{
	static const char *const units[] = {"ps", "ns", "us", "ms", "s"};
	double value = (double)time;
	int unit = 0;

	while (value >= 1000 && unit < 4) {
		value /= 1000;
		unit++;
	}
	snprintf(text, room, "%.6g %s", value, units[unit]);
}

static const char *
plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

void
vc_say_traffic(const struct vc_moment *m, char *text, size_t room)
{
	int length;

	if (m->messages == 0) {
		snprintf(text, room, "no messages");
		return;
	}
	length = snprintf(text, room, "%" PRIu64 " message%s, %" PRIu64 " B; %d link%s busy",
			  m->messages, plural(m->messages), m->bytes, m->busy,
			  plural((uint64_t)m->busy));
	if (m->most > 1 && (size_t)length < room)
		length += snprintf(text + length, room - (size_t)length, ", up to %" PRIu64
				   " on one", m->most);
	if (m->shared > 0 && (size_t)length < room)
		snprintf(text + length, room - (size_t)length, "; contention on %d", m->shared);
}

static void
say_transfer(const struct vc_transfer *t, char *text, size_t room)
{
	int length = snprintf(text, room, "%d -> %d", t->from, t->to);

	if (t->messages > 1)
		length += snprintf(text + length, room - (size_t)length, "  %" PRIu64 " messages",
				   t->messages);
	if (t->messages > 0)
		length += snprintf(text + length, room - (size_t)length, "  %" PRIu64 " B", t->bytes);
	if (t->waiting > 0)
		snprintf(text + length, room - (size_t)length, "  %" PRIu64 " in flight", t->waiting);
}

static int
say_vertex(const struct vc_recording *r, int vertex, char *text, size_t room)
{
	for (int rank = 0; rank < r->nodes; rank++)
		if (r->position[rank] == vertex)
			return snprintf(text, room, "%d", rank);
	return snprintf(text, room, "s%d", vertex - r->nodes);
}

/* Name a link by the ranks of its ends or, as in vcube-desc(5), switch numbers: "3>s1". */
static void
say_link(const struct vc_recording *r, long link, char *text, size_t room)
{
	int from, to, length;

	vcube_topology_link_ends(r->topology, link, &from, &to);
	length = say_vertex(r, from, text, room);
	length += snprintf(text + length, room - (size_t)length, ">");
	say_vertex(r, to, text + length, room - (size_t)length);
}

void
vc_lines_messages(const struct vc_recording *r, int i, const char *indent, FILE *out)
{
	const struct vc_moment *const m = r->moment[i];
	char text[160];

	for (int k = 0; k < m->transfers; k++) {
		say_transfer(&m->transfer[k], text, sizeof text);
		fprintf(out, "%s%s\n", indent, text);
	}
}

void
vc_lines_links(const struct vc_recording *r, int i, const char *indent, FILE *out)
{
	const struct vc_load *const load = vc_recording_links(r, i);
	char name[40];

	for (long link = 0; link < r->links; link++)
		if (load[link].messages > 0) {
			say_link(r, link, name, sizeof name);
			fprintf(out, "%s%s  %" PRIu64 "%s\n", indent, name, load[link].messages,
				load[link].shared ? " contend" : "");
		}
}

/* Print the links that carry the most messages, if some carry fewer. */
static void
print_busiest(const struct vc_recording *r, int i, FILE *out)
{
	enum { NAMED = 8 };
	const struct vc_moment *const m = r->moment[i];
	const struct vc_load *const load = vc_recording_links(r, i);
	char name[40];
	int count = 0;

	if (m->shared == 0)
		return;
	for (long link = 0; link < r->links; link++) {
		if (load[link].messages < m->most || ++count > NAMED)
			continue;
		say_link(r, link, name, sizeof name);
		fprintf(out, "%s%s", count > 1 ? ", " : "  busiest: ", name);
	}
	if (count > NAMED)
		fprintf(out, ", and %d more", count - NAMED);
	fputc('\n', out);
}

static void
print_rule(int label, int nodes, int width, FILE *out)
{
	fprintf(out, "  %-*s", label, "node");
	for (int rank = 0; rank < nodes; rank++)
		fprintf(out, " %*d", width, rank);
	fputc('\n', out);
}

static void
print_table(const struct vc_recording *r, const struct vc_moment *m, const struct vc_table *t,
	    int label, FILE *out)
{
	print_rule(label, r->nodes, t->width, out);
	for (size_t row = 0; row < t->rows; row++) {
		const int written = fprintf(out, "  %s[%zu]", t->name, row);

		fprintf(out, "%*s", written < label + 2 ? label + 2 - written : 0, "");
		for (int rank = 0; rank < r->nodes; rank++)
			fprintf(out, " %*s", t->width, vc_table_cell(m, t, rank, row));
		fputc('\n', out);
	}
	if (t->rows < t->count)
		fprintf(out, "  %s has %zu more rows, which were not kept\n", t->name,
			t->count - t->rows);
}

/* Print the clocks of all nodes; consecutive equal ones on one line. */
static void
print_clocks(const struct vc_recording *r, const struct vc_moment *m, const char *indent, FILE *out)
{
	char time[40];

	if (!r->timed)
		return;
	for (int rank = 0, last; rank < r->nodes; rank = last + 1) {
		const bool settled = m->node[rank].settled;

		for (last = rank; last + 1 < r->nodes && m->node[last + 1].settled == settled &&
				  m->node[last + 1].now == m->node[rank].now;)
			last++;
		say_time(m->node[rank].now, time, sizeof time);
		fprintf(out, "%snode%s %d", indent, last > rank ? "s" : "", rank);
		if (last > rank)
			fprintf(out, " to %d", last);
		fprintf(out, " at %s%s\n", time,
			settled ? "" : " or later: the run ended before that was known");
	}
}

/* Print the nodes that do not stand at the step; normally all do. */
static void
print_others(const struct vc_recording *r, const struct vc_moment *m, const char *indent, FILE *out)
{
	for (int rank = 0; rank < r->nodes; rank++) {
		const struct vc_stand *const s = &m->node[rank];

		if (s->state == VCUBE_STATE_STEP && s->steps == m->number)
			continue;
		fprintf(out, "%snode %d ", indent, rank);
		if (s->state == VCUBE_STATE_STEP)
			fprintf(out, "stands at its step %" PRIu64 ", %s", s->steps, s->step);
		else if (s->state == VCUBE_STATE_WAITS && s->peer >= 0)
			fprintf(out, "waits %s %d", s->wait, s->peer);
		else if (s->state == VCUBE_STATE_WAITS)
			fprintf(out, "waits %s", s->wait);
		else
			fputs(s->state == VCUBE_STATE_ENDED ? "has ended" : "has failed", out);
		fputc('\n', out);
	}
}

void
vc_lines_nodes(const struct vc_recording *r, int i, const char *indent, FILE *out)
{
	print_others(r, r->moment[i], indent, out);
	print_clocks(r, r->moment[i], indent, out);
}

/* Return the width of the longest name with the number of a row. */
static int
label_width(const struct vc_recording *r, const struct vc_moment *m)
{
	struct vc_table t;
	int width = 0;

	for (int i = 0; vc_table_at(r, m, i, &t); i++)
		if (width < (int)strlen(t.name))
			width = (int)strlen(t.name);
	return width + 6;
}

static void
print_moment(const struct vc_recording *r, int i, FILE *out)
{
	const struct vc_moment *const m = r->moment[i];
	const int label = label_width(r, m);
	struct vc_table table;
	char text[200];

	vc_say_traffic(m, text, sizeof text);
	if (i == 0)
		fprintf(out, "\nstart; next: %s\n", m->next);
	else
		fprintf(out, "\nstep %d, %s: %s; next: %s\n", i, m->here, text, m->next);
	print_busiest(r, i, out);
	vc_lines_messages(r, i, "  ", out);
	vc_lines_nodes(r, i, "  ", out);
	for (int k = 0; vc_table_at(r, m, k, &table); k++)
		if (i > 0 && vc_table_same(r, r->moment[i - 1], m, &table))
			fprintf(out, "  %s is unchanged\n", table.name);
		else
			print_table(r, m, &table, label, out);
}

/* Print text, and break its lines at blanks if possible. */
static void
print_wrapped(const char *text, int width, FILE *out)
{
	int length = (int)strcspn(text, "\n"), part;

	while (width > 0 && length > width) {
		for (part = width; part > width / 2 && text[part] != ' ';)
			part--;
		part = text[part] == ' ' ? part : width;
		fprintf(out, "%.*s\n", part, text);
		part += text[part] == ' ';
		text += part;
		length -= part;
	}
	fprintf(out, "%.*s\n", length, text);
}

/* Omit a report of one line: it would repeat the sentence. */
void
vc_lines_failure(const struct vc_recording *r, int width, FILE *out)
{
	const char *line = r->report, *const newline = strchr(line, '\n');

	if (r->code == 0) {
		fputs("the run ended before any node reached a step\n", out);
		return;
	}
	print_wrapped(r->failure.text, width, out);
	if (newline == NULL || newline[1] == '\0')
		return;
	for (; *line; line += line[0] == '\n') {
		print_wrapped(line, width, out);
		line += strcspn(line, "\n");
	}
}

void
vc_lines(const struct vc_recording *r, FILE *out)
{
	fprintf(out, "%s\n", r->options->title ? r->options->title : "a program");
	for (int i = 0; i < r->moments; i++)
		print_moment(r, i, out);
	fputc('\n', out);
	if (r->dropped > 0)
		fprintf(out, "%" PRIu64 " more steps were not kept, for lack of memory\n",
			r->dropped);
	if (r->code != 0)
		fputs("the run failed: ", out);
	if (r->code != 0 || r->moments == 0)
		vc_lines_failure(r, 0, out);
	else
		fputs("the run ended\n", out);
}
