/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of a machine that live in this folder, and the list of all. */
#ifndef VC_PARTS_H
#define VC_PARTS_H

#include <pthread.h>
#include <stdbool.h>
#include "part.h"

extern const struct vc_part vc_part_place, vc_part_memory, vc_part_nodes, vc_part_observer,
	vc_part_report, vc_part_verdict, vc_part_coroutines, vc_part_twice;

/* Decides what threads=auto is for this machine, when its place is known: threading.c */
void vc_choose_threads(vcube_machine *machine);

/* How the nodes of a machine run. */
struct vc_way {
	const struct vc_part *const *parts;     /* in the order in which they open, begin and
						   finish; ends with NULL */
	/* Runs the program on all nodes, between begin and finish of the parts. Returns 0, or
	 * the error for which the parts are not finished. */
	int (*run)(vcube_machine *machine);
};

/* Each node on a thread of its own; one node after the other; all in one thread; a share of them in
 * each of some threads. */
extern const struct vc_way vc_way_threads, vc_way_in_turn, vc_way_one_thread, vc_way_carriers;

int vc_run_threads(vcube_machine *machine);     /* run.c */
int vc_run_in_turn(vcube_machine *machine);     /* in_turn.c */
int vc_run_in_one_thread(vcube_machine *machine);       /* one_thread.c */
int vc_run_carriers(vcube_machine *machine);            /* carriers.c */

/* Takes the machine for a run; returns false if it is running. Releases it; its nodes then refuse
 * calls until the next run. run.c */
bool vc_run_begin(vcube_machine *machine);
void vc_run_end(vcube_machine *machine);
/* Of a call that a running machine refuses: makes the node fail that calls it, if it is one of the
 * machine's. Returns VCUBE_EINVAL, or the code of its failure. run.c */
int vc_refuse_running(vcube_machine *machine, const char *call, const void *returns_to);

/* Runs a program once. Returns the run's error. run.c */
int vc_run_once(vcube_machine *machine, vcube_program *program, void *arg);
/* The same in two orders, with digest=yes; VCUBE_EORDER if their messages differ. twice.c */
int vc_run_twice(vcube_machine *machine, vcube_program *program, void *arg);
/* A node's life, from its first turn to its end. run.c */
void vc_node_live(vcube_node *self);
/* The same, if the program ended its thread instead of returning: the rest of it. run.c */
void vc_node_vanish(void *self);

/* For ways that start threads, run.c: waits until all have been started, and returns false if the
 * run is cancelled; pins one of so many, of which neighbours share a processor, so that their
 * messages stay in its cache; tells which one the host refused, and returns the code. */
bool vc_pass_gate(vcube_machine *machine);
void vc_pin(const vcube_machine *machine, int place, int places, pthread_t thread);
int vc_refused_thread(vcube_machine *machine, int number, int of, int error);
/* All threads have been started, or `code` says why not: lets them run, and waits until the nodes
 * have ended. Returns the code. */
int vc_run_started(vcube_machine *machine, int code);

/* Makes a node as it is before a run; nodes.c. */
void vc_node_reset(vcube_node *node);
/* Lets its calls do nothing from now on; what it did remains; nodes.c. */
void vc_node_retire(vcube_node *node);
/* Checks what the program of a node left: its result, its requests, its heap; run.c. */
void vc_node_settle(vcube_node *self);

#endif
