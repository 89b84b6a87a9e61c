/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Factorizations and triangular systems of matrix.h for one scalar type. Included as matrix_typed.h, after NAME(subtract)(). Matrices
 * are halved until they have BASE rows or columns, so products do nearly all of the work. */

enum { NAME(BASE) = 8 };

/* The size of the first half: a multiple of BASE. */
static size_t NAME(half)(size_t n) { return (n / 2 + NAME(BASE) - 1) / NAME(BASE) * NAME(BASE); }

/* Whether a cancelled call ends before a part of this size. Smaller ones take less time than the question. */
static bool NAME(ends)(size_t n) { return n >= 128 && kernels_stopped(); }

/* ---- Cholesky */

static size_t NAME(cholesky_base)(SCALAR *a, size_t n, size_t stride)
{
	for (size_t i = 0; i < n; i++) {
		SCALAR *row = a + i * stride;
		for (size_t j = 0; j < i; j++) {
			const SCALAR *other = a + j * stride;
			SCALAR sum = row[j];
			for (size_t k = 0; k < j; k++)
				sum -= row[k] * CONJ(other[k]);
			row[j] = sum / REAL(other[j]);
		}
		double rest = REAL(row[i]);
		for (size_t k = 0; k < i; k++)
			rest -= NAME(square)(row[k]);
		if (!(rest > 0))
			return i + 1;
		row[i] = sqrt(rest);
	}
	return 0;
}

/* As solve_adjoint(), of SIDE rows, and n <= BASE: none waits for the other ones. */
static void NAME(solve_adjoint_side)(const SCALAR *l, size_t n, SCALAR *b, size_t stride)
{
	enum { SIDE = NAME(BASE) };
	SCALAR x[NAME(BASE)][SIDE];
	for (size_t j = 0; j < n; j++) {
		SCALAR sums[SIDE];
		for (size_t r = 0; r < SIDE; r++)
			sums[r] = b[r * stride + j];
		for (size_t k = 0; k < j; k++) {
			const SCALAR factor = CONJ(l[j * stride + k]);
			for (size_t r = 0; r < SIDE; r++)
				sums[r] -= x[k][r] * factor;
		}
		const double pivot = REAL(l[j * stride + j]);
		for (size_t r = 0; r < SIDE; r++)
			b[r * stride + j] = x[j][r] = sums[r] / pivot;
	}
}

/* Replaces b (rows x n) by x with x * l^H = b. */
static void NAME(solve_adjoint)(const SCALAR *l, size_t n, SCALAR *b, size_t rows, size_t stride, uint32_t *did)
{
	if (NAME(ends)(n))
		return;
	if (n > NAME(BASE)) {
		const size_t h = NAME(half)(n);
		NAME(solve_adjoint)(l, h, b, rows, stride, did);
		NAME(subtract)(rows, n - h, h, b, stride, l + h * stride, stride, true, b + h, stride);
		NAME(solve_adjoint)(l + h * stride + h, n - h, b + h, rows, stride, did);
		return;
	}
	size_t i = 0;
	for (; i + NAME(BASE) <= rows && !kernels_stops(did, NAME(BASE) * n); i += NAME(BASE))
		NAME(solve_adjoint_side)(l, n, b + i * stride, stride);
	for (; i < rows && !kernels_stops(did, n); i++) {
		SCALAR *row = b + i * stride;
		for (size_t j = 0; j < n; j++) {
			SCALAR sum = row[j];
			for (size_t k = 0; k < j; k++)
				sum -= row[k] * CONJ(l[j * stride + k]);
			row[j] = sum / REAL(l[j * stride + j]);
		}
	}
}

