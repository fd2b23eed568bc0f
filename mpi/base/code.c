/* SPDX-License-Identifier: BSD-2-Clause */
/* Error classes and codes. A code of MPI is its class; a program's codes follow the last. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "code.h"
#include "error.h"
#include "parts.h"

static const struct code {
	int value;
	const char *name, *text;
} codes[] = {
#define X(constant, value, text) {value, #constant, text},
	VCUBE_MPI_ERRORS(X)
#undef X
};

enum { CODES = sizeof codes / sizeof codes[0] };

struct added {
	int class;              /* of the code; its own number for a class */
	char *text;             /* NULL: none was given */
	bool removed;
};

struct codes {
	struct added *added;    /* codes MPI_ERR_LASTCODE + 1 .. last */
	int last;
};

static int
open_codes(struct process *p)
{
	p->codes = calloc(1, sizeof *p->codes);
	if (p->codes == NULL)
		return VCUBE_EHOST;
	p->codes->last = MPI_ERR_LASTCODE;
	return 0;
}

static void
close_codes(struct process *p)
{
	if (p->codes == NULL)
		return;
	for (int i = 0; i < p->codes->last - MPI_ERR_LASTCODE; i++)
		free(p->codes->added[i].text);
	free(p->codes->added);
	free(p->codes);
}

const struct part vcm_part_codes = {"codes", open_codes, close_codes};

static const struct code *
find(int value)
{
	for (int i = 0; i < CODES; i++)
		if (codes[i].value == value)
			return &codes[i];
	return NULL;
}

static struct added *
find_added(struct process *p, int code)
{
	const int i = code - MPI_ERR_LASTCODE - 1;

	if (i < 0 || code > p->codes->last || p->codes->added[i].removed)
		return NULL;
	return &p->codes->added[i];
}

const char *
vcm_code_name(struct process *p, int code)
{
	const struct code *known = find(code);
	const struct added *added = find_added(p, code);

	if (known != NULL)
		return known->name;
	return added == NULL || added->text == NULL ? "an error code of the program" : added->text;
}

/* The class of a code; -1: there is no such code. */
static int
class_of(struct process *p, int code)
{
	const struct added *added = find_added(p, code);

	if (find(code) != NULL)
		return code;
	return added == NULL ? -1 : added->class;
}

int *
vcm_last_used_code(struct process *p)
{
	return &p->codes->last;
}

/* `class`: 0 makes the code a class. */
static int
add(struct process *p, int class, int *code)
{
	const size_t count = (size_t)(p->codes->last - MPI_ERR_LASTCODE);
	struct added *added = realloc(p->codes->added, (count + 1) * sizeof *added);

	if (added == NULL)
		return vcm_error(p, MPI_ERR_NO_MEM, "no memory for an error code");
	p->codes->added = added;
	*code = ++p->codes->last;
	added[count] = (struct added){class == 0 ? *code : class, NULL, false};
	return MPI_SUCCESS;
}

static int
refuse(struct process *p, int code)
{
	return vcm_error(p, MPI_ERR_ARG, "%d is not an error code that the program added", code);
}

MPI_FUNCTION(int, Add_error_class, (int *errorclass))
{
	return add(ENTER_ANY_TIME(), 0, errorclass);
}

MPI_FUNCTION(int, Add_error_code, (int errorclass, int *errorcode))
{
	struct process *p = ENTER_ANY_TIME();

	if (class_of(p, errorclass) != errorclass)
		return vcm_error(p, MPI_ERR_ARG, "%d is not an error class", errorclass);
	return add(p, errorclass, errorcode);
}

MPI_FUNCTION(int, Add_error_string, (int errorcode, const char *string))
{
	struct process *p = ENTER_ANY_TIME();
	struct added *added = find_added(p, errorcode);

	if (added == NULL)
		return refuse(p, errorcode);
	free(added->text);
	added->text = strndup(string, MPI_MAX_ERROR_STRING - 1);
	return MPI_SUCCESS;
}

static int
remove_code(struct process *p, int code)
{
	struct added *added = find_added(p, code);

	if (added == NULL)
		return refuse(p, code);
	free(added->text);
	*added = (struct added){.removed = true};
	while (p->codes->last > MPI_ERR_LASTCODE
	       && p->codes->added[p->codes->last - MPI_ERR_LASTCODE - 1].removed)
		p->codes->last--;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Remove_error_class, (int errorclass))
{
	return remove_code(ENTER_ANY_TIME(), errorclass);
}

MPI_FUNCTION(int, Remove_error_code, (int errorcode))
{
	return remove_code(ENTER_ANY_TIME(), errorcode);
}

MPI_FUNCTION(int, Remove_error_string, (int errorcode))
{
	struct process *p = ENTER_ANY_TIME();
	struct added *added = find_added(p, errorcode);

	if (added == NULL)
		return refuse(p, errorcode);
	free(added->text);
	added->text = NULL;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Error_class, (int errorcode, int *errorclass))
{
	struct process *p = ENTER_ANY_TIME();

	*errorclass = class_of(p, errorcode);
	if (*errorclass < 0)
		return vcm_error(p, MPI_ERR_ARG, "%d is not an error code", errorcode);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Error_string, (int errorcode, char *string, int *resultlen))
{
	struct process *p = ENTER_ANY_TIME();
	const struct code *known = find(errorcode);
	const struct added *added = find_added(p, errorcode);

	if (known == NULL && added == NULL)
		return vcm_error(p, MPI_ERR_ARG, "%d is not an error code", errorcode);
	if (known != NULL)
		*resultlen = snprintf(string, MPI_MAX_ERROR_STRING, "%s: %s", known->name,
				      known->text);
	else
		*resultlen = snprintf(string, MPI_MAX_ERROR_STRING, "%s",
				      added->text == NULL ? "" : added->text);
	return MPI_SUCCESS;
}
