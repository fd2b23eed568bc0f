/* SPDX-License-Identifier: BSD-2-Clause */
/* Descriptions that must be good, each field changed in turn, and texts of both. */
#ifndef DESCS_H
#define DESCS_H

#include "support.h"

/* In every field. */
void assert_same(const struct vcube_desc *a, const struct vcube_desc *b);
void assert_prints(const struct vcube_desc *desc, const char *text);
/* A text that must be one of a description: onto what it was; onto what is usual. */
void parse_desc(struct vcube_desc *desc, const char *text);
struct vcube_desc described(const char *text);
/* A key and a value that must be good. */
void set_key(struct vcube_desc *desc, const char *key, const char *value);
/* Without variables that say something of machines. */
void clean_environment(void);

#endif
