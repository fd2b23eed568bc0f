/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The recorder: an observer that keeps what it sees. The program runs once; the user then
 * moves back and forth in the recording.
 */
#include <complex.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/results.h>
#include "recording.h"

#define ROOM_DEFAULT ((size_t)256 << 20)

int
vc_step_error(struct vcube_error *error, int code, const char *format, ...)
{
	va_list arguments;

	if (error == NULL)
		return code;
	error->code = code;
	va_start(arguments, format);
	vsnprintf(error->text, sizeof error->text, format, arguments);
	va_end(arguments);
	return code;
}

static void
hexadecimals(const unsigned char *data, size_t bytes, char *text, size_t room)
{
	for (size_t i = 0; i < bytes && 2 * i + 3 <= room; i++)
		snprintf(text + 2 * i, room - 2 * i, "%02x", data[i]);
}

/* The default text of a cell: its first element, as a number, or plain bytes in
 * hexadecimal. */
static void
cell_text(void *arg, const struct vcube_watched *watched, const void *data, size_t bytes,
	     char *text, size_t room)
{
	(void)arg;
	*text = '\0';
	if (bytes < vcube_type_size(watched->type)) {
		hexadecimals(data, bytes, text, room);
		return;
	}
	/* watched memory need not be aligned */
	switch (watched->type) {
#define ELEMENT(constant, ctype, format, ...) \
	case constant: { \
		ctype x; \
		memcpy(&x, data, sizeof x); \
		snprintf(text, room, format, __VA_ARGS__); \
		break; \
	}
#define X(constant, name, ctype) ELEMENT(constant, ctype, "%jd", (intmax_t)x)
	X(VCUBE_INT8, , int8_t) X(VCUBE_INT16, , int16_t) X(VCUBE_INT32, , int32_t)
	X(VCUBE_INT64, , int64_t)
#undef X
#define X(constant, name, ctype) ELEMENT(constant, ctype, "%ju", (uintmax_t)x)
	X(VCUBE_UINT8, , uint8_t) X(VCUBE_UINT16, , uint16_t) X(VCUBE_UINT32, , uint32_t)
	X(VCUBE_UINT64, , uint64_t)
#undef X
#define X(constant, name, ctype) ELEMENT(constant, ctype, "%.6g", (double)x)
	VCUBE_REAL_TYPES(X)
#undef X
#define X(constant, name, ctype) \
	ELEMENT(constant, ctype, "%.3g%+.3gi", (double)creal(x), (double)cimag(x))
	VCUBE_COMPLEX_TYPES(X)
#undef X
	default:
		hexadecimals(data, bytes, text, room);
	}
}

enum { HOPS_MAX = VC_STEP_NODES_MAX };

/* While recording a machine that does not account for links, return the route of a message
 * now; NULL if there is no room. A machine that accounts for them knows each message's route
 * after the run; for any other, the routes at the step count: there they change only when
 * links do. */
static const struct vc_path *
path_of(struct vc_recording *r, int from, int to)
{
	const struct vc_path **const last = &r->path[from * r->nodes + to];
	long link[HOPS_MAX], *kept;
	int links = vcube_message_way(r->machine, from, to, 0, link, HOPS_MAX);
	struct vc_path *path;

	links = links < 0 ? 0 : links < HOPS_MAX ? links : HOPS_MAX;
	if (*last && (*last)->links == links &&
	    memcmp((*last)->link, link, (size_t)links * sizeof *link) == 0)
		return *last;
	path = vc_arena_take(&r->arena, 1, sizeof *path);
	kept = vc_arena_take(&r->arena, (size_t)links, sizeof *kept);
	if (path == NULL || kept == NULL)
		return NULL;
	memcpy(kept, link, (size_t)links * sizeof *kept);
	*path = (struct vc_path){.links = links, .link = kept};
	return *last = path;
}

/* Return the memory of the same name and size at the previous moment, or NULL. */
static const struct vc_memory *
same_before(const struct vc_moment *before, int rank, int i, const struct vc_memory *memory)
{
	const struct vc_stand *const stand = before ? &before->node[rank] : NULL;
	const struct vc_memory *const old = stand && i < stand->memories ? &stand->memory[i] : NULL;

	return old && old->kept == memory->kept && old->name == memory->name ? old : NULL;
}

