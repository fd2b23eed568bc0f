/* SPDX-License-Identifier: BSD-2-Clause */
/* The modules of d3 as one script, for both pages; embed.awk generates it. */
#ifndef D3_H
#define D3_H

extern const char d3_js[];

#endif
