/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that runs twice, in two orders: whether it sends the same messages. Messages are
 * compared by sender and receiver, in the order of each pair: which of two receivers a node sends
 * to first may depend on the order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "digest.h"
#include "error.h"
#include "explore.h"
#include "interleave.h"
#include "parts.h"

/* One sender's messages in both orders; NULL: it sent fewer. */
struct differing {
	int from;
	uint64_t number;                /* among those from one node to the other, from 1 */
	const struct vc_sent *one, *other;
};

static int
by_receiver(const void *a, const void *b)
{
	const struct vc_sent *const x = a, *const y = b;

	return x->to != y->to ? (x->to > y->to) - (x->to < y->to)
			      : (x->number > y->number) - (x->number < y->number);
}

static void
sort(struct vc_digest *d)
{
	if (d->count > 0)
		qsort(d->sent, d->count, sizeof *d->sent, by_receiver);
}

static bool
are_same(const struct vc_sent *a, const struct vc_sent *b)
{
	return a->to == b->to && a->tag == b->tag && a->bytes == b->bytes && a->sum == b->sum;
}

/* Finds the first message of a node that differs. Returns false if none does. */
static bool
find(const struct vc_digest *one, const struct vc_digest *other, struct differing *found)
{
	size_t i = 0, first = 0;

	while (i < one->count && i < other->count && are_same(&one->sent[i], &other->sent[i])) {
		i++;
		if (i < one->count && one->sent[i].to != one->sent[i - 1].to)
			first = i;
	}
	if (i == one->count && i == other->count)
		return false;
	found->one = i < one->count ? &one->sent[i] : NULL;
	found->other = i < other->count ? &other->sent[i] : NULL;
	if (found->one != NULL && found->other != NULL && found->one->to < found->other->to)
		found->other = NULL;
	else if (found->one != NULL && found->other != NULL && found->one->to > found->other->to)
		found->one = NULL;
	if (i > 0 && (found->one != NULL ? found->one : found->other)->to != one->sent[i - 1].to)
		first = i;
	found->number = i - first + 1;
	return true;
}

static void
describe(FILE *out, uint64_t seed, const struct vc_sent *s)
{
	fprintf(out, "with fuzz=%llu ", (unsigned long long)seed);
	if (s == NULL) {
		fputs("there is none", out);
		return;
	}
	fprintf(out, "it has %llu bytes", (unsigned long long)s->bytes);
	if (s->tag >= 0)
		fprintf(out, ", tag %d", s->tag);
	fprintf(out, ", sent at %s", vc_place(s->here));
}

static int
refuse(vcube_machine *m, const struct differing *d, uint64_t seed)
{
	const struct vc_sent *const some = d->one != NULL ? d->one : d->other;
	char text[sizeof m->error.text] = "";
	FILE *const out = fmemopen(text, sizeof text, "w");

	if (out != NULL) {
		fprintf(out, "message %llu from node %d to node %d: ", (unsigned long long)d->number,
			d->from, some->to);
		describe(out, seed, d->one);
		fputs(", ", out);
		describe(out, seed + 1, d->other);
		if (d->one != NULL && d->other != NULL && d->one->bytes == d->other->bytes &&
		    d->one->tag == d->other->tag)
			fputs(", with other contents", out);
		fclose(out);
	}
	return vc_error(&m->error, VCUBE_EORDER, "the messages depend on the order: %s", text);
}

/* Compares both runs, and adds what it has found to the report. */
static int
compare(vcube_machine *m, struct vc_digest *before, uint64_t seed)
{
	struct differing d = {.from = 0};
	uint64_t digest = 1, count = 0;
	char *report = NULL;
	bool lacks = false;
	int code = 0;

	for (; d.from < m->threads && code == 0; d.from++) {
		struct vc_digest *const now = m->node[d.from].digest;

		lacks |= before[d.from].lacks || now->lacks;
		sort(&before[d.from]);
		sort(now);
		if (!lacks && find(&before[d.from], now, &d))
			code = refuse(m, &d, seed);
		for (size_t i = 0; i < now->count; i++)
			digest = vc_mix(vc_mix(vc_mix(digest, (uint64_t)now->sent[i].to),
					       now->sent[i].sum), (uint64_t)now->sent[i].tag);
		count += now->count;
	}
	if (lacks)
		return vc_error(&m->error, VCUBE_EHOST, "no memory to compare the messages of two runs");
	if ((code != 0 ? asprintf(&report, "%s\n%s", m->error.text, m->report != NULL ? m->report : "")
		       : asprintf(&report, "%sthe messages are the same in two orders: %llu, digest %016llx\n",
				  m->report != NULL ? m->report : "", (unsigned long long)count,
				  (unsigned long long)digest)) >= 0) {
		free(m->report);
		m->report = report;
	}
	return code;
}

/* Takes the notes of a run away from the nodes. */
static void
take(vcube_machine *m, struct vc_digest *notes)
{
	for (int r = 0; r < m->threads; r++) {
		notes[r] = *m->node[r].digest;
		*m->node[r].digest = (struct vc_digest){0};
	}
}

int
vc_run_twice(vcube_machine *m, vcube_program *program, void *arg)
{
	const uint64_t seed = m->desc.fuzz != 0 ? m->desc.fuzz : 1;
	struct vc_digest *const before = calloc((size_t)m->threads, sizeof *before);
	int code;

	if (before == NULL)
		return vc_error(&m->error, VCUBE_EHOST, "no memory to compare the messages of two runs");
	vc_interleave_seed(m->interleave, seed);
	code = vc_run_once(m, program, arg);
	if (code == 0) {
		take(m, before);
		vc_interleave_seed(m->interleave, seed + 1);
		code = vc_run_once(m, program, arg);
	}
	if (code == 0)
		code = compare(m, before, seed);
	for (int r = 0; r < m->threads; r++)
		free(before[r].sent);
	free(before);
	return code;
}

static int
open_twice(vcube_machine *m, struct vcube_error *error)
{
	for (int r = 0; m->desc.digest && r < m->threads; r++)
		if ((m->node[r].digest = calloc(1, sizeof *m->node[r].digest)) == NULL)
			return vc_error(error, VCUBE_EHOST, "no memory to note the messages of %d nodes",
					m->nodes);
	return 0;
}

/* Also lets go of what an earlier run has left. */
static int
begin_twice(vcube_machine *m, struct vcube_error *error)
{
	(void)error;
	for (int r = 0; m->desc.digest && r < m->threads; r++) {
		m->node[r].digest->count = 0;
		m->node[r].digest->lacks = false;
	}
	return 0;
}

static void
close_twice(vcube_machine *m)
{
	for (int r = 0; m->node != NULL && r < m->threads; r++) {
		if (m->node[r].digest != NULL)
			free(m->node[r].digest->sent);
		free(m->node[r].digest);
	}
}

const struct vc_part vc_part_twice = {
	.open = open_twice,
	.begin = begin_twice,
	.close = close_twice,
};
