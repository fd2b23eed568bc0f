/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line of vcuberun. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <vcube.h>
#include <vcube/mpi.h>
#include "base/command.h"
#include "base/status.h"
#include "base/text.h"
#include "mpirun.h"
#include "options.h"

static void
print_version(FILE *out, struct argp_state *state)
{
	(void)state;
	fprintf(out, "vcuberun %s\n", vcube_version());
}

__attribute__((visibility("default")))  /* for libc */
void (*argp_program_version_hook)(FILE *out, struct argp_state *state) = print_version;

static TAKE_OPTION(take_key)
{
	struct options *o = into;

	settings_add(&o->settings, option->name, value);
}

/* The names of keys and collectives, or of collectives alone, separated by commas */
static char *
names(bool keys)
{
	char *all = NULL;

	for (int i = 0; keys && vcube_desc_key(i); i++)
		join(&all, ", ", vcube_desc_key(i));
	for (int i = 0; vcube_collective_name(i); i++)
		join(&all, ", ", vcube_collective_name(i));
	return all;
}

static bool
is_name(const char *word, const char *all)
{
	const size_t length = strlen(word);

	for (const char *name = all; *name; name += strcspn(name, ","), name += strspn(name, ", "))
		if (strcspn(name, ",") == length && strncmp(name, word, length) == 0)
			return true;
	return false;
}

/* KEY=VALUE; or COLLECTIVE=ALGORITHM, also with the dot that other commands have. The collective
 * `scatter` is a key as well, whose value begins with a digit. */
static TAKE_OPTION(take_setting)
{
	struct options *o = into;
	char *key = text("%s", value), *rest = key + strcspn(key, ".="), nearest[VCUBE_NEAREST_ROOM];
	const bool has_dot = *rest == '.';
	struct vcube_error error;

	if (!strchr(key, '=') && !has_dot)
		argp_error(state, "'%s' is not of the form KEY=VALUE, such as startup=10us", value);
	*rest++ = '\0';
	if (is_name(key, names(false)) && !isdigit((unsigned char)*rest)) {
		if (vcube_mpi_choose(key, rest, &error))
			argp_error(state, "%s", error.text);
	} else if (is_name(key, names(true)) && !has_dot) {
		settings_add(&o->settings, key, rest);
	} else {
		argp_error(state, "there is no key or collective '%s'; `vcube list keys' and "
			   "`vcube list collectives' show them%s", key,
			   vcube_nearest(key, names(true), nearest));
	}
}

static TAKE_OPTION(take_strict)
{
	struct options *o = into;

	(void)option;
	(void)value;
	settings_add(&o->settings, "strict", "yes");
}

static TAKE_OPTION(take_explore)
{
	struct options *o = into;

	(void)option;
	(void)value;
	settings_add(&o->settings, "explore", "both");
}

static TAKE_OPTION(take_compute)
{
	struct options *o = into;
	const char *scale = value + strlen("measured");
	char *end = "";

	o->scale = 0;
	if (strcmp(value, "charged") == 0)
		return;
	if (strncmp(value, "measured", strlen("measured")) == 0)
		o->scale = *scale == ':' ? strtod(scale + 1, &end) : *scale ? 0 : 1;
	if (!(o->scale > 0 && o->scale <= 1e6) || *end)
		argp_error(state, "--compute takes charged, measured, or measured:SCALE with a factor up "
			   "to 1e6, such as measured:0.5, not '%s'", value);
}

/* The rest is the program's. */
static void
take_program(void *into, char *word, struct argp_state *state)
{
	struct options *o = into;

	(void)word;
	for (int i = state->next; i < state->argc; i++)
		if (strcmp(state->argv[i], ":") == 0)
			argp_error(state, "':' begins another program, but all ranks run the same one; let "
				   "them select by rank what they do");
	o->program = state->next - 1;
	state->next = state->argc;
}

/* Without a number: the topology's; or VCUBE_N, or 1 */
static int
ranks_wanted(const struct options *o, struct argp_state *state)
{
	const char *given = getenv("VCUBE_N");
	char *end;
	long number;

	if (o->ranks || settings_have(&o->settings, "topology") || !given)
		return o->ranks;
	number = strtol(given, &end, 10);
	if (end == given || *end || number < 1 || number > INT_MAX)
		argp_error(state, "VCUBE_N takes a whole number of ranks, not '%s'", given);
	return (int)number;
}

/* As large a stack as a process has: programs rely on it. */
static void
set_stack(struct options *o)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur == RLIM_INFINITY)
		limit.rlim_cur = (rlim_t)8 << 20;
	o->desc.stack = limit.rlim_cur;
}

/* Room for what the library's collectives keep on their way, such as large operands. It is
 * reserved, and takes memory only once it is used. */
static void
set_heap(struct options *o)
{
	o->desc.heap = (size_t)1 << 30;
}

static void
describe(struct options *o, struct argp_state *state)
{
	const bool has_topology = settings_have(&o->settings, "topology");
	const int ranks = ranks_wanted(o, state);
	char *full = text("full:%d", ranks ? ranks : 1);
	struct vcube_error error = { 0 };

	vcube_desc_init(&o->desc);
	set_stack(o);
	set_heap(o);
	if (vcube_desc_environment(&o->desc, &error) ||
	    settings_apply(&o->settings, &o->desc, &error) ||
	    (!has_topology && vcube_desc_set(&o->desc, "topology", full, &error)))
		argp_error(state, "%s", error.text);
}

