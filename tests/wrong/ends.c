/* SPDX-License-Identifier: BSD-2-Clause */
/* A node ends otherwise than by returning from its program. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/mman.h>
#include "node.h"
#include "wrong.h"

static int *volatile nowhere;
static volatile int zero, sink;
static void (*volatile no_function)(void);
static const int zero_sent;

static __attribute__((noinline)) int
recurse(int depth)
{
	volatile char frame[500];

	frame[depth % 500] = (char)depth;
	return depth < 0 ? 0 : recurse(depth + 1) + frame[(depth * 7) % 500];
}

static __attribute__((noinline)) int
large_frame(void)
{
	volatile char frame[1 << 20];

	for (size_t i = 0; i < sizeof frame; i += 512)
		frame[sizeof frame - 1 - i] = 1;
	return frame[zero];
}

/* Leaves the stack and its guard page in one step. */
static __attribute__((noinline)) int
call_in_large_frame(void)
{
	volatile char frame[1 << 20];

	frame[0] = 1;
	return frame[zero];
}

static int
use_truncated_file(void)
{
	FILE *const file = tmpfile();
	char *map;

	map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
	map[0] = 1;
	return map[0];
}

/* The C library notices that with the lock of its heap held. */
static void
free_twice(void)
{
	void (*volatile release)(void *) = free;
	void *const block = malloc(100000);

	release(block);
	release(block);
}

/* As a program in C++ does: throws std::runtime_error. */
static void
throw(void)
{
	void (*throws)(const char *what);

	*(void **)&throws = dlsym(WRONG_CXX_LIBRARY, "_ZSt21__throw_runtime_errorPKc");
	throws("no such file");
}

enum { READ_NULL, WRITE_NULL, CALL_NULL, WILD, CONSTANT, TRUNCATED, DIVIDE, TRAP, ABORT, ASSERT, RECURSE,
       LARGE_FRAME, LARGER_FRAME, RAISE, EXIT_0, EXIT_3, QUICK_EXIT, THROW, FREE_TWICE };

static void
end(int how)
{
	switch (how) {
	case READ_NULL:
		sink = *nowhere;
		break;
	case WRITE_NULL:
		nowhere[2] = 1;
		break;
	case CALL_NULL:
		no_function();
		break;
	case WILD:
		sink = *(volatile int *)((uintptr_t)nowhere + 0xdead0000000);
		break;
	case CONSTANT:
		*(char *volatile)(uintptr_t)"text" = 'T';
		break;
	case TRUNCATED:
		sink = use_truncated_file();
		break;
	case DIVIDE:
		sink = 7 / zero;
		break;
	case TRAP:
		__builtin_trap();
	case ABORT:
		abort();
	case ASSERT:
		assert(zero == 1);
		break;
	case RECURSE:
		sink = recurse(0);
		break;
	case LARGE_FRAME:
		sink = large_frame();
		break;
	case LARGER_FRAME:
		sink = call_in_large_frame();
		break;
	case RAISE:
		raise(SIGSEGV);
		break;
	case EXIT_0:
		exit(0);
	case EXIT_3:
		exit(3);
	case QUICK_EXIT:
		quick_exit(0);
	case FREE_TWICE:
		free_twice();
		break;
	case THROW:
		throw();
	}
}

/* Until the other nodes are parked. */
static void
await_others(vcube_node *self)
{
	while (atomic_load_explicit(&vcube_machine_of(self)->running, memory_order_acquire) > 1 &&
	       vcube_machine_of(self)->interleave == NULL)
		sched_yield();
}

/* Node 1 ends while the others wait for it, in line with its mark. */
static int
ends(vcube_node *self, const struct wrong_row *row)
{
	int x = 0;

	if (wrong_is_run() && vcube_rank(self) == 1) {
		await_others(self);
		MARK(0), end(row->a);
	} else if (wrong_is_run()) {
		MARK(1), vcube_recv(self, NULL, 1, &x, sizeof x, NULL);
	}
	return vcube_failed(self);
}

/* One of them tells. */
static int
all_at_once(vcube_node *self, const struct wrong_row *row)
{
	vcube_align(self, NULL);
	if (wrong_is_run())
		end(row->a);
	return vcube_failed(self);
}

static int
in_silence(vcube_node *self, const struct wrong_row *row)
{
	(void)row;
	if (wrong_is_run() && vcube_rank(self) == 1)
		pthread_exit(NULL);
	return 0;
}

static void
divide(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	(void)type, (void)left, (void)right;
	for (size_t i = 0; i < count; i++)
		((int *)into)[i] = wrong_is_run() ? 7 / zero : 1;
}

static int
in_operator(vcube_node *self, const struct wrong_row *row)
{
	static const struct vcube_op own = {.name = "divide", .commutative = 1, .apply = divide};
	int x = 1, y = 0;

	(void)row;
	MARK(0), vcube_reduce(self, NULL, 1, &x, &y, 1, VCUBE_INT32, &own, NULL);
	return vcube_failed(self);
}

static int
beside(vcube_node *self, void *arg)
{
	(void)self;
	if (wrong_is_run())
		end(*(int *)arg);
	return 0;
}

static int
in_async(vcube_node *self, const struct wrong_row *row)
{
	int how = row->a;
	vcube_request *r;

	if (vcube_rank(self) != 1)
		return 0;
	MARK(0), r = vcube_async(self, NULL, beside, &how);
	return vcube_wait(self, r, NULL);
}

static int
returning(vcube_node *self, void *arg)
{
	(void)self;
	return wrong_is_run() ? *(int *)arg : 0;
}

