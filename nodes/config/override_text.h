/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is said of links, as text: "dim2:per_byte=4ns,0-1:down", and where there
 * are times, "10us:0-1:down,20us:0-1:up". Pure. The form is in vcube-desc(5).
 */
#ifndef VC_OVERRIDE_TEXT_H
#define VC_OVERRIDE_TEXT_H

#include <stdbool.h>
#include <vcube/machine.h>

/* What a change may say; together, a set. */
enum { VC_SETS_PER_HOP = 1, VC_SETS_PER_BYTE = 2, VC_SETS_DOWN = 4 };

struct vc_link_state {
	vcube_time per_hop, per_byte;
	bool down;
};

/* Which links: all, a class, both links of a wire, or one. */
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
	vcube_time time;                /* VC_AT_ONCE where the text has none */
	struct vc_link_selector selector;
	unsigned sets;
	struct vc_link_state state;     /* of which `sets` has bits */
};

#define VC_AT_ONCE (-1)

/* The first change of a list, *list is then behind it; with times before them or
 * not. 0, or an error that begins with `key` and quotes the change. */
int vc_change_parse(const char *key, const char **list, bool timed, struct vc_change *change,
		    struct vcube_error *error);
/* All of a list alike: 0, or the error of the first that is wrong. */
int vc_changes_check(const char *key, const char *list, bool timed, struct vcube_error *error);

/*
 * Calls `add` with the number of each link of the topology that is meant, until
 * it is false. How many; 0 with the reason in `why`: there is none.
 */
enum { VC_SELECTOR_WHY = 340 };
long vc_link_selector_each(const struct vc_link_selector *selector, const vcube_topology *topology,
			   bool (*add)(long link, void *arg), void *arg,
			   char why[VC_SELECTOR_WHY]);

/* The name of a link, "0>1" or, of switches, "s3>s7". Returns `text`. */
enum { VC_LINK_ROOM = 32 };
const char *vc_link_name(const vcube_topology *topology, long link, char text[VC_LINK_ROOM]);

#endif