static void
check(void *into, struct argp_state *state)
{
	struct options *o = into;

	if (!o->program)
		argp_error(state, "name a program that vcubecc, vcubecxx or vcubefort has linked");
	if (o->step && o->trace)
		argp_error(state, "--step records the run itself; leave out --trace");
	if (o->print && !o->step)
		argp_error(state, "--print says how --step shows a run; add --step");
	describe(o, state);
	if (o->desc.transport)
		argp_error(state, "the ranks of an MPI program share one process: transport=%s needs a "
			   "program of vcube.h; use transport=none", o->desc.transport);
	if (o->desc.digest)
		argp_error(state, "digest runs a program again in one process, but the ranks of an MPI program "
			   "begin once; leave it out, or give --explore");
	if (o->desc.explore == VCUBE_EXPLORE_CLOCK)
		argp_error(state, "explore=clock runs all orders in one process, but the ranks of an MPI "
			   "program begin once; use buffered, synchronous or both");
	if (o->desc.explore != VCUBE_EXPLORE_NO && (o->step || o->trace))
		argp_error(state, "an exploration has many runs, and --%s shows one; give it with the replay= "
			   "that the exploration prints", o->step ? "step" : "trace");
	if (o->desc.threads != VCUBE_THREADS_YES)
		argp_error(state, "the ranks of an MPI program are threads; it needs threads=yes");
	if (o->scale > 0 && o->desc.clock != VCUBE_CLOCK_VIRTUAL)
		argp_error(state, "--compute measured advances the virtual clock; give --clock virtual or "
			   "--profile NAME, too");
	vcube_mpi_measure(o->scale);
}

static const struct command_option rows[] = {
	{ .help = "Which machine:" },
	{ "ranks", 'n', "N", "number of ranks; by default that of the topology's nodes, or "
	  "VCUBE_N, or 1", .take = take_number, AT(options, ranks), .least = 1, .most = INT_MAX },
	{ "topology", 't', "TOPOLOGY", "the wires, such as hypercube:6 or torus:8x8 (default full:N); "
	  "`vcube list topologies'", .take = take_key },
	{ "profile", 0, "NAME", "the machine's costs: a profile's name, `vcube list profiles', or a "
	  "file's path; makes the clock virtual, unless --clock is given", .take = take_key },
	{ "clock", 0, "CLOCK", "free (default): as fast as the host can; virtual: a simulated "
	  "clock in each rank, the same on every host; wall: the host's clock, costs pass in real "
	  "time", .take = take_key },
	{ "compute", 0, "HOW", "virtual time of computation: charged (default): only what the "
	  "program charges; measured, or measured:SCALE: this host's processor time, times SCALE; "
	  "times then differ from run to run",
	  .take = take_compute },
	{ "mapping", 0, "MAPPING", "how ranks lie on the topology: binary (default), gray, "
	  "gray:AxB[x...], or a permutation such as 0,2,1,3", .take = take_key },
	{ "capacity", 0, "SIZE", "bytes that a rank can send to another before a send waits; with "
	  "0 every send waits for its receive, which reveals programs that rely on buffering",
	  .take = take_key },
	{ "strict", 0, NULL, "make all checks of MPI programs: vcube-mpi-wrong(7)", .take = take_strict },
	{ "explore", 0, NULL, "run the program once in each order of messages that its ranks can "
	  "distinguish, and tell whether one fails: vcube_explore(3)", .take = take_explore },
	{ "set", 0, "KEY=VALUE", "set any key of the machine, such as startup=10us or seed=7; "
	  "`vcube list keys'. The environment variables VCUBE_<KEY> do the same. Or select the "
	  "algorithm of a collective, such as allgather=dcycles; `vcube list algorithms'. auto "
	  "(default): the one predicted to be fastest", .take = take_setting },
	{ "private-lib", 0, "NAME", "give each rank its own copy of this shared library, named as "
	  "`ldd PROGRAM' does, or by a path; those that call MPI are private anyway",
	  .take = take_list, AT(options, apart) },
	{ "shared-lib", 0, "NAME", "let all ranks share this library and those that it needs, even if they "
	  "call MPI", .take = take_list, AT(options, shared) },
	{ .help = "What to show:" },
	{ "prefix", 0, NULL, "begin each line of output with its rank", .take = take_flag,
	  AT(options, prefix) },
	{ "trace", 0, "FILE", "record the run to FILE, for `vcube trace' and `vcube view'",
	  .take = take_word, AT(options, trace) },
	{ "step", 0, NULL, "show the run step by step on the full screen", .take = take_flag,
	  AT(options, step) },
	{ "print", 0, NULL, "with --step: print plain lines instead", .take = take_flag,
	  AT(options, print) },
	{ 0 }
};

static void
print_below(FILE *out)
{
	fputs("Exit status: that of the lowest rank whose status is not 0, or the error code of "
	      "MPI_Abort, or 128 plus the number of the signal that ended the program. If the run "
	      "failed otherwise:\n\n  1  any other failure\n", out);
#define X(name, value, when) if (value > 1) fprintf(out, "  %d  %s\n", value, when);
	EXIT_STATUSES(X)
#undef X
	fputs("\nOptions of mpirun, mpiexec and srun are understood as vcube-mpi(7) "
	      "says.\n\nExample: vcuberun -n 64 ./prog input.txt", out);
}

static const struct command vcuberun = {
	.name = "vcuberun",
	.form = "PROGRAM [ARGUMENT...]",
	.doc = "Runs an MPI program, built by vcubecc, vcubecxx or vcubefort, with a rank on each "
	       "node of a simulated machine.",
	.options = rows,
	.in_order = true,
	.word = take_program,
	.end = check,
	.print_below = print_below,
};

void
options_read(struct options *o, int *argc, char ***argv)
{
	*o = (struct options) { 0 };
	*argv = mpirun_translate(rows, argc, *argv);
	command_parse(&vcuberun, *argc, *argv, o);
}

void
options_free(struct options *o)
{
	vcube_desc_clear(&o->desc);
}
