/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The subcommands, in the order of --help. To add one: write its file, with a struct
 * command NAME_command; give it a row here; name the file in files.mk; and describe it in
 * vcube(1). Everything else derives from these.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "base/command.h"

#define COMMANDS(X) \
	X(run) \
	X(launch) \
	X(step) \
	X(predict) \
	X(calibrate) \
	X(reproduce) \
	X(list) \
	X(topo) \
	X(schedule) \
	X(trace) \
	X(view) \
	X(lab) \
	X(new) \
	X(help)

#define X(name) extern const struct command name##_command;
COMMANDS(X)
#undef X

extern const struct command *const commands[];  /* ends with NULL */

/* Do what a command line asks for, in a process that main() has prepared, or in a child of it; argv
 * is main()'s, and may change. Return the status to exit with, or exit. */
int command_line(int argc, char **argv);

#endif
