/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the manual page vcube-mpi(7): its text, the file that is named, with a table of the
 * functions of MPI in place of its line FUNCTIONS, from the list of the library.
 */
#include <stdio.h>
#include <string.h>

struct call {
	const char *name, *there;       /* a chapter: its title, and NULL */
};

static const struct call calls[] = {
#define MPI_PART(title) {title, NULL},
#define MPI_CALL(there, type, name, parameters) {"MPI_" #name, #there},
#define MPI_LARGE_CALL(there, type, name, parameters) \
	{"MPI_" #name, #there}, {"MPI_" #name "_c", #there},
#include <vcube/mpi_calls.h>
#undef MPI_PART
#undef MPI_CALL
#undef MPI_LARGE_CALL
	{NULL, NULL}
};

/* Why a function is there in part only */
static const struct {
	const char *name, *why;
} reasons[] = {
	{"MPI_Psend_init", "one request for each rank and tag, on intracommunicators"},
	{"MPI_Precv_init", "likewise"},
	{NULL, NULL}
};

static const char *
reason(const char *name)
{
	for (int i = 0; reasons[i].name != NULL; i++)
		if (strcmp(reasons[i].name, name) == 0)
			return reasons[i].why;
	fprintf(stderr, "man/gen_mpi.c: reasons[] has no reason why %s is there in part only\n", name);
	return NULL;
}

static const struct call *
next_chapter(const struct call *c)
{
	while (c->name != NULL && c->there != NULL)
		c++;
	return c;
}

/* The functions of a chapter of which `there` is so, in one item; each with its reason. */
static int
print_item(const struct call *from, const char *there)
{
	const struct call *end = next_chapter(from);
	const char *before = "";
	int status = 0;

	for (const struct call *c = from; c < end; c++) {
		const char *why = NULL;

		if (strcmp(c->there, there) != 0)
			continue;
		if (strcmp(there, "partly") == 0 && (why = reason(c->name)) == NULL)
			status = 1;
		if (*before == '\0')
			printf(".It Sy %s\n", there);
		printf("%s%s", before, c->name);
		if (why != NULL)
			printf(" (%s)", why);
		before = ",\n";
	}
	if (*before != '\0')
		putchar('\n');
	return status;
}

static int
print_functions(void)
{
	int status = 0;

	for (const struct call *c = calls; c->name != NULL; c = next_chapter(c + 1)) {
		printf(".Ss %s\n.Bl -tag -width partly -compact\n", c->name);
		status |= print_item(c + 1, "yes");
		status |= print_item(c + 1, "partly");
		status |= print_item(c + 1, "no");
		puts(".El");
	}
	return status;
}

int
main(int argc, char **argv)
{
	FILE *text = argc == 2 ? fopen(argv[1], "r") : NULL;
	char line[256];
	int status = 0;

	if (text == NULL) {
		fprintf(stderr, "gen_mpi: name the file of the page's text\n");
		return 1;
	}
	while (fgets(line, sizeof line, text) != NULL)
		if (strcmp(line, "FUNCTIONS\n") == 0)
			status |= print_functions();
		else
			fputs(line, stdout);
	fclose(text);
	return fflush(stdout) != 0 || ferror(stdout) ? 1 : status;
}
