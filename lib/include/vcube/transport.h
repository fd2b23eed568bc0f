/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a transport is: the table of functions by which processes that share a machine
 * reach each other. A module with the function vcube_transport_join() is opened at run
 * time, so the library knows no network.
 *
 * One thread at a time calls the functions, except wait(). None of the others blocks.
 */
#ifndef VCUBE_TRANSPORT_H
#define VCUBE_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>
#include <vcube/error.h>

VCUBE_BEGIN_

struct vcube_transport {
	int process, processes;         /* number of this one, from 0; how many there are */
	int beside;                     /* how many of them share this host, this one included, */
	int place;                      /* and its number among these, from 0 */

	/* Sends a block from malloc() to another process, and frees it once it has left. The
	 * blocks between two processes arrive in order. Returns 0, or -1 and frees the block
	 * if that process has died. */
	int (*post)(struct vcube_transport *transport, int to, void *block, size_t bytes);

	/* Goes on sending what has not left yet. Returns 1 and the next block that has come, which
	 * the caller frees; 0 if there is none; -1 if process *from has died, once for each. */
	int (*poll)(struct vcube_transport *transport, int *from, void **block, size_t *bytes);

	/* Sleeps until a block may have come, more can leave, descriptor `fd` is readable, or
	 * for so many nanoseconds at most. The thread that runs the machine calls it, while
	 * others may call post() and poll(). */
	void (*wait)(struct vcube_transport *transport, int fd, int64_t ns);

	/* As post(), of a block of two parts: `head`, at most VCUBE_LENT_HEAD bytes, which it
	 * copies, and `data`, which the caller keeps until *left is 1: this call, or a later one
	 * of post() or poll(), sets it, also if that process dies. NULL: there is no such function,
	 * and the caller makes one block of both. */
	int (*lend)(struct vcube_transport *transport, int to, const void *head, size_t head_bytes,
		    const void *data, size_t bytes, int *left);

	/* Set by the library. poll() may call it with the head of a lent block whose data has not
	 * come yet: it returns where the data is to be stored, for which the block that poll() then
	 * returns is the head alone; or NULL. */
	void *(*land)(void *arg, const void *head, size_t head_bytes, size_t bytes);
	void *arg;
};

#define VCUBE_LENT_HEAD 128

/* What a module defines: joins the processes that were started together, once in each, and
 * leaves them at exit(). Returns NULL with the reason. */
struct vcube_transport *vcube_transport_join(struct vcube_error *error);
typedef struct vcube_transport *vcube_transport_joiner(struct vcube_error *error);

VCUBE_END_
#endif
