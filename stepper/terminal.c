/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks the terminal. A separate file, since term.h defines common words as macros. */
#include <stdlib.h>
#include <unistd.h>
#include "pane.h"
#include <curses.h>
#include <term.h>

int
vc_screen_check(struct vcube_error *error)
{
	const char *const name = getenv("TERM");
	int found;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return vc_step_error(error, VCUBE_EHOST, "the stepper needs a terminal for its input and "
				     "output; plain lines (--print) need none");
	if (name == NULL || setupterm(NULL, STDOUT_FILENO, &found) == ERR)
		return vc_step_error(error, VCUBE_EHOST, "the terminal '%.40s' ($TERM) is unknown; "
				     "plain lines (--print) need none", name ? name : "");
	if (cursor_address == NULL)
		return vc_step_error(error, VCUBE_EHOST, "the terminal '%.40s' ($TERM) cannot place its "
				     "cursor; plain lines (--print) need not", name);
	return 0;
}
