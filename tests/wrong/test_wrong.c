/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The library reports wrong programs: what is wrong, on which nodes and lines; and not their right
 * twins. Each runs in a process of its own, since some end it, and with an alarm, since some would
 * hang. $WRONG_TABLE prints what became of each class, $WRONG_REPORTS the reports, and
 * $WRONG_REPEAT=N runs the right twins N times, some of these in a process (make check-right). With
 * a sanitizer ($SANITIZE) only the right ones run: what is wrong it tells itself, or it ends the
 * process.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "wrong.h"

/* In seconds: right programs may be run beside much else, and their limit is told first. */
enum { PATIENCE = 120, LIMIT = 300, PATIENCE_RIGHT = LIMIT + PATIENCE };
enum { REPORT_ROOM = 16384, NO_MACHINE = 77 };

/* What the process of a program leaves. */
static struct left {
	_Atomic(const char *) marks[WRONG_MARKS];
	bool returned;          /* vcube_run() did, with this code: */
	int code;
	char report[REPORT_ROOM];
} *left;

static bool is_wrong;

bool
wrong_is_run(void)
{
	return is_wrong;
}

void
wrong_mark(int mark, const char *here)
{
	/* the process is forked: its texts have the same addresses */
	atomic_store_explicit(&left->marks[mark], here, memory_order_relaxed);
}

static int
run_body(vcube_node *self, void *arg)
{
	const struct wrong_row *const row = arg;

	return row->body(self, row);
}

static vcube_machine *
open_for(const struct wrong_row *row, const char *more)
{
	char text[200];
	struct vcube_error error;
	vcube_machine *m;

	/* right programs need not be quick */
	snprintf(text, sizeof text, "full:%d %s %s", row->nodes, row->machine, more);
	if (!is_wrong)
		snprintf(text + strlen(text), sizeof text - strlen(text), " limit=%ds", LIMIT);
	m = vcube_open(text, &error);
	if (m == NULL) {
		fprintf(stderr, "%s\n", error.text);
		_exit(NO_MACHINE);
	}
	return m;
}

static void
run_on(vcube_machine *m, const struct wrong_row *row)
{
	left->code = vcube_run(m, run_body, (void *)row);
	left->returned = true;
	snprintf(left->report, REPORT_ROOM, "%s%s%s", vcube_run_error(m)->text,
		 left->code != 0 ? "\n" : "", vcube_run_report(m));
}

static void
run_row(const struct wrong_row *row, const char *more)
{
	vcube_machine *const m = open_for(row, more);

	run_on(m, row);
	vcube_close(m);
}

/* Signals do what they do in programs without cmocka. */
static void
forget_handlers(void)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

	for (size_t i = 0; i < COUNT(numbers); i++)
		signal(numbers[i], SIG_DFL);
}

/* Runs a row in a process of its own; its standard error joins the report. Returns how the
 * process ended. */
static int
run_apart(const struct wrong_row *row, const char *more)
{
	FILE *const errors = tmpfile();
	int status;
	size_t had;
	pid_t child;

	assert_non_null(errors);
	memset((void *)left, 0, sizeof *left);
	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		forget_handlers();
		setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
		dup2(fileno(errors), STDERR_FILENO);
		alarm(PATIENCE);
		run_row(row, more);
		fflush(NULL);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	had = strlen(left->report);
	rewind(errors);
	left->report[had + fread(left->report + had, 1, REPORT_ROOM - 1 - had, errors)] = '\0';
	fclose(errors);
	return status;
}

/* --- the wrong ones */

enum told { TOLD, NO_LINE, OTHERWISE, TOLERATED, HUNG, SILENT_SIGNAL, TOLD_COUNT };
static const char *const told_names[TOLD_COUNT] = {
	"told", "no line", "otherwise", "tolerated", "hung", "bare signal",
};

static bool
has_words(const struct wrong_row *row)
{
	for (size_t i = 0; i < COUNT(row->words) && row->words[i] != NULL; i++)
		if (strstr(left->report, row->words[i]) == NULL)
			return false;
	return true;
}

static bool
has_lines(void)
{
	for (int i = 0; i < WRONG_MARKS; i++) {
		const char *mark = atomic_load_explicit(&left->marks[i], memory_order_relaxed);

		/* what addr2line prints has no folder */
		if (mark != NULL && strstr(left->report, strrchr(mark, '/') ? strrchr(mark, '/') + 1 : mark) == NULL)
			return false;
	}
	return true;
}

static bool
ends_so(const struct wrong_row *row, int status)
{
	if (row->ends > 0)
		return WIFSIGNALED(status) && WTERMSIG(status) == row->ends;
	return WIFEXITED(status) && WEXITSTATUS(status) == -row->ends;
}

static enum told
told(const struct wrong_row *row, bool strict, int status)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		return HUNG;
	if (WIFSIGNALED(status) && left->report[0] == '\0')
		return SILENT_SIGNAL;
	if (left->returned ? left->code == 0 : WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return TOLERATED;
	if (!ends_so(row, status) || !has_words(row))
		return OTHERWISE;
	return has_lines() || (!strict && row->only & WRONG_LINE_STRICT) ? TOLD : NO_LINE;
}

struct tally {
	int count[TOLD_COUNT], all;
};

static void
show(const struct wrong_class *class, const struct wrong_row *row, bool strict, enum told how,
     int status)
{
	if (getenv("WRONG_REPORTS") == NULL && how == TOLD)
		return;
	if (getenv("WRONG_REPORTS") == NULL && getenv("WRONG_TABLE") == NULL && !strict && row->only & WRONG_STRICT)
		return;
	printf("%s: %s%s: %s (code %d, status 0x%x)\n%s\n", class->name, row->name,
	       strict ? ", strict" : "", told_names[how], left->code, status, left->report);
}

