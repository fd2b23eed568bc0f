/* SPDX-License-Identifier: BSD-2-Clause */
/* A worker of an exploration; the header describes its messages. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "worker.h"

bool
vc_worker_send(int socket, const void *data, size_t bytes)
{
	for (const char *at = data; bytes > 0;) {
		const ssize_t sent = send(socket, at, bytes, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return false;
		at += sent;
		bytes -= (size_t)sent;
	}
	return true;
}

bool
vc_worker_receive(int socket, void *data, size_t bytes)
{
	for (char *at = data; bytes > 0;) {
		const ssize_t came = recv(socket, at, bytes, 0);

		if (came < 0 && errno == EINTR)
			continue;
		if (came <= 0)
			return false;
		at += came;
		bytes -= (size_t)came;
	}
	return true;
}

/* --- in the worker ----------------------------------------------------------- */

/* Sends a message, and frees its bytes. Without memory or a listener there is nobody to work
 * for. */
static void
say(int socket, enum vc_word word, struct vc_bytes *b)
{
	const struct vc_message message = {word, b->used};

	if (b->failed || !vc_worker_send(socket, &message, sizeof message) ||
	    !vc_worker_send(socket, b->data, b->used))
		_exit(1);
	vc_bytes_free(b);
}

/* Gives away the rest of the highest point that has a rest, and with it the points above. Returns
 * false if there is none. */
static bool
give(int socket, struct vc_tree *t)
{
	struct vc_gift gift = {t->own, t->own};
	struct vc_bytes b = {.data = NULL};

	while (gift.last < t->count && t->point[gift.last].current + 1 == t->point[gift.last].answers)
		gift.last++;
	if (gift.last == t->count)
		return false;
	vc_bytes_add(&b, &gift, sizeof gift);
	for (int i = 0; i <= gift.last; i++) {
		const struct vc_point *const p = &t->point[i];
		const struct vc_step step = vc_point_step(p);

		vc_bytes_add(&b, &step, sizeof step);
	}
	for (int i = gift.first; i <= gift.last; i++) {
		const struct vc_point *const p = &t->point[i];
		const struct vc_given given = {p->current + 1, p->answers};

		vc_bytes_add(&b, &given, sizeof given);
		vc_bytes_add(&b, p->answer, (size_t)p->answers * sizeof *p->answer);
	}
	t->own = gift.last + 1;
	say(socket, VC_GIVES, &b);
	return true;
}

/* Forgets what it has found before. */
static void
reset(struct vc_search *s)
{
	struct vc_explore *const x = s->machine->explore;

	vcube_explored_clear(s->result);
	free(s->order);
	s->order = NULL;
	s->fails = 0;
	s->shortest = 0;
	vc_digests_clear(&s->outcomes);
	vc_races_clear(&x->races);
	x->left_out = 0;
}

static size_t
size_of(const char *text)
{
	return text != NULL ? strlen(text) + 1 : 0;
}

static void
add_maxima(struct vc_bytes *b, const struct vc_trials *t)
{
	const size_t n = (size_t)t->nodes;

	vc_bytes_add(b, t->operations, n * sizeof *t->operations);
	vc_bytes_add(b, t->sent, n * n * sizeof *t->sent);
}

/* Tells what came of a subtree. */
static void
hand_in(int socket, const struct vc_search *s, const struct vc_tree *t, int code, bool more)
{
	const struct vc_explore *const x = s->machine->explore;
	/* no bytes of it are undefined */
	static struct vc_harvest harvest;
	struct vc_bytes b = {.data = NULL};

	harvest = (struct vc_harvest){
		.result = *s->result, .trials = s->trials, .shortest = s->shortest,
		.digests = s->outcomes.count, .places = (size_t)x->races.count,
		.founds = (size_t)t->founds, .first = size_of(s->result->first),
		.short_text = size_of(s->result->shortest), .order = size_of(s->order),
		.fails = s->fails, .left_out = x->left_out, .code = code, .late = x->late, .more = more,
	};

	vc_bytes_add(&b, &harvest, sizeof harvest);
	add_maxima(&b, &s->trials);
	for (size_t i = 0; i < s->outcomes.room; i++)
		if (s->outcomes.at[i] != 0)
			vc_bytes_add(&b, &s->outcomes.at[i], sizeof s->outcomes.at[i]);
	for (const struct vc_race *r = x->races.first; r != NULL; r = r->next) {
		vc_bytes_add(&b, &r->here, sizeof r->here);
		vc_bytes_add(&b, &r->site, sizeof r->site);
		vc_bytes_add(&b, r->from, (size_t)x->nodes * sizeof *r->from);
	}
	vc_bytes_add(&b, t->found, harvest.founds * sizeof *t->found);
	vc_bytes_add(&b, s->result->first, harvest.first);
	vc_bytes_add(&b, s->result->shortest, harvest.short_text);
	vc_bytes_add(&b, s->order, harvest.order);
	say(socket, VC_ENDS, &b);
}

static void
go_through(int socket, struct vc_search *s, const struct vc_step *path, int steps, _Atomic(int) *hungry)
{
	struct vc_explore *const x = s->machine->explore;
	struct vc_tree tree = {.own = steps, .guide = path, .guides = steps};
	bool more = true;
	int code;

	reset(s);
	x->tree = &tree;
	while ((code = vc_search_run(s)) == 0 && (more = vc_tree_next(&tree, &x->races)) &&
	       !vc_search_is_enough(s))
		if (atomic_load_explicit(hungry, memory_order_relaxed) > 0 && give(socket, &tree))
			atomic_fetch_sub_explicit(hungry, 1, memory_order_relaxed);
	vc_tree_cut(&tree, &x->races);
	hand_in(socket, s, &tree, code, more);
	vc_tree_clear(&tree, &x->races);
	x->tree = NULL;
}

static _Noreturn void
work(int socket, struct vc_search *s, _Atomic(int) *hungry)
{
	struct vcube_explored result = {.runs = 0};
	struct vc_step *path;
	int steps;

	s->limits.orders -= s->result->runs;    /* no more than these can be wanted */
	s->result = &result;
	s->outcomes = (struct vc_digests){.at = NULL};
	s->order = NULL;
	s->limits.progress = NULL;
	s->machine->explore->races.first = NULL;
	s->machine->explore->races.count = 0;
	while (vc_worker_receive(socket, &steps, sizeof steps)) {
		path = malloc((size_t)steps * sizeof *path);
		if (path == NULL || !vc_worker_receive(socket, path, (size_t)steps * sizeof *path))
			_exit(1);
		go_through(socket, s, path, steps, hungry);
		free(path);
	}
	_exit(0);
}

void
vc_worker_silence(void)
{
	const int nowhere = open("/dev/null", O_WRONLY);

	dup2(nowhere, STDOUT_FILENO);
	dup2(nowhere, STDERR_FILENO);
}

/* --- in the process that explores -------------------------------------------- */

bool
vc_worker_start(struct vc_worker *w, struct vc_search *s, _Atomic(int) *hungry,
		const struct vc_worker *others, int count)
{
	const pid_t parent = getpid();
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	w->pid = fork();
	if (w->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		close(ends[0]);
		for (int i = 0; i < count; i++)
			close(others[i].socket);
		vc_worker_silence();
		work(ends[1], s, hungry);
	}
	close(ends[1]);
	w->socket = ends[0];
	if (w->pid < 0)
		close(ends[0]);
	return w->pid > 0;
}

void
vc_worker_end(struct vc_worker *w)
{
	if (w->pid <= 0)
		return;
	close(w->socket);
	kill(w->pid, SIGKILL);
	while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
		;
	w->pid = -1;
}
