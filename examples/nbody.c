/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bodies that attract each other, every one every other, on emulated nodes; how they do it
 * is in nbody_nodes.c. Their places are compared with those that one processor works out.
 *
 * Energy and momentum are kept by nature; what they change by is the error of the steps:
 * of the energy it stays small, of the momentum it is rounding alone, which is checked.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "input.h"
#include "nbody.h"

static const char usage[] =
	"usage: nbody [OPTION].. FILE\n"
	"\n"
	"Bodies that attract each other. Each line of the file is one: its mass, where it is (x\n"
	"y z) and how fast (x y z); what begins with # is a comment.\n"
	"\n"
	"  -a, --allgather HOW       by which algorithm, such as cycle or dcycles\n"
	"                            (vcube list algorithms)\n"
	"  -r, --ring                blocks are passed round a ring, beside the work\n"
	"  -n, --steps N             (default 10)\n"
	"  -d, --dt TIME             of a step (default 0.001)\n"
	"  -G, --gravity NUMBER      the constant of gravity (default 1)\n"
	"  -e, --softening LENGTH    of the force at short distances (default 0)\n";

static const struct option options[] = {
	MACHINE_OPTIONS,
	{ "allgather", required_argument, NULL, 'a' },
	{ "ring", no_argument, NULL, 'r' },
	{ "steps", required_argument, NULL, 'n' },
	{ "dt", required_argument, NULL, 'd' },
	{ "gravity", required_argument, NULL, 'G' },
	{ "softening", required_argument, NULL, 'e' },
	{ 0 }
};

static double
real(const struct setup *s, const char *option, const char *word, double least)
{
	char *end;
	const double value = strtod(word, &end);

	if (end == word || *end || !isfinite(value) || value < least)
		refuse(s, "--%s takes a number%s; not '%s'", option, least == 0 ? ", 0 or more" : "", word);
	return value;
}

static void
parse(struct setup *s, struct job *job, int argc, char **argv)
{
	int letter;

	while ((letter = getopt_long(argc, argv, MACHINE_LETTERS "a:rn:d:G:e:", options, NULL)) != -1)
		switch (letter) {
		case 'a':
			job->how = optarg;
			break;
		case 'r':
			job->ring = true;
			break;
		case 'n':
			job->steps = whole(s, "steps", optarg, 0, 1000000000);
			break;
		case 'd':
			job->dt = real(s, "dt", optarg, -DBL_MAX);
			break;
		case 'G':
			job->law.gravity = real(s, "gravity", optarg, -DBL_MAX);
			break;
		case 'e':
			job->law.softening = real(s, "softening", optarg, 0);
			break;
		default:
			setup_option(s, letter, optarg);
		}
	setup_algorithm(s, VCUBE_ALLGATHER, job->how);
	if (job->ring && job->how)
		refuse(s, "--ring passes blocks on by itself; --allgather is for all at once");
	if (argc - optind != 1)
		refuse(s, "name one file of bodies; --help says more");
}

/* Two at one place would have no force between them that is a number. */
static void
check_places(const struct setup *s, const struct job *job, const char *path)
{
	for (size_t i = 0; job->law.softening == 0 && i < job->count; i++)
		for (size_t j = 0; j < i; j++)
			if (memcmp(job->body + i * BODY_COLUMNS + 1, job->body + j * BODY_COLUMNS + 1,
				   3 * sizeof *job->body) == 0)
				refuse(s, "%s: bodies %zu and %zu are at the same place; they need a "
				       "--softening", path, j + 1, i + 1);
}

/* All of it by one processor. */
static void
reference(const struct setup *s, const struct job *job, double *result)
{
	struct bodies all = { .law = job->law, .count = job->count };

	all.place = more(s, NULL, all.count, sizeof *all.place);
	all.motion = more(s, NULL, all.count, sizeof *all.motion);
	bodies_load(&all, job->body);
	bodies_rest(&all);
	bodies_attract(&all, all.place, 0, all.count);
	for (int i = 0; i < job->steps; i++) {
		bodies_kick(&all, job->dt / 2);
		bodies_drift(&all, job->dt);
		bodies_rest(&all);
		bodies_attract(&all, all.place, 0, all.count);
		bodies_kick(&all, job->dt / 2);
	}
	bodies_store(&all, result);
	free(all.place);
	free(all.motion);
}

static double
energy(const struct sums *sums)
{
	return sums->kinetic + sums->potential;
}

/* How far the whole of them has come off its course, of the sum of m |v|. */
static double
momentum_error(const struct job *job)
{
	double error = 0;

	for (int k = 0; k < 3; k++)
		error = fmax(error, fabs(job->last.momentum[k] - job->first.momentum[k]));
	return error / fmax(fmax(job->first.speed, job->last.speed), DBL_MIN);
}

/* How far bodies are from where the reference has them, of the extent of all. */
static double
place_error(const struct setup *s, const struct job *job)
{
	double *const right = more(s, NULL, job->count, BODY_COLUMNS * sizeof *right);
	double error = 0, extent = DBL_MIN;

	reference(s, job, right);
	for (size_t i = 0; i < job->count; i++)
		for (size_t k = i * BODY_COLUMNS + 1; k < i * BODY_COLUMNS + 4; k++) {
			const double off = fabs(job->result[k] - right[k]);

			error = isnan(off) ? INFINITY : fmax(error, off);
			extent = fmax(extent, fabs(right[k]));
		}
	free(right);
	return error / extent;
}

static int
check(const struct setup *s, const struct job *job)
{
	const double places = place_error(s, job), momentum = momentum_error(job);
	const double before = energy(&job->first), after = energy(&job->last);

	printf("energy %.12g before and %.12g after %d steps: %.3g of it\n", before, after, job->steps,
	       before == 0 ? 0 : (after - before) / fabs(before));
	return verdict(places <= 1e-9 && momentum <= 1e-9, "places differ from the serial result by "
		       "%.3g of the system, momentum from the first by %.3g", places, momentum);
}

static void
write_result(const struct setup *s, const struct job *job)
{
	FILE *const file = output_open(s);

	for (size_t i = 0; i < job->count; i++)
		for (int k = 0; k < BODY_COLUMNS; k++)
			fprintf(file, "%.17g%c", job->result[i * BODY_COLUMNS + (size_t)k],
				k < BODY_COLUMNS - 1 ? ' ' : '\n');
	output_close(s, file);
}

int
main(int argc, char **argv)
{
	struct setup s = { .name = "nbody", .usage = usage };
	struct job job = { .steps = 10, .dt = 1e-3, .law.gravity = 1 };
	double *body;
	int status;

	parse(&s, &job, argc, argv);
	setup_open(&s);
	job.count = input_table(&s, argv[optind], BODY_COLUMNS, BODY_COLUMNS, &body);
	job.body = body;
	check_places(&s, &job, argv[optind]);
	job.result = more(&s, NULL, job.count, BODY_COLUMNS * sizeof *job.result);
	memset(job.result, 0xff, job.count * BODY_COLUMNS * sizeof *job.result);        /* not numbers */
	job.log = s.log;

	printf("%zu bodies (%s), %d steps of %g, by %s\n", job.count, argv[optind], job.steps, job.dt,
	       job.ring ? "blocks passed round a ring" : "all-to-all broadcast");
	setup_run(&s, nbody_program, &job);
	if (s.output)
		write_result(&s, &job);
	status = check(&s, &job);
	free(body);
	free(job.result);
	setup_close(&s);
	return status;
}
