/* SPDX-License-Identifier: BSD-2-Clause */
/* Virtual time: the rules of cost, each worked out by hand. */
#include <string.h>
#include "support.h"

#define US ((vcube_time)1000000)
#define NS ((vcube_time)1000)

/* The machine of most of these: 100 bytes take 10 + 3 + 0.2 = 13.2 us. */
#define COSTS " clock=virtual startup=10us per_hop=3us per_byte=2ns send_overhead=1us recv_overhead=2us"
#define TENTHS(us) ((us) * US / 10)     /* so 13.2 us are TENTHS(132) */

static char bytes[2000];

/* What a node does, in letters, and the clock that it must have at the end.
 *   s r  send to, receive from the node whose number follows, 100 bytes
 *   S    isend and wait;  L send 1100 bytes, l receive them
 *   x    exchange with it;  c compute so many microseconds */
struct script {
	const char *does;
	vcube_time end;
};

static int
play(vcube_node *self, void *arg)
{
	const struct script *script = (const struct script *)arg + vcube_rank(self);
	char into[2000];

	for (const char *at = script->does; *at != '\0'; at += 2) {
		const int n = at[1] - '0';

		switch (at[0]) {
		case 's':
			vcube_send(self, NULL, n, bytes, 100);
			break;
		case 'L':
			vcube_send(self, NULL, n, bytes, 1100);
			break;
		case 'S':
			vcube_wait(self, vcube_isend(self, NULL, n, bytes, 100), NULL);
			break;
		case 'r':
		case 'l':
			vcube_recv(self, NULL, n, into, 2000, NULL);
			break;
		case 'x':
			vcube_exchange(self, NULL, n, bytes, 100, into, 100, NULL);
			break;
		case 'X':
			vcube_exchange(self, NULL, n, bytes, 1100, into, 100, NULL);
			break;
		case 'y':
			vcube_exchange(self, NULL, n, bytes, 100, into, 1100, NULL);
			break;
		case 'c':
			vcube_compute(self, n * US);
			break;
		default:
			return vcube_fail(self, "what is '%c'?", at[0]);
		}
	}
	if (vcube_failed(self) == 0 && vcube_now(self) != script->end)
		return vcube_fail(self, "'%s' ends at %lld, not %lld ps", script->does,
				  (long long)vcube_now(self), (long long)script->end);
	return vcube_failed(self);
}

static void
try_script(const char *machine, struct script script[])
{
	char text[300];

	for (int fuzz = 0; fuzz < 4; fuzz++) {
		snprintf(text, sizeof text, "%s fuzz=%d", machine, fuzz);
		try_well(text, play, script);
	}
}

/* Overheads before and after 13.2 us on the link; a buffered send does not wait for its
 * message, a waited-for isend does. */
static void
test_one_message(void **state)
{
	(void)state;
	try_script("full:2" COSTS, (struct script[]){
		{"s1", TENTHS(10)}, {"r0", TENTHS(162)}});
	try_script("full:2" COSTS, (struct script[]){
		{"S1", TENTHS(142)}, {"r0", TENTHS(162)}});
	/* longer: 10 + 3 + 2.2 */
	try_script("full:2" COSTS, (struct script[]){
		{"L1", TENTHS(10)}, {"l0", TENTHS(182)}});
	/* it arrived long before it is received: only the overhead */
	try_script("full:2" COSTS, (struct script[]){
		{"s1", TENTHS(10)}, {"c9c9c2r0", TENTHS(220)}});
	/* work overlaps the message in flight */
	try_script("full:2" COSTS, (struct script[]){
		{"c5S1c3", TENTHS(222)}, {"r0", TENTHS(212)}});
	/* no link to itself */
	try_script("full:1" COSTS, (struct script[]){{"s0s0r0r0", TENTHS(60)}});
}

/* One port: one message out at a time. All ports: one on each link. */
static void
test_ports_out(void **state)
{
	(void)state;
	try_script("full:3" COSTS " ports=one", (struct script[]){
		{"s1s2", TENTHS(20)}, {"r0", TENTHS(162)}, {"r0", TENTHS(294)}});
	try_script("full:3" COSTS " ports=all", (struct script[]){
		{"s1s2", TENTHS(20)}, {"r0", TENTHS(162)}, {"r0", TENTHS(172)}});
	/* two messages on a link are successive, whatever the ports */
	try_script("full:2" COSTS " ports=one", (struct script[]){
		{"s1s1", TENTHS(20)}, {"r0r0", TENTHS(294)}});
	try_script("full:2" COSTS " ports=all", (struct script[]){
		{"s1s1", TENTHS(20)}, {"r0r0", TENTHS(294)}});
}

/* One port: one message in at a time, in the order in which they are received. */
static void
test_ports_in(void **state)
{
	(void)state;
	try_script("full:3" COSTS " ports=one", (struct script[]){
		{"r1r2", TENTHS(294)}, {"s0", TENTHS(10)}, {"s0", TENTHS(10)}});
	try_script("full:3" COSTS " ports=all", (struct script[]){
		{"r1r2", TENTHS(182)}, {"s0", TENTHS(10)}, {"s0", TENTHS(10)}});
	/* the two directions do not affect each other */
	try_script("full:2" COSTS " ports=one", (struct script[]){
		{"s1r1", TENTHS(162)}, {"s0r0", TENTHS(162)}});
}

