/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "linear/reflectors.h"
#include "linear/scale.h"
#include <kernels/stop.h>
#include <string.h>

enum {
	LEAST = 48, /* columns; fewer are faster one reflection after the other */
	LEAST_BLOCK = 8,
	MOST = (GEMM_SCRATCH_B + GEMM_SCRATCH_A) / (int)sizeof(double)
};

static double largest_of(const double *x, size_t count)
{
	double largest = 0;
	for (size_t i = 0; i < count; i++)
		largest = fabs(x[i]) > largest ? fabs(x[i]) : largest;
	return largest;
}

static bool has_nan(const double *x, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (isnan(x[i]))
			return true;
	return false;
}

static double square_of(const double *x, size_t count)
{
	double sum = 0;
	hlo_product(1, 0,
		(struct gemm){ .rows = 1,
			.columns = 1,
			.depth = count,
			.a = x,
			.a_stride = count,
			.b = x,
			.b_stride = count,
			.b_transposed = true,
			.c = &sum,
			.c_stride = 1 });
	return sum;
}

double kernels_hlo__reflector(double *x, size_t length, double *beta)
{
	const double rest = largest_of(x + 1, length - 1), largest = fmax(rest, fabs(x[0]));
	*beta = x[0];
	if (rest == 0 && !has_nan(x + 1, length - 1)) {
		x[0] = 1;
		return 0;
	}
	const bool extreme = !(largest > 0x1p-400 && largest < 0x1p400);
	const int exponent = extreme ? hlo_exponent(largest) : 0;
	kernels_hlo__shift(x, length, -exponent);
	const double head = x[0], scaled = -copysign(sqrt(square_of(x, length)), head), factor = 1 / (head - scaled);
	/* the reciprocal is exact enough: head - scaled is at least half of the largest element */
	for (size_t i = 1; i < length; i++)
		x[i] *= factor;
	x[0] = 1;
	*beta = scaled;
	kernels_hlo__shift(beta, 1, exponent);
	return (scaled - head) / scaled;
}

void kernels_hlo__block_set(struct hlo_block *block, const double *tau)
{
	const size_t count = block->count;
	double *t = block->t, products[REFLECTORS * REFLECTORS];
	hlo_product(1, 0,
		(struct gemm){ .rows = count,
			.columns = count,
			.depth = block->length,
			.a = block->v,
			.a_stride = block->stride,
			.b = block->v,
			.b_stride = block->stride,
			.b_transposed = true,
			.c = products,
			.c_stride = count });
	memset(t, 0, count * count * sizeof *t);
	for (size_t j = 0; j < count; j++) {
		t[j * count + j] = tau[j];
		for (size_t i = 0; i < j; i++) {
			double sum = 0;
			for (size_t k = i; k < j; k++)
				sum += t[i * count + k] * products[k * count + j];
			t[i * count + j] = -tau[j] * sum;
		}
	}
}

/* c -= V * w */
static void subtract_multiple(const struct hlo_block *block, const double *w, double *c, size_t columns, size_t stride)
{
	hlo_product(-1, 1,
		(struct gemm){ .rows = block->length,
			.columns = columns,
			.depth = block->count,
			.a = block->v,
			.a_stride = block->stride,
			.a_transposed = true,
			.b = w,
			.b_stride = columns,
			.c = c,
			.c_stride = stride });
}

void kernels_hlo__block_apply(
	const struct hlo_block *block, bool transpose, double *c, size_t columns, size_t stride, double *work)
{
	double *other = work + block->count * columns;
	hlo_product(1, 0,
		(struct gemm){ .rows = block->count,
			.columns = columns,
			.depth = block->length,
			.a = block->v,
			.a_stride = block->stride,
			.b = c,
			.b_stride = stride,
			.c = work,
			.c_stride = columns });
	hlo_product(1, 0,
		(struct gemm){ .rows = block->count,
			.columns = columns,
			.depth = block->count,
			.a = block->t,
			.a_stride = block->count,
			.a_transposed = transpose,
			.b = work,
			.b_stride = columns,
			.c = other,
			.c_stride = columns });
	subtract_multiple(block, other, c, columns, stride);
}

/* ---- matrices whose columns hold reflections */

/* Reflections of a matrix, and the scratch memory of its blocks. */
struct blocks {
	double *a;
	size_t rows, columns;
	size_t most;          /* reflections in a block */
	double *lines, *work; /* most * rows numbers, 2 * most * columns numbers */
};

