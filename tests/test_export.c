/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What `vcube trace` writes is what other programs take: JSON by the rules of the
 * trace event format, Paje by pj_dump, where that is installed, CSV line by line.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>
#include "tests/mixture.h"
#include "tests/tracing.h"

/* Runs a command line, in which %s is the folder; what it ends with. */
static int
command(const char *format, const char *tool)
{
	char line[600], rest[500];

	snprintf(rest, sizeof rest, format, folder, folder);
	snprintf(line, sizeof line, "%s %s", tool, rest);
	return system(line);
}

static const char *
vcube(void)
{
	const char *name = getenv("VCUBE");

	return name ? name : "tools/vcube";
}

static FILE *
open_file(const char *name)
{
	FILE *const file = fopen(in_folder(name), "r");

	assert_non_null(file);
	return file;
}

/* Programs to be recorded */

static int
stepped_mixture(vcube_node *self, void *arg)
{
	vcube_step(self, "a \"mixture\"\n");
	return mixture(self, arg);
}

static int
rows_and_columns(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	int64_t in[4] = {me, 1, 2, 3}, out[16] = {0};
	vcube_group *row, *column;

	(void)arg;
	vcube_split(self, NULL, me / 4, me, &row);
	vcube_split(self, NULL, me % 4, me, &column);
	vcube_allgather(self, row, in, out, 4, VCUBE_INT64, "hypercube");
	vcube_compute(self, 1000 * me);
	vcube_allreduce(self, column, in, out, 4, VCUBE_INT64, VCUBE_SUM, "hypercube");
	return vcube_alltoall(self, row, out, out + 8, 1, VCUBE_INT64, NULL);
}

static int
stuck(vcube_node *self, void *arg)
{
	int64_t in = 1, out[16];

	(void)arg;
	if (vcube_rank(self) == 2)
		return vcube_fail(self, "no \xff more");
	vcube_step(self, "before");
	return vcube_allgather(self, NULL, &in, out, 1, VCUBE_INT64, "ring");
}

static const struct {
	const char *machine;
	vcube_program *program;
	int code;
	bool loads;                     /* of links, with their times */
} runs[] = {
	{"full:5 clock=virtual", stepped_mixture, 0, true},
	{"full:5", stepped_mixture, 0, false},
	{"hypercube:4 clock=virtual combine=3ns copy=7ps", rows_and_columns, 0, true},
	{"full:16 clock=virtual ports=all", rows_and_columns, 0, true},
	{"mesh:4x4 routing=any switching=store-and-forward", rows_and_columns, 0, false},
	{"full:64 clock=virtual", rows_and_columns, 0, false},
	{"mesh:4x4 clock=virtual routing=any mapping=3,2,1,0,4,5,6,7,8,9,10,11,12,13,14,15",
	 rows_and_columns, 0, true},
	{"fattree:4x2 clock=virtual routing=any", rows_and_columns, 0, true},
	{"mesh:4x4 clock=virtual routing=any switching=store-and-forward", rows_and_columns, 0,
	 true},
	{"ring:16 clock=virtual links=0>1:down", rows_and_columns, 0, true},
	{"full:5 clock=wall", stepped_mixture, 0, true},
	{"fattree:4x2 clock=wall routing=any", rows_and_columns, 0, true},
	{"mesh:4x4 clock=wall routing=any switching=store-and-forward", rows_and_columns, 0, true},
	{"ring:4 clock=virtual", stuck, VCUBE_EPROGRAM, true},
};

static vcube_trace *
record_run(size_t i)
{
	struct mixture m = {.seed = seed, .rounds = 15, .patient = true};

	return record(runs[i].machine, runs[i].program, &m, runs[i].code, NULL);
}

/* Messages both of whose ends an exported form can show. */
static uint64_t
arrows(const vcube_trace *t)
{
	const bool timed = vcube_trace_head(t)->clock != VCUBE_CLOCK_FREE;
	const struct vcube_event *e;
	uint64_t n = 0;

	for (uint64_t i = 0; (e = vcube_trace_at(t, i)) != NULL; i++)
		n += timed ? e->kind == VCUBE_EVENT_ARRIVE
			   : e->kind == VCUBE_EVENT_GOT && e->detail == 0;
	return n;
}

/* JSON */

struct slice {
	int thread, order;
	double begin, end;
};

