/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcuberun: runs an MPI program with a rank on each node of a machine, all in this process.
 */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vcube/observing.h>
#include "base/status.h"
#include "base/text.h"
#include "folders.h"
#include "leave.h"
#include "needs.h"
#include "options.h"
#include "orders.h"
#include "output.h"
#include "rank.h"
#include "signals.h"
#include "theirs.h"

/* --- the program */

/* Find a name without a slash in PATH, as mpirun does, or else here. */
static const char *
find_program(const char *name)
{
	const char *path = getenv("PATH");
	const char *file = strchr(name, '/') ? name : folders_find(path ? path : "", name, X_OK);

	return file ? file : text("./%s", name);
}

/* A sanitizer's library must be the first of the process: execute vcuberun again, with it. */
static void
begin_with(const char *sanitizer, char **argv)
{
	const char *others = getenv("LD_PRELOAD");

	if (!sanitizer || dlsym(RTLD_DEFAULT, strstr(sanitizer, "tsan") ? "__tsan_init" :
				strstr(sanitizer, "lsan") ? "__lsan_init" : "__asan_init"))
		return;
	if (!others || !strstr(others, sanitizer)) {
		setenv("LD_PRELOAD", text("%s%s%s", sanitizer, others ? ":" : "", others ? others : ""), 1);
		execv("/proc/self/exe", argv);
	}
	complain(STATUS_FAILED, "cannot start with %s, with which the program was built", sanitizer);
	leave(STATUS_FAILED);
}

/* Open the program, and the libraries that each rank has for itself. */
static int
open_program(struct image *image, char **argv, const struct options *o, struct vcube_error *error)
{
	const int code = image_open(image, find_program(argv[o->program]), error);

	if (code)
		return code;
	begin_with(image_sanitizer(image), argv);
	return needs_find(image, o->apart, o->shared, error);
}

/* --- the run */

static bool
has_debugger(void)
{
	FILE *status = fopen("/proc/self/status", "re");
	char line[256];
	int tracer = 0;

	while (status && fgets(line, sizeof line, status))
		if (sscanf(line, "TracerPid: %d", &tracer) == 1)
			break;
	if (status)
		fclose(status);
	return tracer != 0;
}

static bool
has_valgrind(void)
{
	const char *preloaded = getenv("LD_PRELOAD");

	return preloaded && strstr(preloaded, "/vgpreload");
}

static int
run_machine(vcube_machine *machine, struct program *program, const struct options *o,
	    struct vcube_error *error)
{
	const struct vcube_trace_options tracing = { .title = program->argv[0] };
	const struct vcube_stepper_options stepping = {
		.title = program->argv[0], .print = o->print ? stdout : NULL,
	};

	if (program->explores)
		return orders_run(machine, program, error);
	if (o->step)
		return vcube_stepper_run(machine, rank_run, program, &stepping, error);
	if (o->trace && vcube_trace_start(machine, o->trace, &tracing, error))
		return error->code;
	return vcube_run(machine, rank_run, program);
}

/* Did the rank end by itself, not since others had failed? */
static bool
is_cause(const vcube_machine *machine, int rank)
{
	const int code = vcube_run_failure(machine, rank)->code;

	return code == 0 || code == VCUBE_EPROGRAM;
}

/* What MPI_Abort() was given, or the status of the first rank whose own is not 0. A process ends
 * with 8 bits, and where these are 0 the run has failed all the same. */
static int
status_of_ranks(const struct program *program, const vcube_machine *machine)
{
	const int aborted = vcube_exit_code(machine) & 0xff;
	int last = 0;

	if (aborted)
		return aborted;

	for (int i = vcube_machine_nodes(machine) - 1; i >= 0; i--)
		if (program->ranks[i].status && is_cause(machine, i))
			last = program->ranks[i].status;
	return last;
}

/* Load the program and run it; then the error is one of vcuberun, not of the run. */
static int
run(struct program *program, const struct options *o, vcube_machine *machine,
    struct vcube_error *error)
{
	const int ranks = vcube_machine_nodes(machine);
	int code;

	if ((has_debugger() || has_valgrind()) && copy_keep_files(error))
		return error->code;
	if (rank_load(program, ranks, error))
		return error->code;
	if (o->scale > 0)
		fprintf(stderr, "vcuberun: computation is measured, times %g, so times depend on this "
			"host and on what else runs there\n", o->scale);
	code = run_machine(machine, program, o, error);
	if (code && !error->code && !program->explores)
		fprintf(stderr, "%s\n", vcube_run_report(machine));
	return code;
}

static int
status_of_run(struct program *program, const struct options *o, vcube_machine *machine)
{
	struct vcube_error error = { 0 };
	const int code = run(program, o, machine, &error);
	int status;

	if (error.code)
		status = complain(status_of(error.code), "%s", error.text);
	else
		status = program->explores ? STATUS_FINE : status_of_ranks(program, machine);
	rank_unload(program, vcube_machine_nodes(machine));
	return status ? status : (int)status_of(code);
}

static int
open_and_run(struct program *program, const struct options *o)
{
	struct vcube_error error;
	vcube_machine *machine = vcube_open_desc(&o->desc, &error);
	int status;

	if (!machine)
		return complain(error.code == VCUBE_EHOST ? STATUS_LIMIT : STATUS_USAGE, "%s", error.text);
	if (o->ranks && o->ranks != vcube_machine_nodes(machine))
		status = complain(STATUS_USAGE, "-n %d, but %s has %d nodes; leave out -n, or give -n %d",
				  o->ranks, o->desc.topology, vcube_machine_nodes(machine),
				  vcube_machine_nodes(machine));
	else
		status = status_of_run(program, o, machine);
	vcube_close(machine);
	return status;
}

int
main(int argc, char **argv)
{
	struct options o;
	struct program program;
	struct vcube_error error;
	int status;

	command_name = argv[0] = (char[]) { "vcuberun" };
	argp_err_exit_status = STATUS_USAGE;
	options_read(&o, &argc, &argv);
	program = (struct program) {
		.argc = argc - o.program, .argv = argv + o.program,
		.explores = o.desc.explore != VCUBE_EXPLORE_NO,
	};
	if (program.explores)
		orders_keep_input();
	program_invocation_name = program.argv[0];
	program_invocation_short_name = basename(program.argv[0]);
	if (open_program(&program.image, argv, &o, &error)) {
		status = complain(STATUS_USAGE, "%s", error.text);
	} else if (!output_open(o.prefix, program.explores)) {
		status = complain(STATUS_LIMIT, "no memory for the output");
	} else {
		status = open_and_run(&program, &o);
		image_close(&program.image);
	}
	options_free(&o);
	leave(status);
}
