/* SPDX-License-Identifier: BSD-2-Clause */
/* What scripts pass to mpirun, mpiexec and srun. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/status.h"
#include "base/text.h"
#include "mpirun.h"

struct words {
	char **list;
	int count;
};

static void
add(struct words *words, char *word)
{
	words->list[words->count++] = word;
	words->list[words->count] = NULL;
}

/* Each takes the values of an option. */
typedef void meaning(struct words *words, char **values);

static void
take_ranks(struct words *words, char **values)
{
	add(words, text("--ranks=%s", values[0]));
}

static void
take_prefix(struct words *words, char **values)
{
	(void)values;
	add(words, text("--prefix"));
}

static void
take_timeout(struct words *words, char **values)
{
	add(words, text("--set=limit=%ss", values[0]));
}

static void
take_folder(struct words *words, char **values)
{
	(void)words;
	if (chdir(values[0]))
		die(STATUS_USAGE, "cannot change to the folder %s: %s", values[0], strerror(errno));
}

/* A name alone is exported anyway. */
static void
take_variable(struct words *words, char **values)
{
	char *name = text("%s", values[0]), *value = strchr(name, '=');

	(void)words;
	if (!value)
		return;
	*value = '\0';
	setenv(name, value + 1, 1);
}

static void
refuse_files(struct words *words, char **values)
{
	(void)words, (void)values;
	die(STATUS_USAGE, "all ranks write to the same output, not to files of their own; --prefix begins "
	    "each line with its rank, by which you can split it");
}

static void
take_name_and_value(struct words *words, char **values)
{
	(void)words;
	setenv(values[0], values[1], 1);
}

/* Options after one or two dashes, and how many words follow each. Those without a meaning are
 * about hosts, processors and transports, of which there are none to select. */
static const struct {
	const char *names;      /* between blanks */
	int values;
	meaning *take;
} theirs[] = {
	{ " np c ntasks ", 1, take_ranks },
	{ " l prepend-rank tag-output label ", 0, take_prefix },
	{ " timeout ", 1, take_timeout },
	{ " wdir wd chdir ", 1, take_folder },
	{ " x ", 1, take_variable },
	{ " genv env ", 2, take_name_and_value },
	{ " output-filename outfile-pattern ", 1, refuse_files },
	{ " oversubscribe nooversubscribe allow-run-as-root use-hwthread-cpus report-bindings "
	  "display-map display-allocation bind-to-core bind-to-socket bind-to-none bycore bynode byslot "
	  "bysocket nolocal rr genvall envall print-rank-map exclusive overcommit oversubscribe-nodes "
	  "q quiet v verbose ", 0, NULL },
	{ " bind-to map-by rank-by cpu-set cpu-list cpus-per-proc cpus-per-rank npernode N npersocket "
	  "ppn perhost H host hosts f hostfile machinefile machine default-hostfile nodes "
	  "nodelist ntasks-per-node ntasks-per-socket cpus-per-task cpu-bind cpu_bind mem-bind "
	  "distribution hint mem mpi export genvlist envlist stdin s iface launcher bootstrap rmk pmi ",
	  1, NULL },
	{ " mca gmca omca prtemca pmixmca ", 2, NULL },
};

/* Returns the row of theirs[], or -1, and where the value after '=' begins, or NULL. */
static int
find(const char *word, char **value)
{
	const char *name = word + 1 + (word[1] == '-');
	const size_t length = strcspn(name, "=");
	const char *padded = text(" %.*s ", (int)length, name);

	*value = name[length] ? (char *)name + length + 1 : NULL;
	for (int i = 0; length && i < (int)(sizeof theirs / sizeof *theirs); i++)
		if (strstr(theirs[i].names, padded) && (!*value || theirs[i].values == 1))
			return i;
	return -1;
}

/* Does the option of vcuberun take the next word? */
static bool
takes_next(const struct command_option *rows, const char *word)
{
	if (word[1] != '-') {
		for (const struct command_option *row = rows; option_is(row); row++)
			if (row->letter && row->letter == word[1])
				return row->form && !word[2];
		return false;
	}
	if (strchr(word, '='))
		return false;
	for (const struct command_option *row = rows; option_is(row); row++)
		if (row->name && strncmp(row->name, word + 2, strlen(word + 2)) == 0)
			return row->form != NULL;
	return false;
}

static bool
is_option(const char *word)
{
	return word && word[0] == '-' && word[1] && strcmp(word, "--") != 0;
}

/* Returns how many words the option at `word` has. */
static int
take(struct words *words, char **word)
{
	char *value;
	const int row = find(*word, &value);
	const int following = value ? 0 : theirs[row].values;

	for (int i = 1; i <= following; i++)
		if (!word[i])
			die(STATUS_USAGE, "%s requires %s", *word,
			    following == 1 ? "an argument" : "two arguments");
	if (theirs[row].take)
		theirs[row].take(words, value ? &value : word + 1);
	return 1 + following;
}

char **
mpirun_translate(const struct command_option *rows, int *argc, char **argv)
{
	struct words words = { calloc((size_t)*argc + 1, sizeof *argv), 0 };
	char *value, **word = argv + 1;

	if (!words.list || *argc == 0)
		return argv;
	add(&words, argv[0]);
	while (is_option(*word)) {
		if (find(*word, &value) >= 0) {
			word += take(&words, word);
			continue;
		}
		if (takes_next(rows, *word) && word[1])
			add(&words, *word++);
		add(&words, *word++);
	}
	while (*word)
		add(&words, *word++);
	*argc = words.count;
	return words.list;
}
