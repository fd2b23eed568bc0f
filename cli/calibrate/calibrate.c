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
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "calibrate/fit.h"
#include "calibrate/pingpong.h"
#include "commands.h"

struct calibrate_options {
	const char *output;     /* NULL: the user's folder */
	bool force;
	int iterations;
};

/* The fitted lines */
struct fits {
	struct line message, copy, combine;
};

/* The largest relative residual. */
static double
worst(const struct sample *samples, struct line line)
{
	double most = 0;

	for (int i = 0; i < PINGPONG_SIZES; i++)
		most = fmax(most, fabs(residual(line, samples[i])));
	return most;
}

static void
print_fit(FILE *out, const char *what, const char *unit, const struct sample *samples,
	  struct line line)
{
	fprintf(out, "%s: %.1f ns + %.4f ns per %s\n\n", what, line.start, line.slope, unit);
	fprintf(out, "  %10ss      measured        fitted  residual\n", unit);
	for (int i = 0; i < PINGPONG_SIZES; i++)
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
print_profile(FILE *out, const struct pingpong *p, const struct fits *f)
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
	autofree char *part = text("%s", path);

	for (char *slash = part + 1; (slash = strchr(slash, '/')) != NULL; *slash++ = '/') {
		*slash = '\0';
		mkdir(part, 0777);      /* an error shows when the file is opened */
	}
}

static void
print_fits(FILE *out, const struct pingpong *p, const struct fits *f)
{
	print_fit(out, "messages, one way", "byte", p->message, f->message);
	print_fit(out, "copies", "byte", p->copy, f->copy);
	print_fit(out, "sums of doubles", "element", p->combine, f->combine);
}

/* With the path "-", the profile goes to stdout and the fit to stderr. */
static int
calibrate(const char *path, const struct calibrate_options *o)
{
	const bool to_stdout = strcmp(path, "-") == 0;
	struct pingpong p;
	struct fits f;
	struct atomic_file file;
	int status, written;

	if (to_stdout && o->force)
		return complain(STATUS_USAGE, "--force overwrites a file, and - is the standard "
				"output");
	if (!to_stdout && !o->force && access(path, F_OK) == 0)
		return complain(STATUS_USAGE, "%s exists; --force overwrites it, --output names "
				"another file", path);
	if (atomic_file_open(&file, path))
		return STATUS_FAILED;
	status = pingpong(&p, o->iterations);
	if (!status) {
		f = (struct fits) { fit(p.message, PINGPONG_SIZES), fit(p.copy, PINGPONG_SIZES),
				    fit(p.combine, PINGPONG_SIZES) };
		print_fits(to_stdout ? stderr : stdout, &p, &f);
		print_profile(file.stream, &p, &f);
	}
	written = atomic_file_close(&file, status == 0);
	if (!status && !written && !to_stdout)
		printf("written to %s\n", path);
	return status ? status : written;
}

static int
run(int argc, char **argv)
{
	struct calibrate_options o = { .iterations = 25 };
	char *folder, *path;
	int status;

	command_parse(&calibrate_command, argc, argv, &o);
	folder = o.output ? NULL : vcube_profile_folder();
	if (!o.output && !folder)
		return complain(STATUS_FAILED, "cannot find a folder for this-host.ini: neither HOME nor "
				"XDG_CONFIG_HOME is set; name a file by --output");
	path = o.output ? text("%s", o.output) : text("%s/this-host.ini", folder);
	if (folder)
		make_folders(path);
	status = calibrate(path, &o);
	free(folder);
	free(path);
	return status;
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