struct slices {
	struct slice *list;
	size_t count;
	size_t open[64][40], depth[64];         /* by thread */
};

static double
number(json_t *event, const char *key)
{
	json_t *value = json_object_get(event, key);

	assert_true(json_is_number(value));
	return json_number_value(value);
}

static const char *
string(json_t *event, const char *key)
{
	assert_true(json_is_string(json_object_get(event, key)));
	return json_string_value(json_object_get(event, key));
}

/* Slices that begin and end in events of their own are balanced, in order. */
static void
take_slice(struct slices *s, json_t *e, char phase)
{
	const int thread = (int)number(e, "tid");
	const double ts = number(e, "ts");

	assert_in_range(thread, 0, 63);
	if (phase == 'E') {
		assert_true(s->depth[thread] > 0);
		s->list[s->open[thread][--s->depth[thread]]].end = ts;
		return;
	}
	s->list[s->count] = (struct slice){thread, (int)s->count, ts, ts};
	if (phase == 'X')
		s->list[s->count].end = ts + number(e, "dur");
	else
		s->open[thread][s->depth[thread]++] = s->count;
	s->count++;
	assert_true(s->depth[thread] < 40);
}

static int
by_begin(const void *a, const void *b)
{
	const struct slice *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread - y->thread;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	if (x->end != y->end)
		return x->end > y->end ? -1 : 1;
	return x->order - y->order;
}

/* Any two slices of a thread are apart, or one lies within the other. */
static void
check_nesting(struct slices *s)
{
	const double unit = 0.4e-6;     /* less than a picosecond */
	double ends[100];
	int depth = 0;

	qsort(s->list, s->count, sizeof *s->list, by_begin);
	for (size_t i = 0; i < s->count; i++) {
		const struct slice *x = &s->list[i];

		if (i > 0 && x[-1].thread != x->thread)
			depth = 0;
		while (depth > 0 && ends[depth - 1] <= x->begin + unit)
			depth--;
		assert_true(depth == 0 || x->end <= ends[depth - 1] + unit);
		assert_true(x->end >= x->begin && depth < 99);
		ends[depth++] = x->end;
	}
}

/* Each flow begins once, and ends once, not earlier. */
static void
take_flow(json_t *flows, json_t *e, char phase)
{
	char key[40];

	assert_true(json_is_integer(json_object_get(e, "id")));
	snprintf(key, sizeof key, "%lld", (long long)json_integer_value(json_object_get(e, "id")));
	if (phase == 's') {
		assert_null(json_object_get(flows, key));
		json_object_set(flows, key, json_object_get(e, "ts"));
		return;
	}
	assert_string_equal(string(e, "bp"), "e");
	assert_true(json_is_number(json_object_get(flows, key)));
	assert_true(json_number_value(json_object_get(flows, key)) <= number(e, "ts"));
	json_object_set_new(flows, key, json_true());
}

/* A link is occupied, and free again, one after the other. */
static void
take_load(json_t *loads, json_t *e)
{
	const char *const name = string(e, "name");
	json_t *const before = json_object_get(loads, name);
	const json_int_t busy = json_integer_value(json_object_get(json_object_get(e, "args"), "busy"));

	assert_int_equal(busy, before == NULL ? 1 : !json_integer_value(json_object_get(before, "busy")));
	assert_true(before == NULL || number(before, "ts") <= number(e, "ts") + 0.4e-6);
	json_object_set_new(loads, name, json_pack("{s:I,s:f}", "busy", busy, "ts", number(e, "ts")));
}

