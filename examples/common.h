/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the larger examples share: the options that say on which machine, a program
 * in phases, and the report of where its time went.
 *
 * Who cannot go on with what was asked for says so, and ends the process with
 * status 2; a run that failed, or whose result is wrong, is status 1.
 */
#ifndef COMMON_H
#define COMMON_H

#include <getopt.h>
#include <stdbool.h>
#include <stdnoreturn.h>
#include <vcube.h>

/* For getopt_long(), before an example's own options, of which the long ones
 * without a letter are numbered from OWN_OPTIONS on. */
enum { OPTION_CLOCK = 256, OPTION_PORTS, OPTION_MAPPING, OPTION_SET, OPTION_STEP, OPTION_PRINT,
       OPTION_TRACE, OWN_OPTIONS };
#define MACHINE_LETTERS "ht:p:o:"
#define MACHINE_OPTIONS \
	{ "help", no_argument, NULL, 'h' }, \
	{ "output", required_argument, NULL, 'o' }, \
	{ "topology", required_argument, NULL, 't' }, \
	{ "profile", required_argument, NULL, 'p' }, \
	{ "clock", required_argument, NULL, OPTION_CLOCK }, \
	{ "ports", required_argument, NULL, OPTION_PORTS }, \
	{ "mapping", required_argument, NULL, OPTION_MAPPING }, \
	{ "set", required_argument, NULL, OPTION_SET }, \
	{ "step", no_argument, NULL, OPTION_STEP }, \
	{ "print", no_argument, NULL, OPTION_PRINT }, \
	{ "trace", required_argument, NULL, OPTION_TRACE }

enum { SETTINGS_MAX = 32, KEY_MAX = 40, PHASES_MAX = 8 };

/* What the command line says of the machine, and what came of it. */
struct setup {
	const char *name;               /* of the program */
	const char *usage;              /* what --help says before the options of all */
	struct { char key[KEY_MAX]; const char *value; } setting[SETTINGS_MAX];
	int settings;
	const char *output;             /* a file for the result, or NULL */
	const char *trace;              /* one for a trace, or NULL */
	bool step, print;               /* in the stepper */
	vcube_machine *machine;
	struct log *log;                /* of each node */
};

/* What a node notes while it runs: how long each phase took, and its arithmetic. */
struct log {
	struct { const char *name; vcube_time took; } phase[PHASES_MAX];
	int phases, now;                /* how many there are; which it is in, -1: none */
	vcube_time since;
	uint64_t flops;
};

/* Takes an option that all have; ends the process where it is none. */
void setup_option(struct setup *s, int letter, const char *value);
/* The value of an option that is a whole number. */
int whole(const struct setup *s, const char *option, const char *word, int least, int most);
/* Opens the machine; the clock is virtual, unless something else was asked for. */
void setup_open(struct setup *s);
int setup_nodes(const struct setup *s);
/* Is there such an algorithm? NULL: the library is to choose. */
void setup_algorithm(const struct setup *s, int collective, const char *how);
/* Runs the program and reports; where it fails, the reason, and the process ends. */
void setup_run(struct setup *s, vcube_program *program, void *arg);
void setup_close(struct setup *s);
/* Prints where the time of the last run went. */
void report(const struct setup *s);

/* One sentence on standard error, and the end. */
noreturn void refuse(const struct setup *s, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The file for the result, and the end of it. */
FILE *output_open(const struct setup *s);
void output_close(const struct setup *s, FILE *file);

/* A node begins a phase, which is also a step; NULL: the last one is over. A phase
 * that has been there before goes on. */
void phase(vcube_node *self, struct log *log, const char *name);
/* It has done so many floating point operations. */
void flops(vcube_node *self, struct log *log, uint64_t operations);

/* Prints that the result is right, or how it is wrong; the process's status. */
int verdict(bool right, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
