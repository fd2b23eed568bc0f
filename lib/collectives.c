/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of the collectives: their names, texts and shapes. */
#include <vcube/authoring.h>
#include "shapes.h"

const struct vcube_shape vc_shapes[] = {
#define X(constant, name, in, out, traits, paper, text) [constant] = {in, out, traits},
	VCUBE_COLLECTIVES(X)
#undef X
};

static const struct {
	const char *name, *paper, *text;
} collectives[] = {
#define X(constant, name, in, out, traits, paper, text) [constant] = {#name, paper, text},
	VCUBE_COLLECTIVES(X)
#undef X
};

static int
is_collective(int collective)
{
	return collective >= 0 && collective < VCUBE_COLLECTIVES_COUNT;
}

#define OF_COLLECTIVE(type, name, value) \
	type vcube_collective_##name(int c) { return is_collective(c) ? (value) : NULL; }
OF_COLLECTIVE(const char *, name, collectives[c].name)
OF_COLLECTIVE(const char *, paper, collectives[c].paper)
OF_COLLECTIVE(const char *, text, collectives[c].text)
OF_COLLECTIVE(const struct vcube_shape *, shape, &vc_shapes[c])
#undef OF_COLLECTIVE
