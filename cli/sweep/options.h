/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options that several subcommands have, which read them into a struct run_options.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/command.h"
#include "sweep/plan.h"

take_option take_type, take_op, take_pattern, take_machine_key, take_setting, take_json, take_csv;
take_option take_bytes;         /* size_t */

#define OPTIONS_WORK \
	{ .help = "What to run:" }, \
	{ "topology", 't', "TOPOLOGY[,...]", \
	  "the machines (default hypercube:3); `vcube list topologies'", \
	  .values = "@topologies+: ...", .take = take_list, AT(run_options, topologies) }, \
	{ "bytes", 'm', "BYTES[,...]", \
	  "bytes of a block, such as 64, 8KiB or 1MiB (default 1KiB; of step, 64)", \
	  .take = take_list, AT(run_options, sizes) }, \
	{ "type", 0, "TYPE", \
	  "type of the elements (default: the widest of int64, int32, int16, int8 that fits the " \
	  "block); `vcube list types'", \
	  .values = "@types", .take = take_type, GIVEN(run_options, type_given) }, \
	{ "op", 0, "OPERATOR", \
	  "what to combine them with (default sum); `vcube list operators'", \
	  .values = "@operators", .take = take_op, GIVEN(run_options, op_given) }, \
	{ "root", 0, "RANK", "the root of a collective that has one (default 0)", \
	  .take = take_number, AT(run_options, root), GIVEN(run_options, root_given), \
	  .least = 0, .most = INT_MAX }, \
	{ "pattern", 0, "PATTERN|FILE", \
	  "how long the blocks of alltoallv are: uniform (default), spike, transpose, power, of " \
	  "which --bytes is the largest, or a file with a line of sizes for each node; `vcube " \
	  "list patterns'", \
	  .values = "@patterns FILE", .take = take_pattern }

#define OPTIONS_MACHINE \
	{ .help = "On what kind of machine:" }, \
	{ "profile", 0, "NAME", \
	  "what the machine costs: the name of a profile, `vcube list profiles', or the path of a " \
	  "file; the clock is then virtual, unless --clock is given", .values = "@profiles", \
	  .take = take_machine_key }, \
	{ "clock", 0, "CLOCK", \
	  "free (default): as fast as the host can; virtual: a clock in each node, the same on " \
	  "every host; wall: the host's, costs are waited for in real time", .values = "@clocks", \
	  .take = take_machine_key }, \
	{ "ports", 0, "one|all", "links that a node can use at the same time (default one)", \
	  .values = "@ports", .take = take_machine_key }, \
	{ "mapping", 0, "MAPPING", \
	  "how ranks lie on the topology: binary (default), gray, gray:AxB[x...], or a " \
	  "permutation such as 0,2,1,3", \
	  .values = "binary gray gray:", .take = take_machine_key }, \
	{ "set", 0, "KEY=VALUE", \
	  "anything else of the machine, such as startup=10us or seed=7; `vcube list keys'. The " \
	  "environment variables VCUBE_<KEY> do the same", \
	  .values = "@keys+=", .take = take_setting }

#define OPTIONS_PRINT \
	{ .help = "What to print:" }, \
	{ "explain", 0, NULL, \
	  "of COLLECTIVE.auto, which algorithm it is, why, and what the others would cost", \
	  .take = take_flag, AT(run_options, explain) }, \
	{ "json", 0, NULL, "one JSON object a line; `vcube list columns'", .take = take_json }, \
	{ "csv", 0, NULL, "comma-separated values, with a line of names", .take = take_csv }, \
	{ "plot", 0, "FILE", \
	  "draw times and formulas into a file named .svg or .png, too, by gnuplot: over bytes, " \
	  "or nodes, or the algorithms one below the other", \
	  .values = "FILE", .take = take_word, AT(run_options, plot) }

/* The words of run, predict and step. */
#define OPTIONS_COLLECTIVES "@collectives @algorithms all ..."
void options_collective(void *into, char *word, struct argp_state *state);
/* What was given is complete: there is a collective, and the machine can be described. */
void options_end(void *into, struct argp_state *state);
/* The same where there need be no collective. */
void options_end_machine(void *into, struct argp_state *state);

#endif
