/* SPDX-License-Identifier: BSD-2-Clause */
/* The output of vcube trace --perfetto is JSON by the rules of the trace event format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>
#include "exporting.h"

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

/* Slices that begin and end in separate events are balanced and in order. */
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

/* Any two slices of a thread are disjoint, or one contains the other. */
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

/* Each flow begins once and ends once, not earlier. */
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

/* A call that may overlap others begins once and ends once, not earlier. */
static void
take_overlapping(json_t *calls, json_t *e, char phase)
{
	const char *const id = string(e, "id");
	json_t *const before = json_object_get(calls, id);

	if (phase == 'b') {
		assert_null(before);
		json_object_set(calls, id, e);
		return;
	}
	assert_string_equal(string(before, "name"), string(e, "name"));
	assert_true(number(before, "ts") <= number(e, "ts") && number(before, "tid") == number(e, "tid"));
	json_object_del(calls, id);
}

/* A link is occupied and free in turn. */
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
	json_t *loads = json_object(), *names = json_object(), *value, *calls = json_object();
	struct slices *s = calloc(1, sizeof *s);
	uint64_t complete = 0;
	const char *key;
	size_t i;

	assert_true(json_is_array(events) && s != NULL);
	s->list = calloc(json_array_size(events), sizeof *s->list);
	json_array_foreach(events, i, e) {
		const char phase = *string(e, "ph");

		assert_true(number(e, "tid") >= 0 && number(e, "ts") >= 0);
		/* no node is the main thread */
		assert_true(number(e, "pid") > UINT16_MAX && number(e, "tid") <= UINT16_MAX);
		if (strchr("BEX", phase) != NULL)
			take_slice(s, e, phase);
		else if (phase == 's' || phase == 'f')
			take_flow(flows, e, phase);
		else if (phase == 'b' || phase == 'e')
			take_overlapping(calls, e, phase);
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
	assert_int_equal(json_object_size(calls), 0);
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
	json_decref(calls);
	free(s->list);
	free(s);
}

static void
test_perfetto(void **state)
{
	(void)state;
	for (size_t i = 0; i < exported_count; i++) {
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
		check_json(root, t, exported[i].loads);
		json_decref(root);
		vcube_trace_close(t);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_perfetto),
	};

	return RUN_IN_FOLDER(tests);
}
