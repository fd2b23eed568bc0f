/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What leaves this process. Packets for a process are bundled until a node is about to wait, or
 * BUNDLE bytes have come together.
 */
#include "processes.h"

enum { BUNDLE = 16384 };

static bool
flush(struct vc_processes *p, int to)
{
	struct vc_bytes bundle = p->out[to];

	p->out[to] = (struct vc_bytes){0};
	return bundle.used == 0 || p->transport->post(p->transport, to, bundle.data, bundle.used) == 0;
}

bool
vc_outbox_add(struct vc_processes *p, int to, const struct vc_packet *head, const void *data)
{
	static const char zeros[8];
	struct vc_bytes *const out = &p->out[to];

	if (!vc_bytes_add(out, head, sizeof *head) || !vc_bytes_add(out, data, head->bytes) ||
	    !vc_bytes_add(out, zeros, vc_packet_room(head->bytes) - head->bytes))
		return false;
	if (head->kind < VC_PACKET_PARCEL)
		p->sent++;
	return out->used < BUNDLE || flush(p, to);
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
vc_outbox_flush(struct vc_processes *p)
{
	for (int to = 0; to < p->count; to++)
		flush(p, to);
}
