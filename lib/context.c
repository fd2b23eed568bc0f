/* SPDX-License-Identifier: BSD-2-Clause */
/* Contexts by the processor's own instructions, or by the C library's; see the header. */
#include <stdint.h>
#include "context.h"

#ifdef HAVE_ASSEMBLY
/*
 * A switch pushes what is kept onto the stack of `from`, and pops it from that of `to`. Of a
 * context that was only made it pops a body, its argument, and the address of vc_context_begin.
 * vc_context_begin has no caller. Its unwind information says so, and backtraces end there.
 */
void vc_context_begin(void);

#ifdef __x86_64__
enum { CONTROL, R15, R14, R13, BODY, ARGUMENT, RBP, GO_ON, WORDS };       /* as popped */

__asm__(".text\n"
	".globl vc_context_switch\n"
	".hidden vc_context_switch\n"
	".type vc_context_switch, @function\n"
	"vc_context_switch:\n"
	".cfi_startproc\n"
	"	pushq %rbp\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	pushq %rbx\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	pushq %r12\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	pushq %r13\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	pushq %r14\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	pushq %r15\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	subq $8, %rsp\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	stmxcsr (%rsp)\n"
	"	fnstcw 4(%rsp)\n"
	"	movq %rsp, (%rdi)\n"
	"	movq (%rsi), %rsp\n"
	"	ldmxcsr (%rsp)\n"
	"	fldcw 4(%rsp)\n"
	"	addq $8, %rsp\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	popq %r15\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	popq %r14\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	popq %r13\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	popq %r12\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	popq %rbx\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	popq %rbp\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	ret\n"
	".cfi_endproc\n"
	".size vc_context_switch, . - vc_context_switch\n"
	".globl vc_context_begin\n"
	".hidden vc_context_begin\n"
	".type vc_context_begin, @function\n"
	"vc_context_begin:\n"
	".cfi_startproc\n"
	"	.cfi_undefined %rip\n"
	"	movq %rbx, %rdi\n"
	"	call *%r12\n"
	"	ud2\n"
	".cfi_endproc\n"
	".size vc_context_begin, . - vc_context_begin\n");

static void
keep_control(uintptr_t *word)
{
	uint32_t *const half = (uint32_t *)word;

	__asm__("stmxcsr %0\n\tfnstcw %1" : "=m"(half[0]), "=m"(half[1]));
}
#else
enum { BODY, ARGUMENT, GO_ON = 11, WORDS = 20 };        /* as loaded */

__asm__(".text\n"
	".globl vc_context_switch\n"
	".hidden vc_context_switch\n"
	".type vc_context_switch, %function\n"
	"vc_context_switch:\n"
	".cfi_startproc\n"
	"	sub sp, sp, #160\n"
	"	.cfi_adjust_cfa_offset 160\n"
	"	stp x19, x20, [sp]\n"
	"	stp x21, x22, [sp, #16]\n"
	"	stp x23, x24, [sp, #32]\n"
	"	stp x25, x26, [sp, #48]\n"
	"	stp x27, x28, [sp, #64]\n"
	"	stp x29, x30, [sp, #80]\n"
	"	stp d8, d9, [sp, #96]\n"
	"	stp d10, d11, [sp, #112]\n"
	"	stp d12, d13, [sp, #128]\n"
	"	stp d14, d15, [sp, #144]\n"
	"	mov x9, sp\n"
	"	str x9, [x0]\n"
	"	ldr x9, [x1]\n"
	"	mov sp, x9\n"
	"	ldp x19, x20, [sp]\n"
	"	ldp x21, x22, [sp, #16]\n"
	"	ldp x23, x24, [sp, #32]\n"
	"	ldp x25, x26, [sp, #48]\n"
	"	ldp x27, x28, [sp, #64]\n"
	"	ldp x29, x30, [sp, #80]\n"
	"	ldp d8, d9, [sp, #96]\n"
	"	ldp d10, d11, [sp, #112]\n"
	"	ldp d12, d13, [sp, #128]\n"
	"	ldp d14, d15, [sp, #144]\n"
	"	add sp, sp, #160\n"
	"	.cfi_adjust_cfa_offset -160\n"
	"	ret\n"
	".cfi_endproc\n"
	".size vc_context_switch, . - vc_context_switch\n"
	".globl vc_context_begin\n"
	".hidden vc_context_begin\n"
	".type vc_context_begin, %function\n"
	"vc_context_begin:\n"
	".cfi_startproc\n"
	"	.cfi_undefined x30\n"
	"	mov x0, x20\n"
	"	blr x19\n"
	"	brk #1\n"
	".cfi_endproc\n"
	".size vc_context_begin, . - vc_context_begin\n");
#endif

void
vc_context_make(struct vc_context *context, void *stack, size_t bytes, void (*body)(void *arg),
		void *arg)
{
	/* the ABIs want stacks aligned to 16 bytes where a function is called */
	uintptr_t *const end = (uintptr_t *)(((uintptr_t)stack + bytes) & ~(uintptr_t)15);
	uintptr_t *const kept = end - WORDS;

	for (int i = 0; i < WORDS; i++)
		kept[i] = 0;
#ifdef __x86_64__
	keep_control(&kept[CONTROL]);
#endif
	kept[BODY] = (uintptr_t)body;
	kept[ARGUMENT] = (uintptr_t)arg;
	kept[GO_ON] = (uintptr_t)vc_context_begin;
	context->stack = kept;
}
#else
/* makecontext() passes ints alone. */
static void
begin(unsigned high, unsigned low)
{
	const struct vc_context *const me = (void *)((uintptr_t)((uint64_t)high << 32 | low));

	me->body(me->arg);
}

void
vc_context_make(struct vc_context *context, void *stack, size_t bytes, void (*body)(void *arg),
		void *arg)
{
	const uint64_t me = (uintptr_t)context;

	context->body = body;
	context->arg = arg;
	getcontext(&context->kept);
	context->kept.uc_stack.ss_sp = stack;
	context->kept.uc_stack.ss_size = bytes;
	context->kept.uc_link = NULL;
	makecontext(&context->kept, (void (*)(void))begin, 2, (unsigned)(me >> 32), (unsigned)me);
}

void
vc_context_switch(struct vc_context *from, struct vc_context *to)
{
	swapcontext(&from->kept, &to->kept);
}
#endif
