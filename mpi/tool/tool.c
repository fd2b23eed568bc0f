/* SPDX-License-Identifier: BSD-2-Clause */
/* What the parts of the tool information interface share: strings and enumerations. */
#include <stdio.h>
#include <string.h>
#include "tool.h"

void
vcm_tool_string(const char *from, char *to, int *length)
{
	if (length == NULL)
		return;
	if (to != NULL && *length > 0)
		snprintf(to, (size_t)*length, "%s", from);
	*length = (int)strlen(from) + 1;
}

struct item {
	const char *name;
	int value;
};

struct MPI_ABI_T_enum {
	const char *name;
	const struct item *items;
	int count;
};

static const struct item clocks[] = {
#define X(value, name, text) {name, value},
	VCUBE_CLOCKS(X)
#undef X
};

const struct MPI_ABI_T_enum vcm_tool_clocks = {
	"clock", clocks, sizeof clocks / sizeof *clocks
};

MPI_FUNCTION(int, T_enum_get_info, (MPI_T_enum enumtype, int *num, char *name, int *name_len))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_TOOL(p);
	if (enumtype != &vcm_tool_clocks)
		return MPI_T_ERR_INVALID_HANDLE;
	vcm_tool_number(num, enumtype->count);
	vcm_tool_string(enumtype->name, name, name_len);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, T_enum_get_item, (MPI_T_enum enumtype, int indx, int *value, char *name,
	int *name_len))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_TOOL(p);
	if (enumtype != &vcm_tool_clocks)
		return MPI_T_ERR_INVALID_HANDLE;
	if (indx < 0 || indx >= enumtype->count)
		return MPI_T_ERR_INVALID_INDEX;
	vcm_tool_number(value, enumtype->items[indx].value);
	vcm_tool_string(enumtype->items[indx].name, name, name_len);
	return MPI_SUCCESS;
}
