/* SPDX-License-Identifier: BSD-2-Clause */
/* Spreads an exploration over workers, and puts together what they find; see the header. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "error.h"
#include "spread.h"
#include "worker.h"

enum { WORKERS = 256, LOOK_MS = 100 };

enum state { WAITS, RUNS, ENDED, LOST };

/* A subtree that a worker goes through, but for what it gives away. */
struct task {
	struct task *next, *next_waiting;       /* of all, and of those that wait */
	struct vc_step *path;
	int steps;
	enum state state;
	char *harvest;
	struct branch *branch;          /* that it gave away, the lowest first */
};

/* A point of which some answers are left to others. */
struct branch {
	struct branch *higher;          /* of the same task */
	struct branch *next;            /* of all */
	struct vc_step *path;           /* to the point, and at [depth] the point */
	int depth;
	struct vc_answer *answer;
	struct task **task;             /* of each answer from `first` on */
	int answers, room, first;
};

struct hand {
	struct vc_worker worker;
	struct task *task;              /* NULL: idle */
};

struct spread {
	struct vc_search *search;
	struct hand hand[WORKERS];
	int hands;
	_Atomic(int) *hungry;
	struct task *tasks, *waiting;
	struct branch *branches;
	struct branch **open;           /* [depth] the points above what is put together now */
	int opens;
	bool over;                      /* a limit or an error has ended it */
	int code;
};

static void
run_out_of_memory(struct spread *s)
{
	s->code = vc_error(&s->search->result->error, VCUBE_EHOST, "no memory to explore");
	s->over = true;
}

static void *
copy(const void *data, size_t bytes)
{
	void *const made = malloc(bytes > 0 ? bytes : 1);

	if (made != NULL && bytes > 0)
		memcpy(made, data, bytes);
	return made;
}

/* --- tasks and branches ------------------------------------------------------ */

/* Adds an answer to a branch, as a task, unless it has it. */
static void
add_task(struct spread *s, struct branch *b, struct vc_answer answer)
{
	const size_t bytes = (size_t)(b->depth + 1) * sizeof *b->path;
	struct task *t;

	for (int i = 0; i < b->answers; i++)
		if (b->answer[i].which == answer.which && b->answer[i].from == answer.from)
			return;
	if (b->answers == b->room) {
		struct vc_answer *const answers = realloc(b->answer, (size_t)(b->room + 8) * sizeof *answers);
		struct task **const tasks = realloc(b->task, (size_t)(b->room + 8) * sizeof *tasks);

		b->answer = answers != NULL ? answers : b->answer;
		b->task = tasks != NULL ? tasks : b->task;
		if (answers == NULL || tasks == NULL) {
			run_out_of_memory(s);
			return;
		}
		b->room += 8;
	}
	t = calloc(1, sizeof *t);
	if (t == NULL || (t->path = copy(b->path, bytes)) == NULL) {
		free(t);
		run_out_of_memory(s);
		return;
	}
	t->steps = b->depth + 1;
	t->path[b->depth].answer = answer;
	t->next = s->tasks;
	s->tasks = t;
	t->next_waiting = s->waiting;
	s->waiting = t;
	b->answer[b->answers] = answer;
	b->task[b->answers++] = t;
}

/* Leaves a point of a path to others: its answers from `first` on. */
static void
add_branch(struct spread *s, struct branch **of, const struct vc_step *path, int depth,
	   const struct vc_answer *answer, int answers, int first)
{
	struct branch *const b = calloc(1, sizeof *b);

	if (b == NULL || (b->path = copy(path, (size_t)(depth + 1) * sizeof *path)) == NULL ||
	    (b->answer = copy(answer, (size_t)answers * sizeof *answer)) == NULL ||
	    (b->task = calloc((size_t)answers, sizeof *b->task)) == NULL) {
		if (b != NULL) {
			free(b->path);
			free(b->answer);
		}
		free(b);
		run_out_of_memory(s);
		return;
	}
	b->depth = depth;
	b->answers = b->first = first;
	b->room = answers;
	b->higher = *of;
	*of = b;
	b->next = s->branches;
	s->branches = b;
	for (int i = first; i < answers && !s->over; i++)
		add_task(s, b, answer[i]);
}

