/* SPDX-License-Identifier: BSD-2-Clause */
/* The terminal on which a recording is shown. */
#ifndef SCREEN_H
#define SCREEN_H

#include "recording.h"

/* Check that the terminal can show it; return 0 or VCUBE_EHOST. */
int vc_screen_check(struct vcube_error *error);

#endif
