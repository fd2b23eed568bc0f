/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The list of reproductions.
 */
#include "papers/reproduce.h"

const struct reproduction reproductions[] = {
	{ "kumar-equations", "Kumar et al., equations 4.2 to 4.4: broadcast and reduction, all to all, "
	  "against virtual runs", NODES_NONE, false, reproduce_kumar },
	{ "bokhari-crossovers", "Bokhari's machines: which partition is best for a complete exchange, "
	  "and from which block on, derived from his constants, against predicted costs", NODES_CUBES, true,
	  reproduce_bokhari },
	{ "liu-table1", "Liu, Wang and Prasanna, Table 1: messages on five machines, against virtual "
	  "runs", NODES_NONE, false, reproduce_liu },
	{ "mathur-table2", "Mathur and Johnsson, Table 2: element transfers, one after the other, in broadcast "
	  "and reduction, all to all, and in each with a transposition, counted in virtual runs", NODES_CUBES,
	  true, reproduce_transfers },
	{ "cm200-table4", "Mathur and Johnsson, Table 4: broadcast, all to all, along d cycles and one, on "
	  "16 nodes, without the transposition, against virtual runs", NODES_CUBES, true,
	  reproduce_cm200_table4 },
	{ "cm200-table7", "the same, Table 7: along d cycles, on 2 to 2048 nodes, indices worked out or "
	  "moved", NODES_CUBES, true, reproduce_cm200_table7 },
	{ "cm200-table11", "the same, Table 11: along d cycles and one, on 16 nodes", NODES_CUBES, true,
	  reproduce_cm200_table11 },
	{ "cm200-table13", "the same, Table 13: reduction, all to all, on 16 nodes", NODES_CUBES, true,
	  reproduce_cm200_table13 },
	{ "cm200-table15", "the same, Table 15: reduction, all to all, totals, on 2 to 512 nodes", NODES_CUBES,
	  true, reproduce_cm200_table15 },
	{ "cm200-table9", "the same, Table 9: from how many words on d cycles take less time than one, by the "
	  "paper's formulas and by ours", NODES_CUBES, false, reproduce_breakeven },
	{ "cm200-formulas", "the same, the formulas of section 6 beside Tables 7 and 11", NODES_NONE, false,
	  reproduce_formulas },
	{ "irregular", "Liu, Wang and Prasanna, Figures 15 to 23: which is the fastest on T3D and SP2, of which "
	  "size: A1 direct, A2 two-stage, A3 mesh, A4 four-stage; b blocking, n1 and n2 not, with one "
	  "and two buffers", NODES_ANY, true, reproduce_irregular },
	{ "irregular-bytes", "the same, with sizes in bytes, as those of messages are, and not in elements",
	  NODES_ANY, true, reproduce_irregular_bytes },
	{ "irregular-constants", "the same: up to which size A3 takes less time than A4, and with which "
	  "start-ups what their text says of them would come out", NODES_SQUARES, true,
	  reproduce_constants },
	{ "bokhari-networks", "Bokhari's crossovers on a hypercube, a mesh and a fat tree, from routed runs with "
	  "contention", NODES_CUBES, false, reproduce_bokhari_networks },
	{ "cube-on-ring", "Kumar et al., Figure 4.12: the last step of the hypercube's broadcast on a ring",
	  NODES_NONE, false, reproduce_cube_on_ring },
	{ "switching", "Kumar et al.: a message over several hops, cut through or stored and forwarded",
	  NODES_NONE, false, reproduce_switching },
	{ "ports", "Kumar et al.'s lower bound for one port, and d cycles on all ports", NODES_NONE, false,
	  reproduce_ports },
	{ "exclusive-or", "the direct exchange's schedule waits for no link on a hypercube, and does on a mesh",
	  NODES_NONE, false, reproduce_exclusive_or },
	{ 0 }
};
