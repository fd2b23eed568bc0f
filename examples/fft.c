/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The Fourier transform of samples from a file, or of a signal, on emulated nodes, whose
 * program is in fft_nodes.c. Compares its values with a serial transform, some of them with
 * the definition, and its energy with that of the samples (Parseval).
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "fft.h"
#include "fourier.h"
#include "input.h"

static const char usage[] =
	"usage: fft [OPTION].. FILE\n"
	"       fft [OPTION].. --signal SIGNAL\n"
	"\n"
	"Transforms a power of two of samples on a power of two of nodes. Each line of the file\n"
	"has a sample: its real and, optionally, its imaginary part.\n"
	"\n"
	"  -S, --signal SIGNAL       impulse, constant, square, noise, or tone:K, K periods\n"
	"  -n, --points N            samples of the signal (default 1024)\n"
	"  -s, --axes N              axes of the nodes' cube, of equally many dimensions (default\n"
	"                            1), with an exchange along each\n"
	"  -P, --parts N             a power of two: exchange N parts along all axes in a\n"
	"                            pipeline, with the work on them in between\n"
	"  -a, --alltoall HOW        algorithm of the exchanges, such as aapc4 or pairwise\n"
	"                            (vcube list algorithms)\n"
	"  -c, --schedule HOW        of the bit reversal and of parts (aapc1 .. aapc4), or, with several\n"
	"                            axes, of the shuffle that orders values (aapc1 .. aapc3,\n"
	"                            windows)\n";

static const struct option options[] = {
	MACHINE_OPTIONS,
	{ "signal", required_argument, NULL, 'S' },
	{ "points", required_argument, NULL, 'n' },
	{ "axes", required_argument, NULL, 's' },
	{ "parts", required_argument, NULL, 'P' },
	{ "alltoall", required_argument, NULL, 'a' },
	{ "schedule", required_argument, NULL, 'c' },
	{ 0 }
};

struct request {
	const char *signal, *path;
	int points;
};

static void
parse(struct setup *s, struct job *job, struct request *r, int argc, char **argv)
{
	int letter;

	while ((letter = getopt_long(argc, argv, MACHINE_LETTERS "S:n:s:P:a:c:", options, NULL)) != -1)
		switch (letter) {
		case 'S':
			r->signal = optarg;
			break;
		case 'n':
			r->points = whole(s, "points", optarg, 1, 1 << 28);
			break;
		case 's':
			job->axes = whole(s, "axes", optarg, 1, VCUBE_DIMENSIONS_MAX);
			break;
		case 'P':
			job->parts = whole(s, "parts", optarg, 1, 1 << 28);
			break;
		case 'a':
			job->exchange = optarg;
			break;
		case 'c':
			job->schedule = optarg;
			break;
		default:
			setup_option(s, letter, optarg);
		}
	setup_algorithm(s, VCUBE_ALLTOALL, job->exchange);
	if (job->parts && job->exchange)
		refuse(s, "--parts takes a --schedule; --alltoall exchanges all at once");
	if (argc - optind != !r->signal)
		refuse(s, "name one file of samples, or a --signal; see --help");
	r->path = argv[optind];
}

/* Returns sample i of n of a signal. */
static double complex
signal_at(const struct setup *s, const char *signal, size_t i, size_t n)
{
	static uint64_t noise;
	double periods;
	char end;

	if (strcmp(signal, "impulse") == 0)
		return i == 0;
	if (strcmp(signal, "constant") == 0)
		return 1;
	if (strcmp(signal, "square") == 0)
		return i < n / 2 ? 1 : -1;
	if (strcmp(signal, "noise") == 0) {
		noise = noise * 6364136223846793005u + 1442695040888963407u;
		return (double)(noise >> 11) / (double)(1LL << 52) - 1;
	}
	if (sscanf(signal, "tone:%lf%c", &periods, &end) == 1 && isfinite(periods))
		return creal(fourier_root(fmod(periods * (double)i, (double)n), (double)n));
	refuse(s, "--signal takes impulse, constant, square, noise or tone:K, such as tone:5, not '%s'",
	       signal);
}

/* Reads or makes the samples; returns their number. */
static size_t
samples(const struct setup *s, struct job *job, const struct request *r)
{
	double *pairs;
	size_t count = (size_t)r->points;

	if (!r->signal) {
		count = input_table(s, r->path, 1, 2, &pairs);
		job->sample = (double complex *)pairs;  /* a complex is two numbers */
		return count;
	}
	job->sample = more(s, NULL, count, sizeof *job->sample);
	for (size_t i = 0; i < count; i++)
		job->sample[i] = signal_at(s, r->signal, i, count);
	return count;
}

