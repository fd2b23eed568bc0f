/* SPDX-License-Identifier: BSD-2-Clause */
#include "confirmations.h"
#include "support.h"

enum { SENDS = 3, DATA = 3, TAKEN, GO_ON };

/* The message that is taken next, of those that are sent. */
static const int order[SENDS] = {2, 0, 1};

static int
send_all(vcube_node *self, int peer)
{
	vcube_request *sent[SENDS];
	bool ended[SENDS] = {false};
	int done, which;

	for (int i = 0; i < SENDS; i++)
		sent[i] = vcube_tissend(self, NULL, peer, DATA, &i, sizeof i);
	for (int taken = 0; taken < SENDS; taken++) {
		vcube_trecv(self, NULL, peer, TAKEN, &which, sizeof which, NULL);
		for (int i = 0; i < SENDS && !vcube_failed(self); i++)
			if (i != which && !ended[i]) {
				vcube_is_done(self, sent[i], &done, NULL);
				CHECK(self, vcube_failed(self) || !done);
			}
		if (vcube_wait(self, sent[which], NULL) != 0)
			return vcube_failed(self);
		ended[which] = true;
		vcube_tsend(self, NULL, peer, GO_ON, NULL, 0);
	}
	return vcube_failed(self);
}

static int
take_all(vcube_node *self, int peer)
{
	vcube_message *message[SENDS];
	int got;

	for (int i = 0; i < SENDS; i++)
		vcube_mprobe(self, NULL, peer, DATA, &message[i], NULL);
	for (int i = 0; i < SENDS && !vcube_failed(self); i++) {
		vcube_mrecv(self, NULL, message[order[i]], &got, sizeof got, NULL);
		CHECK(self, vcube_failed(self) || got == order[i]);
		vcube_tsend(self, NULL, peer, TAKEN, &order[i], sizeof order[i]);
		vcube_trecv(self, NULL, peer, GO_ON, NULL, 0, NULL);
	}
	return vcube_failed(self);
}

int
confirm_out_of_order(vcube_node *self, void *unused)
{
	const int me = vcube_rank(self), half = vcube_size(self) / 2;

	(void)unused;
	return (me < half ? send_all : take_all)(self, (me + half) % (2 * half));
}
