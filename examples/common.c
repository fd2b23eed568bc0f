/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include <vcube/observing.h>
#include "common.h"

static const char machine_usage[] =
	"  -o, --output FILE         write the result to FILE\n"
	"\n"
	"The machine:\n"
	"  -t, --topology TOPOLOGY   hypercube:3 (default), ring:5, torus:3x4, fattree:4x2, full:7 ..\n"
	"  -p, --profile NAME        its costs: cm200, sp2, .. (vcube list profiles)\n"
	"      --clock virtual|free  virtual (default): a clock in each node, the same on every host\n"
	"      --ports one|all       links that a node can use at once\n"
	"      --mapping MAPPING     how ranks lie on the topology: binary (default), gray ..\n"
	"      --set KEY=VALUE       set any key, such as startup=10us or flop=20ns\n"
	"\n"
	"Observing the run:\n"
	"      --step                show it step by step, on the full screen\n"
	"      --print               print it step by step, as plain lines\n"
	"      --trace FILE          record the run, for vcube trace and vcube view\n";

void
refuse(const struct setup *s, const char *format, ...)
{
	va_list list;

	fprintf(stderr, "%s: ", s->name);
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fputc('\n', stderr);
	exit(2);
}

/* Options */

static void
setting(struct setup *s, const char *key, const char *value)
{
	if (s->settings == SETTINGS_MAX)
		refuse(s, "at most %d options can set keys of the machine", SETTINGS_MAX);
	snprintf(s->setting[s->settings].key, KEY_MAX, "%s", key);
	s->setting[s->settings++].value = value;
}

static void
setting_pair(struct setup *s, const char *pair)
{
	const char *const equals = strchr(pair, '=');
	char key[KEY_MAX];

	if (!equals || equals - pair >= KEY_MAX)
		refuse(s, "--set takes KEY=VALUE, such as startup=10us, not '%s'", pair);
	snprintf(key, sizeof key, "%.*s", (int)(equals - pair), pair);
	setting(s, key, equals + 1);
}

void
setup_option(struct setup *s, int letter, const char *value)
{
	switch (letter) {
	case 'h':
		printf("%s%s", s->usage, machine_usage);
		exit(0);
	case 'o':
		s->output = value;
		break;
	case 't':
		setting(s, "topology", value);
		break;
	case 'p':
		setting(s, "profile", value);
		break;
	case OPTION_CLOCK:
		setting(s, "clock", value);
		break;
	case OPTION_PORTS:
		setting(s, "ports", value);
		break;
	case OPTION_MAPPING:
		setting(s, "mapping", value);
		break;
	case OPTION_SET:
		setting_pair(s, value);
		break;
	case OPTION_STEP:
		s->step = true;
		break;
	case OPTION_PRINT:
		s->step = s->print = true;
		break;
	case OPTION_TRACE:
		s->trace = value;
		break;
	default:        /* getopt_long() has complained */
		fprintf(stderr, "%s --help lists the options\n", s->name);
		exit(2);
	}
}

int
whole(const struct setup *s, const char *option, const char *word, int least, int most)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(word, &end, 10);
	if (errno || end == word || *end || value < least || value > most)
		refuse(s, "--%s takes a whole number from %d to %d, not '%s'", option, least, most, word);
	return (int)value;
}

void
setup_algorithm(const struct setup *s, int collective, const char *how)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_error error;

	if (how && !vcube_algorithm_parse(collective, how, set, &error))
		refuse(s, "%s", error.text);
}

/* The machine */

/* Applies the profile, which comes first, or everything else, which overrides it. */
static void
apply(const struct setup *s, struct vcube_desc *desc, bool profile)
{
	struct vcube_error error;

	for (int i = 0; i < s->settings; i++)
		if ((strcmp(s->setting[i].key, "profile") == 0) == profile &&
		    vcube_desc_set(desc, s->setting[i].key, s->setting[i].value, &error))
			refuse(s, "%s", error.text);
}

void
setup_open(struct setup *s)
{
	struct vcube_desc desc;
	struct vcube_error error;

	vcube_desc_init(&desc);
	desc.clock = VCUBE_CLOCK_VIRTUAL;
	desc.cost.flop = 20000;                 /* 20 ns; a profile has its own */
	if (vcube_desc_environment(&desc, &error))
		refuse(s, "%s", error.text);
	apply(s, &desc, true);
	apply(s, &desc, false);
	if (desc.clock == VCUBE_CLOCK_VIRTUAL && desc.routing == VCUBE_ROUTING_NONE)
		desc.account = 1;               /* for the report; other clocks keep none */
	s->machine = vcube_open_desc(&desc, &error);
	if (!s->machine)
		refuse(s, "%s", error.text);
	vcube_desc_clear(&desc);
	s->log = calloc((size_t)setup_nodes(s), sizeof *s->log);
	if (!s->log)
		refuse(s, "out of memory");
}

int
setup_nodes(const struct setup *s)
{
	return vcube_machine_nodes(s->machine);
}

void
setup_close(struct setup *s)
{
	vcube_close(s->machine);
	free(s->log);
}

/* The run */

void
setup_run(struct setup *s, vcube_program *program, void *arg)
{
	struct vcube_stepper_options options = {.title = s->name, .print = s->print ? stdout : NULL};
	const struct vcube_trace_options recorded = {.title = s->name, .contents = 4096};
	struct vcube_error error = {0};
	int status;

	if (s->trace && vcube_trace_start(s->machine, s->trace, &recorded, &error))
		refuse(s, "%s", error.text);
	status = s->step ? vcube_stepper_run(s->machine, program, arg, &options, &error)
			 : vcube_run(s->machine, program, arg);
	if (error.code)
		refuse(s, "%s", error.text);
	if (status) {
		fflush(stdout);
		fprintf(stderr, "%s: %s", s->name, vcube_run_report(s->machine));
		exit(1);
	}
	report(s);
}

/* Results */

FILE *
output_open(const struct setup *s)
{
	FILE *const file = fopen(s->output, "w");

	if (!file)
		refuse(s, "%s: %m", s->output);
	return file;
}

void
output_close(const struct setup *s, FILE *file)
{
	const bool bad = ferror(file);

	if (fclose(file) || bad) {
		fprintf(stderr, "%s: cannot write %s\n", s->name, s->output);
		exit(1);
	}
}

int
verdict(bool right, const char *format, ...)
{
	va_list list;

	printf("\n%s: ", right ? "right" : "WRONG");
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	putchar('\n');
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "cannot write the output\n");
		return 1;
	}
	return !right;
}
