/* SPDX-License-Identifier: BSD-2-Clause */
/* What stands beside a wait; see the header. */
#include "match.h"
#include "request.h"
#include "sites.h"
#include "standing.h"

enum { SHOWN = 4 };

static bool
is_receive(const struct vc_wait *w)
{
	return w->kind == VC_WAIT_RECV || w->kind == VC_WAIT_ANY;
}

/* A call beside the program, or a promise of it, by the line that made it. */
static void
describe_beside(FILE *out, const struct vcube_request *r)
{
	if (r->here != NULL)
		fprintf(out, ", %s at %s", r->call, r->here);
}

void
vc_wanted_describe(FILE *out, const struct vc_wait *w)
{
	const struct vc_want *const want = &w->want;
	const struct vcube_request *const r = want->before;
	char text[VC_GROUP_ROOM];

	if (w->kind == VC_WAIT_BESIDE)
		describe_beside(out, w->subject);
	if (!is_receive(w))
		return;
	if (vc_label_is_ack(want->label))
		fprintf(out, ", that it took tag %d", vc_label_tag(want->label));
	else if (vc_label_is_tagged(want->label) && (want->mask & VC_LABEL_TAGS) == 0)
		fputs(", any tag", out);
	else if (vc_label_is_tagged(want->label))
		fprintf(out, ", tag %d", vc_label_tag(want->label));
	if (want->group != NULL && !vc_group_is_free(want->group))
		fprintf(out, ", in %s", vc_group_text(want->group, text));
	if (r != NULL && r->here != NULL)
		fprintf(out, ", for %s at %s", r->call, r->here);
}

void
vc_message_describe(FILE *out, uint64_t label, const char *here)
{
	if (vc_label_is_tagged(label))
		fprintf(out, ", tag %d", vc_label_tag(label));
	if (here != NULL)
		fprintf(out, ", sent at %s", here);
}

void
vc_standing_gather(vcube_node *n)
{
	vc_channel_adopt(n);
	for (uint32_t i = 0; i <= n->in.mask; i++) {
		struct vc_channel *const c = n->in.table[i].channel;

		while (c != NULL && n->code == 0 && vc_front(c) != NULL)
			vc_set_aside(n, c);
	}
}

/* By sender, then as sent */
static bool
is_before(const struct vcube_message *a, const struct vcube_message *b)
{
	return a->channel->from != b->channel->from ? a->channel->from < b->channel->from
						    : (int32_t)(a->number - b->number) < 0;
}

/* Returns the next message behind one, with these bits of its label, that nothing of the node
 * accepts; NULL: the first. */
static const struct vcube_message *
next_message(const vcube_node *n, const struct vcube_message *behind, uint64_t label, uint64_t mask)
{
	const struct vcube_message *next = NULL;

	for (const struct vcube_message *a = n->asides.first; a != NULL; a = a->next)
		if (((a->slot.label ^ label) & mask) == 0 && (behind == NULL || is_before(behind, a)) &&
		    (next == NULL || is_before(a, next)) &&
		    vc_posted(n, a->channel->from, a->slot.label, NULL) == NULL)
			next = a;
	return next;
}

static int
count_messages(const vcube_node *n)
{
	int count = 0;

	for (const struct vcube_message *a = n->asides.first; a != NULL; a = a->next)
		count += vc_posted(n, a->channel->from, a->slot.label, NULL) == NULL;
	return count;
}

static void
describe_messages(FILE *out, const vcube_machine *m, const vcube_node *n)
{
	const int count = count_messages(n);
	const struct vcube_message *a = NULL;

	for (int i = 0; i < count && i < SHOWN; i++) {
		a = next_message(n, a, 0, 0);
		fprintf(out, "%s%llu bytes from node %d",
			i == 0 ? "; it does not accept what is there: " : "; ",
			(unsigned long long)a->slot.bytes, a->channel->from);
		vc_message_describe(out, a->slot.label,
				    vc_site_of(m, a->channel->from, &a->slot));
	}
	if (count > SHOWN)
		fprintf(out, "; and %d more", count - SHOWN);
}

bool
vcube_unaccepted(const vcube_node *self, const vcube_group *group, int nth,
		 struct vcube_status *status)
{
	const uint64_t label = vc_label(vc_group_number(group), 0);
	const struct vcube_message *a = NULL;

	do
		a = next_message(self, a, label, VC_LABEL_ANY_TAG);
	while (a != NULL && nth-- > 0);
	if (a != NULL)
		*status = (struct vcube_status){
			.from = vc_group_find(self, group, a->channel->from), .bytes = a->slot.bytes,
			.tag = vc_label_tag(a->slot.label),
		};
	return a != NULL;
}

/* Requests that may take, or have taken, what the wait is for. */
static void
describe_requests(FILE *out, const struct vc_request_list *list, const struct vcube_request *but,
		  const char *how)
{
	int count = 0;

	for (const struct vcube_request *r = list->first; r != NULL; r = r->next)
		if (r != but && r->here != NULL && count++ < SHOWN)
			fprintf(out, "; %s at %s %s", r->call, r->here, how);
	if (count > SHOWN)
		fprintf(out, "; and %d more", count - SHOWN);
}

void
vc_standing_describe(FILE *out, const vcube_machine *m, int rank)
{
	const vcube_node *const n = &m->node[rank];
	const struct vc_wait *const w = m->parking[rank].wait;

	if (!is_receive(w) && w->kind != VC_WAIT_SEVERAL)
		return;
	if (is_receive(w))
		describe_messages(out, m, n);
	describe_requests(out, &n->requests.received, NULL, "has taken a message and is not waited for");
	describe_requests(out, &n->requests.receives, w->want.before, "is pending");
}
