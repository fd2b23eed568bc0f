/* SPDX-License-Identifier: BSD-2-Clause */
/* A run in a process of its own; see the header. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "apart.h"
#include "ends.h"
#include "error.h"
#include "fault.h"
#include "parts.h"
#include "tree.h"
#include "worker.h"

/* What the file has, each behind a struct vc_message. Records have no padding, whose bytes would be
 * undefined. */
enum { POINT, LATER, END };

/* Followed by the answers, the numbers of messages sent, and the hopes. */
struct point_record {
	const char *here;               /* the copy has it in the same place, */
	const void *site;               /* and that of the program */
	uint64_t course;
	int node, number, answers, current, hopes, receive, posted, unused;
};

/* Followed by all nodes, the numbers of messages sent, and the report. */
struct end_record {
	uint64_t report;                /* bytes */
	int late, cut, given_up, odd_node, odd_answer, aborter, exit_code;
	unsigned left_out;
	int unused;
	struct vcube_error error;
};

struct node_record {
	uint64_t outcome, operations, faults[VCUBE_FAULTS_COUNT];
	int code, result, taken;
	struct vcube_error failure;
};

/* --- in the copy ------------------------------------------------------------- */

static int file;
static int nodes;               /* of the machine */

static void
say(uint64_t word, struct vc_bytes *b)
{
	struct vc_message *const message = (void *)b->data;

	if (b->failed)
		_exit(1);
	message->word = word;
	message->bytes = b->used - sizeof *message;
	for (size_t at = 0; at < b->used;) {
		const ssize_t written = write(file, b->data + at, b->used - at);

		if (written < 0 && errno != EINTR)
			_exit(1);
		at += written > 0 ? (size_t)written : 0;
	}
	vc_bytes_free(b);
}

static void
begin_message(struct vc_bytes *b)
{
	*b = (struct vc_bytes){.data = NULL};
	vc_bytes_more(b, sizeof(struct vc_message));
}

static void
add_hope(struct vc_bytes *b, const struct vc_hope *hope)
{
	vc_bytes_add(b, hope, sizeof *hope);
	if (hope->member != NULL)
		vc_bytes_add(b, hope->member, (size_t)nodes * sizeof *hope->member);
}

static void
tell_point(const struct vc_point *p)
{
	const struct point_record record = {
		.here = p->here, .site = p->site, .course = p->course, .node = p->node, .number = p->number,
		.answers = p->answers, .current = p->current, .hopes = p->hopes, .receive = p->receive,
		.posted = p->posted,
	};
	struct vc_bytes b;

	begin_message(&b);
	vc_bytes_add(&b, &record, sizeof record);
	vc_bytes_add(&b, p->answer, (size_t)p->answers * sizeof *p->answer);
	vc_bytes_add(&b, p->sent, (size_t)nodes * sizeof *p->sent);
	for (int i = 0; i < p->hopes; i++)
		add_hope(&b, &p->hope[i]);
	say(POINT, &b);
}

static void
tell(const struct vc_tree *t, int point, const struct vc_answer *later)
{
	struct vc_late_answer late;
	struct vc_bytes b;

	if (later == NULL) {
		tell_point(&t->point[point]);
		return;
	}
	late = (struct vc_late_answer){point, *later};
	begin_message(&b);
	vc_bytes_add(&b, &late, sizeof late);
	say(LATER, &b);
}

static void
add_node(struct vc_bytes *b, const vcube_machine *m, int rank)
{
	const vcube_node *const n = &m->node[rank];
	static struct node_record record;

	record = (struct node_record){
		.outcome = n->outcome, .code = n->code, .result = n->result,
		.taken = m->explore->answers[rank].taken, .failure = n->failure,
	};
	if (m->faults != NULL) {
		record.operations = m->faults->node[rank].operations;
		memcpy(record.faults, m->faults->node[rank].count, sizeof record.faults);
	}
	vc_bytes_add(b, &record, sizeof record);
}

static void
tell_end(const vcube_machine *m)
{
	const struct vc_explore *const x = m->explore;
	const struct end_record record = {
		.report = m->report != NULL ? strlen(m->report) + 1 : 0, .late = m->late, .cut = x->cut,
		.given_up = x->given_up, .odd_node = x->odd_node, .odd_answer = x->odd_answer,
		.aborter = m->aborter, .exit_code = m->exit_code, .left_out = x->left_out,
		.error = m->error,
	};
	struct vc_bytes b;

	begin_message(&b);
	vc_bytes_add(&b, &record, sizeof record);
	for (int r = 0; r < m->nodes; r++)
		add_node(&b, m, r);
	vc_bytes_add(&b, x->sent, (size_t)m->nodes * (size_t)m->nodes * sizeof *x->sent);
	vc_bytes_add(&b, m->report, record.report);
	say(END, &b);
}

