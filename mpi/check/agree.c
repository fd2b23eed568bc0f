/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collective calls compared: call by call on each communicator. Calls are numbered by the tags
 * that they take; the context tells the communicators apart.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include "comm.h"
#include "explain.h"
#include "paired.h"
#include "shared.h"
#include "wrong.h"

/* A call as a report shows it; the process that made it may have gone on. */
struct said {
	const char *call;
	const void *site;
	int rank;               /* in MPI_COMM_WORLD */
	bool starts;            /* the request that the call has made */
	bool has_root, has_data;
	int root;
	const char *op;
	intptr_t function;      /* of a user's operator: where it is in the program */
	struct signature signature;
	bool has_argument;
	char data[48];          /* "3 of MPI_INT"; what else all say */
	struct comm_said comm;
};

struct compared {
	struct compared *next;
	uint32_t context;
	int tag;
	int left;               /* members that have not come to it */
	int members;
	struct said first;
	struct row **pairs;     /* of calls that agree pair by pair */
};

void
vcm_calls_close(struct shared *s)
{
	struct compared *next;

	for (struct compared *k = s->calls; k != NULL; k = next) {
		next = k->next;
		vcm_pairs_free(k->pairs, k->members);
		free(k);
	}
}

/* --- data */

static void
describe(char *text, size_t room, const struct block *b)
{
	char type[40];

	snprintf(text, room, "%jd of %s", (intmax_t)b->count, vcm_type_text(b->type, type, sizeof type));
}

/* Blocks are alike at all members: those of one member, too. */
static void
say_blocks(const struct coll *c, struct said *said)
{
	const struct block out = {c->out.buffer, c->out.count, c->out.type};
	const struct block in = {c->in.buffer, c->in.count, c->in.type};
	char theirs[48], place[PLACE_ROOM];

	said->has_data = in.type != NULL || out.type != NULL;
	if (!said->has_data)
		return;
	said->signature = vcm_block_signature(in.type != NULL ? &in : &out);
	describe(said->data, sizeof said->data, in.type != NULL ? &in : &out);
	if (in.type == NULL || out.type == NULL
	    || vcm_signature_matches(said->signature, vcm_block_signature(&out)))
		return;
	describe(theirs, sizeof theirs, &out);
	vcm_wrong(c->p, "type matching", "%s sends %s, but receives %s, at %s", said->call,
		  said->data, theirs, vcm_place(said->site, place));
}

/* All members give the same counts. */
static void
say_counts(const struct coll *c, struct said *said)
{
	int64_t all = 0;

	said->has_data = true;
	for (int i = 0; i < c->comm->size; i++) {
		const struct block b = vcm_block(&c->out, i);
		const struct signature s = vcm_block_signature(&b);

		said->signature.elements += s.elements;
		said->signature.hash = said->signature.hash * 0x9fb21c651e98df25u + s.hash + 1;
		all += b.count;
	}
	snprintf(said->data, sizeof said->data, "counts for each rank, %jd in all", (intmax_t)all);
}

/* Every rank has a copy of the program, at another address. */
static intptr_t
place_of(const struct op *op)
{
	const intptr_t function = (intptr_t)op->function + (intptr_t)op->large_function;
	Dl_info of = {0};

	return function == 0 || dladdr((void *)function, &of) == 0 ? 0
		: function - (intptr_t)of.dli_fbase;
}

/* Sides of an intercommunicator say different things. */
static struct said
say(const struct coll *c)
{
	struct said said = {.call = c->made != NULL ? c->made : c->p->call.name,
		.site = c->p->call.site, .rank = c->p->rank, .starts = c->made != NULL,
		.comm = vcm_say_comm(c->comm)};

	if (c->comm->inter)
		return said;
	said.has_root = c->has_root;
	said.root = c->root;
	said.op = c->op == NULL ? NULL : c->op->name;
	said.function = c->op == NULL ? 0 : place_of(c->op);
	said.has_argument = c->argument != NULL;
	if (said.has_argument)
		snprintf(said.data, sizeof said.data, "%s", c->argument);
	if (c->alike == ALIKE_BLOCKS)
		say_blocks(c, &said);
	else if (c->alike == ALIKE_COUNTS)
		say_counts(c, &said);
	return said;
}

/* --- comparing */

/* Returns what kind of mistake two calls that differ are; NULL: they agree. */
static const char *
compare(const struct said *a, const struct said *b)
{
	if (strcmp(a->call, b->call) != 0)
		return "call matching";
	if (a->has_root && a->root != b->root)
		return "root matching";
	if (a->op != NULL && b->op != NULL && (strcmp(a->op, b->op) != 0 || a->function != b->function))
		return "operator matching";
	if (a->has_argument && b->has_argument && strcmp(a->data, b->data) != 0)
		return "argument matching";
	return a->has_data && b->has_data && !vcm_signature_matches(a->signature, b->signature)
		? "type matching" : NULL;
}

static void
write_said(FILE *out, const struct said *s)
{
	char place[PLACE_ROOM];

	fprintf(out, "rank %d %s %s", s->rank, s->starts ? "started" : "called", s->call);
	if (s->has_root || s->op != NULL)
		fputc('(', out);
	if (s->has_root)
		fprintf(out, "root %d%s", s->root, s->op != NULL ? ", " : "");
	if (s->op != NULL)
		fprintf(out, "op %s", s->op);
	if (s->has_root || s->op != NULL)
		fputc(')', out);
	if (s->has_data || s->has_argument)
		fprintf(out, " with %s", s->data);
	fprintf(out, " at %s", vcm_place(s->site, place));
}

