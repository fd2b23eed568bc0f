/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The forms in which `vcube trace` writes a trace. Each writes the whole trace; the stream
 * keeps write errors.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include <stdbool.h>
#include <stdio.h>
#include <vcube/observing.h>

void export_perfetto(const vcube_trace *trace, FILE *out);
void export_paje(const vcube_trace *trace, FILE *out);
void export_goal(const vcube_trace *trace, FILE *out);

/* Writes a file for each node into a folder, which is made if it is not there. */
void export_ti(const vcube_trace *trace, const char *folder);
void export_csv(const vcube_trace *trace, FILE *out);
void export_info(const vcube_trace *trace, FILE *out);
void export_links(const vcube_trace *trace, FILE *out);
/* The process ends with a sentence if the links are too many to export. */
void check_export_links(const vcube_trace *trace);

/* The most links whose loads are exported */
#define EXPORT_LINKS 1024

/*
 * The messages whose send and arrival are both in the trace, and the links that they occupy:
 * by HOP events or, without these, the whole route from start to arrival.
 */
struct export_network {
	/* a hash table of message_key()s with bits for what the trace has of them; 0: empty */
	uint64_t *messages;
	int bits;                       /* log2 of its length */
	bool routed;                    /* the trace has HOPs */
	bool timed;                     /* the machine's clock knows arrivals */
	bool large;                     /* it has more nodes than threads can be */
	bool routes;                    /* the links that messages crossed are known, */
	bool loads;                     /* and when they crossed them */
	vcube_topology *topology;       /* NULL if the trace names no known one */
	int *position, *rank;           /* by rank; by vertex, -1: a switch */
	long *route;                    /* the links of network_links(), network_crossed() */
};

/* A link, by the ranks of the nodes at its ends; a switch counts as its vertex. */
struct export_link {
	int from, to;
};

struct export_network network_open(const vcube_trace *trace);
void network_close(struct export_network *network);
/* Return the number of an event's message; a message's SEND, HOP, ARRIVE and GOT share it. */
uint64_t message_key(const struct export_network *network, const struct vcube_event *event);
/* Was the message sent and did it arrive; under the free clock, was it received? */
bool network_has(const struct export_network *network, uint64_t key);
/* Return how many links the event occupied for event->span. */
int network_links(const struct export_network *network, const struct vcube_event *event);
/* Return how many links, in network->route, the event's message crossed, without their times.
 * Together, the events of a message give all of its links. */
int network_crossed(const struct export_network *network, const struct vcube_event *event);
/* Return a message's index in a table as long as network->messages. */
size_t network_index(const struct export_network *network, uint64_t key);
/* Return link number i of the last of these calls. */
struct export_link network_link(const struct export_network *network, int i);
/* Name the activity that the event ends, which took its node event->span: a receive, a wait,
 * local work. NULL if it ends none. The words live until the next call. */
const char *activity(const vcube_trace *trace, const struct vcube_event *event);

#endif
