/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts of calls: a table says how reports show the arguments of each call that can block. */
#include <string.h>
#include "coll.h"
#include "explain.h"
#include "request.h"

enum { UNACCEPTED_MOST = 4 };

struct comm_said
vcm_say_comm(const struct comm *comm)
{
	struct comm_said said = {.size = comm->size, .site = comm->object.site};

	snprintf(said.name, sizeof said.name, "%.39s", comm->name);
	return said;
}

void
vcm_write_comm(FILE *out, const struct comm_said *comm)
{
	char place[PLACE_ROOM];

	if (comm->name[0] != '\0')
		fprintf(out, "comm %s", comm->name);
	else
		fprintf(out, "comm of %d created at %s", comm->size, vcm_place(comm->site, place));
}

void
vcm_explain_comm(FILE *out, const struct comm *comm)
{
	const struct comm_said said = vcm_say_comm(comm);

	vcm_write_comm(out, &said);
}

/* A peer and a tag, and the communicator. */
static void
write_peer(FILE *out, bool receives, int peer, int tag, const struct comm *comm)
{
	fputs(receives ? "source " : "destination ", out);
	if (peer == MPI_ANY_SOURCE)
		fputs("MPI_ANY_SOURCE", out);
	else if (peer == MPI_PROC_NULL)
		fputs("MPI_PROC_NULL", out);
	else
		fprintf(out, "%d", peer);
	if (tag == MPI_ANY_TAG)
		fputs(", tag MPI_ANY_TAG, ", out);
	else
		fprintf(out, ", tag %d, ", tag);
	vcm_explain_comm(out, comm);
}

static void
write_to(FILE *out, const struct call *call)
{
	write_peer(out, false, call->peer, call->tag, call->of);
}

static void
write_from(FILE *out, const struct call *call)
{
	write_peer(out, true, call->peer, call->tag, call->of);
}

/* Of a send and a receive at once */
static void
write_both(FILE *out, const struct call *call)
{
	const struct envelope *const *both = call->of;

	fprintf(out, "destination %d, tag %d, ", both[0]->peer, both[0]->tag);
	write_peer(out, true, both[1]->peer, both[1]->tag, both[1]->comm);
}

static void
write_comm(FILE *out, const struct call *call)
{
	vcm_explain_comm(out, call->of);
}

static void
write_coll(FILE *out, const struct call *call)
{
	const struct coll *c = call->of;

	if (c->has_root && c->root == MPI_ROOT)
		fputs("root MPI_ROOT, ", out);
	else if (c->has_root)
		fprintf(out, "root %d, ", c->root);
	if (c->op != NULL)
		fprintf(out, "op %s, ", c->op->name);
	vcm_explain_comm(out, c->comm);
	if (c->meets)
		fputs(", which may wait for all members", out);
}

void
vcm_explain_request(FILE *out, const struct request *r)
{
	const struct envelope *e = &r->envelope;
	char place[PLACE_ROOM];

	fprintf(out, "%s(", r->call == NULL ? "a request" : r->call);
	if (r->kind == REQUEST_SEND || r->kind == REQUEST_RECV)
		write_peer(out, r->kind == REQUEST_RECV, e->peer, e->tag, e->comm);
	else if (e->comm != NULL)
		vcm_explain_comm(out, e->comm);
	fprintf(out, ") at %s", vcm_place(r->object.site, place));
}

/* Of several requests, the first that is not done */
static void
write_requests(FILE *out, const struct call *call)
{
	const MPI_Request *handles = call->of;
	const int count = call->peer;
	const struct request *first = NULL;
	int active = 0;

	for (int i = 0; i < count; i++) {
		const struct request *r = vcm_request(handles[i]);

		if (r == NULL || r->state != REQUEST_ACTIVE)
			continue;
		active++;
		if (first == NULL)
			first = r;
	}
	if (count > 1)
		fprintf(out, "%d requests, %d not complete: ", count, active);
	if (first != NULL)
		vcm_explain_request(out, first);
}

