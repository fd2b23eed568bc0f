/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures long messages between two nodes whose buffers are never written, like those of most
 * benchmarks, or are written anew before each send and read after each receive, like those of most
 * programs. Prints a line "name nodes bytes nanoseconds" for each.
 *
 *   buffers [BYTES]...
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <vcube/authoring.h>
#include "measure.h"

enum { SAMPLES = 41, STREAM = 64, LINE = 8 };   /* words of a cache line */

/* Of a node. */
struct buffers {
	size_t bytes;
	bool written;
	uint64_t *out, *in;
	uint64_t sent;                  /* messages */
	uint64_t seen;                  /* a sum of what it has read */
};

/* Write all words, and read one of each line: with vectors at -O2, and fast enough to wait for
 * nothing but the caches. */

static void
produce(uint64_t *out, size_t words, uint64_t value)
{
	for (size_t i = 0; i + LINE <= words; i += LINE)
		for (size_t k = 0; k < LINE; k++)
			out[i + k] = value;
}

static uint64_t
use(const uint64_t *in, size_t words)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < words; i += LINE)
		sum += in[i];
	return sum;
}

static void
send_out(vcube_node *self, struct buffers *b)
{
	if (b->written)
		produce(b->out, b->bytes / 8, ++b->sent);
	vcube_send(self, NULL, 1 - vcube_rank(self), b->out, b->bytes);
}

static void
receive_in(vcube_node *self, struct buffers *b)
{
	vcube_recv(self, NULL, 1 - vcube_rank(self), b->in, b->bytes, NULL);
	if (b->written)
		b->seen += use(b->in, b->bytes / 8);
}

static void
there_and_back(vcube_node *self, struct buffers *b)
{
	if (vcube_rank(self) == 0)
		send_out(self, b);
	receive_in(self, b);
	if (vcube_rank(self) == 1)
		send_out(self, b);
}

static void
stream(vcube_node *self, struct buffers *b)
{
	char answer[8] = "";

	for (int i = 0; i < STREAM && vcube_rank(self) == 0; i++)
		send_out(self, b);
	for (int i = 0; i < STREAM && vcube_rank(self) == 1; i++)
		receive_in(self, b);
	if (vcube_rank(self) == 0)
		vcube_recv(self, NULL, 1, answer, sizeof answer, NULL);
	else
		vcube_send(self, NULL, 0, answer, sizeof answer);
}

static const struct way {
	const char *name;
	void (*once)(vcube_node *, struct buffers *);
	int messages;                   /* in one direction; the time is that of one, or there and back */
	bool written;
} ways[] = {
	{ "never-written", there_and_back, 1, false },
	{ "written", there_and_back, 1, true },
	{ "written-stream", stream, STREAM, true },
};

struct measured {
	const struct way *way;
	size_t bytes;
	double ns;                      /* rank 0 writes it */
	uint64_t seen[2];               /* each node writes its own, so that it must read */
};

static int
program(vcube_node *self, void *arg)
{
	struct measured *const m = arg;
	const int calls = (int)(1 + (4 << 20) / m->bytes / (unsigned)m->way->messages);
	struct buffers mine = { .bytes = m->bytes, .written = m->way->written };
	double sample[SAMPLES];

	mine.out = vcube_alloc(self, mine.bytes);
	mine.in = vcube_alloc(self, mine.bytes);
	if (mine.out == NULL || mine.in == NULL)
		return vcube_fail(self, "%s", vcube_heap_error(self));
	memset(mine.out, 1, mine.bytes);
	memset(mine.in, 1, mine.bytes);
	for (int s = -1; s < SAMPLES && vcube_failed(self) == 0; s++) {
		const double start = measure_now();

		for (int i = 0; i < calls; i++)
			m->way->once(self, &mine);
		if (s >= 0)
			sample[s] = (measure_now() - start) / calls / m->way->messages;
	}
	if (vcube_rank(self) == 0)
		m->ns = measure_median(sample, SAMPLES);
	m->seen[vcube_rank(self)] = mine.seen;
	vcube_free(self, mine.out);
	vcube_free(self, mine.in);
	return vcube_failed(self);
}

static int
measure(size_t bytes)
{
	struct measured m = { .bytes = bytes };
	struct vcube_error error;
	char text[60];
	vcube_machine *machine;
	int code = 0;

	snprintf(text, sizeof text, "full:2 heap=%zuKiB", (3 * bytes >> 10) + 64);
	machine = vcube_open(text, &error);
	if (machine == NULL) {
		fprintf(stderr, "buffers: %s\n", error.text);
		return 1;
	}
	for (size_t i = 0; i < sizeof ways / sizeof *ways && code == 0; i++) {
		m.way = &ways[i];
		code = vcube_run(machine, program, &m);
		if (code == 0)
			measure_print(ways[i].name, 2, (long)bytes, m.ns);
		else
			fprintf(stderr, "buffers: %s\n", vcube_run_error(machine)->text);
	}
	vcube_close(machine);
	return code != 0;
}

int
main(int argc, char **argv)
{
	static const size_t lengths[] = { 4096, 65536, 524288, 1048576 };
	int code = 0;

	for (int i = 1; i < argc && code == 0; i++) {
		const size_t bytes = strtoul(argv[i], NULL, 10);

		if (bytes < 8 || bytes > 1 << 30) {
			fprintf(stderr, "usage: buffers [BYTES, 8 to %d]...\n", 1 << 30);
			return 2;
		}
		code = measure(bytes);
	}
	for (size_t i = 0; argc == 1 && code == 0 && i < sizeof lengths / sizeof *lengths; i++)
		code = measure(lengths[i]);
	return code;
}
