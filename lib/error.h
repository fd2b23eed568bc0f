/* SPDX-License-Identifier: BSD-2-Clause */
/* Filling a struct vcube_error: the one way in which the library says no. */
#ifndef VC_ERROR_H
#define VC_ERROR_H

#include <vcube/error.h>

/*
 * Leaves code and sentence in *error (NULL: not wanted) and returns the code,
 * so that a refusal is one line: return vc_error(error, VCUBE_EINVAL, "...").
 * What the sentence quotes comes from outside: control characters in it become
 * '?', and one too long is cut and ends in "...".
 */
int vc_error(struct vcube_error *error, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
