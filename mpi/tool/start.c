/* SPDX-License-Identifier: BSD-2-Clause */
/* Start and end of the tool information interface: each start needs an end. */
#include "tool.h"

/* Before MPI_Init() only the first thread makes calls. */
static int
provided_level(const struct process *p, int required)
{
	const int most = p->phase == RUNNING ? p->thread_level : MPI_THREAD_FUNNELED;

	return required > most ? most : required;
}

MPI_FUNCTION(int, T_init_thread, (int required, int *provided))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_TOOL_PLACE(provided);
	p->tool_starts++;
	*provided = provided_level(p, required);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, T_finalize, (void))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_TOOL(p);
	if (--p->tool_starts == 0) {
		vcm_tool_controls_close(p);
		vcm_tool_performances_close(p);
	}
	return MPI_SUCCESS;
}
