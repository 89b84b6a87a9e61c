/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The Hessenberg and tridiagonal forms and the balance of matrix.h for one scalar type, and the table of all functions. Included
 * by matrix.c after jacobi_typed.h. */

/* Multiplies rows [0, rows), columns [from, to), by 1 - tau * v * v^H from the right; v is in column i, from row `from` on. */
static void NAME(reflect_right)(SCALAR *a, size_t rows, size_t n, size_t i, size_t from, size_t to, SCALAR tau)
{
	uint32_t did = 0;
	for (size_t r = 0; r < rows && tau != 0 && !kernels_stops(&did, 4 * (to - from)); r++) {
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
	const size_t parts = n * n * sizeof *a / sizeof(double);
	const int exponent = kernels_hlo__excess(kernels_hlo__largest(matrix, parts));
	kernels_hlo__shift(matrix, parts, -exponent);
	uint32_t did = 0;
	for (size_t i = 0; i + 1 < n && !kernels_stops(&did, 4 * n * (n - i)); i++) {
		tau[i] = 0;
		if (i < low || i + 1 >= high)
			continue;
		/* below the first row, the subdiagonal is the diagonal */
		tau[i] = NAME(reflection)(a + n, high - 1, n, i);
		NAME(reflect_right)(a, high, n, i, i + 1, high, tau[i]);
		NAME(reflect)(a + n, high - 1, n, i, i + 1, CONJ(tau[i]));
	}
	for (size_t j = 0; j < n && exponent != 0; j++) { /* not the reflections */
		const size_t rows = j >= low && j + 1 < high ? j + 2 : n;
		NAME(shift)(a, rows, n, 0, j, exponent);
		NAME(shift)(a, n, n, high > rows ? high : rows, j, exponent);
	}
}

/* The lower triangle of H^H * A * H for a Hermitian A (n x n, in rows of `stride` elements) and H = 1 - tau * v * v^H. */
static void NAME(reflect_both)(SCALAR *a, size_t n, size_t stride, const SCALAR *v, SCALAR tau, SCALAR *w)
{
	SCALAR dot = 0;
	for (size_t i = 0; i < n; i++)
		w[i] = REAL(a[i * stride + i]) * v[i];
	uint32_t did = 0;
	for (size_t i = 0; i < n && !kernels_stops(&did, 2 * i); i++)
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
	for (size_t i = 0; i < n && !kernels_stops(&did, 2 * i); i++)
		for (size_t j = 0; j <= i; j++)
			a[i * stride + j] -= v[i] * CONJ(w[j]) + w[i] * CONJ(v[j]);
}

static void NAME(tridiagonal)(
	void *matrix, size_t n, double *diagonal, double *beside, void *taus, void *scratch)
{
	SCALAR *a = matrix, *tau = taus, *v = scratch, *w = v + n;
	double largest = 0;
	for (size_t i = 0; i < n; i++)
		largest = fmax(largest, kernels_hlo__largest((double *)(a + i * n), (i + 1) * sizeof *a / sizeof(double)));
	const int exponent = kernels_hlo__excess(largest);
	for (size_t i = 0; i < n; i++)
		kernels_hlo__shift((double *)(a + i * n), (i + 1) * sizeof *a / sizeof(double), -exponent);
	uint32_t did = 0;
	const bool done = TRIDIAGONAL_IN_BLOCKS(a, n, diagonal, beside, tau);
	for (size_t i = 0; i + 1 < n && !done && !kernels_stops(&did, 2 * n * (n - i)); i++) {
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
	if (n > 0 && !done) {
		diagonal[n - 1] = REAL(a[n * n - 1]);
		a[n * n - 1] = diagonal[n - 1];
	}
	kernels_hlo__shift(diagonal, n, exponent);
	kernels_hlo__shift(beside, n > 0 ? n - 1 : 0, exponent);
	for (size_t i = 0; i < n && exponent != 0; i++) { /* not the reflections */
		a[i * n + i] = diagonal[i];
		if (i > 0)
			a[i * n + i - 1] = beside[i - 1];
	}
}

/* The lines of the sweeps become the columns of Q, which is 1 in front of the product of the reflections below the subdiagonal. */
static void NAME(load_q)(SCALAR *a, size_t n, const SCALAR *tau, const struct hlo_sweeps *lines)
{
	enum { PARTS = sizeof(SCALAR) / sizeof(double) };
	NAME(q)(a + n, n - 1, n, n - 1, tau); /* column c of Q is in column c - 1 */
	memset(a, 0, n * sizeof *a);
	memset(lines->panels, 0, sweeps_panels(n, lines->width) * sizeof(double));
	*sweeps_at(lines, 0, 0) = 1;
	for (size_t r = 1; r < n; r++)
		for (size_t part = 0; part < PARTS; part++) {
			const double *row = (const double *)(const void *)(a + r * n) + part;
			double *to = sweeps_at(lines, 1, r * PARTS + part);
			for (size_t j = 0; j + 1 < n; j++)
				to[j * SWEEP_PANEL] = row[j * PARTS];
		}
}

/* Sorts the eigenvalues, and writes the lines as columns in their order. */
static void NAME(store_sorted)(const struct hlo_sweeps *lines, double *values, size_t *order, double *sorted, SCALAR *vectors)
{
	enum { PARTS = sizeof(SCALAR) / sizeof(double) };
	const size_t n = lines->lines;
	kernels_hlo__order(values, n, order, order + n);
	for (size_t j = 0; j < n; j++)
		sorted[j] = values[order[j]];
	memcpy(values, sorted, n * sizeof *values);
	for (size_t r = 0; r < n; r++)
		for (size_t part = 0; part < PARTS; part++) {
			double *to = (double *)(void *)(vectors + r * n) + part;
			const double *from = sweeps_at(lines, 0, r * PARTS + part);
			for (size_t j = 0; j < n; j++)
				to[j * PARTS] = from[order[j] * SWEEP_PANEL];
		}
}

/* The eigenvectors are those of the tridiagonal matrix, rotated from the columns of Q. */
static bool NAME(eigen_by_ql)(SCALAR *a, size_t n, double *values, double *beside, const SCALAR *tau, SCALAR *vectors, double *scratch)
{
	struct hlo_sweeps lines;
	const size_t width = n * sizeof *a / sizeof(double);
	double *rotations = scratch + sweeps_panels(n, width), *sorted = rotations + sweeps_rotations(n);
	kernels_hlo__sweeps_begin(&lines, scratch, n, width, rotations);
	NAME(load_q)(a, n, tau, &lines);
	if (!kernels_hlo__ql(values, beside, n, &lines))
		return false;
	NAME(store_sorted)(&lines, values, (size_t *)(void *)(sorted + n), sorted, vectors);
	return true;
}

/* The values alone: nothing is rotated. */
static bool NAME(eigenvalues)(size_t n, double *values, double *beside, double *scratch)
{
	struct hlo_sweeps none;
	size_t *order = (size_t *)(void *)(scratch + n);
	kernels_hlo__sweeps_begin(&none, NULL, n, 0, NULL);
	if (!kernels_hlo__ql(values, beside, n, &none))
		return false;
	kernels_hlo__order(values, n, order, order + n);
	for (size_t j = 0; j < n; j++)
		scratch[j] = values[order[j]];
	memcpy(values, scratch, n * sizeof *values);
	return true;
}

static bool NAME(eigen)(void *matrix, size_t n, double *values, void *vectors, void *scratch)
{
	SCALAR *a = matrix, *tau = scratch, *work = tau + n;
	const size_t parts = n * n * sizeof *a / sizeof(double);
	double *beside = (double *)(void *)(work + 2 * n), *rest = beside + n;
	const double largest = kernels_hlo__largest(matrix, parts);
	const int exponent = kernels_hlo__excess(largest);
	bool good = isfinite(largest);
	if (good && n > 0) {
		kernels_hlo__shift(matrix, parts, -exponent);
		NAME(tridiagonal)(a, n, values, beside, tau, work);
		if (!vectors)
			good = NAME(eigenvalues)(n, values, beside, rest);
		else if (n >= DIVIDED)
			good = EIGEN_BY_HALVES(a, n, values, beside, tau, vectors, rest);
		else
			good = NAME(eigen_by_ql)(a, n, values, beside, tau, vectors, rest);
	}
	if (!good && vectors)
		NAME(identity)(vectors, n);
	for (size_t i = 0; i < n && !good; i++)
		values[i] = (double)NAN;
	kernels_hlo__shift(values, n, exponent);
	return good;
}

/* Exchanges rows and columns i and j. */
static void NAME(exchange)(SCALAR *a, size_t n, size_t i, size_t j)
{
	for (size_t k = 0; k < n && i != j; k++) {
		const SCALAR x = a[k * n + i];
		a[k * n + i] = a[k * n + j];
		a[k * n + j] = x;
	}
	for (size_t k = 0; k < n && i != j; k++) {
		const SCALAR x = a[i * n + k];
		a[i * n + k] = a[j * n + k];
		a[j * n + k] = x;
	}
}

/* Whether row (or column) i has no other element than that of the diagonal in columns (rows) [low, high). */
static bool NAME(is_alone)(const SCALAR *a, size_t n, size_t low, size_t high, size_t i, bool row)
{
	for (size_t k = low; k < high; k++)
		if (k != i && (row ? a[i * n + k] : a[k * n + i]) != 0)
			return false;
	return true;
}

/* The order of LAPACK's gebal, on which the order of the eigenvalues depends: after each exchange, the search begins again. */
static void NAME(permute)(void *matrix, size_t n, size_t *low, size_t *high, double *scale)
{
	SCALAR *a = matrix;
	*low = 0;
	*high = n;
	for (size_t i = *high; i-- > 0;)
		if (NAME(is_alone)(a, n, 0, *high, i, true)) { /* an eigenvalue, moved to the end */
			scale[*high - 1] = (double)i;
			NAME(exchange)(a, n, i, *high - 1);
			if (*high == 1) {
				scale[0] = 1;
				return;
			}
			i = --*high;
		}
	for (size_t i = 0; i < *high; i++)
		if (NAME(is_alone)(a, n, *low, *high, i, false)) { /* one that moves to the beginning */
			scale[*low] = (double)i;
			NAME(exchange)(a, n, i, *low);
			i = (*low)++;
		}
	for (size_t i = *low; i < *high; i++)
		scale[i] = 1;
}

/* A row and column of equal number: their norms, and their largest elements. */
struct NAME(cross) {
	double column, row, largest_column, largest_row;
};

static struct NAME(cross) NAME(measure)(const SCALAR *a, size_t n, size_t low, size_t high, size_t i)
{
	struct NAME(cross) m = { 0, 0, 0, 0 };
	for (size_t k = low; k < high; k++) { /* numbers of more than half of the range: hypot() has no squares */
		m.column = hypot(m.column, hypot(REAL(a[k * n + i]), IMAG(a[k * n + i])));
		m.row = hypot(m.row, hypot(REAL(a[i * n + k]), IMAG(a[i * n + k])));
	}
	for (size_t k = 0; k < high; k++)
		m.largest_column = fmax(m.largest_column, hypot(REAL(a[k * n + i]), IMAG(a[k * n + i])));
	for (size_t k = low; k < n; k++)
		m.largest_row = fmax(m.largest_row, hypot(REAL(a[i * n + k]), IMAG(a[i * n + k])));
	return m;
}

#define SMALLEST (2 * DBL_MIN / DBL_EPSILON)

/* The power of 2 that brings the norms of a column and a row together; 1 unless their sum becomes less by 5 percent. */
static double NAME(balance_factor)(struct NAME(cross) m)
{
	const double before = m.column + m.row;
	double f = 1;
	if (!(m.column > 0) || !(m.row > 0))
		return 1;
	while (m.column < m.row / 2 && fmax(f, fmax(m.column, m.largest_column)) < 1 / SMALLEST &&
		fmin(m.row / 2, m.largest_row) > SMALLEST) {
		f *= 2;
		m = (struct NAME(cross)){ m.column * 2, m.row / 2, m.largest_column * 2, m.largest_row / 2 };
	}
	while (m.column / 2 >= m.row && fmax(m.row, m.largest_row) < 1 / SMALLEST &&
		fmin(f, fmin(m.column / 2, m.largest_column)) > SMALLEST) {
		f /= 2;
		m = (struct NAME(cross)){ m.column / 2, m.row * 2, m.largest_column / 2, m.largest_row * 2 };
	}
	return m.column + m.row < 0.95 * before ? f : 1;
}

static void NAME(balance)(void *matrix, size_t n, size_t low, size_t high, double *scale)
{
	SCALAR *a = matrix;
	bool done = false;
	uint32_t did = 0;
	for (unsigned sweep = 0; sweep < BALANCE_SWEEPS && !done; sweep++) {
		done = true;
		for (size_t i = low; i < high; i++) {
			if (kernels_stops(&did, 32 * n))
				return;
			const double factor = NAME(balance_factor)(NAME(measure)(a, n, low, high, i)), product = scale[i] * factor;
			if (factor == 1 || product >= 1 / SMALLEST || product <= SMALLEST)
				continue;
			done = false;
			scale[i] = product;
			for (size_t k = low; k < n; k++)
				a[i * n + k] /= factor;
			for (size_t k = 0; k < high; k++)
				a[k * n + i] *= factor;
		}
	}
}

const struct hlo_matrix_functions NAME(kernels_hlo__matrix) = { sizeof(SCALAR), NAME(transpose), NAME(cholesky),
	NAME(solve), NAME(lu), NAME(qr), NAME(q), NAME(eigen), NAME(singular), NAME(hessenberg), NAME(tridiagonal),
	NAME(permute), NAME(balance), NAME(kernels_hlo__schur), NAME(apply), NAME(pivoted_qr), NAME(solve_band) };

#undef SCALAR
#undef CONJ
#undef REAL
#undef IMAG
#undef DIVIDE
#undef ROTATE_LINES
#undef IN_BLOCKS
#undef TRIDIAGONAL_IN_BLOCKS
#undef DIVIDED
#undef EIGEN_BY_HALVES
#undef BY_QR
#undef BIDIAGONAL_QR
#undef NAME
#undef SMALLEST
