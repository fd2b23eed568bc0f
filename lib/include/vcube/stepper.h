/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stepper: shows a run step by step, on the terminal or as plain lines.
 *
 * It is a library of its own, libvcube-stepper (pkg-config vcube-stepper), since it
 * needs ncurses and prints. It shows any program that marks steps and watches memory
 * (vcube_step(), vcube_watch(), vcube/node.h). A program that ends with a step shows
 * its final state, too.
 */
#ifndef VCUBE_STEPPER_H
#define VCUBE_STEPPER_H

#include <stdio.h>
#include <vcube/observe.h>

VCUBE_BEGIN_

/*
 * Writes the text of a cell of the memory table: of `bytes` bytes at `data`, into
 * `text`, at most `room` bytes with the '\0'. The stepper cuts texts of more than
 * 60 characters and ends them with "~"; "." means that there is no value yet. One
 * thread at a time calls it, while nothing moves.
 */
typedef void vcube_stepper_text(void *arg, const struct vcube_watched *watched, const void *data,
				size_t bytes, char *text, size_t room);

struct vcube_stepper_options {
	const char *title;              /* name of the program; NULL: "a program" */
	FILE *print;                    /* where to print each step; NULL: use the screen */
	size_t room;                    /* bytes for the recording at most, 0: 256 MiB */
	size_t cell;                    /* bytes of memory in a cell, 0: one element */
	vcube_stepper_text *text;       /* NULL: the first element, as a number */
	void *arg;                      /* passed to text() */
};

/*
 * Runs the program once, records every step, and shows the recording: on the screen
 * until the user leaves it, or on `print`. When the room is used up, later steps are
 * counted but not kept. Uses the machine's observer and history. `options` may be NULL.
 *
 * Returns what vcube_run() returned and clears *error; vcube_run_error() has the error
 * of the run. Or runs nothing and returns, with a sentence in *error, VCUBE_EINVAL for
 * more than 256 nodes or digest=yes, VCUBE_EHOST for lack of memory or if standard
 * input or output is not a known terminal. Blocks.
 */
int vcube_stepper_run(vcube_machine *machine, vcube_program *program, void *arg,
		      const struct vcube_stepper_options *options, struct vcube_error *error);

VCUBE_END_
#endif
