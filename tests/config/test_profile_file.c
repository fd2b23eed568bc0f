/* SPDX-License-Identifier: BSD-2-Clause */
/* Profile files: their effect, where they are found, and refusals with their line. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "description.h"
#include "descriptions.h"
#include "folder.h"

static void
test_overrides(void **state)
{
	struct vcube_desc d = described("ring:8 startup=5us profile=sp2");

	(void)state;
	assert_int_equal(d.cost.startup, 70000000);
	assert_int_equal(d.cost.per_byte, 43000);
	assert_prints(&d, "ring:8 profile=sp2");
	vcube_desc_clear(&d);

	d = described("ring:8 profile=sp2 startup=1us ports=all heap=1MiB clock=virtual copy=2ns");
	assert_prints(&d, "ring:8 profile=sp2 clock=virtual ports=all heap=1MiB startup=1us copy=2ns");
	assert_int_equal(vcube_desc_set(&d, "profile", "cm200", NULL), 0);
	assert_prints(&d, "ring:8 profile=cm200 clock=virtual heap=1MiB");
	assert_int_equal(d.ports, VCUBE_PORTS_ALL);
	assert_int_equal(vcube_desc_set(&d, "profile", "none", NULL), 0);
	assert_null(d.profile);
	assert_prints(&d, "ring:8 clock=virtual heap=1MiB");
	vcube_desc_clear(&d);
}

/* A machine keeps the settings of its profile when the file is gone. */
static void
test_machine(void **state)
{
	const char *path = write_text("mine.ini", "[profile]\ntitle = t\nsource = s\n"
				      "[machine]\nstartup = 3us\nper_hop = 0\n");
	struct vcube_error error;
	vcube_machine *machine;
	struct vcube_desc d;
	char text[300], printed[300];

	(void)state;
	snprintf(text, sizeof text, "ring:4 profile=%s clock=virtual per_byte=2ns", path);
	machine = vcube_open(text, &error);
	assert_non_null(machine);
	vcube_desc_print(vcube_machine_desc(machine), printed, sizeof printed);
	assert_string_equal(printed, text);
	d = described(printed);
	assert_int_equal(d.cost.startup, 3000000);
	assert_int_equal(unlink(path), 0);
	assert_prints(&d, "ring:4 clock=virtual startup=3us per_byte=2ns");
	assert_int_equal(vcube_desc_check(&d, NULL), 0);
	vcube_close(machine);
	vcube_desc_clear(&d);
}

/* Is the name in the list of all names? */
static int
times_named(const char *name)
{
	char **names = vcube_profile_names();
	int times = 0;

	for (char **n = names; *n != NULL; n++)
		times += strcmp(*n, name) == 0;
	free(names);
	return times;
}

static void
test_where(void **state)
{
	static const char mine[] = "[profile]\ntitle = mine\nsource = s\n[machine]\nstartup = 1ns\n";
	const char *const home = getenv("HOME");
	vcube_profile *p;
	char path[100];

	(void)state;
	snprintf(path, sizeof path, "%s/vcube", folder);
	mkdir(path, 0700);
	strcat(path, "/profiles");
	mkdir(path, 0700);
	write_text("vcube/profiles/.hidden.ini", mine);
	write_text("vcube/profiles/.ini", mine);
	write_text("vcube/profiles/sp2.ini", mine);
	write_text("vcube/profiles/this-host.ini", mine);
	write_text("vcube/profiles/notes.txt", mine);
	assert_null(vcube_profile_read("this-host", NULL));

	setenv("XDG_CONFIG_HOME", folder, 1);
	p = vcube_profile_read("sp2", NULL);
	assert_string_equal(vcube_profile_title(p), "mine");
	vcube_profile_free(p);
	p = vcube_profile_read("this-host", NULL);
	assert_string_equal(vcube_profile_title(p), "mine");
	vcube_profile_free(p);
	assert_null(vcube_profile_read("notes", NULL));
	assert_int_equal(times_named("this-host"), 1);
	assert_int_equal(times_named("sp2"), 1);
	assert_int_equal(times_named(".hidden"), 0);
	assert_int_equal(times_named(""), 0);
	assert_int_equal(times_named("notes"), 0);

	/* the folder of the variable comes first */
	write_text("t3e.ini", mine);
	setenv("VCUBE_PROFILES", folder, 1);
	p = vcube_profile_read("t3e", NULL);
	assert_string_equal(vcube_profile_title(p), "mine");
	vcube_profile_free(p);
	unsetenv("VCUBE_PROFILES");
	unsetenv("XDG_CONFIG_HOME");

	snprintf(path, sizeof path, "%s/.config", folder);
	mkdir(path, 0700);
	strcat(path, "/vcube");
	assert_int_equal(symlink("../vcube", path), 0);
	setenv("HOME", folder, 1);
	p = vcube_profile_read("this-host", NULL);
	assert_non_null(p);
	vcube_profile_free(p);
	if (home)
		setenv("HOME", home, 1);
}

