/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sample sort of numbers from a file, one per line, on emulated nodes, whose program is in
 * sort_nodes.c. Compares the result with that of qsort(3).
 */
#include <stdlib.h>
#include <string.h>
#include "input.h"
#include "sort.h"

static const char usage[] =
	"usage: sort [OPTION].. FILE\n"
	"\n"
	"Sorts the numbers in a file, one per line; - is the standard input.\n"
	"\n"
	"  -a, --alltoallv HOW       algorithm, such as four-stage or mesh\n"
	"                            (vcube list algorithms)\n"
	"  -s, --samples N           sample keys per node (default: as many as nodes, up to 64)\n";

static const struct option options[] = {
	MACHINE_OPTIONS,
	{ "alltoallv", required_argument, NULL, 'a' },
	{ "samples", required_argument, NULL, 's' },
	{ 0 }
};

static void
parse(struct setup *s, struct job *job, int argc, char **argv)
{
	int letter;

	while ((letter = getopt_long(argc, argv, MACHINE_LETTERS "a:s:", options, NULL)) != -1)
		if (letter == 'a')
			job->how = optarg;
		else if (letter == 's')
			job->samples = whole(s, "samples", optarg, 1, 1000000);
		else
			setup_option(s, letter, optarg);
	setup_algorithm(s, VCUBE_ALLTOALLV, job->how);
	if (argc - optind != 1)
		refuse(s, "name one file of numbers; see --help");
}

static int
compare_keys(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int
check(const struct setup *s, const struct job *job, double *key)
{
	const double mean = (double)job->count / setup_nodes(s);
	size_t wrong = 0, most = 0;

	qsort(key, job->count, sizeof *key, compare_keys);
	for (size_t i = 0; i < job->count; i++)
		wrong += !(job->result[i] == key[i]);
	for (int i = 0; i < setup_nodes(s); i++)
		most = job->share[i] > most ? job->share[i] : most;
	printf("the fullest node has %zu keys in the end, %.2f times the mean\n", most,
	       job->count ? (double)most / mean : 1);
	return verdict(wrong == 0, "of %zu keys in order, %zu differ from the serial result", job->count,
		       wrong);
}

int
main(int argc, char **argv)
{
	struct setup s = { .name = "sort", .usage = usage };
	struct job job = { 0 };
	double *key;
	int status;

	parse(&s, &job, argc, argv);
	setup_open(&s);
	job.count = input_table(&s, argv[optind], 1, 1, &key);
	job.key = key;
	if (!job.samples)
		job.samples = setup_nodes(&s) < 64 ? setup_nodes(&s) : 64;
	job.result = more(&s, NULL, job.count, sizeof *job.result);
	memset(job.result, 0xff, job.count * sizeof *job.result);       /* NaN */
	job.share = more(&s, NULL, (size_t)setup_nodes(&s), sizeof *job.share);
	job.log = s.log;

	printf("%zu keys (%s), %d samples a node\n", job.count, argv[optind], job.samples);
	setup_run(&s, sort_program, &job);
	if (s.output) {
		FILE *const file = output_open(&s);

		for (size_t i = 0; i < job.count; i++)
			fprintf(file, "%.17g\n", job.result[i]);
		output_close(&s, file);
	}
	status = check(&s, &job, key);
	free(key);
	free(job.result);
	free(job.share);
	setup_close(&s);
	return status;
}
