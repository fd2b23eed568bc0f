/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Inputs that a fuzzer makes: each test_NAME.c here reads one kind, and must refuse it or
 * read it, without a finding of a sanitizer and within seconds.
 *
 * Without a fuzzer, main() (replay.c) reads the files of corpus/NAME. With one, which
 * `--enable-sanitizer=fuzzer` selects, libFuzzer has the main(); see fuzz.sh.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The one input; libFuzzer gives the name. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns the path of a file with this input; the next call replaces the file. */
const char *input_file(const uint8_t *data, size_t size);
/* Returns the input as a string; free it. */
char *input_text(const uint8_t *data, size_t size);
/* Returns a stream that forgets all. */
FILE *nowhere(void);

/* Ends the program if the condition is false. */
#define MUST(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))
_Noreturn void fuzz_fail(const char *condition, const char *file, int line);

/* Calls a function of the vcube command, and frees what it has allocated; it may end by
 * die(). */
void in_command(void (*function)(void *arg), void *arg);

#endif