/* Returns whether all are told that must be. */
static bool
try_class(const struct wrong_class *class, bool strict, struct tally *sum)
{
	struct tally t = {.all = (int)class->count};
	bool good = true;

	is_wrong = true;
	for (size_t i = 0; i < class->count; i++) {
		const struct wrong_row *const row = &class->rows[i];

		if (row->only & WRONG_CXX && WRONG_CXX_LIBRARY == NULL)
			continue;
		const int status = run_apart(row, strict ? "strict=yes" : "");
		const enum told how = told(row, strict, status);

		t.count[how]++;
		show(class, row, strict, how, status);
		good = good && (how == TOLD || (!strict && row->only & WRONG_STRICT && how != HUNG));
	}
	if (getenv("WRONG_TABLE") != NULL) {
		printf("%-32s %-6s %3d:", class->name, strict ? "strict" : "", t.all);
		for (int i = 0; i < TOLD_COUNT; i++)
			printf(" %3d %s", t.count[i], told_names[i]);
		printf("\n");
	}
	for (int i = 0; i < TOLD_COUNT; i++)
		sum->count[i] += t.count[i];
	sum->all += t.all;
	return good;
}

static const struct wrong_class *const classes[] = {
#define X(name) &wrong_##name,
	WRONG_CLASSES(X)
#undef X
};

static void
try_all(bool strict, int percent)
{
	const char *const sanitizer = getenv("SANITIZE");
	struct tally sum = {.all = 0};
	bool good = true;

	if (sanitizer != NULL && *sanitizer != '\0')
		skip();
	for (size_t i = 0; i < COUNT(classes); i++)
		good = try_class(classes[i], strict, &sum) && good;
	print_message("%d of %d wrong programs are told%s\n", sum.count[TOLD], sum.all,
		      strict ? " if strict" : "");
	assert_true(good);
	assert_true(sum.count[TOLD] * 100 >= sum.all * percent);
}

static void
test_wrong_are_told_if_strict(void **state)
{
	(void)state;
	try_all(true, 95);
}

static void
test_wrong_are_told(void **state)
{
	(void)state;
	try_all(false, 85);
}

/* --- those that end well, with a remark */

static void
test_remarks_are_made_if_strict(void **state)
{
	bool good = true;

	(void)state;
	is_wrong = true;
	for (size_t i = 0; i < wrong_remarks.count; i++) {
		const struct wrong_row *const row = &wrong_remarks.rows[i];
		bool told = run_apart(row, "strict=yes") == 0 && left->returned && left->code == 0 &&
			    has_words(row) && has_lines();

		if (!told)
			print_error("%s:\n%s\n", row->name, left->report);
		told = run_apart(row, "") == 0 && left->report[0] == '\0' && told;
		good = told && good;
	}
	assert_true(good);
}

/* --- the right ones */

static const char *const machines[] = {
	"", "strict=yes", "clock=virtual", "clock=virtual strict=yes ports=all", "fuzz=3 strict=yes",
	"clock=virtual capacity=64KiB strict=yes", "clock=wall startup=1ns per_byte=0",
};

/* A process repeats a program so often: starting one takes as long as running it. */
enum { BATCH = 25 };

static bool
is_refused(const struct wrong_row *row)
{
	return left->code != 0 || (left->report[0] != '\0' && !(row->only & WRONG_TWIN_REMARKS));
}

static void
try_right_on(const struct wrong_row *row, const char *machine, long times)
{
	vcube_machine *const m = open_for(row, machine);

	for (long n = 0; n < times; n++) {
		alarm(PATIENCE_RIGHT);
		run_on(m, row);
		if (is_refused(row)) {
			fprintf(stderr, "%s is right, but on a machine with %s: %s\n", row->name,
				machine, left->report);
			_exit(1);
		}
	}
	vcube_close(m);
}

static void
try_right(const struct wrong_row *row, uint64_t key, long times)
{
	const size_t count = row->only & WRONG_TWIN_FIXED ? 2 : COUNT(machines);

	for (size_t i = first_case(key, count); i < count; i += next_case())
		try_right_on(row, machines[i], times);
}

static bool
right_ends_well(const struct wrong_row *row, uint64_t key, long times)
{
	pid_t child;
	int status;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		try_right(row, key, times);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	if (status != 0)
		print_error("%s: status 0x%x\n", row->name, status);
	return status == 0;
}

/* Returns how many programs of a class are refused. */
static long
refused_of(const struct wrong_class *class, long times)
{
	long refused = 0;

	for (size_t i = 0; i < class->count; i++)
		refused += !right_ends_well(&class->rows[i], i, times);
	return refused;
}

static void
test_right_are_not(void **state)
{
	const char *const repeat = getenv("WRONG_REPEAT");
	const long repetitions = repeat ? strtol(repeat, NULL, 10) : 1;
	long refused = 0;

	(void)state;
	is_wrong = false;
	for (long n = 0, times; n < repetitions; n += times) {
		times = repetitions - n < BATCH ? repetitions - n : BATCH;
		alarm(repeat != NULL ? 0 : DEADLINE);   /* each program has its own */
		for (size_t i = 0; i < COUNT(classes); i++)
			refused += refused_of(classes[i], times);
		refused += refused_of(&wrong_remarks, times);
		if (repeat != NULL)
			print_message("%ld right programs are refused in %ld repetitions\n", refused, n + times);
	}
	assert_int_equal(refused, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_wrong_are_told_if_strict),
		TEST(test_wrong_are_told),
		TEST(test_remarks_are_made_if_strict),
		TEST(test_right_are_not),
	};

	left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return left == MAP_FAILED ? 1 : RUN_TESTS(tests);
}
