/* SPDX-License-Identifier: BSD-2-Clause */
/* vcube_cmocka.h: right expectations pass, and each wrong one fails with a message that says
 * what the run came to. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "support.h"
#include <vcube_cmocka.h>

/* Each node sends 8 bytes to the next and receives. */
static int
shift(vcube_node *self, void *arg)
{
	const int size = vcube_size(self), me = vcube_rank(self);
	int64_t out = me, in;

	(void)arg;
	return vcube_sendrecv(self, NULL, (me + 1) % size, &out, sizeof out,
			      (me + size - 1) % size, &in, sizeof in, NULL);
}

/* Nodes 1 and 2 wait for each other. */
static int
stuck(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char byte;

	(void)arg;
	return me == 0 ? 0 : vcube_recv(self, NULL, 3 - me, &byte, 1, NULL);
}

#define RING "ring:4 clock=virtual startup=1us per_byte=1ns"

static void
test_right(void **state)
{
	(void)state;
	assert_vcube_run(RING, shift, NULL);
	assert_vcube_time(1008000);
	assert_vcube_messages(4);
	assert_vcube_bytes(32);
	assert_vcube_fails("full:3", stuck, NULL, VCUBE_EDEADLOCK, NULL);
	assert_vcube_fails("full:3", stuck, NULL, VCUBE_EDEADLOCK, "1,2");
	assert_vcube_messages(0);
}

static void
run_of_stuck(void **state)
{
	(void)state;
	assert_vcube_run("full:3", stuck, NULL);
}

static void
other_ranks(void **state)
{
	(void)state;
	assert_vcube_fails("full:3", stuck, NULL, VCUBE_EDEADLOCK, "0,1");
}

static void
other_code(void **state)
{
	(void)state;
	assert_vcube_fails("full:3", stuck, NULL, VCUBE_EPROGRAM, NULL);
}

static void
no_failure(void **state)
{
	(void)state;
	assert_vcube_fails(RING, shift, NULL, VCUBE_EDEADLOCK, NULL);
}

static void
other_time(void **state)
{
	(void)state;
	assert_vcube_run(RING, shift, NULL);
	assert_vcube_time(1000000);
}

static void
no_machine(void **state)
{
	(void)state;
	assert_vcube_run("rong:4", shift, NULL);
}

/* A test that must fail and say so, in a process of its own, as cmocka has one group at a time. */
static void
fails_with(CMUnitTestFunction function, const char *words)
{
	const struct CMUnitTest tests[] = {{"wrong", function, NULL, NULL, NULL}};
	char said[8000];
	int pipes[2], status;
	size_t used = 0;
	ssize_t got;

	assert_int_equal(pipe(pipes), 0);
	fflush(NULL);
	if (fork() == 0) {
		dup2(pipes[1], STDOUT_FILENO);
		dup2(pipes[1], STDERR_FILENO);
		close(pipes[0]);
		status = cmocka_run_group_tests(tests, NULL, NULL);
		fflush(NULL);
		_exit(status);
	}
	close(pipes[1]);
	while ((got = read(pipes[0], said + used, sizeof said - 1 - used)) > 0)
		used += (size_t)got;
	said[used] = '\0';
	close(pipes[0]);
	assert_true(wait(&status) > 0);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 1 || strstr(said, words) == NULL)
		fail_msg("the test does not fail with '%s', but: %s", words, said);
}

static void
test_wrong(void **state)
{
	(void)state;
	fails_with(run_of_stuck, "nodes wait for each other for ever; wanted: no error");
	fails_with(run_of_stuck, "cycle: 1 -> 2 -> 1");
	fails_with(other_ranks, "failed so are '1,2', not '0,1'");
	fails_with(other_code, "wanted: a node's program returned an error");
	fails_with(no_failure, "ended with: no error; wanted: nodes wait");
	fails_with(other_time, "time, in ps: 1008000, wanted: 1000000");
	fails_with(no_machine, "rong");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_right),
		TEST(test_wrong),
	};

	return RUN_TESTS(tests);
}
