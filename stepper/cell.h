/* SPDX-License-Identifier: BSD-2-Clause */
/* The default text of a cell in the memory table. */
#ifndef CELL_H
#define CELL_H

#include <vcube/stepper.h>

/* A vcube_stepper_text: prints numbers, and plain bytes in hexadecimal. */
void vc_cell_text(void *arg, const struct vcube_watched *watched, const void *data, size_t bytes,
		  char *text, size_t room);

#endif