static void
check_json(json_t *root, const vcube_trace *t, bool with_loads)
{
	json_t *events = json_object_get(root, "traceEvents"), *flows = json_object(), *e;
	json_t *loads = json_object(), *names = json_object(), *value;
	struct slices *s = calloc(1, sizeof *s);
	uint64_t complete = 0;
	const char *key;
	size_t i;

	assert_true(json_is_array(events) && s != NULL);
	s->list = calloc(json_array_size(events), sizeof *s->list);
	json_array_foreach(events, i, e) {
		const char phase = *string(e, "ph");

		assert_true(number(e, "pid") >= 1 && number(e, "tid") >= 0 && number(e, "ts") >= 0);
		if (strchr("BEX", phase) != NULL)
			take_slice(s, e, phase);
		else if (phase == 's' || phase == 'f')
			take_flow(flows, e, phase);
		else if (phase == 'C')
			take_load(loads, e);
		else if (phase == 'M' && strcmp(string(e, "name"), "thread_name") == 0)
			json_object_set(names, string(json_object_get(e, "args"), "name"), e);
		else
			assert_true(phase == 'M' || phase == 'i');
	}
	for (i = 0; i < 64; i++)
		assert_int_equal(s->depth[i], 0);
	check_nesting(s);
	json_object_foreach(flows, key, value)
		complete += json_is_true(value);
	/* what has arrived and was not received has no end */
	assert_true(complete > 0 && complete <= arrows(t));
	assert_true(vcube_trace_head(t)->code != 0 || complete == arrows(t));
	assert_int_equal(json_object_size(names), vcube_trace_head(t)->nodes);
	assert_true((json_object_size(loads) > 0) == with_loads);
	value = json_object_get(json_object_get(root, "otherData"), "link_loads");
	assert_true(json_is_boolean(value) && json_boolean_value(value) == with_loads);
	json_decref(flows);
	json_decref(loads);
	json_decref(names);
	free(s->list);
	free(s);
}

static void
test_perfetto(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(runs); i++) {
		vcube_trace *t = record_run(i);
		json_error_t error;
		json_t *root;
		FILE *file;

		assert_int_equal(command("trace %s/trace --perfetto %s/json", vcube()), 0);
		file = open_file("json");
		root = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
		if (root == NULL)
			fail_msg("line %d: %s", error.line, error.text);
		fclose(file);
		check_json(root, t, runs[i].loads);
		json_decref(root);
		vcube_trace_close(t);
	}
}

/* Paje: pj_dump takes it without a word, and finds what there is. */
static void
check_dump(const vcube_trace *t, bool with_loads)
{
	uint64_t links = 0, states = 0, variables = 0;
	char line[1000];
	FILE *dump;

	assert_int_equal(command("%s/paje >%s/dump 2>&1", "pj_dump"), 0);
	dump = open_file("dump");
	while (fgets(line, sizeof line, dump) != NULL) {
		assert_true(strncmp(line, "Container", 9) == 0 || strncmp(line, "State", 5) == 0 ||
			    strncmp(line, "Link", 4) == 0 || strncmp(line, "Variable", 8) == 0);
		states += line[0] == 'S';
		links += line[0] == 'L';
		variables += line[0] == 'V';
	}
	fclose(dump);
	assert_int_equal(links, arrows(t));
	assert_true(states > 0);
	assert_true((variables > 0) == with_loads);
}

static void
test_paje(void **state)
{
	const bool installed = system("command -v pj_dump >/dev/null") == 0;

	(void)state;
	if (!installed)
		print_message("pj_dump is not installed: what it would take is not known\n");
	for (size_t i = 0; i < COUNT(runs); i++) {
		vcube_trace *t = record_run(i);

		assert_int_equal(command("trace %s/trace --paje %s/paje", vcube()), 0);
		if (installed)
			check_dump(t, runs[i].loads);
		vcube_trace_close(t);
	}
}

/* CSV: a line an event, with what the event has. */
static void
test_csv(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(runs); i++) {
		vcube_trace *t = record_run(i);
		const struct vcube_event *e = vcube_trace_next(t);
		char line[2000], wanted[200];
		FILE *csv;

		assert_int_equal(command("trace %s/trace --csv - >%s/csv", vcube()), 0);
		csv = open_file("csv");
		assert_non_null(fgets(line, sizeof line, csv));
		assert_string_equal(line,
				    "time_ps,node,event,span,peer,number,amount,detail,text\n");
		while (fgets(line, sizeof line, csv) != NULL) {
			/* a text of two lines */
			if (line[0] == '"')
				continue;
			assert_non_null(e);
			snprintf(wanted, sizeof wanted, "%lld,%d,%s,%lld,%d,%u,%llu,%d,",
				 (long long)e->time, e->rank, vcube_event_name(e->kind),
				 (long long)e->span, e->peer, e->number,
				 (unsigned long long)e->amount, e->detail);
			line[strlen(wanted)] = '\0';
			assert_string_equal(line, wanted);
			e = vcube_trace_next(t);
		}
		assert_null(e);
		fclose(csv);
		vcube_trace_close(t);
	}
}

/* What all links together have to have carried: each message, as often as its route has
 * links. */
