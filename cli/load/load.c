/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared objects that the option --load names.
 */
#include <dlfcn.h>
#include <string.h>
#include "base/text.h"
#include "load/load.h"

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

static struct own_program *programs;
static int program_count;

static void
refuse(struct vcube_error *error, const char *sentence)
{
	error->code = VCUBE_EINVAL;
	snprintf(error->text, sizeof error->text, "--load: %s", sentence);
}

/* Return "mine" for "./course/mine.so". */
static char *
name_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');

	return text("%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
}

static bool
add_program(const char *path, void *run, struct vcube_error *error)
{
	struct own_program program = { .name = name_of(path) };

	if (program.name[strspn(program.name, NAME_LETTERS)]) {
		refuse(error, text("a program is called as its file, and '%s' is not a name of "
				   "letters, digits, '-' and '_'", program.name));
		return false;
	}
	if (load_program(program.name)) {
		refuse(error, text("two programs are called %s; rename the file %s", program.name, path));
		return false;
	}
	memcpy(&program.run, &run, sizeof run);         /* C has no cast from data to code */
	APPEND(programs, program_count, program);
	return true;
}

static char *
take_all(void *file, const char *path, struct vcube_error *error)
{
	const struct vcube_algorithm *a = dlsym(file, "vcube_own_algorithm");
	void *run = dlsym(file, "vcube_own_program");
	struct vcube_error wrong;
	char *words = NULL;

	if (!a && !run)
		refuse(error, text("%s defines neither vcube_own_algorithm nor vcube_own_program; `vcube new "
				   "algorithm NAME' writes a file that does", path));
	if (a && vcube_algorithm_add(a, &wrong)) {
		refuse(error, text("%s: %s", path, wrong.text));
		return NULL;
	}
	if (a)
		join(&words, ",", text("%s.%s", vcube_collective_name(a->collective), a->name));
	if (run && !add_program(path, run, error))
		return NULL;
	if (run)
		join(&words, ",", text("program.%s", name_of(path)));
	return words;
}

char *
load_file(const char *path, struct vcube_error *error)
{
	/* a name without a slash would be searched for among the system's libraries */
	const char *place = strchr(path, '/') ? path : text("./%s", path);
	void *file = dlopen(place, RTLD_NOW | RTLD_LOCAL);

	if (!file) {
		refuse(error, dlerror());
		return NULL;
	}
	return take_all(file, place, error);
}

const struct own_program *
load_program(const char *name)
{
	for (int i = 0; i < program_count; i++)
		if (strcmp(programs[i].name, name) == 0)
			return &programs[i];
	return NULL;
}

char *
load_programs(void)
{
	char *names = NULL;

	for (int i = 0; i < program_count; i++)
		join(&names, ", ", text("program.%s", programs[i].name));
	return names;
}
