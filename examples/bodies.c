/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "bodies.h"

void
bodies_load(struct bodies *b, const double *rows)
{
	for (size_t i = 0; i < b->count; i++) {
		const double *const row = rows + (b->first + i) * BODY_COLUMNS;

		b->place[i].mass = row[0];
		memcpy(b->place[i].x, row + 1, sizeof b->place[i].x);
		memcpy(b->motion[i].v, row + 4, sizeof b->motion[i].v);
	}
}

void
bodies_store(const struct bodies *b, double *rows)
{
	for (size_t i = 0; i < b->count; i++) {
		double *const row = rows + (b->first + i) * BODY_COLUMNS;

		row[0] = b->place[i].mass;
		memcpy(row + 1, b->place[i].x, sizeof b->place[i].x);
		memcpy(row + 4, b->motion[i].v, sizeof b->motion[i].v);
	}
}

/* Adds to `a` the attraction of body `i` by these others, numbered from `first` on; returns
 * its potential there, for a mass of 1. */
static double
attract(const struct law *law, size_t i, const struct place *me, const struct place *others,
	size_t first, size_t count, double *a)
{
	double potential = 0;

	for (size_t j = 0; j < count; j++) {
		const struct place *const it = &others[j];
		const double dx = it->x[0] - me->x[0], dy = it->x[1] - me->x[1], dz = it->x[2] - me->x[2];
		double pull, square;

		if (first + j == i)
			continue;
		square = dx * dx + dy * dy + dz * dz + law->softening * law->softening;
		pull = law->gravity * it->mass / sqrt(square);
		potential -= pull;
		pull /= square;
		a[0] += pull * dx;
		a[1] += pull * dy;
		a[2] += pull * dz;
	}
	return potential;
}

/* Adds the attraction by these others; returns its energy. */
double
bodies_attract(struct bodies *b, const struct place *others, size_t first, size_t count)
{
	double energy = 0;

	for (size_t i = 0; i < b->count; i++)
		energy += b->place[i].mass * attract(&b->law, b->first + i, &b->place[i], others, first,
						     count, b->motion[i].a);
	return energy / 2;              /* each pair counts twice */
}

void
bodies_rest(struct bodies *b)
{
	for (size_t i = 0; i < b->count; i++)
		memset(b->motion[i].a, 0, sizeof b->motion[i].a);
}

void
bodies_kick(struct bodies *b, double time)
{
	for (size_t i = 0; i < b->count; i++)
		for (int k = 0; k < 3; k++)
			b->motion[i].v[k] += time * b->motion[i].a[k];
}

void
bodies_drift(struct bodies *b, double time)
{
	for (size_t i = 0; i < b->count; i++)
		for (int k = 0; k < 3; k++)
			b->place[i].x[k] += time * b->motion[i].v[k];
}

struct sums
bodies_sums(const struct bodies *b, double potential)
{
	struct sums s = { .potential = potential };

	for (size_t i = 0; i < b->count; i++) {
		const double *const v = b->motion[i].v, mass = b->place[i].mass;
		const double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];

		s.kinetic += mass * square / 2;
		s.speed += fabs(mass) * sqrt(square);
		for (int k = 0; k < 3; k++)
			s.momentum[k] += mass * v[k];
	}
	return s;
}
