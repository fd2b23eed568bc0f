/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads descriptions from the environment: VCUBE_<KEY>. */
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "error.h"
#include "description.h"

#define PREFIX "VCUBE_"         /* of the variables that we read */
#define PROFILE PREFIX "PROFILE="
#define FOLDER PREFIX "PROFILES="

static int
refuse_lower_case(const char *variable, size_t length, struct vcube_error *error)
{
	return vc_error(error, VCUBE_EUNKNOWN, "environment variable %.*s: the variables of keys are in "
			"capital letters, such as VCUBE_STARTUP", length < 40 ? (int)length : 40, variable);
}

/* Sets a key: VCUBE_PER_BYTE=2ns is per_byte=2ns. */
static int
set_variable(struct vcube_desc *desc, const char *variable, struct vcube_error *error)
{
	const size_t length = strcspn(variable, "=");
	char name[40] = "";
	struct vcube_error why;
	int code;

	for (size_t i = strlen(PREFIX); i < length && i < sizeof name; i++) {
		const char c = variable[i];

		if (c >= 'a' && c <= 'z')
			return refuse_lower_case(variable, length, error);
		name[i - strlen(PREFIX)] = c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
	}
	name[sizeof name - 1] = '\0';
	code = vcube_desc_set(desc, name, variable[length] ? variable + length + 1 : "", &why);
	if (code != 0)
		vc_error(error, code, "environment variable %.*s: %s",
			 length < 40 ? (int)length : 40, variable, why.text);
	return code;
}

/* Checks the folder of profiles. It is no key, but a wrong one is an error, too. */
static int
check_folder(const char *path, struct vcube_error *error)
{
	struct stat found;

	if (stat(path, &found) == 0 && S_ISDIR(found.st_mode))
		return 0;
	return vc_error(error, VCUBE_EINVAL, "environment variable %.*s: there is no folder '%.200s'",
			(int)strlen(FOLDER) - 1, FOLDER, path);
}

static bool
starts_with(const char *variable, const char *with)
{
	return strncmp(variable, with, strlen(with)) == 0;
}

/* Is it a variable of vcuberun, vcubecc or vcube launch, not a key? */
static bool
is_of_programs(const char *variable)
{
	static const char *const names[] = {
		PREFIX "N=", PREFIX "SOCKETS=", PREFIX "CC=", PREFIX "CXX=", PREFIX "FC=",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (starts_with(variable, names[i]))
			return true;
	return false;
}

/* Sets the variables of one kind: the profile alone, or the others, which override it. */
static int
set_variables(struct vcube_desc *desc, bool profile, struct vcube_error *error)
{
	int code = 0;

	for (char **variable = environ; variable && *variable && code == 0; variable++)
		if (starts_with(*variable, FOLDER))
			code = check_folder(*variable + strlen(FOLDER), error);
		else if (starts_with(*variable, PREFIX) && !is_of_programs(*variable) &&
			 starts_with(*variable, PROFILE) == profile)
			code = set_variable(desc, *variable, error);
	return code;
}

static int
set_environment(struct vcube_desc *desc, const char *unused, struct vcube_error *error)
{
	int code = set_variables(desc, true, error);

	(void)unused;
	return code != 0 ? code : set_variables(desc, false, error);
}

int
vcube_desc_environment(struct vcube_desc *desc, struct vcube_error *error)
{
	return vc_desc_set_all(desc, NULL, error, set_environment);
}
