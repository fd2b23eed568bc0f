/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs one case on a machine of its own: every node fills its blocks, makes the call and
 * checks the result.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <vcube/observing.h>
#include "base/spread.h"
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "run/measure.h"
#include "run/pattern.h"
#include "sweep/predict.h"

/* Overwrites a result before the call, so that old data are never right by chance. */
#define POISON 0xa5

/* Calls that take less than SHORT_NS are timed in batches of about BATCH_NS; whether they do, a
 * few calls show, unless the first took as long as PROBE_NS. */
enum {
	SHORTEST_NS = 100, SHORT_NS = 10000, BATCH_NS = 100000, PROBE_NS = 50000000, PROBE_CALLS = 3,
};

/* The blocks that a node has, or gets */
struct side {
	char *data;
	int blocks;
	size_t *counts, *offsets;       /* in elements, if blocks may differ; else NULL */
};

struct blocks_of_node {
	struct side in, out;
};

/* Read the host's clock, in nanoseconds from some start. */
static int64_t
host_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Return the bytes of block i. */
static size_t
block_bytes(const struct run_case *c, const struct side *s, int i)
{
	return s->counts ? s->counts[i] * vcube_type_size(c->type) : c->bytes;
}

/* Return the offset of block i, in bytes. */
static size_t
block_place(const struct run_case *c, const struct side *s, int i)
{
	return s->counts ? s->offsets[i] * vcube_type_size(c->type) : c->bytes * (size_t)i;
}

static char *
block_at(const struct run_case *c, const struct side *s, int i)
{
	return s->data + block_place(c, s, i);
}

/* Return the elements of all blocks. */
static size_t
side_elements(const struct run_case *c, const struct side *s)
{
	const int last = s->blocks - 1;

	return s->blocks == 0 ? 0
		: (block_place(c, s, last) + block_bytes(c, s, last)) / vcube_type_size(c->type);
}

/* Place blocks one after the other: those with which this node begins, or ends. */
static void
take_counts(vcube_node *self, const struct run_case *c, struct side *s, bool out)
{
	const int me = vcube_rank(self);
	size_t end = 0;

	s->counts = vcube_scratch(self, 2 * (size_t)s->blocks * sizeof *s->counts);
	if (!s->counts)
		return;
	s->offsets = s->counts + s->blocks;
	for (int i = 0; i < s->blocks; i++) {
		s->counts[i] = (out ? case_bytes_out(c, me, i) : case_bytes_in(c, me, i)) /
			       vcube_type_size(c->type);
		s->offsets[i] = end;
		end += s->counts[i];
	}
}

/* Allocate the blocks. If the heap has no room, the node has failed. */
static void
take_blocks(vcube_node *self, const struct run_case *c, struct side *s, int blocks, bool out)
{
	s->blocks = blocks;
	if (blocks && (has_trait(c->collective, VCUBE_COUNTS) || c->traffic.traffic))
		take_counts(self, c, s, out);
	if (blocks && !vcube_failed(self))
		s->data = vcube_scratch(self, side_elements(c, s) * vcube_type_size(c->type));
}

/* Take the counts of unequal blocks where only the root has them: all nodes know them. */
static void
take_counts_alone(vcube_node *self, const struct run_case *c, struct side *s,
		  enum vcube_blocks blocks, bool out)
{
	if (s->counts || blocks != VCUBE_BLOCKS_ALL || !c->traffic.traffic)
		return;
	s->blocks = c->nodes;
	take_counts(self, c, s, out);
	s->blocks = 0;
}

static void
free_blocks(vcube_node *self, struct side *s)
{
	vcube_free(self, s->data);
	vcube_free(self, s->counts);
}

static void
prepare(vcube_node *self, const struct run_case *c, bool fill, struct blocks_of_node *b)
{
	const struct vcube_shape *shape = vcube_collective_shape(c->collective);
	const int rank = vcube_rank(self);
	const bool one = has_trait(c->collective, VCUBE_ONE_BUFFER);

	*b = (struct blocks_of_node) { 0 };
	if (!one && (!has_trait(c->collective, VCUBE_IN_AT_ROOT) || rank == c->root))
		take_blocks(self, c, &b->in, vcube_blocks_of(shape->in, c->nodes), false);
	if (!has_trait(c->collective, VCUBE_OUT_AT_ROOT) || rank == c->root)
		take_blocks(self, c, &b->out, vcube_blocks_of(shape->out, c->nodes), true);
	take_counts_alone(self, c, &b->in, shape->in, false);
	take_counts_alone(self, c, &b->out, shape->out, true);
	if (vcube_failed(self) || !fill)
		return;
	for (int i = 0; i < b->in.blocks; i++)
		pattern_fill(c, rank, i, block_at(c, &b->in, i));
	if (b->out.blocks > 0)
		memset(b->out.data, POISON, side_elements(c, &b->out) * vcube_type_size(c->type));
	if (one && rank == c->root)
		pattern_fill(c, rank, 0, b->out.data);
}

