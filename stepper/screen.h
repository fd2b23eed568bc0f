/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shows a recording on the full screen. The terminal is restored when the functions return,
 * and when a signal ends the process.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include "recording.h"

/* Check that the terminal can show it; return 0 or VCUBE_EHOST. */
int vc_screen_check(struct vcube_error *error);
/* Show it until the user quits. Return 0, or VCUBE_EHOST if the terminal is lost. */
int vc_screen(const struct vc_recording *r, struct vcube_error *error);

#endif
