/* SPDX-License-Identifier: BSD-2-Clause */
/* Fibers: starting, switching, and what a node does while they wait. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "fiber.h"
#include "group.h"

/* Collectives nest, and call operators of the program. */
enum { STACK = 256 << 10 };

static char *
lowest(const struct vc_stack *s)
{
	return s->base + sysconf(_SC_PAGESIZE);
}

static struct vc_stack *
new_stack(vcube_node *self)
{
	struct vc_stack *s = self->fibers.idle;
	const size_t guard = (size_t)sysconf(_SC_PAGESIZE);

	if (s != NULL) {
		self->fibers.idle = s->next;
		return s;
	}
	s = malloc(sizeof *s);
	if (s == NULL)
		return NULL;
	s->base = mmap(NULL, guard + STACK, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (s->base == MAP_FAILED || mprotect(s->base, guard, PROT_NONE) != 0) {
		if (s->base != MAP_FAILED)
			munmap(s->base, guard + STACK);
		free(s);
		return NULL;
	}
	s->number = vc_sanitized_stack(lowest(s), STACK);
	return s;
}

static bool
is_on_stack(const struct vc_fiber *f, const char *data, size_t bytes)
{
	return f != NULL && f->stack != NULL && data >= lowest(f->stack) && bytes <= STACK &&
	       data + bytes <= lowest(f->stack) + STACK;
}

bool
vc_fiber_owns(const vcube_node *self, const void *data, size_t bytes)
{
	const struct vc_fiber *f = self->fibers.first;

	while (f != NULL && !is_on_stack(f, data, bytes))
		f = f->next;
	return f != NULL;
}

bool
vc_fiber_runs_on(const vcube_node *self, const void *address)
{
	return is_on_stack(self->fibers.running, address, 1);
}

/* --- switching --------------------------------------------------------------- */

void
vc_course_swap(vcube_node *self, struct vc_course *course)
{
	const struct vc_course kept = *course;

	course->signature = self->signature;
	course->here = self->site.here;
	course->step = self->step;
	course->explainer = self->explainer;
	course->explainer_arg = self->explainer_arg;
	course->depth = self->depth;
	memcpy(course->calls, self->calls, sizeof course->calls);
	self->signature = kept.signature;
	self->site.here = kept.here;
	self->step = kept.step;
	self->explainer = kept.explainer;
	self->explainer_arg = kept.explainer_arg;
	self->depth = kept.depth;
	memcpy(self->calls, kept.calls, sizeof self->calls);
}

/* Where a fiber begins and ends. */
static void
run(void *node)
{
	vcube_node *const self = node;
	struct vc_fiber *const f = self->fibers.running;
	int result;

	vc_sanitized_arrive(NULL, &f->sanitized);
	result = f->body(self, f->arg);
	if (result != 0 && self->code == 0)
		vc_fail(self, VCUBE_EPROGRAM, "the body of vcube_async of node %d returned %d", self->rank,
			result);
	f->ended = true;
	f->wait = NULL;
	vc_sanitized_leave(NULL, &f->sanitized);
	vc_context_switch(&f->own, &f->resumer);
}

/* Runs a fiber until it waits or ends. Another one may call, which starts it. */
static void
resume(vcube_node *self, struct vc_fiber *f)
{
	struct vc_fiber *const caller = self->fibers.running;
	void *mine;

	self->fibers.running = f;
	vc_course_swap(self, &f->course);
	mine = vc_sanitized_resume(&f->sanitized);
	vc_context_switch(&f->resumer, &f->own);
	vc_sanitized_return(&f->sanitized, mine);
	vc_course_swap(self, &f->course);
	self->fibers.running = caller;
}

/* In a fiber: lets the program go on until the wait is over. */
static int
wait_in_fiber(vcube_node *self, struct vc_wait *wait)
{
	struct vc_fiber *const f = self->fibers.running;
	void *mine = NULL;

	f->wait = wait;
	if (vc_unlikely(self->strict))
		self->machine->reporter->lend(self, f);
	vc_sanitized_leave(&mine, &f->sanitized);
	vc_context_switch(&f->own, &f->resumer);
	vc_sanitized_arrive(mine, &f->sanitized);
	if (vc_unlikely(self->strict))
		self->machine->reporter->take_back(self, f);
	f->wait = NULL;
	return self->code != 0 ? self->code : f->code;
}

static bool
at_once(vcube_node *self, struct vc_wait *wait)
{
	(void)self, (void)wait;
	return true;
}

int
vc_fiber_dwell(vcube_node *self, size_t room)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_ANY, .peer = -1, .bytes = room, .deadline = VC_NO_TIME, .ready = at_once,
	};

	return self->code == 0 && self->strict && self->fibers.running != NULL &&
	       self->clock->host_deadlines ? wait_in_fiber(self, &wait) : self->code;
}

