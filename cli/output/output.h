/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The forms in which `vcube run` prints its records on stdout: a constant descriptor
 * each. All take their columns from RECORD_FIELDS.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <vcube/authoring.h>
#include "output/record.h"

struct output {
	/* Called once, before the first record, with the machine; `wall`: show host times. */
	void (*begin)(const struct vcube_desc *desc, bool wall);
	/* Take one record, in the order of the sweep. May hold it back: it stays valid until
	 * the end. */
	void (*record)(const struct record *record);
	/* Print the records held back. */
	void (*end)(void);
};

extern const struct output output_table, output_json, output_csv;

#endif
