/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "far.h"
#include "keys.h"
#include "fault_plan.h"
#include "order_text.h"
#include "heap.h"
#include "override_text.h"
#include "profile.h"
#include "topo.h"

typedef struct vc_desc_key key_type;

#define STACK_MIN (32 * 1024)   /* for our own frames and for printf */

/* Texts: topology and mapping. */

static int
replace(const char *value, void *field, struct vcube_error *error)
{
	char **text = field, *copy = strdup(value);

	if (!copy)
		return vc_error(error, VCUBE_EHOST, "no memory for a description");
	free(*text);
	*text = copy;
	return 0;
}

static int
parse_topology(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	struct vcube_error why;
	vcube_topology *topology = vcube_topology_parse(value, &why);

	(void)key;
	if (!topology)
		return vc_error(error, why.code, "%s", why.text);
	vcube_topology_free(topology);
	return replace(value, field, error);
}

static char forms[400];
static pthread_once_t forms_made = PTHREAD_ONCE_INIT;

static void
make_forms(void)
{
	vc_kind_forms(forms, sizeof forms);
}

/* Returns the forms of all kinds of topology. */
static const char *
topology_forms(void)
{
	pthread_once(&forms_made, make_forms);
	return forms;
}

#define MAPPINGS "binary|gray|gray:AxB[xC..]|a permutation: 0,2,1,3"

/* Checks the form alone, as the topology may still change. */
static int
parse_mapping(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	char why[VC_WHY_MAX], meant[VCUBE_NEAREST_ROOM];
	int form = 0;

	if (strncmp(value, "gray:", 5) == 0)
		form = vc_numbers(value + 5, 'x', NULL, 0, why);
	else if (*value >= '0' && *value <= '9')
		form = vc_numbers(value, ',', NULL, 0, why);
	else if (strcmp(value, "binary") != 0 && strcmp(value, "gray") != 0)
		return vc_error(error, VCUBE_EUNKNOWN, "mapping '%.60s': no such mapping; "
				"there are " MAPPINGS "%s", value,
				vcube_nearest(value, "binary, gray", meant));
	return form < 0 ? vc_value_refuse(key, value, why, error) : replace(value, field, error);
}

static const char *
print_text(const key_type *key, const void *field, char room[VC_UNITS_ROOM])
{
	const char *text = *(char *const *)field;

	(void)key;
	(void)room;
	return text ? text : "";
}

/* Texts that may be missing. */

static const char *
print_optional(const key_type *key, const void *field, char room[VC_UNITS_ROOM])
{
	return *(char *const *)field ? print_text(key, field, room) : "none";
}

/* Drops the text if the value is "none". */
static bool
drops(const char *value, char **text)
{
	if (strcmp(value, "none") != 0)
		return false;
	free(*text);
	*text = NULL;
	return true;
}

/* The profile, which sets other keys, too. */

static int
parse_profile(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	struct vcube_desc *const desc = (void *)((char *)field - key->offset);
	const bool none = strcmp(value, "none") == 0;
	vcube_profile *profile = NULL;
	struct vcube_error why;
	char *name = NULL;
	int code;

	if (strpbrk(value, " \t\n") != NULL)
		return vc_value_refuse(key, value, "it contains a blank", error);
	if (!none && (profile = vcube_profile_read(value, &why)) == NULL)
		return vc_error(error, why.code, "%s", why.text);
	if (!none && (name = strdup(value)) == NULL) {
		vcube_profile_free(profile);
		return vc_error(error, VCUBE_EHOST, "no memory for a description");
	}
	code = vc_profile_apply(desc, profile);
	vcube_profile_free(profile);
	if (code != 0) {
		free(name);
		return vc_error(error, code, "no memory for a description");
	}
	free(desc->profile);
	desc->profile = name;
	return 0;
}

/* Lists of changes of links. A + before a list appends it to the present one. */

#define LINKS "none|[+]WHICH:SETTING[:SETTING..][,..]"
#define CHANGES "none|[+]TIME:WHICH:SETTING[:SETTING..][,..]"

static int
parse_changes(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	char **text = field, *longer = NULL;
	const bool adds = *value == '+';
	int code;

	if (drops(value, text))
		return 0;
	code = vc_changes_check(key->name, value + adds, key->of_run, error);
	if (code != 0)
		return code;
	if (!adds || *text == NULL)
		return replace(value + adds, field, error);
	if (asprintf(&longer, "%s,%s", *text, value + 1) < 0)
		return vc_error(error, VCUBE_EHOST, "no memory for a description");
	free(*text);
	*text = longer;
	return 0;
}

