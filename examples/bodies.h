/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bodies that attract each other: the mechanics of all bodies or of some. Each function runs
 * on one processor; none knows about nodes.
 */
#ifndef BODIES_H
#define BODIES_H

#include <stddef.h>

struct place {                  /* what other nodes need of a body */
	double mass, x[3];
};

struct motion {                 /* the rest of it */
	double v[3], a[3];
};

/* Sums that are conserved */
struct sums {
	double kinetic, potential, momentum[3], speed;          /* speed: sum of m |v| */
};

/* The law of their attraction. */
struct law {
	double gravity;
	double softening;               /* a length, which keeps distances above 0 */
};

/* `count` of all bodies, from number `first` on */
struct bodies {
	struct law law;
	size_t first, count;
	struct place *place;
	struct motion *motion;
};

/* Read and write rows of BODY_COLUMNS numbers, for all bodies: mass, place, velocity. */
enum { BODY_COLUMNS = 7 };
void bodies_load(struct bodies *b, const double *rows);
void bodies_store(const struct bodies *b, double *rows);

/* Adds the attraction by these others, numbered from `first` on, to the bodies' acceleration;
 * returns its energy. */
enum { PAIR_OPERATIONS = 23 };
double bodies_attract(struct bodies *b, const struct place *others, size_t first, size_t count);
void bodies_rest(struct bodies *b);             /* no acceleration */

/* Parts of a leapfrog step: kicks change velocities; the drift between them changes places. */
enum { LEAP_OPERATIONS = 18 };                  /* kick, drift and kick */
void bodies_kick(struct bodies *b, double time);
void bodies_drift(struct bodies *b, double time);

struct sums bodies_sums(const struct bodies *b, double potential);

#endif
