/* SPDX-License-Identifier: BSD-2-Clause */
#include <vcube/machine.h>

const char *
vcube_version(void)
{
	return PACKAGE_VERSION;
}
