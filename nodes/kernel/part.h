/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A part of the machine, which opens, runs and closes with it. nodes/machine/parts.c lists
 * them; a part is its own file and a row there. The thread that opens, runs or closes the
 * machine calls every slot, while no node's thread exists, without a lock. A slot may take
 * host time but waits for nobody. Any slot may be NULL.
 */
#ifndef VC_PART_H
#define VC_PART_H

#include <vcube/machine.h>

struct vc_part {
	/* Opens the part, in the order of the list. Returns 0 or an error; then this part, as
	 * far as it is open, and those before it are closed. */
	int (*open)(vcube_machine *machine, struct vcube_error *error);
	/* Resets the part before a run, in the order of the list. Returns 0, or an error that
	 * prevents the run. */
	int (*begin)(vcube_machine *machine, struct vcube_error *error);
	/* After the run, in the order of the list: may add to the result, machine->error. */
	void (*finish)(vcube_machine *machine);
	/* Closes the part, in reverse order. Also called for a part that was not opened: all
	 * zero. */
	void (*close)(vcube_machine *machine);
};

#endif
