/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Overridden links by the rules of vcube(7), from a description and from a profile, and
 * links that change during the run. Small cases worked out by hand
 * (tests/support/timed_messages.h).
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include "folder.h"
#include "timed_messages.h"

/* --- links that differ ------------------------------------------------------------- */

/* --- overridden links -------------------------------------------------------- */

/* Cut-through has the pace of the slowest link and the sum of the hops. */
static void
test_one_link(void **state)
{
	(void)state;
	CHECK_PLAN("linear:4 links=1-2:per_byte=30:per_hop=100",
		   {0, 3, 100, 0, 1000 + 7 + 100 + 7 + 3000},
		   {3, 0, 100, 9000, 9000 + 1000 + 7 + 100 + 7 + 3000},
		   {0, 1, 100, 20000, 20000 + 2007});
	CHECK_PLAN("linear:4 links=1>2:per_byte=30:per_hop=100",
		   {0, 3, 100, 0, 4114}, {3, 0, 100, 9000, 9000 + 2021});
	/* a fast link does not help if the others are slow */
	CHECK_PLAN("linear:3 links=0>1:per_byte=1", {0, 2, 100, 0, 2014}, {0, 1, 100, 9000, 9000 + 1107});
	CHECK_PLAN("linear:4 switching=store-and-forward links=1>2:per_byte=30:per_hop=100",
		   {0, 3, 100, 0, 2007 + 3100 + 1007});
	/* width divides, a granule rounds up: 13 * 8 * 30 / 7 = 445 and a fraction */
	CHECK_PLAN("linear:2 width=7 granule=8 links=0-1:per_byte=30", {0, 1, 100, 0, 1000 + 7 + 446});
	/* a half-duplex wire is one link, under either name */
	CHECK_PLAN("linear:2 duplex=half links=1>0:per_byte=30",
		   {0, 1, 100, 0, 4007}, {1, 0, 100, 0, 8014});
}

static void
test_classes(void **state)
{
	(void)state;
	CHECK_PLAN("mesh:2x2 links=axis0:per_byte=20",
		   {0, 2, 100, 0, 3007}, {0, 1, 100, 9000, 9000 + 2007}, {3, 1, 100, 0, 3007});
	CHECK_PLAN("torus:3x3 links=axis1:per_hop=70",
		   {0, 2, 100, 0, 2070}, {0, 6, 100, 9000, 9000 + 2007});
	CHECK_PLAN("hypercube:3 links=dim1:per_byte=20",
		   {0, 2, 100, 0, 3007}, {7, 6, 100, 0, 2007}, {4, 6, 100, 0, 3007});
	CHECK_PLAN("ring:4 links=axis0:per_hop=70", {0, 3, 100, 0, 2070});
	CHECK_PLAN("full:3 links=all:per_hop=70", {0, 2, 100, 0, 2070});
	CHECK_PLAN("ring:200 links=all:per_hop=70", {0, 1, 100, 0, 2070}, {199, 0, 100, 0, 2070});
	/* from a leaf: up, up, down and down to another; or up and down */
	CHECK_PLAN("fattree:2x2 links=level1:per_hop=70",
		   {0, 3, 100, 0, 1000 + 7 + 70 + 70 + 7 + 1000}, {1, 0, 100, 9000, 9000 + 2014});
	CHECK_PLAN("fattree:2x2 links=level1:per_hop=70", {0, 2, 100, 0, 2154});
	CHECK_PLAN("fattree:2x2 links=level0:per_hop=70", {0, 3, 100, 0, 2154}, {1, 0, 100, 9000, 11140});
	/* switch 0 is above leaves 0 and 1 */
	CHECK_PLAN("fattree:2x2 links=s0>1:per_hop=70", {0, 1, 100, 0, 2077}, {1, 0, 100, 9000, 11014});
	/* the last override of each parameter wins */
	CHECK_PLAN("linear:3 links=all:per_byte=20:per_hop=9,0-1:per_byte=5",
		   {0, 1, 100, 0, 1000 + 9 + 500}, {1, 2, 100, 0, 1000 + 9 + 2000});
	CHECK_PLAN("linear:3 links=0-1:per_byte=5,all:per_byte=20", {0, 1, 100, 0, 3007});
	/* positions, not ranks: rank 2 of the Gray code has position 3 */
	CHECK_PLAN("hypercube:2 mapping=gray links=1-3:per_hop=70", {1, 2, 100, 0, 2070});
}

