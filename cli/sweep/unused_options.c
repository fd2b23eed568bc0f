/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Options that would be without effect beside the others.
 */
#include "base/status.h"
#include "sweep/signature.h"
#include "sweep/unused_options.h"

/* What the cases have that options could be about. */
struct uses {
	bool blocks, lengths;           /* any; as long as --bytes says */
	bool combined, rooted;
};

static struct uses
uses_of(const struct plan *plan)
{
	struct uses u = { 0 };

	for (int i = 0; i < plan->count; i++) {
		const struct run_case *c = &plan->cases[i];
		const bool matrix = c->traffic.traffic && traffic_nodes(c->traffic.traffic);

		u.blocks |= c->collective != VCUBE_BARRIER;
		u.lengths |= c->collective != VCUBE_BARRIER && !matrix;
		u.combined |= c->op != NULL;
		u.rooted |= signature_rooted(c->collective);
	}
	return u;
}

static int
refuse(const char *why)
{
	return complain(STATUS_USAGE, "%s", why);
}

/* Of what is run. */
static int
check_work(const struct plan *plan, const struct run_options *o)
{
	const struct uses u = uses_of(plan);

	if (o->topologies && settings_say(&o->settings, "topology"))
		return refuse("--topology and --set topology say the same; one of them is enough");
	if (o->op_given && !u.combined)
		return refuse("--op is about what reduce, allreduce, reduce_scatter and scan combine "
			      "with, and none of them is asked for");
	if (o->root_given && !u.rooted)
		return refuse("--root is about bcast, reduce, gather and scatter, and none of them is "
			      "asked for");
	if (o->type_given && !u.blocks)
		return refuse("--type is about the elements of blocks, and a barrier has none");
	if (o->sizes && !u.blocks)
		return refuse("--bytes is about blocks, and a barrier has none");
	if (o->sizes && !u.lengths)
		return refuse("the file that --pattern names has the bytes of every block; leave out "
			      "--bytes");
	return STATUS_FINE;
}

int
unused_options(const struct plan *plan, const struct run_options *o)
{
	if (o->contents_given && !o->trace)
		return refuse("--contents is about what a trace keeps of memory; name its file by "
			      "--trace");
	if (o->iterations_given && !o->wall)
		return refuse("--iterations is about the calls that host times are of, and --no-wall "
			      "leaves these out");
	return check_work(plan, o);
}

int
unused_without_run(const struct run_options *o)
{
	if (o->sizes || o->type_given || o->op_given || o->root_given || o->traffic ||
	    o->settings.count > 0)
		return refuse("a topology alone is not run on any machine: what blocks and machine "
			      "are like is for --load, such as --load alltoall.direct");
	return STATUS_FINE;
}