static void
test_environment(void **state)
{
	struct vcube_error error;
	struct vcube_desc d = described("ring:4");

	(void)state;
	setenv("VCUBE_STARTUP", "9us", 1);
	setenv("VCUBE_PROFILE", "t3d", 1);
	setenv("VCUBE_PROFILES", folder, 1);
	setenv("VCUBE_CLOCK", "virtual", 1);
	assert_int_equal(vcube_desc_environment(&d, &error), 0);
	assert_prints(&d, "ring:4 profile=t3d clock=virtual startup=9us");
	setenv("VCUBE_PROFILES", "/nowhere/at/all", 1);
	assert_int_equal(vcube_desc_environment(&d, &error), VCUBE_EINVAL);
	error_has(&error, VCUBE_EINVAL, "VCUBE_PROFILES: there is no folder '/nowhere/at/all'");
	setenv("VCUBE_PROFILES", folder, 1);
	setenv("VCUBE_PROFILE", "t4d", 1);
	assert_int_equal(vcube_desc_environment(&d, &error), VCUBE_EUNKNOWN);
	error_has(&error, VCUBE_EUNKNOWN, "VCUBE_PROFILE: profile 't4d'");
	assert_prints(&d, "ring:4 profile=t3d clock=virtual startup=9us");
	unsetenv("VCUBE_STARTUP");
	unsetenv("VCUBE_PROFILE");
	unsetenv("VCUBE_PROFILES");
	unsetenv("VCUBE_CLOCK");
	vcube_desc_clear(&d);
}

/* Permitted layouts of texts. */
static void
test_layout(void **state)
{
	const char *path = write_text("layout.ini",
		"; a comment\n\n[profile]\ntitle=a machine  \n"
		"source : a book,\n\tsecond edition,\n  page 7\n\n# more\n"
		"[machine]\n  \nstartup=1.5us\r\nexchange_startup = -1 ; as startup\nper_hop =0\n"
		"ports = all\nper_byte = 3ns");
	vcube_profile *p = vcube_profile_read(path, NULL);

	(void)state;
	assert_non_null(p);
	assert_string_equal(vcube_profile_title(p), "a machine");
	assert_string_equal(vcube_profile_source(p), "a book, second edition, page 7");
	assert_string_equal(vcube_profile_key(p, 4), "per_byte");
	assert_string_equal(vcube_profile_value(p, 0), "1.5us");
	assert_string_equal(vcube_profile_value(p, 1), "-1");
	assert_string_equal(vcube_profile_value(p, 4), "3ns");
	vcube_profile_free(p);
}

#define HEAD "[profile]\ntitle = t\nsource = s\n[machine]\n"

