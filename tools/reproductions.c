/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The list of reproductions.
 */
#include "reproduce.h"

const struct reproduction reproductions[] = {
	{ "kumar-equations", "Kumar et al., equations 4.2 to 4.4: broadcast and reduction, all to all, "
	  "against virtual runs", reproduce_kumar },
	{ "bokhari-crossovers", "Bokhari's machines: which partition is best for a complete exchange, "
	  "and from which block on, derived from his constants, against predicted costs", reproduce_bokhari },
	{ "liu-table1", "Liu, Wang and Prasanna, Table 1: messages on five machines, against virtual "
	  "runs", reproduce_liu },
	{ 0 }
};
