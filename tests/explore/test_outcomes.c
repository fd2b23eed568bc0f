/* SPDX-License-Identifier: BSD-2-Clause */
/* Exploration finds the outcomes of small programs that brute force over all interleavings
 * finds, no more and no less, for buffered and for synchronous sends, and with each single fault;
 * with a bug planted in what it relies on, it does not. In virtual time it finds those that brute
 * force over the delays of all messages finds. What it says does not depend on how many
 * workers share the orders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "delays.h"
#include "fault.h"
#include "interleavings.h"
#include "support.h"
#include "tree.h"
#include "trials.h"

static const char *const programs[] = {
	/* who comes first */
	"r*|s0",
	"r* r*|s0|s0",
	"r* r* r*|s0|s0|s0",
	"r* r* r*|s0 s0|s0",
	"r* r* r* r*|s0 s0|s0 s0",
	"r*|s0|s0|s0",
	"r* r2|s0|s0",
	"r1 r*|s0 s0|s0",
	"r*:1 r*:2|s0:1 s0:2|s0:2 s0:1",
	"r*:1 r*:2|s0:1 s0:2|s0:1",
	/* a message that comes late, also because of an answer to another node */
	"r* r*|s0|r3 s0|s2",
	"r* r* r*|s0|r* s0 r* s0|s2|s2",
	"r* s1 r*|r0 s0|s0",
	"r* b r* b|s0 r0|s0 r0",
	"r* r*|s0|r* =41 s0|s2|s2",
	"r* =11 s3 r*|s0|s0|r0 s0",
	"r* =12 r*|s0|r* =31 s0 s0|s2|s2",
	"r*|r* b|s1 r1 s0|s1 r1 s0",
	"r* r*|r* s0|r* s0|s1 s2|s2 s1",
	/* order on a channel, messages without tags */
	"r*:9 r*:9|s0:9|s0:9",
	"r1:1 r*:2 r*:2|s0:2 s0:1|s0:2",
	/* tests and probes */
	"p1 r1|s0",
	"p1 p1 p1 r1|s0",
	"p* ?1 r* r*|s0|s0",
	"p1 p2 p1|s0|s0",
	"p1 p1|s0 r2 s0|s1",
	"r1:2 p1:1 r1:1|s0:1 s0:2",
	"p1 s1|p0 s0",
	"s1 p1|s0 p0",
	"p* r*|r2 s0|s0 s1",
	"p1 ?1 s2 r1|s0|p0",
	/* time limits */
	"w1|s0:9",
	"w* w*|s0:9|s0:9",
	"w1 ?1 s1|s0:9 w0",
	"w* ?2 b w*|s0:9 w0|s0:9",
	"w1 r*:9|s0:9 s0:9|s0:9",
	/* requests */
	"o01 t0 =11 x0|s0",
	"o0* x0|s0|s0",
	"o0* r1 x0|s0 s0|s0",
	"o0* r* x0|s0|s0",
	"o0* o11 x1 x0|s0 s0|s0",
	"o0* o1* x0 x1|s0|s0|s0",
	"o01 o12 y01|s0|s0",
	"o01 o12 y01 t0|s0|r0 s0",
	"o0* o1* y01 ?0|s0|s0",
	"o01 t0 t0 r2 t0|s0 s2|r1 s0",
	"o0*:1 r*:2 x0|s0:1 s0:2|s0:2 s0:1",
	/* sends that wait for receives of nodes that do something else meanwhile */
	"S1|r0",
	"r* r*|S0|S0",
	"o01 r2 x0|S0 s2|p1 s0",
	"o01 r2 t0 =11 x0|S0 s2|r1 s0",
	"o01 s1 x0|S0 p0 r0",
	"o01 p2 p2 x0|S0 s2|r1 s0",
	"o01 o11 r2 t1 =11 x1 t0 =11 x0|s0 S0 s2|r1 s0",
	"o01 r2 s3 x0|S0 s3|p1 s0|r* r*",
	"o0* r2 x0|S0|",
	"o0* r3 x0 r*|S0 s3|s0|r1 s0",
	"o0* r2 t0 =11 x0|S0 s2|r1 s0",
	"o0* p2 p2 x0 r*|S0 s2|r1 S0",
	"o0*:1 o1*:2 r3 x0 x1|S0:1 s3|S0:2|r1 s0",
	"o0* r3 x0 r*|S3 S0|S3|o0* S0 x0 r*",
	"o0* r2 x0|S0 s2|r1 s3 s0|o0* o1* S0 x0 x1",
	/* what is in front of a confirmation need not have arrived */
	"o01 S1 t0 =11 x0|s0 r0",
	/* a sender that waited knows what the receiver knew */
	"s1:1 r1:1|o00:1 s0:1 t0 =01 x0",
	/* a posted receive takes its message sooner where an order is run again */
	"s2 o0* r1:1 s2:1 x0|r3 s0:1 s2:2 s2|o00 r1:2 r0:1 p1 x0 r1|S0 s1",
	"o01 r3:1 t0 =11 x0 s2:5|s0|o0* r0:5 x0|S2 s0:1",
	"o01 r3:1 x0 p1 r1 s2:5|S0 s0|o0* r0:5 x0|S2 s0:1",
	/* one that is posted later takes its message before the next question, not before this
	 * test */
	"o11:1 r1:1 t1 o0* r1:2 x0 r1:3|s0:1 s0:1 r2 s0:2|S0 s1",
	/* programs that may end in a deadlock */
	"r* r1|s0|s0",
	"r* =11 r3|s0|s0|",
	"s1 r1|s0 r0",
	"s1 s1 r*|r* s0 r*",
	"r* s2 r*|s0 r2|s0 s1 r0",
};