static void
free_all(struct spread *s)
{
	for (struct task *t; (t = s->tasks) != NULL; free(t)) {
		s->tasks = t->next;
		free(t->path);
		free(t->harvest);
	}
	for (struct branch *b; (b = s->branches) != NULL; free(b)) {
		s->branches = b->next;
		free(b->path);
		free(b->answer);
		free(b->task);
	}
	free(s->open);
}

/* --- workers ----------------------------------------------------------------- */

/* Takes the task to begin from those that wait: the one that is wanted, else that with the most
 * below it. Returns NULL if none waits. */
static struct task *
choose(struct spread *s, const struct task *wanted)
{
	struct task **best = NULL, *t;

	for (struct task **at = &s->waiting; *at != NULL; at = &(*at)->next_waiting)
		if (*at == wanted || best == NULL || (*best != wanted && (*at)->steps < (*best)->steps))
			best = at;
	if (best == NULL)
		return NULL;
	t = *best;
	*best = t->next_waiting;
	return t;
}

static void
lose(struct hand *h)
{
	vc_worker_end(&h->worker);
	if (h->task != NULL)
		h->task->state = LOST;
	h->task = NULL;
}

static void
hand_out(struct spread *s, const struct task *wanted)
{
	int idle = 0;

	for (int i = 0; i < s->hands; i++) {
		struct hand *const h = &s->hand[i];
		struct task *const t = h->worker.pid > 0 && h->task == NULL ? choose(s, wanted) : NULL;

		idle += h->worker.pid > 0 && h->task == NULL && t == NULL;
		if (t == NULL)
			continue;
		t->state = RUNS;
		h->task = t;
		if (!vc_worker_send(h->worker.socket, &t->steps, sizeof t->steps) ||
		    !vc_worker_send(h->worker.socket, t->path, (size_t)t->steps * sizeof *t->path))
			lose(h);
	}
	atomic_store_explicit(s->hungry, idle, memory_order_relaxed);
}

static void
take_gift(struct spread *s, struct task *t, const char *at)
{
	struct vc_gift gift;
	const struct vc_step *path;

	memcpy(&gift, at, sizeof gift);
	path = (const void *)(at + sizeof gift);
	at += sizeof gift + (size_t)(gift.last + 1) * sizeof *path;
	for (int i = gift.first; i <= gift.last && !s->over; i++) {
		struct vc_given given;

		memcpy(&given, at, sizeof given);
		at += sizeof given;
		add_branch(s, &t->branch, path, i, (const void *)at, given.answers, given.next);
		at += (size_t)given.answers * sizeof(struct vc_answer);
	}
}

static void
listen_to(struct spread *s, struct hand *h)
{
	struct vc_message message;
	char *data = NULL;

	if (!vc_worker_receive(h->worker.socket, &message, sizeof message) ||
	    (data = malloc(message.bytes)) == NULL ||
	    !vc_worker_receive(h->worker.socket, data, message.bytes)) {
		free(data);
		lose(h);
		return;
	}
	if (message.word == VC_GIVES) {
		take_gift(s, h->task, data);
		free(data);
		return;
	}
	h->task->harvest = data;
	h->task->state = ENDED;
	h->task = NULL;
}

/* Hands out work until a task has ended. */
static void
await(struct spread *s, struct task *t)
{
	struct pollfd wait[WORKERS];

	while ((t->state == WAITS || t->state == RUNS) && !s->over) {
		int alive = 0;

		hand_out(s, t);
		for (int i = 0; i < s->hands; i++) {
			alive += s->hand[i].worker.pid > 0;
			wait[i] = (struct pollfd){s->hand[i].worker.pid > 0 ? s->hand[i].worker.socket : -1,
						  POLLIN, 0};
		}
		if (alive == 0)
			t->state = LOST;
		else if (poll(wait, (nfds_t)s->hands, LOOK_MS) > 0)
			for (int i = 0; i < s->hands; i++)
				if (wait[i].revents != 0)
					listen_to(s, &s->hand[i]);
		vc_search_tell(s->search);
	}
}

/* --- putting together -------------------------------------------------------- */

