/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libvcube: a message-passing multiprocessor inside one process.
 *
 *   #include <vcube.h>
 *
 *   static int
 *   hello(vcube_node *self, void *arg)
 *   {
 *           int from, right = (vcube_rank(self) + 1) % vcube_size(self);
 *           int left = (vcube_rank(self) + vcube_size(self) - 1) % vcube_size(self);
 *
 *           (void)arg;
 *           vcube_send(self, NULL, right, &(int){vcube_rank(self)}, sizeof from);
 *           return vcube_recv(self, NULL, left, &from, sizeof from, NULL);
 *   }
 *
 *   struct vcube_error error;
 *   vcube_machine *machine = vcube_open("ring:8 clock=virtual", &error);
 *   int status = vcube_run(machine, hello, NULL);
 *   vcube_close(machine);
 *
 * Each header states its own contract; vcube(7) is the overview. Authors of
 * algorithms include <vcube/authoring.h>, observers of runs <vcube/observing.h>.
 */
#ifndef VCUBE_H
#define VCUBE_H

#include <vcube/error.h>
#include <vcube/topology.h>
#include <vcube/desc.h>
#include <vcube/profile.h>
#include <vcube/machine.h>
#include <vcube/process.h>
#include <vcube/results.h>
#include <vcube/fault.h>
#include <vcube/explore.h>
#include <vcube/node.h>
#include <vcube/group.h>
#include <vcube/message.h>
#include <vcube/type.h>
#include <vcube/collective.h>
#include <vcube/places.h>

#endif
