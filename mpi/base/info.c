/* SPDX-License-Identifier: BSD-2-Clause */
/* Info objects. Keys keep the order in which they were set first. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "error.h"
#include "info.h"
#include "parts.h"

struct pair {
	char *key, *value;
};

struct info {
	struct object object;
	MPI_Info handle;
	int count;
	struct pair *pairs;
};

struct infos {
	struct info *environment;       /* MPI_INFO_ENV */
};

static void
release_info(struct process *p, void *object)
{
	struct info *info = object;

	(void)p;
	for (int i = 0; i < info->count; i++) {
		free(info->pairs[i].key);
		free(info->pairs[i].value);
	}
	free(info->pairs);
}

const struct kind vcm_kind_info = {KIND_INFO, "info", sizeof(struct info), release_info};

struct info *
vcm_info(struct process *p, MPI_Info handle)
{
	return handle == MPI_INFO_ENV ? p->infos->environment : vcm_object_at(handle, &vcm_kind_info);
}

static int
no_memory(struct process *p)
{
	return vcm_error(p, MPI_ERR_NO_MEM, "no memory for an info");
}

static struct info *
new_info(struct process *p)
{
	struct info *info = vcm_object_new(p, &vcm_kind_info);

	if (info != NULL)
		info->handle = (MPI_Info)(void *)info;
	return info;
}

static struct pair *
find(const struct info *info, const char *key)
{
	for (int i = 0; i < info->count; i++)
		if (strcmp(info->pairs[i].key, key) == 0)
			return &info->pairs[i];
	return NULL;
}

const char *
vcm_info_value(const struct info *info, const char *key)
{
	const struct pair *pair = info == NULL ? NULL : find(info, key);

	return pair == NULL ? NULL : pair->value;
}

static bool
append(struct info *info, const char *key, const char *value)
{
	struct pair *pairs = realloc(info->pairs, (size_t)(info->count + 1) * sizeof *pairs);
	struct pair new = {strdup(key), strdup(value)};

	if (pairs != NULL)
		info->pairs = pairs;
	if (pairs == NULL || new.key == NULL || new.value == NULL) {
		free(new.key);
		free(new.value);
		return false;
	}
	pairs[info->count++] = new;
	return true;
}

static bool
set(struct info *info, const char *key, const char *value)
{
	struct pair *pair = find(info, key);
	char *copy;

	if (pair == NULL)
		return append(info, key, value);
	copy = strdup(value);
	if (copy == NULL)
		return false;
	free(pair->value);
	pair->value = copy;
	return true;
}

static struct info *
copy(struct process *p, const struct info *info)
{
	struct info *made = new_info(p);

	for (int i = 0; made != NULL && info != NULL && i < info->count; i++)
		if (!append(made, info->pairs[i].key, info->pairs[i].value)) {
			vcm_object_drop(p, made);
			return NULL;
		}
	return made;
}

int
vcm_info_set(struct process *p, struct info *info, const char *key, const char *value)
{
	return set(info, key, value) ? MPI_SUCCESS : no_memory(p);
}

int
vcm_info_copy(struct process *p, const struct info *info, MPI_Info *handle)
{
	struct info *made = copy(p, info);

	if (made == NULL)
		return no_memory(p);
	/* one that is made before MPI_Init() may stay beyond MPI_Finalize() */
	if (p->phase == RUNNING)
		vcm_object_give(p, made);
	*handle = made->handle;
	return MPI_SUCCESS;
}

int
vcm_info_inherit(struct process *p, struct info **place, const struct info *info)
{
	*place = copy(p, info);
	return *place == NULL ? no_memory(p) : MPI_SUCCESS;
}

/* Of hints, only what a program promises in MPI's own words is kept. */
static struct info *
copy_hints(struct process *p, const struct info *info)
{
	struct info *made = new_info(p);

	for (int i = 0; made != NULL && i < info->count; i++)
		if (strncmp(info->pairs[i].key, "mpi_", 4) == 0
		    && !append(made, info->pairs[i].key, info->pairs[i].value)) {
			vcm_object_drop(p, made);
			return NULL;
		}
	return made;
}

int
vcm_info_replace(struct process *p, struct info **place, MPI_Info handle)
{
	const struct info *info = vcm_info(p, handle);
	struct info *made = NULL;

	if (info == NULL && handle != MPI_INFO_NULL)
		return vcm_no_object(p, &vcm_kind_info, handle);
	if (info != NULL) {
		made = copy_hints(p, info);
		if (made == NULL)
			return no_memory(p);
	}
	vcm_object_drop(p, *place);
	*place = made;
	return MPI_SUCCESS;
}

/* What MPI_INFO_ENV says of a process that was not spawned. */
static bool
describe(const struct process *p, struct info *info)
{
	char size[16], folder[PATH_MAX];

	snprintf(size, sizeof size, "%d", p->size);
	return set(info, "maxprocs", size) && set(info, "soft", size)
		&& set(info, "thread_level", "MPI_THREAD_FUNNELED")
		&& (getcwd(folder, sizeof folder) == NULL || set(info, "wdir", folder));
}

static int
open_infos(struct process *p)
{
	p->infos = calloc(1, sizeof *p->infos);
	if (p->infos == NULL)
		return VCUBE_EHOST;
	p->infos->environment = new_info(p);
	if (p->infos->environment == NULL || !describe(p, p->infos->environment))
		return VCUBE_EHOST;
	p->infos->environment->handle = MPI_INFO_ENV;
	return 0;
}

