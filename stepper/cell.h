/* SPDX-License-Identifier: BSD-2-Clause */
/* What stands in a cell of the memory table where nobody says otherwise. */
#ifndef CELL_H
#define CELL_H

#include <vcube/stepper.h>

/* A vcube_stepper_text: numbers, plain bytes as hexadecimals. */
void vc_cell_text(void *arg, const struct vcube_watched *watched, const void *data, size_t bytes,
		  char *text, size_t room);

#endif
