/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "folders.h"

const char *
folders_find(const char *folders, const char *name, int mode)
{
	while (*folders) {
		const int length = (int)strcspn(folders, ":");
		const char *file = text("%.*s/%s", length, folders, name);

		if (length > 0 && access(file, mode) == 0)
			return file;
		folders += length + (folders[length] == ':');
	}
	return NULL;
}
