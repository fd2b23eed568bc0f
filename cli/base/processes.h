/* SPDX-License-Identifier: BSD-2-Clause */
/* The processes that share the machines of a command. */
#ifndef PROCESSES_H
#define PROCESSES_H

struct processes {
	int process, count;     /* the number of this one; of all */
};

/* Join them; end the process if that fails. From then on, only process 0 prints. */
struct processes processes_join(const char *transport);

#endif
