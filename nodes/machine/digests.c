/* SPDX-License-Identifier: BSD-2-Clause */
/* A set of digests; see the header. */
#include <stdlib.h>
#include "digests.h"

static size_t
place_of(const struct vc_digests *d, uint64_t digest)
{
	size_t i = digest & (d->room - 1);

	while (d->at[i] != 0 && d->at[i] != digest)
		i = (i + 1) & (d->room - 1);
	return i;
}

static bool
grow(struct vc_digests *d)
{
	struct vc_digests more = {.room = d->room > 0 ? 2 * d->room : 64, .count = d->count};

	more.at = calloc(more.room, sizeof *more.at);
	if (more.at == NULL)
		return false;
	for (size_t i = 0; i < d->room; i++)
		if (d->at[i] != 0)
			more.at[place_of(&more, d->at[i])] = d->at[i];
	free(d->at);
	*d = more;
	return true;
}

bool
vc_digests_add(struct vc_digests *d, uint64_t digest)
{
	size_t i;

	digest |= digest == 0;
	if (2 * d->count >= d->room && !grow(d))
		return false;
	i = place_of(d, digest);
	d->count += d->at[i] == 0;
	d->at[i] = digest;
	return true;
}

void
vc_digests_clear(struct vc_digests *d)
{
	free(d->at);
	*d = (struct vc_digests){.at = NULL};
}
