/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tridiagonal systems of equations. Included by matrix.c once for each scalar type. */

struct NAME(band) {
	SCALAR *lower, *diagonal, *upper; /* then of U: the second superdiagonal from lower[1] on, the diagonal, the superdiagonal */
	size_t n;
	SCALAR *b;
	size_t columns;
};

/* As LAPACK compares pivots. */
static double NAME(magnitude)(SCALAR x) { return fabs(REAL(x)) + fabs(IMAG(x)); }

/* Subtracts a multiple of row i from the next one. */
static void NAME(eliminate)(const struct NAME(band) *s, size_t i)
{
	const SCALAR factor = DIVIDE(s->lower[i + 1], s->diagonal[i]);
	s->diagonal[i + 1] -= factor * s->upper[i];
	s->lower[i + 1] = 0;
	for (size_t j = 0; j < s->columns; j++)
		s->b[(i + 1) * s->columns + j] -= factor * s->b[i * s->columns + j];
}

/* The same after the exchange of these rows. */
static void NAME(exchange_rows)(const struct NAME(band) *s, size_t i)
{
	const SCALAR factor = DIVIDE(s->diagonal[i], s->lower[i + 1]), next = s->diagonal[i + 1];
	s->diagonal[i] = s->lower[i + 1];
	s->diagonal[i + 1] = s->upper[i] - factor * next;
	s->lower[i + 1] = 0;
	if (i + 2 < s->n) {
		s->lower[i + 1] = s->upper[i + 1];
		s->upper[i + 1] = -factor * s->lower[i + 1];
	}
	s->upper[i] = next;
	for (size_t j = 0; j < s->columns; j++) {
		SCALAR *row = s->b + i * s->columns + j, x = row[0];
		row[0] = row[s->columns];
		row[s->columns] = x - factor * row[0];
	}
}

/* What is added to pivots that are too small. */
static double NAME(perturbation)(const struct NAME(band) *s, double epsilon, double tiny)
{
	double largest = 0;
	for (size_t i = 0; i < s->n; i++) {
		largest = fmax(largest, NAME(magnitude)(s->diagonal[i]));
		if (i + 1 < s->n)
			largest = fmax(largest, fmax(NAME(magnitude)(s->upper[i]), NAME(magnitude)(s->lower[i + 1])));
	}
	return largest > 0 ? largest * epsilon : tiny;
}

/* x / pivot; the pivot becomes larger until the quotient is finite. */
static SCALAR NAME(bounded_quotient)(SCALAR x, SCALAR pivot, double step, double tiny)
{
	const double size = NAME(magnitude)(x);
	const SCALAR direction = NAME(magnitude)(pivot) > 0 ? pivot / NAME(magnitude)(pivot) : 1;
	for (; !(size * tiny <= NAME(magnitude)(pivot)) || NAME(magnitude)(pivot) == 0; step *= 2) {
		if (!isfinite(size) || !isfinite(step))
			break;
		pivot += step * direction;
	}
	return DIVIDE(x, pivot);
}

static void NAME(substitute)(const struct NAME(band) *s, double epsilon, double tiny)
{
	const double step = epsilon > 0 ? NAME(perturbation)(s, epsilon, tiny) : 0;
	const size_t columns = s->columns;
	uint32_t did = 0;
	for (size_t i = s->n; i-- > 0 && !kernels_stops(&did, 4 * columns);) {
		SCALAR *row = s->b + i * columns;
		for (size_t j = 0; j < columns; j++) {
			if (i + 1 < s->n)
				row[j] -= s->upper[i] * row[columns + j];
			if (i + 2 < s->n)
				row[j] -= s->lower[i + 1] * row[2 * columns + j];
			row[j] = step > 0 ? NAME(bounded_quotient)(row[j], s->diagonal[i], step, tiny) : DIVIDE(row[j], s->diagonal[i]);
		}
	}
}

static size_t NAME(solve_band)(
	void *lower, void *diagonal, void *upper, size_t n, void *b, size_t columns, double epsilon, double tiny)
{
	const struct NAME(band) s = { lower, diagonal, upper, n, b, columns };
	uint32_t did = 0;
	for (size_t i = 0; i + 1 < n; i++) {
		if (kernels_stops(&did, 4 * columns + 8))
			return 0;
		if (NAME(magnitude)(s.diagonal[i]) < NAME(magnitude)(s.lower[i + 1]))
			NAME(exchange_rows)(&s, i);
		else if (s.diagonal[i] != 0)
			NAME(eliminate)(&s, i);
		else if (!(epsilon > 0))
			return i + 1; /* the element below is 0 too */
	}
	if (n > 0 && s.diagonal[n - 1] == 0 && !(epsilon > 0))
		return n;
	NAME(substitute)(&s, epsilon, tiny);
	return 0;
}
