/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses overrides of links. */
#include "override_text.h"
#include <string.h>
#include "error.h"
#include "far.h"
#include "units.h"
#include "topo.h"

enum { PART = 48 };             /* longer than any part of a change */

#define SETTINGS "a setting is down, up, per_hop=TIME or per_byte=TIME"

/* Takes the text before the next of the characters `ends`; false: it is too long. */
static bool
take_part(const char **text, const char *ends, char part[PART])
{
	const size_t length = strcspn(*text, ends);

	if (length >= PART)
		return false;
	memcpy(part, *text, length);
	part[length] = '\0';
	*text += length;
	return true;
}

/* Takes a number of at most five digits, such as a vertex. */
static bool
take_number(const char **text, int *number)
{
	const char *begin = *text;

	for (*number = 0; **text >= '0' && **text <= '9' && *text - begin < 6; ++*text)
		*number = *number * 10 + (**text - '0');
	return *text > begin && *text - begin < 6;
}

static bool
take_end(const char **text, struct vc_end *end)
{
	end->is_switch = **text == 's';
	*text += end->is_switch;
	return take_number(text, &end->number);
}

static bool
parse_selector(const char *text, struct vc_link_selector *selector)
{
	*selector = (struct vc_link_selector){.kind = VC_ALL};
	if (strcmp(text, "all") == 0)
		return true;
	if (vc_class_known(text)) {
		selector->kind = VC_CLASS;
		memcpy(selector->name, text, strlen(text) + 1);
		return true;
	}
	if (!take_end(&text, &selector->from) || (*text != '-' && *text != '>'))
		return false;
	selector->kind = *text++ == '-' ? VC_WIRE : VC_LINK;
	return take_end(&text, &selector->to) && *text == '\0';
}

/* A link's own cost has the same maximum as the cost of all links. */
static const char *
parse_cost(const char *text, vcube_time *time)
{
	const char *why = vc_parse_time(text, time);

	return why != NULL || *time <= VC_COST_MOST ? why : "it is too large; at most 1000s is permitted";
}

#define WHY_MAX (VC_CLASS_NAMES_MAX + 100)

static const char *
refuse_selector(char why[WHY_MAX])
{
	char names[VC_CLASS_NAMES_MAX];

	snprintf(why, WHY_MAX, "links are selected by all, %s, A-B (a wire) or A>B (one link of a "
		 "wire)", vc_class_names(names));
	return why;
}

/* Returns NULL, or what is wrong. */
static const char *
parse_setting(const char *text, struct vc_change *c)
{
	if (strcmp(text, "down") == 0 || strcmp(text, "up") == 0) {
		c->sets |= VC_SETS_DOWN;
		c->state.down = *text == 'd';
		return NULL;
	}
	if (strncmp(text, "per_hop=", 8) == 0) {
		c->sets |= VC_SETS_PER_HOP;
		return parse_cost(text + 8, &c->state.per_hop);
	}
	if (strncmp(text, "per_byte=", 9) == 0) {
		c->sets |= VC_SETS_PER_BYTE;
		return parse_cost(text + 9, &c->state.per_byte);
	}
	return SETTINGS;
}

/* Parses the parts of one change, up to its end. Returns NULL, or what is wrong. */
static const char *
parse_parts(const char **text, bool timed, struct vc_change *c, char room[WHY_MAX])
{
	char part[PART];
	const char *why;

	if (timed) {
		if (!take_part(text, ":,", part) || **text != ':')
			return "a change begins with a time and a colon, such as 10us:";
		why = vc_parse_time(part, &c->time);
		if (why != NULL)
			return why;
		++*text;
	}
	if (!take_part(text, ":,", part) || !parse_selector(part, &c->selector))
		return refuse_selector(room);
	while (**text == ':') {
		++*text;
		why = take_part(text, ":,", part) ? parse_setting(part, c) : SETTINGS;
		if (why != NULL)
			return why;
	}
	return c->sets == 0 ? "it sets nothing; " SETTINGS : NULL;
}

int
vc_change_parse(const char *key, const char **list, bool timed, struct vc_change *c,
		struct vcube_error *error)
{
	const char *begin = *list, *why;
	char room[WHY_MAX];

	*c = (struct vc_change){.time = VC_AT_ONCE};
	why = parse_parts(list, timed, c, room);
	if (why != NULL)
		return vc_error(error, VCUBE_EINVAL, "%s '%.*s': %s", key,
				(int)strcspn(begin, ",") < 60 ? (int)strcspn(begin, ",") : 60, begin, why);
	if (**list == ',' && *++*list == '\0')
		return vc_error(error, VCUBE_EINVAL, "%s: nothing follows the last comma", key);
	return 0;
}

int
vc_changes_check(const char *key, const char *list, bool timed, struct vcube_error *error)
{
	struct vc_change change;
	int code = 0;

	if (*list == '\0')
		return vc_error(error, VCUBE_EINVAL, "%s '': it is empty; it takes none, or a "
				"list such as %s0-1:down", key, timed ? "10us:" : "");
	while (*list != '\0' && code == 0)
		code = vc_change_parse(key, &list, timed, &change, error);
	return code;
}
