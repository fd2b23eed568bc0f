/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vc_debug(expression): under --enable-debug, aborts the process if an invariant does not
 * hold. Other builds omit the check.
 */
#ifndef VC_DEBUG_H
#define VC_DEBUG_H

#ifdef VC_DEBUG
#undef NDEBUG
#include <assert.h>
#define vc_debug(expression) assert(expression)
#else
#define vc_debug(expression) ((void)0)
#endif

#endif
