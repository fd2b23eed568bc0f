/* SPDX-License-Identifier: BSD-2-Clause */
/* The files of the lab's page; embed.awk generates them. */
#ifndef LAB_PAGE_H
#define LAB_PAGE_H

extern const char lab_lab_html[], lab_lab_css[], lab_lab_js[], lab_figure_js[];

#endif