/* Lists of faults. Checks the form alone, as the topology may still change; `next` parses a part
 * as vc_crash_next() does. */
static int
parse_faults(const key_type *key, const char *value, void *field,
	     const char *(*next)(const char **text), struct vcube_error *error)
{
	const char *why = NULL, *word = value;

	if (drops(value, field))
		return 0;
	while (word && !why)
		why = next(&word);
	return why ? vc_value_refuse(key, value, why, error) : replace(value, field, error);
}

static const char *
next_crash(const char **text)
{
	struct vc_crash crash;

	return vc_crash_next(text, &crash);
}

/* Which nodes crash. */
static int
parse_crash(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	return parse_faults(key, value, field, next_crash, error);
}

static const char *
next_loss(const char **text)
{
	struct vc_loss loss;

	return vc_loss_next(text, &loss);
}

/* Which messages are lost. */
static int
parse_lose(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	return parse_faults(key, value, field, next_loss, error);
}

static const char *
next_delay(const char **text)
{
	struct vc_delay delay;

	return vc_delay_next(text, &delay);
}

/* Which messages are late. */
static int
parse_delay(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	return parse_faults(key, value, field, next_delay, error);
}

/* The transport: its module is opened with the machine. */

int
vc_transport_check(const char *name, struct vcube_error *error)
{
	char meant[VCUBE_NEAREST_ROOM];

	if (strcmp(name, "sockets") == 0 || strcmp(name, "mpi") == 0 || strchr(name, '/') != NULL)
		return 0;
	return vc_error(error, VCUBE_EUNKNOWN, "transport '%.60s': no such transport; there are none, "
			"sockets and mpi, or the path of a module, with a slash%s", name,
			vcube_nearest(name, "none, sockets, mpi", meant));
}

static int
parse_transport(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	int code;

	if (drops(value, field))
		return 0;
	if (strpbrk(value, " \t\n") != NULL)
		return vc_value_refuse(key, value, "it contains a blank", error);
	code = vc_transport_check(value, error);
	return code != 0 ? code : replace(value, field, error);
}

/* An order to run in. */

static int
parse_replay(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	struct vc_answer answer;
	const char *why = NULL, *word = value;
	int node = -1, any;

	if (drops(value, field))
		return 0;
	while (word && !why)
		why = vc_order_next(&word, &node, &answer, &any);
	return why ? vc_value_refuse(key, value, why, error) : replace(value, field, error);
}

/* The table. */

#define X(kind, name, text) [kind] = name,
static const char *const clocks[] = { VCUBE_CLOCKS(X) NULL };
static const char *const ports[] = { VCUBE_PORTMODES(X) NULL };
static const char *const routings[] = { VCUBE_ROUTINGS(X) NULL };
static const char *const switchings[] = { VCUBE_SWITCHINGS(X) NULL };
static const char *const duplexes[] = { VCUBE_DUPLEXES(X) NULL };
static const char *const spreads[] = { VCUBE_SPREADS(X) NULL };
static const char *const threads[] = { VCUBE_THREADS(X) NULL };
static const char *const priorities[] = { VCUBE_PRIORITIES(X) NULL };
static const char *const readings[] = { VCUBE_READINGS(X) NULL };
static const char *const trials[] = { VCUBE_TRIALS(X) NULL };
#undef X
_Static_assert(sizeof(enum vcube_clock) == sizeof(int) && sizeof(enum vcube_ports) == sizeof(int) &&
	       sizeof(enum vcube_routing) == sizeof(int) &&
	       sizeof(enum vcube_switching) == sizeof(int) &&
	       sizeof(enum vcube_duplex) == sizeof(int) &&
	       sizeof(enum vcube_spread) == sizeof(int) &&
	       sizeof(enum vcube_threading) == sizeof(int) &&
	       sizeof(enum vcube_priority) == sizeof(int) &&
	       sizeof(enum vcube_reading) == sizeof(int) &&
	       sizeof(enum vcube_trial) == sizeof(int), "an enumeration is copied as an int");

