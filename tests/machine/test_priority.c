/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Real-time priority: nodes have it where the host permits it, and where it does not, the run
 * is refused with what it takes.
 */
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "support.h"

enum { RAN, REFUSED, WRONG };

/* Each node has the least priority of SCHED_FIFO. */
static int
look(vcube_node *self, void *arg)
{
	struct sched_param param;
	int policy;

	(void)arg;
	CHECK(self, pthread_getschedparam(pthread_self(), &policy, &param) == 0);
	CHECK(self, policy == SCHED_FIFO);
	CHECK(self, param.sched_priority == sched_get_priority_min(SCHED_FIFO));
	vcube_barrier(self, NULL, NULL);
	return vcube_failed(self);
}

/* Returns how a run ends; its sentence goes to standard error. */
static int
try(const char *text)
{
	struct vcube_error error;
	vcube_machine *const m = vcube_open(text, &error);
	int how = WRONG, code;

	if (m == NULL)
		return WRONG;
	code = vcube_run(m, look, NULL);
	if (code == 0)
		how = RAN;
	else if (code == VCUBE_EHOST &&
		 strcmp(vcube_run_error(m)->text,
			"the host does not permit priority=realtime: it takes CAP_SYS_NICE or a limit "
			"of real-time priorities (ulimit -r) of 1; without them choose "
			"priority=normal") == 0)
		how = REFUSED;
	else
		fprintf(stderr, "%s\n", vcube_run_error(m)->text);
	vcube_close(m);
	return how;
}

/* Gives up the right to real-time priorities, with that of the superuser. */
static bool
give_up(void)
{
	const struct rlimit none = {0};

	return setrlimit(RLIMIT_RTPRIO, &none) == 0 &&
	       (geteuid() != 0 || setresuid(65534, 65534, 65534) == 0);
}

/* Returns how a run ends in a process of its own, with or without the right. */
static int
try_apart(const char *text, bool may)
{
	const pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0)
		_exit(may || give_up() ? try(text) : WRONG);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void
test_refused(void **state)
{
	(void)state;
	assert_int_equal(try_apart("ring:4 priority=realtime", false), REFUSED);
	assert_int_equal(try_apart("ring:4 priority=realtime clock=wall", false), REFUSED);
}

/* Returns whether the host permits SCHED_FIFO: a process of its own tries. */
static bool
is_permitted(void)
{
	const struct sched_param least = {.sched_priority = sched_get_priority_min(SCHED_FIFO)};
	const pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0)
		_exit(sched_setscheduler(0, SCHED_FIFO, &least) == 0 ? 0 : 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void
test_priority(void **state)
{
	const int expected = is_permitted() ? RAN : REFUSED;
	static const char *const machines[] = {
		"ring:4 priority=realtime", "full:9 priority=realtime clock=wall startup=10us",
		"ring:4 priority=realtime clock=virtual", "ring:3 priority=realtime pin=no fuzz=3",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++)
		assert_int_equal(try_apart(machines[i], true), expected);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_refused),
		TEST(test_priority),
	};

	return RUN_TESTS(tests);
}
