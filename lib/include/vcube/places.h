/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call sites: reports name the caller's file and line.
 *
 * Each call that can block or fail is a macro over the function of the same name.
 * The macro notes the line at the node, then calls the function. A name in
 * parentheses, (vcube_send), is the function itself: it keeps the line of the
 * call before.
 *
 * vcube.h and vcube/authoring.h end with this header. A program includes one of
 * these, not single headers, or its calls keep no line.
 */
#ifndef VCUBE_PLACES_H
#define VCUBE_PLACES_H

#include <vcube/collective.h>
#include <vcube/group.h>
#include <vcube/message.h>
#include <vcube/node.h>

#define VCUBE_TEXT_(x) #x
#define VCUBE_LINE_(x) VCUBE_TEXT_(x)
#define VCUBE_HERE __FILE__ ":" VCUBE_LINE_(__LINE__)

struct vcube_site {
	const char *here;       /* the public head of every node */
};

static inline vcube_node *
vcube_at(vcube_node *self, const char *here)
{
	((struct vcube_site *)self)->here = here;
	return self;
}

#define VCUBE_AT_(function, self, ...) (function)(vcube_at((self), VCUBE_HERE), __VA_ARGS__)

#define vcube_abort(...) VCUBE_AT_(vcube_abort, __VA_ARGS__)
#define vcube_share(...) VCUBE_AT_(vcube_share, __VA_ARGS__)
#define vcube_fail(...) VCUBE_AT_(vcube_fail, __VA_ARGS__)
#define vcube_alloc(...) VCUBE_AT_(vcube_alloc, __VA_ARGS__)
#define vcube_resize(...) VCUBE_AT_(vcube_resize, __VA_ARGS__)
#define vcube_free(...) VCUBE_AT_(vcube_free, __VA_ARGS__)
#define vcube_scratch(...) VCUBE_AT_(vcube_scratch, __VA_ARGS__)
#define vcube_compute(...) VCUBE_AT_(vcube_compute, __VA_ARGS__)
#define vcube_copy(...) VCUBE_AT_(vcube_copy, __VA_ARGS__)
#define vcube_plan_links(...) VCUBE_AT_(vcube_plan_links, __VA_ARGS__)
#define vcube_step(...) VCUBE_AT_(vcube_step, __VA_ARGS__)

#define vcube_split(...) VCUBE_AT_(vcube_split, __VA_ARGS__)
#define vcube_group_of(...) VCUBE_AT_(vcube_group_of, __VA_ARGS__)
#define vcube_align(...) VCUBE_AT_(vcube_align, __VA_ARGS__)
#define vcube_group_free(...) VCUBE_AT_(vcube_group_free, __VA_ARGS__)

#define vcube_send(...) VCUBE_AT_(vcube_send, __VA_ARGS__)
#define vcube_recv(...) VCUBE_AT_(vcube_recv, __VA_ARGS__)
#define vcube_recv_within(...) VCUBE_AT_(vcube_recv_within, __VA_ARGS__)
#define vcube_probe(...) VCUBE_AT_(vcube_probe, __VA_ARGS__)
#define vcube_sendrecv(...) VCUBE_AT_(vcube_sendrecv, __VA_ARGS__)
#define vcube_exchange(...) VCUBE_AT_(vcube_exchange, __VA_ARGS__)
#define vcube_exchange_all(...) VCUBE_AT_(vcube_exchange_all, __VA_ARGS__)
#define vcube_signal(...) VCUBE_AT_(vcube_signal, __VA_ARGS__)
#define vcube_isend(...) VCUBE_AT_(vcube_isend, __VA_ARGS__)
#define vcube_irecv(...) VCUBE_AT_(vcube_irecv, __VA_ARGS__)
#define vcube_wait(...) VCUBE_AT_(vcube_wait, __VA_ARGS__)
#define vcube_waitall(...) VCUBE_AT_(vcube_waitall, __VA_ARGS__)
#define vcube_test(...) VCUBE_AT_(vcube_test, __VA_ARGS__)
#define vcube_is_done(...) VCUBE_AT_(vcube_is_done, __VA_ARGS__)
#define vcube_waitany(...) VCUBE_AT_(vcube_waitany, __VA_ARGS__)
#define vcube_cancel(...) VCUBE_AT_(vcube_cancel, __VA_ARGS__)
#define vcube_async(...) VCUBE_AT_(vcube_async, __VA_ARGS__)
#define vcube_promise(self) (vcube_promise)(vcube_at((self), VCUBE_HERE))
#define vcube_complete(...) VCUBE_AT_(vcube_complete, __VA_ARGS__)
#define vcube_tsend(...) VCUBE_AT_(vcube_tsend, __VA_ARGS__)
#define vcube_tisend(...) VCUBE_AT_(vcube_tisend, __VA_ARGS__)
#define vcube_try_tsend(...) VCUBE_AT_(vcube_try_tsend, __VA_ARGS__)
#define vcube_tssend(...) VCUBE_AT_(vcube_tssend, __VA_ARGS__)
#define vcube_tissend(...) VCUBE_AT_(vcube_tissend, __VA_ARGS__)
#define vcube_trecv(...) VCUBE_AT_(vcube_trecv, __VA_ARGS__)
#define vcube_tirecv(...) VCUBE_AT_(vcube_tirecv, __VA_ARGS__)
#define vcube_tprobe(...) VCUBE_AT_(vcube_tprobe, __VA_ARGS__)
#define vcube_tiprobe(...) VCUBE_AT_(vcube_tiprobe, __VA_ARGS__)
#define vcube_mprobe(...) VCUBE_AT_(vcube_mprobe, __VA_ARGS__)
#define vcube_improbe(...) VCUBE_AT_(vcube_improbe, __VA_ARGS__)
#define vcube_mrecv(...) VCUBE_AT_(vcube_mrecv, __VA_ARGS__)