static struct vcube_call
call_of(const struct run_case *c, const struct blocks_of_node *b)
{
	return (struct vcube_call) {
		.collective = c->collective, .root = c->root, .in = b->in.data, .out = b->out.data,
		.count = c->count, .type = c->type, .op = c->op,
		.in_counts = b->in.counts, .in_offsets = b->in.offsets,
		.out_counts = b->out.counts, .out_offsets = b->out.offsets,
	};
}

static void
call(vcube_node *self, const struct run_case *c, const struct blocks_of_node *b)
{
	const struct vcube_call call = call_of(c, b);
	int returned;

	if (!c->program)
		vcube_call_how(self, &call, c->algorithm ? c->how : NULL);
	else if ((returned = c->program->run(self, c->bytes)) != 0)
		vcube_fail(self, "vcube_own_program() returns %d on node %d", returned,
			   vcube_rank(self));
}

static void
check(vcube_node *self, const struct trial *t, const struct blocks_of_node *b)
{
	const struct run_case *c = t->c;
	const int rank = vcube_rank(self);

	for (int i = 0; i < b->out.blocks && !vcube_failed(self); i++) {
		const size_t where = pattern_check(c, t->combined, rank, i, block_at(c, &b->out, i));

		if (where < block_bytes(c, &b->out, i))
			vcube_fail(self, "node %d has wrong data, from byte %zu of block %d on",
				   rank, where, i);
	}
}

/* What a node reports of the first run: the peak of its heap during the call, beyond its content
 * before, and how long the host took, since processes that share the machine must agree on how
 * many calls to time */
struct spent {
	size_t scratch;
	int64_t ns;
};

static void
give_spent(vcube_node *self, size_t used, int64_t start)
{
	const struct spent mine = { vcube_heap_peak(self) - used, host_ns() - start };

	vcube_give(self, &mine, sizeof mine);
}

/* Watch all blocks; results first, since they matter most. */
static void
watch(vcube_node *self, const struct run_case *c, const struct blocks_of_node *b)
{
	vcube_watch(self, "out", b->out.data, c->type, side_elements(c, &b->out));
	vcube_watch(self, "in", b->in.data, c->type, side_elements(c, &b->in));
}

static void
call_once(vcube_node *self, struct trial *t, const struct blocks_of_node *b)
{
	const size_t used = vcube_heap_used(self);
	const int64_t begin = host_ns();
	vcube_time start;

	if (t->watched)
		watch(self, t->c, b);
	if (vcube_rank(self) == 0)      /* an exploration runs it again */
		atomic_store_explicit(&t->came, 0, memory_order_relaxed);
	vcube_align(self, NULL);
	start = vcube_now(self);
	atomic_fetch_add_explicit(&t->came, 1, memory_order_relaxed);
	call(self, t->c, b);
	/* A barrier promises this, and orders the counting before this load. */
	if (!has_blocks(t->c->collective) && !t->c->program && !vcube_failed(self) &&
	    atomic_load_explicit(&t->came, memory_order_relaxed) < (t->local ? t->local : t->c->nodes))
		vcube_fail(self, "node %d left the barrier before every node had entered",
			   vcube_rank(self));
	if (t->watched)
		vcube_step(self, "end");
	vcube_align(self, NULL);
	give_spent(self, used, begin);
	if (vcube_rank(self) == 0)
		t->time = vcube_now(self) - start;
}

/* Without threads nobody is there to meet: the time of the run is that of the call. What the nodes
 * give is not kept, but they run one after the other. */
static void
call_noted(vcube_node *self, struct trial *t, const struct blocks_of_node *b)
{
	const size_t used = vcube_heap_used(self);
	size_t scratch;

	call(self, t->c, b);
	scratch = vcube_heap_peak(self) - used;
	if (scratch > t->noted_scratch)
		t->noted_scratch = scratch;
}

/* Make the call a number of times. Its algorithm's name is read once, since that takes as long
 * as a short call. */
