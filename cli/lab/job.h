/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A run of the command in a process of its own, which may hang or crash: it gets a deadline, and
 * its output a limit. It ends with the process that started it, and so do its own children. The
 * process may be made before there is anything to run, and does one run.
 */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct job {
	pid_t pid;              /* 0: it has ended */
	int64_t deadline;       /* host milliseconds, as job_now() */
	int seconds;            /* until then */
	int words;              /* takes the command line */
	struct stream {
		int fd;
		char *data;     /* with a 0 behind it */
		size_t size;
	} out, err, said;       /* results, complaints, and what programs print: its beginning */
	size_t unsaid;          /* bytes of the last that are left out */
	bool late, large;       /* why it was stopped */
	int status;             /* as waitpid() has it */
};

int64_t job_now(void);

/* Make a process that waits for job_start(); false if the host cannot. The process that calls has
 * one thread. */
bool job_prepare(struct job *job);
/* Start the command with these arguments, as main() gets them, in the process that waits for them,
 * or a new one if there is none; false, and the job is ended, if the host cannot. */
bool job_start(struct job *job, int argc, char **argv, int seconds);
/* Read what there is to read, and stop it if it takes too long or writes too much. Return
 * whether it has ended. Does not block. */
bool job_poll(struct job *job);
/* Stop it, if it runs, and free what it has. */
void job_end(struct job *job);

/* Return the beginning of what programs printed: to stdout and, unless the command complains there,
 * to stderr. *unsaid is how many bytes are left out. To be discarded. */
char *job_said(const struct job *job, size_t *unsaid);

/* Did it write what it should? If not, *sentence says why not, and must be discarded. */
bool job_well(const struct job *job, char **sentence);

#endif