static void
close_infos(struct process *p)
{
	free(p->infos);
}

const struct part vcm_part_infos = {"infos", open_infos, close_infos};

static int
check_key(struct process *p, const char *key)
{
	if (key == NULL || key[0] == '\0')
		return vcm_error(p, MPI_ERR_INFO_KEY, "the key is empty");
	if (strlen(key) >= MPI_MAX_INFO_KEY)
		return vcm_error(p, MPI_ERR_INFO_KEY, "the key has %zu characters, more than %d",
				 strlen(key), MPI_MAX_INFO_KEY - 1);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Info_create, (MPI_Info *info))
{
	return vcm_info_copy(ENTER_ANY_TIME(), NULL, info);
}

MPI_FUNCTION(int, Info_create_env, (int argc, char *argv[], MPI_Info *info))
{
	struct process *p = ENTER_ANY_TIME();

	(void)argc, (void)argv;
	return vcm_info_copy(p, p->infos->environment, info);
}

MPI_FUNCTION(int, Info_dup, (MPI_Info info, MPI_Info *newinfo))
{
	struct process *p = ENTER_ANY_TIME();
	NEED_INFO(p, i, info);

	return vcm_info_copy(p, i, newinfo);
}

MPI_FUNCTION(int, Info_free, (MPI_Info *info))
{
	struct process *p = ENTER_ANY_TIME();
	struct info *i = vcm_info(p, *info);

	if (i == NULL || i == p->infos->environment)
		return vcm_no_object(p, &vcm_kind_info, *info);
	vcm_object_take(p, i);
	*info = MPI_INFO_NULL;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Info_set, (MPI_Info info, const char *key, const char *value))
{
	struct process *p = ENTER_ANY_TIME();
	NEED_INFO(p, i, info);
	const int code = check_key(p, key);

	if (code != MPI_SUCCESS)
		return code;
	if (value == NULL || strlen(value) >= MPI_MAX_INFO_VAL)
		return vcm_error(p, MPI_ERR_INFO_VALUE, "the value of key %s %s", key, value == NULL
				 ? "is NULL" : "is longer than MPI_MAX_INFO_VAL allows");
	return vcm_info_set(p, i, key, value);
}

MPI_FUNCTION(int, Info_delete, (MPI_Info info, const char *key))
{
	struct process *p = ENTER_ANY_TIME();
	NEED_INFO(p, i, info);
	const int code = check_key(p, key);
	struct pair *pair;

	if (code != MPI_SUCCESS)
		return code;
	pair = find(i, key);
	if (pair == NULL)
		return vcm_error(p, MPI_ERR_INFO_NOKEY, "the info has no key %s", key);
	free(pair->key);
	free(pair->value);
	memmove(pair, pair + 1, (size_t)(i->pairs + --i->count - pair) * sizeof *pair);
	return MPI_SUCCESS;
}

/* Finds the value of a key for the calls that get it; NULL in *value if there is none. */
static int
look_up(struct process *p, MPI_Info info, const char *key, const char **value, int *flag)
{
	NEED_INFO(p, i, info);
	const int code = check_key(p, key);

	if (code == MPI_SUCCESS) {
		*value = vcm_info_value(i, key);
		*flag = *value != NULL;
	}
	return code;
}

MPI_FUNCTION(int, Info_get, (MPI_Info info, const char *key, int valuelen, char *value,
	int *flag))
{
	struct process *p = ENTER_ANY_TIME();
	const char *found;
	const int code = look_up(p, info, key, &found, flag);

	if (code == MPI_SUCCESS && *flag) {
		if (valuelen < 0)
			return vcm_error(p, MPI_ERR_ARG, "length %d is negative", valuelen);
		snprintf(value, (size_t)valuelen + 1, "%s", found);
	}
	return code;
}

MPI_FUNCTION(int, Info_get_string, (MPI_Info info, const char *key, int *buflen, char *value,
	int *flag))
{
	struct process *p = ENTER_ANY_TIME();
	const char *found;
	const int code = look_up(p, info, key, &found, flag);

	if (code == MPI_SUCCESS && *flag) {
		if (*buflen > 0)
			snprintf(value, (size_t)*buflen, "%s", found);
		*buflen = (int)strlen(found) + 1;
	}
	return code;
}

MPI_FUNCTION(int, Info_get_valuelen, (MPI_Info info, const char *key, int *valuelen, int *flag))
{
	struct process *p = ENTER_ANY_TIME();
	const char *found;
	const int code = look_up(p, info, key, &found, flag);

	if (code == MPI_SUCCESS && *flag)
		*valuelen = (int)strlen(found);
	return code;
}

MPI_FUNCTION(int, Info_get_nkeys, (MPI_Info info, int *nkeys))
{
	struct process *p = ENTER_ANY_TIME();
	NEED_INFO(p, i, info);

	*nkeys = i->count;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Info_get_nthkey, (MPI_Info info, int n, char *key))
{
	struct process *p = ENTER_ANY_TIME();
	NEED_INFO(p, i, info);

	if (n < 0 || n >= i->count)
		return vcm_error(p, MPI_ERR_ARG, "number %d is not in 0 .. %d", n, i->count - 1);
	snprintf(key, MPI_MAX_INFO_KEY, "%s", i->pairs[n].key);
	return MPI_SUCCESS;
}