static void
call_batch(vcube_node *self, const struct run_case *c, const struct blocks_of_node *b, int count)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_call whole = call_of(c, b);
	const struct vcube_algorithm *a = c->algorithm
		? vcube_algorithm_parse(c->collective, c->how, set, NULL) : NULL;

	whole.set = set;
	for (int i = 0; i < count && !vcube_failed(self); i++)
		if (a)
			vcube_call(self, a, &whole);
		else
			call(self, c, b);
}

static void
call_timed(vcube_node *self, const struct trial *t, const struct blocks_of_node *b)
{
	int64_t *returned = t->returned + (size_t)vcube_rank(self) * ((size_t)t->timed + 1);

	for (int i = 0; i <= t->timed && !vcube_failed(self); i++) {
		call_batch(self, t->c, b, t->batch);
		returned[i] = host_ns();
	}
	vcube_give(self, returned, ((size_t)t->timed + 1) * sizeof *returned);
}

int
trial_program(vcube_node *self, void *arg)
{
	struct trial *t = arg;
	struct blocks_of_node b;

	prepare(self, t->c, !t->noted, &b);
	if (t->noted)
		call_noted(self, t, &b);
	else if (t->timed)
		call_timed(self, t, &b);
	else
		call_once(self, t, &b);
	if (t->check)
		check(self, t, &b);
	free_blocks(self, &b.in);
	free_blocks(self, &b.out);
	return vcube_failed(self);
}

/* Return the time of a call in each of the timed batches, from the last node's return from the
 * previous batch to the last node's return from this one. A single node would not do: the
 * root of a bcast is done when it has sent. */
static double *
times_of(const struct trial *t, const vcube_machine *machine)
{
	const size_t batches = (size_t)t->timed + 1;
	double *last = grow(NULL, batches, sizeof *last);
	const int64_t *first = NULL;
	size_t bytes;

	for (int node = 0; node < t->c->nodes; node++) {
		const int64_t *returned = vcube_given(machine, node, &bytes);

		/* clocks of other hosts have another start */
		if (!first || vcube_processes(machine) > 1)
			first = returned;
		for (size_t i = 0; i < batches; i++)
			last[i] = fmax(last[i], (double)(returned[i] - first[0]));
	}
	for (size_t i = 0; i < batches - 1; i++)
		last[i] = (last[i + 1] - last[i]) / t->batch;
	return last;
}

static void
record_host_times(struct record *r, double *times, int count, int batch)
{
	const struct spread spread = spread_of(times, (size_t)count);

	r->wall_ns = llround(spread.median);
	r->wall_min_ns = llround(spread.least);
	r->wall_samples = count;
	r->wall_batch = batch;
	if (spread.known) {
		r->wall_low_ns = llround(spread.low);
		r->wall_high_ns = llround(spread.high);
	}
}

/* Compute room for a node's blocks, the algorithms' working space and the messages of calls
 * that run ahead. Only what is used costs memory. */
static bool
heap_for(const struct run_case *c, int iterations, size_t *heap)
{
	size_t data = c->load.busiest;

	return (c->traffic.traffic || !__builtin_mul_overflow(c->bytes, (size_t)c->nodes, &data)) &&
	       !__builtin_mul_overflow(data, (size_t)iterations + 8, &data) &&
	       !__builtin_add_overflow(data, ((size_t)c->nodes << 10) + (1 << 20), heap);
}

