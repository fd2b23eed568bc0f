/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube calibrate: fits the profile this-host to measurements of this host.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <vcube.h>
#include "base/atomic_file.h"
#include "base/numbers.h"
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "calibrate/fit.h"
#include "commands.h"

struct calibrate_options {
	const char *output;     /* NULL: the user's folder */
	bool force;
	int iterations;
};

#define MOST ((size_t)1 << 20)

enum { SIZES = 9 };

static const size_t sizes[SIZES] = {
	8, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, MOST,
};

/* Nanoseconds over bytes (messages one way, copies) or over elements (sums of doubles);
 * each is the median of several measurements. */
struct measured {
	struct sample message[SIZES], copy[SIZES], combine[SIZES];
};

struct job {
	struct measured *found;
	int times;
};

/* Do one node's side of the work: `rounds` rounds of this size. */
typedef void work(vcube_node *self, char *out, char *in, size_t bytes, int rounds);

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Send messages back and forth, lent, as the algorithms do. */
static void
play(vcube_node *self, char *out, char *in, size_t bytes, int rounds)
{
	const int me = vcube_rank(self), other = !me;

	for (int i = 0; i < rounds && !vcube_failed(self); i++) {
		vcube_request *sent;

		if (me == 1)
			vcube_recv(self, NULL, other, in, bytes, NULL);
		sent = vcube_isend(self, NULL, other, out, bytes);
		if (me == 0)
			vcube_recv(self, NULL, other, in, bytes, NULL);
		vcube_wait(self, sent, NULL);
	}
}

static void
copy(vcube_node *self, char *out, char *in, size_t bytes, int rounds)
{
	for (int i = 0; i < rounds; i++)
		vcube_copy(self, in, out, bytes);
}

static void
combine(vcube_node *self, char *out, char *in, size_t bytes, int rounds)
{
	(void)self;
	for (int i = 0; i < rounds; i++)
		vcube_op_apply(VCUBE_SUM, VCUBE_DOUBLE, out, in, in, bytes / sizeof(double));
}

/* Return the median time of one round, in nanoseconds. */
static double
measure(vcube_node *self, char *out, char *in, size_t bytes, int times, work *what)
{
	const int rounds = (int)(MOST / (bytes + MOST / 1000)) + 2;
	double *took = vcube_scratch(self, (size_t)times * sizeof *took), median = 0;

	what(self, out, in, bytes, rounds);             /* warm caches and channels */
	for (int i = 0; i < times && !vcube_failed(self); i++) {
		const double start = now();

		what(self, out, in, bytes, rounds);
		took[i] = (now() - start) / rounds;
	}
	if (!vcube_failed(self))
		median = median_of(took, (size_t)times);
	vcube_free(self, took);
	return median;
}

static int
program(vcube_node *self, void *arg)
{
	const struct job *job = arg;
	char *out = vcube_scratch(self, MOST), *in = vcube_scratch(self, MOST);
	const bool writes = vcube_rank(self) == 0;

	if (vcube_failed(self))
		return 1;
	memset(out, 0, MOST);
	memset(in, 0, MOST);
	for (int i = 0; i < SIZES; i++) {
		const double took = measure(self, out, in, sizes[i], job->times, play);

		if (writes)
			job->found->message[i] = (struct sample) { (double)sizes[i], took / 2 };
	}
	for (int i = 0; i < SIZES && writes; i++) {
		const double x = (double)sizes[i];

		job->found->copy[i] = (struct sample) {
			x, measure(self, out, in, sizes[i], job->times, copy) };
		job->found->combine[i] = (struct sample) {
			x / sizeof(double), measure(self, out, in, sizes[i], job->times, combine) };
	}
	vcube_free(self, out);
	vcube_free(self, in);
	return vcube_failed(self);
}

/* Measure this host under the free clock, each amount `times` times. */
static void
measure_all(struct measured *found, int times)
{
	struct job job = { found, times };
	struct vcube_error error;
	vcube_machine *machine = vcube_open("full:2", &error);
	int code = machine ? 0 : error.code;

	progress_show("measuring messages, copies and sums from %s to %s", size_text(sizes[0]),
		      size_text(MOST));
	if (machine && (code = vcube_run(machine, program, &job)) != 0)
		error = *vcube_run_error(machine);
	progress_clear();
	if (code)
		die(status_of(code), "%s", error.text);
	vcube_close(machine);
}

/* The fitted lines */
struct fits {
	struct line message, copy, combine;
};

/* The largest relative residual. */
static double
worst(const struct sample *samples, struct line line)
{
	double most = 0;

	for (int i = 0; i < SIZES; i++)
		most = fmax(most, fabs(residual(line, samples[i])));
	return most;
}

