/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node from inside: who it is, its heap, its clock.
 *
 * `self` is what the program was given, and only the node's own thread may use
 * it. Unless a call's comment says so, it does not block.
 */
#ifndef VCUBE_NODE_H
#define VCUBE_NODE_H

#include <vcube/machine.h>
#include <vcube/type.h>

#ifdef __cplusplus
extern "C" {
#endif

int vcube_rank(const vcube_node *self);
int vcube_size(const vcube_node *self);         /* nodes of the machine */
vcube_machine *vcube_machine_of(const vcube_node *self);

/* The node's failure: its code (0: none), and the sentence. */
int vcube_failed(const vcube_node *self);
const struct vcube_error *vcube_failure(const vcube_node *self);

/*
 * Makes the node fail with VCUBE_EPROGRAM and this sentence, if it has not
 * failed yet. Returns the code of the node's failure, so that a program can
 * `return vcube_fail(self, "wrong sum at %d", i);`.
 */
int vcube_fail(vcube_node *self, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * The heap: bounded, the node's own, aligned to 16 bytes (64 from 1 KiB on).
 * alloc and resize return NULL where the heap has no room (vcube_heap_error()
 * says what was asked and what was there; the node does not fail by it), and
 * for 0 bytes return a block that can be freed. free(NULL) does nothing.
 * Contents are not cleared.
 */
void *vcube_alloc(vcube_node *self, size_t bytes);
void *vcube_resize(vcube_node *self, void *block, size_t bytes);
void vcube_free(vcube_node *self, void *block);
const char *vcube_heap_error(const vcube_node *self);

/* Working memory from the node's heap, to be given back with vcube_free();
 * where there is none, NULL, and the node has failed with VCUBE_EHEAP. */
void *vcube_scratch(vcube_node *self, size_t bytes);

size_t vcube_heap_size(const vcube_node *self);         /* bytes there are */
size_t vcube_heap_used(const vcube_node *self);         /* in blocks, with their heads */
size_t vcube_heap_peak(const vcube_node *self);         /* most of these in this run */

/* The node's clock; 0 under the free clock. */
vcube_time vcube_now(const vcube_node *self);

/* Computes for `time` picoseconds of the node's clock. */
void vcube_compute(vcube_node *self, vcube_time time);

/* memmove(), charged as VCUBE_WORK_COPY. */
void vcube_copy(vcube_node *self, void *to, const void *from, size_t bytes);

/*
 * What links change to at virtual times to come, for the rest of this run:
 * "10us:0-1:down,20us:0-1:up", as in the key `changes` of vcube-desc(5). The times
 * are later than the node's clock. May block, like vcube_now(). Under the virtual
 * clock, and there with routing=none only with account=yes, or under the wall clock:
 * else VCUBE_EINVAL.
 */
int vcube_plan_links(vcube_node *self, const char *changes);

/* Marks a step of the program, by a name that lives as long as the run. Blocks
 * while an observer (vcube_on_step) looks at the machine. */
void vcube_step(vcube_node *self, const char *name);

/*
 * Watches memory: what observers and traces are to see of this node, by a name.
 * Name and memory live as long as the watch. It ends with the collective call
 * whose algorithm made it, else with the program; where it begins in a block of
 * the heap, when that is given back or moved. Within a call a later watch of the
 * same name replaces the earlier one, and a count of 0 ends it. Nothing is kept
 * unless somebody looks.
 */
void vcube_watch(vcube_node *self, const char *name, const void *pointer, vcube_type type,
		 size_t count);

/* The next of the node's own random numbers, by machine seed and rank. */
uint64_t vcube_random(vcube_node *self);

#ifdef __cplusplus
}
#endif
#endif
