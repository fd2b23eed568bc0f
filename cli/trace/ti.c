/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a trace for `smpirun -replay' of SimGrid: a time-independent trace, that is, a file
 * for each rank with its messages and its work, and ranks.txt, which lists the files. A
 * message's tag is its number between its two nodes. Local work is in picoseconds, so hosts
 * of 1 Tflop/s (speed="1Tf") take as long.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include "base/atomic_file.h"
#include "base/status.h"
#include "base/text.h"
#include "trace/acts.h"
#include "trace/export.h"

/* A rank's sends without a wait so far. */
struct pending {
	const struct vcube_event **send;
	size_t used, room;
};

static void
add(struct pending *p, const struct vcube_event *e)
{
	if (p->used == p->room) {
		p->room += p->room / 2 + 16;
		p->send = grow(p->send, p->room, sizeof *p->send);
	}
	p->send[p->used++] = e;
}

/* A wait for room is none for a message that has been sent, and one wait is enough. */
static bool
take(struct pending *p, const struct vcube_event *wait)
{
	for (size_t i = p->used; i-- > 0;)
		if (p->send[i]->peer == wait->peer && p->send[i]->number == wait->number) {
			p->send[i] = p->send[--p->used];
			return true;
		}
	return false;
}

static void
print_act(const struct vcube_event *e, struct pending *p, FILE *out)
{
	const int me = e->rank;

	if (e->kind == VCUBE_EVENT_WORK) {
		fprintf(out, "%d compute %" PRId64 "\n", me, e->span);
	} else if (e->kind == VCUBE_EVENT_GOT) {
		fprintf(out, "%d recv %d %u %" PRIu64 "\n", me, e->peer, e->number, e->amount);
	} else if (e->kind == VCUBE_EVENT_SEND) {
		fprintf(out, "%d isend %d %u %" PRIu64 "\n", me, e->peer, e->number, e->amount);
		add(p, e);
	} else if (take(p, e)) {
		fprintf(out, "%d wait %d %d %u\n", me, me, e->peer, e->number);
	}
}

static void
print_rank(const struct acts *acts, int rank, FILE *out)
{
	struct pending pending = { .used = 0 };
	const struct vcube_event *e;

	fprintf(out, "%d init\n", rank);
	for (size_t i = 0; (e = acts_at(acts, rank, i)) != NULL; i++)
		print_act(e, &pending, out);
	if (pending.used > 0)
		fprintf(out, "%d waitall\n", rank);
	fprintf(out, "%d finalize\n", rank);
	discard(pending.send);
}

void
export_ti(const vcube_trace *trace, const char *folder)
{
	const int nodes = (int)vcube_trace_head(trace)->nodes;
	struct acts acts = acts_open(trace);
	struct atomic_file file;

	if (mkdir(folder, 0777) != 0 && errno != EEXIST)
		die(STATUS_FAILED, "cannot make the folder %s: %s", folder, strerror(errno));
	for (int rank = 0; rank < nodes; rank++) {
		atomic_file_open(&file, text("%s/rank-%d.txt", folder, rank));
		print_rank(&acts, rank, file.stream);
		atomic_file_close(&file, true);
	}
	/* last: with it the trace is whole */
	atomic_file_open(&file, text("%s/ranks.txt", folder));
	for (int rank = 0; rank < nodes; rank++)
		fprintf(file.stream, "%s/rank-%d.txt\n", folder, rank);
	atomic_file_close(&file, true);
	acts_close(&acts);
}
