/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A block in segments that follow each other along a chain of members: as an option
 * sets them, or those of the least time. Pure: any thread may call these, but for
 * vcube_segments_cut().
 */
#ifndef VCUBE_SEGMENTS_H
#define VCUBE_SEGMENTS_H

#include <vcube/algorithm.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An entry of struct vcube_option. */
#define VCUBE_SEGMENT_OPTION \
	{"segment", "N", "bytes of a segment; unset, those of the least predicted time"}

/* All are of `each` elements, but the last; of a block without any there is one. */
struct vcube_segments {
	size_t count, each, last;
};

/* So many may be on their way from a member to the next: on the host it is ahead of it by
 * no more. That changes no time, since its port is busy with those before. */
#define VCUBE_SEGMENTS_AHEAD 16

/* In elements. A length of 0, or more than there are: one segment. */
struct vcube_segments vcube_segments(size_t elements, size_t each);

/* Of a call with such terms, in segments as the option is set; unset, those of the least
 * `time`, which falls and then rises as they become more. */
struct vcube_segments vcube_segments_for(const struct vcube_terms *t,
	const struct vcube_setting *set,
	vcube_time (*time)(const struct vcube_terms *t, struct vcube_segments s));

/* For `settle` of an algorithm: how long they are. Of a single segment, and of members that
 * are alone, nothing is set. */
void vcube_segments_settle(const struct vcube_terms *t, struct vcube_setting *set,
	vcube_time (*time)(const struct vcube_terms *t, struct vcube_segments s));

/* Those of a call that has the option at this place of its algorithm's list; by this node
 * alone, without waiting. What is too short to be cut asks for no terms. */
struct vcube_segments vcube_segments_cut(vcube_node *self, const struct vcube_call *call,
	int option, vcube_time (*time)(const struct vcube_terms *t, struct vcube_segments s));

/* What a call lacks with the option so set, see struct vcube_algorithm: NULL or that a
 * segment has a byte. */
const char *vcube_segments_lack(const struct vcube_setting *set);

#ifdef __cplusplus
}
#endif
#endif
