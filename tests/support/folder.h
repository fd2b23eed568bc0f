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

/* Paths of the folder, and of a file in it; valid until the thread's next few calls. */
extern char folder[];
const char *in_folder(const char *name);

/* Writes a file of the folder; returns its path. */
const char *write_file(const char *name, const void *data, size_t bytes);
const char *write_text(const char *name, const char *text);

/* Reads a whole file that must exist, for the caller to free; opens one of tests/golden/. */
char *slurp(const char *path, size_t *bytes);
FILE *open_golden(const char *name);

#endif
