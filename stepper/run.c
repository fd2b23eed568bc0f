/* SPDX-License-Identifier: BSD-2-Clause */
/* The stepper: records the run, then shows it. */
#include "lines.h"
#include "screen.h"

int
vcube_stepper_run(vcube_machine *machine, vcube_program *program, void *arg,
		  const struct vcube_stepper_options *options, struct vcube_error *error)
{
	static const struct vcube_stepper_options defaults = {.title = NULL};
	const struct vcube_stepper_options *const o = options ? options : &defaults;
	struct vc_recording r = {.nodes = 0};
	int code = o->print ? 0 : vc_screen_check(error);

	if (code != 0)
		return code;
	if (error != NULL)
		*error = (struct vcube_error){.code = 0};
	code = vc_recording_make(&r, machine, program, arg, o, error);
	if (code == 0) {
		code = r.code;
		if (o->print != NULL)
			vc_lines(&r, o->print);
		else if (vc_screen(&r, error) != 0)
			code = VCUBE_EHOST;
	}
	vc_recording_free(&r);
	return code;
}
