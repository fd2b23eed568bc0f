/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a copy of a program tells its loader. vcubecc links libvcube-own.a into every program:
 * the state that libc keeps once a process (getopt, rand, environ ..), which a rank has for
 * itself in its copy, and this table.
 */
#ifndef OWN_H
#define OWN_H

#include <pthread.h>
#include <stdio.h>

/* A loader refuses programs of another version. */
#define OWN_VERSION 2

struct own {
	unsigned version;
	int (*main)(int argc, char **argv, char **environment);
	void *dso;                      /* by which the copy registers handlers of atexit() */
	void (*end_thread)(void);       /* destroys thread_local objects of `thread`; or NULL */
	/* Variables that the loader sets before the constructors run */
	pthread_t *thread;              /* the rank's first thread */
	char ***environment;
	FILE **input;
	/* Its environment, for libraries */
	char *(*getenv)(const char *name);
	int (*setenv)(const char *name, const char *value, int overwrite);
	int (*putenv)(char *entry);
	int (*unsetenv)(const char *name);
	int (*clearenv)(void);
};

/* The symbol by which the loader finds it in a copy. */
#define OWN_SYMBOL "vcube_own"
extern const struct own vcube_own __attribute__((visibility("default")));

/* Variables of the table. */
extern pthread_t vcube_own_thread;
void vcube_own_end_thread(void) __attribute__((weak, visibility("hidden")));

#endif