static void
read_cells(struct vc_recording *r, const struct vcube_watched *w, size_t cell, size_t kept)
{
	const size_t total = w->count * vcube_type_size(w->type);
	vcube_stepper_text *const text = r->options->text ? r->options->text : cell_text;
	char word[96];

	for (size_t i = 0; i < kept; i++) {
		const size_t at = i * cell, rest = total - at;

		*word = '\0';
		text(r->options->arg, w, (const char *)w->pointer + at, rest < cell ? rest : cell, word,
		     sizeof word);
		if (strlen(word) > VC_STEP_TEXT_MAX)
			strcpy(word + VC_STEP_TEXT_MAX - 1, "~");
		r->word[i] = vc_arena_text(&r->arena, word);
	}
}

/* Record memory; share it with the previous moment if it has not changed. */
static bool
read_memory(struct vc_recording *r, const struct vcube_watched *w, int rank, int i,
	    const struct vc_moment *before, struct vc_memory *memory)
{
	const size_t size = vcube_type_size(w->type);
	const size_t cell = r->options->cell ? r->options->cell : size;
	const struct vc_memory *old;
	const char **kept;

	memory->name = vc_arena_text(&r->arena, w->name);
	memory->depth = w->depth;
	memory->count = (w->count * size + cell - 1) / cell;
	memory->kept = memory->count < VC_STEP_CELLS_MAX ? memory->count : VC_STEP_CELLS_MAX;
	read_cells(r, w, cell, memory->kept);
	old = same_before(before, rank, i, memory);
	if (old && memcmp(old->cell, r->word, old->kept * sizeof *r->word) == 0) {
		memory->cell = old->cell;
		return true;
	}
	kept = vc_arena_take(&r->arena, memory->kept, sizeof *kept);
	if (kept)
		memcpy(kept, r->word, memory->kept * sizeof *kept);
	memory->cell = kept;
	return kept != NULL;
}

/* Is the memory already watched? A program and its call may watch the same. */
static bool
is_known(const vcube_machine *machine, int rank, int i, const struct vcube_watched *w)
{
	struct vcube_watched other;

	for (int k = 0; k < i; k++)
		if (vcube_watched(machine, rank, k, &other) == 0 && other.pointer == w->pointer &&
		    other.count * vcube_type_size(other.type) == w->count * vcube_type_size(w->type))
			return true;
	return false;
}

static bool
look_at_node(struct vc_recording *r, const vcube_machine *machine, int rank,
	     const struct vc_moment *before, struct vc_stand *stand)
{
	struct vcube_view view;
	struct vcube_watched w;
	int count = 0;

	vcube_node_view(machine, rank, &view);
	*stand = (struct vc_stand){
		.now = view.now, .settled = view.settled, .since = view.since, .done = view.done,
		.state = view.state, .steps = view.steps, .peer = view.peer,
		.step = vc_arena_text(&r->arena, view.step),
		.wait = vc_arena_text(&r->arena, view.wait),
	};
	while (vcube_watched(machine, rank, count, &w) == 0)
		count++;
	stand->memory = vc_arena_take(&r->arena, (size_t)count, sizeof *stand->memory);
	for (int i = 0; stand->memory != NULL && i < count; i++) {
		const int n = stand->memories;

		vcube_watched(machine, rank, i, &w);
		if (is_known(machine, rank, i, &w))
			continue;
		if (!read_memory(r, &w, rank, n, before, &stand->memory[n]))
			return false;
		stand->memories++;
	}
	return stand->memory != NULL;
}

