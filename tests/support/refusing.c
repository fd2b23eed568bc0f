/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A library to preload: refuses vcube one allocation, mapping or thread, the $REFUSE-th
 * that it asks for; 0: none. With $REFUSE_COUNT, writes how many there were to that file. What
 * starts vcube, such as a shell, has its way.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t boundary, size_t size);

static atomic_long asked;
static long refused;
static bool is_vcube;

static void __attribute__((constructor))
begin(void)
{
	const size_t length = strlen(program_invocation_short_name);

	is_vcube = length >= 5 && strcmp(program_invocation_short_name + length - 5, "vcube") == 0;
	if (!is_vcube)
		return;
	refused = atol(getenv("REFUSE") ?: "0");
	unsetenv("LD_PRELOAD");
	asked = 0;
}

static void __attribute__((destructor))
end(void)
{
	const char *const path = is_vcube ? getenv("REFUSE_COUNT") : NULL;
	const long count = asked;
	FILE *const file = path ? fopen(path, "w") : NULL;

	if (file) {
		fprintf(file, "%ld\n", count);
		fclose(file);
	}
}

/* Is this the one? */
static bool
refuse(int code)
{
	if (atomic_fetch_add(&asked, 1) + 1 != refused || !is_vcube)
		return false;
	errno = code;
	return true;
}

void *
malloc(size_t size)
{
	return refuse(ENOMEM) ? NULL : __libc_malloc(size);
}

void *
calloc(size_t count, size_t size)
{
	return refuse(ENOMEM) ? NULL : __libc_calloc(count, size);
}

void *
realloc(void *block, size_t size)
{
	return refuse(ENOMEM) ? NULL : __libc_realloc(block, size);
}

void *
aligned_alloc(size_t boundary, size_t size)
{
	return refuse(ENOMEM) ? NULL : __libc_memalign(boundary, size);
}

int
posix_memalign(void **block, size_t boundary, size_t size)
{
	if (refuse(ENOMEM))
		return ENOMEM;
	*block = __libc_memalign(boundary, size);
	return *block ? 0 : ENOMEM;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

void *
mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
	return refuse(ENOMEM) ? MAP_FAILED : REAL(mmap)(at, size, protection, flags, file, offset);
}

int
mprotect(void *at, size_t size, int protection)
{
	return refuse(ENOMEM) ? -1 : REAL(mprotect)(at, size, protection);
}

int
pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *arg)
{
	return refuse(EAGAIN) ? EAGAIN : REAL(pthread_create)(thread, attributes, start, arg);
}