void
vc_fiber_give_way(vcube_node *self, const struct vc_send_wait *sent)
{
	struct vc_wait wait = {.kind = VC_WAIT_POLL, .peer = -1, .deadline = VC_NO_TIME,
			       .ready = at_once, .sent = sent};
	struct vc_fiber *const f = self->fibers.running;

	if (f == NULL || self->code != 0 || self->machine->explore != NULL)
		return;
	f->polled = ++self->fibers.polls;
	wait_in_fiber(self, &wait);
}

/* --- starting and ending ----------------------------------------------------- */

void
vc_fiber_join(vcube_node *self, struct vc_fiber *f)
{
	struct vc_fiber **at = &self->fibers.first;

	while (*at != NULL)
		at = &(*at)->next;
	*at = f;
}

void
vc_fiber_part(vcube_node *self, struct vc_fiber *f)
{
	struct vc_fiber **at = &self->fibers.first;

	while (*at != f)
		at = &(*at)->next;
	*at = f->next;
	f->next = NULL;
}

/* Takes a fiber that has ended out of the node's list, and ends its request. */
static void
retire(vcube_node *self, struct vc_fiber *f)
{
	vc_fiber_part(self, f);
	f->stack->next = self->fibers.idle;
	self->fibers.idle = f->stack;
	vc_sanitized_end(&f->sanitized);
	if (f->ended)
		f->end(self, f->request);
	free(f);
}

bool
vc_fiber_start(vcube_node *self, vcube_group *group, int (*body)(vcube_node *self, void *arg),
	       void *arg, void (*end)(vcube_node *self, struct vcube_request *request),
	       struct vcube_request *request)
{
	struct vc_fiber *f = calloc(1, sizeof *f);

	if (f == NULL || (f->stack = new_stack(self)) == NULL) {
		free(f);
		vc_fail(self, VCUBE_EHOST, "vcube_async: no memory for a stack of %d KiB", STACK >> 10);
		return false;
	}
	f->end = end;
	f->request = request;
	f->body = body;
	f->arg = arg;
	f->context = vc_group_number(group);
	f->number = group != NULL ? group->fibers_made++ : self->fibers.made++;
	f->course.here = self->site.here;
	vc_context_make(&f->own, lowest(f->stack), STACK, run, self);
	vc_sanitized_begin(&f->sanitized, lowest(f->stack), STACK);
	vc_fiber_join(self, f);
	resume(self, f);
	if (f->ended)
		retire(self, f);
	return true;
}

void
vc_fibers_drop(vcube_node *n)
{
	while (n->fibers.first != NULL)
		retire(n, n->fibers.first);
	n->fibers.running = NULL;
	n->fibers.made = 0;
	n->fibers.polls = 0;
	vc_share_end(n);
}

void
vc_fibers_close(vcube_node *n)
{
	for (struct vc_stack *s; (s = n->fibers.idle) != NULL; free(s)) {
		n->fibers.idle = s->next;
		vc_sanitized_forget(s->number);
		munmap(s->base, (size_t)sysconf(_SC_PAGESIZE) + STACK);
	}
}

/* --- waiting ----------------------------------------------------------------- */

struct vc_wait *
vc_fibers_poll(const vcube_node *n, const struct vc_together *t)
{
	struct vc_wait *next = t->program != NULL && t->program->kind == VC_WAIT_POLL ? t->program : NULL;
	uint64_t first = t->polled;

	for (const struct vc_fiber *f = n->fibers.first; f != NULL; f = f->next)
		if (f->wait != NULL && f->wait->kind == VC_WAIT_POLL && f->polled < first) {
			next = f->wait;
			first = f->polled;
		}
	return next;
}

/* Host's clock: finds a wait that is over. Fibers first, tests last: they are always over. */
static bool
one_is_over(vcube_node *self, struct vc_wait *wait)
{
	struct vc_together *const t = wait->subject;

	t->over = NULL;
	for (struct vc_fiber *f = self->fibers.first; f != NULL && t->over == NULL; f = f->next)
		if (f->wait->kind != VC_WAIT_POLL && f->wait->ready(self, f->wait))
			t->over = f->wait;
	if (t->over == NULL && t->program != NULL && t->program->ready(self, t->program))
		t->over = t->program;
	if (t->over == NULL)
		t->over = vc_fibers_poll(self, t);
	return t->over != NULL;
}

/* Virtual clock: only the resolver tells. */
static bool
one_is_told(vcube_node *self, struct vc_wait *wait)
{
	(void)self;
	return ((struct vc_together *)wait->subject)->over != NULL;
}

