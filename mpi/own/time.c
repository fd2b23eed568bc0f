/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of <time.h> that return memory of their own, which is the rank's here.
 */
#include <time.h>

static struct tm broken_down;
static char text[64];

struct tm *
localtime(const time_t *time)
{
	tzset();
	return localtime_r(time, &broken_down);
}

struct tm *
gmtime(const time_t *time)
{
	return gmtime_r(time, &broken_down);
}

char *
asctime(const struct tm *time)
{
	return asctime_r(time, text);
}

char *
ctime(const time_t *time)
{
	return asctime(localtime(time));
}