/* With one sender per link, nodes compute the times themselves: the same ones. */
static void
test_stamps(void **state)
{
	static const char *const account[] = {"", "account=yes"};
	char text[200];

	(void)state;
	for (int i = 0; i < 2; i++) {
		snprintf(text, sizeof text, "ring:4 routing=none links=0-1:per_byte=30:per_hop=100 "
			 "changes=9000:0>1:per_byte=40,12000:1>0:per_hop=0 %s", account[i]);
		/* the second one starts when the port is free, at 4100, the third at 9000 */
		CHECK_PLAN(text, {0, 1, 100, 0, 4100}, {0, 1, 100, 8, 8200}, {0, 1, 100, 9000, 14100},
			   {1, 0, 0, 11999, 11999 + 1100}, {1, 0, 0, 12000, 13099 + 1000},
			   {2, 1, 100, 0, 2007});
	}
	/* which starts after the node has been busy with it */
	CHECK_PLAN("ring:4 routing=none send_overhead=50 changes=500:0>1:per_byte=20",
		   {0, 1, 100, 449, 449 + 50 + 2007}, {2, 1, 100, 0, 50 + 2007});
	CHECK_PLAN("ring:4 routing=none send_overhead=50 changes=500:0>1:per_byte=20",
		   {0, 1, 100, 450, 450 + 50 + 3007});
}

static int
receive_twice(vcube_node *self, void *arg)
{
	char data[100] = "";

	if (vcube_rank(self) == 0)
		return vcube_send(self, NULL, 1, data, sizeof data);
	for (int i = 0; vcube_rank(self) == 1 && i < 2; i++)
		vcube_recv(self, NULL, 0, data, sizeof data, NULL);
	if (vcube_rank(self) == 1)
		*(vcube_time *)arg = vcube_now(self);
	return vcube_failed(self);
}

/* A duplicate starts when the port is free, on links as they are then. */
static void
test_copies(void **state)
{
	static const char *const how[] = {"", "account=yes"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		vcube_machine *machine = open_machine("ring:3 routing=none duplicate=1 "
						      "changes=1500:0-1:per_byte=20 " COSTS " %s", how[i]);
		vcube_time end = 0;

		run_well(machine, receive_twice, &end);
		assert_int_equal(end, 2007 + 7 + 2000);
		vcube_close(machine);
	}
}

/* --- links that are down ----------------------------------------------------- */

static long
link_of(const vcube_machine *machine, int from, int to)
{
	const vcube_topology *t = vcube_machine_topology(machine);

	return (long)from * vcube_topology_ports(t) + vcube_topology_port(t, from, to);
}

/* One message that must take this route, and no other link. */
static void
check_way(const char *text, const int *way, int vertices)
{
	const struct timed_message message = {way[0], way[vertices - 1], 100, 5, 5 + 2000 + 7 * (vertices - 1)};
	struct plan p = {.messages = &message, .count = 1};
	vcube_machine *machine = open_machine("%s " COSTS, text);
	struct vcube_link_stats stats;
	uint64_t messages = 0;

	check_run(machine, text, &p);
	for (int i = 0; i + 1 < vertices; i++) {
		const long there = link_of(machine, way[i], way[i + 1]);
		const long back = link_of(machine, way[i + 1], way[i]);
		const bool half = vcube_machine_desc(machine)->duplex == VCUBE_DUPLEX_HALF;

		assert_int_equal(vcube_run_link(machine, half && back < there ? back : there, &stats), 0);
		if (stats.messages != 1)
			fail_msg("%s: nothing over link %d>%d", text, way[i], way[i + 1]);
	}
	for (long l = 0; vcube_run_link(machine, l, &stats) == 0; l++)
		messages += stats.messages;
	assert_int_equal(messages, vertices - 1);
	vcube_close(machine);
}