static void
test_refused_files(void **state)
{
	static const struct { const char *text; int code; const char *says; } bad[] = {
		{"", VCUBE_EINVAL, "bad.ini: title: it is missing from section [profile]"},
		{"[profile]\ntitle = t\n", VCUBE_EINVAL, "source: it is missing from section [profile]"},
		{HEAD "startup = 5us\nstratup = 5us\n", VCUBE_EUNKNOWN, "bad.ini:6: key 'stratup'"},
		{HEAD "startup = 5\n", VCUBE_EINVAL, "bad.ini:5: startup: a time in a profile needs a unit"},
		{HEAD "startup = 5.5\n", VCUBE_EINVAL, "needs a unit"},
		{HEAD "per_byte = 5KiB\n", VCUBE_EINVAL, "bad.ini:5: per_byte '5KiB'"},
		{HEAD "startup = 5 us\n", VCUBE_EINVAL, "bad.ini:5: startup '5 us'"},
		{HEAD "startup = -5us\n", VCUBE_EINVAL, "it is less than 0"},
		{HEAD "poll = 0\n", VCUBE_EINVAL, "too small"},
		{HEAD "ports = two\n", VCUBE_EINVAL, "it takes one|all"},
		{HEAD "startup = 5us\nports = one\nstartup = 6us\n", VCUBE_EINVAL,
		 "bad.ini:7: startup: line 5 sets it to 5us"},
		{HEAD "startup = 5us\nstartup = 5us\n", VCUBE_EINVAL, "line 5 sets it"},
		{HEAD "startup = 5us\n  per_byte = 1ns\n", VCUBE_EINVAL, "bad.ini:6: startup: a value has one line"},
		{HEAD "topology = ring:4\n", VCUBE_EINVAL, "bad.ini:5: topology: a profile holds"},
		{HEAD "clock = virtual\n", VCUBE_EINVAL, "set this key for the run instead"},
		{HEAD "profile = sp2\n", VCUBE_EINVAL, "set this key for the run instead"},
		{HEAD "seed = 2\n", VCUBE_EINVAL, "set this key for the run instead"},
		{HEAD "heap = 4MiB\n", VCUBE_EINVAL, "set this key for the run instead"},
		{HEAD "[machien]\nstartup = 5us\n", VCUBE_EUNKNOWN, "bad.ini:6: machien: no such section"},
		{"startup = 5us\n", VCUBE_EUNKNOWN, "bad.ini:1: no such section"},
		{HEAD "startup\n", VCUBE_EINVAL, "bad.ini:5: this is neither a [section] nor key = value"},
		{HEAD "startup\nstratup = 1us\n", VCUBE_EINVAL, "bad.ini:5: this is neither"},
		{"[profile\n", VCUBE_EINVAL, "bad.ini:1: this is neither"},
		{"[profile]\ntitle = t\ntitle = u\n", VCUBE_EINVAL, "bad.ini:3: title: it is given twice"},
		{"[profile]\nauthor = t\n", VCUBE_EUNKNOWN, "bad.ini:2: author: section [profile] has no such key"},
	};
	char line[400], long_one[500];

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct vcube_error error = {0, ""};

		assert_null(vcube_profile_read(write_text("bad.ini", bad[i].text), &error));
		assert_null(vcube_profile_read(write_text("bad.ini", bad[i].text), NULL));
		error_has(&error, bad[i].code, bad[i].says);
	}
	memset(line, 'x', sizeof line - 1);
	line[sizeof line - 1] = '\0';
	snprintf(long_one, sizeof long_one, "[profile]\ntitle = %s\n", line);
	for (int i = 0; i < 2; i++) {
		struct vcube_error error = {0, ""};

		assert_null(vcube_profile_read(write_text("bad.ini", long_one), &error));
		error_has(&error, VCUBE_EINVAL, "bad.ini:2: the line is too long");
	}
}

static void
test_refused_names(void **state)
{
	struct vcube_error error;
	struct vcube_desc d = described("ring:4 profile=t3e per_byte=1ns");
	char path[300];

	(void)state;
	assert_int_equal(vcube_desc_set(&d, "profile", "sp3", &error), VCUBE_EUNKNOWN);
	error_has(&error, VCUBE_EUNKNOWN, "profile 'sp3': no such profile; there are cm2, cm200,");
	error_has(&error, VCUBE_EUNKNOWN, ".ini; did you mean sp2?");
	assert_int_equal(vcube_desc_set(&d, "profile", "", &error), VCUBE_EUNKNOWN);
	assert_int_equal(vcube_desc_set(&d, "profile", "a b", &error), VCUBE_EINVAL);
	error_has(&error, VCUBE_EINVAL, "it contains a blank");
	assert_int_equal(vcube_desc_set(&d, "profile", "./nowhere.ini", &error), VCUBE_EUNKNOWN);
	error_has(&error, VCUBE_EUNKNOWN, "profile './nowhere.ini': No such file");
	assert_int_equal(vcube_desc_set(&d, "profile", folder, &error), VCUBE_EHOST);
	error_has(&error, VCUBE_EHOST, "cannot be read");
	snprintf(path, sizeof path, "%s/loop.ini", folder);
	assert_int_equal(symlink("loop.ini", path), 0);
	assert_int_equal(vcube_desc_set(&d, "profile", path, &error), VCUBE_EHOST);
	error_has(&error, VCUBE_EHOST, "loop.ini': Too many levels of symbolic links");
	unlink(path);
	assert_int_equal(vcube_desc_set(&d, "profile", write_text("bad.ini", "x"), &error), VCUBE_EINVAL);
	assert_prints(&d, "ring:4 profile=t3e per_byte=1ns");
	vcube_desc_clear(&d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_overrides),
		TEST(test_machine),
		TEST(test_layout),
		TEST(test_environment),
		TEST(test_refused_files),
		TEST(test_refused_names),
		TEST(test_where),
	};

	unsetenv("VCUBE_PROFILES");
	setenv("XDG_CONFIG_HOME", "/nowhere", 1);
	return RUN_IN_FOLDER(tests);
}
