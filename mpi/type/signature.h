/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The arithmetic of signatures, modulo 2^64: a sequence of basic types is a polynomial whose
 * coefficients are their codes, so that the hash of a sequence follows from those of its
 * parts: hash(ab) = hash(a) * BASE^elements(b) + hash(b).
 */
#ifndef VCM_SIGNATURE_H
#define VCM_SIGNATURE_H

#define SIGNATURE_BASE 0x9fb21c651e98df25u
#define SIGNATURE_CODE(number) (((uint64_t)(number) * 0x9e3779b97f4a7c15u) | 1)

#endif
