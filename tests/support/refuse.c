/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "refuse.h"

static _Atomic(long) calls, refused;
static _Atomic(bool) refuse_all;

/* The blocks given out, in an open hash table. It lacks blocks that the C library allocates
 * itself, as in open_memstream(). */
enum { SLOTS = 1 << 16 };
static void *block[SLOTS];
static struct given given;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define GONE ((void *)1)

void
refuse(long number, bool all)
{
	atomic_store(&calls, 0);
	atomic_store(&refuse_all, all);
	atomic_store(&refused, number);
}

long
refuse_calls(void)
{
	return atomic_load(&calls);
}

static bool
is_refused(void)
{
	const long number = atomic_fetch_add(&calls, 1) + 1, from = atomic_load(&refused);
	const bool no = from > 0 && (atomic_load(&refuse_all) ? number >= from : number == from);

	if (no)
		errno = ENOMEM;
	return no;
}

static void
count(long *what, long change)
{
	pthread_mutex_lock(&lock);
	*what += change;
	pthread_mutex_unlock(&lock);
}

struct given
refuse_given(void)
{
	struct given now;

	pthread_mutex_lock(&lock);
	now = given;
	pthread_mutex_unlock(&lock);
	return now;
}

static size_t
slot_of(const void *p)
{
	return (uintptr_t)p / 16 * 0x9e3779b97f4a7c15u >> 48;
}

static void *
enter(void *p)
{
	size_t i = slot_of(p), tries = 0;

	if (p == NULL)
		return NULL;
	pthread_mutex_lock(&lock);
	while (block[i] != NULL && block[i] != GONE && tries++ < SLOTS)
		i = (i + 1) % SLOTS;
	block[i] = p;
	given.blocks++;
	pthread_mutex_unlock(&lock);
	return p;
}

static void
leave(const void *p)
{
	size_t i = slot_of(p), tries = 0;

	pthread_mutex_lock(&lock);
	while (block[i] != NULL && block[i] != p && tries++ < SLOTS)
		i = (i + 1) % SLOTS;
	if (p != NULL && block[i] == p) {
		block[i] = block[(i + 1) % SLOTS] ? GONE : NULL;
		given.blocks--;
	}
	pthread_mutex_unlock(&lock);
}

/* The names that the linker makes. */
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
void __real_free(void *);
FILE *__real_open_memstream(char **, size_t *);
void *__real_mmap(void *, size_t, int, int, int, off_t);
int __real_munmap(void *, size_t);
int __real_mprotect(void *, size_t, int);
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_pthread_join(pthread_t, void **);

void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
void *__wrap_aligned_alloc(size_t, size_t);
char *__wrap_strdup(const char *);
void __wrap_free(void *);
int __wrap_asprintf(char **, const char *, ...);
FILE *__wrap_open_memstream(char **, size_t *);
void *__wrap_mmap(void *, size_t, int, int, int, off_t);
int __wrap_munmap(void *, size_t);
int __wrap_mprotect(void *, size_t, int);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_join(pthread_t, void **);

void *
__wrap_malloc(size_t bytes)
{
	return is_refused() ? NULL : enter(__real_malloc(bytes));
}

void *
__wrap_calloc(size_t n, size_t bytes)
{
	return is_refused() ? NULL : enter(__real_calloc(n, bytes));
}

void *
__wrap_realloc(void *p, size_t bytes)
{
	void *moved;

	if (is_refused())
		return NULL;
	leave(p);
	moved = __real_realloc(p, bytes);
	if (moved == NULL)
		enter(p);
	return enter(moved);
}

void *
__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
	return is_refused() ? NULL : enter(__real_aligned_alloc(alignment, bytes));
}

char *
__wrap_strdup(const char *text)
{
	char *copy = __wrap_malloc(strlen(text) + 1);

	return copy ? strcpy(copy, text) : NULL;
}

void
__wrap_free(void *p)
{
	leave(p);
	__real_free(p);
}

int
__wrap_asprintf(char **text, const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	*text = __wrap_malloc((size_t)length + 1);
	if (*text == NULL)
		return -1;
	va_start(args, format);
	vsnprintf(*text, (size_t)length + 1, format, args);
	va_end(args);
	return length;
}

FILE *
__wrap_open_memstream(char **text, size_t *size)
{
	return is_refused() ? NULL : __real_open_memstream(text, size);
}

void *
__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset)
{
	void *base = MAP_FAILED;

	if (!is_refused())
		base = __real_mmap(at, bytes, protection, flags, file, offset);
	if (base != MAP_FAILED)
		count(&given.mappings, 1);
	return base;
}

int
__wrap_munmap(void *at, size_t bytes)
{
	count(&given.mappings, -1);
	return __real_munmap(at, bytes);
}

int
__wrap_mprotect(void *at, size_t bytes, int protection)
{
	return is_refused() ? -1 : __real_mprotect(at, bytes, protection);
}

int
__wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg)
{
	int error = is_refused() ? EAGAIN : __real_pthread_create(thread, attr, start, arg);

	if (error == 0)
		count(&given.threads, 1);
	return error;
}

int
__wrap_pthread_join(pthread_t thread, void **result)
{
	count(&given.threads, -1);
	return __real_pthread_join(thread, result);
}