#define CHECK_WAY(text, ...) \
	check_way(text, (const int[]){__VA_ARGS__}, COUNT(((const int[]){__VA_ARGS__})))

static void
test_ways_round(void **state)
{
	(void)state;
	CHECK_WAY("hypercube:3 links=1-3:up", 0, 1, 3);
	/* the shortest; of two, the one through the lower port */
	CHECK_WAY("hypercube:2 links=1-3:down", 0, 2, 3);
	CHECK_WAY("hypercube:3 links=1-3:down,2-3:down", 0, 1, 5, 7, 3);
	CHECK_WAY("hypercube:3 links=1-3:down,2-3:down,0>1:down", 0, 2, 6, 7, 3);
	CHECK_WAY("mesh:2x2 links=0>1:down", 0, 2, 3, 1);
	CHECK_WAY("mesh:2x2 links=0>1:down", 1, 0);
	CHECK_WAY("mesh:3x3 links=4-5:down", 3, 6, 7, 8, 5);
	CHECK_WAY("ring:5 links=0-1:down", 0, 4, 3, 2, 1);
	CHECK_WAY("torus:3x3 links=axis1:down,6-7:up", 0, 6, 7, 1);
	CHECK_WAY("full:4 links=0>3:down", 0, 1, 3);
	/* leaves 0 to 3, switches 4 and 5 above them, 6 and 7 on top */
	CHECK_WAY("fattree:2x2", 0, 4, 7, 5, 3);
	CHECK_WAY("fattree:2x2 links=s3-s1:down", 0, 4, 6, 5, 3);
	/* half duplex: the whole wire is down */
	CHECK_WAY("mesh:2x2 duplex=half links=1>0:down", 2, 3, 1);
	CHECK_WAY("ring:3 duplex=half links=1>0:down", 0, 2, 1);
}

/* A route longer than any of the topology, and contention on it. */
static void
test_long_way(void **state)
{
	vcube_machine *machine = open_machine("ring:8 links=0-1:down " COSTS);
	static const struct timed_message messages[] = {
		{0, 1, 100, 0, 1000 + 7 * 7 + 1000},
		{5, 4, 100, 0, 2049 + 2007},
	};
	struct plan p = {.messages = messages, .count = 2};

	(void)state;
	check_run(machine, "ring:8", &p);
	assert_int_equal(vcube_run_contention(machine), 2049);
	vcube_close(machine);
}

/* --- profiles ---------------------------------------------------------------- */

#define HEAD "[profile]\ntitle = t\nsource = s\n[machine]\nstartup = 1ns\nper_byte = 10ps\nper_hop = 7ps\n"

static void
test_profile_sections(void **state)
{
	static const struct timed_message messages[] = {{0, 1, 100, 0, 3007}, {0, 2, 100, 9000, 9000 + 2070}};
	struct plan p = {.messages = messages, .count = 2};
	const char *path = write_text("mine.ini", HEAD "[link axis1]\nper_byte = 20ps\n[link 0>2]\nper_hop = 70ps\n");
	vcube_machine *machine = open_machine("mesh:2x2 clock=virtual profile=%s", path);
	struct vcube_desc d;
	char text[400];

	(void)state;
	check_run(machine, "profile", &p);
	vcube_desc_print(vcube_machine_desc(machine), text, sizeof text);
	assert_null(strstr(text, "links="));
	assert_string_equal(vcube_machine_desc(machine)->links, "axis1:per_byte=20ps,0>2:per_hop=70ps");
	vcube_close(machine);
	/* more overrides; others instead; none */
	vcube_desc_init(&d);
	assert_int_equal(vcube_desc_set(&d, "profile", path, NULL), 0);
	assert_int_equal(vcube_desc_set(&d, "links", "+0-1:down", NULL), 0);
	assert_string_equal(d.links, "axis1:per_byte=20ps,0>2:per_hop=70ps,0-1:down");
	assert_int_equal(vcube_desc_set(&d, "links", "none", NULL), 0);
	vcube_desc_print(&d, text, sizeof text);
	assert_non_null(strstr(text, "links=none"));
	assert_int_equal(vcube_desc_set(&d, "profile", path, NULL), 0);
	assert_non_null(d.links);
	assert_int_equal(vcube_desc_set(&d, "profile", "none", NULL), 0);
	assert_null(d.links);
	vcube_desc_clear(&d);
}