/* Checks that samples, nodes and axes fit together. */
static void
fit(const struct setup *s, struct job *job, size_t count)
{
	const int nodes = setup_nodes(s), m = vcube_log2((unsigned)nodes);
	size_t least;

	if (nodes != 1 << m)
		refuse(s, "the number of nodes must be a power of two, such as hypercube:%d, not %d", m, nodes);
	if (m % job->axes)
		refuse(s, "%d nodes are a cube of %d dimensions, which do not divide evenly into %d axes",
		       nodes, m, job->axes);
	while ((size_t)1 << job->bits < count)
		job->bits++;
	if ((size_t)1 << job->bits != count)
		refuse(s, "the number of samples must be a power of two, such as %zu, not %zu",
		       (size_t)1 << job->bits, count);
	least = (size_t)nodes << m / job->axes;
	if (job->parts && job->parts != 1 << vcube_log2((unsigned)job->parts))
		refuse(s, "the number of parts must be a power of two, not %d", job->parts);
	if (job->parts)
		least *= (size_t)job->parts;
	if (count < least)
		refuse(s, "%d nodes along %d ax%cs need %zu samples or more%s; there are %zu. More axes need "
		       "fewer", nodes, job->axes, job->axes == 1 ? 'i' : 'e', least,
		       job->parts ? " for as many parts" : "", count);
}

/* Returns the largest error: of all values against `right`, or, if that is NULL, of some
 * against the definition. NaN counts. */
static double
off(const struct job *job, const double complex *right, size_t n)
{
	double most = 0;

	for (size_t k = 0; k < n; k += right ? 1 : n / 8 + 1) {
		const double d = cabs(job->result[k] - (right ? right[k] : fourier_value(job->sample, n, k)));

		most = d <= most ? most : d;
	}
	return most;
}

/* Prints the largest values, down to a thousandth of the first. */
static void
print_peaks(const struct job *job, size_t n)
{
	double last = INFINITY, first = 0;

	printf("largest:");
	for (int i = 0; i < 4; i++) {
		double size = -1;
		size_t at = 0;

		for (size_t k = 0; k < n / 2 + 1; k++)
			if (cabs(job->result[k]) > size && cabs(job->result[k]) < last * (1 - 1e-9)) {
				size = cabs(job->result[k]);
				at = k;
			}
		if (size < first / 1000)
			break;
		printf("%s %.6g at %zu", i ? "," : "", size, at);
		first = i ? first : size;
		last = size;
	}
	printf(" (of 0 to %zu)\n", n / 2);
}

static int
check(const struct setup *s, const struct job *job, size_t n)
{
	double complex *const right = more(s, NULL, n, sizeof *right);
	double size = 0, serial, defined, kept;

	fourier_transform(job->sample, 1, n, right);
	for (size_t i = 0; i < n; i++)
		size += cabs(job->sample[i]);
	size += size == 0;
	serial = off(job, right, n) / size;
	defined = off(job, NULL, n) / size;
	kept = fourier_energy(job->result, n) / (double)n - fourier_energy(job->sample, n);
	kept = fabs(kept) / (fourier_energy(job->sample, n) + (fourier_energy(job->sample, n) == 0));
	free(right);
	print_peaks(job, n);
	return verdict(serial <= 8 * DBL_EPSILON * (job->bits + 1) &&
		       defined <= 8 * DBL_EPSILON * (job->bits + sqrt((double)n)) && kept <= 1e-12,
		       "%zu values differ from the serial transform by %.3g, some from the definition "
		       "by %.3g, relative to the sum of samples; their energy by %.3g", n, serial, defined, kept);
}

static void
write_result(const struct setup *s, const struct job *job, size_t n)
{
	FILE *const file = output_open(s);

	for (size_t k = 0; k < n; k++)
		fprintf(file, "%.17g %.17g\n", creal(job->result[k]), cimag(job->result[k]));
	output_close(s, file);
}

int
main(int argc, char **argv)
{
	struct setup s = { .name = "fft", .usage = usage };
	struct job job = { .axes = 1 };
	struct request r = { .points = 1024 };
	size_t count;
	int status;

	parse(&s, &job, &r, argc, argv);
	setup_open(&s);
	count = samples(&s, &job, &r);
	fit(&s, &job, count);
	job.result = more(&s, NULL, count, sizeof *job.result);
	memset(job.result, 0xff, count * sizeof *job.result);           /* not numbers */
	job.log = s.log;

	printf("%zu samples (%s), %d ax%cs of %d dimensions\n", count, r.signal ? r.signal : r.path,
	       job.axes, job.axes == 1 ? 'i' : 'e', vcube_log2((unsigned)setup_nodes(&s)) / job.axes);
	setup_run(&s, fft_program, &job);
	if (s.output)
		write_result(&s, &job, count);
	status = check(&s, &job, count);
	free(job.sample);
	free(job.result);
	setup_close(&s);
	return status;
}
