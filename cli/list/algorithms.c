/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube list algorithms: describes each algorithm.
 */
#include <stdio.h>
#include <string.h>
#include <vcube/authoring.h>
#include "base/text.h"
#include "list/subjects.h"

static void
print_note(const char *head, const char *words)
{
	if (words == NULL || !*words)
		return;
	printf("      %-7s ", head);
	print_wrapped(words, 14);
}

/* Describe what an algorithm demands of a call; NULL if nothing. */
static char *
needs_text(unsigned needs)
{
	char *words = NULL;

#define X(flag, value, what) \
	if (needs & (flag)) \
		join(&words, ", and ", what);
	VCUBE_NEEDS(X)
#undef X
	return words;
}

static char *
native_text(unsigned native)
{
	char *words = NULL;

	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		if (native & 1u << kind)
			join(&words, ", ", vcube_kind_name(kind));
	return words;
}

static void
print_algorithm(const struct vcube_algorithm *a)
{
	printf("  %s.%s\n", vcube_collective_name(a->collective), a->name);
	print_note("how", a->text);
	print_note("steps", a->steps);
	print_note("volume", a->volume);
	print_note("time", a->formula);
	print_note("native", native_text(a->native));
	print_note("needs", needs_text(a->needs));
	for (const struct vcube_option *o = a->options; o && o->name; o++)
		print_note("option", text("%s=%s: %s", o->name, o->form, o->text));
	print_note("source", a->paper);
}

static void
print_collective(int collective)
{
	const char *name = vcube_collective_name(collective);
	const struct vcube_algorithm *a;

	printf("%s: ", name);
	print_wrapped(text("%s; ends with: %s", vcube_collective_paper(collective),
			   vcube_collective_text(collective)), (int)strlen(name) + 2);
	for (int i = 0; (a = vcube_algorithm_at(i)); i++)
		if (a->collective == collective)
			print_algorithm(a);
	putchar('\n');
}

void
print_algorithms(void)
{
	for (int collective = 0; vcube_collective_name(collective); collective++)
		print_collective(collective);
	puts("steps   start-ups in sequence, for a call of more than one node with one port\n"
	     "volume  bytes that the busiest node sends in that call; u bytes per element;\n"
	     "        for alltoallv, if all blocks have m bytes\n"
	     "time    of one call, by formula: ts start-up of a message, tw time of a byte,\n"
	     "        m bytes of a block, p nodes\n"
	     "native  topologies on which it talks only to neighbours and the formula is\n"
	     "        exact; a hypercube with routes is as good as full");
}
