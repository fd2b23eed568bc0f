/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages whose arrivals are worked out by hand. */
#ifndef TIMED_MESSAGES_H
#define TIMED_MESSAGES_H

#include "support.h"

/* At `start`, `from` sends so many bytes, at most 4096, to `to`, where they arrive at
 * `arrival`. */
struct timed_message {
	int from, to;
	size_t bytes;
	vcube_time start, arrival;
};

enum { TIMED_MESSAGES_MAX = 16 };

struct plan {
	const struct timed_message *messages;
	size_t count;
	const char *changes;            /* of links, which rank 0 plans first; or NULL */
	vcube_time arrived[TIMED_MESSAGES_MAX];
};

/* A vcube_program; `arg` is a struct plan. Each node sends all its messages, then receives
 * all that come, in order. */
int carry_out(vcube_node *self, void *arg);

/* Runs it on a machine; the test fails with `what` if a message arrives at another time. */
void check_run(vcube_machine *machine, const char *what, struct plan *plan);

/* Costs to work with by hand: a start-up takes 1000 ps, a byte 10 ps and a hop 7 ps. */
#define COSTS "clock=virtual startup=1000 per_byte=10 per_hop=7"
enum { TS = 1000, TW = 10, TH = 7 };

/* Runs it on machines with these costs, each twice: as usual, and interleaved. */
void check_plan(const char *machine, const char *changes, const struct timed_message *messages,
		size_t count);
/* PLANNED(machine, changes, {from, to, bytes, start, arrival}, ...) */
#define PLANNED(machine, changes, ...) \
	do { \
		static const struct timed_message messages[] = {__VA_ARGS__}; \
		check_plan(machine, changes, messages, COUNT(messages)); \
	} while (0)
#define CHECK_PLAN(machine, ...) PLANNED(machine, NULL, __VA_ARGS__)

#endif
