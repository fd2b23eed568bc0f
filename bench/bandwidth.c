/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures all-to-all broadcast by d Hamiltonian cycles, in many short messages, and as the library
 * chooses, of 256 doubles of each of 2,048 nodes, and the time of the host's memory to move the
 * same amount: 8.6 GB of results, each byte of which is read at one place and written at another.
 * Uses fewer nodes if memory is short, or as given.
 *
 *   bandwidth [DIMENSIONS [DOUBLES [KEYS]]]
 *
 * KEYS are added to the machine's description, such as threads=cores.
 * The first touch of the results, which costs the host a page fault every 4 KiB, counts
 * separately; an earlier call opens the channels.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "measure.h"

enum { DIMENSIONS = 11, DOUBLES = 256, MOST = 12, BLOCKS_MOST = 1 << 20 };

struct times {
	size_t count;                   /* doubles of a node */
	double begin, touched, half, copied, warm, gathered, cleared, chosen;
};

/* Synchronize the nodes; rank 0 records the time. */
static void
note(vcube_node *self, double *when)
{
	vcube_barrier(self, NULL, NULL);
	if (vcube_rank(self) == 0)
		*when = measure_now();
}

/* Move what allgather moves, by memcpy() in blocks of the same length: one half of the
 * results after all nodes have copied the other, so that it is not in the cache. */
static void
copy_half(char *to, const char *from, size_t blocks, size_t bytes)
{
	for (size_t i = 0; i < blocks; i++)
		memcpy(to + i * bytes, from + i * bytes, bytes);
}

static void
check(vcube_node *self, const double *out, size_t count)
{
	for (size_t i = 0; i < count && vcube_failed(self) == 0; i++)
		if (out[i] != (double)i)
			vcube_fail(self, "element %zu of the result is %g", i, out[i]);
}

static int
gather(vcube_node *self, void *arg)
{
	struct times *const t = arg;
	const size_t n = t->count, bytes = n * sizeof(double), p = (size_t)vcube_size(self);
	double *const in = vcube_alloc(self, bytes), *const out = vcube_alloc(self, p * bytes);

	if (in == NULL || out == NULL)
		return vcube_fail(self, "no room in the heap");
	for (size_t i = 0; i < n; i++)
		in[i] = (double)((size_t)vcube_rank(self) * n + i);
	note(self, &t->begin);
	memset(out, 0, p * bytes);
	note(self, &t->touched);
	copy_half((char *)(out + p / 2 * n), (char *)out, p / 2, bytes);
	note(self, &t->half);
	copy_half((char *)out, (char *)(out + p / 2 * n), p / 2, bytes);
	note(self, &t->copied);
	vcube_allgather(self, NULL, in, out, (size_t)vcube_log2((unsigned)p), VCUBE_DOUBLE, "dcycles");
	note(self, &t->warm);
	vcube_allgather(self, NULL, in, out, n, VCUBE_DOUBLE, "dcycles");
	note(self, &t->gathered);
	check(self, out, p * n);
	memset(out, 0, p * bytes);
	note(self, &t->cleared);
	vcube_allgather(self, NULL, in, out, n, VCUBE_DOUBLE, NULL);
	note(self, &t->chosen);
	check(self, out, p * n);
	return vcube_failed(self);
}

/* Return the bytes of memory that the host can spare. */
static double
available(void)
{
	FILE *const file = fopen("/proc/meminfo", "r");
	char line[100];
	double kib = 0;

	while (file != NULL && fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "MemAvailable: %lf", &kib) == 1)
			break;
	if (file != NULL)
		fclose(file);
	return kib * 1024;
}

static double
results(int d, size_t count)
{
	return (double)count * sizeof(double) * (double)(1 << d) * (double)(1 << d);
}

static vcube_machine *
open_cube(int d, size_t count, const char *keys)
{
	/* the results, the block, and the heap's overhead */
	const size_t heap = (count * sizeof(double) * ((1u << d) + 1) >> 10) + 64;
	struct vcube_error error;
	vcube_machine *machine;
	char text[300];

	snprintf(text, sizeof text, "hypercube:%d routing=none heap=%zuKiB %s", d, heap, keys);
	machine = vcube_open(text, &error);
	if (machine == NULL)
		fprintf(stderr, "bandwidth: %s: %s\n", text, error.text);
	return machine;
}

static void
print(int d, const struct times *t)
{
	const double gb = results(d, t->count) / 1e9, messages = (double)d * (1 << d) * ((1 << d) - 1);
	const double touch = t->touched - t->begin, copy = t->copied - t->touched;
	const double call = t->gathered - t->warm, chosen = t->chosen - t->cleared;

	measure_print("allgather.dcycles", 1 << d, (long)(t->count * sizeof(double)), call);
	printf("  %.2f GB of results, %.3g messages of %.0f bytes: %.2f s, %.2f GB/s, %.0f ns a message\n",
	       gb, messages, 1e9 * gb / messages, call / 1e9, 1e9 * gb / call, call / messages);
	printf("  first touch of the results: %.2f s, %.2f GB/s\n", touch / 1e9, 1e9 * gb / touch);
	printf("  memcpy() of the same, block by block: %.2f s, %.2f GB/s\n", copy / 1e9, 1e9 * gb / copy);
	printf("  allgather / memcpy() = %.2f\n", call / copy);
	printf("  allgather as the library chooses: %.2f s, / memcpy() = %.2f\n",
	       chosen / 1e9, chosen / copy);
}

int
main(int argc, char **argv)
{
	int d = argc > 1 ? atoi(argv[1]) : DIMENSIONS;
	struct times t = { .count = argc > 2 ? strtoul(argv[2], NULL, 10) : DOUBLES };
	vcube_machine *machine;
	int code;

	if (d < 1 || d > MOST || t.count < (size_t)d || t.count > BLOCKS_MOST) {
		fprintf(stderr, "usage: bandwidth [DIMENSIONS, 1 to %d [DOUBLES, at least as many "
			"[KEYS]]]\n", MOST);
		return 2;
	}
	while (d > 1 && results(d, t.count) * 1.2 > available()) {
		fprintf(stderr, "bandwidth: %d nodes need %.1f GB, which the host lacks; trying half as many\n",
			1 << d, results(d, t.count) * 1.2 / 1e9);
		d--;
	}
	machine = open_cube(d, t.count, argc > 3 ? argv[3] : "");
	if (machine == NULL)
		return 1;
	code = vcube_run(machine, gather, &t);
	if (code != 0)
		fprintf(stderr, "bandwidth: %s\n", vcube_run_error(machine)->text);
	else
		print(d, &t);
	vcube_close(machine);
	return code != 0;
}
