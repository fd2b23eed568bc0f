/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "folder.h"
#include "tsv.h"

void
tsv_open(struct tsv *t, const char *name)
{
	t->file = open_golden(name);
	assert_true(tsv_row(t));
}

int
tsv_row(struct tsv *t)
{
	do
		if (fgets(t->line, sizeof t->line, t->file) == NULL) {
			fclose(t->file);
			return 0;
		}
	while (t->line[0] == '#');
	t->fields = 0;
	for (char *at = strtok(t->line, "\t\n"); at != NULL; at = strtok(NULL, "\t\n")) {
		assert_true(t->fields < TSV_FIELDS);
		t->field[t->fields++] = at;
	}
	return t->fields;
}
