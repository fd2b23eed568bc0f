/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any connected graph, from a text file: one wire per line, as the numbers of its two nodes,
 * from 0; '#' begins a comment. The largest number is that of the last node. The file is read
 * once, when the text is parsed.
 *
 * Port k of a node leads to its neighbour with the k-th lowest number. Routes are shortest
 * paths; of several, the one through the neighbour with the lowest number.
 *
 * The tables hold the neighbours of each node, and the distance of each pair of nodes modulo
 * 3. That shows which neighbours are nearer, since the distances of neighbours differ by at
 * most 1, and takes 2 bits: 64 MiB for 16384 nodes, and 256 KiB for 1024.
 *
 * A search starts from 64 nodes at once, with a bit for each (Then et al., The more the merrier:
 * efficient multi-source graph traversal, VLDB 2014). These 64 are near each other, so most nodes
 * are reached from many of them in the same step.
 */
#include "topo.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Limits that keep reading a graph within seconds: bytes to read, and nodes and links to
 * visit, once from each node. */
enum { BYTES_MOST = 16 << 20, VISITS_MOST = 1 << 30 };

/* Characters that no path may contain, as they end a description, a list or a picture. */
#define SPECIAL " \t\n,;=\"'<>&\\"

struct link {
	uint16_t from, to;
	int line;
};

enum { GRAPH_NODES_MAX = 16384 };
_Static_assert(GRAPH_NODES_MAX <= 1 << 16, "a node is 16 bits");

/* Sources of one search: as many as a word has bits. */
enum { BATCH = 64 };

/* The distances of a node from the sources of a batch, modulo 3: which are 1, which are 2. */
struct apart {
	uint64_t one, two;
};

struct graph {
	int *first;             /* [nodes + 1]: where the neighbours of each begin in `to` */
	uint16_t *to;
	uint16_t *source;       /* [nodes]: number of each as a source */
	struct apart *apart;    /* [batches][nodes] */
};

/* A file being read: its links, two for each wire. */
struct reading {
	const char *path;
	char *why;              /* [VC_WHY_MAX] */
	char *text;             /* ends with NUL */
	struct link *link;
	size_t links, room;
};

static const char no_memory[] = "no memory for it";

/* --- the file ------------------------------------------------------------------- */

#define REFUSE(r, ...) (snprintf((r)->why, VC_WHY_MAX, __VA_ARGS__), (r)->why)
#define REFUSE_LINE(r, line, format, ...) \
	REFUSE(r, "%.100s:%d: " format, (r)->path, line, __VA_ARGS__)

/* Reads exactly `size` bytes; false if that fails. */
static bool
take_bytes(int fd, char *text, size_t size)
{
	size_t have = 0;

	while (have < size) {
		const ssize_t got = read(fd, text + have, size - have);

		if (got < 0 && errno != EINTR)
			return false;
		if (got == 0)
			break;
		have += got > 0 ? (size_t)got : 0;
	}
	text[have] = '\0';
	return strlen(text) == have;
}

static const char *
take_text(struct reading *r, int fd)
{
	struct stat s;

	if (fstat(fd, &s) != 0)
		return REFUSE(r, "cannot read %.100s: %s", r->path, strerror(errno));
	if (!S_ISREG(s.st_mode))
		return REFUSE(r, "%.100s is not a file but a folder, a device or a pipe", r->path);
	if (s.st_size > BYTES_MOST)
		return REFUSE(r, "%.100s has more than %d MiB", r->path, BYTES_MOST >> 20);
	r->text = malloc((size_t)s.st_size + 1);
	if (!r->text)
		return no_memory;
	if (!take_bytes(fd, r->text, (size_t)s.st_size))
		return REFUSE(r, "%.100s is not a text file, or cannot be read", r->path);
	return NULL;
}

