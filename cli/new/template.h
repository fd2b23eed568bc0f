/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The files of cli/new/template/, where @NAME@ stands for a name; embed.awk generates them.
 */
#ifndef TEMPLATE_H
#define TEMPLATE_H

extern const char template_algorithm_c[], template_algorithm_sh[],
	template_CMakeLists_txt[], template_Makefile[], template_meson_build[],
	template_program_c[], template_program_sh[];

#endif
