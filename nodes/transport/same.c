/* SPDX-License-Identifier: BSD-2-Clause */
/* Do all processes open the same machine, and do the same with it? */
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "processes.h"

int
vc_processes_died(const struct vc_processes *p, struct vcube_error *error)
{
	static const char *const does[] = {
		[VC_GATHER_OPEN] = "opens a machine", [VC_GATHER_BEGIN] = "begins a run",
		[VC_GATHER_RUN] = "is in a run",
	};
	const struct vc_joined *const j = p->joined;

	if (j->strayed)
		return vc_error(error, VCUBE_EINVAL, "process %d of %d %s while this one %s; all processes "
				"open the same machines and do the same runs, in the same order",
				j->dead, p->count, does[j->there], does[j->here]);
	return vc_error(error, VCUBE_EHOST, "process %d of %d has died", p->joined->dead, p->count);
}

/* What each process has opened: the version of its library, the description, and why it cannot
 * open it, or nothing; each with a zero behind it. */
struct opened {
	const char *mine;
	size_t bytes;
	struct vcube_error error;
};

/* Returns how long the words and items are with which both texts begin. */
static size_t
same_start(const char *a, const char *b)
{
	size_t same = 0, word = 0;

	for (; a[same] != '\0' && a[same] == b[same]; same++)
		if (a[same] == ' ' || a[same] == ',')
			word = same + 1;
	return word;
}

static void
tell_machines(struct opened *o, int process, const char *theirs, const char *mine)
{
	enum { SHOWN = 300 };
	/* where a long list comes before the difference, or has it */
	const bool fits = strlen(theirs) <= SHOWN && strlen(mine) <= SHOWN;
	const size_t from = fits ? 0 : same_start(theirs, mine);
	const char *const left_out = from > 0 ? "... " : "";

	vc_error(&o->error, VCUBE_EINVAL, "process %d opened another machine: '%s%.*s' there, "
		 "'%s%.*s' here; all processes open the same one", process, left_out, SHOWN,
		 theirs + from, left_out, SHOWN, mine + from);
}

static const char *
next_text(const char *text)
{
	return text + strlen(text) + 1;
}

/* The others have opened the same machine? */
static void
compare(void *arg, int process, const void *data, size_t bytes)
{
	struct opened *const o = arg;
	const char *const theirs = data, *const machine = next_text(theirs);

	if (o->error.code != 0 || (bytes == o->bytes && memcmp(o->mine, theirs, bytes) == 0))
		return;
	if (strcmp(o->mine, theirs) != 0)
		vc_error(&o->error, VCUBE_EINVAL, "process %d has libvcube %s, this one %s; all "
			 "processes need the same", process, theirs, o->mine);
	else if (strcmp(next_text(o->mine), machine) != 0)
		tell_machines(o, process, machine, next_text(o->mine));
	else
		vc_error(&o->error, VCUBE_EHOST, "process %d cannot open the machine: %s", process,
			 next_text(machine));
}

int
vc_machines_compare(vcube_machine *m, const char *why, struct vcube_error *error)
{
	struct vc_processes *const p = m->processes;
	const size_t head = strlen(vcube_version()) + 1, tail = strlen(why) + 1;
	const size_t text = (size_t)vcube_desc_print(&m->desc, NULL, 0) + 1;
	char *const mine = malloc(head + text + tail);
	struct opened opened = { .mine = mine, .bytes = head + text + tail };
	bool all;

	p->opening = false;
	if (mine == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for the description of the machine");
	memcpy(mine, vcube_version(), head);
	vcube_desc_print(&m->desc, mine + head, text);
	memcpy(mine + head + text, why, tail);
	all = vc_gather(p, VC_GATHER_OPEN, mine, opened.bytes, compare, &opened);
	free(mine);
	if (!all)
		return vc_processes_died(p, error);
	return opened.error.code != 0 ? vc_error(error, opened.error.code, "%s", opened.error.text) : 0;
}

void
vc_processes_refused(vcube_machine *m, const struct vcube_error *error)
{
	if (m->processes != NULL && m->processes->opening)
		vc_machines_compare(m, error != NULL ? error->text : "it does not say why", NULL);
}
