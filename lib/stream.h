/* SPDX-License-Identifier: BSD-2-Clause */
/* Copies past the caches: for so much that the caches would not keep it until it is read. */
#ifndef VC_STREAM_H
#define VC_STREAM_H

#include <stddef.h>

/* As memcpy(), but what is written need not be read from memory first, nor displaces what the
 * caches have. Slower where they would have kept it. Ordered as memcpy() is. */
void vc_stream(void *into, const void *from, size_t bytes);

#endif
