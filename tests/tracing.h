/* SPDX-License-Identifier: BSD-2-Clause */
/* Recording runs, in tests. */
#ifndef TRACING_H
#define TRACING_H

#include "tests/support.h"

/* Two files of this process, that are there while its tests run. */
extern char path[], other[];
int make_files(void **state);
int remove_files(void **state);
#define RUN_TRACES(tests) (begin_tests(), cmocka_run_group_tests(tests, make_files, remove_files))

void start(vcube_machine *machine, const char *name, const struct vcube_trace_options *options);
vcube_trace *open_trace(const char *name);
/* Records a run that ends with this code, into `path`. */
vcube_trace *record(const char *machine_text, vcube_program *program, void *arg, int code,
		    const struct vcube_trace_options *options);

/* The whole file; to be freed. */
char *slurp(const char *name, size_t *bytes);
/* An event in words, to be compared with what it should be. */
void print(const vcube_trace *t, const struct vcube_event *e, char *text, size_t room);

/* Programs: one of everything, worked out by hand (1 us a start-up, 1 ns a byte, 100 ns an
 * overhead, 10 ps a byte copied), and tests/mixture.h. */
int everything(vcube_node *self, void *arg);
#define EVERYTHING "hypercube:1 clock=virtual send_overhead=100ns recv_overhead=100ns copy=10ps " \
		   "combine=1ns"
int mixed(vcube_node *self, void *arg);

#endif
