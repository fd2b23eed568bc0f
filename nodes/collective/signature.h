/* SPDX-License-Identifier: BSD-2-Clause */
/* Signatures of collective calls; signature.c defines their fields. */
#ifndef VC_SIGNATURE_H
#define VC_SIGNATURE_H

#include "node.h"

/* Returns what the signature of a call has besides the call's number. */
uint64_t vc_call_fields(vcube_node *self, const struct vcube_algorithm *algorithm,
			const struct vcube_call *call);
/* Is the algorithm one of the program's? */
bool vc_fields_are_own(uint64_t fields);
/* Enclose an algorithm: its messages carry the signature of the call, and a receiver that
 * expects another signature fails. vc_call_begin() returns the code of the node's failure. */
int vc_call_begin(vcube_node *self, const struct vcube_algorithm *algorithm,
		  const struct vcube_call *call, uint64_t fields);
void vc_call_end(vcube_node *self);

/* Do the signatures differ, though of the same call number of the same group? */
bool vc_signature_differs(uint64_t a, uint64_t b);
/* Returns how many collectives of its group `n` has begun more than `other`; 0 if that is no
 * member any more. */
int32_t vc_calls_ahead(const vcube_node *n, const vcube_group *group, const vcube_node *other);
/* Writes a signature in words, with the groups of `n`. Returns `buffer`. */
enum { VC_CALL_ROOM = 320 };
const char *vc_signature_text(const vcube_node *n, uint64_t signature, char buffer[VC_CALL_ROOM]);
/* Makes the receiver fail because it received `found` instead of its own signature. */
int vc_signature_mismatch(vcube_node *self, uint64_t found, int from);
/* Makes the receiver fail because a message is longer than its buffer or, if all are to be
 * alike in its collective, shorter. */
int vc_signature_not_due(vcube_node *self, int from, size_t bytes, size_t room);

#endif
