/* SPDX-License-Identifier: BSD-2-Clause */
/* Valid descriptions, with each field changed in turn, and their texts. */
#ifndef DESCS_H
#define DESCS_H

#include "support.h"

/* Compares every field. */
void assert_same(const struct vcube_desc *a, const struct vcube_desc *b);
void assert_prints(const struct vcube_desc *desc, const char *text);
/* Parses a valid text: onto the present description; onto the defaults. */
void parse_desc(struct vcube_desc *desc, const char *text);
struct vcube_desc described(const char *text);
/* Sets a valid key and value. */
void set_key(struct vcube_desc *desc, const char *key, const char *value);
/* Removes variables that concern machines. */
void clean_environment(void);

#endif
