/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures messages and local work on this host.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vcube.h>
#include "base/progress.h"
#include "base/status.h"
#include "base/units.h"
#include "calibrate/pingpong.h"

#define MOST ((size_t)1 << 20)

static const size_t sizes[PINGPONG_SIZES] = {
	8, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, MOST,
};

struct job {
	struct pingpong *found;
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

static int
by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Send messages back and forth, lent, as the algorithms do. */
static void
play(vcube_node *self, char *out, char *in, size_t bytes, int rounds)
{
	const int me = vcube_rank(self), other = !me;

	for (int i = 0; i < rounds && !vcube_failed(self); i++) {
		vcube_request *sent;

		if (me == 1)
			vcube_recv(self, NULL, other, in, bytes, NULL);
		sent = vcube_isend(self, NULL, other, out, bytes);
		if (me == 0)
			vcube_recv(self, NULL, other, in, bytes, NULL);
		vcube_wait(self, sent, NULL);
	}
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

/* Return the median time of one round, in nanoseconds. */
static double
measure(vcube_node *self, char *out, char *in, size_t bytes, int times, work *what)
{
	const int rounds = (int)(MOST / (bytes + MOST / 1000)) + 2;
	double *took = vcube_scratch(self, (size_t)times * sizeof *took), median = 0;

	what(self, out, in, bytes, rounds);             /* warm caches and channels */
	for (int i = 0; i < times && !vcube_failed(self); i++) {
		const double start = now();

		what(self, out, in, bytes, rounds);
		took[i] = (now() - start) / rounds;
	}
	if (!vcube_failed(self)) {
		qsort(took, (size_t)times, sizeof *took, by_size);
		median = (took[(times - 1) / 2] + took[times / 2]) / 2;
	}
	vcube_free(self, took);
	return median;
}

static int
program(vcube_node *self, void *arg)
{
	const struct job *job = arg;
	char *out = vcube_scratch(self, MOST), *in = vcube_scratch(self, MOST);
	const bool writes = vcube_rank(self) == 0;

	if (vcube_failed(self))
		return 1;
	memset(out, 0, MOST);
	memset(in, 0, MOST);
	for (int i = 0; i < PINGPONG_SIZES; i++) {
		const double took = measure(self, out, in, sizes[i], job->times, play);

		if (writes)
			job->found->message[i] = (struct sample) { (double)sizes[i], took / 2 };
	}
	for (int i = 0; i < PINGPONG_SIZES && writes; i++) {
		const double x = (double)sizes[i];

		job->found->copy[i] = (struct sample) {
			x, measure(self, out, in, sizes[i], job->times, copy) };
		job->found->combine[i] = (struct sample) {
			x / sizeof(double), measure(self, out, in, sizes[i], job->times, combine) };
	}
	vcube_free(self, out);
	vcube_free(self, in);
	return vcube_failed(self);
}

int
pingpong(struct pingpong *found, int times)
{
	struct job job = { found, times };
	struct vcube_error error;
	vcube_machine *machine = vcube_open("full:2", &error);
	char *least = size_text(sizes[0]), *most = size_text(MOST);
	int code = machine ? 0 : error.code;

	progress_show("measuring messages, copies and sums from %s to %s", least, most);
	free(least);
	free(most);
	if (machine && (code = vcube_run(machine, program, &job)) != 0)
		error = *vcube_run_error(machine);
	progress_clear();
	vcube_close(machine);
	return code ? complain(status_of(code), "%s", error.text) : 0;
}
