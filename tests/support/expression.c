/* SPDX-License-Identifier: BSD-2-Clause */
#include "expression.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "support.h"

struct reader {
	const char *text, *at;
	struct meaning meaning;
};

static void
pass(struct reader *r, size_t length)
{
	r->at += length;
	r->at += strspn(r->at, " ");
}

/* Does this come next? Skips it and the spaces after it. */
static bool
next_is(struct reader *r, const char *words)
{
	const bool is = strncmp(r->at, words, strlen(words)) == 0;

	if (is)
		pass(r, strlen(words));
	return is;
}

static bool
letter_is_next(const struct reader *r)
{
	return islower((unsigned char)r->at[0]) && !islower((unsigned char)r->at[1]);
}

static double *
read_letter(struct reader *r)
{
	double *const letter = &r->meaning.letter[letter_is_next(r) ? *r->at - 'a' : 0];

	if (!letter_is_next(r))
		fail_msg("\"%s\": what is \"%s\"?", r->text, r->at);
	pass(r, 1);
	return letter;
}

static double
read_number(struct reader *r)
{
	char *end;
	const double x = strtod(r->at, &end);

	if (end == r->at)
		return *read_letter(r);
	pass(r, (size_t)(end - r->at));
	return x;
}

static double read_sum(struct reader *r);

static double
read_bracket(struct reader *r)
{
	const double x = read_sum(r);

	if (!next_is(r, ")"))
		fail_msg("\"%s\": no \")\" before \"%s\"", r->text, r->at);
	return x;
}

static double
read_power(struct reader *r)
{
	const double x = next_is(r, "log ") ? log2(read_power(r))
		: next_is(r, "sqrt ") ? sqrt(read_power(r))
		: next_is(r, "ceil(") ? ceil(read_bracket(r) - 1e-9)
		: next_is(r, "floor(") ? floor(read_bracket(r) + 1e-9)
		: next_is(r, "(") ? read_bracket(r)
		: next_is(r, "packet") ? r->meaning.packet
		: read_number(r);

	return next_is(r, "^") ? pow(x, read_power(r)) : x;
}

/* Factors stand side by side. */
static double
read_product(struct reader *r)
{
	double x = read_power(r);

	while (*r->at && !strchr("+-),>=", *r->at))
		x = next_is(r, "/") ? x / read_power(r) : x * read_power(r);
	return x;
}

static double
read_terms(struct reader *r)
{
	double x = read_product(r);

	for (;;) {
		if (next_is(r, "+"))
			x += read_product(r);
		else if (next_is(r, "-"))
			x -= read_product(r);
		else
			return x;
	}
}

static double
read_sum(struct reader *r)
{
	double x = 0;

	if (!next_is(r, "sum over parts e of "))
		return read_terms(r);
	for (const int *part = r->meaning.parts; *part; part++) {
		struct reader each = *r;

		each.meaning.letter['e' - 'a'] = *part;
		x += read_terms(&each);
		if (part[1] == 0)
			r->at = each.at;
	}
	return x;
}

/* Does the part after a comma hold? Defines a letter if it says what that is. */
static bool
read_clause(struct reader *r)
{
	double *const letter = read_letter(r);

	if (next_is(r, "> "))
		return *letter > read_sum(r);
	if (!next_is(r, "= "))
		fail_msg("\"%s\": what is \"%s\"?", r->text, r->at);
	*letter = read_sum(r);
	return true;
}

struct worth
worth_of(const char *text, struct meaning meaning)
{
	const char *const comma = strchr(text, ',');
	struct reader r = {text, comma ? comma : "", meaning};
	struct worth worth = {.known = !next_is(&r, ",") || read_clause(&r)};

	assert_string_equal(r.at, "");
	r.at = text;
	worth.bound = next_is(&r, "at most ");
	worth.value = read_sum(&r);
	if (r.at != comma && *r.at)
		fail_msg("\"%s\": what is \"%s\"?", text, r.at);
	return worth;
}
