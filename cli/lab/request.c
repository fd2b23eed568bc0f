/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the lab's page asks for, as a command line of vcube.
 */
#include <string.h>
#include <vcube/authoring.h>
#include "base/text.h"
#include "base/units.h"
#include "lab/request.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

/* Not those of the host's resources (heap, stack, threads, limit), nor the clock. */
const char *const request_keys[] = {
	"profile", "mapping", "ports", "routing", "switching", "duplex", "width", "channels", "granule",
	"links", "changes", "capacity", "seed", "fuzz", "drop", "duplicate", "corrupt", "jitter", "crash", "lose",
	"delay",
#define X(name, value, unit, text) #name,
	VCUBE_COSTS(X)
#undef X
	NULL
};

static void
refuse(struct request *r, char *sentence)
{
	if (r->refused)
		discard(sentence);
	else
		r->refused = sentence;
}

static void
append(struct request *r, char *word)
{
	APPEND(r->argv, r->count, word);
}

bool
request_begin(struct request *r, const char *what, char *const *loads, int load_count)
{
	static const struct {
		const char *what, *command;
		bool runs;
	} kinds[] = {
		{ "page", "view", true }, { "run", "run", true }, { "predict", "predict", false },
		{ "menu", "lab", false },
	};

	*r = (struct request) { 0 };
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].what, what) == 0) {
			append(r, text("vcube"));
			append(r, text("%s", kinds[i].command));
			r->runs = kinds[i].runs;
		}
	if (r->count == 0)
		return false;
	for (int i = 0; i < load_count; i++)
		append(r, text("--load=%s", loads[i]));
	if (strcmp(what, "menu") == 0)
		append(r, text("--menu"));
	else
		append(r, text("--clock=virtual"));
	/* a program of one's own may need its thread for itself */
	if (r->runs && load_count == 0)
		append(r, text("--set=threads=one"));
	if (strcmp(what, "page") == 0)
		append(r, text("--output=-"));
	else if (strcmp(what, "menu") != 0)
		append(r, text("--json"));
	if (strcmp(what, "run") == 0)
		append(r, text("--no-wall"));
	return true;
}

/* No '/': a value is no path. */
static bool
is_value(const char *value)
{
	const size_t length = strlen(value);

	return length > 0 && length <= VALUE_MOST && value[strspn(value, LETTERS ":,.+%@>*=")] == '\0';
}

static bool
is_key(const char *key)
{
	for (int i = 0; request_keys[i]; i++)
		if (strcmp(request_keys[i], key) == 0)
			return true;
	return false;
}

void
request_add(struct request *r, const char *key, const char *value)
{
	if (!value || !is_value(value))
		refuse(r, text("the value of %.40s has other characters than letters, digits and :,.+%%@>*=_-, "
			       "or is longer than %d", key, VALUE_MOST));
	else if (strcmp(key, "run") == 0)
		join(&r->words, ",", value);
	else if (strcmp(key, "topology") == 0)
		join(&r->topologies, ",", value);
	else if (strcmp(key, "bytes") == 0)
		join(&r->sizes, ",", value);
	else if (strcmp(key, "op") == 0 || strcmp(key, "root") == 0)
		append(r, text("--%s=%s", key, value));
	else if (is_key(key))
		append(r, text("--set=%s=%s", key, value));
	else
		refuse(r, text("the lab has no '%.40s'", key));
}

/* Call take() for each word of a list; refuse too many. */
static void
each_word(struct request *r, const char *list, int most, const char *what,
	  void (*take)(struct request *, const char *, void *), void *into)
{
	char *copy = text("%s", list), *rest = copy, *word;
	int count = 0;

	while ((word = strsep(&rest, ",")) && !r->refused) {
		if (++count > most)
			refuse(r, text("the lab takes up to %d %s at once", most, what));
		else
			take(r, word, into);
	}
	discard(copy);
}

/* "allgather", "allgather.ring:option=value" or "program.name". */
static void
check_word(struct request *r, const char *word, void *into)
{
	(void)into;
	if (*word == '-' || strcmp(word, "all") == 0 || word[strspn(word, LETTERS ":.+=")])
		refuse(r, text("'%s' is not of the form COLLECTIVE.ALGORITHM", word));
}

static void
check_topology(struct request *r, const char *word, void *into)
{
	int *most = into;
	struct vcube_error error;
	vcube_topology *t;

	if (strncmp(word, "graph", 5) == 0) {
		refuse(r, text("the lab reads no files of graphs; `vcube view' does"));
		return;
	}
	t = vcube_topology_parse(word, &error);
	if (!t)
		refuse(r, text("%s", error.text));
	else if (r->runs && vcube_topology_nodes(t) > NODES_MOST)
		refuse(r, text("%s has %d nodes, and the lab runs up to %d", word, vcube_topology_nodes(t),
			       NODES_MOST));
	else if (*most < vcube_topology_nodes(t))
		*most = vcube_topology_nodes(t);
	vcube_topology_free(t);
}

static void
check_size(struct request *r, const char *word, void *into)
{
	size_t *most = into, bytes;

	if (!size_parse(word, &bytes))
		refuse(r, text("'%s' is not a number of bytes, such as 64 or 8KiB", word));
	else if (bytes > BLOCK_MOST)
		refuse(r, text("a block of %zu bytes is longer than the lab's %d", bytes, BLOCK_MOST));
	else if (*most < bytes)
		*most = bytes;
}

static void
add_list(struct request *r, const char *option, const char *list)
{
	if (list)
		append(r, text("--%s=%s", option, list));
}

void
request_end(struct request *r)
{
	int nodes = 8;
	size_t bytes = 0;

	if (r->words)
		each_word(r, r->words, ALGORITHMS_MOST, "algorithms", check_word, NULL);
	if (r->topologies)
		each_word(r, r->topologies, TOPOLOGIES_MOST, "topologies", check_topology, &nodes);
	if (r->sizes)
		each_word(r, r->sizes, SIZES_MOST, "sizes", check_size, &bytes);
	if (r->runs && !r->words)
		refuse(r, text("name what to run, such as run=allgather.ring"));
	if (r->runs && bytes > DATA_MOST / (size_t)nodes / (size_t)nodes)
		refuse(r, text("blocks of %zu bytes on %d nodes are more data than the lab moves; up to %zu "
			       "bytes fit", bytes, nodes, DATA_MOST / (size_t)nodes / (size_t)nodes));
	add_list(r, "topology", r->topologies);
	add_list(r, "bytes", r->sizes);
	append(r, text("--"));
	if (r->words)
		append(r, text("%s", r->words));
	append(r, NULL);
}

void
request_free(struct request *r)
{
	for (int i = 0; i < r->count; i++)
		discard(r->argv[i]);
	discard(r->argv);
	discard(r->words);
	discard(r->topologies);
	discard(r->sizes);
	discard(r->refused);
}
