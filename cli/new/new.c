/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube new: writes an algorithm or a program to begin with, what builds it, and its test.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <vcube/authoring.h>
#include "base/status.h"
#include "base/text.h"
#include "commands.h"
#include "new/template.h"

/* What can be made: a word, and what its files are made of */
static const struct kind {
	const char *name, *source, *test;
} kinds[] = {
	{ "algorithm", template_algorithm_c, template_algorithm_sh },
	{ "program", template_program_c, template_program_sh },
};

/* What can build it: its file, the folder of the result, and the commands, which run the test */
static const struct build {
	const char *name, *file, *template, *folder, *commands;
} builds[] = {
	{ "make", "Makefile", template_Makefile, "@NAME@", "make -C @NAME@ test" },
	{ "cmake", "CMakeLists.txt", template_CMakeLists_txt, "@NAME@/build",
	  "cmake -S @NAME@ -B @NAME@/build && cmake --build @NAME@/build && "
	  "ctest --test-dir @NAME@/build" },
	{ "meson", "meson.build", template_meson_build, "@NAME@/build",
	  "meson setup @NAME@/build @NAME@ && meson test -C @NAME@/build" },
};

struct new_options {
	const struct kind *kind;
	const struct build *build;
	const char *name;
};

/* Print a template; each @NAME@ becomes the name. */
static void
fill(FILE *out, const char *template, const char *name)
{
	static const char mark[] = "@NAME@";
	const char *at;

	for (; (at = strstr(template, mark)); template = at + strlen(mark))
		fprintf(out, "%.*s%s", (int)(at - template), template, name);
	fputs(template, out);
}

static void
write_file(const struct new_options *o, const char *file, const char *template)
{
	const char *path = text("%s/%s", o->name, file);
	FILE *out = fopen(path, "wx");

	if (!out)
		die(STATUS_FAILED, "cannot write %s: %s", path, strerror(errno));
	fill(out, template, o->name);
	if (fclose(out))
		die(STATUS_FAILED, "cannot write %s: %s", path, strerror(errno));
}

static int
run(int argc, char **argv)
{
	struct new_options o = { .build = builds };

	command_parse(&new_command, argc, argv, &o);
	if (mkdir(o.name, 0777))
		die(STATUS_FAILED, "cannot make the folder %s: %s", o.name, strerror(errno));
	write_file(&o, text("%s.c", o.name), o.kind->source);
	write_file(&o, o.build->file, o.build->template);
	write_file(&o, "test.sh", o.kind->test);
	fill(stdout, text("@NAME@/@NAME@.c, %s and test.sh; `%s' builds and tries it, and `vcube step "
			  "--load %s/@NAME@.so -t ring:4' shows it step by step\n", o.build->file,
			  o.build->commands, o.build->folder), o.name);
	return flush_output();
}

static TAKE_OPTION(take_build)
{
	struct new_options *o = into;

	o->build = NULL;
	for (size_t i = 0; i < sizeof builds / sizeof *builds; i++)
		if (strcmp(builds[i].name, value) == 0)
			o->build = &builds[i];
	if (!o->build)
		argp_error(state, "%s", no_such("build system", value, "make, cmake, meson"));
}

static const struct command_option options[] = {
	{ "build", 'b', "SYSTEM", "build system: make (the default), cmake or meson",
	  .values = "make cmake meson", .take = take_build },
	{ 0 }
};

static void
take_kind(struct new_options *o, const char *word, struct argp_state *state)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].name, word) == 0)
			o->kind = &kinds[i];
	if (!o->kind)
		argp_error(state, "%s", no_such("template", word, "algorithm, program"));
}

/* Is it an algorithm of the library's, for the collective of the template? */
static bool
is_taken(const char *word)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];

	return vcube_algorithm_parse(VCUBE_ALLGATHER, word, set, NULL) != NULL;
}

/* A name of an algorithm, of a file and of a rule of make. */
static void
take_name(struct new_options *o, const char *word, struct argp_state *state)
{
	const size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-_");

	if (length == 0 || word[length] || length > 39 || *word == '-')
		argp_error(state, "'%s' is not a name of up to 39 small letters, digits, '-' and '_', such as "
			   "two-way", word);
	if (strcmp(word, "auto") == 0 || strcmp(word, "test") == 0)
		argp_error(state, "the name '%s' has a meaning already; choose another, such as two-way", word);
	if (o->kind->source == template_algorithm_c && is_taken(word))
		argp_error(state, "allgather.%s exists already; choose another name, such as two-way", word);
	o->name = word;
}

static void
take(void *into, char *word, struct argp_state *state)
{
	struct new_options *o = into;

	if (o->name)
		argp_error(state, "name one %s; '%s' is a second", o->kind->name, word);
	if (o->kind)
		take_name(o, word, state);
	else
		take_kind(o, word, state);
}

static void
end(void *into, struct argp_state *state)
{
	const struct new_options *o = into;

	if (!o->name)
		argp_error(state, "name what to make, such as algorithm two-way or program shift");
}

const struct command new_command = {
	.name = "new",
	.summary = "write a template of an algorithm or a program",
	.form = "algorithm|program NAME",
	.doc = "Writes the folder NAME with a working algorithm or program, a Makefile, "
	       "CMakeLists.txt or meson.build that builds it for --load, and its test, as a start "
	       "for your own."
	       "\v"
	       "Example:\n\n  vcube new algorithm two-way && cd two-way && make test",
	.values = "algorithm program",
	.options = options,
	.word = take,
	.end = end,
	.run = run,
};
