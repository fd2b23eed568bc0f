/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A part of the machine: what opens, runs and closes with it. nodes/machine/parts.c lists
 * them; a part is its own file and a row there. Every slot is called by the thread that
 * opens, runs or closes the machine, while no node's thread exists, without a lock; it may
 * take the host's time, but waits for nobody. A slot may be NULL.
 */
#ifndef VC_PART_H
#define VC_PART_H

#include <vcube/machine.h>

struct vc_part {
	/* Opens, in the order of the list. 0, or an error; what there is then of the part, and
	 * of those before it, is closed. */
	int (*open)(vcube_machine *machine, struct vcube_error *error);
	/* Before a run, in the order of the list: all is as if there had been none. 0, or the
	 * error of a run that does not take place. */
	int (*begin)(vcube_machine *machine, struct vcube_error *error);
	/* After it, in the order of the list: adds to what the run comes to, machine->error. */
	void (*finish)(vcube_machine *machine);
	/* Closes, in the reverse order. Also of a part that was not opened: all is zero then. */
	void (*close)(vcube_machine *machine);
};

#endif