/* Takes the scratch memory; false: not worthwhile, or impossible. */
static bool begin(struct blocks *b, double *a, size_t rows, size_t columns, size_t count)
{
	if (count < LEAST || rows > MOST || columns > MOST)
		return false;
	const size_t most = MOST / (rows + 2 * columns);
	*b = (struct blocks){ .a = a, .rows = rows, .columns = columns, .most = most < REFLECTORS ? most : REFLECTORS };
	if (b->most < LEAST_BLOCK)
		return false;
	b->lines = kernels_shared__gemm_take_scratch();
	if (!b->lines)
		return false;
	b->work = b->lines + b->most * rows;
	return true;
}

static void end(const struct blocks *b) { kernels_shared__gemm_give_scratch(b->lines); }

/* Whether sums of products with the columns from `from` on are exact enough without scaling: no column has an extreme size. */
static bool is_plain(const struct blocks *b, size_t from)
{
	double *largest = b->work;
	memset(largest + from, 0, (b->columns - from) * sizeof *largest);
	for (size_t r = 0; r < b->rows; r++) {
		const double *row = b->a + r * b->columns;
		for (size_t j = from; j < b->columns; j++) /* NaN remains */
			largest[j] = fabs(row[j]) <= largest[j] ? largest[j] : fabs(row[j]);
	}
	for (size_t j = from; j < b->columns; j++)
		if (largest[j] != 0 && !(largest[j] > 0x1p-700 && largest[j] < 0x1p900))
			return false;
	return true;
}

/* Copies `count` columns, from row i and column i on, to lines. */
static void load_lines(const struct blocks *b, size_t i, size_t count)
{
	const size_t length = b->rows - i;
	for (size_t r = 0; r < length; r++)
		for (size_t c = 0; c < count; c++)
			b->lines[c * length + r] = b->a[(i + r) * b->columns + i + c];
}

/* Makes vectors of lines: ones and zeros where the matrix has other elements. */
static void load_vectors(const struct blocks *b, struct hlo_block *block, size_t i, size_t count, const double *tau)
{
	load_lines(b, i, count);
	const size_t length = b->rows - i;
	for (size_t c = 0; c < count; c++) {
		memset(b->lines + c * length, 0, c * sizeof(double));
		b->lines[c * length + c] = 1;
	}
	block->v = b->lines;
	block->count = count;
	block->length = block->stride = length;
	kernels_hlo__block_set(block, tau + i);
}

/* The QR factorization of the matrix whose columns are the lines. Vectors replace the elements from the diagonal on, whose own elements
 * get to `diagonal`. */
static void factor_lines(double *lines, size_t length, size_t count, double *tau, double *diagonal)
{
	double sums[REFLECTORS];
	for (size_t c = 0; c < count; c++) {
		double *x = lines + c * length + c, *others = x + length;
		const size_t rest = length - c, more = count - c - 1;
		tau[c] = kernels_hlo__reflector(x, rest, &diagonal[c]);
		if (more == 0 || tau[c] == 0)
			continue;
		hlo_product(tau[c], 0,
			(struct gemm){ .rows = more,
				.columns = 1,
				.depth = rest,
				.a = others,
				.a_stride = length,
				.b = x,
				.b_stride = 1,
				.c = sums,
				.c_stride = 1 });
		for (size_t j = 0; j < more; j++)
			hlo_product(-sums[j], 1,
				(struct gemm){ .rows = 1,
					.columns = rest,
					.depth = 1,
					.a = kernels_shared__gemm_one(GEMM_F64),
					.a_stride = 1,
					.b = x,
					.b_stride = rest,
					.c = others + j * length,
					.c_stride = rest });
	}
}

/* Copies lines back. */
static void store_lines(const struct blocks *b, size_t i, size_t count, const double *diagonal)
{
	const size_t length = b->rows - i;
	for (size_t r = 0; r < length; r++)
		for (size_t c = 0; c < count; c++)
			b->a[(i + r) * b->columns + i + c] = r == c ? diagonal[c] : b->lines[c * length + r];
}

static size_t at_most(size_t n, size_t limit) { return n < limit ? n : limit; }