/* From here on the machine is one that replays an order: each node has a thread, and they take
 * turns. */
static void
turn_to_threads(vcube_machine *m)
{
	static char some[] = "0:";

	m->desc.explore = VCUBE_EXPLORE_NO;
	if (m->desc.replay == NULL)
		m->desc.replay = some;
	m->coroutine = NULL;
	m->in_one_thread = false;
	m->way = &vc_way_threads;
}

/* What is left of the exploration's time is the run's, and a run that does not obey ends with its
 * process. */
static void
limit_time(vcube_machine *m)
{
	const int64_t end = m->explore->end, now = vc_host_ns();

	if (end == 0)
		return;
	m->desc.limit = 1000 * (end > now ? end - now : 1);
	m->desc.hard_limit = true;
}

static void
be_one_of_many(vcube_machine *m)
{
	setrlimit(RLIMIT_CORE, &(struct rlimit){.rlim_cur = 0});
	vc_worker_silence();
	vc_ends_silently();
	m->explore->tree->tell = tell;
	limit_time(m);
}

static _Noreturn void
live(vcube_machine *m, vcube_program *program, void *arg, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	nodes = m->nodes;
	turn_to_threads(m);
	if (m->explore->tree != NULL)
		be_one_of_many(m);
	vc_run_once(m, program, arg);
	fflush(NULL);
	tell_end(m);
	_exit(0);
}

/* --- in the process that explores -------------------------------------------- */

static const void *
take(const char **at, size_t bytes)
{
	const void *const data = *at;

	*at += bytes;
	return data;
}

/* Returns a copy of what comes next; NULL: no memory. */
static void *
take_copy(const char **at, size_t bytes)
{
	void *const copy = malloc(bytes > 0 ? bytes : 1);

	if (copy != NULL)
		memcpy(copy, *at, bytes);
	*at += bytes;
	return copy;
}

static bool
take_hope(struct vc_hope *h, const char **at, int count)
{
	memcpy(h, take(at, sizeof *h), sizeof *h);
	if (h->member == NULL)
		return true;
	h->member = take_copy(at, (size_t)count * sizeof *h->member);
	return h->member != NULL;
}

static bool
take_point(struct vc_explore *x, const char *at)
{
	struct vc_point *const p = vc_tree_add(x->tree);
	struct point_record record;

	if (p == NULL)
		return false;
	memcpy(&record, take(&at, sizeof record), sizeof record);
	p->here = record.here;
	p->site = record.site;
	p->course = record.course;
	p->node = record.node;
	p->number = record.number;
	p->current = record.current;
	p->receive = record.receive;
	p->posted = record.posted;
	p->answer = take_copy(&at, (size_t)record.answers * sizeof *p->answer);
	p->answers = p->room = p->answer != NULL ? record.answers : 0;
	p->sent = take_copy(&at, (size_t)x->nodes * sizeof *p->sent);
	p->hope = calloc((size_t)record.hopes + 1, sizeof *p->hope);
	if (p->answer == NULL || p->sent == NULL || p->hope == NULL)
		return false;
	for (; p->hopes < record.hopes; p->hopes++)
		if (!take_hope(&p->hope[p->hopes], &at, x->nodes))
			return false;
	return true;
}

static bool
take_later(struct vc_explore *x, const char *at)
{
	struct vc_late_answer late;

	memcpy(&late, at, sizeof late);
	return vc_tree_add_later(x->tree, late.point, late.answer);
}

static void
take_node(vcube_machine *m, int rank, const char **at)
{
	vcube_node *const n = &m->node[rank];
	struct node_record record;

	memcpy(&record, take(at, sizeof record), sizeof record);
	n->outcome = record.outcome;
	n->code = record.code;
	n->result = record.result;
	n->failure = record.failure;
	m->explore->answers[rank].taken = record.taken;
	if (m->faults == NULL)
		return;
	m->faults->node[rank].operations = record.operations;
	memcpy(m->faults->node[rank].count, record.faults, sizeof record.faults);
}