#define vcube_allgather(...) VCUBE_AT_(vcube_allgather, __VA_ARGS__)
#define vcube_reduce_scatter(...) VCUBE_AT_(vcube_reduce_scatter, __VA_ARGS__)
#define vcube_allreduce(...) VCUBE_AT_(vcube_allreduce, __VA_ARGS__)
#define vcube_scan(...) VCUBE_AT_(vcube_scan, __VA_ARGS__)
#define vcube_alltoall(...) VCUBE_AT_(vcube_alltoall, __VA_ARGS__)
#define vcube_alltoallv(...) VCUBE_AT_(vcube_alltoallv, __VA_ARGS__)
#define vcube_bcast(...) VCUBE_AT_(vcube_bcast, __VA_ARGS__)
#define vcube_reduce(...) VCUBE_AT_(vcube_reduce, __VA_ARGS__)
#define vcube_gather(...) VCUBE_AT_(vcube_gather, __VA_ARGS__)
#define vcube_scatter(...) VCUBE_AT_(vcube_scatter, __VA_ARGS__)
#define vcube_barrier(...) VCUBE_AT_(vcube_barrier, __VA_ARGS__)
#define vcube_allgatherv(...) VCUBE_AT_(vcube_allgatherv, __VA_ARGS__)
#define vcube_reduce_scatterv(...) VCUBE_AT_(vcube_reduce_scatterv, __VA_ARGS__)
#define vcube_gatherv(...) VCUBE_AT_(vcube_gatherv, __VA_ARGS__)
#define vcube_scatterv(...) VCUBE_AT_(vcube_scatterv, __VA_ARGS__)

#endif

/* The calls of authors, where vcube/authoring.h is included. */
#if defined VCUBE_AUTHORING_H && !defined vcube_call

#include <vcube/aapc.h>
#include <vcube/algorithm.h>
#include <vcube/blocks.h>
#include <vcube/work.h>

#define vcube_charge(...) VCUBE_AT_(vcube_charge, __VA_ARGS__)
#define vcube_copy_strided(...) VCUBE_AT_(vcube_copy_strided, __VA_ARGS__)
#define vcube_call(...) VCUBE_AT_(vcube_call, __VA_ARGS__)
#define vcube_call_how(...) VCUBE_AT_(vcube_call_how, __VA_ARGS__)
#define vcube_fail_with(...) VCUBE_AT_(vcube_fail_with, __VA_ARGS__)
#define vcube_expect(...) VCUBE_AT_(vcube_expect, __VA_ARGS__)
#define vcube_combine(...) VCUBE_AT_(vcube_combine, __VA_ARGS__)
#define vcube_combine_elements(...) VCUBE_AT_(vcube_combine_elements, __VA_ARGS__)
#define vcube_permute(...) VCUBE_AT_(vcube_permute, __VA_ARGS__)
#define vcube_permute_by(...) VCUBE_AT_(vcube_permute_by, __VA_ARGS__)
#define vcube_shuffle(...) VCUBE_AT_(vcube_shuffle, __VA_ARGS__)
#define vcube_successive(...) VCUBE_AT_(vcube_successive, __VA_ARGS__)
#define vcube_successive_orders(...) VCUBE_AT_(vcube_successive_orders, __VA_ARGS__)

#endif
