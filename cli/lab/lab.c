/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube lab: the page, live: what it shows is chosen in it, and run again.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/status.h"
#include "base/text.h"
#include "commands.h"
#include "lab/menu.h"
#include "lab/server.h"
#include "load/load.h"

struct lab_options {
	struct server_options server;
	bool menu, quiet;
};

/* Without a child of ours: the browser outlives the lab. */
static void
open_browser(const char *url)
{
	pid_t child;

	if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
		return;
	child = fork();
	if (child == 0) {
		const int nothing = open("/dev/null", O_RDWR);

		setsid();
		dup2(nothing, 0);
		dup2(nothing, 1);
		dup2(nothing, 2);
		if (fork() == 0)
			execlp("xdg-open", "xdg-open", url, (char *)NULL);
		_exit(0);
	}
	if (child > 0)
		waitpid(child, NULL, 0);
}

static void
open_nothing(const char *url)
{
	(void)url;
}

static int
print_menu(const struct server_options *o)
{
	struct vcube_error error;
	char *words = NULL;

	for (int i = 0; i < o->load_count; i++) {
		char *more = load_file(o->loads[i], &error);

		if (!more)
			die(STATUS_USAGE, "%s", error.text);
		join(&words, ",", more);
	}
	menu_write(results(), words, o->loads, o->load_count);
	return flush_output();
}

#ifdef HAVE_MICROHTTPD
static int
serve(const struct server_options *o)
{
	return server_run(o);
}
#else
static int
serve(const struct server_options *o)
{
	(void)o;
	die(STATUS_LIMIT, "vcube lab needs libmicrohttpd, without which this vcube was built; install it "
	    "(Debian: libmicrohttpd-dev), then configure and build again");
}
#endif

static int
run(int argc, char **argv)
{
	struct lab_options o = {
		.server = { .address = "127.0.0.1", .seconds = 10, .state = "",
			    .opened = open_browser },
	};

	command_parse(&lab_command, argc, argv, &o);
	if (o.quiet)
		o.server.opened = open_nothing;
	return o.menu ? print_menu(&o.server) : serve(&o.server);
}

/* Runs happen elsewhere, so the path must be absolute. */
static void
add_load(struct lab_options *o, const char *path, struct argp_state *state)
{
	char *absolute = realpath(path, NULL), *kept;

	if (!absolute)
		argp_error(state, "--load: %s: cannot be found", path);
	kept = text("%s", absolute);
	free(absolute);
	APPEND(o->server.loads, o->server.load_count, kept);
}

static TAKE_OPTION(take_path)
{
	add_load(into, value, state);
}

static void
take_file(void *into, char *word, struct argp_state *state)
{
	add_load(into, word, state);
}

static const struct command_option options[] = {
	{ "load", 0, "FILE.so", "load your own algorithm or program, the same as FILE.so without "
	  "--load",
	  .values = "FILE", .take = take_path },
	{ "open", 0, "STATE", "open the page in this state: the text after # in its address",
	  .take = take_word, AT(lab_options, server.state) },
	{ "no-browser", 0, NULL, "print the address, but open no browser",
	  .take = take_flag, AT(lab_options, quiet) },
	{ "seconds", 0, "N", "stop a run that takes longer (default 10)",
	  .take = take_number, AT(lab_options, server.seconds), .least = 1, .most = 3600 },
	{ "address", 0, "ADDRESS", "serve at this IPv4 address (default 127.0.0.1, which other "
	  "hosts cannot reach)", .take = take_word, AT(lab_options, server.address) },
	{ "port", 0, "N", "serve at this port (default: any free one)",
	  .take = take_number, AT(lab_options, server.port), .least = 0, .most = 65535 },
	{ "menu", 0, NULL, "print the contents of the page's menus as JSON, and exit",
	  .take = take_flag, AT(lab_options, menu) },
	{ 0 }
};

const struct command lab_command = {
	.name = "lab",
	.summary = "choose, run and compare in the browser, live",
	.form = "[FILE.so...]",
	.doc = "Serves the page of vcube view live, until it is interrupted: menus and sliders "
	       "select what to run, and each change runs it again. Prints the page's address, and "
	       "opens it if there is a browser. Programs in FILE.so run in separate processes."
	       "\v"
	       "Example:\n\n  vcube lab ./two-way.so",
	.values = "FILE",
	.options = options,
	.word = take_file,
	.run = run,
};
