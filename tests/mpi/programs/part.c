/* SPDX-License-Identifier: BSD-2-Clause */
/* A part of a program: calls main's file, and has globals of its own. */
int part_value = 20;

int
part(int number)
{
	static int calls;

	part_value += number;
	return part_value + ++calls;
}
