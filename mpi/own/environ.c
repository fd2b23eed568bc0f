/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The environment of a rank: that of the process, until the rank changes it.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

char **environ;
extern char **__environ __attribute__((alias("environ")));
extern char **_environ __attribute__((alias("environ")));

static char **mine;     /* `environ`, once the rank has an array of its own */

static size_t
count(void)
{
	size_t n = 0;

	while (environ && environ[n])
		n++;
	return n;
}

/* Find the entry of a name that ends at '\0' or '='; or NULL. */
static char **
find(const char *name)
{
	const size_t length = strcspn(name, "=");

	for (char **e = environ; e && *e; e++)
		if (strncmp(*e, name, length) == 0 && (*e)[length] == '=')
			return e;
	return NULL;
}

/* Make the array the rank's own, with room for one entry more. */
static bool
own_array(void)
{
	const size_t n = count();
	char **array = realloc(environ == mine ? mine : NULL, (n + 2) * sizeof *array);

	if (!array)
		return false;
	if (environ != mine && n)
		memcpy(array, environ, n * sizeof *array);
	array[n] = array[n + 1] = NULL;
	environ = mine = array;
	return true;
}

static int
put(char *entry)
{
	char **old;

	if (!own_array())
		return -1;
	old = find(entry);
	*(old ? old : &environ[count()]) = entry;
	return 0;
}

static bool
is_name(const char *name)
{
	const bool is = name && *name && !strchr(name, '=');

	if (!is)
		errno = EINVAL;
	return is;
}

char *
getenv(const char *name)
{
	char **e = *name && !strchr(name, '=') ? find(name) : NULL;

	return e ? *e + strlen(name) + 1 : NULL;
}

char *
secure_getenv(const char *name)
{
	return getenv(name);
}

int
unsetenv(const char *name)
{
	if (!is_name(name))
		return -1;
	if (!find(name))
		return 0;
	if (!own_array())
		return -1;
	for (char **e; (e = find(name)) != NULL;)
		for (; *e; e++)
			*e = e[1];
	return 0;
}

/* An entry that is replaced stays allocated, since the program may hold what getenv() gave. */
int
setenv(const char *name, const char *value, int overwrite)
{
	char *entry;

	if (!is_name(name))
		return -1;
	if (!overwrite && find(name))
		return 0;
	entry = malloc(strlen(name) + strlen(value) + 2);
	if (!entry)
		return -1;
	stpcpy(stpcpy(stpcpy(entry, name), "="), value);
	return put(entry);
}

int
putenv(char *entry)
{
	return strchr(entry, '=') ? put(entry) : unsetenv(entry);
}

int
clearenv(void)
{
	free(mine);
	environ = mine = NULL;
	return 0;
}
