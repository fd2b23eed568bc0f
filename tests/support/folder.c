/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "folder.h"

#define TEMPLATE "/tmp/vcube-test-XXXXXX"

char folder[] = TEMPLATE;

int
make_folder(void **state)
{
	(void)state;
	strcpy(folder, TEMPLATE);       /* a program may run its tests twice */
	return mkdtemp(folder) == NULL;
}

int
remove_folder(void **state)
{
	char command[100];

	(void)state;
	snprintf(command, sizeof command, "rm -r %s", folder);
	return system(command);
}

const char *
in_folder(const char *name)
{
	static _Thread_local char path[4][100];
	static _Thread_local unsigned next;
	char *const it = path[next++ % 4];

	snprintf(it, sizeof path[0], "%s/%s", folder, name);
	return it;
}

static FILE *
must_open(const char *path, const char *mode)
{
	FILE *const file = fopen(path, mode);

	if (file == NULL)
		fail_msg("%s cannot be opened", path);
	return file;
}

const char *
write_file(const char *name, const void *data, size_t bytes)
{
	const char *const path = in_folder(name);
	FILE *const file = must_open(path, "w");

	assert_int_equal(fwrite(data, 1, bytes, file), bytes);
	assert_int_equal(fclose(file), 0);
	return path;
}

const char *
write_text(const char *name, const char *text)
{
	return write_file(name, text, strlen(text));
}

char *
slurp(const char *path, size_t *bytes)
{
	FILE *const file = must_open(path, "r");
	char *text;

	fseek(file, 0, SEEK_END);
	*bytes = (size_t)ftell(file);
	rewind(file);
	text = malloc(*bytes + 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, *bytes, file), *bytes);
	fclose(file);
	return text;
}

FILE *
open_golden(const char *name)
{
	const char *const sources = getenv("srcdir");
	char path[400];

	snprintf(path, sizeof path, "%s/tests/golden/%s", sources ? sources : ".", name);
	return must_open(path, "r");
}
