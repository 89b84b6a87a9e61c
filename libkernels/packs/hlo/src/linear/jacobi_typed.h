/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Singular values by Jacobi's method, for one scalar type. Included by matrix.c after matrix_typed.h. */

/* The rotation [c, s; -conj(s), c] for which the off-diagonal element of [p, x; conj(x), q] becomes zero, where theta is
 * (q - p) / (2 * |x|) and `phase` is x / |x|. */
static void NAME(rotation)(double theta, SCALAR phase, double *c, SCALAR *s)
{
	const double size = fabs(theta);
	const double t = copysign(size > 0x1p200 ? 0.5 / size : 1 / (size + sqrt(size * size + 1)), theta);
	*c = 1 / sqrt(t * t + 1);
	*s = t * *c * phase;
}

/* Columns i and j of a matrix with `rows` rows: [a_i, a_j] = [c * a_i - conj(s) * a_j, s * a_i + c * a_j]. */
static void NAME(rotate)(SCALAR *a, size_t rows, size_t columns, size_t i, size_t j, double c, SCALAR s)
{
	for (size_t r = 0; r < rows; r++) {
		const SCALAR x = a[r * columns + i], y = a[r * columns + j];
		a[r * columns + i] = c * x - CONJ(s) * y;
		a[r * columns + j] = s * x + c * y;
	}
}

/* Sorts columns by value. */
static void NAME(sort)(double *values, size_t n, bool descending, SCALAR *a, size_t rows, SCALAR *b, size_t b_rows)
{
	uint32_t did = 0;
	for (size_t i = 0; i < n && !kernels_stops(&did, n + rows + b_rows); i++) {
		size_t best = i;
		for (size_t j = i + 1; j < n; j++)
			if (descending ? values[j] > values[best] : values[j] < values[best])
				best = j;
		if (best == i)
			continue;
		const double value = values[i];
		values[i] = values[best];
		values[best] = value;
		for (size_t r = 0; r < rows + b_rows; r++) {
			SCALAR *row = r < rows ? a + r * n : b + (r - rows) * n;
			const SCALAR x = row[i];
			row[i] = row[best];
			row[best] = x;
		}
	}
}

static void NAME(identity)(SCALAR *a, size_t n)
{
	for (size_t i = 0; i < n * n; i++)
		a[i] = i / n == i % n;
}

/* Two columns: their norms and product, each column divided by 2^exponent. */
struct NAME(pair) {
	double p, q;
	SCALAR x;
	int exponents[2];
};

static void NAME(multiply_pair)(const SCALAR *a, size_t rows, size_t columns, const size_t at[2], struct NAME(pair) *pair)
{
	const struct hlo_power first = hlo_power(-pair->exponents[0]), second = hlo_power(-pair->exponents[1]);
	pair->p = pair->q = 0;
	pair->x = 0;
	for (size_t r = 0; r < rows; r++) {
		const SCALAR y = a[r * columns + at[0]] * first.first * first.second;
		const SCALAR z = a[r * columns + at[1]] * second.first * second.second;
		pair->p += NAME(square)(y);
		pair->q += NAME(square)(z);
		pair->x += CONJ(y) * z;
	}
}

static double NAME(largest_in_column)(const SCALAR *a, size_t rows, size_t columns, size_t j)
{
	double largest = 0;
	for (size_t r = 0; r < rows; r++)
		largest = fmax(largest, fmax(fabs(REAL(a[r * columns + j])), fabs(IMAG(a[r * columns + j]))));
	return largest;
}

/* Sets *pair; scales the columns only where squares are not exact enough without. Returns false if a column is too small to be
 * rotated (see `least` below). */
