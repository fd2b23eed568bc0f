/* SPDX-License-Identifier: BSD-2-Clause */
/* A shared library that keeps state and calls one that calls MPI. */
int serves(void);
int between(void);

int
between(void)
{
	static int calls;

	return 10 * serves() + ++calls;
}
