/* SPDX-License-Identifier: BSD-2-Clause */
/* Running an MPI program: a process on each node, its beginning and its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compute.h"
#include "explain.h"
#include "parts.h"
#include "process.h"
#include "threads.h"

__thread struct process *vcm_process __attribute__((tls_model("initial-exec")));
__thread const void *vcm_from __attribute__((tls_model("initial-exec")));

vcube_node *
vcube_mpi_node(void)
{
	struct process *const p = vcm_process != NULL || vcm_thread == NULL ? vcm_process
		: vcm_thread->team->process;

	return p == NULL ? NULL : p->node;
}

struct strand *
vcm_strand(struct process *p)
{
	const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	struct strand *found = &p->program;

	for (struct strand *s = p->beside; s != NULL; s = s->next)
		if (s->base - here < found->base - here)        /* below `here` is far above */
			found = s;
	return found;
}

void
vcm_strand_unlink(struct process *p, const struct strand *strand)
{
	struct strand **link = &p->beside;

	while (*link != strand)
		link = &(*link)->next;
	*link = strand->next;
}

void
vcm_leave(struct process *p, int status)
{
	struct strand *s = vcm_strand(p);

	if (s == &p->program)
		p->status = status;
	longjmp(s->end, 1);
}

void
vcube_mpi_exit(int status)
{
	int code;

	vcm_thread_enter("vcube_mpi_exit", __builtin_return_address(0), &code);
	if (vcm_process == NULL)
		vcm_outside("vcube_mpi_exit", __builtin_return_address(0));
	vcm_leave(vcm_process, status);
}

static int
open_parts(struct process *p)
{
	for (int i = 0; vcm_parts[i] != NULL; i++)
		if (vcm_parts[i]->open != NULL && vcm_parts[i]->open(p) != 0)
			return VCUBE_EHOST;
	return 0;
}

static void
close_parts(struct process *p)
{
	int count = 0;

	while (vcm_parts[count] != NULL)
		count++;
	while (count-- > 0)
		if (vcm_parts[count]->close != NULL)
			vcm_parts[count]->close(p);
}

static int
run_process(struct process *p, vcube_mpi_program *main, int argc, char **argv)
{
	p->program.base = (uintptr_t)__builtin_frame_address(0);
	vcm_begin_computing(p);
	if (setjmp(p->program.end) == 0)
		p->status = main(argc, argv);
	if (p->status != 0 && p->phase == RUNNING)
		(vcube_fail)(p->node, "rank %d ended with status %d between MPI_Init and "
			   "MPI_Finalize", p->rank, p->status);
	else if (p->phase == RUNNING && vcube_failed(p->node) == 0)
		(vcube_fail)(p->node, "rank %d ended without %s", p->rank, p->world == RUNNING
			     ? "MPI_Finalize" : "MPI_Session_finalize");
	return p->status;
}

int
vcube_mpi_main(vcube_node *self, vcube_mpi_program *main, int argc, char **argv)
{
	const struct vcube_desc *const desc = vcube_machine_desc(vcube_machine_of(self));
	struct process *p;
	int status = 1;

	/* a thread can be one rank only */
	if (desc->explore != VCUBE_EXPLORE_NO || desc->threads != VCUBE_THREADS_YES) {
		(vcube_fail)(self, desc->explore != VCUBE_EXPLORE_NO
			     ? "the ranks of an MPI program are threads; vcube_explore_apart() explores "
			     "them, and so does vcuberun --explore"
			     : "the ranks of an MPI program are threads; it needs threads=yes");
		return status;
	}
	p = aligned_alloc(_Alignof(struct process), sizeof *p);
	if (p != NULL) {
		memset(p, 0, sizeof *p);
		p->node = self;
		p->rank = vcube_rank(self);
		p->size = vcube_size(self);
		p->strict = vcube_machine_desc(vcube_machine_of(self))->strict != 0;
		p->call.name = "MPI_no call";
		vcube_any_memory(self);
		vcube_explain(self, vcm_explain_wait, p);
		vcube_called_from(self, &p->call.site);
	}
	if (p == NULL || vcm_threads_open(p) != 0 || open_parts(p) != 0)
		(vcube_fail)(self, "no memory for the state of an MPI process");
	else
		status = run_process(p, main, argc, argv);
	if (p != NULL) {
		vcm_threads_close(p);
		vcm_checks_close(p);
		close_parts(p);
		vcm_objects_close(p);
	}
	vcube_explain(self, NULL, NULL);
	vcube_called_from(self, NULL);
	free(p);
	return status;
}

struct launch {
	vcube_mpi_program *main;
	int argc;
	char **argv;
	int *status;            /* of each rank */
};

static int
launch(vcube_node *self, void *arg)
{
	const struct launch *l = arg;

	l->status[vcube_rank(self)] = vcube_mpi_main(self, l->main, l->argc, l->argv);
	return 0;
}

static int
status_of(const vcube_machine *machine, const int *status)
{
	if (vcube_exit_code(machine) != 0)
		return vcube_exit_code(machine);
	for (int i = 0; i < vcube_machine_nodes(machine); i++)
		if (status[i] != 0)
			return status[i];
	return vcube_run_error(machine)->code != 0;
}

int
vcube_mpi_run(const char *description, vcube_mpi_program *main, int argc, char **argv)
{
	struct launch l = {main, argc, argv, NULL};
	struct vcube_error error;
	vcube_machine *machine = vcube_open(description, &error);
	int status = 1;

	if (machine == NULL) {
		fprintf(stderr, "%s\n", error.text);
		return status;
	}
	if (vcube_processes(machine) > 1) {
		fprintf(stderr, "the ranks of an MPI program share one process; use transport=none\n");
		vcube_close(machine);
		return status;
	}
	l.status = calloc((size_t)vcube_machine_nodes(machine), sizeof *l.status);
	if (l.status == NULL) {
		fprintf(stderr, "no memory for the exit status of each rank\n");
	} else {
		if (vcube_run(machine, launch, &l) != 0)
			fprintf(stderr, "%s\n", vcube_run_report(machine));
		status = status_of(machine, l.status);
	}
	free(l.status);
	vcube_close(machine);
	return status;
}