/* Is each request waited for? A node of the library that ends receives nothing more. */
static bool
may_wait(const char *text)
{
	return strchr(text, 'y') == NULL;
}

/* A test that finds its sender crashed fails, so that it came before the crash is not tried; how
 * many operations requests are is the library's own, and so is what confirms that a message was
 * taken. */
static bool
may_have(const char *text, enum model_faults faults)
{
	if (strchr(text, 'S') != NULL)
		return faults == MODEL_NONE;
	return faults != MODEL_CRASH || strpbrk(text, "po") == NULL;
}

/* --- the program of a node --------------------------------------------------- */

struct play {
	const struct model *model;
	uint64_t seen[MODEL_NODES];
	bool finished[MODEL_NODES];
	struct outcomes found;
};

struct player {
	vcube_node *self;
	struct play *play;
	int me, last;
	int sent[MODEL_NODES], into[MODEL_REQUESTS];
	vcube_request *request[MODEL_REQUESTS];
};

static void
saw(struct player *p, int what, int from, int number)
{
	p->play->seen[p->me] = model_saw(p->play->seen[p->me], what, from, number);
	p->last = from;
}

static int
send(struct player *p, int to, int tag, bool waits)
{
	const int number = to >= 0 ? p->sent[to]++ : 0;

	if (to < 0)
		return 0;
	if (waits)
		return vcube_tssend(p->self, NULL, to, tag, &number, sizeof number);
	return tag == MODEL_UNTAGGED ? vcube_send(p->self, NULL, to, &number, sizeof number)
				     : vcube_tsend(p->self, NULL, to, tag, &number, sizeof number);
}

static int
receive(struct player *p, const struct model_op *op)
{
	const int from = op->peer == MODEL_ANY ? VCUBE_ANY : op->peer;
	struct vcube_status status = {.from = MODEL_NOTHING};
	int number = 0, code;

	if (op->code == 'w')
		code = vcube_recv_within(p->self, NULL, from, &number, sizeof number, 1000, &status);
	else if (op->tag == MODEL_UNTAGGED)
		code = vcube_recv(p->self, NULL, from, &number, sizeof number, &status);
	else
		code = vcube_trecv(p->self, NULL, from, op->tag, &number, sizeof number, &status);
	if (code == VCUBE_ETIMEDOUT)
		saw(p, op->code, MODEL_NOTHING, 0);
	else if (code == 0)
		saw(p, op->code, status.from, number);
	return code == VCUBE_ETIMEDOUT ? 0 : code;
}

static int
look(struct player *p, const struct model_op *op)
{
	struct vcube_status status;
	int there;

	if (vcube_tiprobe(p->self, NULL, op->peer == MODEL_ANY ? VCUBE_ANY : op->peer, op->tag, &there,
			  &status) == 0)
		saw(p, op->code, there ? status.from : MODEL_NOTHING, 0);
	return vcube_failed(p->self);
}

