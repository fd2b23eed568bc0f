/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Running MPI programs on machines of libvcube. A rank of MPI_COMM_WORLD is the node of that
 * number; the MPI calls of a node's thread are those of its rank.
 */
#ifndef VCUBE_MPI_H
#define VCUBE_MPI_H

#include <pthread.h>
#include <vcube/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

/* `main` of an MPI program. All ranks share its globals: give it none that it writes. */
typedef int vcube_mpi_program(int argc, char **argv);

/*
 * Opens a machine by its description, runs `main` on every node, and returns the exit status:
 * 0, or that of MPI_Abort(), or the first that is not 0 by rank, or 1 if the run failed. Prints
 * the report of a failed run to stderr. Blocks.
 */
int vcube_mpi_run(const char *machine, vcube_mpi_program *main, int argc, char **argv);

/* Runs `main` as the MPI process of this node, from a program of vcube_run(), and returns its
 * exit status. Blocks. */
int vcube_mpi_main(vcube_node *self, vcube_mpi_program *main, int argc, char **argv);

/*
 * Has the collectives of MPI run by an algorithm of the library, in runs that begin later:
 * `collective` is a name such as "allgather", `how` an algorithm with its options, such as
 * "dcycles" or "multiphase:parts=2+3", or "auto", which the library selects for each call.
 * vcube-mpi(7) says which functions of MPI it concerns. A call that the algorithm cannot run is
 * reported once on stderr, and runs as under "auto". Returns 0, or an error that names what there
 * is. To be called while no run is in progress.
 */
int vcube_mpi_choose(const char *collective, const char *how, struct vcube_error *error);

/*
 * MPI_Pcontrol(VCUBE_MPI_WORK, seconds), of a double: the calling rank has computed for so long.
 * Advances its clock, unless that is the free one; other libraries of MPI ignore it.
 */
#define VCUBE_MPI_WORK 0x76637562

/*
 * In runs that begin later, advances the clock of a rank by the time that the host's processor
 * computes for its thread between calls of MPI, times `scale`; 0, the default: by none. Times
 * then depend on the host. To be called while no run is in progress.
 */
void vcube_mpi_measure(double scale);

/* Ends the calling rank as if its `main` had returned `status`. */
void vcube_mpi_exit(int status) __attribute__((noreturn));

/* Returns the node of the calling rank; NULL in a thread that is none. */
vcube_node *vcube_mpi_node(void);

/*
 * pthread_create() and pthread_join() for threads of a rank, which inherit it: as those do,
 * by calling `create` and `join`. In a thread that belongs to no rank, they do only that. A thread
 * whose call of MPI ended the run returns &vcube_mpi_thread_ended.
 */
typedef int vcube_mpi_create(pthread_t *id, const pthread_attr_t *attributes,
			     void *(*run)(void *arg), void *arg);
typedef int vcube_mpi_join(pthread_t id, void **result);
int vcube_mpi_thread_create(vcube_mpi_create *create, pthread_t *id,
			    const pthread_attr_t *attributes, void *(*run)(void *arg), void *arg);
int vcube_mpi_thread_join(vcube_mpi_join *join, pthread_t id, void **result);
extern const char vcube_mpi_thread_ended;

#ifdef __cplusplus
}
#endif
#endif
