/* SPDX-License-Identifier: BSD-2-Clause */
/* Sizes of a balanced grid: of all with the number of nodes, the one whose largest and smallest
 * size differ least; of these the one whose smallest is the largest, then its second smallest, and
 * so on. */
#include <limits.h>
#include <string.h>
#include "error.h"

/* An int has at most 30 factors, so more dimensions than that have size 1. */
enum { MOST_SIZES = 31 };

/* No int has more divisors than that. */
enum { MOST_DIVISORS = 1536 };

struct search {
	int divisors_count, divisors[MOST_DIVISORS];    /* rising */
	int count;
	int sizes[MOST_SIZES];          /* falling */
	int best[MOST_SIZES];
	int spread;                     /* of the best */
};

/* Is the smallest size that differs from the best one's larger? */
static bool
is_larger(const struct search *s)
{
	int i = s->count - 1;

	while (i > 0 && s->sizes[i] == s->best[i])
		i--;
	return s->sizes[i] > s->best[i];
}

static void
compare(struct search *s)
{
	const int spread = s->sizes[0] - s->sizes[s->count - 1];

	if (spread < s->spread || (spread == s->spread && is_larger(s))) {
		s->spread = spread;
		memcpy(s->best, s->sizes, (size_t)s->count * sizeof *s->sizes);
	}
}

static void
find_divisors(struct search *s, int n)
{
	int small = 0, large = MOST_DIVISORS;

	for (int i = 1; i <= n / i; i++)
		if (n % i == 0) {
			s->divisors[small++] = i;
			if (i != n / i)
				s->divisors[--large] = n / i;
		}
	memmove(s->divisors + small, s->divisors + large,
		(size_t)(MOST_DIVISORS - large) * sizeof *s->divisors);
	s->divisors_count = small + MOST_DIVISORS - large;
}

/* Tries all sizes of the dimensions from `at` on, whose product is n. */
static void
search(struct search *s, int at, int n)
{
	const int most = at == 0 ? n : s->sizes[at - 1];

	if (at == s->count - 1) {
		s->sizes[at] = n;
		if (n <= most)
			compare(s);
		return;
	}
	for (int i = 0; i < s->divisors_count && s->divisors[i] <= most; i++) {
		const int size = s->divisors[i];
		double reach = 1;

		if (n % size != 0 || (at > 0 && s->sizes[0] - size > s->spread))
			continue;
		for (int k = at; k < s->count && reach < n; k++)
			reach *= size;
		s->sizes[at] = size;
		if (reach >= n)
			search(s, at + 1, n / size);
	}
}

MPI_FUNCTION(int, Dims_create, (int nnodes, int ndims, int dims[]))
{
	struct process *p = ENTER();
	struct search s = {.spread = INT_MAX};
	int left = nnodes, open = 0, next = 0;

	if (nnodes < 1 || ndims < 0)
		return vcm_error(p, nnodes < 1 ? MPI_ERR_ARG : MPI_ERR_DIMS,
				 "cannot arrange %d nodes in %d dimensions", nnodes, ndims);
	for (int i = 0; i < ndims; i++) {
		if (dims[i] < 0)
			return vcm_error(p, MPI_ERR_DIMS, "size %d of dimension %d is negative",
					 dims[i], i);
		open += dims[i] == 0;
		if (dims[i] > 0 && left % dims[i] != 0)
			return vcm_error(p, MPI_ERR_DIMS, "%d nodes are not divisible by the given sizes",
					 nnodes);
		if (dims[i] > 0)
			left /= dims[i];
	}
	if (open == 0)
		return left == 1 ? MPI_SUCCESS
			: vcm_error(p, MPI_ERR_DIMS, "the product of the given sizes is not %d", nnodes);
	s.count = open < MOST_SIZES ? open : MOST_SIZES;
	find_divisors(&s, left);
	search(&s, 0, left);
	for (int i = 0; i < ndims; i++)
		if (dims[i] == 0) {
			dims[i] = next < s.count ? s.best[next] : 1;
			next++;
		}
	return MPI_SUCCESS;
}