static int
request(struct player *p, const struct model_op *op)
{
	struct vcube_request *two[2] = {op->slot >= 0 ? p->request[op->slot] : NULL,
					op->other >= 0 ? p->request[op->other] : NULL};
	struct vcube_status status;
	int done = 1, index = 0, slot = op->slot, code = 0;

	if (op->code == 't' && p->request[slot] == NULL) {
		saw(p, 't', MODEL_NOTHING, 0);
		return 0;
	}
	if (op->code == 'o')
		p->request[slot] = vcube_tirecv(p->self, NULL, op->peer == MODEL_ANY ? VCUBE_ANY : op->peer,
						op->tag, &p->into[slot], sizeof p->into[slot]);
	else if (op->code == 'x')
		code = vcube_wait(p->self, p->request[slot], &status);
	else if (op->code == 't')
		code = vcube_test(p->self, p->request[slot], &done, &status);
	else
		code = vcube_waitany(p->self, two, 2, &index, &status);
	if (op->code == 'o' || code != 0)
		return code;
	if (index == 1)
		slot = op->other;
	if (done)
		p->request[slot] = NULL;
	saw(p, op->code == 'y' ? 'y' << 8 | index : op->code, done ? status.from : MODEL_NOTHING,
	    done ? p->into[slot] : 0);
	return 0;
}

/* Does one operation. *at: of the next. */
static int
play(struct player *p, const struct model_op *op, int *at)
{
	++*at;
	switch (op->code) {
	case 's':
	case 'S':
		return send(p, op->peer, op->tag, op->code == 'S');
	case 'b':
		return send(p, p->last, op->tag, false);
	case 'p':
		return look(p, op);
	case '?':
	case '=':
		*at += p->last == (op->code == '?' ? MODEL_NOTHING : op->peer) ? op->skip : 0;
		return 0;
	case 'r':
	case 'w':
		return receive(p, op);
	default:
		return request(p, op);
	}
}

static int
interpret(vcube_node *self, void *arg)
{
	struct player p = {.self = self, .play = arg, .me = vcube_rank(self), .last = MODEL_NOTHING};
	const struct model *const m = p.play->model;
	int at = 0;

	p.play->seen[p.me] = 0;
	p.play->finished[p.me] = false;
	while (at < m->ops[p.me] && vcube_failed(self) == 0)
		play(&p, &m->op[p.me][at], &at);
	p.play->finished[p.me] = vcube_failed(self) == 0;
	vcube_outcome(self, p.play->seen[p.me]);
	return 0;
}

static void
note(void *arg, const struct vcube_order *order)
{
	struct play *const play = arg;
	uint64_t outcome = 0;

	(void)order;
	for (int r = 0; r < play->model->nodes; r++)
		outcome = model_outcome(outcome, play->seen[r], play->finished[r]);
	outcomes_add(&play->found, outcome);
}

/* --- comparing --------------------------------------------------------------- */

/* Explores a program. Fills in play->found. */
static void
explore(const struct model *m, bool synchronous, enum model_faults faults, struct play *play,
	struct vcube_explored *result)
{
	static const char *const keys[] = {
		[MODEL_NONE] = "no", [MODEL_LOSE] = "drop", [MODEL_CRASH] = "crash",
	};
	vcube_machine *const machine = open_machine("full:%d explore=%s faults=%s", m->nodes,
						    synchronous ? "synchronous" : "buffered", keys[faults]);
	const struct vcube_explore_limits limits = {.polls = 1000, .each = note, .arg = play};

	*play = (struct play){.model = m};
	vcube_explore(machine, interpret, play, &limits, result);
	vcube_close(machine);
}

/* Returns whether exploration finds the outcomes of brute force. */
static bool
agrees(const char *text, bool synchronous, enum model_faults faults, bool says)
{
	static const char *const with[] = {"", ", messages lost", ", nodes crashed"};
	struct outcomes all = {.at = NULL};
	struct vcube_explored result;
	struct model m;
	struct play play;
	bool same;

	model_parse(&m, text);
	model_enumerate(&m, synchronous, faults, &all);
	explore(&m, synchronous, faults, &play, &result);
	same = all.count == play.found.count && result.left_out == 0 &&
	       result.error.code != VCUBE_EINVAL;
	for (size_t i = 0; i < all.room; i++)
		same = same && (all.at[i] == 0 || outcomes_have(&play.found, all.at[i]));
	if (says && !same)
		print_message("%s%s%s: %zu outcomes, but explored %zu; %s\n%s", text,
			      synchronous ? ", synchronous" : "", with[faults], all.count,
			      play.found.count, result.error.text, result.report);
	vcube_explored_clear(&result);
	outcomes_clear(&all);
	outcomes_clear(&play.found);
	return same;
}

