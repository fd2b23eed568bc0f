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
#include "base/processes.h"
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "calibrate/fit.h"
#include "commands.h"

/* The messages that a line fits: all, or those up to sizes[MIDDLE], or those from there on. Where
 * messages are lent instead of copied, and where they leave the caches, the time of a byte
 * changes: no single line is near both ends. */
enum piece { ALL, SHORT, LONG, PIECES };
static const char *const piece_names[] = { "all", "short", "long" };

struct calibrate_options {
	const char *output;     /* NULL: the user's folder */
	bool force;
	int iterations, nodes;
	const char *transport;
	struct processes shared;        /* by it */
	enum piece piece;       /* of the messages that the profile is for */
};

#define MOST ((size_t)1 << 20)

enum { SIZES = 9, MIDDLE = 4 };

static const size_t sizes[SIZES] = {
	8, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, MOST,
};

/* Nanoseconds over bytes (messages, copies) or over elements (sums of doubles), while all nodes
 * do the same; each is the median of several measurements. */
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

/* Send to a node and receive from one, as algorithms do in a step: half of all nodes away, so
 * that messages cross processors. */
static void
exchange(vcube_node *self, char *out, char *in, size_t bytes, int rounds)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	const int to = (me + p / 2) % p, from = (me + p - p / 2) % p;

	for (int i = 0; i < rounds && !vcube_failed(self); i++)
		vcube_sendrecv(self, NULL, to, out, bytes, from, in, bytes, NULL);
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

/* Return the median time of one round, in nanoseconds, until all nodes are done. */
static double
measure(vcube_node *self, char *out, char *in, size_t bytes, int times, work *what)
{
	const int rounds = (int)(MOST / (bytes + MOST / 1000)) * 2 / vcube_size(self) + 2;
	double *took = vcube_scratch(self, (size_t)times * sizeof *took), median = 0;

	what(self, out, in, bytes, rounds);             /* warm caches and channels */
	for (int i = 0; i < times && !vcube_failed(self); i++) {
		double start;

		vcube_barrier(self, NULL, NULL);
		start = now();
		what(self, out, in, bytes, rounds);
		vcube_barrier(self, NULL, NULL);
		took[i] = (now() - start) / rounds;
	}
	if (!vcube_failed(self))
		median = median_of(took, (size_t)times);
	vcube_free(self, took);
	return median;
}

/* Measure each size; node 0 writes the samples. */
static void
measure_each(vcube_node *self, struct sample *samples, char *out, char *in, int times, work *what)
{
	for (int i = 0; i < SIZES; i++) {
		const double took = measure(self, out, in, sizes[i], times, what);

		if (vcube_rank(self) == 0)
			samples[i] = (struct sample) {
				(double)sizes[i] / (what == combine ? sizeof(double) : 1), took };
	}
}

static int
program(vcube_node *self, void *arg)
{
	const struct job *job = arg;
	char *out = vcube_scratch(self, MOST), *in = vcube_scratch(self, MOST);
	if (vcube_failed(self))
		return 1;
	memset(out, 0, MOST);
	memset(in, 0, MOST);
	measure_each(self, job->found->message, out, in, job->times, exchange);
	measure_each(self, job->found->copy, out, in, job->times, copy);
	measure_each(self, job->found->combine, out, in, job->times, combine);
	vcube_free(self, out);
	vcube_free(self, in);
	return vcube_failed(self);
}

/* Measure this host, or the processes, under the free clock. */
static void
measure_all(struct measured *found, const struct calibrate_options *o)
{
	struct job job = { found, o->iterations };
	struct vcube_error error;
	vcube_machine *machine = vcube_open(text("full:%d transport=%s", o->nodes, o->transport), &error);
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
	struct line message[PIECES], copy, combine;
};

static int
first_of(enum piece piece)
{
	return piece == LONG ? MIDDLE : 0;
}

static int
last_of(enum piece piece)
{
	return piece == SHORT ? MIDDLE : SIZES - 1;
}

static struct fits
fit_all(const struct measured *m)
{
	struct fits f = { .copy = fit(m->copy, SIZES), .combine = fit(m->combine, SIZES) };

	for (int piece = 0; piece < PIECES; piece++)
		f.message[piece] = fit(m->message + first_of(piece), last_of(piece) - first_of(piece) + 1);
	return f;
}

