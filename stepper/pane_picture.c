/* SPDX-License-Identifier: BSD-2-Clause */
/* Draws the topology on the screen. */
#include <curses.h>
#include <stdlib.h>
#include "lines.h"
#include "pane.h"
#include "picture.h"

/* Draw a cell's dots; a busy wire's hide an idle one's. Without Unicode, use ASCII dots. */
static void
put_dots(const struct vc_pixel *pixel, bool unicode)
{
	const unsigned dots = pixel->busy ? pixel->busy : pixel->idle;
	const attr_t look = pixel->busy ? A_BOLD | COLOR_PAIR(VC_PAINT_BUSY)
			  : COLOR_PAIR(VC_PAINT_IDLE);

	/* U+2800 and the dots, in UTF-8 */
	const char braille[] = {'\xe2', (char)(0xa0 | dots >> 6), (char)(0x80 | (dots & 0x3f)), 0};

	attrset(look);
	if (unicode)
		addstr(braille);
	else
		addch(pixel->busy ? '#' : '.');
}

static void
put_pixel(const struct vc_pixel *pixel, bool unicode)
{
	if (pixel->label != '\0') {
		attrset(pixel->sends ? A_BOLD | A_REVERSE : A_BOLD);
		addch((unsigned char)pixel->label);
	} else {
		put_dots(pixel, unicode);
	}
}

/* List the busy links by their ends if the picture has no room. */
static void
put_links(struct vc_sights *s, struct vc_box f)
{
	const struct vc_box below = {f.row + 1, f.column, f.rows - 1, f.columns};
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);

	attrset(A_UNDERLINE);
	vc_pane_text(f, 0, 0, "busy links");
	attrset(A_NORMAL);
	if (out == NULL)
		return;
	vc_lines_links(s->model.r, s->model.page, out);
	fclose(out);
	if (text != NULL)
		vc_pane_lines(s, below, *text ? text : "none\n", vc_pane_width(text));
	free(text);
}

void
vc_pane_picture(struct vc_sights *s, struct vc_box f)
{
	struct vc_picture p;

	if (!vc_picture_draw(&p, f.rows, f.columns, s->model.r, s->model.page)) {
		put_links(s, f);
		return;
	}
	for (int row = 0; row < p.rows; row++)
		for (int column = 0; column < p.columns; column++) {
			const struct vc_pixel *const pixel = &p.pixel[row * p.columns + column];

			move(f.row + row, f.column + column);
			if (pixel->label || pixel->busy || pixel->idle)
				put_pixel(pixel, s->unicode);
		}
	attrset(A_NORMAL);
	vc_picture_free(&p);
}
