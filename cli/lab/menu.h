/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MENU_H
#define MENU_H

#include <stdio.h>

/* Write what the page's menus have, from the tables of the library, as JSON; `loaded` is what the
 * files of --load have, as words between commas, or NULL. */
void menu_write(FILE *out, const char *loaded, char *const *files, int file_count);

#endif
