/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An exploration: the program in every order of messages, each in a copy of this process, which has
 * loaded the ranks but has not begun them.
 */
#ifndef ORDERS_H
#define ORDERS_H

#include "rank.h"

/* Before ranks are loaded: standard input becomes one that each copy can read from its beginning,
 * if it is a file; else it is at its end. */
void orders_keep_input(void);

/* In a copy, before the first rank begins: what belongs to its process alone. */
void orders_begin_copy(void);

/* Runs the program in all orders, and tells of them on stdout if none fails; else the machine's
 * report does. Returns 0; the code of the first order that fails; or another, with a sentence: then
 * not all orders could be run. */
int orders_run(vcube_machine *machine, struct program *program, struct vcube_error *error);

#endif
