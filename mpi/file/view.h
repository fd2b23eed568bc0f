/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Views: which bytes of a file a rank sees, as copies of the filetype from the displacement on.
 * Offsets count etypes; the engine below counts bytes of data, which are those of the copies
 * one after the other, without what lies between.
 */
#ifndef VCM_VIEW_H
#define VCM_VIEW_H

#include "layout.h"
#include "type.h"

enum datarep { NATIVE, INTERNAL, EXTERNAL32 };

struct view {
	int64_t displacement;           /* in bytes */
	enum datarep datarep;
	const struct datatype *etype, *filetype;        /* as the program gave them */
	const struct datatype *stored_etype, *stored_filetype;  /* as they lie in the file */
};

/* The whole file, as bytes. */
struct view vcm_view_of_bytes(void);
/* Gives the references to its types back. */
void vcm_view_drop(struct process *p, const struct view *view);

/* Calls `visit` with each range of bytes of the file that holds bytes `from` up to `to` of the
 * data, until it returns false. */
void vcm_view_each(const struct view *view, int64_t from, int64_t to, layout_visit *visit,
		   void *arg);
/* Does the file's last byte of so many bytes of data have a number? */
bool vcm_view_fits(const struct view *view, int64_t data);
/* Returns where in the file byte `from` of the data is. */
int64_t vcm_view_place(const struct view *view, int64_t from);
/* Returns how many etypes there are before byte `end` of the file; one that it cuts counts. */
int64_t vcm_view_etypes_before(const struct view *view, int64_t end);

#endif
