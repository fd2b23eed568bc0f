/* SPDX-License-Identifier: BSD-2-Clause */
/* A shared library that looks into the environment, and adds to it. */
#include <stdlib.h>

const char *says(const char *name);

const char *
says(const char *name)
{
	setenv("SAID", name, 1);
	return getenv(name);
}
