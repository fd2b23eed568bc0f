/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory in use; the header has the rules. */
#include <stdlib.h>
#include <string.h>
#include "in_use.h"
#if defined __has_include
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#endif

/* NULL unless the program has AddressSanitizer. A library that has it, too, bars nothing: it is the
 * one that is tested, by programs that misuse memory and go on. */
#if defined __SANITIZE_ADDRESS__
#define IS_INSTRUMENTED
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define IS_INSTRUMENTED
#endif
#endif
#ifndef IS_INSTRUMENTED
void __asan_poison_memory_region(const volatile void *data, size_t bytes) __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *data, size_t bytes) __attribute__((weak));
#endif

/* --- pairs of one call */

struct span {
	uintptr_t from, to;
	bool written;
};

static int
by_place(const void *a, const void *b)
{
	const struct span *const x = a, *const y = b;

	return (x->from > y->from) - (x->from < y->from);
}

/* Lists the memory of all pairs, by place; returns its number of spans. */
static int
list_spans(const struct vcube_pair *pairs, int count, struct span *spans)
{
	int n = 0;

	for (int i = 0; i < count; i++) {
		const uintptr_t data = (uintptr_t)pairs[i].data, into = (uintptr_t)pairs[i].into;

		if (pairs[i].peer == VCUBE_NOBODY)
			continue;
		if (pairs[i].bytes > 0)
			spans[n++] = (struct span){data, data + pairs[i].bytes, false};
		if (pairs[i].room > 0)
			spans[n++] = (struct span){into, into + pairs[i].room, true};
	}
	qsort(spans, (size_t)n, sizeof *spans, by_place);
	return n;
}

/* Does memory that is written overlap other memory? */
static bool
collide(const struct span *spans, int n)
{
	uintptr_t read_to = 0, written_to = 0;

	for (int i = 0; i < n; i++) {
		if (spans[i].from < written_to || (spans[i].written && spans[i].from < read_to))
			return true;
		if (spans[i].written && spans[i].to > written_to)
			written_to = spans[i].to;
		else if (!spans[i].written && spans[i].to > read_to)
			read_to = spans[i].to;
	}
	return false;
}

static int
check_apart(vcube_node *self, const char *call, const struct vcube_pair *pairs, int count)
{
	struct span *const spans = vc_pool_take(&self->pool, 2 * (size_t)count * sizeof *spans + 1);

	if (spans == NULL)
		return vc_fail(self, VCUBE_EHOST, "%s: no memory to compare %d pairs", call, count);
	if (collide(spans, list_spans(pairs, count, spans)))
		vc_fail(self, VCUBE_EINUSE, "buffer in use: %s of node %d receives to memory that the "
			"same call %s", call, self->rank, count == 1 ? "sends" : "sends or receives to");
	vc_pool_give(spans);
	return self->code;
}

int
vc_check_pairs(vcube_node *self, const char *call, const struct vcube_pair *pairs, int count)
{
	for (int i = 0; i < count; i++)
		if (pairs[i].peer != VCUBE_NOBODY &&
		    (vc_memory(self, call, VC_READS, pairs[i].data, pairs[i].bytes) != 0 ||
		     vc_memory(self, call, VC_WRITES, pairs[i].into, pairs[i].room) != 0))
			return self->code;
	return (self->strict || !self->any_memory) && vc_is_own_code(self)
		? check_apart(self, call, pairs, count) : 0;
}

/* --- what memory holds */

enum { LANES = 4 };

static inline void
add_words(uint64_t sum[LANES], const char *p)
{
	uint64_t word[LANES];

	memcpy(word, p, sizeof word);
	for (int i = 0; i < LANES; i++)
		sum[i] = (sum[i] ^ word[i]) * 0x9e3779b97f4a7c15u ^ sum[i] >> 29;
}

uint64_t
vc_sum_of(const void *data, size_t bytes)
{
	uint64_t sum[LANES] = {bytes, 1, 2, 3};
	char rest[sizeof sum] = {0};
	const char *p = data;

	for (; bytes >= sizeof sum; bytes -= sizeof sum, p += sizeof sum)
		add_words(sum, p);
	memcpy(rest, p, bytes);
	add_words(sum, rest);
	sum[0] = sum[0] ^ sum[1] * 3 ^ sum[2] * 5 ^ sum[3] * 7;
#ifdef VALGRIND_MAKE_MEM_DEFINED
	/* a buffer may hold anything before it is received to */
	VALGRIND_MAKE_MEM_DEFINED(&sum[0], sizeof sum[0]);
#endif
	return sum[0];
}

static void
bar(const struct vc_in_use *m)
{
	if (m->bytes == 0 || !m->is_barred)
		return;
#ifndef IS_INSTRUMENTED
	if (__asan_poison_memory_region != NULL)
		__asan_poison_memory_region(m->data, m->bytes);
#endif
#ifdef VALGRIND_MAKE_MEM_NOACCESS
	VALGRIND_MAKE_MEM_NOACCESS(m->data, m->bytes);
#endif
}

void
vc_in_use_open(const struct vc_in_use *m)
{
	if (m->bytes == 0 || !m->is_barred)
		return;
#ifndef IS_INSTRUMENTED
	if (__asan_unpoison_memory_region != NULL)
		__asan_unpoison_memory_region(m->data, m->bytes);
#endif
#ifdef VALGRIND_MAKE_MEM_DEFINED
	VALGRIND_MAKE_MEM_DEFINED(m->data, m->bytes);
#endif
}

void
vc_in_use_begin(const vcube_node *self, struct vc_in_use *m, enum vc_use use, const void *data,
		size_t bytes)
{
	const bool own = vc_is_own_code(self);

	*m = (struct vc_in_use){
		.data = data, .bytes = bytes, .is_summed = own,
		.is_barred = own && use == VC_WRITES,
	};
	vc_in_use_note(m);
}

void
vc_in_use_end(struct vc_in_use *m)
{
	vc_in_use_open(m);
	m->bytes = 0;
}

void
vc_in_use_note(struct vc_in_use *m)
{
	if (m->bytes == 0 || !m->is_summed)
		return;
	vc_in_use_open(m);
	m->sum = vc_sum_of(m->data, m->bytes);
	bar(m);
}

bool
vc_in_use_is_same(const struct vc_in_use *m)
{
	bool is;

	if (m->bytes == 0 || !m->is_summed)
		return true;
	vc_in_use_open(m);
	is = vc_sum_of(m->data, m->bytes) == m->sum;
	bar(m);
	return is;
}
