/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A recording on the full screen. The terminal is as before when the functions
 * return, and when a signal ends the process meanwhile.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include "recording.h"

/* 0: there is a terminal to show it on; else an error, VCUBE_EHOST. */
int vc_screen_check(struct vcube_error *error);
/* Returns when the user leaves. 0, or VCUBE_EHOST where the terminal is gone. */
int vc_screen(const struct vc_recording *r, struct vcube_error *error);

#endif