static void
test_profile_refused(void **state)
{
	static const struct { const char *text, *says; int code; } refused[] = {
		{HEAD "[link axis0]\nper_byte = 20\n", "mine.ini:9: per_byte: a time in a profile needs a unit", VCUBE_EINVAL},
		{HEAD "[link axis]\nper_byte = 20ps\n", "mine.ini:9: links 'axis:per_byte=20ps': links are selected by", VCUBE_EINVAL},
		{HEAD "[link axis0]\nstartup = 20ps\n", "mine.ini:9: startup: section [link ...] has no such key", VCUBE_EUNKNOWN},
		{HEAD "[link axis0]\nper_hop = 20ps\n  30ps\n", "mine.ini:10: per_hop: a value has one line", VCUBE_EINVAL},
		{HEAD "links = 0=1:down\n", "mine.ini:8: links '0=1:down'", VCUBE_EINVAL},
		{HEAD "changes = 1us:all:down\n", "mine.ini:8: changes: a profile holds what", VCUBE_EINVAL},
		{HEAD "[links]\nper_hop = 1ns\n", "and [link WHICH] such as [link axis0]", VCUBE_EUNKNOWN},
		/* opening the machine checks them against the topology */
		{HEAD "[link axis0]\nper_hop = 1001s\n", "it is too large; at most 1000s is permitted", VCUBE_EINVAL},
		{HEAD "\n[link axis0]\nper_hop = 20ps\n\n[link dim0]\nper_hop = 20ps\n",
		 "mine.ini:13: links 'dim0:per_hop=20ps': the links of ring:4 have no such class", VCUBE_EUNKNOWN},
		{HEAD "links = 0-1:down,0-2:down\n", "mine.ini:8: links '0-2:down': 0 and 2", VCUBE_EUNKNOWN},
	};
	struct vcube_error error;
	char text[200];

	(void)state;
	for (size_t i = 0; i < COUNT(refused); i++) {
		snprintf(text, sizeof text, "ring:4 profile=%s", write_text("mine.ini", refused[i].text));
		assert_null(vcube_open(text, &error));
		error_has(&error, refused[i].code, refused[i].says);
	}
}

/* --- links that change ------------------------------------------------------------- */

static void
test_changes(void **state)
{
	(void)state;
	/* the start of a message decides */
	CHECK_PLAN("linear:2 changes=3000:0>1:per_byte=20,6000:0>1:per_hop=9,6000:0>1:per_byte=10",
		   {0, 1, 100, 992, 2999}, {0, 1, 0, 0, 2999 + 1007}, {0, 1, 100, 0, 4006 + 3007},
		   {0, 1, 100, 0, 7013 + 2009});
	CHECK_PLAN("linear:2 changes=2999:0>1:per_byte=20", {0, 1, 100, 992, 2999}, {0, 1, 100, 0, 6006});
	/* not its begin: 0 to 2 starts at 10 and waits for its links until 2007 */
	CHECK_PLAN("linear:3 changes=1000:all:per_byte=50", {1, 2, 100, 0, 2007}, {0, 2, 100, 10, 4021});
	/* a message in flight arrives although its link goes down; with store-and-forward,
	 * too */
	CHECK_PLAN("mesh:2x2 changes=1:0-1:down,5000:0-1:up",
		   {0, 1, 100, 0, 2007}, {0, 1, 100, 2999, 2999 + 2021}, {0, 1, 100, 0, 5020 + 2007});
	CHECK_PLAN("linear:3 switching=store-and-forward changes=1:1-2:down", {0, 2, 100, 0, 3014});
	/* a schedule in any order, with duplicates */
	CHECK_PLAN("linear:2 changes=5000:all:per_byte=30,100:all:per_byte=20,100:all:per_byte=20",
		   {0, 1, 100, 0, 2007}, {0, 1, 100, 0, 2007 + 3007}, {0, 1, 100, 0, 5014 + 4007});
	/* a slow link changes to the parameters of the others */
	CHECK_PLAN("linear:2 links=all:per_byte=30 changes=100:0-1:per_byte=10",
		   {0, 1, 100, 0, 4007}, {1, 0, 100, 100, 100 + 2007});
}

