/* SPDX-License-Identifier: BSD-2-Clause */
/* Mappings: the position of each rank on a topology. */
#include "topo.h"
#include "error.h"

#include <stdlib.h>
#include <string.h>

#define MAPPINGS "binary, gray, gray:AxB[xC..], or a permutation such as 0,2,1,3"

static int
refuse(const char *text, const char *why, const char *right, struct vcube_error *error)
{
	return vc_error(error, VCUBE_EINVAL, "mapping '%.100s': %s; %s", text, why, right);
}

static int
binary(const vcube_topology *t, int *position)
{
	for (int r = 0; r < t->nodes; r++)
		position[r] = r;
	return 0;
}

/* Returns a position: row major, each coordinate in Gray code, the last axis in the lowest
 * bits. */
static int
gray_position(int rank, const int *axis, int axes)
{
	int position = 0;

	for (int a = axes - 1, weight = 1; a >= 0; a--) {
		position += weight * (int)vcube_gray((unsigned)(rank % axis[a]));
		rank /= axis[a];
		weight *= axis[a];
	}
	return position;
}

/* Are the axes powers of two with the nodes as their product? */
static bool
axes_fit(const int *axis, int axes, int nodes)
{
	for (int a = 0; a < axes; a++) {
		if (axis[a] == 0 || (axis[a] & (axis[a] - 1)) != 0 || axis[a] > nodes)
			return false;
		nodes /= axis[a];
	}
	return nodes == 1;
}

static int
gray(const char *text, const vcube_topology *t, int *position, struct vcube_error *error)
{
	int axis[VC_AXES_MAX] = { t->nodes }, axes = 1;
	char why[VC_WHY_MAX];

	if (t->kind != VCUBE_HYPERCUBE)
		return vc_error(error, VCUBE_EINVAL, "mapping '%.100s': Gray codes are for "
				"hypercubes, but %s is none; use binary or a permutation",
				text, t->text);
	if (text[4] == ':')
		axes = vc_numbers(text + 5, 'x', axis, VC_AXES_MAX, why);
	if (axes < 0)
		return refuse(text, why, "it should read gray:AxB[xC..]", error);
	if (axes > VC_AXES_MAX || !axes_fit(axis, axes, t->nodes))
		return vc_error(error, VCUBE_EINVAL, "mapping '%.100s': it does not fill %s; "
				"its axes should be powers of two, at most %d of them, "
				"with product %d", text, t->text, VC_AXES_MAX, t->nodes);
	for (int r = 0; r < t->nodes; r++)
		position[r] = gray_position(r, axis, axes);
	return 0;
}

/* Returns the first entry that is no position or occurs a second time; -1: there is none. */
static int
first_wrong(const int *position, int nodes, bool *taken)
{
	for (int r = 0; r < nodes; r++) {
		if (position[r] >= nodes || taken[position[r]])
			return r;
		taken[position[r]] = true;
	}
	return -1;
}

static int
permutation(const char *text, const vcube_topology *t, int *position,
	    struct vcube_error *error)
{
	char why[VC_WHY_MAX];
	const int count = vc_numbers(text, ',', position, t->nodes, why);
	bool *taken;
	int wrong;

	if (count < 0)
		return refuse(text, why, "a permutation reads 0,2,1,3", error);
	if (count != t->nodes)
		return vc_error(error, VCUBE_EINVAL, "mapping '%.100s': it has %d entries; "
				"%s has %d nodes", text, count, t->text, t->nodes);
	taken = calloc((size_t)t->nodes, sizeof *taken);
	if (!taken)
		return vc_error(error, VCUBE_EHOST, "no memory for a mapping");
	wrong = first_wrong(position, t->nodes, taken);
	free(taken);
	if (wrong >= 0)
		return vc_error(error, VCUBE_EINVAL, "mapping '%.100s': entry %d, %d, %s; it "
				"should hold each of 0 to %d once", text, wrong, position[wrong],
				position[wrong] >= t->nodes ? "is not a node" : "occurs twice",
				t->nodes - 1);
	return 0;
}

int
vcube_mapping_parse(const char *text, const vcube_topology *t, int *position,
		    struct vcube_error *error)
{
	char meant[VCUBE_NEAREST_ROOM];

	if (!text || !*text)
		return refuse("", "it is empty", "there are " MAPPINGS, error);
	if (strcmp(text, "binary") == 0)
		return binary(t, position);
	if (strcmp(text, "gray") == 0 || strncmp(text, "gray:", 5) == 0)
		return gray(text, t, position, error);
	if (*text >= '0' && *text <= '9')
		return permutation(text, t, position, error);
	return vc_error(error, VCUBE_EUNKNOWN, "mapping '%.100s': no such mapping; "
			"there are " MAPPINGS "%s", text, vcube_nearest(text, "binary, gray", meant));
}
