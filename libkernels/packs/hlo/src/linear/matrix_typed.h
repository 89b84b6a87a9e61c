/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The algorithms of matrix.h for one scalar type. Included by matrix.c once for each (hence no include guard), with the
 * macros SCALAR, CONJ(x), REAL(x), IMAG(x), DIVIDE(x, y), NAME(x), and IN_BLOCKS(function, ...): of reflectors.h. */

static double NAME(square)(SCALAR x) { return REAL(x) * REAL(x) + IMAG(x) * IMAG(x); }

static void NAME(transpose)(const void *from, size_t rows, size_t columns, bool conjugate, void *to)
{
	const SCALAR *a = from;
	SCALAR *b = to;
	uint32_t did = 0;
	for (size_t i = 0; i < rows && !kernels_stops(&did, columns); i++)
		for (size_t j = 0; j < columns; j++)
			b[j * rows + i] = conjugate ? CONJ(a[i * columns + j]) : a[i * columns + j];
}

/* Multiplies the elements of column j from row i on by a power of 2. */
static void NAME(shift)(SCALAR *a, size_t rows, size_t columns, size_t i, size_t j, int exponent)
{
	const struct hlo_power power = hlo_power(exponent);
	for (size_t r = i; r < rows; r++)
		a[r * columns + j] = a[r * columns + j] * power.first * power.second;
}

/* Whether all elements of column i below row i are 0; no NaN is. */
static bool NAME(is_reduced)(const SCALAR *a, size_t rows, size_t columns, size_t i)
{
	for (size_t r = i + 1; r < rows; r++)
		if (!(a[r * columns + i] == 0))
			return false;
	return true;
}

/* Makes the reflection that maps column i, from row i on, to a multiple of the first unit vector. Returns its tau. The column
 * is scaled for this, so that its norm has no squares that overflow or underflow. */
static SCALAR NAME(reflection)(SCALAR *a, size_t rows, size_t columns, size_t i)
{
	const SCALAR alpha = a[i * columns + i];
	double largest = 0, rest = 0;
	for (size_t r = i + 1; r < rows; r++)
		largest = fmax(largest, fmax(fabs(REAL(a[r * columns + i])), fabs(IMAG(a[r * columns + i]))));
	if (largest == 0 && IMAG(alpha) == 0 && NAME(is_reduced)(a, rows, columns, i))
		return 0;
	largest = fmax(largest, fmax(fabs(REAL(alpha)), fabs(IMAG(alpha))));
	const int exponent = hlo_exponent(largest);
	const struct hlo_power up = hlo_power(exponent);
	NAME(shift)(a, rows, columns, i, i, -exponent);
	for (size_t r = i; r < rows; r++)
		rest += NAME(square)(a[r * columns + i]);
	const SCALAR head = a[i * columns + i];
	const double beta = -copysign(sqrt(rest), REAL(head));
	for (size_t r = i + 1; r < rows; r++)
		a[r * columns + i] /= head - beta;
	a[i * columns + i] = beta * up.first * up.second;
	return (beta - head) / beta;
}

/* v^H times column j, where v is in column i: rows [i, rows). */
static SCALAR NAME(project)(const SCALAR *a, size_t rows, size_t columns, size_t i, size_t j)
{
	SCALAR sum = a[i * columns + j];
	for (size_t r = i + 1; r < rows; r++)
		sum += CONJ(a[r * columns + i]) * a[r * columns + j];
	return sum;
}

