/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* More of matrix.h with Householder reflections. Included by matrix.c once for each scalar type, after matrix_typed.h. */

/* The reflections are in columns [0, count), the others are changed. Q is the product in ascending order: its last factor is the first
 * one that meets a column; those of Q^H are the adjoint ones in the other order. */
static void NAME(apply)(void *matrix, size_t rows, size_t columns, size_t count, const void *taus, bool adjoint)
{
	SCALAR *a = matrix;
	const SCALAR *tau = taus;
	uint32_t did = 0;
	if (IN_BLOCKS(apply, a, rows, columns, count, tau, adjoint))
		return;
	for (size_t done = 0; done < count && !kernels_stops(&did, 2 * rows * (columns - count)); done++) {
		const size_t i = adjoint ? done : count - 1 - done;
		NAME(reflect)(a, rows, columns, i, count, adjoint ? CONJ(tau[i]) : tau[i]);
	}
}

/* The norm of column j from row i on, without squares that overflow or underflow. */
static double NAME(norm)(const SCALAR *a, size_t rows, size_t columns, size_t i, size_t j)
{
	double largest = 0, sum = 0;
	for (size_t r = i; r < rows; r++)
		largest = fmax(largest, fmax(fabs(REAL(a[r * columns + j])), fabs(IMAG(a[r * columns + j]))));
	if (largest == 0 || isinf(largest))
		return largest;
	const struct hlo_power down = hlo_power(-hlo_exponent(largest)), up = hlo_power(hlo_exponent(largest));
	for (size_t r = i; r < rows; r++)
		sum += NAME(square)(a[r * columns + j] * down.first * down.second);
	return sqrt(sum) * up.first * up.second;
}

static void NAME(swap_columns)(SCALAR *a, size_t rows, size_t columns, size_t i, size_t j, int32_t *order)
{
	const int32_t number = order[i];
	order[i] = order[j];
	order[j] = number;
	for (size_t r = 0; r < rows && i != j; r++) {
		const SCALAR x = a[r * columns + i];
		a[r * columns + i] = a[r * columns + j];
		a[r * columns + j] = x;
	}
}

/* Moves the columns whose `order` is not 0 to the front, and numbers all from 1. Returns how many these are. */
static size_t NAME(fix_columns)(SCALAR *a, size_t rows, size_t columns, int32_t *order)
{
	size_t fixed = 0;
	for (size_t j = 0; j < columns; j++) {
		const bool is_fixed = order[j] != 0;
		order[j] = (int32_t)(j + 1);
		if (is_fixed)
			NAME(swap_columns)(a, rows, columns, j, fixed++, order);
	}
	return fixed;
}

/* The norms of the columns behind i, without their elements in row i, are those before less these elements: computed anew if nearly all
 * of a norm is gone, as LAPACK's laqp2 does, so that equal columns compare alike. */
static void NAME(reduce_norms)(const SCALAR *a, size_t rows, size_t columns, size_t i, double *norms, double *exact)
{
	for (size_t j = i + 1; j < columns; j++) {
		if (norms[j] == 0)
			continue;
		const double ratio = sqrt(NAME(square)(a[i * columns + j])) / norms[j], rest = fmax(1 - ratio * ratio, 0);
		const double kept = norms[j] / exact[j];
		if (rest * kept * kept <= 1.0536712127723509e-8) /* the root of 2^-53 */
			norms[j] = exact[j] = NAME(norm)(a, rows, columns, i + 1, j);
		else
			norms[j] *= sqrt(rest);
	}
}

static void NAME(pivoted_qr)(void *matrix, size_t rows, size_t columns, int32_t *order, void *taus, double *norms)
{
	SCALAR *a = matrix, *tau = taus;
	double *exact = norms + columns;
	const size_t least = rows < columns ? rows : columns, fixed = NAME(fix_columns)(a, rows, columns, order);
	uint32_t did = 0;
	for (size_t i = 0; i < least && !kernels_stops(&did, 4 * rows * (columns - i)); i++) {
		for (size_t j = i; j < columns && i == fixed; j++)
			norms[j] = exact[j] = NAME(norm)(a, rows, columns, i, j);
		size_t best = i;
		for (size_t j = i + 1; j < columns && i >= fixed; j++)
			best = norms[j] > norms[best] ? j : best;
		if (best != i) {
			NAME(swap_columns)(a, rows, columns, i, best, order);
			norms[best] = norms[i];
			exact[best] = exact[i];
		}
		tau[i] = NAME(reflection)(a, rows, columns, i);
		NAME(reflect)(a, rows, columns, i, i + 1, CONJ(tau[i]));
		if (i >= fixed)
			NAME(reduce_norms)(a, rows, columns, i, norms, exact);
	}
}