/* The largest relative residual of the samples of a piece. */
static double
worst(const struct sample *samples, struct line line, enum piece piece)
{
	double most = 0;

	for (int i = first_of(piece); i <= last_of(piece); i++)
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
print_profile(FILE *out, const struct measured *p, const struct fits *f,
	      const struct calibrate_options *o)
{
	const struct line message = f->message[o->piece];
	char host[64] = "", day[16];
	const time_t seconds = time(NULL);

	gethostname(host, sizeof host - 1);
	strftime(day, sizeof day, "%F", gmtime(&seconds));
	fprintf(out, "[profile]\ntitle = libvcube itself on the host %s, %d nodes on %ld processors%s\n", host,
		o->nodes, sysconf(_SC_NPROCESSORS_ONLN),
		o->shared.count > 1 ? text(", in %d processes", o->shared.count) : "");
	fprintf(out, "source = vcube calibrate, %s: lines through medians; messages from %s to %s, up to\n"
		"\t%.0f%% off; copies and sums of doubles from %s to %s, up to %.0f%% and %.0f%% off\n\n",
		day, size_text(sizes[first_of(o->piece)]), size_text(sizes[last_of(o->piece)]),
		100 * worst(p->message, message, o->piece), size_text(sizes[0]), size_text(MOST),
		100 * worst(p->copy, f->copy, ALL), 100 * worst(p->combine, f->combine, ALL));
	fputs("[machine]\nports = one\n", out);
	print_key(out, "startup", message.start);
	print_key(out, "per_byte", message.slope);
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

/* Print a line for each piece, and how far it is off in the piece. */
static void
print_pieces(FILE *out, const struct measured *p, const struct fits *f)
{
	for (int piece = 0; piece < PIECES; piece++) {
		const struct line line = f->message[piece];

		fprintf(out, "  %-5s  from %7s to %7s: %9.1f ns + %.4f ns per byte, up to %.0f%% off\n",
			piece_names[piece], size_text(sizes[first_of(piece)]),
			size_text(sizes[last_of(piece)]), line.start, line.slope,
			100 * worst(p->message, line, piece));
	}
	fputs("\nIn a step every node sends and receives. Where few nodes are busy, or a node sends much\n"
	      "before it waits, this host takes less than the lines say.\n\n", out);
}

static void
print_fits(FILE *out, const struct measured *p, const struct fits *f, enum piece piece)
{
	print_fit(out, text("messages, a step of an exchange, by the line for %s", piece_names[piece]),
		  "byte", p->message, f->message[piece]);
	print_pieces(out, p, f);
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
	measure_all(&m, o);
	f = fit_all(&m);
	print_fits(to_stdout ? stderr : stdout, &m, &f, o->piece);
	print_profile(file.stream, &m, &f, o);
	atomic_file_close(&file, true);
	if (!to_stdout)
		printf("written to %s\n", path);
}

static int
run(int argc, char **argv)
{
	const char *const launched = getenv("VCUBE_TRANSPORT");
	struct calibrate_options o = {
		.iterations = 25, .nodes = 2, .transport = launched ? launched : "none",
	};
	struct measured m;
	char *folder;

	command_parse(&calibrate_command, argc, argv, &o);
	o.shared = processes_join(strcmp(o.transport, "none") != 0 ? o.transport : NULL);
	if (o.nodes < o.shared.count)
		o.nodes = o.shared.count;
	if (o.shared.process > 0) {     /* process 0 has the samples */
		measure_all(&m, &o);
		return STATUS_FINE;
	}
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

static take_option take_piece;

TAKE_OPTION(take_piece)
{
	enum piece *piece = (enum piece *)(void *)((char *)into + option->at);

	for (int i = 0; i < PIECES; i++)
		if (strcmp(value, piece_names[i]) == 0) {
			*piece = (enum piece)i;
			return;
		}
	argp_error(state, "--%s takes all, short or long, not '%s'", option->name, value);
}

static const struct command_option options[] = {
	{ "output", 'o', "FILE",
	  "write the profile to FILE (default: this-host.ini in the user's folder of profiles); "
	  "- is the standard output", .values = "FILE", .take = take_word, AT(calibrate_options, output) },
	{ "force", 'f', NULL, "overwrite an existing file",
	  .take = take_flag, AT(calibrate_options, force) },
	{ "iterations", 'n', "N", "take the median of N measurements (default 25)",
	  .take = take_number, AT(calibrate_options, iterations), .least = 1, .most = 1000000 },
	{ "nodes", 0, "N",
	  "measure while N nodes are busy (default 2); with more nodes than processors, times are "
	  "those of nodes that take turns; the profile suits machines of about as many nodes",
	  .take = take_number, AT(calibrate_options, nodes), .least = 2, .most = 1024 },
	{ "for", 0, "all|short|long",
	  "fit messages of all sizes (default), up to 4 KiB, or from 4 KiB on: a single line fits "
	  "some badly",
	  .values = "all short long", .take = take_piece, AT(calibrate_options, piece) },
	{ "transport", 0, "TRANSPORT",
	  "measure between processes started by mpirun or vcube launch, with this transport: "
	  "sockets, mpi, or the path of a module (default: VCUBE_TRANSPORT)",
	  .take = take_word, AT(calibrate_options, transport) },
	QUIET,
	{ 0 }
};

const struct command calibrate_command = {
	.name = "calibrate",
	.summary = "measure this host and write its profile",
	.doc = "Measures the time of messages, copies and sums on this host, under the free "
	       "clock, and writes the profile this-host. vcube run ... --profile this-host then "
	       "estimates in virtual time what the emulation takes.\n\nstartup and per_byte "
	       "describe a step of an exchange, in which every node sends and receives; copy and "
	       "reorder a byte copied, combine an element added. Prints the fitted lines and "
	       "their errors in percent of the measurements.",
	.options = options,
	.run = run,
};
