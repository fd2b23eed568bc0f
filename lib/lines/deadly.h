/* SPDX-License-Identifier: BSD-2-Clause */
/* Signals by which a program that is wrong ends its process. */
#ifndef VC_DEADLY_H
#define VC_DEADLY_H

#include <signal.h>
#include <stddef.h>

static const struct vc_deadly {
	int number;
	const char *name;
} vc_deadly[] = {
	{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"},
	{SIGABRT, "SIGABRT"}, {SIGSYS, "SIGSYS"},
};

enum { VC_DEADLY = sizeof vc_deadly / sizeof *vc_deadly };

/* Handles those that nobody handles, on the stack of handlers. */
static inline void
vc_deadly_handle(void (*handler)(int number, siginfo_t *info, void *context))
{
	struct sigaction now, ours = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};

	for (size_t i = 0; i < VC_DEADLY; i++)
		if (sigaction(vc_deadly[i].number, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) &&
		    now.sa_handler == SIG_DFL)
			sigaction(vc_deadly[i].number, &ours, NULL);
}

#endif