/* Counts them all to say them, else the first alone. */
static int
disagreements(enum model_faults faults, bool says)
{
	int count = 0;

	for (size_t i = 0; i < COUNT(programs) && (says || count == 0); i++)
		count += may_have(programs[i], faults) && !agrees(programs[i], false, faults, says);
	return count;
}

static void
test_buffered(void **state)
{
	(void)state;
	assert_int_equal(disagreements(MODEL_NONE, true), 0);
}

static void
test_synchronous(void **state)
{
	int count = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(programs); i++)
		count += may_wait(programs[i]) && !agrees(programs[i], true, MODEL_NONE, true);
	assert_int_equal(count, 0);
}

static void
test_faults(void **state)
{
	int count = 0;

	(void)state;
	for (int faults = MODEL_LOSE; faults <= MODEL_CRASH; faults++) {
		count += disagreements(faults, true);
		for (size_t i = 0; i < COUNT(programs); i++)
			count += may_wait(programs[i]) && may_have(programs[i], faults) &&
				 !agrees(programs[i], true, faults, true);
	}
	assert_int_equal(count, 0);
}

static enum { NONE, FORGETS_LATE_MESSAGES, FORGETS_LAST_ANSWER, NEVER_FAILS, LOSES_FIRST_ALONE,
	      LEAVES_LATE_ANSWERS, NEVER_CRASHES_FIRST, NEVER_LATE, KEEPS_LAST } planted;

/* --- workers ----------------------------------------------------------------- */

/* Explores by that many workers. Returns the report. */
static char *
report_of(const char *machine_text, const struct model *m, unsigned workers, uint64_t orders, int first)
{
	vcube_machine *const machine = open_machine("%s", machine_text);
	const struct vcube_explore_limits limits = {
		.polls = 1000, .workers = workers, .orders = orders, .first = first,
	};
	struct play play = {.model = m};
	struct vcube_explored result;
	char *report;

	vcube_explore(machine, interpret, &play, &limits, &result);
	assert_non_null(result.report);
	report = result.report;
	result.report = NULL;
	vcube_explored_clear(&result);
	vcube_close(machine);
	return report;
}

/* The report, with counts, failures and races, is that of one process, however many share the
 * orders. Returns false if not. */
static bool
workers_agree(const char *text, const char *keys, uint64_t orders, int first)
{
	struct model m;
	char machine[100];
	char *alone;
	bool same = true;

	model_parse(&m, text);
	snprintf(machine, sizeof machine, "full:%d %s", m.nodes, keys);
	alone = report_of(machine, &m, 1, orders, first);
	for (unsigned workers = 2; workers <= 3 && same; workers++) {
		char *const together = report_of(machine, &m, workers, orders, first);

		same = strcmp(alone, together) == 0;
		if (!same && planted == NONE)
			print_message("%s on %s: %salone, and by %u workers: %s", text, machine, alone,
				      workers, together);
		free(together);
	}
	free(alone);
	return same;
}

static const char *const large[] = {
	"r* r* r* r* r*|s0|s0|s0|s0|s0",
	"r* r* r* r*|s0 s0|r* s0 r* s0|s2|s2",
	"p* p* ?1 r* r*|s0|s0|s0",
	"o0* o1* y01 r* x0|s0|s0|s0|s0",
};

static void
test_workers(void **state)
{
	int count = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(programs); i++)
		count += !workers_agree(programs[i], "explore=both", 0, 0);
	for (size_t i = 0; i < COUNT(large); i++) {
		count += !workers_agree(large[i], "explore=both faults=drop", 0, 0);
		for (uint64_t orders = 2; orders < 60; orders += 19)
			count += !workers_agree(large[i], "explore=buffered", orders, 0);
		count += !workers_agree(large[i], "explore=synchronous", 0, 1);
	}
	assert_int_equal(count, 0);
}

/* --- virtual time ------------------------------------------------------------ */

/* A message and a poll take 1 us, and a time limit of the programs 1 ns: so what is in time depends
 * on delays of a few microseconds. */
static const vcube_time lateness[] = {0, 700000, 1700000, 3300000};
enum { DELAYS = COUNT(lateness), LATE_MESSAGES = 4 };

