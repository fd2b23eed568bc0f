/* SPDX-License-Identifier: BSD-2-Clause */
/* Fills a struct vcube_error, by which the library reports every refusal. */
#ifndef VC_ERROR_H
#define VC_ERROR_H

#include <stddef.h>
#include <vcube/error.h>

/*
 * Sets code and sentence in *error (NULL: not wanted) and returns the code, so that a
 * refusal is one line: return vc_error(error, VCUBE_EINVAL, "..."). The sentence may quote
 * foreign text: control characters become '?', and a sentence that is too long ends in
 * "...".
 */
int vc_error(struct vcube_error *error, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Appends a name to the list "a, b, c" of what there is, as far as it fits. */
void vc_list_add(char *list, size_t room, const char *name);

#endif
