/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the load of each link that a trace names or implies.
 */
#include <inttypes.h>
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "trace/export.h"

struct load {
	uint64_t messages, bytes;
	vcube_time busy;
};

static void
add_loads(const vcube_trace *trace, struct export_network *n, struct load *loads)
{
	/* of each message */
	uint64_t *const bytes = grow(NULL, (size_t)1 << n->bits, sizeof *bytes);
	const struct vcube_event *e;

	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_SEND)
			bytes[network_index(n, message_key(n, e))] = e->amount;
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		for (int k = network_crossed(n, e); k > 0; k--) {
			struct load *const l = &loads[n->route[k - 1]];

			l->messages++;
			l->bytes += bytes[network_index(n, message_key(n, e))];
			if (e->kind != VCUBE_EVENT_SEND)
				l->busy = sum_of_times(l->busy, e->span);
		}
}

static void
print_loads(struct export_network *n, const struct load *loads, long links, bool timed, FILE *out)
{
	fputs("from,to,messages,bytes,busy_ps\n", out);
	for (n->route[0] = 0; n->route[0] < links; n->route[0]++) {
		const struct load *const l = &loads[n->route[0]];
		const struct export_link link = network_link(n, 0);

		if (l->messages == 0)
			continue;
		fprintf(out, "%d,%d,%" PRIu64 ",%" PRIu64 ",", link.from, link.to, l->messages,
			l->bytes);
		if (timed)
			fprintf(out, "%" PRId64, l->busy);
		putc('\n', out);
	}
}

void
check_export_links(const vcube_trace *trace)
{
	const struct vcube_trace_head *h = vcube_trace_head(trace);
	const char *name = vcube_trace_text(trace, h->topology);
	vcube_topology *t = vcube_topology_parse(name, NULL);
	const long links = t ? vcube_topology_links(t) : 0;

	vcube_topology_free(t);
	if (h->recorded < h->nodes)
		die(STATUS_USAGE, "loads of links need all nodes, and this trace has nodes %u to %u of %u",
		    h->first, h->first + h->recorded - 1, h->nodes);
	if (links > EXPORT_LINKS)
		die(STATUS_LIMIT, "%s has %ld links; --links takes topologies of at most %d", name, links,
		    EXPORT_LINKS);
}

/* Write the load of links as CSV: a line of names, then a line for each link that carried
 * something. Under the free clock links have no times: loads follow from the routes of
 * messages, and busy_ps stays empty. */
void
export_links(const vcube_trace *trace, FILE *out)
{
	const bool timed = vcube_trace_head(trace)->clock != VCUBE_CLOCK_FREE;
	struct export_network n = network_open(trace);
	struct load *loads;
	long links = 0;

	if (n.routes)
		links = (long)vcube_topology_vertices(n.topology) * vcube_topology_ports(n.topology);
	loads = grow(NULL, (size_t)links, sizeof *loads);
	add_loads(trace, &n, loads);
	print_loads(&n, loads, links, timed, out);
	network_close(&n);
}
