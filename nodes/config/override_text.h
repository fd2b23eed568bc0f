/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Overrides of links as text: "dim2:per_byte=4ns,0-1:down", or with times,
 * "10us:0-1:down,20us:0-1:up". Pure. vcube-desc(5) has the form.
 */
#ifndef VC_OVERRIDE_TEXT_H
#define VC_OVERRIDE_TEXT_H

#include <stdbool.h>
#include <vcube/machine.h>

/* The parameters that a change sets: a set of bits. */
enum { VC_SETS_PER_HOP = 1, VC_SETS_PER_BYTE = 2, VC_SETS_DOWN = 4 };

struct vc_link_state {
	vcube_time per_hop, per_byte;
	bool down;
};

/* Selects all links, a class of them, both links of a wire, or one link. */
enum vc_link_selector_kind { VC_ALL, VC_CLASS, VC_WIRE, VC_LINK };

struct vc_end {
	int number;
	bool is_switch;                 /* "s3": the number counts from the first switch */
};

struct vc_link_selector {
	enum vc_link_selector_kind kind;
	char name[VCUBE_CLASS_ROOM];    /* of the class */
	struct vc_end from, to;
};

struct vc_change {
	vcube_time time;                /* VC_AT_ONCE if the text has none */
	struct vc_link_selector selector;
	unsigned sets;
	struct vc_link_state state;     /* valid where `sets` has a bit */
};

#define VC_AT_ONCE (-1)

/* Parses the first change of a list, whose changes begin with times if `timed`, and
 * advances *list. Returns 0, or an error that begins with `key` and quotes the change. */
int vc_change_parse(const char *key, const char **list, bool timed, struct vc_change *change,
		    struct vcube_error *error);
/* Checks a whole list. Returns 0, or the error of the first wrong change. */
int vc_changes_check(const char *key, const char *list, bool timed, struct vcube_error *error);

/* Calls `add` with the number of each selected link until it returns false. Returns the
 * number of links; 0, with the reason in `why`, if the topology has none. */
enum { VC_SELECTOR_WHY = 340 };
long vc_link_selector_each(const struct vc_link_selector *selector, const vcube_topology *topology,
			   bool (*add)(long link, void *arg), void *arg,
			   char why[VC_SELECTOR_WHY]);

/* Writes the name of a link, "0>1" or, between switches, "s3>s7". Returns `text`. */
enum { VC_LINK_ROOM = 32 };
const char *vc_link_name(const vcube_topology *topology, long link, char text[VC_LINK_ROOM]);

#endif
