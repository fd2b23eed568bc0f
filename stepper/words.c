/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts of both renderers. */
#include <inttypes.h>
#include "lines.h"

void
vc_say_time(vcube_time time, char *text, size_t room)
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

void
vc_say_transfer(const struct vc_transfer *t, char *text, size_t room)
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

void
vc_say_link(const struct vc_recording *r, long link, char *text, size_t room)
{
	int from, to, length;

	vcube_topology_link_ends(r->topology, link, &from, &to);
	length = say_vertex(r, from, text, room);
	length += snprintf(text + length, room - (size_t)length, ">");
	say_vertex(r, to, text + length, room - (size_t)length);
}