/* The form of a choice is its names; [1] skips the first '|'. */
#define FORM(list) (&list[1])
#define CHOICE(kind, name, text) "|" name
#define BYTES "N[KiB|MiB|GiB]"
#define TIME "N[ps|ns|us|ms|s]"
#define TIME_MOST TIME ", up to 1000s"
#define CHANCE PARSED_AS(chance), .form = "0 to 1, or a percentage, N%"

#define NAMED(key, field, words) \
	.name = #key, .offset = offsetof(struct vcube_desc, field), .text = words
#define KEY(field, words) NAMED(field, field, words)
#define OF_RUN .of_run = true
#define OPTIONAL(what) .parse = parse_##what, .print = print_optional
#define PARSED_AS(what) .parse = vc_value_parse_##what, .print = vc_value_print_##what
#define FLAG PARSED_AS(flag), .form = "yes|no"

/* A default of -1 means that -1 is permitted. Polls of 0 would stop the clock. */
#define COST_LEAST(name, value) \
	((value) < 0 ? -1 : offsetof(struct vcube_cost, name) == offsetof(struct vcube_cost, poll))
#define COST(name, value, unit, words) { \
	NAMED(name, cost.name, "per " unit ": " words), PARSED_AS(time), .least = COST_LEAST(name, value), \
	.most = VC_COST_MOST, \
	.form = COST_LEAST(name, value) < 0 ? "-1|" TIME_MOST : \
		COST_LEAST(name, value) > 0 ? TIME_MOST ", more than 0" : TIME_MOST },

