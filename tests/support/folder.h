/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of a test: a temporary folder, and those of tests/golden/. */
#ifndef FOLDER_H
#define FOLDER_H

#include <stdio.h>
#include "support.h"

int make_folder(void **state);
int remove_folder(void **state);
#define RUN_IN_FOLDER(tests) \
	(begin_tests(), cmocka_run_group_tests(tests, make_folder, remove_folder))

/* The folder's path, and that of a file in it, which is good until the thread has
 * asked for some more. */
extern char folder[];
const char *in_folder(const char *name);

/* Writes a file of the folder; its path. */
const char *write_file(const char *name, const void *data, size_t bytes);
const char *write_text(const char *name, const char *text);

/* A file that must be there: a whole one, to be freed; one of tests/golden/. */
char *slurp(const char *path, size_t *bytes);
FILE *open_golden(const char *name);

#endif
