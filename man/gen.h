/* SPDX-License-Identifier: BSD-2-Clause */
/* What parts of the page vcube-algorithms(7) have in common, and those parts. */
#ifndef GEN_H
#define GEN_H

/* As text of the page. */
void print_text(const char *words);
/* An entry of a list; nothing where there are no words. */
void print_note(const char *name, const char *words);

/* Schedules, and the permutations that they make. */
void print_schedules(void);

#endif
