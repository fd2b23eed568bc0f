/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stepper: a run, step by step, on the terminal or as plain lines.
 *
 * It is a library of its own, libvcube-stepper (pkg-config vcube-stepper), since
 * it needs ncurses, and prints. Any program that marks steps and names memory
 * (vcube_step() and vcube_watch(), vcube/node.h) can be looked at; to be seen at
 * its end, a program ends with a step.
 */
#ifndef VCUBE_STEPPER_H
#define VCUBE_STEPPER_H

#include <stdio.h>
#include <vcube/observe.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What stands in a cell of the memory table: the text for `bytes` bytes of what is
 * watched, of at most `room` bytes with the '\0'; of more than a dozen characters,
 * the end is cut off and replaced by "~". "." is for what is not there yet. Called by one thread at a time,
 * while nothing moves.
 */
typedef void vcube_stepper_text(void *arg, const struct vcube_watched *watched, const void *data,
				size_t bytes, char *text, size_t room);

struct vcube_stepper_options {
	const char *title;              /* what is run; NULL: "a program" */
	FILE *print;                    /* lines for every step go here; NULL: the screen */
	size_t room;                    /* bytes that the recording may take, 0: 256 MiB */
	size_t cell;                    /* bytes of memory in a cell, 0: an element */
	vcube_stepper_text *text;       /* NULL: the first element, as a number */
	void *arg;                      /* of text() */
};

/*
 * Runs the program once, recording every step, and shows the recording: on the
 * screen until the user leaves it, or on `print`. Where the room is used up, later
 * steps are counted, and not kept. Takes the machine's observer and history. Returns what
 * vcube_run() did; where there is nothing to show, nothing has run, and it
 * returns VCUBE_EINVAL (more than 256 nodes), VCUBE_EHOST (no memory; the
 * standard input or output is no terminal, or one that is not known), with a
 * sentence in *error. *error is cleared otherwise: what went wrong in the run,
 * vcube_run_error() has. `options` may be NULL.
 */
int vcube_stepper_run(vcube_machine *machine, vcube_program *program, void *arg,
		      const struct vcube_stepper_options *options, struct vcube_error *error);

#ifdef __cplusplus
}
#endif
#endif