/* Answers that were found for points above. */
static void
add_found(struct spread *s, const void *found, size_t count)
{
	const char *at = found;
	struct vc_late_answer one;

	for (; count > 0 && !s->over; count--, at += sizeof one) {
		memcpy(&one, at, sizeof one);
		add_task(s, s->open[one.point], one.answer);
	}
}

/* Goes through a subtree here: a worker was lost on the way, perhaps because a node ends the
 * process, or has run more than the limit allows. */
static void
run_here(struct spread *s, const struct task *t)
{
	struct vc_search *const search = s->search;
	struct vc_explore *const x = search->machine->explore;
	struct vc_tree tree = {.own = t->steps, .guide = t->path, .guides = t->steps};

	x->tree = &tree;
	while ((s->code = vc_search_run(search)) == 0 && vc_tree_next(&tree, &x->races)) {
		s->over = vc_search_is_enough(search);
		if (s->over)
			break;
		vc_search_tell(search);
	}
	s->over = s->over || s->code != 0;
	add_found(s, tree.found, (size_t)tree.founds);
	vc_tree_clear(&tree, &x->races);
	x->tree = NULL;
}

static const void *
take(const char **at, size_t bytes)
{
	const void *const data = *at;

	*at += bytes;
	return data;
}

static void
take_maxima(struct vc_trials *mine, const struct vc_trials *other, const char **at)
{
	const size_t n = (size_t)other->nodes;
	const char *const operations = take(at, n * sizeof *mine->operations);
	const char *const sent = take(at, n * n * sizeof *mine->sent);

	for (size_t i = 0; i < n; i++) {
		uint64_t most;

		memcpy(&most, operations + i * sizeof most, sizeof most);
		if (mine->operations[i] < most)
			mine->operations[i] = most;
	}
	for (size_t i = 0; i < n * n; i++) {
		uint32_t most;

		memcpy(&most, sent + i * sizeof most, sizeof most);
		if (mine->sent[i] < most)
			mine->sent[i] = most;
	}
}

static void
take_digests(struct spread *s, size_t count, const char **at)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t digest;

		memcpy(&digest, take(at, sizeof digest), sizeof digest);
		if (!vc_digests_add(&s->search->outcomes, digest))
			run_out_of_memory(s);
	}
}

static void
take_races(struct vc_races *races, size_t count, const char **at)
{
	for (size_t i = 0; i < count; i++) {
		const char *here;
		const void *site;
		const bool *from;

		memcpy(&here, take(at, sizeof here), sizeof here);
		memcpy(&site, take(at, sizeof site), sizeof site);
		from = take(at, (size_t)races->nodes * sizeof *from);
		for (int r = 0; r < races->nodes; r++)
			if (from[r])
				vc_races_note(races, here, site, r);
	}
}

static void
replace(char **text, const char *by)
{
	free(*text);
	*text = strdup(by);
}

/* As keep_failure() in search.c, for what a worker kept. */
static void
take_failures(struct vc_search *search, const struct vc_harvest *h, const char *first,
	      const char *shortest, const char *order)
{
	struct vcube_explored *const mine = search->result;

	if (h->result.failed == 0)
		return;
	if (mine->failed == 0) {
		mine->error = h->result.error;
		replace(&mine->first, first);
		vc_search_keep_order(search, order);
	}
	search->fails += h->fails;
	if (mine->failed == 0 ||
	    (h->shortest < search->shortest && (search->fault == NULL || search->fails == 0))) {
		search->shortest = h->shortest;
		replace(&mine->shortest, shortest);
	}
	mine->failed += h->result.failed;
}

static void
take_counts(struct vcube_explored *mine, const struct vcube_explored *other)
{
	mine->runs += other->runs;
	mine->orders += other->orders;
	mine->guesses += other->guesses;
	mine->cut += other->cut;
}