/* Lists the messages that a program may send. Returns how many, or -1 if they are too many. */
static int
list_messages(const struct model *m, struct vc_delay *delay)
{
	int count = 0;

	for (int from = 0; from < m->nodes; from++)
		for (int to = 0; to < m->nodes; to++) {
			uint64_t number = 0;

			for (int i = 0; i < m->ops[from]; i++) {
				const struct model_op *const op = &m->op[from][i];

				if (from == to || (op->code != 'b' &&
						   (strchr("sS", op->code) == NULL || op->peer != to)))
					continue;
				if (count == LATE_MESSAGES)
					return -1;
				delay[count++] = (struct vc_delay){
					.message = {(uint64_t)from, (uint64_t)to, number++},
				};
			}
		}
	return count;
}

/* Runs a program with all combinations of delays. */
static void
enumerate_delays(const struct model *m, struct vc_delay *delay, int messages, struct outcomes *all)
{
	vcube_machine *const machine = open_machine("full:%d clock=virtual routing=none poll=1us "
						    "delay=0-1@0:0ps", m->nodes);
	struct play play = {.model = m};
	int runs = 1;

	for (int i = 0; i < messages; i++)
		runs *= DELAYS;
	for (int run = 0; run < runs; run++) {
		for (int i = 0, rest = run; i < messages; i++, rest /= DELAYS)
			delay[i].time = lateness[rest % DELAYS];
		assert_int_equal(vc_fault_delays(machine, delay, messages), 0);
		vcube_run(machine, interpret, &play);
		note(&play, NULL);
	}
	*all = play.found;
	vcube_close(machine);
}

/* Programs whose answers depend on when things happen: a node that is late finds what it would not
 * have found. */
static const char *const timely[] = {
	"r2 p1|s0|s0",
	"r2 p1 r1|s0|s0",
	"r2 p1 r1|r3 s0|s0|s1",
	"r* p* r*|s0|s0|s0",
	"r2 w1:9|s0:9|s0",
	"r2 w1 ?1 s1 r3|p0 s0:9|s0|s0",
	"r2 w* w*|s0:9|s0|s0:9",
	"p1 p1 r2 p1 p1|s0|s0",
	"r2 s1 p1|r2 p0 s0|s0 s1",
	"o01 r2 t0 x0|s0|s0",
	"o01 t0 r2 t0 r3 t0|s0|s0|s0",
	"r2 p1 r* b|s0 p0|s0|s0",
	"r3 p* r* r*|s0|s0|s0",
	"o01 o12 r3 t0 t1|s0|s0|s0",
	"r1 r1 p2|s0 s0|r1 s0|s2",
	/* what a node sends to itself comes as late as the node */
	"r2 s0 r* r*|s0|s0",
	"r2 s0 p1 r* r*|s0|s0",
	"r* s0 r* r*|s0|s0",
	"r2 s0 r* s0 r* r*|s0|s0|",
	"r2 s0 r* r3 r*|s0|s0|s0",
	"r2 o1* s0 x1 r*|s0|s0",
};

/* Returns how many of the outcomes that brute force finds an exploration misses. */
static int
missed_in_time(const char *text, bool says)
{
	const struct vcube_explore_limits limits = {.polls = 1000, .each = note};
	struct vcube_explore_limits its = limits;
	struct vc_delay delay[LATE_MESSAGES];
	struct outcomes all = {.at = NULL};
	struct vcube_explored result;
	struct play play;
	struct model m;
	vcube_machine *machine;
	int missed = 0, messages;

	model_parse(&m, text);
	messages = list_messages(&m, delay);
	if (messages < 0 || m.nodes < 2)
		return 0;
	enumerate_delays(&m, delay, messages, &all);
	play = (struct play){.model = &m};
	its.arg = &play;
	machine = open_machine("full:%d clock=virtual routing=none poll=1us explore=clock", m.nodes);
	vcube_explore(machine, interpret, &play, &its, &result);
	for (size_t i = 0; i < all.room; i++)
		missed += all.at[i] != 0 && !outcomes_have(&play.found, all.at[i]);
	missed += result.left_out != 0 || result.error.code == VCUBE_EINVAL;
	if (says && missed > 0)
		print_message("%s in time: %zu outcomes, explored %zu, missed %d; %s\n%s", text, all.count,
			      play.found.count, missed, result.error.text, result.report);
	vcube_explored_clear(&result);
	vcube_close(machine);
	outcomes_clear(&all);
	outcomes_clear(&play.found);
	return missed;
}

static int
all_missed_in_time(bool says)
{
	int missed = 0;

	for (size_t i = 0; i < COUNT(programs) && (says || missed == 0); i++)
		missed += missed_in_time(programs[i], says);
	for (size_t i = 0; i < COUNT(timely) && (says || missed == 0); i++)
		missed += missed_in_time(timely[i], says);
	return missed;
}

