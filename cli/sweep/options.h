/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options that several subcommands share and read into a struct run_options.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/command.h"
#include "sweep/plan.h"

take_option take_type, take_op, take_pattern, take_machine_key, take_setting, take_json, take_csv;
take_option take_load;
take_option take_bytes;         /* size_t */

#define OPTIONS_WORK \
	{ .help = "What to run:" }, \
	{ "topology", 't', "TOPOLOGY[,...]", \
	  "the machines (default hypercube:3), or a range of them, such as full:2..64 or " \
	  "torus:4x4..16:+4; `vcube list topologies'", \
	  .values = "@topologies+: ...", .take = take_list, AT(run_options, topologies) }, \
	{ "bytes", 'm', "BYTES[,...]", \
	  "bytes of a block, such as 64, 8KiB or 1MiB (default 1KiB; for step, 64), or a range, such " \
	  "as 8:1MiB or 8:64KiB:+8KiB", \
	  .take = take_list, AT(run_options, sizes) }, \
	{ "type", 0, "TYPE", \
	  "type of the elements (default: the widest of int64, int32, int16, int8 that fits the " \
	  "block); `vcube list types'", \
	  .values = "@types", .take = take_type, GIVEN(run_options, type_given) }, \
	{ "op", 0, "OPERATOR", \
	  "operator that combines elements (default sum); `vcube list operators'", \
	  .values = "@operators", .take = take_op, GIVEN(run_options, op_given) }, \
	{ "root", 0, "RANK", "the root of a collective that has one (default 0)", \
	  .take = take_number, AT(run_options, root), GIVEN(run_options, root_given), \
	  .least = 0, .most = INT_MAX }, \
	{ "pattern", 0, "PATTERN|FILE", \
	  "lengths of alltoallv's blocks: uniform (default), spike, transpose or power, whose " \
	  "largest block has --bytes; or a file with a line of sizes for each node; `vcube list " \
	  "patterns'", \
	  .values = "@patterns FILE", .take = take_pattern }

#define OPTION_LOAD \
	{ "load", 0, "FILE.so", \
	  "load your own algorithm or program, which runs if no COLLECTIVE is named; `vcube " \
	  "new' writes a template", \
	  .values = "FILE", .take = take_load }

#define OPTIONS_MACHINE \
	{ .help = "Which machine:" }, \
	{ "profile", 0, "NAME", \
	  "the machine's costs: a profile's name, `vcube list profiles', or a file's path; " \
	  "makes the clock virtual unless --clock is given", .values = "@profiles", \
	  .take = take_machine_key }, \
	{ "clock", 0, "CLOCK", \
	  "free (default): as fast as the host can; virtual: a simulated clock in each node, " \
	  "the same on every host; wall: the host's clock, costs pass in real time", \
	  .values = "@clocks", \
	  .take = take_machine_key }, \
	{ "ports", 0, "one|all", "links that a node can use at once (default one)", \
	  .values = "@ports", .take = take_machine_key }, \
	{ "mapping", 0, "MAPPING", \
	  "how ranks lie on the topology: binary (default), gray, gray:AxB[x...], or a " \
	  "permutation such as 0,2,1,3", \
	  .values = "binary gray gray:", .take = take_machine_key }, \
	{ "set", 0, "KEY=VALUE", \
	  "set any key of the machine, such as startup=10us or seed=7; `vcube list keys'. The " \
	  "environment variables VCUBE_<KEY> do the same", \
	  .values = "@keys+=", .take = take_setting }

#define OPTIONS_PRINT \
	{ .help = "What to print:" }, \
	{ "explain", 0, NULL, \
	  "for COLLECTIVE.auto, show the selected algorithm, why, and the others' costs", \
	  .take = take_flag, AT(run_options, explain) }, \
	{ "json", 0, NULL, "one JSON object per line; `vcube list columns'", .take = take_json }, \
	{ "csv", 0, NULL, "comma-separated values, with a line of names", .take = take_csv }, \
	{ "plot", 0, "FILE", \
	  "also draw times and formulas to FILE, .svg or .png, with gnuplot: over bytes or " \
	  "nodes, or as a list of algorithms", \
	  .values = "FILE", .take = take_word, AT(run_options, plot) }

/* The words that run, predict and step take */
#define OPTIONS_COLLECTIVES \
	.values = "@collectives @algorithms all ...", \
	.missing = "name a collective, such as allgather or allgather.ring, or all; " \
		   "`vcube list algorithms' lists them", \
	AT(run_options, collectives), .instead = offsetof(struct run_options, loaded)
/* Check that the options describe a machine. */
void options_end(void *into, struct argp_state *state);

#endif
