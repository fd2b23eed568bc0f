/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "support.h"

uint64_t seed;
static size_t share = 1;

int
set_deadline(void **state)
{
	(void)state;
	alarm(DEADLINE);
	return 0;
}

/* $THREADS, or NULL */
static const char *threads;

/* One that is no choice would leave all machines as they are. */
static void
read_threads(void)
{
	struct vcube_desc desc;
	struct vcube_error error;
	char text[100];

	threads = getenv("THREADS");
	snprintf(text, sizeof text, "full:1 threads=%s", threads ? threads : "yes");
	vcube_desc_init(&desc);
	if (vcube_desc_parse(&desc, text, &error) != 0) {
		fprintf(stderr, "THREADS=%s: %s\n", threads, error.text);
		exit(1);
	}
	vcube_desc_clear(&desc);
}

void
begin_tests(void)
{
	const char *given = getenv("SEED"), *part = getenv("SHARE");

	read_threads();
	seed = given ? strtoull(given, NULL, 0) : (uint64_t)time(NULL);
	share = part ? strtoul(part, NULL, 0) : 1;
	share = share > 0 ? share : 1;
	printf("SEED=%" PRIu64 " SHARE=%zu\n", seed, share);
	fflush(stdout);
	cmocka_set_test_filter(getenv("ONLY"));
}

size_t
first_case(uint64_t key, size_t cases)
{
	const size_t most = share < cases ? share : cases;

	return most > 1 ? (size_t)(((seed + key) * 0x9e3779b97f4a7c15u) >> 33) % most : 0;
}

size_t
next_case(void)
{
	return share;
}

int
up_to(int whole, int less)
{
	return share == 1 ? whole : less;
}

const char *every_machine = "";

/* Opens the machine with threads=$THREADS, if its description says nothing of threads and permits
 * it. */
static vcube_machine *
open_with_threads(const char *text)
{
	char more[500];

	if (threads == NULL || strstr(text, "threads=") != NULL)
		return NULL;
	snprintf(more, sizeof more, "%s threads=%s", text, threads);
	return vcube_open(more, NULL);
}

vcube_machine *
open_machine(const char *format, ...)
{
	struct vcube_error error;
	vcube_machine *machine;
	char text[400];
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(text, sizeof text, format, args);
	va_end(args);
	assert_in_range(length, 0, sizeof text - strlen(every_machine) - 1);
	strcpy(text + length, every_machine);
	machine = open_with_threads(text);
	if (machine == NULL)
		machine = vcube_open(text, &error);
	if (machine == NULL)
		fail_msg("\"%s\" does not open: %s", text, error.text);
	return machine;
}

void
run_for(vcube_machine *machine, vcube_program *program, void *arg, int code)
{
	const int got = vcube_run(machine, program, arg);

	if (got != code)
		fail_msg("the run ends with \"%s\", not \"%s\": %s\n%s", vcube_strerror(got),
			 vcube_strerror(code), vcube_run_error(machine)->text,
			 vcube_run_report(machine));
	assert_int_equal(vcube_run_error(machine)->code, code);
	/* if strict, it may remark on what is no failure */
	if (code == 0 && !vcube_machine_desc(machine)->strict)
		assert_string_equal(vcube_run_report(machine), "");
	else if (code != 0)
		assert_true(vcube_run_error(machine)->text[0] && vcube_run_report(machine)[0]);
}

void
run_well(vcube_machine *machine, vcube_program *program, void *arg)
{
	run_for(machine, program, arg, 0);
}

/* Virtual time by both methods: journals, and stamps if only neighbours talk. */
void
try_for(const char *text, vcube_program *program, void *arg, int code)
{
	const bool both = strstr(text, "clock=virtual") && !strstr(text, "routing=");

	for (int i = 0; i <= both; i++) {
		vcube_machine *machine = open_machine("%s%s", text, i ? " routing=none" : "");

		run_for(machine, program, arg, code);
		vcube_close(machine);
	}
}

void
run_refused(const char *text, vcube_program *program, const char *arg, int code, const char *words)
{
	vcube_machine *const m = open_machine("%s", text);

	run_for(m, program, (void *)arg, code);
	error_has(vcube_run_error(m), code, words);
	vcube_close(m);
}

void
try_well(const char *text, vcube_program *program, void *arg)
{
	try_for(text, program, arg, 0);
}

const char *const each_clock[CLOCKS] = {
	"clock=free", "clock=virtual", "fuzz=3", "clock=virtual fuzz=4",
};

