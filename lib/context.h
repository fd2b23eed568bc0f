/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Contexts: courses that take turns in one thread, each on a stack of its own.
 *
 * vc_context_make() lets a context begin in body(arg), which must not return, on this stack,
 * once it is switched to. A thread's first context is its own: it needs no making.
 *
 * vc_context_switch() keeps the running course in `from`, and goes on in `to`. For x86-64 and
 * aarch64 it keeps what a function has to keep for its caller, without a system call; signals
 * that are blocked stay so. On other processors, with --disable-assembly, and where returns are
 * checked against a second stack, it is swapcontext().
 */
#ifndef VC_CONTEXT_H
#define VC_CONTEXT_H

#include <stddef.h>
#ifdef HAVE_ASSEMBLY
struct vc_context {
	void *stack;                    /* its end: the registers that are kept */
};
#else
#include <ucontext.h>
struct vc_context {
	ucontext_t kept;
	void (*body)(void *arg);
	void *arg;
};
#endif

void vc_context_make(struct vc_context *context, void *stack, size_t bytes,
		     void (*body)(void *arg), void *arg);
void vc_context_switch(struct vc_context *from, struct vc_context *to);

#endif
