/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses lists of plain numbers, the syntax that topologies and mappings share.
 *
 * Plain means digits only: no sign, no blank, no leading zero. So every list has exactly
 * one text, and the text of a topology can be its name.
 */
#include "topo.h"

#include <string.h>

static int
plain_number(const char *item, size_t length)
{
	int number = 0;

	if (length == 0 || (length > 1 && item[0] == '0'))
		return -1;
	for (size_t i = 0; i < length; i++) {
		if (item[i] < '0' || item[i] > '9')
			return -1;
		number = 10 * number + (item[i] - '0');
		if (number > VCUBE_NODES_MAX)
			return -1;
	}
	return number;
}

static int
refuse(const char *item, size_t length, char why[VC_WHY_MAX])
{
	if (length == 0)
		snprintf(why, VC_WHY_MAX, "a number is missing");
	else
		snprintf(why, VC_WHY_MAX, "'%.*s' is not a plain number up to %d",
			 length < 20 ? (int)length : 20, item, VCUBE_NODES_MAX);
	return -1;
}

int
vc_numbers(const char *text, char separator, int *numbers, int room,
	   char why[VC_WHY_MAX])
{
	const char stop[] = { separator, '\0' };

	for (int count = 0;; count++) {
		const size_t length = strcspn(text, stop);
		const int number = plain_number(text, length);

		if (number < 0)
			return refuse(text, length, why);
		if (count < room)
			numbers[count] = number;
		text += length;
		if (!*text++)
			return count + 1;
	}
}