static void
take_end(vcube_machine *m, const char *at)
{
	struct vc_explore *const x = m->explore;
	const size_t sent = (size_t)m->nodes * (size_t)m->nodes * sizeof *x->sent;
	struct end_record record;

	memcpy(&record, take(&at, sizeof record), sizeof record);
	m->error = record.error;
	m->aborter = record.aborter;
	m->exit_code = record.exit_code;
	x->late = x->late || (record.late && x->end > 0);
	x->cut = record.cut;
	x->given_up = record.given_up;
	x->odd_node = record.odd_node;
	x->odd_answer = record.odd_answer;
	x->left_out |= record.left_out;
	for (int r = 0; r < m->nodes; r++)
		take_node(m, r, &at);
	memcpy(x->sent, take(&at, sent), sent);
	if (record.report > 0)
		m->report = take_copy(&at, record.report);
}

/* Gives each node the answers of the path, all of which it takes as far as is known. */
static bool
give_answers(struct vc_explore *x)
{
	for (int i = 0; x->tree != NULL && i < x->tree->count; i++) {
		const struct vc_point *const p = &x->tree->point[i];
		struct vc_answers *const l = &x->answers[p->node];

		if (!vc_point_give(p, i, l))
			return false;
		l->taken = l->given;
		l->took = l->takes;
	}
	return true;
}

/* Makes all as it is before a run. */
static void
forget(vcube_machine *m)
{
	struct vc_explore *const x = m->explore;

	m->error = (struct vcube_error){0};
	m->exit_code = 0;
	m->aborter = -1;
	free(m->report);
	m->report = NULL;
	x->cut = x->given_up = false;
	x->odd_node = -1;
	for (int r = 0; r < m->nodes; r++) {
		x->answers[r].given = x->answers[r].taken = 0;
		x->answers[r].takes = x->answers[r].took = 0;
		m->node[r].code = m->node[r].result = 0;
		m->node[r].outcome = 0;
		m->node[r].failure = (struct vcube_error){0};
	}
}

/* The copy has ended before the run. */
static void
fail(vcube_machine *m, int status)
{
	if (m->explore->end > 0 && vc_host_ns() >= m->explore->end)
		m->explore->late = true;
	m->node[0].result = status;     /* ends that differ are outcomes that do */
	if (WIFSIGNALED(status))
		vc_error(&m->error, VCUBE_EPROGRAM, "a node ended the process by signal %d (%s)",
			 WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		vc_error(&m->error, VCUBE_EPROGRAM, "a node ended the process with status %d, before all "
			 "nodes had returned", WEXITSTATUS(status));
}

static int
refuse(vcube_machine *m)
{
	return vc_error(&m->error, VCUBE_EHOST, "no memory for what a run tells");
}

/* Enters what the file has. Without its end, the copy has ended before the run. */
static int
enter(vcube_machine *m, const char *data, size_t bytes, int status)
{
	struct vc_explore *const x = m->explore;
	const char *end = NULL;
	struct vc_message message;
	bool good = true;

	for (const char *at = data, *last = data + bytes; good && at < last; at += message.bytes) {
		/* the last may have been cut off with the copy */
		if ((size_t)(last - at) < sizeof message)
			break;
		memcpy(&message, take(&at, sizeof message), sizeof message);
		if ((size_t)(last - at) < message.bytes)
			break;
		if (message.word == END)
			end = at;
		else
			good = message.word == POINT ? take_point(x, at) : take_later(x, at);
	}
	if (!good || !give_answers(x))
		return refuse(m);
	if (end == NULL)
		fail(m, status);
	else
		take_end(m, end);
	return m->error.code;
}

static int
read_file(vcube_machine *m, int from, int status)
{
	struct stat told;
	void *data = NULL;
	int code;

	if (fstat(from, &told) != 0)
		return refuse(m);
	if (told.st_size > 0)
		data = mmap(NULL, (size_t)told.st_size, PROT_READ, MAP_SHARED, from, 0);
	if (data == MAP_FAILED)
		return refuse(m);
	/* a copy may end before it tells anything */
	code = enter(m, data != NULL ? data : "", (size_t)told.st_size, status);
	if (data != NULL)
		munmap(data, (size_t)told.st_size);
	return code;
}

int
vc_run_apart(vcube_machine *m, vcube_program *program, void *arg)
{
	const pid_t parent = getpid();
	int status = 0, code;
	pid_t copy = -1;

	forget(m);
	fflush(NULL);           /* or the copy writes it, too */
	file = memfd_create("run", MFD_CLOEXEC);
	if (file >= 0)
		copy = fork();
	if (copy == 0)
		live(m, program, arg, parent);
	code = copy < 0 ? vc_error(&m->error, VCUBE_EHOST, "the host refused a process for a run (%s)",
				   strerror(errno)) : 0;
	while (copy > 0 && waitpid(copy, &status, 0) < 0 && errno == EINTR)
		;
	if (code == 0)
		code = read_file(m, file, status);
	if (file >= 0)
		close(file);
	return code;
}
