/* SPDX-License-Identifier: BSD-2-Clause */
/* libc's functions, or a sanitizer's, behind those of vcuberun that have their names. */
#ifndef THEIRS_H
#define THEIRS_H

#include <dlfcn.h>

#define THEIRS(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

#endif
