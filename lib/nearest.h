/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What was probably meant by a name that is not known. Pure.
 */
#ifndef VC_NEAREST_H
#define VC_NEAREST_H

#define VC_NEAREST_ROOM 64

/*
 * The end of a sentence that has told all names there are, a list with ", " between
 * them: "; did you mean startup?", or "" if none is near. Near is what becomes of
 * the word by changing, adding or leaving out two letters, of a word of up to three
 * letters one; capitals do not count. Returns `text`.
 */
const char *vc_nearest(const char *word, const char *names, char text[VC_NEAREST_ROOM]);

#endif
