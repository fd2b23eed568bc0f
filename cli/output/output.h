/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The forms in which `vcube run` prints its records, on stdout. Each is a
 * constant descriptor; all take their columns from RECORD_FIELDS.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <vcube/authoring.h>
#include "output/record.h"

struct output {
	/* Once before the first record: on which machines it runs, and whether
	 * host times are shown. */
	void (*begin)(const struct vcube_desc *desc, bool wall);
	/* One record, in the order of the sweep; it stays where it is until
	 * the end. May be held back. */
	void (*record)(const struct record *record);
	/* Prints what was held back. */
	void (*end)(void);
};

extern const struct output output_table, output_json, output_csv;

#endif
