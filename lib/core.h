/* SPDX-License-Identifier: BSD-2-Clause */
/* Which of the host's processors are threads of one core. */
#ifndef VC_CORE_H
#define VC_CORE_H

#include <stdbool.h>

#define VC_PROCESSORS "/sys/devices/system/cpu"         /* where Linux tells of them */

/* Returns whether these processors are threads of one core, so that one's caches are the other's.
 * False if the host does not tell. Reads a file of `folder` for each. */
bool vc_is_one_core(const char *folder, const int *processor, int n);

#endif
