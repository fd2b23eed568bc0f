/* SPDX-License-Identifier: BSD-2-Clause */
/* Signatures of collective calls, from inside; what is in one is in signature.c. */
#ifndef VC_SIGNATURE_H
#define VC_SIGNATURE_H

#include "node.h"

/* Around an algorithm: its messages carry a signature of the call, and a
 * receiver that expects another fails. begin: nonzero if the node has failed. */
int vc_call_begin(vcube_node *self, const struct vcube_algorithm *algorithm,
		  const struct vcube_call *call);
void vc_call_end(vcube_node *self);

/* Are they of the same call of the same group, by their numbers, and differ? */
bool vc_signature_differs(uint64_t a, uint64_t b);
/* Does `n` stand in a call that `other`, who holds its group, has not begun? */
bool vc_signature_is_ahead(const vcube_node *n, const vcube_node *other);
/* A signature in words; `n` knows where its groups come from. Returns `buffer`. */
enum { VC_CALL_ROOM = 320 };
const char *vc_signature_text(const vcube_node *n, uint64_t signature, char buffer[VC_CALL_ROOM]);
/* The receiver's failure when `found` came in place of its own. */
int vc_signature_mismatch(vcube_node *self, uint64_t found, int from);
/* Its failure when a message is longer than its buffer. */
int vc_signature_too_long(vcube_node *self, int from, size_t bytes, size_t room);

#endif