/* By a node during the run; twice on one machine, as it ends with the run. */
static void
test_plans(void **state)
{
	(void)state;
	PLANNED("linear:3", "1:all:per_byte=20,8000:1>2:per_byte=30",
		{1, 2, 100, 0, 2007}, {1, 2, 100, 2007, 2007 + 3007}, {0, 2, 100, 8000, 8000 + 4014});
	PLANNED("ring:4 routing=none account=yes", "1:0-1:per_byte=20",
		{1, 0, 100, 0, 2007}, {1, 0, 100, 2007, 2007 + 3007});
	PLANNED("ring:4 changes=3000:0-1:up", "1:0-1:down",
		{0, 1, 100, 5, 5 + 2021}, {1, 0, 100, 3001, 3001 + 2007});
}

/* --- from another thread ----------------------------------------------------- */

struct meddler {
	vcube_machine *machine;
	bool may_go_down;
	_Atomic(bool) over;
	sem_t some;                     /* number of changes made */
};

/* Links of a torus become slow, down and up while nodes run, one at a time: there is always
 * a route. */
static void *
meddle(void *arg)
{
	static const char *const what[] = {
		"axis0:per_byte=5:per_hop=1", "all:per_byte=1ns", "1>0:per_hop=70",
		"0-1:down", "0-1:up", "4>5:down,5>4:per_hop=3", "4>5:up",
	};
	struct meddler *m = arg;
	const int count = m->may_go_down ? 7 : 3;
	int changes = 0;

	for (int i = 0; !atomic_load_explicit(&m->over, memory_order_relaxed); i = (i + 1) % count) {
		if (vcube_change_links(m->machine, what[i], NULL) != 0)
			break;
		if (++changes == 10)
			sem_post(&m->some);
	}
	return NULL;
}

enum { ROUNDS = 40 };

/* Many rounds; half way some changes have been made. */
static int
pass_around(vcube_node *self, void *arg)
{
	struct meddler *m = arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	unsigned char out[20], in[20];

	for (unsigned i = 0; i < ROUNDS; i++) {
		const int to = (me + 1) % p, from = (me + p - 1) % p;

		fill(out, sizeof out, me, to, i);
		vcube_sendrecv(self, NULL, to, out, sizeof out, from, in, sizeof in, NULL);
		CHECK(self, vcube_failed(self) || is_filled(in, sizeof in, from, me, i));
		/* on a busy host the thread may not have run yet */
		if (i == ROUNDS / 2 && me == 0)
			sem_wait(&m->some);
	}
	return vcube_failed(self);
}

static void
test_another_thread(void **state)
{
	static const char *const texts[] = {
		"torus:3x3 clock=virtual", "torus:3x3", "torus:3x3 clock=virtual duplex=half",
		"ring:6 clock=virtual routing=none", "ring:6 clock=virtual routing=none account=yes",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct meddler m = {.machine = open_machine("%s", texts[i]), .may_go_down = i < 3};
		pthread_t thread;

		sem_init(&m.some, 0, 0);
		assert_int_equal(pthread_create(&thread, NULL, meddle, &m), 0);
		run_well(m.machine, pass_around, &m);
		atomic_store_explicit(&m.over, true, memory_order_relaxed);
		assert_int_equal(pthread_join(thread, NULL), 0);
		sem_destroy(&m.some);
		vcube_close(m.machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_one_link),
		TEST(test_classes),
		TEST(test_stamps),
		TEST(test_copies),
		TEST(test_ways_round),
		TEST(test_long_way),
		TEST(test_profile_sections),
		TEST(test_profile_refused),
		TEST(test_changes),
		TEST(test_plans),
		TEST(test_another_thread),
	};

	return RUN_IN_FOLDER(tests);
}