/* Return the bytes of the character of UTF-8 at `text`; 0: it is none. */
static int
character(const unsigned char *text)
{
	const unsigned char c = text[0], next = text[c > 0];
	const int more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;

	if ((c >= 0x80 && c < 0xc2) || c > 0xf4)
		return 0;
	/* longer than need be, half of a pair of UTF-16, or beyond U+10FFFF */
	if ((c == 0xe0 && next < 0xa0) || (c == 0xed && next >= 0xa0) || (c == 0xf0 && next < 0x90) ||
	    (c == 0xf4 && next >= 0x90))
		return 0;
	for (int i = 1; i <= more; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	return more + 1;
}

static bool
is_utf8(const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	int bytes = 0;

	for (; *at && (bytes = character(at)) > 0; at += bytes)
		;
	return *at == '\0';
}

static const char *
take_file(struct reading *r)
{
	const char *wrong;
	int fd;

	if (!*r->path)
		return "the name of a file is missing";
	if (strpbrk(r->path, SPECIAL))
		return "the path contains a blank or another special character, which may end a text";
	if (!is_utf8(r->path))
		return "the path is not UTF-8, in which pictures and JSON are written";
	/* nonblocking, or opening a pipe would wait for a writer */
	fd = open(r->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return REFUSE(r, "cannot open %.100s: %s", r->path, strerror(errno));
	wrong = take_text(r, fd);
	close(fd);
	return wrong;
}

/* --- its lines ------------------------------------------------------------------ */

static bool
add(struct reading *r, int from, int to, int line)
{
	if (r->links == r->room) {
		const size_t room = r->room ? 2 * r->room : 256;
		struct link *link = realloc(r->link, room * sizeof *link);

		if (!link)
			return false;
		r->link = link;
		r->room = room;
	}
	r->link[r->links++] = (struct link){ (uint16_t)from, (uint16_t)to, line };
	return true;
}

/* Takes the next number of a line and advances *at; -1: there is none, or it is not plain or
 * out of range. */
static int
take_number(char **at)
{
	int number = 0, digits = 0;

	*at += strspn(*at, " \t\r");
	for (; **at >= '0' && **at <= '9'; ++*at, digits++)
		if (number < GRAPH_NODES_MAX)
			number = 10 * number + (**at - '0');
	if (digits == 0 || number >= GRAPH_NODES_MAX || (**at && !strchr(" \t\r", **at)))
		return -1;
	return number;
}

static const char *
take_line(struct reading *r, char *text, int line)
{
	char *at = text;
	int from, to;

	text[strcspn(text, "#")] = '\0';
	if (text[strspn(text, " \t\r")] == '\0')
		return NULL;
	from = take_number(&at);
	to = from < 0 ? -1 : take_number(&at);
	if (to < 0 || at[strspn(at, " \t\r")] != '\0')
		return REFUSE_LINE(r, line, "'%.30s' is not two node numbers from 0 to %d", text,
				   GRAPH_NODES_MAX - 1);
	if (from == to)
		return REFUSE_LINE(r, line, "node %d is wired to itself", from);
	return add(r, from, to, line) && add(r, to, from, line) ? NULL : no_memory;
}

static const char *
take_lines(struct reading *r)
{
	char *rest = r->text, *text;
	const char *wrong;

	for (int line = 1; (text = strsep(&rest, "\n")) != NULL; line++)
		if ((wrong = take_line(r, text, line)) != NULL)
			return wrong;
	return r->links == 0 ? REFUSE(r, "%.100s contains no wire", r->path) : NULL;
}

static int
compare(const void *a, const void *b)
{
	const struct link *x = a, *y = b;

	return x->from != y->from ? x->from - y->from : x->to != y->to ? x->to - y->to
	     : x->line - y->line;
}

/* Sorts the links. Returns NULL, or which wire occurs twice. */
static const char *
sort(struct reading *r)
{
	qsort(r->link, r->links, sizeof *r->link, compare);
	for (size_t i = 1; i < r->links; i++) {
		const struct link *const a = &r->link[i - 1], *const b = &r->link[i];

		if (a->from == b->from && a->to == b->to)
			return REFUSE_LINE(r, b->line, "the wire between %d and %d is already in line %d",
					   b->from, b->to, a->line);
	}
	return NULL;
}

/* --- tables --------------------------------------------------------------------- */

static const char *
set_neighbors(vcube_topology *t, const struct reading *r)
{
	struct graph *const g = t->tables;

	g->first = calloc((size_t)t->nodes + 1, sizeof *g->first);
	g->to = calloc(r->links, sizeof *g->to);
	if (!g->first || !g->to)
		return no_memory;
	for (size_t i = 0; i < r->links; i++) {
		g->first[r->link[i].from + 1]++;
		g->to[i] = r->link[i].to;
	}
	for (int v = 0; v < t->nodes; v++) {
		if (g->first[v + 1] > t->ports)
			t->ports = g->first[v + 1];
		g->first[v + 1] += g->first[v];
	}
	return NULL;
}

/* Search from all sources of a batch, a bit for each. */
struct search {
	uint16_t *origin;               /* [nodes]: all sources, in the order of their numbers */
	uint64_t *seen;                 /* [nodes]: from which sources it has been reached, */
	uint64_t *now, *next;           /* in this step, and in the next; */
	uint16_t *at, *then;            /* [nodes + 1]: which nodes have been */
};

/* Numbers the sources so that those of a batch are near each other. */
static void
number_sources(const vcube_topology *t, uint16_t *origin)
{
	const struct graph *const g = t->tables;
	int end = 0;

	memset(g->source, 0xff, (size_t)t->nodes * sizeof *g->source);
	for (int v = 0; v < t->nodes; v++) {
		const int full = (end / BATCH + 1) * BATCH;

		if (g->source[v] != UINT16_MAX)
			continue;
		g->source[v] = (uint16_t)end;
		origin[end++] = (uint16_t)v;
		for (int head = end - 1; head < end; head++)
			for (int i = g->first[origin[head]]; i < g->first[origin[head] + 1]; i++)
				if (end < full && g->source[g->to[i]] == UINT16_MAX) {
					g->source[g->to[i]] = (uint16_t)end;
					origin[end++] = g->to[i];
				}
	}
}

/* Goes one link on from the `count` nodes of this step. Returns the number of nodes of the next. */
static int
step(const struct graph *g, struct search *s, int count)
{
	int reached = 0;

	for (int k = 0; k < count; k++) {
		const int v = s->at[k];

		for (int i = g->first[v]; i < g->first[v + 1]; i++) {
			const int to = g->to[i];
			const uint64_t fresh = s->now[v] & ~s->seen[to];

			s->then[reached] = (uint16_t)to;
			reached += fresh != 0 && s->next[to] == 0;
			s->next[to] |= fresh;
		}
		s->now[v] = 0;
	}
	return reached;
}

/* Finds the distances from the batch of the source with this number. */
static void
search(vcube_topology *t, struct search *s, int source)
{
	struct graph *const g = t->tables;
	struct apart *const apart = g->apart + (size_t)(source / BATCH) * (size_t)t->nodes;
	int count = 0;

	memset(s->seen, 0, (size_t)t->nodes * sizeof *s->seen);
	for (; count < BATCH && source + count < t->nodes; count++) {
		s->then[count] = s->origin[source + count];
		s->next[s->then[count]] = UINT64_C(1) << count;
	}
	for (int far = 0; count > 0; far++) {
		struct search was = *s;

		s->now = was.next;
		s->next = was.now;
		s->at = was.then;
		s->then = was.at;
		for (int k = 0; k < count; k++) {
			const int v = s->at[k];

			s->seen[v] |= s->now[v];
			apart[v].one |= far % 3 == 1 ? s->now[v] : 0;
			apart[v].two |= far % 3 == 2 ? s->now[v] : 0;
		}
		if (far > t->diameter)
			t->diameter = far;
		count = step(g, s, count);
	}
}

static const char *
search_all(vcube_topology *t, struct search *s, const struct reading *r)
{
	number_sources(t, s->origin);
	for (int source = 0; source < t->nodes; source += BATCH) {
		search(t, s, source);
		for (int v = 0; v < t->nodes; v++)
			if ((s->seen[v] & 1) == 0)
				return REFUSE(r, "%.100s is not connected: there is no path from node 0 to "
					      "node %d", r->path, v);
	}
	return NULL;
}

static const char *
set_distances(vcube_topology *t, const struct reading *r)
{
	struct graph *const g = t->tables;
	const size_t n = (size_t)t->nodes;
	struct search s = {
		calloc(n, sizeof *s.origin), calloc(n, sizeof *s.seen), calloc(n, sizeof *s.now),
		calloc(n, sizeof *s.next), calloc(n + 1, sizeof *s.at), calloc(n + 1, sizeof *s.then),
	};
	const char *wrong = no_memory;

	g->source = calloc(n, sizeof *g->source);
	g->apart = calloc((n + BATCH - 1) / BATCH * n, sizeof *g->apart);
	if (g->source && g->apart && s.origin && s.seen && s.now && s.next && s.at && s.then)
		wrong = search_all(t, &s, r);
	free(s.origin);
	free(s.seen);
	free(s.now);
	free(s.next);
	free(s.at);
	free(s.then);
	return wrong;
}

static const char *
fill(vcube_topology *t, const struct reading *r)
{
	struct graph *const g = t->tables = calloc(1, sizeof *g);
	const char *wrong;

	t->nodes = t->vertices = r->link[r->links - 1].from + 1;
	t->links = (long)r->links;
	if ((long)t->nodes * (t->nodes + t->links) > VISITS_MOST)
		return REFUSE(r, "%.100s is too large: %d nodes, times these and %ld links, are more than "
			      "%d", r->path, t->nodes, t->links, VISITS_MOST);
	if (!g)
		return no_memory;
	wrong = set_neighbors(t, r);
	if (wrong)
		return wrong;
	wrong = set_distances(t, r);
	t->degree = t->ports;
	t->longest = t->diameter;
	t->bisection = t->nodes == 2 ? 1 : -1;
	return wrong;
}

static const char *
read_file(vcube_topology *t, const char *path, char why[VC_WHY_MAX])
{
	struct reading r = { .path = path, .why = why };
	const char *wrong = take_file(&r);

	if (!wrong)
		wrong = take_lines(&r);
	if (!wrong)
		wrong = sort(&r);
	if (!wrong)
		wrong = fill(t, &r);
	free(r.text);
	free(r.link);
	return wrong;
}

static void
close_tables(vcube_topology *t)
{
	struct graph *const g = t->tables;

	if (!g)
		return;
	free(g->first);
	free(g->to);
	free(g->source);
	free(g->apart);
	free(g);
}

/* --- queries -------------------------------------------------------------------- */

/* The distance between two nodes, modulo 3. */
static int
apart(const vcube_topology *t, int source, int node)
{
	const struct graph *const g = t->tables;
	const int number = g->source[source];
	const struct apart *const a = &g->apart[(size_t)(number / BATCH) * (size_t)t->nodes + (size_t)node];

	return (int)(a->one >> number % BATCH & 1) + 2 * (int)(a->two >> number % BATCH & 1);
}

static int
neighbor(const vcube_topology *t, int vertex, int port)
{
	const struct graph *const g = t->tables;
	const int i = g->first[vertex] + port;

	return i < g->first[vertex + 1] ? g->to[i] : -1;
}

static int
port(const vcube_topology *t, int from, int to)
{
	const struct graph *const g = t->tables;
	int low = g->first[from], high = g->first[from + 1];

	while (low < high) {
		const int middle = low + (high - low) / 2;

		if (g->to[middle] < to)
			low = middle + 1;
		else
			high = middle;
	}
	return low < g->first[from + 1] && g->to[low] == to ? low - g->first[from] : -1;
}

static void
route(const vcube_topology *t, int from, int to, struct vc_route_builder *route)
{
	const struct graph *const g = t->tables;

	while (from != to) {
		const int nearer = (apart(t, to, from) + 2) % 3;
		int i = g->first[from];

		while (apart(t, to, g->to[i]) != nearer)
			i++;
		vc_route_builder_add(route, t, from, i - g->first[from]);
		from = g->to[i];
	}
}

static const char *const examples[] = { "graph:graphs/petersen.txt", NULL };

const struct vc_family vc_graph = {
	.name           = "graph",
	.form           = "FILE",
	.text           = "any connected graph, wire by wire from a text file",
	.manual = {
		.permitted = "a text file that holds the two nodes of a wire on each line, as numbers "
			     "from 0; # begins a comment",
		.wires     = "one node more than the largest number; the graph must be connected; "
			     "each wire is written once, in either direction; port k leads to "
			     "the neighbour with the k-th lowest number; nodes, times the sum of nodes "
			     "and links, are at most 2^30, and bytes of the file 16 MiB; its path has no "
			     "blanks or other special characters, and is UTF-8; the file is read when the text is "
			     "parsed, such as when a machine is opened or its trace is shown",
		.routes    = "shortest paths, through the nearer neighbour with the lowest number",
		.bisection = "not computed (that would compare all bisections of the nodes)",
	},
	.examples       = examples,
	.read           = read_file,
	.close          = close_tables,
	.neighbor       = neighbor,
	.port           = port,
	.route          = route,
	.place          = vc_place_circle,
};
