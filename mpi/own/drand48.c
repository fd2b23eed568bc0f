/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * drand48() and kin with a state of the rank's own: libc's numbers.
 */
#include <stdlib.h>
#include <string.h>

static struct drand48_data data;

#define NUMBER(type, name) \
	type name(void) \
	{ \
		type number; \
\
		name##_r(&data, &number); \
		return number; \
	}
NUMBER(double, drand48)
NUMBER(long, lrand48)
NUMBER(long, mrand48)

#define NUMBER_OF(type, name) \
	type name(unsigned short from[3]) \
	{ \
		type number; \
\
		name##_r(from, &data, &number); \
		return number; \
	}
NUMBER_OF(double, erand48)
NUMBER_OF(long, nrand48)
NUMBER_OF(long, jrand48)

void
srand48(long seed)
{
	srand48_r(seed, &data);
}

unsigned short *
seed48(unsigned short seed[3])
{
	static unsigned short old[3];

	memcpy(old, data.__x, sizeof old);
	seed48_r(seed, &data);
	return old;
}

void
lcong48(unsigned short parameters[7])
{
	lcong48_r(parameters, &data);
}
