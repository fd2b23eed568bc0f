/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text for JSON, which has to be UTF-8; the names of files may be anything.
 */
#ifndef UTF8_H
#define UTF8_H

/* Return the text itself, or, if it is not UTF-8, a copy with '?' for each byte that is not
 * ASCII. */
const char *utf8_text(const char *text);

#endif
