/* SPDX-License-Identifier: BSD-2-Clause */
/* Probing for messages before they are received. */
#include <string.h>
#include "support.h"

/* Its length and arrival. */
static int
probe(vcube_node *self, void *arg)
{
	struct vcube_status status = {.from = -1, .bytes = 99, .arrival = -1};
	char data[100] = "";

	(void)arg;
	if (vcube_rank(self) == 0) {
		vcube_send(self, NULL, 1, data, 70);
		vcube_send(self, NULL, 1, data, 0);
		return vcube_send(self, NULL, 1, data, 100);
	}
	for (int i = 0; i < 2; i++) {
		CHECK(self, vcube_probe(self, NULL, 0, &status) == 0);
		CHECK(self, status.from == 0 && status.bytes == 70);
		CHECK(self, is_wall(self) ? vcube_now(self) >= status.arrival
					  : vcube_now(self) == status.arrival);
	}
	vcube_recv(self, NULL, 0, data, 70, NULL);
	vcube_probe(self, NULL, 0, &status);
	CHECK(self, status.bytes == 0);
	vcube_recv(self, NULL, 0, NULL, 0, NULL);
	CHECK(self, vcube_probe(self, NULL, 0, NULL) == 0);
	return vcube_recv(self, NULL, 0, data, 100, NULL);
}

/* A probe does not see what belongs to an irecv. */
static int
probe_behind_irecv(vcube_node *self, void *arg)
{
	struct vcube_status status;
	vcube_request *first;
	char data[50], other[20];

	(void)arg;
	memset(data, 0, sizeof data);
	if (vcube_rank(self) == 0) {
		vcube_send(self, NULL, 1, data, 50);
		return vcube_send(self, NULL, 1, data, 20);
	}
	first = vcube_irecv(self, NULL, 0, data, 50);
	vcube_probe(self, NULL, 0, &status);
	CHECK(self, status.bytes == 20);
	vcube_recv(self, NULL, 0, other, 20, NULL);
	return vcube_wait(self, first, NULL);
}

/* By rule 1, with one sender per link or shared links; and receiving afterwards takes no
 * longer. */
static int
probe_time(vcube_node *self, void *arg)
{
	const vcube_time arrival = 1000000 + 70 * 1000;
	struct vcube_status status;
	char data[70] = "";

	(void)arg;
	if (vcube_rank(self) == 0)
		return vcube_send(self, NULL, 1, data, 70);
	vcube_probe(self, NULL, 0, &status);
	CHECK(self, status.arrival == arrival && vcube_now(self) == arrival);
	vcube_compute(self, 500);
	vcube_recv(self, NULL, 0, data, 70, NULL);
	CHECK(self, vcube_now(self) == arrival + 500);
	return vcube_failed(self);
}

static int
probe_any(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_probe(self, NULL, VCUBE_ANY, NULL);
}

static int
probe_nobody(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_probe(self, NULL, 2, NULL);
}

static int
probe_each_other(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_probe(self, NULL, 1 - vcube_rank(self), NULL);
}

static void
test_probe(void **state)
{
	(void)state;
	try_everywhere("full:2", probe, NULL);
	try_everywhere("full:2", probe_behind_irecv, NULL);
	try_for("full:2", probe_any, NULL, VCUBE_EINVAL);
	try_for("full:2", probe_nobody, NULL, VCUBE_EINVAL);
	try_for("full:2", probe_each_other, NULL, VCUBE_EDEADLOCK);
	try_for("full:2 clock=virtual", probe_each_other, NULL, VCUBE_EDEADLOCK);
}

static void
test_probe_time(void **state)
{
	(void)state;
	try_well("ring:2 clock=virtual", probe_time, NULL);
	try_well("ring:2 clock=virtual routing=none", probe_time, NULL);
	try_well("ring:2 clock=virtual ports=all", probe_time, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_probe),
		TEST(test_probe_time),
	};

	return RUN_TESTS(tests);
}
