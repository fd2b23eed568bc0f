/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bodies that attract each other: the mechanics, of all bodies or of some. Each function
 * does what one processor does; none knows of nodes.
 */
#ifndef BODIES_H
#define BODIES_H

#include <stddef.h>

struct place {                  /* what others need to know of a body */
	double mass, x[3];
};

struct motion {                 /* and what they need not */
	double v[3], a[3];
};

/* What is kept. */
struct sums {
	double kinetic, potential, momentum[3], speed;          /* speed: sum of m |v| */
};

/* The law of their attraction. */
struct law {
	double gravity;
	double softening;               /* a length, by which no distance is 0 */
};

/* Of all bodies, those from number `first` on. */
struct bodies {
	struct law law;
	size_t first, count;
	struct place *place;
	struct motion *motion;
};

/* Rows of BODY_COLUMNS numbers, of all bodies: mass, place, velocity. */
enum { BODY_COLUMNS = 7 };
void bodies_load(struct bodies *b, const double *rows);
void bodies_store(const struct bodies *b, double *rows);

/* They are attracted by these others, the first of which has number `first`: adds to
 * their acceleration, and returns the energy of it. */
enum { PAIR_OPERATIONS = 23 };
double bodies_attract(struct bodies *b, const struct place *others, size_t first, size_t count);
void bodies_rest(struct bodies *b);             /* no acceleration */

/* Half a leapfrog step: a change of velocity, and, in between, of place. */
enum { LEAP_OPERATIONS = 18 };                  /* kick, drift and kick */
void bodies_kick(struct bodies *b, double time);
void bodies_drift(struct bodies *b, double time);

struct sums bodies_sums(const struct bodies *b, double potential);

#endif