static bool
one_is_over_or_called(vcube_node *self, struct vc_wait *wait)
{
	return one_is_over(self, wait) || vc_share_called(self);
}

static bool
one_is_told_or_called(vcube_node *self, struct vc_wait *wait)
{
	return one_is_told(self, wait) || vc_share_called(self);
}

/* Returns the wait with the first deadline. */
static struct vc_wait *
first_dated(vcube_node *self, struct vc_wait *program)
{
	struct vc_wait *first = program;

	for (struct vc_fiber *f = self->fibers.first; f != NULL; f = f->next)
		if (first == NULL || f->wait->deadline < first->deadline)
			first = f->wait;
	return first;
}

/* Parks for all waits of the node. Returns as vc_park(), with the wait that is over; NULL: a
 * thread that shares the node came. `polled`: of struct vc_together. */
static int
park_together(vcube_node *self, struct vc_wait *program, uint64_t polled, struct vc_wait **over)
{
	struct vc_together t = {.program = program, .polled = polled};
	struct vc_wait *const dated = first_dated(self, program);
	struct vc_wait wait = {
		.kind = VC_WAIT_TOGETHER, .peer = program != NULL ? program->peer : -1,
		.group = program != NULL ? program->group : NULL, .deadline = dated->deadline,
		.ready = self->clock->host_deadlines ? one_is_over_or_called : one_is_told_or_called,
		.subject = &t,
	};
	int code = vc_park_alone(self, &wait);

	if (code == VCUBE_ETIMEDOUT && t.over == NULL)
		t.over = dated;
	/* takes in what the resolver has left for it */
	if (code == 0 && t.over != NULL)
		t.over->ready(self, t.over);
	*over = t.over;
	return code;
}

/* Gives the fiber whose wait is over the code that it returns, and runs it. `mine`: what the
 * caller waits for, or NULL. Returns true, and its code, if that is over by then. */
static bool
go_on(vcube_node *self, const struct vc_wait *over, struct vc_wait *mine, int *code)
{
	struct vc_fiber *f = self->fibers.first;

	while (f->wait != over)
		f = f->next;
	f->code = *code;
	if (f->turn != NULL)
		return vc_share_pass(self, f, mine, code);
	resume(self, f);
	if (f->ended)
		retire(self, f);
	return false;
}

/* As park_together(), while threads that share the node may come. */
static int
park_shared(vcube_node *self, struct vc_wait *wait, struct vc_wait **over)
{
	int code;

	if (self->share != NULL && vc_share_yield(self, wait, &code)) {
		*over = wait;
		return code;
	}
	code = park_together(self, wait, UINT64_MAX, over);
	if (self->share != NULL)
		vc_share_close(self);
	return code;
}

int
vc_fiber_park(vcube_node *self, struct vc_wait *wait)
{
	struct vc_wait *over;
	int code;

	if (self->fibers.held)
		return vc_park_alone(self, wait);
	if (self->fibers.running != NULL)
		return wait_in_fiber(self, wait);
	for (;;) {
		if (wait->kind == VC_WAIT_BESIDE && wait->ready(self, wait))
			return self->code;
		if (self->fibers.first == NULL && self->share == NULL)
			return vc_park_alone(self, wait);
		code = park_shared(self, wait, &over);
		if (over == wait || self->code != 0 || (over == NULL && code != 0))
			return code;
		if (over != NULL && go_on(self, over, wait, &code))
			return code;
		if (self->code != 0)
			return self->code;
		/* chosen for the fiber, not for the wait that goes on now */
		self->machine->parking[self->rank].chosen = NULL;
		self->machine->parking[self->rank].first = NULL;
	}
}

void
vc_fibers_progress(vcube_node *self)
{
	struct vc_wait now = {.kind = VC_WAIT_POLL, .peer = -1, .deadline = VC_NO_TIME,
			      .ready = one_is_told, .subject = &(struct vc_together){.over = NULL}};
	struct vc_wait *over;
	struct vc_together t = {.program = NULL};
	struct vc_wait look = {.subject = &t};
	int code = 0;

	if (self->fibers.first == NULL || self->fibers.running != NULL)
		return;
	t.polled = ++self->fibers.polls;
	while (self->fibers.first != NULL && self->code == 0) {
		if (self->clock->host_deadlines) {
			if (!one_is_over(self, &look))
				return;
			go_on(self, t.over, NULL, &code);
			code = 0;
			continue;
		}
		code = park_together(self, &now, t.polled, &over);
		if (over == &now || over == NULL || self->code != 0)
			return;
		go_on(self, over, NULL, &code);
	}
}
