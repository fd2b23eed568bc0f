/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Other programs accept the output of vcube trace: Paje by pj_dump, if installed, and CSV
 * line by line.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "exporting.h"

/* Does any call return? */
static bool
returns(const vcube_trace *t)
{
	const struct vcube_event *e;

	for (uint64_t i = 0; (e = vcube_trace_at(t, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_RETURN)
			return true;
	return false;
}

static uint64_t
overlaps(const vcube_trace *t)
{
	const struct vcube_event *e;
	uint64_t n = 0;

	for (uint64_t i = 0; (e = vcube_trace_at(t, i)) != NULL; i++)
		n += e->kind == VCUBE_EVENT_DONE;
	return n;
}

/* Paje: pj_dump accepts it without a message, and finds everything. */
static void
check_dump(const vcube_trace *t, bool with_loads)
{
	uint64_t links = 0, states = 0, variables = 0, ends = 0;
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
		/* no step is open when a call has returned */
		ends += strstr(line, ", step, ") != NULL && strstr(line, ", -\n") != NULL;
	}
	fclose(dump);
	assert_int_equal(links, arrows(t) + overlaps(t));
	assert_true(states > 0);
	assert_true((ends > 0) == returns(t));
	assert_true((variables > 0) == with_loads);
}

static void
test_paje(void **state)
{
	const bool installed = system("command -v pj_dump >/dev/null") == 0;

	(void)state;
	if (!installed)
		print_message("pj_dump is not installed: what it would take is not known\n");
	for (size_t i = 0; i < exported_count; i++) {
		vcube_trace *t = record_run(i);

		assert_int_equal(command("trace %s/trace --paje %s/paje", vcube()), 0);
		if (installed)
			check_dump(t, exported[i].loads);
		vcube_trace_close(t);
	}
}

/* A text as written in CSV, up to the end of its first line. */
static void
quote(const char *text, char *to)
{
	for (*to++ = '"'; *text != '\0' && *text != '\n'; text++) {
		if (*text == '"')
			*to++ = '"';
		*to++ = *text;
	}
	strcpy(to, *text == '\0' ? "\"\n" : "\n");
}

/* CSV: one line per event, with its fields. */
static void
test_csv(void **state)
{
	(void)state;
	for (size_t i = 0; i < exported_count; i++) {
		vcube_trace *t = record_run(i);
		const struct vcube_event *e = vcube_trace_next(t);
		char line[2000], wanted[2000];
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
			if (e->text != 0)
				quote(vcube_trace_text(t, e->text), wanted + strlen(wanted));
			else
				strcat(wanted, "\n");
			assert_string_equal(line, wanted);
			e = vcube_trace_next(t);
		}
		assert_null(e);
		fclose(csv);
		vcube_trace_close(t);
	}
}

/* What all links together must have carried: each message, times the links of its route. */
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

/* Links: what each carried, even without times; too many are refused. */
static void
test_links(void **state)
{
	(void)state;
	for (size_t i = 0; i < exported_count; i++) {
		vcube_trace *t = record_run(i);
		const bool large = strncmp(exported[i].machine, "full:64", 7) == 0;

		assert_int_equal(command("trace %s/trace --links %s/links 2>/dev/null", vcube()) >> 8,
				 large ? 5 : 0);
		/* some take the long direction */
		if (!large && strstr(exported[i].machine, "down") == NULL)
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
	bool sends = false, ended = false, machine = false, head = false, times = false;
	FILE *info;

	(void)state;
	assert_int_equal(command("trace %s/trace >%s/info", vcube()), 0);
	snprintf(wanted, sizeof wanted, "arrive   %9llu", (unsigned long long)arrows(t));
	info = open_file("info");
	while (fgets(line, sizeof line, info) != NULL) {
		sends |= strncmp(line, wanted, strlen(wanted)) == 0;
		ended |= strcmp(line, "ended     well\n") == 0;
		machine |= strstr(line, "hypercube:4 clock=virtual") != NULL;
		head |= strcmp(line, "event       number  time of all nodes\n") == 0;
		times |= strncmp(line, "got  ", 5) == 0 && strstr(line, " us\n") != NULL;
	}
	fclose(info);
	assert_true(sends && ended && machine && head && times);
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

/* Makes the trace one of a machine of more nodes than can be threads, and gives its first message
 * this number. */
static void
make_large(uint32_t number)
{
	FILE *const file = fopen(in_folder("trace"), "r+");
	struct vcube_trace_head head;
	struct vcube_event e;

	assert_non_null(file);
	assert_int_equal(fread(&head, sizeof head, 1, file), 1);
	head.nodes = VCUBE_THREADS_MAX + 1;
	assert_int_equal(fseek(file, 0, SEEK_SET), 0);
	assert_int_equal(fwrite(&head, sizeof head, 1, file), 1);
	do {
		assert_int_equal(fseek(file, 0, SEEK_CUR), 0);
		assert_int_equal(fread(&e, sizeof e, 1, file), 1);
	} while (e.kind != VCUBE_EVENT_SEND);
	e.number = number;
	assert_int_equal(fseek(file, -(long)sizeof e, SEEK_CUR), 0);
	assert_int_equal(fwrite(&e, sizeof e, 1, file), 1);
	assert_int_equal(fclose(file), 0);
}

/* Of more nodes than can be threads, messages of a pair have numbers of 22 bits. */
static void
test_numbers_that_do_not_fit(void **state)
{
	char line[300] = "";
	FILE *words;

	(void)state;
	vcube_trace_close(record_run(2));
	make_large((1u << 22) - 1);
	assert_int_equal(command("trace %s/trace --perfetto /dev/null 2>%s/words", vcube()), 0);
	make_large(1u << 22);
	assert_int_equal(command("trace %s/trace --csv /dev/null 2>%s/words", vcube()), 0);
	assert_int_equal(command("trace %s/trace --perfetto /dev/null 2>%s/words", vcube()) >> 8, 5);
	words = open_file("words");
	assert_non_null(fgets(line, sizeof line, words));
	assert_non_null(strstr(line, "more than 4194304 messages"));
	assert_non_null(strstr(line, "write --csv"));
	fclose(words);
	assert_int_equal(command("trace %s/trace --paje /dev/null 2>%s/words", vcube()) >> 8, 5);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_paje),
		TEST(test_csv),
		TEST(test_links),
		TEST(test_info),
		TEST(test_refused),
		TEST(test_numbers_that_do_not_fit),
	};

	return RUN_IN_FOLDER(tests);
}
