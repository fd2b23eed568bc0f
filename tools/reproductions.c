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
	{ "cm200-table7", "Mathur and Johnsson, Table 7: broadcast, all to all, along d cycles, on 2 "
	  "nodes and more, against virtual runs", reproduce_cm200_table7 },
	{ "cm200-table11", "the same, Tables 4 and 11: along d cycles and one, on 16 nodes",
	  reproduce_cm200_table11 },
	{ "cm200-table13", "the same, Table 13: reduction, all to all, on 16 nodes",
	  reproduce_cm200_table13 },
	{ "cm200-table15", "the same, Table 15: reduction, all to all, totals, on 2 nodes and more",
	  reproduce_cm200_table15 },
	{ 0 }
};
