/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bodies that attract each other, on emulated nodes, whose program is in nbody_nodes.c.
 * Compares their places with those that one processor computes.
 *
 * Nature conserves energy and momentum; their change is the error of the steps. The error
 * of the energy stays small; that of the momentum is only rounding, which is checked.
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
	"Moves bodies that attract each other. Each line of the file is a body: its mass, place\n"
	"(x y z) and velocity (x y z). A line that begins with # is a comment.\n"
	"\n"
	"  -a, --allgather HOW       algorithm, such as cycle or dcycles\n"
	"                            (vcube list algorithms)\n"
	"  -r, --ring                pass blocks round a ring, during the work\n"
	"  -n, --steps N             number of steps (default 10)\n"
	"  -d, --dt TIME             time of a step (default 0.001)\n"
	"  -G, --gravity NUMBER      the constant of gravity (default 1)\n"
	"  -e, --softening LENGTH    softens the force at short distances (default 0)\n";

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
		refuse(s, "--%s takes a number%s, not '%s'", option, least == 0 ? ", 0 or more" : "", word);
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
		refuse(s, "--ring passes blocks itself; --allgather broadcasts all at once");
	if (argc - optind != 1)
		refuse(s, "name one file of bodies; see --help");
}

/* Refuses two bodies at one place: the force between them would not be finite. */
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

/* Computes the result on one processor. */
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

/* Returns the change of total momentum, relative to the sum of m |v|. */
static double
momentum_error(const struct job *job)
{
	double error = 0;

	for (int k = 0; k < 3; k++)
		error = fmax(error, fabs(job->last.momentum[k] - job->first.momentum[k]));
	return error / fmax(fmax(job->first.speed, job->last.speed), DBL_MIN);
}

/* Returns the largest distance from the reference, relative to the extent of the system. */
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
	memset(job.result, 0xff, job.count * BODY_COLUMNS * sizeof *job.result);        /* NaN */
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