/* Record the messages sent since the previous moment, and those in flight. */
static bool
look_at_messages(struct vc_recording *r, const vcube_machine *machine, struct vc_moment *m)
{
	for (int i = 0; i < r->nodes * r->nodes; i++) {
		struct vcube_traffic now, *const before = &r->before[i];
		struct vc_transfer *const t = &r->found[m->transfers];

		vcube_traffic(machine, i / r->nodes, i % r->nodes, &now);
		*t = (struct vc_transfer){
			.from = i / r->nodes, .to = i % r->nodes,
			.messages = now.messages - before->messages,
			.bytes = now.bytes - before->bytes,
			.waiting = now.messages - now.received,
		};
		if (t->messages > 0 && !r->accounts &&
		    (t->path = path_of(r, t->from, t->to)) == NULL)
			return false;
		*before = now;
		m->messages += t->messages;
		m->bytes += t->bytes;
		m->transfers += t->messages > 0 || t->waiting > 0;
	}
	m->transfer = vc_arena_take(&r->arena, (size_t)m->transfers, sizeof *m->transfer);
	if (m->transfer == NULL)
		return false;
	memcpy(m->transfer, r->found, (size_t)m->transfers * sizeof *m->transfer);
	return true;
}

static struct vc_moment *
look(struct vc_recording *r, const vcube_machine *machine, const struct vc_moment *before)
{
	struct vc_moment *const m = vc_arena_take(&r->arena, 1, sizeof *m);

	if (m == NULL)
		return NULL;
	m->here = before ? before->next : "";
	m->node = vc_arena_take(&r->arena, (size_t)r->nodes, sizeof *m->node);
	for (int rank = 0; m->node != NULL && rank < r->nodes; rank++)
		if (!look_at_node(r, machine, rank, before, &m->node[rank]))
			return NULL;
	if (m->node == NULL || !look_at_messages(r, machine, m))
		return NULL;
	return m;
}

static bool
grow(struct vc_recording *r)
{
	const int room = r->moment_room ? 2 * r->moment_room : 64;
	struct vc_moment **const list = reallocarray(r->moment, (size_t)room, sizeof *list);

	if (list == NULL) {
		r->arena.refused = true;
		return false;
	}
	r->moment = list;
	r->moment_room = room;
	return true;
}

/* Observe a step. When room runs out, drop this step and all later ones: a step's messages
 * are the difference to the step before. */
static int
observe(vcube_machine *machine, uint64_t step, const char *name, void *arg)
{
	struct vc_recording *const r = arg;
	struct vc_moment *m = NULL;

	if (r->dropped == 0 && (r->moments < r->moment_room || grow(r)))
		m = look(r, machine, r->moments ? r->moment[r->moments - 1] : NULL);
	if (m != NULL) {
		m->number = step;
		m->next = vc_arena_text(&r->arena, name);
	}
	if (m == NULL || r->arena.lost_text) {
		r->dropped++;
		return 0;
	}
	r->moment[r->moments++] = m;
	return 0;
}

static void
load_links(struct vc_load *load, const struct vc_transfer *t, const long *link, int links)
{
	for (int i = 0; i < links; i++) {
		struct vc_load *const l = &load[link[i]];

		l->shared |= l->messages > 0 && (l->from != t->from || l->to != t->to);
		l->messages += t->messages;
		l->bytes += t->bytes;
		l->from = t->from;
		l->to = t->to;
	}
}

static void
load_message(void *arg, int from, int to, size_t bytes, const long *link, int links)
{
	const struct vc_transfer t = {.from = from, .to = to, .messages = 1, .bytes = bytes};

	load_links(arg, &t, link, links);
}

const struct vc_load *
vc_recording_links(const struct vc_recording *r, int i)
{
	const struct vc_moment *const m = r->moment[i];

	memset(r->load, 0, (size_t)r->links * sizeof *r->load);
	for (int rank = 0; r->accounts && i > 0 && rank < r->nodes; rank++) {
		const struct vcube_view before = {.done = r->moment[i - 1]->node[rank].done};
		const struct vcube_view view = {.done = m->node[rank].done};

		vcube_view_ways(r->machine, rank, &before, &view, load_message, r->load);
	}
	for (int k = 0; !r->accounts && k < m->transfers; k++)
		if (m->transfer[k].path != NULL)
			load_links(r->load, &m->transfer[k], m->transfer[k].path->link,
				   m->transfer[k].path->links);
	return r->load;
}

