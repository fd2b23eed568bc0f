/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of a copy, and the entry point of a program that is executed by itself: it
 * executes vcuberun, which runs the program.
 *
 * The program is a shared object with an interpreter, so that both the kernel and dlopen()
 * take it. When the kernel has started it, nothing of the program has run yet.
 */
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>
#include "own.h"

/* A shared library that is linked by the options of a program has none. */
int main(int argc, char **argv, char **environment) __attribute__((weak));
extern void *__dso_handle;
extern char **environ;
extern FILE *stdin;

/* The launcher. Programs that are linked in the build tree have another one, of this name. */
const char vcube_own_launcher[] __attribute__((weak, visibility("hidden"))) = VCUBERUN;

pthread_t vcube_own_thread;

const struct own vcube_own = {
	.version = OWN_VERSION,
	.main = main,
	.dso = &__dso_handle,
	.end_thread = vcube_own_end_thread,
	.thread = &vcube_own_thread,
	.environment = &environ,
	.input = &stdin,
	.getenv = getenv,
	.setenv = setenv,
	.putenv = putenv,
	.unsetenv = unsetenv,
	.clearenv = clearenv,
};

#if defined __x86_64__
#define INTERPRETER "/lib64/ld-linux-x86-64.so.2"
__asm__(".text\n"
	".globl vcube_start\n"
	".hidden vcube_start\n"
	".type vcube_start, @function\n"
	"vcube_start:\n"
	"	xor %ebp, %ebp\n"
	"	mov %rsp, %rdi\n"
	"	and $-16, %rsp\n"
	"	call vcube_execute_launcher\n");
#elif defined __aarch64__
#define INTERPRETER "/lib/ld-linux-aarch64.so.1"
__asm__(".text\n"
	".globl vcube_start\n"
	".hidden vcube_start\n"
	".type vcube_start, %function\n"
	"vcube_start:\n"
	"	mov x29, #0\n"
	"	mov x0, sp\n"
	"	b vcube_execute_launcher\n");
#else
#error "The entry point of MPI programs is written for x86-64 and aarch64."
#endif

/* The program header PT_INTERP */
static const char interpreter[] __attribute__((section(".interp"), used)) = INTERPRETER;

static void
complain(const char *launcher, const char *why)
{
	const char *text[] = { "cannot execute ", launcher, ", which runs this program: ", why,
		"; VCUBERUN can name another one\n" };

	for (size_t i = 0; i < sizeof text / sizeof *text; i++)
		if (write(STDERR_FILENO, text[i], strlen(text[i])) < 0)
			break;
}

/* Find a variable; `environ` has no value yet. */
static const char *
value_of(char *const *environment, const char *name)
{
	const size_t length = strlen(name);

	for (; *environment; environment++)
		if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=')
			return *environment + length + 1;
	return NULL;
}

/* `stack` is what the kernel has put there: argc, the arguments, NULL, the environment. */
_Noreturn void vcube_execute_launcher(long *stack) __attribute__((visibility("hidden")));

_Noreturn void
vcube_execute_launcher(long *stack)
{
	const long count = *stack;
	char **given = (char **)(stack + 1), **environment = given + count + 1;
	const char *other = value_of(environment, "VCUBERUN");
	const char *launcher = other ? other : vcube_own_launcher;
	/* at most these three words instead of the first */
	char *words[count + 4];
	int used = 0;

	words[used++] = (char *)launcher;
	words[used++] = (char *)"--";
	words[used++] = (char *)getauxval(AT_EXECFN);
	for (long i = 1; i < count; i++)
		words[used++] = given[i];
	words[used] = NULL;
	execve(launcher, words, environment);
	complain(launcher, strerror(errno));
	_exit(127);
}