/* The lower triangle of c (n x n) -= that of a * a^H. The upper triangle is neither read nor written. */
static void NAME(subtract_square)(SCALAR *c, size_t n, const SCALAR *a, size_t depth, size_t stride)
{
	if (NAME(ends)(n))
		return;
	if (n > NAME(BASE)) {
		const size_t h = NAME(half)(n);
		NAME(subtract_square)(c, h, a, depth, stride);
		NAME(subtract)(n - h, h, depth, a + h * stride, stride, a, stride, true, c + h * stride, stride);
		NAME(subtract_square)(c + h * stride + h, n - h, a + h * stride, depth, stride);
		return;
	}
	SCALAR square[NAME(BASE) * NAME(BASE)] = { 0 };
	NAME(subtract)(n, n, depth, a, stride, a, stride, true, square, n);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j <= i; j++)
			c[i * stride + j] += square[i * n + j];
}

static size_t NAME(cholesky_part)(SCALAR *a, size_t n, size_t stride, uint32_t *did)
{
	if (n <= NAME(BASE))
		return NAME(cholesky_base)(a, n, stride);
	if (NAME(ends)(n))
		return 0;
	const size_t h = NAME(half)(n);
	SCALAR *below = a + h * stride, *rest = below + h;
	size_t info = NAME(cholesky_part)(a, h, stride, did);
	if (info)
		return info;
	NAME(solve_adjoint)(a, h, below, n - h, stride, did);
	NAME(subtract_square)(rest, n - h, below, h, stride);
	info = NAME(cholesky_part)(rest, n - h, stride, did);
	return info ? h + info : 0;
}

static size_t NAME(cholesky)(void *matrix, size_t n)
{
	uint32_t did = 0;
	return NAME(cholesky_part)(matrix, n, n, &did);
}

/* ---- triangular systems */

static void NAME(solve_base)(const SCALAR *a, size_t n, size_t stride, bool lower, bool unit, SCALAR *b, size_t columns, size_t b_stride)
{
	for (size_t done = 0; done < n; done++) {
		const size_t i = lower ? done : n - 1 - done;
		SCALAR *row = b + i * b_stride;
		for (size_t k = lower ? 0 : i + 1; k < (lower ? i : n); k++) {
			const SCALAR factor = a[i * stride + k], *other = b + k * b_stride;
			for (size_t j = 0; j < columns; j++)
				row[j] -= factor * other[j];
		}
		const SCALAR pivot = a[i * stride + i];
		const bool undefined = pivot == 0 && sizeof pivot > sizeof(double); /* BLAS multiplies by the inverse of a complex pivot */
		for (size_t j = 0; j < columns && !unit; j++)
			row[j] = DIVIDE(undefined ? 0 : row[j], pivot);
	}
}

static void NAME(solve_part)(const SCALAR *a, size_t n, size_t stride, bool lower, bool unit, SCALAR *b, size_t columns, size_t b_stride,
	uint32_t *did)
{
	if (NAME(ends)(n) || kernels_stops(did, columns))
		return;
	if (n <= NAME(BASE)) {
		NAME(solve_base)(a, n, stride, lower, unit, b, columns, b_stride);
		return;
	}
	const size_t h = NAME(half)(n);
	const SCALAR *rest = a + h * stride + h;
	SCALAR *second = b + h * b_stride;
	if (lower) {
		NAME(solve_part)(a, h, stride, lower, unit, b, columns, b_stride, did);
		NAME(subtract)(n - h, columns, h, a + h * stride, stride, b, b_stride, false, second, b_stride);
		NAME(solve_part)(rest, n - h, stride, lower, unit, second, columns, b_stride, did);
	} else {
		NAME(solve_part)(rest, n - h, stride, lower, unit, second, columns, b_stride, did);
		NAME(subtract)(h, columns, n - h, a + h, stride, second, b_stride, false, b, b_stride);
		NAME(solve_part)(a, h, stride, lower, unit, b, columns, b_stride, did);
	}
}

static void NAME(solve)(const void *matrix, size_t n, bool lower, bool unit, void *right, size_t columns)
{
	uint32_t did = 0;
	NAME(solve_part)(matrix, n, n, lower, unit, right, columns, columns, &did);
}

