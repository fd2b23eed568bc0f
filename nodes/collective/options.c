/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of algorithms: "multiphase:parts=2+3". */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "error.h"
#include "description.h"

/* A piece of a text, not terminated. */
struct piece {
	const char *text;
	int length;
};

/* Cuts the piece before the next `mark` off *rest, which becomes NULL past the last one. */
static struct piece
cut(const char **rest, char mark)
{
	const char *const end = strchr(*rest, mark);
	const struct piece piece = {*rest, (int)(end ? (size_t)(end - *rest) : strlen(*rest))};

	*rest = end ? end + 1 : NULL;
	return piece;
}

static bool
is(struct piece piece, const char *text)
{
	return strncmp(piece.text, text, (size_t)piece.length) == 0 &&
	       text[piece.length] == '\0';
}

/* Reads one of "binary|gray". */
static bool
read_word(const char *form, struct piece value, struct vcube_setting *s)
{
	for (int i = 0; form != NULL; i++) {
		const struct piece word = cut(&form, '|');

		if (word.length == value.length &&
		    strncmp(word.text, value.text, (size_t)word.length) == 0) {
			s->value = i;
			return true;
		}
	}
	return false;
}

/* Reads up to `most` numbers: "2", "2+3+3". */
static bool
read_numbers(struct piece value, int most, struct vcube_setting *s)
{
	const char *at = value.text, *const end = at + value.length;

	for (s->count = 0; s->count < most; at++) {
		char *after;
		long n;

		if (at == end || *at < '0' || *at > '9')
			return false;
		n = strtol(at, &after, 10);
		if (n > INT_MAX || after > end)
			return false;
		s->number[s->count++] = (int)n;
		s->value = s->number[0];
		at = after;
		if (at == end)
			return true;
		if (*at != '+')
			return false;
	}
	return false;
}

static bool
read_value(const char *form, struct piece value, struct vcube_setting *s)
{
	memset(s, 0, sizeof *s);
	if (form[0] != 'N')
		return read_word(form, value, s);
	return read_numbers(value, form[1] == '\0' ? 1 : VCUBE_NUMBERS_MAX, s);
}

static int
unknown(const struct vcube_algorithm *a, struct piece name, struct vcube_error *error)
{
	const char *const collective = vcube_collective_name(a->collective);
	char names[200] = "", word[40], meant[VCUBE_NEAREST_ROOM];
	size_t length = 0;

	if (a->options == NULL)
		return vc_error(error, VCUBE_EUNKNOWN, "%s.%s has no option '%.*s', nor any other",
				collective, a->name, name.length, name.text);
	for (const struct vcube_option *o = a->options; o->name && length < sizeof names; o++)
		length += (size_t)snprintf(names + length, sizeof names - length, "%s%s=%s",
					   length ? ", " : "", o->name, o->form);
	snprintf(word, sizeof word, "%.*s", name.length, name.text);
	return vc_error(error, VCUBE_EUNKNOWN, "%s.%s has no option '%.*s'; there are %s%s", collective,
			a->name, name.length, name.text, names, vcube_nearest(word, names, meant));
}

/* Returns the meaning of a form of numbers, as part of a sentence. */
static const char *
form_text(const char *form)
{
	_Static_assert(INT_MAX == 2147483647 && VCUBE_NUMBERS_MAX == 16, "the texts say so");
	return form[0] != 'N' ? "," : form[1] == '\0' ? ", a whole number up to 2147483647,"
		: ", up to 16 whole numbers as in 2+3,";
}

/* Sets an option: "parts=2+3". */
static int
set_option(const struct vcube_algorithm *a, struct piece whole, struct vcube_setting *set,
	   struct vcube_error *error)
{
	const char *const equals = memchr(whole.text, '=', (size_t)whole.length);
	const struct vcube_option *o = a->options;
	struct piece name = whole, value = {"", 0};

	if (equals != NULL) {
		name.length = (int)(equals - whole.text);
		value = (struct piece){equals + 1, whole.length - name.length - 1};
	}
	while (o != NULL && o->name != NULL && !is(name, o->name))
		o++;
	if (o == NULL || o->name == NULL)
		return unknown(a, name, error);
	if (!read_value(o->form, value, &set[o - a->options]))
		return vc_error(error, VCUBE_EINVAL, "option %s of %s.%s takes %s%s not '%.*s'", o->name,
				vcube_collective_name(a->collective), a->name, o->form,
				form_text(o->form), value.length, value.text);
	return 0;
}

/* In formulas, the start-up of a message includes the overheads of both ends. */
struct vcube_terms
vcube_terms_of(const struct vcube_desc *desc, int p, size_t m)
{
	static const struct vcube_setting unset[VCUBE_OPTIONS_MAX];
	struct vcube_terms t = {
		.k = vc_desc_cost(desc), .ports = desc->ports, .p = p, .m = m, .unit = 1, .set = unset,
	};
	const vcube_time overheads = t.k.send_overhead + t.k.recv_overhead;

	t.k.startup += overheads;
	t.k.exchange_startup += overheads;
	t.k.exchange_all_startup += overheads;
	return t;
}

const struct vcube_algorithm *
vcube_algorithm_parse(int collective, const char *how, struct vcube_setting *set,
		      struct vcube_error *error)
{
	const char *rest = how;
	const struct piece name = cut(&rest, ':');
	const struct vcube_algorithm *a;
	char copy[100];

	memset(set, 0, VCUBE_OPTIONS_MAX * sizeof *set);
	if (rest != NULL)
		snprintf(copy, sizeof copy, "%.*s", name.length, name.text);
	a = vcube_algorithm_find(collective, rest != NULL ? copy : how, error);
	while (a != NULL && rest != NULL)
		if (set_option(a, cut(&rest, ':'), set, error) != 0)
			a = NULL;
	return a;
}
