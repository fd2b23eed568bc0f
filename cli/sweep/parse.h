/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of vcube run, predict, step and topo, as argp meets them. */
#ifndef PARSE_H
#define PARSE_H

#include <argp.h>

enum {
	KEY_CLOCK = 256, KEY_ITERATIONS, KEY_TYPE, KEY_OP, KEY_ROOT, KEY_MAPPING, KEY_PORTS,
	KEY_PROFILE, KEY_SET, KEY_NO_CHECK, KEY_NO_WALL, KEY_EXPLAIN, KEY_PRINT, KEY_JSON, KEY_CSV,
	KEY_NO_PROGRESS, KEY_TRACE, KEY_CONTENTS, KEY_PATTERN,
	KEY_PLOT, KEY_LOAD
};

/* An argp_parser, whose input is a struct run_options. */
error_t run_parse(int key, char *arg, struct argp_state *state);

#endif
