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

/* Sorts lines by value: those of a, and of b if it is not NULL. */
static void NAME(sort)(double *values, size_t n, bool descending, SCALAR *a, size_t a_length, SCALAR *b, size_t b_length)
{
	uint32_t did = 0;
	for (size_t i = 0; i < n && !kernels_stops(&did, n + a_length + b_length); i++) {
		size_t best = i;
		for (size_t j = i + 1; j < n; j++)
			if (descending ? values[j] > values[best] : values[j] < values[best])
				best = j;
		if (best == i)
			continue;
		const double value = values[i];
		values[i] = values[best];
		values[best] = value;
		for (size_t r = 0; r < a_length + b_length; r++) {
			SCALAR *x = r < a_length ? a + i * a_length + r : b + i * b_length + (r - a_length);
			SCALAR *y = r < a_length ? a + best * a_length + r : b + best * b_length + (r - a_length);
			const SCALAR first = *x;
			*x = *y;
			*y = first;
		}
	}
}

static void NAME(identity)(SCALAR *a, size_t n)
{
	for (size_t i = 0; i < n * n; i++)
		a[i] = i / n == i % n;
}

/* Two lines: their norms and product, each line divided by 2^exponent. */
struct NAME(pair) {
	double p, q;
	SCALAR x;
	int exponents[2];
};

static void NAME(multiply_scaled)(const SCALAR *y, const SCALAR *z, size_t length, struct NAME(pair) *pair)
{
	const struct hlo_power first = hlo_power(-pair->exponents[0]), second = hlo_power(-pair->exponents[1]);
	pair->p = pair->q = 0;
	pair->x = 0;
	for (size_t r = 0; r < length; r++) {
		const SCALAR a = y[r] * first.first * first.second, b = z[r] * second.first * second.second;
		pair->p += NAME(square)(a);
		pair->q += NAME(square)(b);
		pair->x += CONJ(a) * b;
	}
}

static double NAME(largest_in_line)(const SCALAR *line, size_t length)
{
	double largest = 0;
	for (size_t r = 0; r < length; r++)
		largest = fmax(largest, fmax(fabs(REAL(line[r])), fabs(IMAG(line[r]))));
	return largest;
}

/* Sets *pair; scales the lines only where squares are not exact enough without. Returns false if a line is too small to be
 * rotated (see `least` below). */
static bool NAME(get_pair)(const SCALAR *y, const SCALAR *z, size_t length, double least, struct NAME(pair) *pair)
{
	pair->exponents[0] = pair->exponents[1] = 0;
	NAME(multiply)(y, z, length, &pair->p, &pair->q, &pair->x);
	if (pair->p > 0x1p-800 && pair->q > 0x1p-800)
		return true;
	for (int i = 0; i < 2; i++) {
		const double largest = NAME(largest_in_line)(i == 0 ? y : z, length);
		if (!(largest > least * 0x1p-40)) /* so that its norm is not above `least` */
			return false;
		pair->exponents[i] = hlo_exponent(largest);
	}
	NAME(multiply_scaled)(y, z, length, pair);
	return true;
}

/* Hestenes' method: rotates `count` lines until they are orthogonal, and the lines of v too. */
static void NAME(singular_sweeps)(SCALAR *a, size_t length, size_t count, SCALAR *v, double least)
{
	bool done = count < 2;
	uint32_t did = 0;
	for (unsigned sweep = 0; sweep < SWEEPS && !done; sweep++) {
		done = true;
		for (size_t i = 0; i < count; i++)
			for (size_t j = i + 1; j < count; j++) {
				SCALAR *y = a + i * length, *z = a + j * length;
				struct NAME(pair) pair;
				double c;
				SCALAR s;
				if (kernels_stops(&did, 6 * length + 2 * count))
					return;
				if (!NAME(get_pair)(y, z, length, least, &pair))
					continue;
				const double size = hypot(REAL(pair.x), IMAG(pair.x)), p = sqrt(pair.p), q = sqrt(pair.q);
				/* the sums have an error of this size */
				if (!(size > DBL_EPSILON * sqrt((double)length) * p * q))
					continue;
				done = false;
				const int gap = pair.exponents[1] - pair.exponents[0];
				NAME(rotation)((ldexp(pair.q, gap) - ldexp(pair.p, -gap)) / (2 * size), pair.x / size, &c, &s);
				ROTATE_LINES(y, z, length, c, s);
				ROTATE_LINES(v + i * count, v + j * count, count, c, s);
			}
	}
}

/* Replaces a line by one of norm 1, or by zeros if its norm is not above `least`. Returns its norm. */
static double NAME(unit_line)(SCALAR *line, size_t length, double least)
{
	const int exponent = hlo_exponent(NAME(largest_in_line)(line, length));
	double sum = 0;
	kernels_hlo__shift((double *)(void *)line, length * sizeof *line / sizeof(double), -exponent);
	for (size_t r = 0; r < length; r++)
		sum += NAME(square)(line[r]);
	const double norm = sqrt(sum);
	const bool keep = ldexp(norm, exponent) > least;
	for (size_t r = 0; r < length; r++)
		line[r] = keep ? line[r] / norm : 0;
	return ldexp(norm, exponent);
}

/* Jacobi's method, for the columns of a as lines: u gets those of the left singular vectors, v the right ones. */
static void NAME(jacobi)(SCALAR *lines, size_t rows, size_t columns, double *values, SCALAR *v, size_t *rank)
{
	/* columns of a norm up to this are negligible, and too small to be rotated exactly: they get no direction */
	const double largest = kernels_hlo__largest((double *)(void *)lines, rows * columns * sizeof *lines / sizeof(double));
	const double least = fmax(ldexp(largest, -500), 0x1p-950);
	NAME(identity)(v, columns);
	NAME(singular_sweeps)(lines, rows, columns, v, least);
	for (size_t j = 0; j < columns; j++)
		values[j] = NAME(unit_line)(lines + j * rows, rows, least);
	NAME(sort)(values, columns, true, lines, rows, v, columns);
	for (*rank = 0; *rank < columns && values[*rank] > least;)
		++*rank;
}

static bool NAME(singular)(
	void *matrix, size_t rows, size_t columns, double *values, void *u, void *v, void *scratch, bool vectors, size_t *rank)
{
	const size_t parts = rows * columns * sizeof(SCALAR) / sizeof(double);
	const double largest = kernels_hlo__largest(matrix, parts);
	const int exponent = kernels_hlo__excess(largest);
	bool good = isfinite(largest);
	*rank = 0;
	kernels_hlo__shift(matrix, parts, -exponent);
	if (good && columns >= BY_QR) {
		good = BIDIAGONAL_QR(matrix, rows, columns, values, vectors ? u : NULL, vectors ? v : NULL, scratch);
		*rank = good ? columns : 0;
	} else if (good) {
		NAME(transpose)(matrix, rows, columns, false, u);
		NAME(jacobi)(u, rows, columns, values, scratch, rank);
		if (vectors) {
			NAME(transpose)(u, columns, rows, false, matrix);
			memcpy(u, matrix, rows * columns * sizeof(SCALAR));
			NAME(transpose)(scratch, columns, columns, false, v);
		}
	}
	if (!good) {
		memset(u, 0, rows * columns * sizeof(SCALAR));
		NAME(identity)(v, columns);
	}
	for (size_t j = 0; j < columns && !good; j++)
		values[j] = (double)NAN;
	kernels_hlo__shift(values, columns, exponent);
	return good;
}
