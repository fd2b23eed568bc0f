/* SPDX-License-Identifier: BSD-2-Clause */
/* Notes what a node sends; see the header. */
#include <stdlib.h>
#include "digest.h"
#include "in_use.h"
#include "label.h"

void
vc_digest_add(vcube_node *self, int to, uint64_t label, const void *data, size_t bytes)
{
	struct vc_digest *const d = self->digest;
	const bool tagged = vc_label_is_tagged(label);

	/* when a receive is confirmed is not the program's choice */
	if (vc_label_is_ack(label))
		return;
	if (d->count == d->room) {
		const size_t room = 2 * d->room + 64;
		struct vc_sent *const more = realloc(d->sent, room * sizeof *more);

		d->lacks |= more == NULL;
		if (more == NULL)
			return;
		d->sent = more;
		d->room = room;
	}
	d->sent[d->count] = (struct vc_sent){
		.to = to, .tag = tagged ? vc_label_tag(label) : -1, .number = d->count, .bytes = bytes,
		.sum = vc_sum_of(data, bytes), .here = self->site.here,
	};
	d->count++;
}