static double
host_memory(void)
{
	return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

/* Did a node find wrong data? The program fails with VCUBE_EPROGRAM for nothing else. */
static bool
has_wrong_data(const vcube_machine *machine)
{
	for (int rank = 0; rank < vcube_machine_nodes(machine); rank++)
		if (vcube_run_failure(machine, rank)->code == VCUBE_EPROGRAM)
			return true;
	return false;
}

/* Would the blocks of all nodes alone fill the host's memory? The kernel would notice too
 * late, and kill the process. */
static bool
host_too_small(const struct run_case *c)
{
	const struct vcube_shape *shape = vcube_collective_shape(c->collective);
	const double p = c->nodes, bytes = (double)c->bytes;
	const bool one = has_trait(c->collective, VCUBE_ONE_BUFFER);
	const double in_nodes = one ? 0 : has_trait(c->collective, VCUBE_IN_AT_ROOT) ? 1 : p;
	const double out_nodes = has_trait(c->collective, VCUBE_OUT_AT_ROOT) ? 1 : p;
	const double in = bytes * vcube_blocks_of(shape->in, c->nodes) * in_nodes;
	const double out = bytes * vcube_blocks_of(shape->out, c->nodes) * out_nodes;

	if (c->traffic.traffic)
		return 2 * (double)c->load.total > host_memory();
	return in + out > host_memory();
}

/* Record the first run, if the user wants a trace. */
static int
record_run(const struct run_case *c, const struct run_options *o, vcube_machine *machine,
	   struct vcube_error *error)
{
	const struct vcube_trace_options options = {
		.title = text("%s.%s on %s, %s a block", case_name(c), c->how,
			      c->topology, size_text(c->bytes)),
		.contents = o->contents,
		.first = o->traced.first, .recorded = o->traced.count,
	};

	return o->trace ? vcube_trace_start(machine, o->trace, &options, error) : 0;
}

/* Return how many calls to time: as many as given, or fewer if calls are slow, so that,
 * judged by the first, they take some two seconds. */
static int
calls_to_time(const struct run_options *o, int64_t first)
{
	const int64_t enough = 1 + INT64_C(2000000000) / (first + 1);

	return o->iterations_given || enough > o->iterations ? o->iterations : (int)enough;
}

/* Return how many calls of this length make a batch. No call takes less than SHORTEST_NS: a few
 * that seem to were late before. */
static int
batch_for(double ns)
{
	return ns < SHORT_NS ? (int)(BATCH_NS / fmax(ns, SHORTEST_NS)) : 1;
}

static void
record_counts(struct record *r, const vcube_machine *machine)
{
	struct vcube_stats stats;

	r->steps = r->messages = r->bytes_sent = r->messages_total = r->bytes_total = 0;
	for (int rank = 0; rank < vcube_machine_nodes(machine); rank++) {
		vcube_run_stats(machine, rank, &stats);
#define MOST(field, value) if ((int64_t)(value) > r->field) r->field = (int64_t)(value)
		MOST(steps, stats.steps);
		MOST(messages, stats.messages);
		MOST(bytes_sent, stats.bytes);
#undef MOST
		r->messages_total += (int64_t)stats.messages;
		r->bytes_total += (int64_t)stats.bytes;
	}
}

static char *
link_text(const vcube_machine *machine, const struct vcube_link_stats *link)
{
	const int nodes = vcube_machine_nodes(machine);

	return text("%s%d>%s%d", link->from < nodes ? "" : "s",
		    link->from < nodes ? link->from : link->from - nodes,
		    link->to < nodes ? "" : "s", link->to < nodes ? link->to : link->to - nodes);
}

/* Record how late the wall clock was; false under another clock. */
static bool
record_lateness(struct record *r, const vcube_machine *machine)
{
	struct vcube_lateness late;

	if (vcube_run_lateness(machine, &late))
		return false;
	if (late.waited) {
		r->late_ps = late.median;
		r->late_p99_ps = late.p99;
		r->late_most_ps = late.most;
	}
	return true;
}

/* Record the use of links and the critical path, if they are known. */
static void
record_links(struct run_case *c, const vcube_machine *machine)
{
	struct record *r = &c->record;
	struct vcube_link_stats link, busiest = { .busy = -1 };
	struct vcube_parts parts;
	double busy = 0;
	long links = vcube_topology_links(vcube_machine_topology(machine));

	if (vcube_run_critical(machine, &parts) == 0) {
		r->startup_ps = parts.startup;
		r->transfer_ps = parts.transfer;
		r->waiting_ps = parts.waiting;
		r->work_ps = parts.work;
	} else if (!record_lateness(r, machine)) {
		return;
	}
	r->contention_ps = vcube_run_contention(machine);
	for (long l = 0; vcube_run_link(machine, l, &link) == 0; l++) {
		busy += (double)link.busy;
		if (link.busy > busiest.busy && link.messages)
			busiest = link;
	}
	if (busiest.busy < 0 || vcube_run_time(machine) == 0)
		return;
	r->busiest_link = link_text(machine, &busiest);
	r->busiest_ps = busiest.busy;
	r->utilization_ppm = (int64_t)(1e6 * busy / (double)vcube_run_time(machine) / (double)links);
}

static bool
injects(const struct vcube_desc *desc)
{
	return desc->drop || desc->duplicate || desc->corrupt || desc->jitter || desc->delay || desc->crash ||
	       desc->lose;
}

/* Name a fault as the key that asked for it: delay and jitter are of one kind. */
static const char *
fault_word(int kind, const struct vcube_desc *desc)
{
	return kind == VCUBE_FAULT_JITTER && desc->delay ? "delay" : vcube_fault_name(kind);
}

/* Record the faults that the machine injected, however the run ended. */
static void
account_faults(struct run_case *c, const vcube_machine *machine)
{
	int64_t *const count[] = {
		[VCUBE_FAULT_DROP] = &c->record.dropped,
		[VCUBE_FAULT_DUPLICATE] = &c->record.duplicated,
		[VCUBE_FAULT_CORRUPT] = &c->record.corrupted,
		[VCUBE_FAULT_JITTER] = &c->record.delayed,
		[VCUBE_FAULT_CRASH] = &c->record.crashed,
	};
	const struct vcube_desc *desc = vcube_machine_desc(machine);
	char words[200], *faults = NULL, *first = NULL;
	struct vcube_fault fault;

	if (!injects(desc))
		return;
	for (int kind = 0; kind < VCUBE_FAULTS_COUNT; kind++) {
		*count[kind] = (int64_t)vcube_run_faults(machine, kind);
		if (*count[kind])
			join(&faults, ", ", text("%" PRId64 " %s", *count[kind], fault_word(kind, desc)));
	}
	for (int i = 0; vcube_run_fault(machine, i, &fault) == 0; i++) {
		vcube_fault_text(&fault, words, sizeof words);
		join(&first, "; ", words);
	}
	c->record.faults = faults ? faults : "none";
	c->record.first_faults = first;
}

static int
local_nodes(const vcube_machine *machine)
{
	int local = 0;

	for (int rank = 0; rank < vcube_machine_nodes(machine); rank++)
		local += vcube_process_of(machine, rank) == vcube_process(machine);
	return local;
}

/* Return the most that a node spent in the first run, in this process or another. */
static struct spent
most_spent(const struct trial *t, const vcube_machine *machine)
{
	struct spent most = { 0 };
	size_t bytes;

	if (t->noted)
		return (struct spent) { .scratch = t->noted_scratch };
	for (int rank = 0; rank < t->c->nodes; rank++) {
		const struct spent *given = vcube_given(machine, rank, &bytes);

		if (given && given->scratch > most.scratch)
			most.scratch = given->scratch;
		if (given && given->ns > most.ns)
			most.ns = given->ns;
	}
	return most;
}

/* Run the trial again and time `batches` batches of `batch` calls; *times: times_of(). */
static int
run_timed(struct trial *t, vcube_machine *machine, int batches, int batch, double **times)
{
	int code;

	t->timed = batches;
	t->batch = batch;
	t->returned = grow(NULL, (size_t)t->c->nodes, ((size_t)batches + 1) * sizeof *t->returned);
	code = vcube_run(machine, trial_program, t);
	*times = code ? NULL : times_of(t, machine);
	discard(t->returned);
	return code;
}

/* Time `calls` calls, or, where one is so short that reading the clock and the way out of the
 * last call matter, as many batches. `first`: how long the first call took; after a long one
 * none is short. */
static int
time_calls(struct run_case *c, vcube_machine *machine, struct trial *t, int calls, int64_t first)
{
	double *times = NULL;
	int batch = 1, code = 0;

	if (first < PROBE_NS) {
		code = run_timed(t, machine, PROBE_CALLS, 1, &times);
		if (!code)
			batch = batch_for(spread_of(times, PROBE_CALLS).median);
		discard(times);
	}
	if (!code)
		code = run_timed(t, machine, calls, batch, &times);
	if (!code) {
		record_host_times(&c->record, times, calls, batch);
		discard(times);
	} else {
		account_faults(c, machine);
	}
	return code;
}

/* What is seen of a run beside how it ended: its report, as one sentence; NULL if that is empty. */
static char *
sentence_of(const char *report)
{
	char *sentence = NULL;

	for (const char *line = report; line && *line;) {
		const char *const words = line + strspn(line, " ");
		const size_t length = strcspn(words, "\n");

		join(&sentence, "; ", text("%.*s", (int)length, words));
		line = words + length + (words[length] == '\n');
	}
	return sentence;
}

static int
run_and_time(struct run_case *c, const struct run_options *o, vcube_machine *machine)
{
	const bool noted = !vcube_machine_desc(machine)->threads, checked = o->check && !noted;
	struct spent spent = { 0 };
	struct trial trial = {
		.c = c, .check = checked, .noted = noted,
		.combined = checked ? pattern_combined(c) : NULL,
		.local = local_nodes(machine),
	};
	int code = vcube_run(machine, trial_program, &trial);

	account_faults(c, machine);
	if (!code) {
		record_counts(&c->record, machine);
		record_links(c, machine);
		spent = most_spent(&trial, machine);
		c->record.scratch = (int64_t)spent.scratch;
		if (vcube_machine_desc(machine)->clock != VCUBE_CLOCK_FREE)
			c->record.time_ps = noted ? vcube_run_time(machine) : trial.time;
		c->record.reason = sentence_of(vcube_run_report(machine));
		if (noted && o->check)
			c->record.reason = "data are not checked: with threads=no they are not moved";
	}
	if (!code && o->wall && !noted)
		code = time_calls(c, machine, &trial, calls_to_time(o, spent.ns), spent.ns);
	if (checked && (!code || has_wrong_data(machine)))
		c->record.checked = !code;
	discard(trial.combined);
	return code;
}

static void
show_orders(void *arg, const struct vcube_explored *explored)
{
	const struct run_case *c = arg;

	progress_show("%s.%s on %s, %s a block: %" PRIu64 " orders, %" PRIu64 " failed", case_name(c),
		      c->how, c->topology, size_text(c->bytes), explored->orders, explored->failed);
}

/* Make the call once in each order of messages. */
static int
explore(struct run_case *c, const struct run_options *o, vcube_machine *machine)
{
	struct trial trial = {
		.c = c, .check = o->check, .combined = o->check ? pattern_combined(c) : NULL,
	};
	const struct vcube_explore_limits limits = { .progress = show_orders, .arg = c };
	struct vcube_explored explored;
	const int code = vcube_explore(machine, trial_program, &trial, &limits, &explored);

	progress_clear();
	if (!code)
		record_counts(&c->record, machine);
	if (!code)
		c->record.reason = sentence_of(explored.report);
	if (o->check && (!code || has_wrong_data(machine)))
		c->record.checked = !code;
	vcube_explored_clear(&explored);
	discard(trial.combined);
	return code;
}

vcube_machine *
measure_open(struct run_case *c, const struct run_options *o, struct vcube_desc *desc,
	     struct vcube_error *error)
{
	if ((!desc->threads || !host_too_small(c)) &&
	    (o->heap_given || heap_for(c, o->iterations, &desc->heap)))
		return vcube_open_desc(desc, error);
	snprintf(error->text, sizeof error->text, "the blocks of all nodes exceed this host's "
		 "memory");
	error->code = VCUBE_EHOST;
	return NULL;
}

/* Only times are asked for, and threads=auto: nodes need no threads, unless the algorithm asks what
 * other nodes do. */
static bool
may_be_noted(const struct run_case *c, const struct run_options *o, const struct vcube_desc *desc)
{
	const bool checked = o->check || desc->strict || desc->digest || desc->fuzz ||
		desc->explore != VCUBE_EXPLORE_NO;

	return desc->threads == VCUBE_THREADS_AUTO && desc->clock == VCUBE_CLOCK_VIRTUAL && !checked &&
	       !o->wall && !o->trace && !c->program;
}

/* Run the case on a machine that is described. */
static void
measure_described(struct run_case *c, const struct run_options *o, struct vcube_desc *desc,
		  struct vcube_error *error, char **report)
{
	vcube_machine *const machine = measure_open(c, o, desc, error);

	if (machine && !record_run(c, o, machine, error) &&
	    (desc->explore != VCUBE_EXPLORE_NO ? explore : run_and_time)(c, o, machine)) {
		*error = *vcube_run_error(machine);
		*report = text("%s", vcube_run_report(machine));
	}
	vcube_close(machine);
}

/* Without threads; what is refused so, and what fails, runs again with them. */
static bool
measure_noted(struct run_case *c, const struct run_options *o, const struct vcube_desc *desc)
{
	struct vcube_desc noted = *desc;
	struct vcube_error error = { 0 };
	char *report = NULL;

	if (!may_be_noted(c, o, desc))
		return false;
	noted.threads = VCUBE_THREADS_NO;
	measure_described(c, o, &noted, &error, &report);
	discard(report);
	return error.code == 0;
}

int
measure(struct run_case *c, const struct run_options *o, struct vcube_desc *desc, char **report)
{
	struct vcube_error error = { 0 };

	*report = NULL;
	predict(c, desc, &error);
	if (!error.code && !measure_noted(c, o, desc))
		measure_described(c, o, desc, &error, report);
	predict_end(c, "ran", &error);
	return error.code;
}