static void
count_links(struct vc_recording *r, int i)
{
	const struct vc_load *const load = vc_recording_links(r, i);
	struct vc_moment *const m = r->moment[i];

	for (long k = 0; k < r->links; k++) {
		m->busy += load[k].messages > 0;
		m->shared += load[k].shared;
		if (m->most < load[k].messages)
			m->most = load[k].messages;
	}
}

static void
settle_clocks(struct vc_recording *r, const struct vc_moment *m)
{
	for (int rank = 0; rank < r->nodes; rank++) {
		struct vc_stand *const s = &m->node[rank];
		struct vcube_view view = {
			.now = s->now, .settled = s->settled, .since = s->since, .done = s->done,
		};

		vcube_view_settle(r->machine, rank, &view);
		s->now = view.now;
		s->settled = view.settled;
	}
}

/* Complete the recording after the run: the clocks of nodes at each moment, and the links that
 * messages crossed. */
static void
settle(struct vc_recording *r)
{
	for (int i = 0; i < r->moments; i++) {
		settle_clocks(r, r->moment[i]);
		count_links(r, i);
	}
}

static int
prepare(struct vc_recording *r, vcube_machine *machine, struct vcube_error *error)
{
	const size_t pairs = (size_t)r->nodes * (size_t)r->nodes;

	r->position = calloc((size_t)r->nodes, sizeof *r->position);
	r->load = calloc((size_t)r->links, sizeof *r->load);
	r->before = calloc(pairs, sizeof *r->before);
	r->path = calloc(pairs, sizeof *r->path);
	r->found = calloc(pairs + 1, sizeof *r->found);
	r->word = calloc(VC_STEP_CELLS_MAX, sizeof *r->word);
	if (!r->position || !r->load || !r->before || !r->path || !r->found || !r->word ||
	    vcube_keep_history(machine, 1) != 0)
		return vc_step_error(error, VCUBE_EHOST, "no memory for a recording");
	r->accounts = vcube_view_ways(machine, 0, NULL, &(struct vcube_view){.done = 0}, NULL, NULL) == 0;
	return vcube_mapping_parse(vcube_machine_desc(machine)->mapping, r->topology, r->position,
				   error);
}

int
vc_recording_make(struct vc_recording *r, vcube_machine *machine, vcube_program *program,
		  void *arg, const struct vcube_stepper_options *options, struct vcube_error *error)
{
	const vcube_topology *const t = vcube_machine_topology(machine);
	int code;

	*r = (struct vc_recording){
		.options = options, .machine = machine, .topology = t, .nodes = vcube_machine_nodes(machine),
		.links = (long)vcube_topology_vertices(t) * vcube_topology_ports(t) + 1,
		.timed = vcube_machine_desc(machine)->clock != VCUBE_CLOCK_FREE,
	};
	if (r->nodes > VC_STEP_NODES_MAX)
		return vc_step_error(error, VCUBE_EINVAL, "the stepper shows up to %d nodes, and %s "
				     "has %d", VC_STEP_NODES_MAX, vcube_topology_text(t), r->nodes);
	if (vcube_machine_desc(machine)->digest)
		return vc_step_error(error, VCUBE_EINVAL, "the stepper shows one run, and with digest=yes a "
				     "program runs twice; leave it out");
	code = prepare(r, machine, error);
	if (code != 0)
		return code;
	vc_arena_open(&r->arena, options->room ? options->room : ROOM_DEFAULT);
	vcube_on_step(machine, observe, r);
	r->code = vcube_run(machine, program, arg);
	vcube_on_step(machine, NULL, NULL);
	r->failure = *vcube_run_error(machine);
	r->report = vcube_run_report(machine);
	settle(r);
	return 0;
}

void
vc_recording_free(struct vc_recording *r)
{
	vcube_keep_history(r->machine, 0);
	vc_arena_close(&r->arena);
	free(r->moment);
	free(r->position);
	free(r->load);
	free(r->before);
	free(r->path);
	free(r->found);
	free(r->word);
}
