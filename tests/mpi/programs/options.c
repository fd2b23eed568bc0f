/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * options KIND LETTERS WORD...: prints what getopt(), getopt_long() or getopt_long_only() makes
 * of the words, twice. It is built with libc's functions and with ours, which have to agree.
 */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static int flag;
static const struct option longs[] = {
	{ "all", no_argument, NULL, 'a' }, { "alter", no_argument, &flag, 7 },
	{ "block", required_argument, NULL, 'b' }, { "color", optional_argument, NULL, 1000 },
	{ "columns", required_argument, NULL, 1001 }, { 0 }
};

static int
next(const char *kind, int argc, char **argv, const char *letters, int *index)
{
	return strcmp(kind, "short") == 0 ? getopt(argc, argv, letters) :
	       strcmp(kind, "long") == 0 ? getopt_long(argc, argv, letters, longs, index) :
	       getopt_long_only(argc, argv, letters, longs, index);
}

static void
parse(const char *kind, int argc, char **argv, const char *letters)
{
	int option, index = -1;

	while ((option = next(kind, argc, argv, letters, &index)) != -1) {
		printf("%d '%s' optind %d index %d flag %d", option, optarg ? optarg : "(none)", optind,
		       index, flag);
		if (option == '?' || option == ':')
			printf(" optopt %d", optopt);
		puts("");
	}
	printf("end at %d:", optind);
	for (int i = 1; i < argc; i++)
		printf(" %s", argv[i]);
	puts("");
}

int
main(int argc, char **argv)
{
	const char *kind = argv[1], *letters = argv[2];

	setvbuf(stdout, NULL, _IONBF, 0);     /* in order with the complaints */
	argv[2] = "options";
	parse(kind, argc - 2, argv + 2, letters);
	optind = 0;
	parse(kind, argc - 2, argv + 2, letters);
	return 0;
}