/* An exchange has one start-up of its own for both directions, and waits for both. */
static void
test_exchange(void **state)
{
	(void)state;
	try_script("full:2" COSTS, (struct script[]){
		{"x1", TENTHS(162)}, {"x0", TENTHS(162)}});
	try_script("full:2" COSTS " exchange_startup=5us", (struct script[]){
		{"x1", TENTHS(112)}, {"x0", TENTHS(112)}});
	try_script("full:2" COSTS " exchange_startup=5us", (struct script[]){
		{"x1", TENTHS(142)}, {"c3x0", TENTHS(122)}});
	/* 1100 bytes one way: 5 + 3 + 2.2, and its sender waits until it has left */
	try_script("full:2" COSTS " exchange_startup=5us", (struct script[]){
		{"y1", TENTHS(132)}, {"X0", TENTHS(112)}});
	try_script("full:2" COSTS " exchange_startup=5us recv_overhead=0", (struct script[]){
		{"y1", TENTHS(112)}, {"X0", TENTHS(112)}});
}

/* On three ports for one start-up of 4 us. One port: it is paid once, and the messages are
 * successive, 3.2 us each. All ports: they are simultaneous, except for the overheads. */
static int
all_at_once(vcube_node *self, void *arg)
{
	const vcube_time *end = arg;
	struct vcube_pair pairs[3];
	char into[3][100];

	for (int i = 0; i < 3; i++)
		pairs[i] = (struct vcube_pair){vcube_rank(self) ^ 1 << i, bytes, 100, into[i], 100};
	vcube_exchange_all(self, NULL, pairs, 3);
	CHECK(self, vcube_now(self) == *end);
	return vcube_failed(self);
}

static void
test_exchange_all(void **state)
{
	vcube_time one = TENTHS(166), all = TENTHS(142), usual = TENTHS(226);

	(void)state;
	try_well("hypercube:3" COSTS " exchange_all_startup=4us ports=one", all_at_once, &one);
	try_well("hypercube:3" COSTS " exchange_all_startup=4us ports=all", all_at_once, &all);
	try_well("hypercube:3" COSTS " ports=one", all_at_once, &usual);
	/* 300 bytes in all, 100 in the longest message, before they start */
	all += TENTHS(3 * 3 + 20);
	try_well("hypercube:3" COSTS " exchange_all_startup=4us ports=all exchange_all_gather=3ns "
		 "exchange_all_longest=20ns", all_at_once, &all);
}

/* The textbook: p - 1 shifts on a ring, written in four forms. */
struct shift {
	size_t m;
	int how;
};

static int
ring_shift(vcube_node *self, void *arg)
{
	const struct shift *s = arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	const int right = (me + 1) % p, left = (me + p - 1) % p;
	vcube_request *r[2];
	char into[2000];

	for (int i = 0; i < p - 1; i++) {
		if (s->how == 0) {
			vcube_send(self, NULL, right, bytes, s->m);
			vcube_recv(self, NULL, left, into, s->m, NULL);
		} else if (s->how == 1) {
			vcube_sendrecv(self, NULL, right, bytes, s->m, left, into, s->m, NULL);
		} else if (s->how == 2) {
			r[0] = vcube_isend(self, NULL, right, bytes, s->m);
			r[1] = vcube_irecv(self, NULL, left, into, s->m);
			vcube_waitall(self, r, 2);
		} else {
			r[0] = vcube_irecv(self, NULL, left, into, s->m);
			vcube_send(self, NULL, right, bytes, s->m);
			vcube_wait(self, r[0], NULL);
		}
	}
	return vcube_failed(self);
}

/* And log p exchanges of doubling blocks on a hypercube. */
static int
cube_doubling(vcube_node *self, void *arg)
{
	const struct shift *s = arg;
	char into[2000];

	for (int bit = 1; bit < vcube_size(self); bit *= 2)
		vcube_exchange(self, NULL, vcube_rank(self) ^ bit, bytes, s->m * (size_t)bit, into,
			       s->m * (size_t)bit, NULL);
	return vcube_failed(self);
}

static void
test_textbook(void **state)
{
	static const vcube_time ts = 7777777, tw = 333;
	struct shift s;
	int log = 0;

	(void)state;
	for (int p = 1; p <= 9; p++)
		for (s.m = 0; s.m < 2000; s.m = 7 * s.m + 5)
			for (s.how = 0; s.how < 4; s.how++) {
				vcube_machine *machine = open_machine(
					"ring:%d clock=virtual startup=%lld per_byte=%lld ports=%s", p,
					(long long)ts, (long long)tw, s.how % 2 ? "all" : "one");

				run_well(machine, ring_shift, &s);
				assert_true(vcube_run_time(machine) ==
					    (ts + tw * (vcube_time)s.m) * (p - 1));
				vcube_close(machine);
			}
	for (int p = 1; p <= 32; p *= 2, log++) {
		vcube_machine *machine =
			open_machine("hypercube:%d clock=virtual startup=%lld per_byte=%lld", log,
				     (long long)ts, (long long)tw);

		s.m = 31;
		run_well(machine, cube_doubling, &s);
		assert_true(vcube_run_time(machine) == ts * log + tw * (vcube_time)s.m * (p - 1));
		vcube_close(machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_one_message),
		TEST(test_ports_out),
		TEST(test_ports_in),
		TEST(test_exchange),
		TEST(test_exchange_all),
		TEST(test_textbook),
	};

	memset(bytes, 'b', sizeof bytes);
	return RUN_TESTS(tests);
}
