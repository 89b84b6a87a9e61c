/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The algorithms of matrix.h for one scalar type. Included by matrix.c once for each (hence no include guard), with the
 * macros SCALAR, CONJ(x), REAL(x), IMAG(x), NAME(x). */

static double NAME(square)(SCALAR x) { return REAL(x) * REAL(x) + IMAG(x) * IMAG(x); }

static void NAME(transpose)(const void *from, size_t rows, size_t columns, bool conjugate, void *to)
{
	const SCALAR *a = from;
	SCALAR *b = to;
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < columns; j++)
			b[j * rows + i] = conjugate ? CONJ(a[i * columns + j]) : a[i * columns + j];
}

static size_t NAME(cholesky)(void *matrix, size_t n)
{
	SCALAR *a = matrix;
	for (size_t i = 0; i < n; i++) {
		SCALAR *row = a + i * n;
		for (size_t j = 0; j < i; j++) {
			const SCALAR *other = a + j * n;
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

static void NAME(solve)(const void *matrix, size_t n, bool lower, bool unit, void *right, size_t columns)
{
	const SCALAR *a = matrix;
	SCALAR *b = right;
	for (size_t done = 0; done < n; done++) {
		const size_t i = lower ? done : n - 1 - done;
		SCALAR *row = b + i * columns;
		for (size_t k = lower ? 0 : i + 1; k < (lower ? i : n); k++) {
			const SCALAR factor = a[i * n + k], *other = b + k * columns;
			for (size_t j = 0; j < columns; j++)
				row[j] -= factor * other[j];
		}
		for (size_t j = 0; j < columns && !unit; j++)
			row[j] /= a[i * n + i];
	}
}

static size_t NAME(lu)(void *matrix, size_t rows, size_t columns, int32_t *pivots)
{
	SCALAR *a = matrix;
	const size_t least = rows < columns ? rows : columns;
	size_t info = 0;
	for (size_t i = 0; i < least; i++) {
		size_t best = i;
		double largest = -1;
		for (size_t r = i; r < rows; r++) { /* the sum of the parts, as LAPACK has it */
			const double magnitude = fabs(REAL(a[r * columns + i])) + fabs(IMAG(a[r * columns + i]));
			if (magnitude > largest) {
				largest = magnitude;
				best = r;
			}
		}
		pivots[i] = (int32_t)(best + 1);
		if (largest == 0) {
			info = info ? info : i + 1;
			continue;
		}
		for (size_t j = 0; j < columns && best != i; j++) {
			const SCALAR x = a[i * columns + j];
			a[i * columns + j] = a[best * columns + j];
			a[best * columns + j] = x;
		}
		for (size_t r = i + 1; r < rows; r++) {
			const SCALAR factor = a[r * columns + i] /= a[i * columns + i];
			for (size_t j = i + 1; j < columns; j++)
				a[r * columns + j] -= factor * a[i * columns + j];
		}
	}
	return info;
}

/* Makes the reflection that maps column i, from row i on, to a multiple of the first unit vector. Returns its tau. */
static SCALAR NAME(reflection)(SCALAR *a, size_t rows, size_t columns, size_t i)
{
	const SCALAR alpha = a[i * columns + i];
	double largest = 0, rest = 0;
	for (size_t r = i + 1; r < rows; r++)
		largest = fmax(largest, fmax(fabs(REAL(a[r * columns + i])), fabs(IMAG(a[r * columns + i]))));
	if (largest == 0 && IMAG(alpha) == 0)
		return 0;
	largest = fmax(largest, fmax(fabs(REAL(alpha)), fabs(IMAG(alpha))));
	for (size_t r = i; r < rows; r++)
		rest += NAME(square)(a[r * columns + i] / largest);
	const double beta = -copysign(largest * sqrt(rest), REAL(alpha));
	const SCALAR tau = (beta - alpha) / beta;
	for (size_t r = i + 1; r < rows; r++)
		a[r * columns + i] /= alpha - beta;
	a[i * columns + i] = beta;
	return tau;
}

/* Multiplies columns [from, columns), rows [i, rows), by 1 - tau * v * v^H, where v is in column i. */
static void NAME(reflect)(SCALAR *a, size_t rows, size_t columns, size_t i, size_t from, SCALAR tau)
{
	for (size_t j = from; j < columns && tau != 0; j++) {
		SCALAR sum = a[i * columns + j];
		for (size_t r = i + 1; r < rows; r++)
			sum += CONJ(a[r * columns + i]) * a[r * columns + j];
		sum *= tau;
		a[i * columns + j] -= sum;
		for (size_t r = i + 1; r < rows; r++)
			a[r * columns + j] -= a[r * columns + i] * sum;
	}
}

static void NAME(qr)(void *matrix, size_t rows, size_t columns, void *taus)
{
	SCALAR *a = matrix, *tau = taus;
	const size_t least = rows < columns ? rows : columns;
	for (size_t i = 0; i < least; i++) {
		tau[i] = NAME(reflection)(a, rows, columns, i);
		NAME(reflect)(a, rows, columns, i, i + 1, CONJ(tau[i]));
	}
}

static void NAME(q)(void *matrix, size_t rows, size_t columns, size_t count, const void *taus)
{
	SCALAR *a = matrix;
	const SCALAR *tau = taus;
	for (size_t j = count; j < columns; j++)
		for (size_t r = 0; r < rows; r++)
			a[r * columns + j] = r == j;
	for (size_t i = count; i-- > 0;) {
		NAME(reflect)(a, rows, columns, i, i + 1, tau[i]);
		for (size_t r = 0; r < rows; r++)
			a[r * columns + i] = r < i ? 0 : r == i ? 1 - tau[i] : -tau[i] * a[r * columns + i];
	}
}

/* The rotation [c, s; -conj(s), c] that makes the off-diagonal element x of [p, x; conj(x), q] zero. */
static void NAME(rotation)(double p, double q, SCALAR x, double *c, SCALAR *s)
{
	const double magnitude = hypot(REAL(x), IMAG(x));
	const double theta = (q - p) / (2 * magnitude);
	const double t = copysign(1, theta) / (fabs(theta) + sqrt(theta * theta + 1));
	*c = 1 / sqrt(t * t + 1);
	*s = t * *c * (x / magnitude);
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
	for (size_t i = 0; i < n; i++) {
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

/* Jacobi's method: rotations in the order of rows until all elements beside the diagonal are negligible. */
static bool NAME(eigen)(void *matrix, size_t n, double *values, void *vectors)
{
	SCALAR *a = matrix, *v = vectors;
	bool done = n < 2;
	double norm = 0;
	for (size_t i = 0; i < n * n; i++)
		norm = hypot(norm, sqrt(NAME(square)(a[i])));
	NAME(identity)(v, n);
	for (unsigned sweep = 0; sweep < SWEEPS && !done; sweep++) {
		done = true;
		for (size_t i = 0; i < n; i++)
			for (size_t j = i + 1; j < n; j++) {
				const SCALAR x = a[i * n + j];
				const double p = REAL(a[i * n + i]), q = REAL(a[j * n + j]);
				double c;
				SCALAR s;
				if (!(hypot(REAL(x), IMAG(x)) > DBL_EPSILON / 8 * norm))
					continue;
				done = false;
				NAME(rotation)(p, q, x, &c, &s);
				NAME(rotate)(a, n, n, i, j, c, s);
				for (size_t k = 0; k < n; k++) { /* the rows, conjugated */
					const SCALAR y = a[i * n + k], z = a[j * n + k];
					a[i * n + k] = c * y - s * z;
					a[j * n + k] = CONJ(s) * y + c * z;
				}
				a[i * n + j] = a[j * n + i] = 0;
				a[i * n + i] = REAL(a[i * n + i]);
				a[j * n + j] = REAL(a[j * n + j]);
				NAME(rotate)(v, n, n, i, j, c, s);
			}
	}
	done = isfinite(norm);
	for (size_t i = 0; i < n; i++)
		values[i] = REAL(a[i * n + i]);
	NAME(sort)(values, n, false, v, n, NULL, 0);
	return done;
}

/* Hestenes' method: rotates columns until they are orthogonal. */
static bool NAME(singular)(void *matrix, size_t rows, size_t columns, double *values, void *right)
{
	SCALAR *a = matrix, *v = right;
	bool done = columns < 2;
	NAME(identity)(v, columns);
	for (unsigned sweep = 0; sweep < SWEEPS && !done; sweep++) {
		done = true;
		for (size_t i = 0; i < columns; i++)
			for (size_t j = i + 1; j < columns; j++) {
				double p = 0, q = 0, c;
				SCALAR x = 0, s;
				for (size_t r = 0; r < rows; r++) {
					p += NAME(square)(a[r * columns + i]);
					q += NAME(square)(a[r * columns + j]);
					x += CONJ(a[r * columns + i]) * a[r * columns + j];
				}
				/* the sums have an error of this size */
				if (!(hypot(REAL(x), IMAG(x)) > DBL_EPSILON * sqrt((double)rows) * sqrt(p) * sqrt(q)))
					continue;
				done = false;
				NAME(rotation)(p, q, x, &c, &s);
				NAME(rotate)(a, rows, columns, i, j, c, s);
				NAME(rotate)(v, columns, columns, i, j, c, s);
			}
	}
	done = true;
	for (size_t j = 0; j < columns; j++) {
		double sum = 0;
		for (size_t r = 0; r < rows; r++)
			sum += NAME(square)(a[r * columns + j]);
		values[j] = sqrt(sum);
		done = done && isfinite(sum);
		for (size_t r = 0; r < rows && sum > 0; r++)
			a[r * columns + j] /= values[j];
	}
	NAME(sort)(values, columns, true, a, rows, v, columns);
	return done;
}

/* Multiplies rows [0, rows), columns [from, to), by 1 - tau * v * v^H from the right; v is in column i, from row `from` on. */
static void NAME(reflect_right)(SCALAR *a, size_t rows, size_t n, size_t i, size_t from, size_t to, SCALAR tau)
{
	for (size_t r = 0; r < rows && tau != 0; r++) {
		SCALAR *row = a + r * n, sum = row[from];
		for (size_t j = from + 1; j < to; j++)
			sum += row[j] * a[j * n + i];
		sum *= tau;
		row[from] -= sum;
		for (size_t j = from + 1; j < to; j++)
			row[j] -= sum * CONJ(a[j * n + i]);
	}
}

static void NAME(hessenberg)(void *matrix, size_t n, size_t low, size_t high, void *taus)
{
	SCALAR *a = matrix, *tau = taus;
	for (size_t i = 0; i + 1 < n; i++) {
		tau[i] = 0;
		if (i < low || i + 1 >= high)
			continue;
		/* below the first row, the subdiagonal is the diagonal */
		tau[i] = NAME(reflection)(a + n, high - 1, n, i);
		NAME(reflect_right)(a, high, n, i, i + 1, high, tau[i]);
		NAME(reflect)(a + n, high - 1, n, i, i + 1, CONJ(tau[i]));
	}
}

/* The lower triangle of H^H * A * H for a Hermitian A (n x n, in rows of `stride` elements) and H = 1 - tau * v * v^H. */
static void NAME(reflect_both)(SCALAR *a, size_t n, size_t stride, const SCALAR *v, SCALAR tau, SCALAR *w)
{
	SCALAR dot = 0;
	for (size_t i = 0; i < n; i++)
		w[i] = REAL(a[i * stride + i]) * v[i];
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++) {
			w[i] += a[i * stride + j] * v[j];
			w[j] += CONJ(a[i * stride + j]) * v[i];
		}
	for (size_t i = 0; i < n; i++) {
		w[i] *= tau;
		dot += CONJ(w[i]) * v[i];
	}
	for (size_t i = 0; i < n; i++)
		w[i] -= tau * dot / 2 * v[i];
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j <= i; j++)
			a[i * stride + j] -= v[i] * CONJ(w[j]) + w[i] * CONJ(v[j]);
}

static void NAME(tridiagonal)(
	void *matrix, size_t n, double *diagonal, double *beside, void *taus, void *scratch)
{
	SCALAR *a = matrix, *tau = taus, *v = scratch, *w = v + n;
	for (size_t i = 0; i + 1 < n; i++) {
		const size_t rest = n - i - 1;
		tau[i] = NAME(reflection)(a + n, n - 1, n, i);
		beside[i] = REAL(a[(i + 1) * n + i]);
		diagonal[i] = REAL(a[i * n + i]);
		a[i * n + i] = diagonal[i];
		v[0] = 1;
		for (size_t r = 1; r < rest; r++)
			v[r] = a[(i + 1 + r) * n + i];
		if (tau[i] != 0)
			NAME(reflect_both)(a + (i + 1) * (n + 1), rest, n, v, tau[i], w);
	}
	if (n > 0) {
		diagonal[n - 1] = REAL(a[n * n - 1]);
		a[n * n - 1] = diagonal[n - 1];
	}
}

/* The power of 2 that brings the norms of a column and a row together; 1 unless their sum becomes less by 5 percent. */
static double NAME(balance_factor)(double column, double row)
{
	const double before = column + row;
	double factor = 1;
	if (!(column > 0) || !(row > 0))
		return 1;
	for (; column < row / 2 && factor < 0x1p100; factor *= 2, column *= 2)
		row /= 2;
	for (; column / 2 >= row && factor > 0x1p-100; factor /= 2, column /= 2)
		row *= 2;
	return column + row < 0.95 * before ? factor : 1;
}

static void NAME(balance)(void *matrix, size_t n, double *scale)
{
	SCALAR *a = matrix;
	bool done = false;
	for (size_t i = 0; i < n; i++)
		scale[i] = 1;
	for (unsigned sweep = 0; sweep < SWEEPS && !done; sweep++) {
		done = true;
		for (size_t i = 0; i < n; i++) {
			double column = 0, row = 0;
			for (size_t j = 0; j < n; j++) {
				column += NAME(square)(a[j * n + i]);
				row += NAME(square)(a[i * n + j]);
			}
			const double factor = NAME(balance_factor)(sqrt(column), sqrt(row));
			if (factor == 1 || scale[i] * factor > 0x1p400 || scale[i] * factor < 0x1p-400)
				continue;
			done = false;
			scale[i] *= factor;
			for (size_t j = 0; j < n; j++) {
				a[i * n + j] /= factor;
				a[j * n + i] *= factor;
			}
		}
	}
}

const struct hlo_matrix_functions NAME(kernels_hlo__matrix) = { sizeof(SCALAR), NAME(transpose), NAME(cholesky),
	NAME(solve), NAME(lu), NAME(qr), NAME(q), NAME(eigen), NAME(singular), NAME(hessenberg), NAME(tridiagonal),
	NAME(balance), NAME(kernels_hlo__schur) };

#undef SCALAR
#undef CONJ
#undef REAL
#undef IMAG
#undef NAME
