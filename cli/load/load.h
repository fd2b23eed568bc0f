/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared objects that the option --load names, with an algorithm or a program of messages
 * (vcube/own.h). They stay loaded until the process ends.
 */
#ifndef LOAD_H
#define LOAD_H

#include <vcube/authoring.h>

/* A program of messages */
struct own_program {
	const char *name;               /* of its file, without folder and suffix */
	int (*run)(vcube_node *self, size_t bytes);
};

/*
 * Load a file. Its algorithm joins the registry. Return what it has, as words of a command
 * line between commas, "allgather.two-way" or "program.NAME"; NULL, with *error set, if it
 * cannot be loaded or has neither.
 */
char *load_file(const char *path, struct vcube_error *error);

/* Find a loaded program by name; NULL if there is none. */
const struct own_program *load_program(const char *name);
/* Join the names of the loaded programs; NULL if there are none. */
char *load_programs(void);

#endif