static void
complain(const struct coll *c, const char *kind, const struct said *mine,
	 const struct said *first)
{
	char text[640] = "";
	FILE *out = fmemopen(text, sizeof text, "w");

	if (out != NULL) {
		write_said(out, mine);
		fputs(", but ", out);
		write_said(out, first);
		fputs(", on ", out);
		vcm_write_comm(out, &mine->comm);
		fclose(out);
	}
	vcm_wrong(c->p, kind, "%s", text);
}

static struct compared *
find(struct shared *s, uint32_t context, int tag, int members)
{
	struct compared *k = s->calls;

	while (k != NULL && (k->context != context || k->tag != tag))
		k = k->next;
	if (k == NULL && (k = calloc(1, sizeof *k)) != NULL) {
		*k = (struct compared){.next = s->calls, .context = context, .tag = tag,
			.left = members, .members = members};
		s->calls = k;
	}
	return k;
}

static void
forget(struct shared *s, struct compared *k)
{
	struct compared **link = &s->calls;

	while (*link != k)
		link = &(*link)->next;
	*link = k->next;
	vcm_pairs_free(k->pairs, k->members);
	free(k);
}

void
vcm_compare_calls(const struct coll *c)
{
	struct shared *s = c->p->shared;
	const int members = c->comm->inter ? c->comm->size + c->comm->peers : c->comm->size;
	const struct said mine = say(c);
	struct said first = mine;
	struct unpaired unpaired = {.with = -1};
	struct compared *k;

	vcm_race_sends(c->p);
	(void)vcm_race_heard(c->p);
	c->p->heard = members > 1;
	vcm_blocks_apart_check(c->p, &c->out);
	if (members == 1)
		return;
	pthread_mutex_lock(&s->lock);
	k = find(s, c->comm->contexts.line, c->tag, members);
	if (k != NULL && k->left == members)
		k->first = mine;
	if (k != NULL)
		first = k->first;
	if (k != NULL && c->alike >= PAIRED && !c->comm->inter
	    && strcmp(first.call, mine.call) == 0)
		k->pairs = vcm_pair(c, k->pairs, &unpaired);
	if (k != NULL && --k->left == 0) {
		s->joined[k->context % JOINED_MOST] = (struct joined){k->context, vcm_race_now(c->p)};
		forget(s, k);
	}
	pthread_mutex_unlock(&s->lock);
	if (compare(&mine, &first) != NULL)
		complain(c, compare(&mine, &first), &mine, &first);
	if (unpaired.with >= 0)
		vcm_complain_of_pair(c, &unpaired);
}

/* Those that neither have a root nor reduce wait for data of all others anyway; neighbors need
 * not. */
static void
meet(struct coll *c)
{
	if (c->comm->inter || c->comm->size == 1
	    || vcm_call_is(&c->p->call, CALL_AMONG_NEIGHBORS))
		return;
	vcm_steps_all(c);
	if (!c->has_root && c->op == NULL)
		return;
	c->meets = true;
	vcm_check(c->p, (vcube_barrier)(c->p->node, c->comm->local, NULL));
	c->meets = false;
}

void
vcm_agree_and_meet(struct coll *c)
{
	vcm_compare_calls(c);
	if (c->p->lent != NULL)
		vcm_blocks_check(c);
	meet(c);
}

void
vcm_joined(struct process *p, const struct comm *comm)
{
	struct shared *s = p->shared;
	const struct joined *j = &s->joined[comm->contexts.line % JOINED_MOST];

	pthread_mutex_lock(&s->lock);
	if (p->heard && j->context == comm->contexts.line) {
		p->heard_at = j->number;
		p->heard = false;
	}
	pthread_mutex_unlock(&s->lock);
}

void
vcm_tell_calls(struct process *p)
{
	char text[640] = "";
	FILE *out = fmemopen(text, sizeof text, "w");
	int count = 0;

	pthread_mutex_lock(&p->shared->lock);
	for (const struct compared *k = p->shared->calls; out != NULL && k != NULL; k = k->next) {
		if (count++ > 0)
			fputs("; ", out);
		write_said(out, &k->first);
		fputs(" on ", out);
		vcm_write_comm(out, &k->first.comm);
	}
	pthread_mutex_unlock(&p->shared->lock);
	if (out != NULL)
		fclose(out);
	vcm_wrong(p, "call matching", "some members have not made these calls: %s", text);
}

void
vcm_calls_left_check(struct process *p)
{
	const struct compared *k;

	pthread_mutex_lock(&p->shared->lock);
	for (k = p->shared->calls; k != NULL && k->first.rank != p->rank;)
		k = k->next;
	pthread_mutex_unlock(&p->shared->lock);
	if (k != NULL)
		vcm_tell_calls(p);
}

int
vcm_agree_on(struct process *p, struct comm *comm)
{
	return vcm_agree_on_list(p, comm, NULL, 0, NULL);
}

int
vcm_agree_on_list(struct process *p, struct comm *comm, const char *name, int count, const int list[])
{
	const int tag = vcm_next_tag(comm);
	char text[48];
	size_t used = 0;

	if (p->strict && name != NULL)
		used = (size_t)snprintf(text, sizeof text, "%s", name);
	for (int i = 0; p->strict && i < count && used < sizeof text; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, " %d", list[i]);
	vcm_agree(&(struct coll){.p = p, .comm = comm, .tag = tag,
				 .argument = name != NULL && p->strict ? text : NULL});
	return tag;
}
