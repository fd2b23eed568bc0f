/* SPDX-License-Identifier: BSD-2-Clause */
/* Names and attributes of types, and the notes in which a process keeps them. */
#include <stdlib.h>
#include <string.h>
#include "attribute.h"
#include "error.h"
#include "notes.h"
#include "parts.h"

/* The notes on a type; NULL: there are none yet. */
static struct type_notes *
notes_on(const struct process *p, const struct datatype *type)
{
	struct type_notes *notes = type->notes;

	if (!type->number)
		return notes;
	for (notes = p->types->notes; notes && notes->type != type; notes = notes->next)
		;
	return notes;
}

/* Makes them if there are none; NULL: memory is short. */
static struct type_notes *
new_notes(struct process *p, const struct datatype *type)
{
	struct type_notes *notes = notes_on(p, type);

	if (notes)
		return notes;
	notes = calloc(1, sizeof *notes);
	if (!notes)
		return NULL;
	notes->type = type;
	if (type->number) {
		notes->next = p->types->notes;
		p->types->notes = notes;
	} else {
		((struct datatype *)type)->notes = notes;
	}
	return notes;
}

static int
no_memory(struct process *p)
{
	return vcm_error(p, MPI_ERR_NO_MEM, "no memory for the description of a datatype");
}

static int
open_types(struct process *p)
{
	p->types = calloc(1, sizeof *p->types);
	return p->types ? 0 : VCUBE_EHOST;
}

static void
close_types(struct process *p)
{
	for (struct type_notes *notes = p->types ? p->types->notes : NULL, *next; notes;
	     notes = next) {
		next = notes->next;
		vcm_forget_attributes(notes->attributes);
		free(notes);
	}
	free(p->types);
}

const struct part vcm_part_types = { "datatypes", open_types, close_types };

MPI_FUNCTION(int, Type_set_name, (MPI_Datatype datatype, const char *type_name))
{
	struct process *p = ENTER();
	NEED_TYPE(p, type, datatype);
	struct type_notes *notes;

	if (!type_name)
		return vcm_error(p, MPI_ERR_ARG, "type_name is NULL");
	if (strlen(type_name) >= sizeof notes->name)
		return vcm_error(p, MPI_ERR_ARG, "the name has %zu characters; %zu are permitted",
				 strlen(type_name), sizeof notes->name - 1);
	notes = new_notes(p, type);
	if (!notes)
		return no_memory(p);
	strcpy(notes->name, type_name);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Type_get_name, (MPI_Datatype datatype, char *type_name, int *resultlen))
{
	struct process *p = ENTER();
	const struct datatype *type = vcm_type(datatype);
	const struct type_notes *notes;
	const char *name;

	if (!type && datatype != MPI_DATATYPE_NULL)
		return vcm_no_object(p, &vcm_kind_datatype, datatype);
	if (!type_name || !resultlen)
		return vcm_error(p, MPI_ERR_ARG, "%s is NULL",
				 type_name ? "resultlen" : "type_name");
	notes = type ? notes_on(p, type) : NULL;
	if (!type)
		name = "MPI_DATATYPE_NULL";
	else if (notes && notes->name[0])
		name = notes->name;
	else
		name = type->predefined_name ? type->predefined_name : "";
	*resultlen = (int)strlen(name);
	strcpy(type_name, name);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Type_set_attr, (MPI_Datatype datatype, int type_keyval, void *attribute_val))
{
	struct process *p = ENTER();
	NEED_TYPE(p, type, datatype);
	struct type_notes *notes = new_notes(p, type);

	if (!notes)
		return no_memory(p);
	return vcm_set_attribute(p, OF_TYPE, &notes->attributes, datatype, type_keyval,
				 attribute_val);
}

MPI_FUNCTION(int, Type_get_attr, (MPI_Datatype datatype, int type_keyval, void *attribute_val,
	int *flag))
{
	struct process *p = ENTER();
	NEED_TYPE(p, type, datatype);
	const struct type_notes *notes = notes_on(p, type);

	return vcm_get_attribute(p, OF_TYPE, notes ? notes->attributes : NULL, type_keyval,
				 attribute_val, flag);
}

MPI_FUNCTION(int, Type_delete_attr, (MPI_Datatype datatype, int type_keyval))
{
	struct process *p = ENTER();
	NEED_TYPE(p, type, datatype);
	struct type_notes *notes = notes_on(p, type);
	struct attributes *none = NULL;

	return vcm_delete_attribute(p, OF_TYPE, notes ? &notes->attributes : &none, datatype,
				    type_keyval);
}

int
vcm_type_copy_notes(struct process *p, const struct datatype *from, const struct datatype *to)
{
	const struct type_notes *notes = notes_on(p, from);
	struct type_notes *copy;

	if (!notes || !notes->attributes)
		return MPI_SUCCESS;
	copy = new_notes(p, to);
	return copy ? vcm_copy_attributes(p, notes->attributes, vcm_type_handle(from),
					  &copy->attributes) : no_memory(p);
}

int
vcm_type_delete_notes(struct process *p, const struct datatype *type)
{
	struct type_notes *notes = type->notes;
	int code = MPI_SUCCESS;

	if (notes && p->closing)
		vcm_forget_attributes(notes->attributes);
	else if (notes)
		code = vcm_delete_attributes(p, &notes->attributes, vcm_type_handle(type));
	if (code)
		return code;
	free(notes);
	((struct datatype *)type)->notes = NULL;
	return MPI_SUCCESS;
}