bool kernels_hlo__qr_in_blocks(double *a, size_t rows, size_t columns, double *tau)
{
	const size_t least = at_most(rows, columns);
	struct blocks b;
	if (!begin(&b, a, rows, columns, least))
		return false;
	const bool good = is_plain(&b, 0);
	for (size_t i = 0, count; i < least && good && !kernels_stopped(); i += count) {
		double diagonal[REFLECTORS];
		struct hlo_block block;
		count = at_most(least - i, b.most);
		load_lines(&b, i, count);
		factor_lines(b.lines, rows - i, count, tau + i, diagonal);
		store_lines(&b, i, count, diagonal);
		if (i + count == columns)
			break;
		load_vectors(&b, &block, i, count, tau);
		kernels_hlo__block_apply(
			&block, true, a + i * columns + i + count, columns - i - count, columns, b.work);
	}
	end(&b);
	return good;
}

/* Writes the first columns of the product of a block: e - V * (T * V1^T), where e is the beginning of the unit matrix, and V1 of V. */
static void first_columns(const struct hlo_block *block, double *c, size_t stride, double *work)
{
	const size_t count = block->count;
	hlo_product(1, 0,
		(struct gemm){ .rows = count,
			.columns = count,
			.depth = count,
			.a = block->t,
			.a_stride = count,
			.b = block->v,
			.b_stride = block->stride,
			.c = work,
			.c_stride = count });
	for (size_t r = 0; r < block->length; r++)
		for (size_t j = 0; j < count; j++)
			c[r * stride + j] = r == j;
	subtract_multiple(block, work, c, count, stride);
}

bool kernels_hlo__q_in_blocks(double *a, size_t rows, size_t columns, size_t count, const double *tau)
{
	struct blocks b;
	if (!begin(&b, a, rows, columns, count))
		return false;
	for (size_t r = 0; r < rows; r++)
		for (size_t j = count; j < columns; j++)
			a[r * columns + j] = r == j;
	for (size_t last = count, i; last > 0 && !kernels_stopped(); last = i) {
		struct hlo_block block;
		i = (last - 1) / b.most * b.most;
		load_vectors(&b, &block, i, last - i, tau);
		if (last < columns)
			kernels_hlo__block_apply(
				&block, false, a + i * columns + last, columns - last, columns, b.work);
		first_columns(&block, a + i * columns + i, columns, b.work);
		for (size_t r = 0; r < i; r++)
			memset(a + r * columns + i, 0, (last - i) * sizeof *a);
	}
	end(&b);
	return true;
}

bool kernels_hlo__apply_in_blocks(double *a, size_t rows, size_t columns, size_t count, const double *tau, bool adjoint)
{
	struct blocks b;
	if (columns - count < LEAST_BLOCK || !begin(&b, a, rows, columns, count))
		return false;
	const bool good = is_plain(&b, count);
	const size_t blocks = (count + b.most - 1) / b.most;
	for (size_t done = 0; done < blocks && good && !kernels_stopped(); done++) {
		const size_t i = (adjoint ? done : blocks - 1 - done) * b.most;
		struct hlo_block block;
		load_vectors(&b, &block, i, at_most(count - i, b.most), tau);
		kernels_hlo__block_apply(&block, adjoint, a + i * columns + count, columns - count, columns, b.work);
	}
	end(&b);
	return good;
}

bool kernels_hlo__multiply_by_q(
	double *a, size_t rows, size_t columns, size_t count, const double *tau, double *c, size_t c_columns)
{
	struct blocks b;
	if (rows > MOST || columns + c_columns > MOST || !begin(&b, a, rows, columns + c_columns, count))
		return false;
	b.columns = columns;
	for (size_t last = count, i; last > 0 && !kernels_stopped(); last = i) {
		struct hlo_block block;
		i = (last - 1) / b.most * b.most;
		load_vectors(&b, &block, i, last - i, tau);
		kernels_hlo__block_apply(&block, false, c + i * c_columns, c_columns, c_columns, b.work);
	}
	end(&b);
	return true;
}

void kernels_hlo__q_of_lines(
	const double *v, size_t n, size_t count, size_t offset, const double *tau, double *q, double *work)
{
	for (size_t i = 0; i < n * n; i++)
		q[i] = i / n == i % n;
	const size_t blocks = (count + REFLECTORS - 1) / REFLECTORS;
	for (size_t done = 0; done < blocks && !kernels_stopped(); done++) {
		const size_t i = (blocks - 1 - done) * REFLECTORS, from = i + offset;
		struct hlo_block block = {
			.v = v + i * n + from, .count = at_most(count - i, REFLECTORS), .length = n - from, .stride = n
		};
		kernels_hlo__block_set(&block, tau + i);
		kernels_hlo__block_apply(&block, false, q + from * n + from, n - from, n, work);
	}
}
