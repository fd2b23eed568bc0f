/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Segments: a block cut into pieces that follow each other along a chain of members, of
 * the length that an option sets or of the least predicted time. Pure, except
 * vcube_segments_cut(): any thread may call these functions, and they do not block.
 */
#ifndef VCUBE_SEGMENTS_H
#define VCUBE_SEGMENTS_H

#include <vcube/algorithm.h>

VCUBE_BEGIN_

/* An option for struct vcube_algorithm. */
#define VCUBE_SEGMENT_OPTION \
	{"segment", "N", "bytes of a segment; unset, those of the least predicted time"}

/* All segments have `each` elements, except the last. An empty block has one segment. */
struct vcube_segments {
	size_t count, each, last;
};

/* Limit of segments in flight from a member to the next, so that on the host it does not
 * run further ahead. Times do not change: its port is busy with the earlier ones. */
#define VCUBE_SEGMENTS_AHEAD 16

/* Cuts a block into segments of `each` elements. 0, or more than `elements`: one segment. */
struct vcube_segments vcube_segments(size_t elements, size_t each);

/* Returns the segments of a call with these terms: as the option is set; if it is unset,
 * those with the least `time`, which must fall and then rise with their number. */
struct vcube_segments vcube_segments_for(const struct vcube_terms *t,
	const struct vcube_setting *set,
	vcube_time (*time)(const struct vcube_terms *t, struct vcube_segments s));

/* For `resolve_options` of an algorithm: sets the option to the segment length. Leaves it unset for
 * a single segment and for a single member. */
void vcube_segments_settle(const struct vcube_terms *t, struct vcube_setting *set,
	vcube_time (*time)(const struct vcube_terms *t, struct vcube_segments s));

/* Returns the segments of this call; `option` is the index of the option in the algorithm's
 * list. For use in algorithms; does not block. A block too short to be cut needs no
 * terms. */
struct vcube_segments vcube_segments_cut(vcube_node *self, const struct vcube_call *call,
	int option, vcube_time (*time)(const struct vcube_terms *t, struct vcube_segments s));

/* For `unmet` of an algorithm: NULL, or the requirement that a segment has at least one
 * byte. */
const char *vcube_segments_lack(const struct vcube_setting *set);

VCUBE_END_
#endif
