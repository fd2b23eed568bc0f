/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists of folders with colons between, such as PATH. */
#ifndef FOLDERS_H
#define FOLDERS_H

/* Returns the path of the first file of this name that may be accessed so (access(2)), or NULL. */
const char *folders_find(const char *folders, const char *name, int mode);

#endif
