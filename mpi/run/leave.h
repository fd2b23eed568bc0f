/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The end of the process that all ranks share.
 */
#ifndef LEAVE_H
#define LEAVE_H

#include "rank.h"

/* Ends the process, without handlers and destructors of copies. */
_Noreturn void leave(int status);

/* The same, for a thread that is not the first of its rank; says so. */
_Noreturn void leave_from_thread(const struct rank *rank, int status);

/* The same a second later, with the rank's status, or 1 if that is 0, and this reason, in case
 * that other ranks go on computing when this one has ended the run. One that was stopped gives
 * way to the rank that stopped it. */
void leave_soon(const struct rank *rank, const char *why, bool stopped);

#endif