/* ---- LU */

/* The row, from row i on, whose element in column i has the largest sum of its parts, as LAPACK compares them. */
static size_t NAME(pivot)(const SCALAR *a, size_t rows, size_t stride, size_t i, double *largest)
{
	size_t best = i;
	double factor = 1;
	do { /* again with small ones if sums overflow */
		*largest = -1;
		for (size_t r = i; r < rows; r++) {
			const SCALAR x = a[r * stride + i];
			const double magnitude = fabs(REAL(x)) * factor + fabs(IMAG(x)) * factor;
			if (magnitude > *largest) {
				*largest = magnitude;
				best = r;
			}
		}
		factor /= 4;
	} while (isinf(*largest) && factor == 0.25);
	return best;
}

/* Exchanges row i of `columns` elements with row pivots[i] - 1, for i in [first, last) in ascending order. */
static void NAME(apply_pivots)(SCALAR *a, size_t columns, size_t stride, const int32_t *pivots, size_t first, size_t last)
{
	for (size_t i = first; i < last; i++) {
		SCALAR *one = a + i * stride, *other = a + (size_t)(pivots[i] - 1) * stride;
		for (size_t j = 0; j < columns && one != other; j++) {
			const SCALAR x = one[j];
			one[j] = other[j];
			other[j] = x;
		}
	}
}

static size_t NAME(lu_base)(SCALAR *a, size_t rows, size_t columns, size_t stride, int32_t *pivots, uint32_t *did)
{
	const size_t least = rows < columns ? rows : columns;
	size_t info = 0;
	for (size_t i = 0; i < least; i++) {
		double largest;
		pivots[i] = (int32_t)(NAME(pivot)(a, rows, stride, i, &largest) + 1);
		if (largest == 0) {
			info = info ? info : i + 1;
			continue;
		}
		NAME(apply_pivots)(a, columns, stride, pivots, i, i + 1);
		for (size_t r = i + 1; r < rows; r++) {
			const SCALAR factor = a[r * stride + i] = DIVIDE(a[r * stride + i], a[i * stride + i]);
			for (size_t j = i + 1; j < columns; j++)
				a[r * stride + j] -= factor * a[i * stride + j];
			if (kernels_stops(did, columns))
				return info;
		}
	}
	return info;
}

static size_t NAME(lu_part)(SCALAR *a, size_t rows, size_t columns, size_t stride, int32_t *pivots, uint32_t *did)
{
	const size_t least = rows < columns ? rows : columns;
	if (least <= NAME(BASE))
		return NAME(lu_base)(a, rows, columns, stride, pivots, did);
	const size_t h = NAME(half)(least);
	SCALAR *below = a + h * stride, *rest = below + h;
	size_t info = NAME(lu_part)(a, rows, h, stride, pivots, did);
	if (NAME(ends)(h))
		return 0;
	NAME(apply_pivots)(a + h, columns - h, stride, pivots, 0, h);
	NAME(solve_part)(a, h, stride, true, true, a + h, columns - h, stride, did);
	NAME(subtract)(rows - h, columns - h, h, below, stride, a + h, stride, false, rest, stride);
	const size_t other = NAME(lu_part)(rest, rows - h, columns - h, stride, pivots + h, did);
	for (size_t i = h; i < least; i++)
		pivots[i] += (int32_t)h;
	NAME(apply_pivots)(a, h, stride, pivots, h, least);
	return info ? info : other ? h + other : 0;
}

static size_t NAME(lu)(void *matrix, size_t rows, size_t columns, int32_t *pivots)
{
	uint32_t did = 0;
	for (size_t i = 0; i < rows && i < columns; i++) /* a cancelled call leaves some as they are, and they are indices */
		pivots[i] = 1;
	return NAME(lu_part)(matrix, rows, columns, columns, pivots, &did);
}
