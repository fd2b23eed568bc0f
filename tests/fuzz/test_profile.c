/* SPDX-License-Identifier: BSD-2-Clause */
/* Any file is refused as a profile, with a sentence, or a description adopts it. */
#include <string.h>
#include <vcube.h>
#include <vcube/profile.h>
#include "fuzz.h"

static void
adopt(const char *path)
{
	struct vcube_desc desc;
	struct vcube_error error = { 0 };

	vcube_desc_init(&desc);
	MUST(vcube_desc_set(&desc, "profile", path, &error) == 0);
	vcube_desc_clear(&desc);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *const path = input_file(data, size);
	struct vcube_error error = { 0 };
	vcube_profile *const p = vcube_profile_read(path, &error);

	if (p == NULL) {
		MUST(error.code != 0 && *error.text);
		return 0;
	}
	for (int i = 0; vcube_profile_key(p, i) != NULL; i++)
		MUST(*vcube_profile_key(p, i) && vcube_profile_value(p, i) != NULL);
	vcube_profile_free(p);
	adopt(path);
	return 0;
}
