/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Orders as text: what the calls of each node got whose answer depends on the order of
 * messages. "0:2,1,-/3:1.2" says that the first such call of node 0 got the message of node
 * 2, the second that of node 1, the third nothing (its time was up, or a test said "not
 * yet"), and that the first of node 3, a wait for several, got request 1, a message of node
 * 2. "+4.1" says that before the next one a posted receive from any took a message of node 1 with
 * tag 4; "+1", with tag 0. vcube_explore(3) has the whole story.
 */
#ifndef VC_ORDER_TEXT_H
#define VC_ORDER_TEXT_H

#define VC_NOTHING (-1)

struct vc_answer {
	int which;                      /* index of the request, of several; else 0. Negative: a posted
					   receive took a message with tag -1 - which while its node
					   waited for something else */
	int from;                       /* rank of the other node, or VC_NOTHING */
};

/* Parses the next answer and advances *text, to NULL after the last. *node: whose it is; -1
 * before the first call. *node stays without an answer, and *any is 0, where a node's list
 * is empty. Returns NULL, or what is wrong. */
const char *vc_order_next(const char **text, int *node, struct vc_answer *answer, int *any);

#endif
