/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node from inside: rank, failure, heap, clock, steps.
 *
 * `self` is the node that the program received. Only the node's own thread may use it,
 * until the program returns, unless threads share it (vcube_share()). Calls do not block
 * unless their comment says so.
 */
#ifndef VCUBE_NODE_H
#define VCUBE_NODE_H

#include <vcube/machine.h>
#include <vcube/type.h>

VCUBE_BEGIN_

int vcube_rank(const vcube_node *self);         /* 0 .. vcube_size() - 1 */
int vcube_size(const vcube_node *self);         /* nodes of the machine */
vcube_machine *vcube_machine_of(const vcube_node *self);

/* What the node has sent so far in this run, also by collectives and to itself. */
void vcube_sent(const vcube_node *self, uint64_t *messages, uint64_t *bytes);

/* The node's failure: its code (0: none); code and sentence, never NULL. */
int vcube_failed(const vcube_node *self);
const struct vcube_error *vcube_failure(const vcube_node *self);

/*
 * Makes the node fail with VCUBE_EPROGRAM and this sentence, unless it has failed
 * before. Returns the code of the node's failure, so that a program can
 * `return vcube_fail(self, "wrong sum at %d", i);`.
 */
int vcube_fail(vcube_node *self, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Lets a failed node go on, as if the call that failed had had no effect; a message that was
 * too long for its buffer has been taken, cut to fit. `error` (which may be NULL) gets the
 * failure. Returns its code; 0: the node had not failed; VCUBE_EABORT, VCUBE_ELIMIT and
 * other reasons for which the whole run stops remain.
 */
int vcube_recover(vcube_node *self, struct vcube_error *error);

/* Stops the run for all nodes, as soon as each makes its next call: vcube_run() returns
 * VCUBE_EABORT, and vcube_exit_code() is `code`. Returns VCUBE_EABORT, or the code of an
 * earlier failure of the node, which should return from its program. */
int vcube_abort(vcube_node *self, int code);

/* The same for the node of that rank, by any thread of the process. */
void vcube_abort_by(vcube_machine *machine, int rank, int code);

/*
 * Threads that share the node. From vcube_share() on any thread of the program may use
 * `self`, between vcube_enter() and vcube_leave(), and so does the node's own, which has
 * entered then. One has the node at a time; while its call waits for other nodes, others
 * enter. `threads`: how many there are, with the node's own. vcube_threads() adds or
 * subtracts some while they are outside; a machine is not deadlocked as long as some are.
 * vcube_share() returns 0 or the node's failure: VCUBE_EINVAL if `threads` is below 1, `bytes` too
 * large, or the machine has the key fuzz, digest, explore or replay, or threads other than yes.
 * The program ends when no other thread is inside. `own`: `bytes` bytes of the program, at
 * most VCUBE_OWN_MOST, or NULL; others may change them while a call lets them in, and when it
 * returns they are as before. Which thread comes first is up to the host, and so are
 * virtual times.
 *
 * vcube_enter() blocks until the node is free. If threads do not share it, all but
 * vcube_share() make it fail with VCUBE_EINVAL.
 */
enum { VCUBE_OWN_MOST = 64 };
int vcube_share(vcube_node *self, int threads, void *own, size_t bytes);
void vcube_threads(vcube_node *self, int by);
void vcube_enter(vcube_node *self);
void vcube_leave(vcube_node *self);

/*
 * Says what reports print for the call that the node is in, in place of what it waits for and
 * of its line: `text` writes "MPI_Recv(source 1, tag 7) at prog.c:12" or the like into the
 * buffer; what it writes behind a newline is put behind the time. It is called while the node is
 * parked, perhaps by another thread, and must not call the library, but for vcube_unaccepted().
 * NULL ends that.
 */
typedef void vcube_explainer(void *arg, char *buffer, size_t room);
void vcube_explain(vcube_node *self, vcube_explainer *text, void *arg);
/* For a library built on this one: explorations name the line of the program to which *site, an
 * address, belongs, in place of the library's own. NULL ends that. */
void vcube_called_from(vcube_node *self, const void *const *site);

/* Turns off, for this run of the node, the checks of pointers to its data, which may then lie
 * outside of stack and heap. */
void vcube_any_memory(vcube_node *self);

/*
 * The node's own heap. It is bounded and empty at the start of a run. Blocks are
 * aligned to 16 bytes (64 from 1 KiB on) and not cleared. A request for 0 bytes
 * yields a block that can be freed; vcube_free() of NULL does nothing.
 *
 * vcube_alloc(), vcube_resize(): return NULL if the heap has no room. The node does
 * not fail then; vcube_heap_error() says what was requested and what was free. A
 * failed vcube_resize() leaves the block as it is.
 *
 * vcube_free(): if `block` is not a live block of this heap, the node fails with
 * VCUBE_EINVAL.
 */
void *vcube_alloc(vcube_node *self, size_t bytes);
void *vcube_resize(vcube_node *self, void *block, size_t bytes);
void vcube_free(vcube_node *self, void *block);
const char *vcube_heap_error(const vcube_node *self);

/* Like vcube_alloc(), but if the heap has no room, the node fails with VCUBE_EHEAP. Free
 * the block with vcube_free(). */
void *vcube_scratch(vcube_node *self, size_t bytes);

size_t vcube_heap_size(const vcube_node *self);         /* bytes in all */
size_t vcube_heap_used(const vcube_node *self);         /* bytes in blocks and their heads */
size_t vcube_heap_peak(const vcube_node *self);         /* most bytes used in this run */

/* The node's clock; 0 under the free clock. May block until it is known. */
vcube_time vcube_now(const vcube_node *self);

/* Advances the node's clock by `time` >= 0 picoseconds of local work. */
void vcube_compute(vcube_node *self, vcube_time time);

/* Copies like memmove() and charges the cost `copy` for each byte. Does and charges
 * nothing if `to` is `from`. */
void vcube_copy(vcube_node *self, void *to, const void *from, size_t bytes);

/*
 * Schedules link changes for the rest of this run: "10us:0-1:down,20us:0-1:up", as in
 * the key `changes` of vcube-desc(5). The times must be later than the node's clock.
 * Works under the wall clock and under the virtual clock, there with routing=none only
 * with account=yes; otherwise the node fails with VCUBE_EINVAL. May block, like
 * vcube_now().
 */
int vcube_plan_links(vcube_node *self, const char *changes);

/* Marks a step of the program; `name` must stay valid until the run ends, and if it is NULL the
 * node fails with VCUBE_EINVAL. With an observer (vcube_on_step(), vcube/observe.h), blocks
 * until the observer resumes the node. Takes no virtual time. */
void vcube_step(vcube_node *self, const char *name);

/*
 * Watches memory: shows `count` elements at `pointer` to observers and traces under
 * `name`. Name and memory must stay valid as long as the watch. A watch ends with the
 * collective call whose algorithm made it, otherwise with the program; a watch that
 * begins in a heap block also ends when the block is freed or moved. Within a call, a
 * later watch of the same name replaces the earlier one, and a count of 0 ends it.
 * Without observer and trace, nothing is kept.
 */
void vcube_watch(vcube_node *self, const char *name, const void *pointer, vcube_type type,
		 size_t count);

/* Returns the node's next random number; the sequence depends only on the machine's seed
 * and the rank. */
uint64_t vcube_random(vcube_node *self);

VCUBE_END_
#endif
