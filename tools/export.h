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
 * The messages of which both ends are in the trace, and what links they occupy:
 * those of their routes, or the one from node to node where that is not told.
 */
struct export_network {
	uint64_t *sent, *come;          /* message_key()s, sorted */
	size_t sent_count, come_count;
	bool routed;                    /* there are HOPs */
	bool loads;                     /* the loads of links are to be told */
	vcube_topology *topology;       /* NULL where the trace names none that there is */
};

void network_open(struct export_network *network, const vcube_trace *trace);
void network_close(struct export_network *network);
/* Of SEND, ARRIVE and GOT: which message, the same number for all three. */
uint64_t message_key(const struct vcube_event *event);
/* Whether it was sent and has come, under the free clock: was received. */
bool network_has(const struct export_network *network, uint64_t key);
/* Whether the event tells that a link was occupied for event->span, and the
 * ends of the link: ranks of nodes, or, where messages are routed, vertices. */
bool network_link(const struct export_network *network, const struct vcube_event *event,
		  int *from, int *to);
/* Whether the event ends something that its node did for event->span: a receive, a
 * wait, local work. In words, which live until the next call; else NULL. */
const char *activity(const vcube_trace *trace, const struct vcube_event *event);

#endif