/* One column of reflect(). The product is linear in the column: one of extreme size is scaled for it. */
static void NAME(reflect_column)(SCALAR *a, size_t rows, size_t columns, size_t i, size_t j, SCALAR tau)
{
	SCALAR sum = NAME(project)(a, rows, columns, i, j);
	const double size = fabs(REAL(sum)) + fabs(IMAG(sum));
	int exponent = 0;
	if (!(size > 0x1p-900 && size < 0x1p1000)) {
		double largest = 0;
		for (size_t r = i; r < rows; r++)
			largest = fmax(largest, fmax(fabs(REAL(a[r * columns + j])), fabs(IMAG(a[r * columns + j]))));
		exponent = largest > 0x1p-900 && largest < 0x1p900 ? 0 : hlo_exponent(largest);
		NAME(shift)(a, rows, columns, i, j, -exponent);
		sum = NAME(project)(a, rows, columns, i, j);
	}
	sum *= tau;
	a[i * columns + j] -= sum;
	for (size_t r = i + 1; r < rows; r++)
		a[r * columns + j] -= a[r * columns + i] * sum;
	if (exponent != 0)
		NAME(shift)(a, rows, columns, i, j, exponent);
}

/* REFLECTED columns from `from` on, side by side: the same sums, row by row. Returns false, and changes nothing, if one of them has an
 * extreme size. */
static bool NAME(reflect_columns)(SCALAR *a, size_t rows, size_t columns, size_t i, size_t from, SCALAR tau)
{
	SCALAR sums[REFLECTED], *row = a + i * columns;
	for (size_t j = 0; j < REFLECTED; j++)
		sums[j] = row[from + j];
	for (size_t r = i + 1; r < rows; r++) {
		row = a + r * columns;
		const SCALAR left = CONJ(row[i]);
		for (size_t j = 0; j < REFLECTED; j++)
			sums[j] += left * row[from + j];
	}
	for (size_t j = 0; j < REFLECTED; j++) {
		const double size = fabs(REAL(sums[j])) + fabs(IMAG(sums[j]));
		if (!(size > 0x1p-900 && size < 0x1p1000))
			return false;
		sums[j] *= tau;
	}
	row = a + i * columns;
	for (size_t j = 0; j < REFLECTED; j++)
		row[from + j] -= sums[j];
	for (size_t r = i + 1; r < rows; r++) {
		row = a + r * columns;
		const SCALAR left = row[i];
		for (size_t j = 0; j < REFLECTED; j++)
			row[from + j] -= left * sums[j];
	}
	return true;
}

/* Multiplies columns [from, columns), rows [i, rows), by 1 - tau * v * v^H, where v is in column i. */
static void NAME(reflect)(SCALAR *a, size_t rows, size_t columns, size_t i, size_t from, SCALAR tau)
{
	uint32_t did = 0;
	for (size_t j = from; j < columns && tau != 0 && !kernels_stops(&did, 4 * rows);) {
		if (j + REFLECTED <= columns && NAME(reflect_columns)(a, rows, columns, i, j, tau))
			j += REFLECTED;
		else
			NAME(reflect_column)(a, rows, columns, i, j++, tau);
	}
}

static void NAME(qr)(void *matrix, size_t rows, size_t columns, void *taus)
{
	SCALAR *a = matrix, *tau = taus;
	const size_t least = rows < columns ? rows : columns;
	uint32_t did = 0;
	if (IN_BLOCKS(qr, a, rows, columns, tau))
		return;
	for (size_t i = 0; i < least && !kernels_stops(&did, 2 * rows * (columns - i)); i++) {
		tau[i] = NAME(reflection)(a, rows, columns, i);
		NAME(reflect)(a, rows, columns, i, i + 1, CONJ(tau[i]));
	}
}

static void NAME(q)(void *matrix, size_t rows, size_t columns, size_t count, const void *taus)
{
	SCALAR *a = matrix;
	const SCALAR *tau = taus;
	uint32_t did = 0;
	if (IN_BLOCKS(q, a, rows, columns, count, tau))
		return;
	for (size_t j = count; j < columns && !kernels_stops(&did, rows); j++)
		for (size_t r = 0; r < rows; r++)
			a[r * columns + j] = r == j;
	for (size_t i = count; i-- > 0 && !kernels_stops(&did, 2 * rows * (columns - i));) {
		NAME(reflect)(a, rows, columns, i, i + 1, tau[i]);
		for (size_t r = 0; r < rows; r++)
			a[r * columns + i] = r < i ? 0 : r == i ? 1 - tau[i] : -tau[i] * a[r * columns + i];
	}
}

