/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The forms into which `vcube trace` turns a trace. Each writes all of it;
 * whether it could be written, the stream tells.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include <stdbool.h>
#include <stdio.h>
#include <vcube.h>

void export_info(const vcube_trace *trace, FILE *out);
void export_csv(const vcube_trace *trace, FILE *out);
void export_perfetto(const vcube_trace *trace, FILE *out);
void export_paje(const vcube_trace *trace, FILE *out);

/* Beyond so many links the load of each is left out. */
#define EXPORT_LINKS 1024

/*
 * The messages of which both ends are in the trace, and the links that they
 * occupy: as HOPs tell, or, where there are none, all of the route from start to
 * arrival.
 */
struct export_network {
	/* message_key()s, with bits for what is known of them, in a table by their hashes;
	 * 0: nothing */
	uint64_t *messages;
	int bits;                       /* of its length, a power of two */
	bool routed;                    /* there are HOPs */
	bool loads;                     /* the loads of links are to be told */
	vcube_topology *topology;       /* NULL where the trace names none that there is */
	int *position, *rank;           /* of a rank; of a vertex, -1: of a switch */
	long *route;                    /* the links of network_links() */
};

/* One link of those that an event speaks of, by the ranks of the nodes at its ends; a
 * switch is its vertex. */
struct export_link {
	int from, to;
};

void network_open(struct export_network *network, const vcube_trace *trace);
void network_close(struct export_network *network);
/* Of SEND, ARRIVE and GOT: which message, the same number for all three. */
uint64_t message_key(const struct vcube_event *event);
/* Whether it was sent and has come, under the free clock: was received. */
bool network_has(const struct export_network *network, uint64_t key);
/* How many links the event tells to have been occupied for event->span. */
int network_links(const struct export_network *network, const struct vcube_event *event);
/* Link number i of those of the last call. */
struct export_link network_link(const struct export_network *network, int i);
/* Whether the event ends something that its node did for event->span: a receive, a
 * wait, local work. In words, which live until the next call; else NULL. */
const char *activity(const vcube_trace *trace, const struct vcube_event *event);

#endif
