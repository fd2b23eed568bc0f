/* SPDX-License-Identifier: BSD-2-Clause */
/* Joins processes: finds the transport, which may lie in a module. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vcube/process.h>
#include "error.h"
#include "joined.h"
#include "keys.h"

static pthread_mutex_t joining = PTHREAD_MUTEX_INITIALIZER;
static struct vc_joined *all;           /* under `joining` */

/* Returns the MPI by which this process was started, or NULL. */
static const char *
name_of_mpi(void)
{
	static const struct {
		const char *variable, *mpi;
	} marks[] = {
		{ "OMPI_COMM_WORLD_SIZE", "openmpi" }, { "PMIX_RANK", "openmpi" },
		{ "PMI_RANK", "mpich" }, { "PMI_SIZE", "mpich" },
	};

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (getenv(marks[i].variable) != NULL)
			return marks[i].mpi;
	return NULL;
}

/* Looks for a module beside the library: where it is installed, and where it is built. */
static void
find_beside(const char *module, char *path, size_t size)
{
	const char *slash;
	Dl_info here;
	int folder;

	*path = '\0';
	if (dladdr((void *)&all, &here) == 0 || (slash = strrchr(here.dli_fname, '/')) == NULL)
		return;
	folder = (int)(slash - here.dli_fname);
	snprintf(path, size, "%.*s/vcube/vcube-%s.so", folder, here.dli_fname, module);
	if (access(path, R_OK) != 0)
		snprintf(path, size, "%.*s/vcube-%s.so", folder, here.dli_fname, module);
}

static vcube_transport_joiner *
open_module(const char *name, struct vcube_error *error)
{
	const char *const mpi = strcmp(name, "mpi") == 0 ? name_of_mpi() : NULL;
	vcube_transport_joiner *joiner;
	char path[600];
	void *module;

	/* without a slash it would be searched for among the system's libraries */
	if (vc_transport_check(name, error) != 0)
		return NULL;
	if (strcmp(name, "mpi") == 0 && mpi == NULL) {
		vc_error(error, VCUBE_EINVAL, "transport=mpi: no MPI has started this process; start the "
			 "program by mpirun, such as mpirun -np 4 PROGRAM");
		return NULL;
	}
	if (mpi != NULL)
		find_beside(mpi, path, sizeof path);
	else
		snprintf(path, sizeof path, "%s", name);
	/* what it names must be seen by what an MPI opens in its turn */
	module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
	if (module == NULL) {
		vc_error(error, VCUBE_EHOST, "transport=%s: its module cannot be opened: %s", name,
			 dlerror());
		return NULL;
	}
	joiner = (vcube_transport_joiner *)dlsym(module, "vcube_transport_join");
	if (joiner == NULL)
		vc_error(error, VCUBE_EINVAL, "transport=%s: %s has no function vcube_transport_join", name,
			 path);
	return joiner;
}

/* Adds processes that were joined. Returns NULL: no memory. */
static struct vc_joined *
enter(const char *name, struct vcube_transport *t)
{
	struct vc_joined *j = calloc(1, sizeof *j);

	if (j != NULL) {
		j->name = strdup(name);
		j->parcels = calloc((size_t)t->processes, sizeof *j->parcels);
		j->gone = calloc((size_t)t->processes, sizeof *j->gone);
	}
	if (j == NULL || j->name == NULL || j->gone == NULL || j->parcels == NULL)
		return NULL;
	for (int p = 0; p < t->processes; p++)
		j->parcels[p].last = &j->parcels[p].first;
	j->transport = t;
	j->dead = j->told = -1;
	j->next = all;
	return all = j;
}

static struct vc_joined *
join(const char *name, struct vcube_error *error)
{
	struct vcube_transport *t = NULL;
	vcube_transport_joiner *joiner = vc_sockets_join;
	struct vc_joined *j = all;

	while (j != NULL && strcmp(j->name, name) != 0)
		j = j->next;
	if (j != NULL)
		return j;
	if (strcmp(name, "sockets") != 0)
		joiner = open_module(name, error);
	if (joiner != NULL)
		t = joiner(error);
	if (t != NULL && (j = enter(name, t)) == NULL)
		vc_error(error, VCUBE_EHOST, "no memory to join %d processes", t->processes);
	return j;
}

struct vc_joined *
vc_join(const char *name, struct vcube_error *error)
{
	struct vc_joined *j;

	pthread_mutex_lock(&joining);
	j = join(name, error);
	pthread_mutex_unlock(&joining);
	return j;
}

bool
vc_joined_take(struct vc_joined *j, bool take)
{
	bool done;

	pthread_mutex_lock(&joining);
	done = j->busy != take;
	j->busy = take;
	pthread_mutex_unlock(&joining);
	return done;
}

int
vcube_join(const char *transport, int *processes, struct vcube_error *error)
{
	struct vcube_error why = {0};
	struct vc_joined *j;

	*processes = 1;
	if (transport == NULL || strcmp(transport, "none") == 0)
		return 0;
	j = vc_join(transport, &why);
	if (error != NULL)
		*error = why;
	if (j == NULL)
		return why.code;
	*processes = j->transport->processes;
	return j->transport->process;
}
