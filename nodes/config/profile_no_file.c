/* SPDX-License-Identifier: BSD-2-Clause */
/* Refuses all files of profiles, where the library is built without inih. */
#include "error.h"
#include "profile.h"

int
vc_profile_parse(vcube_profile *p, FILE *file, struct vcube_error *error)
{
	(void)file;
	return vc_error(error, VCUBE_EHOST, "%.200s: this library was built without inih, which reads profiles",
			p->path);
}
