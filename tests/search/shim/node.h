/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of a machine and its nodes that nodes/kernel/park.c uses, and SEARCH_NODE. */
#ifndef VC_NODE_H
#define VC_NODE_H

#include <stdatomic.h>
#include <vcube.h>

/* The search is the host's clock. */
#define vc_host_ns vc_host_ns_unused
#define _Alignas(bytes)
#include "host.h"
#undef vc_host_ns
int64_t vc_host_ns(void);

#include "park.h"

#define VC_DEFERRED_MAX 4
#ifndef SEARCH_NODE
#define SEARCH_NODE
#endif
#ifndef SEARCH_MACHINE
#define SEARCH_MACHINE
#endif

/* The operations of a clock that waits use: those of the free clock. */
struct vc_clock {
	bool host_deadlines, poll_parks;
	vcube_time (*posted_due)(vcube_node *self);     /* NULL */
};

struct vc_reporter {
	int (*stopped)(vcube_node *self, int code, const struct vc_wait *wait);
	bool (*can_progress)(vcube_node *self);
	int (*progress)(vcube_node *self);
};

struct vc_decorator {
	int (*wait)(vcube_node *self, const struct vc_wait *wait);
};

struct vcube_node {
	int rank;
	int code;
	const struct vc_clock *clock;
	vcube_machine *machine;
	int deferred_count, deferred[VC_DEFERRED_MAX];
	static constexpr struct vc_share *share = nullptr;
	struct {
		struct {
			const void *first;
		} receives;
	} requests;
	SEARCH_NODE
};

struct vcube_machine {
	int processors, nodes;
	int64_t began;
	vcube_node *node;
	struct vc_parking *parking;
	const struct vc_reporter *reporter;
	const struct vc_decorator *decorator;
	const struct vc_remote *remote;         /* NULL */
	bool senders_wait;
	SEARCH_MACHINE
	_Atomic(int) running;
	_Atomic(int) alive;
	_Atomic(int) dated;
	_Atomic(int) failed;
	_Atomic(uint32_t) over;
	_Atomic(int) stop;
	struct vc_interleave *interleave;
	struct vc_alarms *alarms;               /* NULL */
	int carrier_count;
	struct vc_carriers *carriers;
	pthread_mutex_t resolving;
};

static inline bool
vc_senders_may_wait(const vcube_machine *m)
{
	return m->senders_wait;
}

static inline bool
vc_obeys_host(const vcube_machine *m)
{
	return m->interleave == NULL || m->alarms != NULL;
}

static inline int
vc_fail(vcube_node *self, int code, const char *)
{
	return self->code = code;
}

/* Each thread has a node of its own. */
static inline bool
vc_is_foreign(const vcube_node *)
{
	return false;
}

static inline int
vc_check_thread(vcube_node *self, const char *)
{
	return self->code;
}

static inline int
vc_stopped(vcube_node *self, struct vc_wait *wait)
{
	if (atomic_load_explicit(&self->machine->stop, memory_order_relaxed) == 0)
		return 0;
	return vc_stop(self, wait);
}

static inline void
vc_wake_deferred(vcube_node *self)
{
	if (self->deferred_count != 0)
		vc_wake_deferred_now(self);
}

#endif