/* Calls that can block; 0: of no trait */
static const struct row {
	const char *name;
	void (*write)(FILE *out, const struct call *call);
	enum call_trait trait;
} rows[] = {
	{"Send", write_to, 0}, {"Ssend", write_to, 0}, {"Rsend", write_to, CALL_READY},
	{"Bsend", write_to, 0}, {"Recv", write_from, 0}, {"Probe", write_from, 0},
	{"Mprobe", write_from, 0}, {"Iprobe", write_from, 0}, {"Improbe", write_from, 0},
	{"Sendrecv", write_both, 0}, {"Sendrecv_replace", write_both, 0},
	{"Wait", write_requests, CALL_AWAITS_ALL}, {"Waitall", write_requests, CALL_AWAITS_ALL},
	{"Waitany", write_requests, 0}, {"Waitsome", write_requests, 0},
	{"Barrier", write_coll, 0}, {"Bcast", write_coll, 0}, {"Gather", write_coll, 0},
	{"Gatherv", write_coll, 0}, {"Scatter", write_coll, 0}, {"Scatterv", write_coll, 0},
	{"Allgather", write_coll, 0}, {"Allgatherv", write_coll, 0}, {"Alltoall", write_coll, 0},
	{"Alltoallv", write_coll, 0}, {"Alltoallw", write_coll, 0}, {"Reduce", write_coll, 0},
	{"Allreduce", write_coll, 0}, {"Reduce_scatter", write_coll, 0},
	{"Reduce_scatter_block", write_coll, 0}, {"Scan", write_coll, 0},
	{"Exscan", write_coll, 0}, {"Neighbor_allgather", write_coll, CALL_AMONG_NEIGHBORS},
	{"Neighbor_allgatherv", write_coll, CALL_AMONG_NEIGHBORS},
	{"Neighbor_alltoall", write_coll, CALL_AMONG_NEIGHBORS},
	{"Neighbor_alltoallv", write_coll, CALL_AMONG_NEIGHBORS},
	{"Neighbor_alltoallw", write_coll, CALL_AMONG_NEIGHBORS}, {"Comm_dup", write_coll, 0},
	{"Comm_dup_with_info", write_coll, 0}, {"Comm_split", write_comm, 0},
	{"Comm_split_type", write_comm, 0}, {"Comm_create", write_comm, 0},
	{"Win_fence", vcm_explain_window, 0}, {"Win_free", vcm_explain_window, 0},
	{"Win_lock", vcm_explain_window, 0}, {"Win_lock_all", vcm_explain_window, 0},
	{"Win_complete", vcm_explain_window, 0}, {"Win_wait", vcm_explain_window, 0},
	{"Win_test", vcm_explain_window, 0}, {"Put", vcm_explain_window, 0},
	{"Get", vcm_explain_window, 0}, {"Accumulate", vcm_explain_window, 0},
	{"Get_accumulate", vcm_explain_window, 0}, {"Fetch_and_op", vcm_explain_window, 0},
	{"Compare_and_swap", vcm_explain_window, 0}, {"File_open", vcm_explain_file, 0},
	{"File_close", vcm_explain_file, 0}, {"File_set_size", vcm_explain_file, 0},
	{"File_preallocate", vcm_explain_file, 0}, {"File_sync", vcm_explain_file, 0},
	{"File_set_atomicity", vcm_explain_file, 0}, {"File_set_view", vcm_explain_file, 0},
	{"File_seek_shared", vcm_explain_file, 0}, {"File_read_ordered", vcm_explain_file, 0},
	{"File_write_ordered", vcm_explain_file, 0},
	{"File_read_ordered_begin", vcm_explain_file, 0},
	{"File_write_ordered_begin", vcm_explain_file, 0},
};

static const struct row *
row_of(const struct call *call)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].name, call->name + strlen("MPI_")) == 0)
			return &rows[i];
	return NULL;
}

bool
vcm_call_is(const struct call *call, enum call_trait trait)
{
	const struct row *row = row_of(call);

	return row != NULL && row->trait == trait;
}

static void
write_arguments(FILE *out, const struct call *call)
{
	const struct row *row = row_of(call);

	if (row == NULL || call->of == NULL)    /* it waits before its arguments are known */
		return;
	fputc('(', out);
	row->write(out, call);
	fputc(')', out);
}

/* Persistent requests that are idle, if any: something may wait for them. */
static void
write_idle(FILE *out, const struct process *p)
{
	const struct request *r = NULL;
	int count = 0;

	while ((r = vcm_object_next(p, KIND_REQUEST, r)) != NULL)
		if (r->persistent && r->state == REQUEST_IDLE && count++ == 0) {
			fputs("; not started: ", out);
			vcm_explain_request(out, r);
		}
	if (count > 1)
		fprintf(out, ", and %d more", count - 1);
}

/* Returns whether a call waits for messages of the program. */
static bool
awaits_messages(const struct call *call)
{
	const struct row *const row = row_of(call);
	const MPI_Request *const handles = call->of;

	if (row == NULL || call->of == NULL)
		return false;
	if (row->write == write_from || row->write == write_both)
		return true;
	for (int i = 0; row->write == write_requests && i < call->peer; i++) {
		const struct request *const r = vcm_request(handles[i]);

		if (r != NULL && r->state == REQUEST_ACTIVE && r->kind == REQUEST_RECV)
			return true;
	}
	return false;
}

/* Messages that nobody accepts, if any: it may be one of them that the call waits for. */
static void
write_unaccepted(FILE *out, const struct process *p)
{
	const struct comm *c = NULL;
	struct vcube_status s;
	int count = 0;

	if (!awaits_messages(&p->call))
		return;
	while (count <= UNACCEPTED_MOST && (c = vcm_object_next(p, KIND_COMM, c)) != NULL)
		for (int i = 0; vcube_unaccepted(p->node, c->line, i, &s); i++) {
			if (++count > UNACCEPTED_MOST) {
				fputs(", and more", out);
				break;
			}
			fputs(count == 1 ? "; it does not accept what is there: (" : ", (", out);
			write_peer(out, true, s.from - c->first, s.tag, c);
			fputc(')', out);
		}
}

void
vcm_explain_wait(void *process, char *buffer, size_t room)
{
	const struct process *p = process;
	FILE *out;
	size_t used;

	vcm_explain(process, buffer, room);
	used = strlen(buffer);
	out = fmemopen(buffer + used, room - used, "w");
	if (out == NULL)
		return;
	fputc('\n', out);
	write_idle(out, p);
	write_unaccepted(out, p);
	fclose(out);
	buffer[room - 1] = '\0';
}

void
vcm_explain(void *process, char *buffer, size_t room)
{
	const struct process *p = process;
	char place[PLACE_ROOM];
	FILE *out = fmemopen(buffer, room, "w");

	snprintf(buffer, room, "%s", p->call.name);
	if (out == NULL)
		return;
	fputs(p->call.name, out);
	write_arguments(out, &p->call);
	fprintf(out, " at %s", vcm_place(p->call.site, place));
	fclose(out);
	buffer[room - 1] = '\0';
}
