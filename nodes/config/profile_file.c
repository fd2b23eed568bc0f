/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The file of a profile, as inih reads it: what is permitted in it, and what is
 * said, with file and line, of what is not.
 */
#include <ini.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "description.h"
#include "keys.h"
#include "profile.h"

/* A reading under way. inih goes on after an error: the first one counts. */
struct reading {
	vcube_profile *p;
	FILE *file;
	struct vcube_desc desc;         /* what the settings make of the defaults */
	int line;
	bool goes_on;                   /* the line is indented: more of the one before */
	char words[80];
	int code;                       /* of the first error, which is in *error */
	struct vcube_error *error;
};

static int
refuse(struct reading *r, int code, const char *what, const char *why)
{
	char line[16] = "";

	if (r->line > 0)        /* else it is of the file as a whole */
		snprintf(line, sizeof line, ":%d", r->line);
	if (r->code == 0)
		r->code = vc_error(r->error, code, "%.200s%s: %s%s%s", r->p->path, line, what,
				   *what ? ": " : "", why);
	return 0;
}

/* inih's reader: lines, counted; none after an error. inih would take the rest
 * of a long line for another one, so there are no long ones. */
static char *
read_line(char *line, int size, void *stream)
{
	struct reading *const r = stream;

	if (r->code != 0 || fgets(line, size, r->file) == NULL)
		return NULL;
	r->line++;
	r->goes_on = *line == ' ' || *line == '\t';
	if (line[0] != '\0' && line[strlen(line) - 1] == '\n')
		return line;
	if (feof(r->file))
		return line;
	refuse(r, VCUBE_EINVAL, "", "the line is too long; start another one with a blank to go on");
	return NULL;
}

/* A text of the profile's own, once; or one more line of it. */
static int
take_text(struct reading *r, char **field, const char *name, const char *value)
{
	char *text;

	if (*field != NULL && !r->goes_on)
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

#define NO_UNIT "a time in a profile has a unit: ps, ns, us, ms or s"

static bool
has_no_unit(const char *time)
{
	return strspn(time, "0123456789.") == strlen(time) && strcmp(time, "0") != 0;
}

/* What is wrong with a key of the machine; NULL: nothing. */
static const char *
objection(struct reading *r, const struct vc_desc_key *key, const char *value)
{
	const struct vc_setting *const before = setting(r->p, key->name);

	if (r->goes_on)
		return "a value has one line; a line that starts with a blank goes on with the one before";
	if (key->of_run)
		return "a profile says what a machine costs; this is for the run to say";
	if (strstr(key->form, "[ps|") != NULL && has_no_unit(value))
		return NO_UNIT;
	if (before == NULL)
		return NULL;
	snprintf(r->words, sizeof r->words, "line %d has set it to %.40s", before->line, before->value);
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

/* A key of a section that is about links, as if it stood in the list of them. */
static int
take_link(struct reading *r, const char *which, const char *name, const char *value)
{
	struct vcube_error error;
	char *change;
	int code;

	if (strcmp(name, "per_hop") != 0 && strcmp(name, "per_byte") != 0)
		return refuse(r, VCUBE_EUNKNOWN, name,
			      "section [link ...] has no such key; there are per_hop and per_byte");
	if (r->goes_on)
		return refuse(r, VCUBE_EINVAL, name, "a value has one line");
	if (has_no_unit(value))
		return refuse(r, VCUBE_EINVAL, name, NO_UNIT);
	if (asprintf(&change, "+%s:%s=%s", which, name, value) < 0)
		return refuse(r, VCUBE_EHOST, name, "no memory");
	code = vcube_desc_set(&r->desc, "links", change, &error);
	code = code != 0 ? refuse(r, code, "", error.text) : keep(r, "links", change);
	free(change);
	return code;
}

/* inih's handler. */
static int
take(void *user, const char *section, const char *name, const char *value)
{
	struct reading *const r = user;

	if (strcmp(section, "machine") == 0)
		return take_key(r, name, value);
	if (strncmp(section, "link ", 5) == 0)
		return take_link(r, section + 5 + strspn(section + 5, " "), name, value);
	if (strcmp(section, "profile") != 0)
		return refuse(r, VCUBE_EUNKNOWN, section, "there is no such section; there are "
			      "[profile], [machine], and [link WHICH] such as [link axis0]");
	if (strcmp(name, "title") == 0)
		return take_text(r, &r->p->title, name, value);
	if (strcmp(name, "source") == 0)
		return take_text(r, &r->p->source, name, value);
	return refuse(r, VCUBE_EUNKNOWN, name,
		      "section [profile] has no such key; there are title and source");
}

/* What can be said of the whole alone. */
static int
complete(struct reading *r)
{
	struct vcube_error error;

	if (ferror(r->file))
		refuse(r, VCUBE_EHOST, "", "the file cannot be read");
	if (r->p->title == NULL || r->p->source == NULL)
		refuse(r, VCUBE_EINVAL, r->p->title ? "source" : "title",
		       "section [profile] lacks it");
	if (r->code == 0 && vc_desc_check(&r->desc, &error) != 0)
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
