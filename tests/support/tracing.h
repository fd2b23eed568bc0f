/* SPDX-License-Identifier: BSD-2-Clause */
/* Recorded runs, and the files of their traces. */
#ifndef TRACING_H
#define TRACING_H

#include "folder.h"

/* Two files, which most tests need no more than. */
#define TRACE in_folder("trace")
#define OTHER in_folder("other")

void start(vcube_machine *machine, const char *name, const struct vcube_trace_options *options);
vcube_trace *open_trace(const char *name);
/* Records a run that ends with this code into TRACE; on a machine of its own. */
vcube_trace *record_on(vcube_machine *machine, vcube_program *program, void *arg, int code,
		       const struct vcube_trace_options *options);
vcube_trace *record(const char *machine_text, vcube_program *program, void *arg, int code,
		    const struct vcube_trace_options *options);

/* An event in words, for comparison. */
void print(const vcube_trace *t, const struct vcube_event *e, char *text, size_t room);

/* Programs: one of everything, computed by hand (1 us per start-up, 1 ns per byte, 100 ns
 * per overhead, 10 ps per byte copied), and tests/support/mixture.h. */
int everything(vcube_node *self, void *arg);
#define EVERYTHING "hypercube:1 clock=virtual send_overhead=100ns recv_overhead=100ns copy=10ps " \
		   "combine=1ns"
int mixed(vcube_node *self, void *arg);

#endif
