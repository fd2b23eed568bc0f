/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rand(), random() and kin with a state of the rank's own: libc's numbers.
 */
#include <stddef.h>
#include <stdlib.h>

static char first[128];         /* the state that libc begins with: of this size, seed 1 */
static struct random_data data;

static struct random_data *
state(void)
{
	if (!data.state)
		initstate_r(1, first, sizeof first, &data);
	return &data;
}

long
random(void)
{
	int32_t number;

	random_r(state(), &number);
	return number;
}

void
srandom(unsigned seed)
{
	srandom_r(seed, state());
}

char *
initstate(unsigned seed, char *buffer, size_t size)
{
	char *old = (char *)(state()->state - 1);

	return initstate_r(seed, buffer, size, &data) ? NULL : old;
}

char *
setstate(char *buffer)
{
	char *old = (char *)(state()->state - 1);

	return setstate_r(buffer, &data) ? NULL : old;
}

int
rand(void)
{
	return (int)random();
}

void
srand(unsigned seed)
{
	srandom(seed);
}
