/* SPDX-License-Identifier: BSD-2-Clause */
/* Events: there are none, nor sources of events, so that every index and handle is wrong. */
#include "tool.h"

/* Defines a function that gives a number, which is 0; that finds no name; and one with an index or
 * a handle of something. Parameters are only read by those that give a number. */
#define NUMBER(name, parameters, number) \
	MPI_FUNCTION(int, name, parameters) \
	{ \
		struct process *p = ENTER_ANY_TIME(); \
\
		NEED_TOOL(p); \
		NEED_TOOL_PLACE(number); \
		*(number) = 0; \
		return MPI_SUCCESS; \
	}
#define NONE(name, parameters, code) \
	MPI_FUNCTION(int, name, parameters) \
	{ \
		struct process *p = ENTER_ANY_TIME(); \
\
		NEED_TOOL(p); \
		return code; \
	}

/* The parameters of what does not exist are not used. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

NUMBER(T_event_get_num, (int *num_events), num_events)
NUMBER(T_source_get_num, (int *num_sources), num_sources)
NONE(T_event_get_index, (const char *name, int *event_index), MPI_T_ERR_INVALID_NAME)
NONE(T_event_get_info, (int event_index, char *name, int *name_len, int *verbosity,
	MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int *num_elements,
	MPI_T_enum *enumtype, MPI_Info *info, char *desc, int *desc_len, int *bind),
	MPI_T_ERR_INVALID_INDEX)
NONE(T_event_handle_alloc, (int event_index, void *obj_handle, MPI_Info info,
	MPI_T_event_registration *event_registration), MPI_T_ERR_INVALID_INDEX)
NONE(T_source_get_info, (int source_index, char *name, int *name_len, char *desc,
	int *desc_len, MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
	MPI_Count *max_ticks, MPI_Info *info), MPI_T_ERR_INVALID_INDEX)
NONE(T_source_get_timestamp, (int source_index, MPI_Count *timestamp), MPI_T_ERR_INVALID_INDEX)
NONE(T_event_callback_get_info, (MPI_T_event_registration event_registration,
	MPI_T_cb_safety cb_safety, MPI_Info *info_used), MPI_T_ERR_INVALID_HANDLE)
NONE(T_event_callback_set_info, (MPI_T_event_registration event_registration,
	MPI_T_cb_safety cb_safety, MPI_Info info), MPI_T_ERR_INVALID_HANDLE)
NONE(T_event_copy, (MPI_T_event_instance event_instance, void *buffer), MPI_T_ERR_INVALID_HANDLE)
NONE(T_event_get_source, (MPI_T_event_instance event_instance, int *source_index),
	MPI_T_ERR_INVALID_HANDLE)
NONE(T_event_get_timestamp, (MPI_T_event_instance event_instance,
	MPI_Count *event_timestamp), MPI_T_ERR_INVALID_HANDLE)
NONE(T_event_handle_free, (MPI_T_event_registration event_registration,
	void *user_data, MPI_T_event_free_cb_function free_cb_function), MPI_T_ERR_INVALID_HANDLE)
NONE(T_event_handle_get_info, (MPI_T_event_registration event_registration,
	MPI_Info *info_used), MPI_T_ERR_INVALID_HANDLE)
NONE(T_event_handle_set_info, (MPI_T_event_registration event_registration,
	MPI_Info info), MPI_T_ERR_INVALID_HANDLE)
NONE(T_event_read, (MPI_T_event_instance event_instance, int element_index,
	void *buffer), MPI_T_ERR_INVALID_HANDLE)
NONE(T_event_register_callback, (MPI_T_event_registration event_registration,
	MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data,
	MPI_T_event_cb_function event_cb_function), MPI_T_ERR_INVALID_HANDLE)
NONE(T_event_set_dropped_handler, (MPI_T_event_registration event_registration,
	MPI_T_event_dropped_cb_function dropped_cb_function), MPI_T_ERR_INVALID_HANDLE)
