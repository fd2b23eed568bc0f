/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdint.h>
#include "fourier.h"

double complex
fourier_root(double k, double n)
{
	const double turn = 2 * acos(-1) * (k / n);

	return cos(turn) + I * sin(turn);
}

void
fourier_transform(const double complex *x, size_t stride, size_t n, double complex *y)
{
	const size_t half = n / 2;

	if (n == 1) {
		y[0] = x[0];
		return;
	}
	fourier_transform(x, 2 * stride, half, y);
	fourier_transform(x + stride, 2 * stride, half, y + half);
	for (size_t k = 0; k < half; k++) {
		const double complex a = y[k], b = y[k + half] * fourier_root(-(double)k, (double)n);

		y[k] = a + b;
		y[k + half] = a - b;
	}
}

double complex
fourier_value(const double complex *x, size_t n, size_t k)
{
	double complex sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i] * fourier_root(-(double)((uint64_t)i * k % n), (double)n);
	return sum;
}

double
fourier_energy(const double complex *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += creal(x[i] * conj(x[i]));
	return sum;
}