/* Puts in what a worker has handed in. Returns false if it is more than the limit allows. */
static bool
take_harvest(struct spread *s, const struct task *t)
{
	struct vc_search *const search = s->search;
	struct vc_explore *const x = search->machine->explore;
	const char *at = t->harvest, *first, *shortest;
	const void *found;
	struct vc_harvest h;

	memcpy(&h, take(&at, sizeof h), sizeof h);
	if (h.result.runs > search->limits.orders - search->result->runs)
		return false;
	take_counts(search->result, &h.result);
	take_maxima(&search->trials, &h.trials, &at);
	take_digests(s, h.digests, &at);
	take_races(&x->races, h.places, &at);
	found = take(&at, h.founds * sizeof(struct vc_late_answer));
	first = take(&at, h.first);
	shortest = take(&at, h.short_text);
	take_failures(search, &h, first, shortest, at);
	x->left_out |= h.left_out & ~(1u << VCUBE_LEFT_ORDERS | 1u << VCUBE_LEFT_FIRST);
	x->late = x->late || h.late;
	s->code = h.code;
	if (h.code != 0)
		search->result->error = h.result.error;
	add_found(s, found, h.founds);
	s->over = s->over || h.code != 0 || (h.more && vc_search_is_enough(search));
	return true;
}

static void
open_branch(struct spread *s, struct branch *b)
{
	if (b->depth >= s->opens) {
		const int opens = 2 * b->depth + 16;
		struct branch **const more = realloc(s->open, (size_t)opens * sizeof(struct branch *));

		if (more == NULL) {
			run_out_of_memory(s);
			return;
		}
		s->open = more;
		s->opens = opens;
	}
	s->open[b->depth] = b;
}

static void put_together(struct spread *s, struct branch *lowest);

static void
put_task(struct spread *s, struct task *t)
{
	await(s, t);
	for (struct branch *b = t->branch; b != NULL && t->state == ENDED && !s->over; b = b->higher)
		open_branch(s, b);
	if (s->over)
		return;
	if (t->state == ENDED && take_harvest(s, t))
		put_together(s, t->branch);
	else
		run_here(s, t);
	free(t->harvest);
	t->harvest = NULL;
}

/* Goes on from the lowest of a task's branches to the highest; their answers grow meanwhile. */
static void
put_together(struct spread *s, struct branch *lowest)
{
	for (struct branch *b = lowest; b != NULL; b = b->higher)
		for (int i = b->first; i < b->answers && !s->over; i++) {
			s->over = vc_search_is_enough(s->search);
			if (!s->over)
				put_task(s, b->task[i]);
		}
}

/* Leaves all that is left of the tree to workers; the present path has not been run yet. */
static void
give_all(struct spread *s, const struct vc_tree *tree, struct branch **lowest)
{
	struct vc_step *const path = malloc((size_t)tree->count * sizeof *path);

	if (path == NULL)
		run_out_of_memory(s);
	for (int i = 0; i < tree->count && !s->over; i++) {
		const struct vc_point *const p = &tree->point[i];

		path[i] = vc_point_step(p);
		add_branch(s, lowest, path, i, p->answer, p->answers,
			   p->current + (i < tree->count - 1));
		if (!s->over)
			open_branch(s, *lowest);
	}
	free(path);
}

static bool
start(struct spread *s, int workers)
{
	s->hungry = mmap(NULL, sizeof *s->hungry, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s->hungry == MAP_FAILED)
		return false;
	for (; s->hands < workers && s->hands < WORKERS; s->hands++) {
		struct vc_worker others[WORKERS];

		for (int i = 0; i < s->hands; i++)
			others[i] = s->hand[i].worker;
		if (!vc_worker_start(&s->hand[s->hands].worker, s->search, s->hungry, others, s->hands))
			break;
	}
	if (s->hands == 0)
		munmap(s->hungry, sizeof *s->hungry);
	return s->hands > 0;
}

bool
vc_spread(struct vc_search *search, struct vc_tree *tree, int workers, int *code)
{
	struct spread s = {.search = search};
	struct vc_explore *const x = search->machine->explore;
	struct branch *lowest = NULL;

	if (!start(&s, workers))
		return false;
	x->tree = NULL;
	give_all(&s, tree, &lowest);
	put_together(&s, lowest);
	for (int i = 0; i < s.hands; i++)
		vc_worker_end(&s.hand[i].worker);
	munmap(s.hungry, sizeof *s.hungry);
	free_all(&s);
	*code = s.code;
	return true;
}
