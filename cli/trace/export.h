/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The forms in which `vcube trace` writes a trace. Each writes all of it; errors of
 * writing stay in the stream.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include <stdbool.h>
#include <stdio.h>
#include <vcube/observing.h>

void export_info(const vcube_trace *trace, FILE *out);
void export_csv(const vcube_trace *trace, FILE *out);
void export_perfetto(const vcube_trace *trace, FILE *out);
void export_paje(const vcube_trace *trace, FILE *out);
void export_links(const vcube_trace *trace, FILE *out);
/* Can the links be exported? If not, STATUS_LIMIT after a sentence. */
int export_links_check(const vcube_trace *trace);

/* Beyond so many links the load of each is left out. */
#define EXPORT_LINKS 1024

/*
 * The messages whose two ends are both in the trace, and the links that they occupy: by
 * HOP events or, if there are none, the whole route from start to arrival.
 */
struct export_network {
	/* message_key()s, with bits for what is known of them, in a table by their hashes;
	 * 0: nothing */
	uint64_t *messages;
	int bits;                       /* of its length, a power of two */
	bool routed;                    /* there are HOPs */
	bool timed;                     /* the machine's clock knows arrivals */
	bool routes;                    /* which links messages crossed is to be told, */
	bool loads;                     /* and from when to when */
	vcube_topology *topology;       /* NULL where the trace names none that there is */
	int *position, *rank;           /* of a rank; of a vertex, -1: of a switch */
	long *route;                    /* the links of network_links(), network_crossed() */
};

/* One link of those that an event speaks of, by the ranks of the nodes at its ends; a
 * switch is its vertex. */
struct export_link {
	int from, to;
};

void network_open(struct export_network *network, const vcube_trace *trace);
void network_close(struct export_network *network);
/* Of SEND, HOP, ARRIVE and GOT: which message, the same number for all of them. */
uint64_t message_key(const struct vcube_event *event);
/* Whether it was sent and has come, under the free clock: was received. */
bool network_has(const struct export_network *network, uint64_t key);
/* How many links the event tells to have been occupied for event->span. */
int network_links(const struct export_network *network, const struct vcube_event *event);
/* How many links, in network->route, the event tells to have been crossed, if not when:
 * those of all such events of a message are all of them. */
int network_crossed(const struct export_network *network, const struct vcube_event *event);
/* Where in a table as long as that of messages one of them is. */
size_t network_index(const struct export_network *network, uint64_t key);
/* Link number i of those of the last call. */
struct export_link network_link(const struct export_network *network, int i);
/* Whether the event ends something that its node did for event->span: a receive, a
 * wait, local work. In words, which live until the next call; else NULL. */
const char *activity(const vcube_trace *trace, const struct vcube_event *event);

#endif
