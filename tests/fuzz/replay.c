/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads each file named on the command line or, without any, of the corpus. */
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"

static void
replay(const char *path)
{
	FILE *const file = fopen(path, "re");
	uint8_t *data = NULL;
	size_t size = 0, got;

	MUST(file != NULL);
	do {
		data = realloc(data, size + 65536);
		MUST(data != NULL);
		got = fread(data + size, 1, 65536, file);
		size += got;
	} while (got > 0);
	fclose(file);
	printf("%s: %zu bytes\n", path, size);
	fflush(stdout);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
}

/* tests/fuzz/test_NAME reads tests/fuzz/corpus/NAME. */
static void
replay_corpus(void)
{
	const char *const source = getenv("srcdir");
	const char *const name = strrchr(program_invocation_short_name, '_');
	char pattern[1000];
	glob_t found;

	MUST(name != NULL);
	snprintf(pattern, sizeof pattern, "%s/tests/fuzz/corpus/%s/*", source ? source : ".", name + 1);
	MUST(glob(pattern, 0, NULL, &found) == 0);
	for (size_t i = 0; i < found.gl_pathc; i++)
		replay(found.gl_pathv[i]);
	globfree(&found);
}

int
main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		replay(argv[i]);
	if (argc == 1)
		replay_corpus();
	return 0;
}