static void
print_fit(FILE *out, const char *what, const char *unit, const struct sample *samples,
	  struct line line)
{
	fprintf(out, "%s: %.1f ns + %.4f ns per %s\n\n", what, line.start, line.slope, unit);
	fprintf(out, "  %10ss      measured        fitted  residual\n", unit);
	for (int i = 0; i < SIZES; i++)
		fprintf(out, "  %11.0f  %9.1f ns  %9.1f ns  %+7.1f%%\n", samples[i].x, samples[i].t,
			line.start + line.slope * samples[i].x, 100 * residual(line, samples[i]));
	fputc('\n', out);
}

/* Print a cost in whole picoseconds; at least 1 where something was measured. */
static void
print_key(FILE *out, const char *key, double nanoseconds)
{
	const int64_t ps = nanoseconds > 0 && nanoseconds < 0.001 ? 1 : llround(nanoseconds * 1000);

	fprintf(out, "%s = %" PRId64 ".%03" PRId64 "ns\n", key, ps / 1000, ps % 1000);
}

static void
print_profile(FILE *out, const struct measured *p, const struct fits *f)
{
	char host[64] = "", day[16];
	const time_t seconds = time(NULL);

	gethostname(host, sizeof host - 1);
	strftime(day, sizeof day, "%F", gmtime(&seconds));
	fprintf(out, "[profile]\ntitle = libvcube itself on the host %s\n", host);
	fprintf(out, "source = vcube calibrate, %s: lines through medians from 8 bytes to 1 MiB,\n"
		"\twhich miss messages by up to %.0f%%, copies by %.0f%%, sums of doubles by %.0f%%\n\n",
		day, 100 * worst(p->message, f->message), 100 * worst(p->copy, f->copy),
		100 * worst(p->combine, f->combine));
	fputs("[machine]\nports = one\n", out);
	print_key(out, "startup", f->message.start);
	print_key(out, "per_byte", f->message.slope);
	print_key(out, "copy", f->copy.slope);
	print_key(out, "reorder", f->copy.slope);
	print_key(out, "combine", f->combine.slope);
}

/* Make the folders of a file. */
static void
make_folders(const char *path)
{
	char *part = text("%s", path);

	for (char *slash = part + 1; (slash = strchr(slash, '/')) != NULL; *slash++ = '/') {
		*slash = '\0';
		mkdir(part, 0777);      /* an error shows when the file is opened */
	}
}

static void
print_fits(FILE *out, const struct measured *p, const struct fits *f)
{
	print_fit(out, "messages, one way", "byte", p->message, f->message);
	print_fit(out, "copies", "byte", p->copy, f->copy);
	print_fit(out, "sums of doubles", "element", p->combine, f->combine);
}

/* With the path "-", the profile goes to stdout and the fit to stderr. */
static void
calibrate(const char *path, const struct calibrate_options *o)
{
	const bool to_stdout = strcmp(path, "-") == 0;
	struct measured m;
	struct fits f;
	struct atomic_file file;

	if (to_stdout && o->force)
		die(STATUS_USAGE, "--force overwrites a file, and - is the standard output");
	if (!to_stdout && !o->force && access(path, F_OK) == 0)
		die(STATUS_USAGE, "%s exists; --force overwrites it, --output names another file", path);
	atomic_file_open(&file, path);
	measure_all(&m, o->iterations);
	f = (struct fits) { fit(m.message, SIZES), fit(m.copy, SIZES), fit(m.combine, SIZES) };
	print_fits(to_stdout ? stderr : stdout, &m, &f);
	print_profile(file.stream, &m, &f);
	atomic_file_close(&file, true);
	if (!to_stdout)
		printf("written to %s\n", path);
}

static int
run(int argc, char **argv)
{
	struct calibrate_options o = { .iterations = 25 };
	char *folder;

	command_parse(&calibrate_command, argc, argv, &o);
	if (o.output) {
		calibrate(o.output, &o);
		return STATUS_FINE;
	}
	folder = vcube_profile_folder();
	if (!folder)
		die(STATUS_FAILED, "cannot find a folder for this-host.ini: neither HOME nor XDG_CONFIG_HOME "
		    "is set; name a file by --output");
	o.output = text("%s/this-host.ini", folder);
	free(folder);
	make_folders(o.output);
	calibrate(o.output, &o);
	return STATUS_FINE;
}

static const struct command_option options[] = {
	{ "output", 'o', "FILE",
	  "write the profile to FILE (default: this-host.ini in the user's folder of profiles); "
	  "- is the standard output", .values = "FILE", .take = take_word, AT(calibrate_options, output) },
	{ "force", 'f', NULL, "overwrite an existing file",
	  .take = take_flag, AT(calibrate_options, force) },
	{ "iterations", 'n', "N", "take the median of N measurements (default 25)",
	  .take = take_number, AT(calibrate_options, iterations), .least = 1, .most = 1000000 },
	QUIET,
	{ 0 }
};

const struct command calibrate_command = {
	.name = "calibrate",
	.summary = "measure this host and write its profile",
	.doc = "Measures the time of messages, copies and sums on this host, under the free clock, "
	       "and writes the profile this-host. vcube run ... --profile this-host then estimates "
	       "in virtual time what the emulation takes. Prints the fit and its residuals.",
	.options = options,
	.run = run,
};