static int
async_returns_error(vcube_node *self, const struct wrong_row *row)
{
	int value = row->a;
	vcube_request *r;

	if (vcube_rank(self) != 1)
		return 0;
	MARK(0), r = vcube_async(self, NULL, returning, &value);
	return vcube_wait(self, r, NULL) < 0 ? vcube_failed(self) : 0;
}

static int
returns_error(vcube_node *self, const struct wrong_row *row)
{
	return wrong_is_run() && vcube_rank(self) == 1 ? row->a : 0;
}

static int
gives_up(vcube_node *self, const struct wrong_row *row)
{
	int x;

	(void)row;
	if (wrong_is_run() && vcube_rank(self) == 1) {
		return MARK(0), vcube_fail(self, "the matrix is singular");
	}
	if (wrong_is_run())
		return vcube_recv(self, NULL, 1, &x, sizeof x, NULL);
	return 0;
}

static int
aborts_run(vcube_node *self, const struct wrong_row *row)
{
	int x;

	(void)row;
	if (wrong_is_run() && vcube_rank(self) == 1) {
		return MARK(0), vcube_abort(self, 4);
	}
	return wrong_is_run() ? vcube_recv(self, NULL, 1, &x, sizeof x, NULL) : 0;
}

/* A thread that shares the node, and waits in it for a message of node 0. */
static void *
share_and_end(void *node)
{
	int x = 0;

	vcube_enter(node);
	vcube_trecv(node, NULL, 0, 6, &x, sizeof x, NULL);
	*(wrong_is_run() ? nowhere : &x) = 5;
	vcube_leave(node);
	return NULL;
}

static int
in_sharing_thread(vcube_node *self, const struct wrong_row *row)
{
	pthread_t thread;

	(void)row;
	if (vcube_rank(self) == 0)
		return vcube_tsend(self, NULL, 1, 6, &zero_sent, sizeof zero_sent);
	if (vcube_rank(self) != 1 || vcube_share(self, 2, NULL, 0) != 0)
		return vcube_failed(self);
	vcube_leave(self);
	assert_int_equal(pthread_create(&thread, NULL, share_and_end, self), 0);
	pthread_join(thread, NULL);
	vcube_enter(self);
	vcube_threads(self, -1);
	return vcube_failed(self);
}

#define FIXED WRONG_TWIN_FIXED
#define ENDS(how, signal, ...) {"ends " #how, ends, 3, "", 0, signal, WRONG_WORDS("node 1", __VA_ARGS__), how, 0}
#define ROW(fn, signal, a, ...) {#fn, fn, 3, "", 0, signal, WRONG_WORDS("node 1", __VA_ARGS__), a, 0}

static const struct wrong_row rows[] = {
	ENDS(READ_NULL, SIGSEGV, "SIGSEGV", "node 0 waits to receive from node 1"),
	ENDS(WRITE_NULL, SIGSEGV, "SIGSEGV", "node 2 waits to receive from node 1"),
	ENDS(CALL_NULL, SIGSEGV, "SIGSEGV"), ENDS(WILD, SIGSEGV, "SIGSEGV"),
	ENDS(CONSTANT, SIGSEGV, "SIGSEGV"), ENDS(TRUNCATED, SIGBUS, "SIGBUS"),
	ENDS(DIVIDE, SIGFPE, "SIGFPE"), ENDS(TRAP, SIGILL, "SIGILL"), ENDS(ABORT, SIGABRT, "SIGABRT"),
	ENDS(ASSERT, SIGABRT, "SIGABRT", "zero == 1"), ENDS(RECURSE, SIGSEGV, "stack="),
	ENDS(LARGE_FRAME, SIGSEGV, "stack="), ENDS(RAISE, SIGSEGV, "SIGSEGV"),
	{"ends THROW", ends, 3, "", WRONG_CXX, SIGABRT,
	 WRONG_WORDS("node 1", "C++ exception", "std::runtime_error"), THROW, 0},
	ENDS(LARGER_FRAME, SIGSEGV, "stack="), {"all_at_once", all_at_once, 3, "", 0, SIGSEGV, WRONG_WORDS("node ", "SIGSEGV"), WRITE_NULL, 0},
	{"all_at_once by exit", all_at_once, 8, "", 0, -3, WRONG_WORDS("node ", "called exit(3)"), EXIT_3, 0},
	{"many at once by exit", all_at_once, 100, "", 0, -3, WRONG_WORDS("node ", "called exit(3)"), EXIT_3, 0},
	{"all_at_once by quick_exit", all_at_once, 8, "", 0, -1, WRONG_WORDS("node ", "called quick_exit()"), QUICK_EXIT, 0},
	ENDS(FREE_TWICE, SIGABRT, "SIGABRT"),
	ENDS(QUICK_EXIT, -1, "quick_exit"), ENDS(EXIT_0, -1, "exit"), ENDS(EXIT_3, -3, "exit"),
	ROW(in_silence, 0, 0, "ended its thread instead of returning"),
	{"in_sharing_thread", in_sharing_thread, 3, "", FIXED, SIGSEGV,
	 WRONG_WORDS("node 1", "SIGSEGV", "share_and_end"), 0, 0},
	ROW(in_operator, SIGFPE, 0, "SIGFPE"), ROW(in_async, SIGSEGV, WRITE_NULL, "SIGSEGV"),
	{"in_async of the stack", in_async, 3, "", 0, SIGSEGV, WRONG_WORDS("node 1", "the stack of a call"), RECURSE, 0},
	ROW(returns_error, 0, 5, "returned 5"), ROW(async_returns_error, 0, 5, "vcube_async of node 1 returned 5"), ROW(gives_up, 0, 0, "the matrix is singular"),
	ROW(aborts_run, 0, 0, "aborted the run with code 4"),
};

WRONG_CLASS(ends, "ends", rows);