static void
test_in_time(void **state)
{
	(void)state;
	assert_int_equal(all_missed_in_time(true), 0);
}

/* --- planted bugs ------------------------------------------------------------ */

void __real_vc_tree_sent(struct vc_explore *x, int to, uint64_t label, const struct vc_note *note);
void __wrap_vc_tree_sent(struct vc_explore *x, int to, uint64_t label, const struct vc_note *note);
bool __real_vc_tree_next(struct vc_tree *tree, struct vc_races *races);
bool __wrap_vc_tree_next(struct vc_tree *tree, struct vc_races *races);
bool __real_vc_question_may_fail(const struct vc_wait *question);
bool __wrap_vc_question_may_fail(const struct vc_wait *question);

int __real_vc_delays_extend(struct vc_delays *delays, const struct vc_timed_run *run, size_t k,
			    const struct vc_rival *answer);
int __wrap_vc_delays_extend(struct vc_delays *delays, const struct vc_timed_run *run, size_t k,
			    const struct vc_rival *answer);
bool __real_vc_trials_next(const struct vc_trials *trials, enum vcube_trial which,
			   struct vcube_fault *fault);
bool __wrap_vc_trials_next(const struct vc_trials *trials, enum vcube_trial which,
			   struct vcube_fault *fault);

void
__wrap_vc_tree_sent(struct vc_explore *x, int to, uint64_t label, const struct vc_note *message)
{
	if (planted != FORGETS_LATE_MESSAGES &&
	    (planted != LEAVES_LATE_ANSWERS || x->tree->own == 0))
		__real_vc_tree_sent(x, to, label, message);
}

bool
__wrap_vc_tree_next(struct vc_tree *tree, struct vc_races *races)
{
	struct vc_point *const p = tree->count > 0 ? &tree->point[tree->count - 1] : NULL;

	if (planted == FORGETS_LAST_ANSWER && p != NULL && p->answers > 2 &&
	    p->current == p->answers - 2)
		p->current++;
	return __real_vc_tree_next(tree, races);
}

bool
__wrap_vc_question_may_fail(const struct vc_wait *question)
{
	return planted == NEVER_FAILS ? question->kind == VC_WAIT_POLL && question->peer < 0
				      : __real_vc_question_may_fail(question);
}

bool
__wrap_vc_trials_next(const struct vc_trials *trials, enum vcube_trial which, struct vcube_fault *fault)
{
	bool more;

	do {
		more = __real_vc_trials_next(trials, which, fault);
	} while (more && ((planted == LOSES_FIRST_ALONE && fault->number > 0) ||
			  (planted == NEVER_CRASHES_FIRST && fault->number == 0)));
	return more;
}

int
__wrap_vc_delays_extend(struct vc_delays *delays, const struct vc_timed_run *run, size_t k,
			const struct vc_rival *answer)
{
	if (planted == NEVER_LATE && answer->message != NULL &&
	    answer->message->transit.arrival > run->question[k].limit)
		return VCUBE_EINVAL;
	if (planted == KEEPS_LAST && k + 1 == run->questions)
		return VCUBE_EINVAL;
	return __real_vc_delays_extend(delays, run, k, answer);
}

static void
test_planted(void **state)
{
	int count = 0;

	(void)state;
	for (planted = FORGETS_LATE_MESSAGES; planted <= NEVER_FAILS; planted++)
		assert_true(disagreements(MODEL_NONE, false) > 0);
	planted = LEAVES_LATE_ANSWERS;
	for (size_t i = 0; i < COUNT(programs) && count == 0; i++)
		count += !workers_agree(programs[i], "explore=buffered", 0, 0);
	assert_true(count > 0);
	planted = LOSES_FIRST_ALONE;
	assert_true(disagreements(MODEL_LOSE, false) > 0);
	planted = NEVER_CRASHES_FIRST;
	assert_true(disagreements(MODEL_CRASH, false) > 0);
	for (planted = NEVER_LATE; planted <= KEEPS_LAST; planted++)
		assert_true(all_missed_in_time(false) > 0);
	planted = NONE;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_buffered),
		TEST(test_synchronous),
		TEST(test_faults),
		TEST(test_workers),
		TEST(test_in_time),
		TEST(test_planted),
	};

	return RUN_TESTS(tests);
}
