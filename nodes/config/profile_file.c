/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses the file of a profile with inih, and refuses, with file and line, what is not
 * permitted in it.
 */
#include <ini.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "description.h"
#include "keys.h"
#include "profile.h"

/* State of the parser. inih continues after an error; we keep the first one. */
struct reading {
	vcube_profile *p;
	FILE *file;
	struct vcube_desc desc;         /* the defaults with the settings applied */
	int line;
	bool continued;                 /* the line is indented: it continues the one before */
	char words[80];
	int code;                       /* of the first error, which is in *error */
	struct vcube_error *error;
};

static int
refuse(struct reading *r, int code, const char *what, const char *why)
{
	char line[16] = "";

	if (r->line > 0)        /* else the error concerns the whole file */
		snprintf(line, sizeof line, ":%d", r->line);
	if (r->code == 0)
		r->code = vc_error(r->error, code, "%.200s%s: %s%s%s", r->p->path, line, what,
				   *what ? ": " : "", why);
	return 0;
}

/* Reads a line for inih and counts it; returns NULL after an error. Refuses long lines, as
 * inih would read the rest of one as another line. */
static char *
read_line(char *line, int size, void *stream)
{
	struct reading *const r = stream;

	if (r->code != 0 || fgets(line, size, r->file) == NULL)
		return NULL;
	r->line++;
	r->continued = *line == ' ' || *line == '\t';
	if (line[0] != '\0' && line[strlen(line) - 1] == '\n')
		return line;
	if (feof(r->file))
		return line;
	refuse(r, VCUBE_EINVAL, "", "the line is too long; continue it on a line that begins with a blank");
	return NULL;
}

/* Sets a text of the profile, once, or appends a line that continues it. */
static int
take_text(struct reading *r, char **field, const char *name, const char *value)
{
	char *text;

	if (*field != NULL && !r->continued)
		return refuse(r, VCUBE_EINVAL, name, "it is given twice");
	if (asprintf(&text, "%s%s%s", *field ? *field : "", *field ? " " : "", value) < 0)
		return refuse(r, VCUBE_EHOST, name, "no memory");
	free(*field);
	*field = text;
	return 1;
}

static const struct vc_setting *
setting(const vcube_profile *p, const char *key)
{
	for (int i = 0; i < p->settings; i++)
		if (strcmp(p->setting[i].key, key) == 0)
			return &p->setting[i];
	return NULL;
}

#define NO_UNIT "a time in a profile needs a unit: ps, ns, us, ms or s"

static bool
has_no_unit(const char *time)
{
	return strspn(time, "0123456789.") == strlen(time) && strcmp(time, "0") != 0;
}

/* Returns what is wrong with a key of the machine, or NULL. */
static const char *
objection(struct reading *r, const struct vc_desc_key *key, const char *value)
{
	const struct vc_setting *const before = setting(r->p, key->name);

	if (r->continued)
		return "a value has one line; a line that begins with a blank continues the one before";
	if (key->of_run)
		return "a profile holds what a machine costs; set this key for the run instead";
	if (strstr(key->form, "[ps|") != NULL && has_no_unit(value))
		return NO_UNIT;
	if (before == NULL)
		return NULL;
	snprintf(r->words, sizeof r->words, "line %d sets it to %.40s", before->line, before->value);
	return r->words;
}

static int
keep(struct reading *r, const char *key, const char *value)
{
	vcube_profile *const p = r->p;
	struct vc_setting *more = realloc(p->setting, ((size_t)p->settings + 1) * sizeof *more);
	struct vc_setting *last;

	if (more == NULL)
		return refuse(r, VCUBE_EHOST, key, "no memory");
	p->setting = more;
	last = &more[p->settings++];
	*last = (struct vc_setting){strdup(key), strdup(value), r->line};
	if (last->key == NULL || last->value == NULL)
		return refuse(r, VCUBE_EHOST, key, "no memory");
	return 1;
}

static int
take_key(struct reading *r, const char *name, const char *value)
{
	struct vcube_error error;
	const struct vc_desc_key *const key = vc_desc_key_find(name, &error);
	const char *const bad = key ? objection(r, key, value) : NULL;

	if (bad != NULL)
		return refuse(r, VCUBE_EINVAL, name, bad);
	if (key == NULL || vcube_desc_set(&r->desc, name, value, &error) != 0)
		return refuse(r, error.code, "", error.text);
	return keep(r, name, value);
}

/* Takes a key of a [link ..] section as a change of the key `links`. */
static int
take_link(struct reading *r, const char *selector, const char *name, const char *value)
{
	struct vcube_error error;
	char *change;
	int code;

	if (strcmp(name, "per_hop") != 0 && strcmp(name, "per_byte") != 0)
		return refuse(r, VCUBE_EUNKNOWN, name,
			      "section [link ...] has no such key; there are per_hop and per_byte");
	if (r->continued)
		return refuse(r, VCUBE_EINVAL, name, "a value has one line");
	if (has_no_unit(value))
		return refuse(r, VCUBE_EINVAL, name, NO_UNIT);
	if (asprintf(&change, "+%s:%s=%s", selector, name, value) < 0)
		return refuse(r, VCUBE_EHOST, name, "no memory");
	code = vcube_desc_set(&r->desc, "links", change, &error);
	code = code != 0 ? refuse(r, code, "", error.text) : keep(r, "links", change);
	free(change);
	return code;
}

/* Handles a key for inih. */
static int
take(void *user, const char *section, const char *name, const char *value)
{
	struct reading *const r = user;

	if (strcmp(section, "machine") == 0)
		return take_key(r, name, value);
	if (strncmp(section, "link ", 5) == 0)
		return take_link(r, section + 5 + strspn(section + 5, " "), name, value);
	if (strcmp(section, "profile") != 0)
		return refuse(r, VCUBE_EUNKNOWN, section, "no such section; there are "
			      "[profile], [machine], and [link WHICH] such as [link axis0]");
	if (strcmp(name, "title") == 0)
		return take_text(r, &r->p->title, name, value);
	if (strcmp(name, "source") == 0)
		return take_text(r, &r->p->source, name, value);
	return refuse(r, VCUBE_EUNKNOWN, name,
		      "section [profile] has no such key; there are title and source");
}

/* Checks the profile as a whole. */
static int
complete(struct reading *r)
{
	struct vcube_error error;

	if (ferror(r->file))
		refuse(r, VCUBE_EHOST, "", "the file cannot be read");
	if (r->p->title == NULL || r->p->source == NULL)
		refuse(r, VCUBE_EINVAL, r->p->title ? "source" : "title",
		       "it is missing from section [profile]");
	if (r->code == 0 && vcube_desc_check(&r->desc, &error) != 0)
		refuse(r, error.code, "", error.text);
	return r->code;
}

int
vc_profile_parse(vcube_profile *p, FILE *file, struct vcube_error *error)
{
	struct reading r = {.p = p, .file = file, .error = error};
	int bad;

	vcube_desc_init(&r.desc);
	bad = ini_parse_stream(read_line, &r, take, &r);
	if (bad > 0 && (r.code == 0 || bad < r.line)) {
		r.code = 0;
		r.line = bad;
		refuse(&r, VCUBE_EINVAL, "", "this is neither a [section] nor key = value");
	}
	complete(&r);
	vcube_desc_clear(&r.desc);
	return r.code;
}
