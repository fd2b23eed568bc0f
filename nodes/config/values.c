/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses and prints the values of keys: choices, numbers, sizes, times. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "error.h"
#include "values.h"

typedef struct vc_desc_key key_type;

int
vc_value_refuse(const key_type *key, const char *value, const char *why, struct vcube_error *error)
{
	return vc_error(error, VCUBE_EINVAL, "%s '%.60s': %s; it takes %s", key->name, value, why,
			key->form);
}

/* Choices: an enumeration, or no and yes. */

static int
no_choice(const key_type *key, const char *value, struct vcube_error *error)
{
	char names[100] = "", meant[VCUBE_NEAREST_ROOM];

	for (int i = 0; key->choices[i]; i++)
		vc_list_add(names, sizeof names, key->choices[i]);
	return vc_error(error, VCUBE_EINVAL, "%s '%.60s': no such choice; it takes %s%s", key->name,
			value, key->form, vcube_nearest(value, names, meant));
}

int
vc_value_parse_choice(const key_type *key, const char *value, void *field,
		struct vcube_error *error)
{
	for (int i = 0; key->choices[i]; i++)
		if (strcmp(key->choices[i], value) == 0) {
			memcpy(field, &i, sizeof i);
			return 0;
		}
	return no_choice(key, value, error);
}

const char *
vc_value_print_choice(const key_type *key, const void *field, char room[VC_UNITS_ROOM])
{
	int value, count = 0;

	memcpy(&value, field, sizeof value);
	while (key->choices[count])
		count++;
	if (value >= 0 && value < count)
		return key->choices[value];
	snprintf(room, VC_UNITS_ROOM, "%d", value);
	return room;
}

int
vc_value_parse_flag(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	const int yes = strcmp(value, "yes") == 0 || strcmp(value, "1") == 0;

	if (!yes && strcmp(value, "no") != 0 && strcmp(value, "0") != 0)
		return vc_value_refuse(key, value, "it is neither yes nor no", error);
	memcpy(field, &yes, sizeof yes);
	return 0;
}

const char *
vc_value_print_flag(const key_type *key, const void *field, char room[VC_UNITS_ROOM])
{
	(void)key;
	(void)room;
	return *(const int *)field ? "yes" : "no";
}

/* Numbers, sizes and times. */

int
vc_value_parse_number(const key_type *key, const char *value, void *field,
		struct vcube_error *error)
{
	uint64_t number = 0;
	const char *why = vc_parse_number(value, &number);

	if (!why && key->most && (number < (uint64_t)key->least || number > key->most))
		why = number ? "it is too large" : "it is too small";
	if (why)
		return vc_value_refuse(key, value, why, error);
	*(uint64_t *)field = number;
	return 0;
}

const char *
vc_value_print_number(const key_type *key, const void *field, char room[VC_UNITS_ROOM])
{
	(void)key;
	snprintf(room, VC_UNITS_ROOM, "%" PRIu64, *(const uint64_t *)field);
	return room;
}

int
vc_value_parse_size(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	char least[VC_UNITS_ROOM], most[VC_UNITS_ROOM];
	uint64_t size = 0;
	const char *why = vc_parse_size(value, &size);

	if (why)
		return vc_value_refuse(key, value, why, error);
	if (size < (uint64_t)key->least || size > key->most)
		return vc_error(error, VCUBE_EINVAL, "%s '%.60s': it is too %s; it takes %s to %s",
				key->name, value, size > key->most ? "large" : "small",
				vc_print_size((uint64_t)key->least, least),
				vc_print_size(key->most, most));
	*(size_t *)field = (size_t)size;
	return 0;
}

int
vc_value_parse_stack(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	const long host = sysconf(_SC_THREAD_STACK_MIN);
	key_type limits = *key;

	if (limits.least < host)
		limits.least = host;
	return vc_value_parse_size(&limits, value, field, error);
}

const char *
vc_value_print_size(const key_type *key, const void *field, char room[VC_UNITS_ROOM])
{
	(void)key;
	return vc_print_size(*(const size_t *)field, room);
}

int
vc_value_parse_capacity(const key_type *key, const char *value, void *field,
			struct vcube_error *error)
{
	if (strcmp(value, "unlimited") != 0)
		return vc_value_parse_size(key, value, field, error);
	*(size_t *)field = SIZE_MAX;
	return 0;
}

const char *
vc_value_print_capacity(const key_type *key, const void *field, char room[VC_UNITS_ROOM])
{
	return *(const size_t *)field == SIZE_MAX ? "unlimited" : vc_value_print_size(key, field, room);
}

int
vc_value_parse_time(const key_type *key, const char *value, void *field, struct vcube_error *error)
{
	vcube_time time = -1;
	const char *why = NULL;

	if (key->least >= 0 || strcmp(value, "-1") != 0)
		why = vc_parse_time(value, &time);
	if (!why && time < key->least)
		why = "it is too small";
	if (!why && key->most && time > (vcube_time)key->most)
		why = "it is too large";
	if (why)
		return vc_value_refuse(key, value, why, error);
	*(vcube_time *)field = time;
	return 0;
}

const char *
vc_value_print_time(const key_type *key, const void *field, char room[VC_UNITS_ROOM])
{
	(void)key;
	return vc_print_time(*(const vcube_time *)field, room);
}

int
vc_value_parse_chance(const key_type *key, const char *value, void *field,
		      struct vcube_error *error)
{
	const char *const why = vc_parse_chance(value, VCUBE_CERTAIN, field);

	return why ? vc_value_refuse(key, value, why, error) : 0;
}

const char *
vc_value_print_chance(const key_type *key, const void *field, char room[VC_UNITS_ROOM])
{
	(void)key;
	return vc_print_chance(*(const uint64_t *)field, VCUBE_CERTAIN, room);
}
