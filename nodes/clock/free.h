/* SPDX-License-Identifier: BSD-2-Clause */
/* Slots that the free clock shares with that of chosen orders. */
#ifndef VC_FREE_H
#define VC_FREE_H

#include "node.h"

bool vc_free_pass(vcube_node *self, const char *what, vcube_time time);
void vc_free_left(vcube_node *self, struct vc_send_wait *sent);
void vc_free_room(vcube_node *self, const struct vc_credit *credit);
void vc_free_log_begin(vcube_node *node, struct vc_log *log);
struct vc_moment vc_free_moment(const vcube_node *self);
double vc_free_log_tick(const vcube_machine *machine);

#endif
