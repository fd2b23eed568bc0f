/* SPDX-License-Identifier: BSD-2-Clause */
/* Where messages were sent; see the header. A table of fixed size: others read it meanwhile. */
#include <stdlib.h>
#include "sites.h"

enum { ROOM = 1024 };           /* lines beyond are not known; number 0 stays empty */

uint16_t
vc_site_number(vcube_node *self)
{
	struct vc_sites *const s = &self->sites;
	const char *const here = self->site.here;
	unsigned at = (unsigned)((uintptr_t)here * 0x9e3779b97f4a7c15u >> 54);

	if (s->line != NULL && s->line[s->last] == here)
		return s->last;         /* NULL, too: line 0 */
	s->last = 0;
	if (here == NULL || (s->line == NULL && (s->line = calloc(ROOM, sizeof *s->line)) == NULL))
		return 0;
	for (unsigned tries = 0; tries < ROOM; tries++, at = (at + 1) % ROOM) {
		if (at == 0 || (s->line[at] != NULL && s->line[at] != here))
			continue;
		s->line[at] = here;
		s->last = (uint16_t)at;
		return s->last;
	}
	return 0;
}

void
vc_sites_drop(vcube_node *n)
{
	free(n->sites.line);
	n->sites = (struct vc_sites){0};
}
