/* SPDX-License-Identifier: BSD-2-Clause */
/* Categories: all control variables are in one, all performance variables in another. */
#include "tool.h"

static const struct {
	const char *name, *text;
	int (*controls)(void), (*performances)(void);   /* NULL: it has none */
} categories[] = {
	{"machine", "what the machine's description says", vcm_tool_controls, NULL},
	{"rank", "what a rank sends and holds", NULL, vcm_tool_performances},
};

enum { CATEGORIES = sizeof categories / sizeof *categories };

static int
number(int (*of)(void))
{
	return of == NULL ? 0 : of();
}

/* A category has all variables of a kind, or none. */
static int
list(int count, int len, int indices[])
{
	if (len < 0)
		return MPI_T_ERR_INVALID;
	if (len > 0)
		NEED_TOOL_PLACE(indices);
	for (int i = 0; i < len && i < count; i++)
		indices[i] = i;
	return MPI_SUCCESS;
}

/* Returns from a function of the interface unless there is such a category. */
#define NEED_CATEGORY(p, index) \
	do { \
		NEED_TOOL(p); \
		if ((index) < 0 || (index) >= CATEGORIES) \
			return MPI_T_ERR_INVALID_INDEX; \
	} while (0)

TOOL_NUMBER_FUNCTION(T_category_get_num, num_cat, CATEGORIES)
TOOL_NUMBER_FUNCTION(T_category_changed, update_number, 0)
TOOL_INDEX_FUNCTION(T_category_get_index, cat_index, categories, CATEGORIES)

MPI_FUNCTION(int, T_category_get_info, (int cat_index, char *name, int *name_len, char *desc,
	int *desc_len, int *num_cvars, int *num_pvars, int *num_categories))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_CATEGORY(p, cat_index);
	vcm_tool_string(categories[cat_index].name, name, name_len);
	vcm_tool_string(categories[cat_index].text, desc, desc_len);
	vcm_tool_number(num_cvars, number(categories[cat_index].controls));
	vcm_tool_number(num_pvars, number(categories[cat_index].performances));
	vcm_tool_number(num_categories, 0);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, T_category_get_num_events, (int cat_index, int *num_events))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_CATEGORY(p, cat_index);
	vcm_tool_number(num_events, 0);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, T_category_get_cvars, (int cat_index, int len, int indices[]))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_CATEGORY(p, cat_index);
	return list(number(categories[cat_index].controls), len, indices);
}

MPI_FUNCTION(int, T_category_get_pvars, (int cat_index, int len, int indices[]))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_CATEGORY(p, cat_index);
	return list(number(categories[cat_index].performances), len, indices);
}

MPI_FUNCTION(int, T_category_get_categories, (int cat_index, int len, int indices[]))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_CATEGORY(p, cat_index);
	return list(0, len, indices);
}

MPI_FUNCTION(int, T_category_get_events, (int cat_index, int len, int indices[]))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_CATEGORY(p, cat_index);
	return list(0, len, indices);
}