static bool NAME(get_pair)(
	const SCALAR *a, size_t rows, size_t columns, double least, const size_t at[2], struct NAME(pair) *pair)
{
	pair->exponents[0] = pair->exponents[1] = 0;
	pair->p = pair->q = 0;
	pair->x = 0;
	for (size_t r = 0; r < rows; r++) {
		const SCALAR y = a[r * columns + at[0]], z = a[r * columns + at[1]];
		pair->p += NAME(square)(y);
		pair->q += NAME(square)(z);
		pair->x += CONJ(y) * z;
	}
	if (pair->p > 0x1p-800 && pair->q > 0x1p-800)
		return true;
	for (int i = 0; i < 2; i++) {
		const double largest = NAME(largest_in_column)(a, rows, columns, at[i]);
		if (!(largest > least * 0x1p-40)) /* so that its norm is not above `least` */
			return false;
		pair->exponents[i] = hlo_exponent(largest);
	}
	NAME(multiply_pair)(a, rows, columns, at, pair);
	return true;
}

/* Hestenes' method: rotates columns until they are orthogonal. */
static void NAME(singular_sweeps)(SCALAR *a, size_t rows, size_t columns, SCALAR *v, double least)
{
	bool done = columns < 2;
	uint32_t did = 0;
	for (unsigned sweep = 0; sweep < SWEEPS && !done; sweep++) {
		done = true;
		for (size_t i = 0; i < columns; i++)
			for (size_t j = i + 1; j < columns; j++) {
				const size_t at[] = { i, j };
				struct NAME(pair) pair;
				double c;
				SCALAR s;
				if (kernels_stops(&did, 6 * rows + 2 * columns))
					return;
				if (!NAME(get_pair)(a, rows, columns, least, at, &pair))
					continue;
				const double size = hypot(REAL(pair.x), IMAG(pair.x)), p = sqrt(pair.p), q = sqrt(pair.q);
				/* the sums have an error of this size */
				if (!(size > DBL_EPSILON * sqrt((double)rows) * p * q))
					continue;
				done = false;
				const int gap = pair.exponents[1] - pair.exponents[0];
				NAME(rotation)((ldexp(pair.q, gap) - ldexp(pair.p, -gap)) / (2 * size), pair.x / size, &c, &s);
				NAME(rotate)(a, rows, columns, i, j, c, s);
				NAME(rotate)(v, columns, columns, i, j, c, s);
			}
	}
}

/* Replaces column j by one of norm 1, or by zeros if its norm is not above `least`. Returns its norm. */
static double NAME(unit_column)(SCALAR *a, size_t rows, size_t columns, size_t j, double least)
{
	const double largest = NAME(largest_in_column)(a, rows, columns, j);
	double sum = 0;
	const int exponent = hlo_exponent(largest);
	NAME(shift)(a, rows, columns, 0, j, -exponent);
	for (size_t r = 0; r < rows; r++)
		sum += NAME(square)(a[r * columns + j]);
	const double norm = sqrt(sum);
	const bool keep = ldexp(norm, exponent) > least;
	for (size_t r = 0; r < rows; r++)
		a[r * columns + j] = keep ? a[r * columns + j] / norm : 0;
	return ldexp(norm, exponent);
}

static bool NAME(singular)(void *matrix, size_t rows, size_t columns, double *values, void *right, size_t *rank)
{
	SCALAR *a = matrix, *v = right;
	const size_t parts = rows * columns * sizeof *a / sizeof(double);
	const double largest = kernels_hlo__largest(matrix, parts);
	const int exponent = kernels_hlo__excess(largest);
	const bool finite = isfinite(largest);
	NAME(identity)(v, columns);
	kernels_hlo__shift(matrix, parts, -exponent);
	/* columns of a norm up to this are negligible, and too small to be rotated exactly: they get no direction */
	const double least = fmax(ldexp(largest, -exponent - 500), 0x1p-950);
	if (finite)
		NAME(singular_sweeps)(a, rows, columns, v, least);
	for (size_t j = 0; j < columns; j++)
		values[j] = finite ? NAME(unit_column)(a, rows, columns, j, least) : (double)NAN;
	NAME(sort)(values, columns, true, a, rows, v, columns);
	for (*rank = 0; *rank < columns && values[*rank] > least;)
		++*rank;
	kernels_hlo__shift(values, columns, exponent);
	return finite;
}
