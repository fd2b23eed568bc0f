/* SPDX-License-Identifier: BSD-2-Clause */
/* What is left at MPI_Finalize: requests, other objects, and messages. */
#include <string.h>
#include "attribute.h"
#include "content.h"
#include "explain.h"
#include "remarks.h"
#include "request.h"
#include "shared.h"
#include "wrong.h"

enum { LISTED_MOST = 3, LIST_ROOM = 500 };

struct list {
	FILE *out;
	int count;
};

/* Of the kinds that programs free */
static const enum kind_number kinds[] = {
	KIND_COMM, KIND_WIN, KIND_FILE, KIND_DATATYPE, KIND_OP, KIND_GROUP, KIND_ERRHANDLER,
	KIND_INFO, KIND_MEMORY,
};

static void
add(struct list *list, const char *what, const void *site)
{
	char place[PLACE_ROOM];

	if (list->count++ < LISTED_MOST)
		fprintf(list->out, "%s%s created at %s", list->count == 1 ? "" : ", ", what,
			vcm_place(site, place));
}

/* Is the type one of Fortran's precisions, which stay? Or part of one that is there still? Then
 * it is that one which was left. */
static bool
may_stay(struct process *p, const struct datatype *type)
{
	const struct datatype *t = NULL;

	if (type->combiner == MPI_COMBINER_F90_REAL || type->combiner == MPI_COMBINER_F90_COMPLEX
	    || type->combiner == MPI_COMBINER_F90_INTEGER)
		return true;
	while ((t = vcm_object_next(p, KIND_DATATYPE, t)) != NULL) {
		if (t->content == NULL)
			continue;
		if (t->content->inner == type)
			return true;
		for (int i = 0; i < t->content->types_count; i++)
			if (t->content->types[i] == type)
				return true;
	}
	return false;
}

/* Of a receive: MPI_Finalize() ends it. */
static bool
is_freed(const struct request *r)
{
	return r->freed && r->kind == REQUEST_RECV;
}

static void
add_objects(struct process *p, struct list *list)
{
	const struct object *o;
	const struct request *r = NULL;
	const void *site;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		for (o = NULL; (o = vcm_object_next(p, kinds[i], o)) != NULL;)
			if (o->handles > 0
			    && (kinds[i] != KIND_DATATYPE || !may_stay(p, (const void *)o)))
				add(list, o->kind->name, o->site);
	for (int i = 0; vcm_keyval_left(p, i, &site); i++)
		if (site != NULL)
			add(list, "attribute key", site);
	while ((r = vcm_object_next(p, KIND_REQUEST, r)) != NULL)
		if (!is_freed(r))
			add(list, r->state == REQUEST_IDLE ? "persistent request"
			    : "request, which was not waited for,", r->object.site);
}

static void
explain(char text[CALL_ROOM], const struct request *r)
{
	FILE *out = fmemopen(text, CALL_ROOM, "w");

	if (out == NULL)
		return;
	vcm_explain_request(out, r);
	fclose(out);
}

/* Sends if strict: without, they end here, so they change no result. Other active ones always,
 * others that are done if strict */
static void
check_requests(struct process *p)
{
	struct request *r = NULL;
	char text[CALL_ROOM] = "";

	while ((r = vcm_object_next(p, KIND_REQUEST, r)) != NULL) {
		if (r->state == REQUEST_ACTIVE && r->kind == REQUEST_SEND && !p->strict)
			vcm_request_wait(p, r);
		if ((r->state != REQUEST_ACTIVE && !p->strict) || is_freed(r))
			continue;
		explain(text, r);
		if (r->state == REQUEST_IDLE)
			vcm_wrong(p, "resource leak", "the request of %s was never freed", text);
		vcm_wrong(p, "missing wait", "the request of %s was never waited for", text);
	}
}

void
vcm_tell_freed(struct process *p, const struct request *r)
{
	char text[CALL_ROOM] = "", place[PLACE_ROOM];

	explain(text, r);
	vcm_remark(p, REMARK_WAIT, "the request of %s was freed at %s without being waited for", text,
		   vcm_place(p->call.site, place));
}

/* Lists the objects that are left. Returns how many there are. */
static int
list_objects(struct process *p, char text[LIST_ROOM])
{
	struct list list = {fmemopen(text, LIST_ROOM, "w"), 0};

	if (list.out == NULL)
		return 0;
	add_objects(p, &list);
	if (list.count > LISTED_MOST)
		fprintf(list.out, ", and %d more,", list.count - LISTED_MOST);
	fprintf(list.out, " %s never freed", list.count == 1 ? "was" : "were");
	fclose(list.out);
	return list.count;
}

void
vcm_leaks_check(struct process *p)
{
	char text[LIST_ROOM] = "";

	check_requests(p);
	if (p->strict && list_objects(p, text) > 0)
		vcm_wrong(p, "resource leak", "%s", text);
}

static void
check_line(struct process *p, const struct comm *c)
{
	char text[PLACE_ROOM] = "", place[PLACE_ROOM];
	struct vcube_status s;
	struct header h;
	FILE *out;
	int there, code;

	vcm_check(p, (vcube_tiprobe)(p->node, c->line, VCUBE_ANY, VCUBE_ANY_TAG, &there, &s));
	if (!there)
		return;
	code = (vcube_trecv)(p->node, c->line, s.from, s.tag, &h, sizeof h, &s);
	if (code != 0 && (code != VCUBE_ETRUNC || vcube_recover(p->node, NULL) != VCUBE_ETRUNC))
		vcm_end(p, code);
	out = fmemopen(text, sizeof text, "w");
	if (out != NULL) {
		vcm_explain_comm(out, c);
		fclose(out);
	}
	vcm_wrong(p, "unreceived message", "%s at %s sent %s (source %d, tag %d, %s), which was never "
		  "received", h.call, vcm_place(h.site, place), h.data, s.from - c->first, s.tag, text);
}

void
vcm_unreceived_check(struct process *p)
{
	const struct comm *c = NULL;

	if (p->strict) {
		vcm_calls_left_check(p);
		vcm_steps_check(p);
	}
	while (p->strict && (c = vcm_object_next(p, KIND_COMM, c)) != NULL)
		check_line(p, c);
}