void
try_everywhere(const char *topology, vcube_program *program, void *arg)
{
	static const char *const how[] = {
		"clock=free", "clock=free strict=yes", "clock=free capacity=64MiB",
		"clock=free pin=no", "clock=virtual routing=any", "clock=virtual ports=all routing=any",
		"clock=virtual routing=any switching=store-and-forward duplex=half granule=32",
		"clock=virtual strict=yes capacity=64MiB",
		"clock=wall startup=1us per_byte=1ps routing=any",
	};
	char text[200];

	for (size_t i = 0; i < COUNT(how); i++) {
		snprintf(text, sizeof text, "%s %s", topology, how[i]);
		try_well(text, program, arg);
	}
	for (uint64_t fuzz = 1; fuzz <= 3; fuzz++) {
		snprintf(text, sizeof text, "%s clock=%s fuzz=%" PRIu64, topology,
			 fuzz % 2 ? "free" : "virtual", seed % 1000000 + fuzz);
		try_well(text, program, arg);
	}
}

void
report_has(const vcube_machine *machine, const char *words)
{
	if (strstr(vcube_run_report(machine), words) == NULL)
		fail_msg("the report does not say \"%s\":\n%s", words, vcube_run_report(machine));
}

void
report_lacks(const vcube_machine *machine, const char *words)
{
	if (strstr(vcube_run_report(machine), words) != NULL)
		fail_msg("the report says \"%s\":\n%s", words, vcube_run_report(machine));
}

void
error_has(const struct vcube_error *error, int code, const char *words)
{
	if (error->code != code || strstr(error->text, words) == NULL)
		fail_msg("the error is %d \"%s\", not %d with \"%s\"", error->code, error->text, code,
			 words);
}

bool
find_watched(const vcube_machine *machine, int rank, const char *name,
	     struct vcube_watched *watched)
{
	for (int i = 0; vcube_watched(machine, rank, i, watched) == 0; i++)
		if (strcmp(watched->name, name) == 0)
			return true;
	return false;
}

bool
is_wall(vcube_node *self)
{
	return vcube_machine_desc(vcube_machine_of(self))->clock == VCUBE_CLOCK_WALL;
}

int
finish_request(vcube_node *self, vcube_request *r, bool poll, struct vcube_status *status)
{
	int done = !poll;

	if (!poll)
		vcube_wait(self, r, status);
	while (!done && !vcube_failed(self))
		vcube_test(self, r, &done, status);
	return vcube_failed(self);
}

void *
take_block(vcube_node *self, size_t bytes)
{
	void *block = vcube_alloc(self, bytes);

	if (block == NULL)
		vcube_fail(self, "%s", vcube_heap_error(self));
	return block;
}

/* A multiplicative hash of the byte's index and owner. */
static unsigned char
byte(size_t i, int from, int to, unsigned number)
{
	const uint64_t key = i / 8 + ((uint64_t)from << 48) + ((uint64_t)to << 32) + number * 977u;

	return (unsigned char)(key * 0x9e3779b97f4a7c15u >> (8 * (i % 8)));
}

void
fill(void *data, size_t bytes, int from, int to, unsigned number)
{
	for (size_t i = 0; i < bytes; i++)
		((unsigned char *)data)[i] = byte(i, from, to, number);
}

bool
is_filled(const void *data, size_t bytes, int from, int to, unsigned number)
{
	for (size_t i = 0; i < bytes; i++)
		if (((const unsigned char *)data)[i] != byte(i, from, to, number))
			return false;
	return true;
}

enum { BURNERS = 3 };
static pthread_t burner[BURNERS];
static _Atomic(bool) burning;

/* Yields after some microseconds, or each wait of a node would use its time slices. */
static void *
burn(void *arg)
{
	for (unsigned i = 1; atomic_load_explicit(&burning, memory_order_relaxed); i++)
		if (i % 5000 == 0)
			sched_yield();
	return arg;
}

void
host_busy(void)
{
	atomic_store(&burning, true);
	for (int i = 0; i < BURNERS; i++)
		assert_int_equal(pthread_create(&burner[i], NULL, burn, NULL), 0);
}

void
host_idle(void)
{
	atomic_store(&burning, false);
	for (int i = 0; i < BURNERS; i++)
		pthread_join(burner[i], NULL);
}

int
one_message(vcube_node *self, void *arg)
{
	const bool any = *(bool *)arg;
	int word = 0;

	if (vcube_rank(self) == 1)
		vcube_send(self, NULL, 0, &word, sizeof word);
	if (vcube_rank(self) == 0)
		vcube_recv(self, NULL, any ? VCUBE_ANY : 1, &word, sizeof word, NULL);
	return 0;
}
