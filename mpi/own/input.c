/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Standard input of a rank: the loader sets it, to that of the process in rank 0 alone.
 */
#include <stdarg.h>
#include <stdio.h>

#undef stdin
#undef getchar
#undef getchar_unlocked
FILE *stdin;

int __isoc99_vfscanf(FILE *file, const char *format, va_list arguments);
int __isoc99_vscanf(const char *format, va_list arguments);
int __isoc99_scanf(const char *format, ...);

int
getchar(void)
{
	return getc(stdin);
}

int
getchar_unlocked(void)
{
	return getc_unlocked(stdin);
}

int
__isoc99_vscanf(const char *format, va_list arguments)
{
	return __isoc99_vfscanf(stdin, format, arguments);
}

#define SCANF(name, read) \
	int name(const char *format, ...) \
	{ \
		va_list arguments; \
		int result; \
\
		va_start(arguments, format); \
		result = read(stdin, format, arguments); \
		va_end(arguments); \
		return result; \
	}
SCANF(__isoc99_scanf, __isoc99_vfscanf)

/* What <stdio.h> redirects to the names above, depending on the language's standard */
int plain_vscanf(const char *format, va_list arguments) __asm__("vscanf");
int plain_scanf(const char *format, ...) __asm__("scanf");
int plain_vfscanf(FILE *file, const char *format, va_list arguments) __asm__("vfscanf");

int
plain_vscanf(const char *format, va_list arguments)
{
	return plain_vfscanf(stdin, format, arguments);
}

SCANF(plain_scanf, plain_vfscanf)

#if __GLIBC_PREREQ(2, 38)
int __isoc23_vfscanf(FILE *file, const char *format, va_list arguments);
int __isoc23_vscanf(const char *format, va_list arguments);
int __isoc23_scanf(const char *format, ...);

int
__isoc23_vscanf(const char *format, va_list arguments)
{
	return __isoc23_vfscanf(stdin, format, arguments);
}

SCANF(__isoc23_scanf, __isoc23_vfscanf)
#endif
