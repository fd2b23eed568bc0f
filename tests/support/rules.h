/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rules of vcube(7) for virtual time, written from that page alone: a simulator of small
 * programs, event by event, that shares no code with the library but its topologies.
 */
#ifndef RULES_H
#define RULES_H

#include "support.h"

enum { RULES_NODES = 9, RULES_OPS = 128 };

/* What a node does, after some work; `from` and `to` are ranks. */
enum rules_do {
	DO_SEND,        /* vcube_send() */
	DO_ISEND,       /* vcube_isend() */
	DO_RECV,        /* vcube_recv() */
	DO_IRECV,       /* vcube_irecv() */
	DO_ANY,         /* vcube_recv() from any */
	DO_BOTH,        /* vcube_sendrecv() */
	DO_WAIT,        /* vcube_wait() for the operation with the number `of` */
	DO_ALIGN        /* vcube_align() */
};

struct rules_op {
	enum rules_do what;
	int from, to, of;
	size_t bytes;
	vcube_time work;
};

struct rules_program {
	int nodes;
	int ops[RULES_NODES];
	struct rules_op op[RULES_NODES][RULES_OPS];
};

struct rules_costs {
	vcube_time startup, per_byte, per_hop, send_overhead, recv_overhead;
	size_t capacity;
	bool one_port, store, half;
};

/* When the messages arrived that operations received, and the clock at the end. */
struct rules_times {
	vcube_time arrival[RULES_NODES][RULES_OPS], end[RULES_NODES];
};

/* Simulates it on a machine with these costs, which need not run. Returns false if nodes wait for
 * each other for ever. */
bool rules_simulate(const struct rules_program *program, const struct rules_costs *costs,
		    vcube_machine *machine, struct rules_times *times);

#endif