const struct vc_desc_key vc_desc_keys[] = {
	{ KEY(topology, "the wires between nodes"), .parse = parse_topology,
	  .print = print_text, .make_form = topology_forms, OF_RUN },
	/* before the keys that it sets */
	{ KEY(profile, "the machine's costs: the name of a profile, or a file's path"),
	  OPTIONAL(profile), .form = "none|NAME|PATH", OF_RUN },
	{ KEY(mapping, "the position of each rank in the topology"), .parse = parse_mapping,
	  .print = print_text, .form = MAPPINGS, OF_RUN },
	{ KEY(clock, "the machine's clock"), PARSED_AS(choice),
	  .form = FORM(VCUBE_CLOCKS(CHOICE)), .choices = clocks, OF_RUN },
	{ KEY(ports, "how many links a node can use at the same time"), PARSED_AS(choice),
	  .form = FORM(VCUBE_PORTMODES(CHOICE)), .choices = ports },
	{ KEY(routing, "which nodes a message can reach"), PARSED_AS(choice),
	  .form = FORM(VCUBE_ROUTINGS(CHOICE)), .choices = routings, OF_RUN },
	{ KEY(switching, "how a message crosses a route of several links"), PARSED_AS(choice),
	  .form = FORM(VCUBE_SWITCHINGS(CHOICE)), .choices = switchings },
	{ KEY(duplex, "how the two directions of a wire are used"), PARSED_AS(choice),
	  .form = FORM(VCUBE_DUPLEXES(CHOICE)), .choices = duplexes },
	{ KEY(width, "number of parallel wires of a link"), PARSED_AS(number),
	  .form = "1 to 1024", .least = 1, .most = 1024 },
	{ KEY(channels, "messages that a link can carry at a time"), PARSED_AS(number),
	  .form = "1 to 1024", .least = 1, .most = 1024 },
	{ KEY(granule, "unit of transfer on a link, in bytes"), PARSED_AS(size),
	  .form = BYTES, .least = 1, .most = 1 << 30 },
	{ KEY(links, "links whose parameters differ from the others"), OPTIONAL(changes), .form = LINKS },
	{ KEY(changes, "changes of links at given virtual times"), OPTIONAL(changes),
	  .form = CHANGES, OF_RUN },
	{ KEY(account, "account for links and time even with routing=none"),
	  FLAG, OF_RUN },
	{ KEY(heap, "size of each node's heap"), PARSED_AS(size),
	  .form = BYTES, .least = VC_HEAP_MIN, .most = VC_HEAP_MAX, OF_RUN },
	{ KEY(stack, "size of each node's stack"), .parse = vc_value_parse_stack,
	  .print = vc_value_print_size,
	  .form = BYTES, .least = STACK_MIN, .most = VC_HEAP_MAX, OF_RUN },
	{ KEY(capacity, "bytes that a channel holds before a send waits"), PARSED_AS(capacity),
	  .form = "unlimited|" BYTES, .most = SIZE_MAX },
	{ KEY(seed, "seed of all randomness in a run"), PARSED_AS(number), .form = "N", OF_RUN },
	{ KEY(drop, "probability that a message is lost"), CHANCE },
	{ KEY(duplicate, "probability that a message arrives twice"), CHANCE },
	{ KEY(corrupt, "probability that a message arrives with one bit flipped"), CHANCE },
	{ KEY(jitter, "maximum random delay of a message"), PARSED_AS(time),
	  .form = TIME_MOST, .most = VC_COST_MOST },
	{ KEY(crash, "which nodes crash, and after how many operations or when"), OPTIONAL(crash),
	  .form = "none|RANK@N|RANK@TIME[,..]", OF_RUN },
	{ KEY(lose, "which messages are lost: the Nth, from 0, of one node to another"), OPTIONAL(lose),
	  .form = "none|FROM-TO@N[,..]", OF_RUN },
	{ KEY(delay, "which messages are late: the Nth, from 0, of one node to another"), OPTIONAL(delay),
	  .form = "none|FROM-TO@N:TIME[,..]", OF_RUN },
	{ KEY(threads, "give each node a thread; cores, one: let nodes share threads, one for each "
	  "processor or for all; no: record one node after another and replay them by the virtual clock"),
	  PARSED_AS(choice), .form = FORM(VCUBE_THREADS(CHOICE)), .choices = threads, OF_RUN },
	{ KEY(fuzz, "if not 0, run one node at a time, in a random order that this seed fixes"),
	  PARSED_AS(number), .form = "N", OF_RUN },
	{ KEY(explore, "run the program once for each order of messages that a node can "
	  "distinguish"),
	  PARSED_AS(choice), .form = FORM(VCUBE_READINGS(CHOICE)), .choices = readings, OF_RUN },
	{ KEY(faults, "the faults that an exploration tries, one at a time"), PARSED_AS(choice),
	  .form = FORM(VCUBE_TRIALS(CHOICE)), .choices = trials, OF_RUN },
	{ KEY(replay, "the order of messages to enforce, as an exploration has printed it"),
	  OPTIONAL(replay), .form = "none|NODE:ANSWER[,ANSWER..][/NODE:..]", OF_RUN },
	{ KEY(strict, "check pointers and heap blocks"), FLAG, OF_RUN },
	{ KEY(digest, "run the program in two orders, and compare all messages"), FLAG, OF_RUN },
	{ KEY(pin, "let contiguous ranks share a processor of the host"), FLAG, OF_RUN },
	{ KEY(priority, "how the host schedules the nodes' threads"), PARSED_AS(choice),
	  .form = FORM(VCUBE_PRIORITIES(CHOICE)), .choices = priorities, OF_RUN },
	{ KEY(transport, "how processes that share the machine reach each other"),
	  OPTIONAL(transport), .form = "none|sockets|mpi|PATH", OF_RUN },
	{ KEY(spread, "how nodes are distributed over these processes"), PARSED_AS(choice),
	  .form = FORM(VCUBE_SPREADS(CHOICE)), .choices = spreads, OF_RUN },
	{ KEY(limit, "host time that a run may take; 0: unlimited"), PARSED_AS(time),
	  .form = TIME ", up to 9223372s", OF_RUN },
	{ KEY(hard_limit, "end the process if nodes go on for the limit once more"), FLAG, OF_RUN },
	VCUBE_COSTS(COST)
};

const int vc_desc_keys_count = sizeof vc_desc_keys / sizeof vc_desc_keys[0];

static void
unknown(const char *name, struct vcube_error *error)
{
	char names[800] = "", meant[VCUBE_NEAREST_ROOM];

	for (int i = 0; i < vc_desc_keys_count; i++)
		vc_list_add(names, sizeof names, vc_desc_keys[i].name);
	vc_error(error, VCUBE_EUNKNOWN, "key '%.40s': a machine has no such key; there are %s%s",
		 name, names, vcube_nearest(name, names, meant));
}

const struct vc_desc_key *
vc_desc_key_find(const char *name, struct vcube_error *error)
{
	for (int i = 0; i < vc_desc_keys_count; i++)
		if (strcmp(vc_desc_keys[i].name, name) == 0)
			return &vc_desc_keys[i];
	unknown(name, error);
	return NULL;
}
