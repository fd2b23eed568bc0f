/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The processes that this one has joined, by a transport. It joins once and for life, so this
 * is the process's own and no machine's; machines use it one after the other.
 *
 * What comes is a stream of packets from each process. Packets of the next machine, or of its
 * next run, may come while this process is still in the one before, so they wait here.
 */
#ifndef VC_JOINED_H
#define VC_JOINED_H

#include <stdbool.h>
#include <stdint.h>
#include <vcube/transport.h>
#include "bytes.h"

/* For what processes gather: all for the same. */
enum vc_gathering {
	VC_GATHER_OPEN,
	VC_GATHER_BEGIN,
	VC_GATHER_RUN                   /* during a run, or at its end */
};

/* What one process gives to all: nodes/transport/gather.c. */
struct vc_parcel {
	struct vc_parcel *next;
	enum vc_gathering when;
	size_t bytes;
	char data[];
};

struct vc_parcels {
	struct vc_parcel *first, **last;
};

struct vc_joined {
	struct vc_joined *next;
	char *name;
	struct vcube_transport *transport;
	bool busy;                      /* a machine uses it */
	bool *gone;                     /* [processes] it has exited or died, */
	int dead;                       /* and the first that did while it was needed; or -1 */
	int told;                       /* the one that another process says has died; or -1 */
	bool strayed;                   /* it has not, but gathers for something else: */
	enum vc_gathering there, here;
	struct vc_parcels *parcels;     /* [processes]: not gathered yet */
	struct vc_bytes late;           /* packets of the next run */
};

/* Returns the processes that a transport reaches, or NULL. Any thread. */
struct vc_joined *vc_join(const char *name, struct vcube_error *error);

/* Takes it for a machine, or gives it back. Returns false if another one has it. */
bool vc_joined_take(struct vc_joined *joined, bool take);

vcube_transport_joiner vc_sockets_join;

#endif
