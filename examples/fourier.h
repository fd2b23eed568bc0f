/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fourier transforms on one processor.
 */
#ifndef FOURIER_H
#define FOURIER_H

#include <complex.h>
#include <stddef.h>

/* Returns e^(2 pi i k / n). */
double complex fourier_root(double k, double n);
/* Transforms n samples, every `stride`th from x on; n is a power of two. */
void fourier_transform(const double complex *x, size_t stride, size_t n, double complex *y);
/* Returns value k of the transform by its definition. */
double complex fourier_value(const double complex *x, size_t n, size_t k);
/* Returns the sum of squares. */
double fourier_energy(const double complex *x, size_t n);

#endif
