/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What leaves this process. Packets for a process are bundled until a node is about to wait, or
 * BUNDLE bytes have come together. A long message is a bundle of its own, so that the other
 * process need not copy it.
 */
#include "processes.h"

enum { BUNDLE = 16384 };

bool
vc_outbox_flush(struct vc_processes *p, int to)
{
	struct vc_bytes bundle = p->out[to];

	p->out[to] = (struct vc_bytes){0};
	return bundle.used == 0 || p->transport->post(p->transport, to, bundle.data, bundle.used) == 0;
}

bool
vc_outbox_add(struct vc_processes *p, int to, const struct vc_packet *head, const void *data)
{
	struct vc_bytes *const out = &p->out[to];
	const bool alone = head->bytes >= VC_ALONE_FROM;
	char *packet, *body;

	if (alone && !vc_outbox_flush(p, to))
		return false;
	packet = vc_bytes_more(out, sizeof *head + vc_packet_room(head->bytes));
	if (packet == NULL)
		return false;
	memcpy(packet, head, sizeof *head);
	body = packet + sizeof *head;
	if (head->bytes > 0)
		memcpy(body, data, head->bytes);
	memset(body + head->bytes, 0, vc_packet_room(head->bytes) - head->bytes);
	if (head->kind < VC_PACKET_PARCEL)
		p->sent++;
	return (!alone && out->used < BUNDLE) || vc_outbox_flush(p, to);
}

bool
vc_outbox_lend(struct vc_processes *p, int to, const struct vc_packet *head, const void *data, int *left)
{
	static_assert(sizeof *head <= VCUBE_LENT_HEAD, "it is the head of a lent block");

	p->sent++;
	return vc_outbox_flush(p, to) &&
	       p->transport->lend(p->transport, to, head, sizeof *head, data, head->bytes, left) == 0;
}

bool
vc_outbox_tell(struct vc_processes *p, const struct vc_packet *head, const void *data)
{
	bool all = true;

	for (int to = 0; to < p->count; to++)
		all = (to == p->process || vc_outbox_add(p, to, head, data)) && all;
	return all;
}

void
vc_outbox_flush_all(struct vc_processes *p)
{
	for (int to = 0; to < p->count; to++)
		vc_outbox_flush(p, to);
}
