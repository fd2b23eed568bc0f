/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the larger examples: the options of the machine, a program in phases, and the
 * report of where its time went.
 *
 * A wrong option or file ends the process with a sentence and status 2; a failed run or a
 * wrong result ends it with status 1.
 */
#ifndef COMMON_H
#define COMMON_H

#include <getopt.h>
#include <stdbool.h>
#include <stdnoreturn.h>
#include <vcube.h>

/* For getopt_long(), before an example's own options. Those without a letter are numbered
 * from OWN_OPTIONS on. */
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

/* The command line's options for the machine, and the machine */
struct setup {
	const char *name;               /* of the program */
	const char *usage;              /* the part of --help before the common options */
	struct { char key[KEY_MAX]; const char *value; } setting[SETTINGS_MAX];
	int settings;
	const char *output;             /* a file for the result, or NULL */
	const char *trace;              /* a file for a trace, or NULL */
	bool step, print;               /* show the run in the stepper */
	vcube_machine *machine;
	struct log *log;                /* of each node */
};

/* A node's log: how long each phase took, and its arithmetic */
struct log {
	struct { const char *name; vcube_time took; } phase[PHASES_MAX];
	int phases, now;                /* their number, and the current one; -1: none */
	vcube_time since;
	uint64_t flops;
};

/* Takes a common option; an unknown one ends the process. */
void setup_option(struct setup *s, int letter, const char *value);
/* Parses an option's whole number. */
int whole(const struct setup *s, const char *option, const char *word, int least, int most);
/* Opens the machine; the clock is virtual unless the user sets another. */
void setup_open(struct setup *s);
int setup_nodes(const struct setup *s);
/* Checks that the algorithm exists; NULL leaves the choice to the library. */
void setup_algorithm(const struct setup *s, int collective, const char *how);
/* Runs the program and reports; if it fails, prints the reason and ends the process. */
void setup_run(struct setup *s, vcube_program *program, void *arg);
void setup_close(struct setup *s);
/* Prints where the time of the last run went. */
void report(const struct setup *s);

/* Prints one sentence on standard error and ends the process. */
noreturn void refuse(const struct setup *s, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Open and close the file for the result. */
FILE *output_open(const struct setup *s);
void output_close(const struct setup *s, FILE *file);

/* Begins a phase of a node, which is also a step; NULL ends the last one. A phase may occur
 * several times. */
void phase(vcube_node *self, struct log *log, const char *name);
/* Counts a node's floating-point operations. */
void flops(vcube_node *self, struct log *log, uint64_t operations);

/* Prints whether the result is right; returns the process's exit status. */
int verdict(bool right, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
