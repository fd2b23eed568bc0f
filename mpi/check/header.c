/* SPDX-License-Identifier: BSD-2-Clause */
/* Types of messages, sent and received: a message tells what was sent. */
#include <stdlib.h>
#include "explain.h"
#include "shared.h"
#include "wrong.h"

static void
describe(char *text, size_t room, int64_t count, const struct datatype *type)
{
	char name[40];

	snprintf(text, room, "%jd of %s", (intmax_t)count, vcm_type_text(type, name, sizeof name));
}

unsigned long
vcm_posts_receive(const struct process *p)
{
	return p->strict ? atomic_load_explicit(&p->shared->clock, memory_order_relaxed) : 0;
}

void
vcm_ends_receive(struct process *p, unsigned long posted, struct posted *r, bool waits)
{
	p->posted_at = posted;
	p->receive = r;
	p->waits = waits;
}

/* A receive that is posted later has seen the number of the send, or one after it. */
static void
check_ready(struct process *p, const struct header *h, int source, int tag)
{
	char here[PLACE_ROOM], there[PLACE_ROOM];

	if (h->ready == 0 || p->posted_at < h->ready)
		return;
	vcm_wrong(p, "ready send", "%s at %s sent %s (source %d, tag %d) before its receive was posted, "
		  "which ended in %s at %s", h->call, vcm_place(h->site, there), h->data, source, tag,
		  p->call.name, vcm_place(p->call.site, here));
}

void
vcm_header_write(struct process *p, struct header *h, const struct envelope *e)
{
	vcm_race_sends(p);
	*h = (struct header){
		.signature = vcm_type_signature(e->type, (int64_t)vcm_bytes_of(e), NULL),
		.call = p->call.name, .site = p->call.site, .ready = p->ready ? vcm_race_now(p) : 0,
		.meeting = p->meeting,
	};
	p->ready = false;
	p->meeting = NULL;
	describe(h->data, sizeof h->data, e->count, e->type);
}

static void
keep_cut(struct process *p, const struct header *h)
{
	if (p->too_long == NULL)
		p->too_long = malloc(sizeof *p->too_long);
	if (p->too_long != NULL)
		*p->too_long = *h;
}

const char *
vcm_sender_of_cut(struct process *p, char text[SENDER_ROOM])
{
	const struct header *const h = p->too_long;
	char place[PLACE_ROOM];

	text[0] = '\0';
	if (h != NULL)
		snprintf(text, SENDER_ROOM, ", which %s at %s sent with %s", h->call,
			 vcm_place(h->site, place), h->data);
	free(p->too_long);
	p->too_long = NULL;
	return text;
}

void
vcm_header_check(struct process *p, const struct header *h, const struct envelope *e,
		 int source, int tag, size_t bytes)
{
	const size_t room = vcm_bytes_of(e);
	const struct signature want = vcm_type_signature(e->type, (int64_t)(bytes < room ? bytes : room),
							 NULL);
	char data[48], here[PLACE_ROOM], there[PLACE_ROOM], text[200] = "";
	const struct block block = {e->buffer, e->count, e->type};
	FILE *out;

	p->heard = true;
	vcm_steps_received(p, p->receive, h->meeting, p->waits);
	p->receive = NULL;
	vcm_apart_check(p, &block);
	check_ready(p, h, source, tag);
	if (bytes > room)
		keep_cut(p, h);
	if (bytes > room || vcm_signature_matches(h->signature, want))
		return;
	describe(data, sizeof data, e->count, e->type);
	out = fmemopen(text, sizeof text, "w");
	if (out != NULL) {
		fprintf(out, "source %d, tag %d, ", source, tag);
		vcm_explain_comm(out, e->comm);
		fclose(out);
	}
	vcm_wrong(p, "type matching", "%s(%s) at %s receives %s, but %s at %s sent %s",
		  p->call.name, text, vcm_place(p->call.site, here), data, h->call,
		  vcm_place(h->site, there), h->data);
}

void
vcm_header_note(const struct coll *c, struct header *h, const struct block *b)
{
	*h = (struct header){
		.signature = vcm_block_signature(b),
		.call = c->call != NULL ? c->call : c->p->call.name,
		.site = c->call != NULL ? c->site : c->p->call.site,
	};
	describe(h->data, sizeof h->data, b->count, b->type);
}

void
vcm_header_compare(const struct coll *c, const struct header *h, const struct block *b, int source)
{
	char here[PLACE_ROOM], there[PLACE_ROOM];
	struct header mine;

	if (vcm_signature_matches(h->signature, vcm_block_signature(b)))
		return;
	vcm_header_note(c, &mine, b);
	vcm_wrong(c->p, "type matching", "%s at %s receives %s from rank %d, but %s at %s sent %s",
		  mine.call, vcm_place(mine.site, here), mine.data, source, h->call,
		  vcm_place(h->site, there), h->data);
}
