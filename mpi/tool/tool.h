/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tool information interface, MPI_T: the machine's description as control variables, which
 * nobody can set, and what a rank sends and holds as performance variables. None is bound to an
 * object. There are no events.
 *
 * Its functions work before MPI_Init() and after MPI_Finalize(), and return their errors, which no
 * error handler sees. Variables, categories and enumerations are the rows of tables, the same in
 * all runs.
 */
#ifndef VCM_TOOL_H
#define VCM_TOOL_H

#include <string.h>
#include "process.h"

/* Is the interface initialized in this process? */
static inline bool
vcm_is_tool(const struct process *p)
{
	return p->tool_starts > 0;
}

/* Return from a function of the interface with an error: if that is not initialized; if a place
 * for a result is NULL. */
#define NEED_TOOL(p) \
	do { \
		if (!vcm_is_tool(p)) \
			return MPI_T_ERR_NOT_INITIALIZED; \
	} while (0)
#define NEED_TOOL_PLACE(argument) \
	do { \
		if ((argument) == NULL) \
			return MPI_T_ERR_INVALID; \
	} while (0)

/* Define a function that gives a number; and one that gives the index of the row with a name. */
#define TOOL_NUMBER_FUNCTION(function, place, number) \
	MPI_FUNCTION(int, function, (int *place)) \
	{ \
		struct process *p = ENTER_ANY_TIME(); \
\
		NEED_TOOL(p); \
		NEED_TOOL_PLACE(place); \
		*place = (number); \
		return MPI_SUCCESS; \
	}
#define TOOL_INDEX_FUNCTION(function, place, table, count) \
	MPI_FUNCTION(int, function, (const char *name, int *place)) \
	{ \
		struct process *p = ENTER_ANY_TIME(); \
\
		NEED_TOOL(p); \
		NEED_TOOL_PLACE(name); \
		NEED_TOOL_PLACE(place); \
		for (int i = 0; i < (count); i++) \
			if (strcmp((table)[i].name, name) == 0) { \
				*place = i; \
				return MPI_SUCCESS; \
			} \
		return MPI_T_ERR_INVALID_NAME; \
	}

/* Gives a string to the program: as much as *length characters hold with the end; *length becomes
 * what all of it takes. Either place may be NULL. */
void vcm_tool_string(const char *from, char *to, int *length);

/* Gives a number to the program, which may not want it. */
static inline void
vcm_tool_number(int *place, int number)
{
	if (place != NULL)
		*place = number;
}

/* The enumeration of clocks */
extern const struct MPI_ABI_T_enum vcm_tool_clocks;

/* How many variables there are. */
int vcm_tool_controls(void);
int vcm_tool_performances(void);

/* Frees what the program has left when it ends the interface. */
void vcm_tool_controls_close(struct process *p);
void vcm_tool_performances_close(struct process *p);

#endif
