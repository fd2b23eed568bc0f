/* SPDX-License-Identifier: BSD-2-Clause */
/* Remarks: of each kind the first, and how many there are. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "remarks.h"

struct remarks {
	struct {
		int count;
		char first[600];
	} kind[REMARK_COUNT];
};

static const struct {
	const char *name, *noun, *means;
} kinds[] = {
	[REMARK_RACE] = {"message race", "receive", "the result may depend on the order"},
	[REMARK_WAIT] = {"missing wait", "request",
			 "the program cannot know when it may reuse the memory"},
	[REMARK_FILE] = {"file error", "error", "errors of files return, and end no run by default"},
	[REMARK_BUFFERING] = {"reliance on buffering", "send",
			      "run it with --capacity 0 to see which calls wait"},
	[REMARK_EPOCH] = {"epochs", "lock", "pass MPI_MODE_NOSUCCEED to a fence that begins no epoch"},
};

void
vcm_remark(struct process *p, enum remark kind, const char *format, ...)
{
	va_list arguments;

	if (p->remarks == NULL)
		p->remarks = calloc(1, sizeof *p->remarks);
	if (p->remarks == NULL || p->remarks->kind[kind].count++ > 0)
		return;
	va_start(arguments, format);
	vsnprintf(p->remarks->kind[kind].first, sizeof p->remarks->kind[kind].first, format, arguments);
	va_end(arguments);
}

void
vcm_remarks_tell(struct process *p)
{
	for (int i = 0; p->remarks != NULL && i < REMARK_COUNT; i++) {
		const int count = p->remarks->kind[i].count;

		p->remarks->kind[i].count = 0;
		if (count > 0)
			fprintf(stderr, "warning: rank %d: %s: %s; %d such %s%s: %s\n", p->rank,
				kinds[i].name, p->remarks->kind[i].first, count, kinds[i].noun,
				count == 1 ? "" : "s", kinds[i].means);
	}
}
