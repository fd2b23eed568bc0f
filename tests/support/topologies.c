/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <unistd.h>
#include "topologies.h"

/* Names of files in examples are relative to the folder of the sources. */
static void
go_to_sources(void)
{
	static bool gone;
	const char *const sources = getenv("srcdir");

	if (!gone && sources != NULL && chdir(sources) != 0)
		fail_msg("there is no folder %s", sources);
	gone = true;
}

const char *
example_at(int i)
{
	const char *text;

	go_to_sources();
	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		for (int k = 0; (text = vcube_kind_example(kind, k)) != NULL; k++)
			if (i-- == 0)
				return text;
	return NULL;
}

vcube_topology *
topology_of(const char *text)
{
	struct vcube_error error;
	vcube_topology *const t = vcube_topology_parse(text, &error);

	if (t == NULL)
		fail_msg("%s", error.text);
	return t;
}