static void
expect_loads(const vcube_trace *t, uint64_t *messages, uint64_t *bytes)
{
	const struct vcube_trace_head *h = vcube_trace_head(t);
	vcube_topology *topology = vcube_topology_parse(vcube_trace_text(t, h->topology), NULL);
	const struct vcube_event *e;
	int position[64];

	assert_int_equal(vcube_mapping_parse(vcube_trace_text(t, h->mapping), topology, position, NULL), 0);
	*messages = *bytes = 0;
	for (uint64_t i = 0; (e = vcube_trace_at(t, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_SEND) {
			const uint64_t links = (uint64_t)vcube_topology_distance(
				topology, position[e->rank], position[e->peer]);

			*messages += links;
			*bytes += e->amount * links;
		}
	vcube_topology_free(topology);
}

static void
check_loads(const vcube_trace *t)
{
	const bool timed = vcube_trace_head(t)->clock != VCUBE_CLOCK_FREE;
	uint64_t messages, bytes, wanted_messages, wanted_bytes, all_messages = 0, all_bytes = 0;
	FILE *links = open_file("links");
	long long busy = 0;
	char line[200];
	int from, to;

	assert_non_null(fgets(line, sizeof line, links));
	assert_string_equal(line, "from,to,messages,bytes,busy_ps\n");
	while (fgets(line, sizeof line, links) != NULL) {
		assert_int_equal(sscanf(line, "%d,%d,%" SCNu64 ",%" SCNu64 ",%lld", &from, &to,
					&messages, &bytes, &busy), timed ? 5 : 4);
		assert_true(messages > 0 && from != to);
		all_messages += messages;
		all_bytes += bytes;
	}
	fclose(links);
	expect_loads(t, &wanted_messages, &wanted_bytes);
	assert_true(wanted_messages > 0);
	assert_int_equal(all_messages, wanted_messages);
	assert_int_equal(all_bytes, wanted_bytes);
}

/* Links: of each what it carried, also where it has no times; too many are refused. */
static void
test_links(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(runs); i++) {
		vcube_trace *t = record_run(i);
		const bool large = strncmp(runs[i].machine, "full:64", 7) == 0;

		assert_int_equal(command("trace %s/trace --links %s/links 2>/dev/null", vcube()) >> 8,
				 large ? 5 : 0);
		/* some go all the way round */
		if (!large && strstr(runs[i].machine, "down") == NULL)
			check_loads(t);
		vcube_trace_close(t);
	}
}

/* The figures: those of the trace. */
static void
test_info(void **state)
{
	vcube_trace *t = record_run(2);
	char line[300], wanted[40];
	bool sends = false, ended = false, machine = false;
	FILE *info;

	(void)state;
	assert_int_equal(command("trace %s/trace >%s/info", vcube()), 0);
	snprintf(wanted, sizeof wanted, "arrive   %9llu", (unsigned long long)arrows(t));
	info = open_file("info");
	while (fgets(line, sizeof line, info) != NULL) {
		sends |= strncmp(line, wanted, strlen(wanted)) == 0;
		ended |= strcmp(line, "ended     well\n") == 0;
		machine |= strstr(line, "hypercube:4 clock=virtual") != NULL;
	}
	fclose(info);
	assert_true(sends && ended && machine);
	vcube_trace_close(t);
}

static void
test_refused(void **state)
{
	(void)state;
	vcube_trace_close(record_run(2));
	assert_int_equal(command("trace 2>%s/words", vcube()) >> 8, 2);
	assert_int_equal(command("trace %s/nothing 2>%s/words", vcube()) >> 8, 2);
	assert_int_equal(command("trace %s/trace %s/trace 2>/dev/null", vcube()) >> 8, 2);
	assert_int_equal(command("trace %s/trace --csv %s/no/such/folder 2>/dev/null", vcube()) >> 8, 1);
	assert_int_equal(command("trace %s/trace --csv /dev/full 2>%s/words", vcube()) >> 8, 1);
	assert_int_equal(command("trace %s/trace --perfetto /dev/full 2>%s/words", vcube()) >> 8, 1);
	assert_int_equal(command("trace %s/trace --info >/dev/full 2>%s/words", vcube()) >> 8, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_perfetto),
		TEST(test_paje),
		TEST(test_csv),
		TEST(test_links),
		TEST(test_info),
		TEST(test_refused),
	};

	return RUN_IN_FOLDER(tests);
}
