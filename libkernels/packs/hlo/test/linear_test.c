/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transforms against their definition, factorizations by what they promise, random bits against known answers. */
#include "arrays.h"
#include <complex.h>
#include <math.h>

typedef long double complex wide;

static bool is_single(enum kernels_dtype t) { return t == KERNELS_F32 || t == KERNELS_COMPLEX64; }

static double complex number(const struct array *a, int64_t i)
{
	switch ((int)a->dtype) {
	case KERNELS_F32: return (double)((const float *)a->bytes)[i];
	case KERNELS_F64: return ((const double *)a->bytes)[i];
	case KERNELS_COMPLEX64: return CMPLX(((const float *)a->bytes)[2 * i], ((const float *)a->bytes)[2 * i + 1]);
	case KERNELS_COMPLEX128: return CMPLX(((const double *)a->bytes)[2 * i], ((const double *)a->bytes)[2 * i + 1]);
	default: return (double)array_get(a, i);
	}
}

static void set_number(struct array *a, int64_t i, double complex x)
{
	switch ((int)a->dtype) {
	case KERNELS_F32: ((float *)a->bytes)[i] = (float)creal(x); break;
	case KERNELS_F64: ((double *)a->bytes)[i] = creal(x); break;
	case KERNELS_COMPLEX64:
		((float *)a->bytes)[2 * i] = (float)creal(x);
		((float *)a->bytes)[2 * i + 1] = (float)cimag(x);
		break;
	default:
		((double *)a->bytes)[2 * i] = creal(x);
		((double *)a->bytes)[2 * i + 1] = cimag(x);
	}
}

static double any_unit(void) { return (double)random_from(-1000000, 1000000) / 1e6; }

static struct array any_numbers(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct array a = array_make(dtype, rank, dims);
	for (int64_t i = 0; i < a.elements; i++)
		set_number(&a, i, CMPLX(any_unit(), any_unit()));
	return a;
}

/* Runs the call. Returns false, with a report, if it fails. In mutants nothing is checked. */
static bool ran(int line)
{
	const char *error = calls_run();
	if (calls_mutating)
		return false;
	if (error)
		check_report(__FILE__, line, "%s", error);
	return !error;
}

/* ---- fft */

static wide root(int64_t n, int64_t length)
{
	const long double angle = 6.283185307179586476925286766559L * (long double)(n % length) / (long double)length;
	return CMPLXL(cosl(angle), -sinl(angle));
}

/* Transforms dimension `dim` of an array of numbers by the definition. */
static void transform(wide *data, uint32_t rank, const int64_t *dims, uint32_t dim, bool inverse)
{
	int64_t before = 1, after = 1;
	const int64_t n = dims[dim];
	for (uint32_t i = 0; i < rank; i++)
		*(i < dim ? &before : &after) *= i == dim ? 1 : dims[i];
	wide *line = malloc((size_t)n * sizeof *line);
	for (int64_t b = 0; b < before; b++)
		for (int64_t a = 0; a < after; a++) {
			for (int64_t k = 0; k < n; k++) {
				wide sum = 0;
				for (int64_t j = 0; j < n; j++)
					sum += data[(b * n + j) * after + a] *
						(inverse ? conjl(root(k * j, n)) : root(k * j, n));
				line[k] = inverse ? sum / (long double)n : sum;
			}
			for (int64_t k = 0; k < n; k++)
				data[(b * n + k) * after + a] = line[k];
		}
	free(line);
}

/* The full complex array that the operand stands for. */
static wide *expand(const struct array *from, const int64_t *dims, int64_t elements, bool half)
{
	wide *all = malloc((size_t)elements * sizeof *all);
	const uint32_t rank = from->shape.rank;
	const int64_t n = dims[rank - 1], m = from->shape.dims[rank - 1];
	for (int64_t i = 0; i < elements; i++)
		all[i] = !half ? (wide)number(from, i) : i % n < m ? (wide)number(from, i / n * m + i % n) : 0;
	return all;
}

static void check_transform(const wide *all, const int64_t *dims, bool real_result)
{
	const struct array *found = calls_output(0);
	const uint32_t rank = found->shape.rank;
	const int64_t n = dims[rank - 1], m = found->shape.dims[rank - 1];
	long double error = 0, norm = 0;
	for (int64_t i = 0; i < found->elements; i++) {
		wide expected = all[i / m * n + i % m], got = (wide)number(found, i);
		if (real_result)
			expected = creall(expected);
		error += creall((got - expected) * conjl(got - expected));
		norm += creall(expected * conjl(expected));
	}
	CHECK(sqrtl(error) <= (is_single(found->dtype) ? 1e-7L : 1e-15L) * sqrtl(norm));
}

static void one_fft(uint32_t rank, const int64_t *dims, uint32_t count, int type, bool single)
{
	static const char *const names[] = { "FFT", "IFFT", "RFFT", "IRFFT" };
	int64_t half[4], elements = 1;
	for (uint32_t i = 0; i < rank; i++) {
		half[i] = dims[i];
		elements *= dims[i];
	}
	half[rank - 1] = dims[rank - 1] == 0 ? 0 : dims[rank - 1] / 2 + 1;
	const enum kernels_dtype real = single ? KERNELS_F32 : KERNELS_F64;
	const enum kernels_dtype both = single ? KERNELS_COMPLEX64 : KERNELS_COMPLEX128;
	struct array from = any_numbers(type == 2 ? real : both, rank, type == 3 ? half : dims);
	calls_begin("hlo.fft");
	calls_operand(&from);
	calls_result(type == 3 ? real : both, rank, type == 2 ? half : dims);
	calls_ints("fft_length", count, dims + rank - count);
	calls_text("fft_type", names[type]);
	if (ran(__LINE__) && elements > 0) {
		wide *all = expand(&from, dims, elements, type == 3);
		for (uint32_t i = 0; i < count; i++) {
			const bool last = i + 1 == count;
			if (type == 3 && last) /* the other half mirrors what the other dimensions gave */
				for (int64_t at = 0; at < elements; at += dims[rank - 1])
					for (int64_t k = half[rank - 1]; k < dims[rank - 1]; k++)
						all[at + k] = conjl(all[at + dims[rank - 1] - k]);
			if (type == 3 && last)
				for (int64_t at = 0; at < elements; at += dims[rank - 1]) {
					all[at] = creall(all[at]);
					if (dims[rank - 1] % 2 == 0)
						all[at + dims[rank - 1] / 2] = creall(all[at + dims[rank - 1] / 2]);
				}
			transform(all, rank, dims, rank - count + i, type % 2 == 1);
		}
		check_transform(all, dims, type == 3);
		free(all);
	}
	array_free(&from);
}

static void ffts(void)
{
	for (int round = 0; round < 400; round++) {
		int64_t dims[4];
		const uint32_t rank = (uint32_t)random_from(1, 4), most = rank < 3 ? rank : 3;
		for (uint32_t i = 0; i < rank; i++)
			dims[i] = random_below(30) ? random_from(1, rank < 3 ? 20 : 6) : 0;
		one_fft(rank, dims, (uint32_t)random_from(1, most), (int)random_below(4), random_below(2));
	}
}

/* Powers, products, primes with and without Bluestein's algorithm. */
static void long_ffts(void)
{
	static const int64_t lengths[] = { 64, 128, 243, 210, 61, 67, 101, 127, 509, 512, 521, 1009, 670, 1021 };
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		for (int type = 0; type < 4; type++)
			one_fft(1, &lengths[i], 1, type, type % 2);
}

/* ---- matrices */

static const enum kernels_dtype scalars[] = { KERNELS_F32, KERNELS_F64, KERNELS_COMPLEX64, KERNELS_COMPLEX128 };

static double tolerance(enum kernels_dtype t) { return is_single(t) ? 2e-5 : 1e-12; }

/* A matrix of double complex, for references. */
struct matrix {
	int64_t rows, columns;
	double complex *at;
};

static struct matrix matrix_make(int64_t rows, int64_t columns)
{
	return (struct matrix){ rows, columns, calloc((size_t)(rows * columns) + 1, sizeof(double complex)) };
}
static struct matrix matrix_of(const struct array *a, int64_t item, int64_t rows, int64_t columns)
{
	struct matrix m = matrix_make(rows, columns);
	for (int64_t i = 0; i < rows * columns; i++)
		m.at[i] = number(a, item * rows * columns + i);
	return m;
}
static struct matrix adjoint(struct matrix a, bool conjugate)
{
	struct matrix m = matrix_make(a.columns, a.rows);
	for (int64_t i = 0; i < a.rows * a.columns; i++)
		m.at[i % a.columns * a.rows + i / a.columns] = conjugate ? conj(a.at[i]) : a.at[i];
	return m;
}
/* Frees both factors. */
static struct matrix product(struct matrix a, struct matrix b)
{
	struct matrix m = matrix_make(a.rows, b.columns);
	for (int64_t i = 0; i < a.rows; i++)
		for (int64_t j = 0; j < b.columns; j++)
			for (int64_t k = 0; k < a.columns; k++)
				m.at[i * b.columns + j] += a.at[i * a.columns + k] * b.at[k * b.columns + j];
	free(a.at);
	free(b.at);
	return m;
}
/* Frees both. */
static double distance(struct matrix a, struct matrix b)
{
	double sum = 0, norm = 1e-300;
	for (int64_t i = 0; i < a.rows * a.columns; i++) {
		sum += creal((a.at[i] - b.at[i]) * conj(a.at[i] - b.at[i]));
		norm += creal(b.at[i] * conj(b.at[i]));
	}
	free(a.at);
	free(b.at);
	return sqrt(sum / norm);
}
static struct matrix unit_matrix(int64_t n)
{
	struct matrix m = matrix_make(n, n);
	for (int64_t i = 0; i < n; i++)
		m.at[i * n + i] = 1;
	return m;
}
/* Keeps a triangle. */
static struct matrix triangle(struct matrix m, bool lower, bool unit)
{
	for (int64_t i = 0; i < m.rows; i++)
		for (int64_t j = 0; j < m.columns; j++)
			if (lower ? j > i : j < i)
				m.at[i * m.columns + j] = 0;
			else if (unit && i == j)
				m.at[i * m.columns + j] = 1;
	return m;
}

/* Batches of matrices: dims[0] is the batch. */
static struct array any_matrices(enum kernels_dtype dtype, int64_t batch, int64_t rows, int64_t columns)
{
	return any_numbers(dtype, 3, (int64_t[]){ batch, rows, columns });
}

/* Positive definite, with other numbers in the triangle that is not read. */
static struct array positive(enum kernels_dtype dtype, int64_t batch, int64_t n, bool lower, struct array *full)
{
	struct array a = any_matrices(dtype, batch, n, n);
	*full = array_make(dtype, 3, (int64_t[]){ batch, n, n });
	for (int64_t item = 0; item < batch; item++) {
		struct matrix m = matrix_of(&a, item, n, n), other = adjoint(m, true), square = product(m, other);
		for (int64_t i = 0; i < n * n; i++) {
			const bool read = lower ? i / n >= i % n : i / n <= i % n;
			const double complex x = square.at[i] + (i / n == i % n ? 1 : 0);
			set_number(full, item * n * n + i, x);
			if (read)
				set_number(&a, item * n * n + i, i / n == i % n ? creal(x) : x);
		}
		free(square.at);
	}
	return a;
}

static void choleskys(void)
{
	for (int round = 0; round < 200; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 3), n = random_from(0, 9);
		const bool lower = random_below(2), lapack = random_below(2);
		struct array full, a = positive(dtype, batch, n, lower, &full);
		calls_begin(lapack ? "hlo.lapack_potrf" : "hlo.cholesky");
		calls_operand(&a);
		calls_result(dtype, 3, a.shape.dims);
		if (lapack)
			calls_result(KERNELS_I32, 1, &batch);
		calls_bool("lower", lower);
		if (ran(__LINE__))
			for (int64_t item = 0; item < batch; item++) {
				struct matrix l = matrix_of(calls_output(0), item, n, n);
				for (int64_t i = 0; i < n * n; i++)
					if (lower ? i % n > i / n : i % n < i / n)
						CHECK(l.at[i] == (lapack ? number(&a, item * n * n + i) : 0));
				triangle(l, lower, false);
				struct matrix other = adjoint(l, true);
				CHECK(distance(lower ? product(l, other) : product(other, l),
					      matrix_of(&full, item, n, n)) < tolerance(dtype));
				if (lapack)
					CHECK_INT(array_get(calls_output(1), item), 0);
			}
		array_free(&a);
		array_free(&full);
	}
}

static void not_positive(void)
{
	for (int lapack = 0; lapack < 2; lapack++) {
		struct array a = array_make(KERNELS_F32, 2, (int64_t[]){ 2, 2 });
		((float *)a.bytes)[0] = 4;
		((float *)a.bytes)[3] = -1;
		calls_begin(lapack ? "hlo.lapack_potrf" : "hlo.cholesky");
		calls_operand(&a);
		calls_result(KERNELS_F32, 2, a.shape.dims);
		if (lapack)
			calls_result(KERNELS_I32, 0, NULL);
		calls_bool("lower", true);
		if (ran(__LINE__)) {
			CHECK(lapack || (isnan(creal(number(calls_output(0), 0))) && isnan(creal(number(calls_output(0), 3)))));
			if (lapack)
				CHECK_INT(array_get(calls_output(1), 0), 2);
		}
		array_free(&a);
	}
}

static void triangular_solves(void)
{
	static const char *const modes[] = { "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT" };
	for (int round = 0; round < 400; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 3), n = random_from(0, 7), others = random_from(0, 5);
		const bool left = random_below(2), lower = random_below(2), unit = random_below(2);
		const int mode = (int)random_below(3);
		struct array a = any_matrices(dtype, batch, n, n);
		struct array b = any_matrices(dtype, batch, left ? n : others, left ? others : n);
		for (int64_t i = 0; i < batch * n; i++) /* well conditioned */
			set_number(&a, i / n * n * n + i % n * (n + 1), CMPLX(3 + any_unit(), any_unit()));
		calls_begin("hlo.triangular_solve");
		calls_operand(&a);
		calls_operand(&b);
		calls_result(dtype, 3, b.shape.dims);
		calls_bool("left_side", left);
		calls_bool("lower", lower);
		calls_bool("unit_diagonal", unit);
		calls_text("transpose_a", modes[mode]);
		if (ran(__LINE__))
			for (int64_t item = 0; item < batch; item++) {
				struct matrix m = triangle(matrix_of(&a, item, n, n), lower, unit);
				if (mode) {
					struct matrix turned = adjoint(m, mode == 2);
					free(m.at);
					m = turned;
				}
				struct matrix x = matrix_of(calls_output(0), item, b.shape.dims[1], b.shape.dims[2]);
				CHECK(distance(left ? product(m, x) : product(x, m),
					      matrix_of(&b, item, b.shape.dims[1], b.shape.dims[2])) < tolerance(dtype));
			}
		array_free(&a);
		array_free(&b);
	}
}

static void lus(void)
{
	for (int round = 0; round < 200; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 3), rows = random_from(1, 8), columns = random_from(1, 8);
		const int64_t least = rows < columns ? rows : columns;
		struct array a = any_matrices(dtype, batch, rows, columns);
		calls_begin("hlo.lapack_getrf");
		calls_operand(&a);
		calls_result(dtype, 3, a.shape.dims);
		calls_result(KERNELS_I32, 2, (int64_t[]){ batch, least });
		calls_result(KERNELS_I32, 1, &batch);
		if (ran(__LINE__))
			for (int64_t item = 0; item < batch; item++) {
				struct matrix all = matrix_of(calls_output(0), item, rows, columns);
				struct matrix l = matrix_make(rows, least), u = matrix_make(least, columns);
				for (int64_t i = 0; i < rows; i++)
					for (int64_t j = 0; j < columns; j++) {
						if (j < i && j < least)
							l.at[i * least + j] = all.at[i * columns + j];
						if (i <= j && i < least)
							u.at[i * columns + j] = all.at[i * columns + j];
						if (i == j)
							l.at[i * least + j] = 1;
						if (j < i && j < least)
							CHECK(fabs(creal(all.at[i * columns + j])) <= 1.5);
					}
				free(all.at);
				struct matrix expected = matrix_of(&a, item, rows, columns);
				for (int64_t i = 0; i < least; i++) {
					const int64_t other = array_get(calls_output(1), item * least + i) - 1;
					if (!CHECK(other >= i && other < rows))
						continue;
					for (int64_t j = 0; j < columns && other != i; j++) {
						const double complex x = expected.at[i * columns + j];
						expected.at[i * columns + j] = expected.at[other * columns + j];
						expected.at[other * columns + j] = x;
					}
				}
				CHECK(distance(product(l, u), expected) < tolerance(dtype));
				CHECK_INT(array_get(calls_output(2), item), 0);
			}
		array_free(&a);
	}
}

static void singular_lu(void)
{
	struct array a = array_make(KERNELS_F64, 2, (int64_t[]){ 2, 2 }); /* zeros */
	((double *)a.bytes)[0] = 2;
	calls_begin("hlo.lapack_getrf");
	calls_operand(&a);
	calls_result(KERNELS_F64, 2, a.shape.dims);
	calls_result(KERNELS_I32, 1, (int64_t[]){ 2 });
	calls_result(KERNELS_I32, 0, NULL);
	if (ran(__LINE__))
		CHECK_INT(array_get(calls_output(2), 0), 2);
	array_free(&a);
}

static void qrs(void)
{
	for (int round = 0; round < 200; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 3), rows = random_from(1, 8), columns = random_from(1, 8);
		const int64_t least = rows < columns ? rows : columns;
		struct array a = any_matrices(dtype, batch, rows, columns);
		if (batch > 0 && !random_below(4)) /* a column that needs no reflection */
			for (int64_t i = 0; i < rows; i++)
				set_number(&a, i * columns, i == 0);
		calls_begin("hlo.lapack_geqrf");
		calls_operand(&a);
		calls_result(dtype, 3, a.shape.dims);
		calls_result(dtype, 2, (int64_t[]){ batch, least });
		if (!ran(__LINE__)) {
			array_free(&a);
			continue;
		}
		struct array packed = array_make(dtype, 3, (int64_t[]){ batch, rows, least });
		struct array tau = array_make(dtype, 2, (int64_t[]){ batch, least }), r = any_matrices(dtype, batch, rows, columns);
		for (int64_t i = 0; i < a.elements; i++) {
			set_number(&r, i, number(calls_output(0), i));
			if (i % columns < least)
				set_number(&packed, i / columns * least + i % columns, number(calls_output(0), i));
		}
		memcpy(tau.bytes, calls_output(1)->bytes, (size_t)tau.elements * kernels_dtype_size(dtype));
		calls_begin("hlo.lapack_orgqr");
		operand(packed);
		operand(tau);
		calls_result(dtype, 3, (int64_t[]){ batch, rows, least });
		if (ran(__LINE__))
			for (int64_t item = 0; item < batch; item++) {
				struct matrix q = matrix_of(calls_output(0), item, rows, least), upper = matrix_make(least, columns);
				for (int64_t i = 0; i < least * columns; i++)
					if (i / columns <= i % columns)
						upper.at[i] = number(&r, item * rows * columns + i);
				CHECK(distance(product(adjoint(q, true), matrix_of(calls_output(0), item, rows, least)),
					      unit_matrix(least)) < tolerance(dtype));
				CHECK(distance(product(q, upper), matrix_of(&a, item, rows, columns)) < tolerance(dtype));
			}
		array_free(&a);
		array_free(&r);
	}
}

static void eigenvectors(void)
{
	for (int round = 0; round < 150; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 2), n = random_from(1, 12);
		const bool lower = random_below(2);
		struct array a = any_matrices(dtype, batch, n, n);
		for (int64_t i = 0; i < batch * n; i++)
			set_number(&a, i / n * n * n + i % n * (n + 1), random_below(4) ? any_unit() : 0);
		calls_begin("hlo.lapack_syevd");
		calls_operand(&a);
		calls_result(dtype, 3, a.shape.dims);
		calls_result(is_single(dtype) ? KERNELS_F32 : KERNELS_F64, 2, (int64_t[]){ batch, n });
		calls_result(KERNELS_I32, 1, &batch);
		calls_bool("lower", lower);
		if (ran(__LINE__))
			for (int64_t item = 0; item < batch; item++) {
				struct matrix v = matrix_of(calls_output(0), item, n, n), d = matrix_make(n, n);
				struct matrix full = triangle(matrix_of(&a, item, n, n), lower, false);
				for (int64_t i = 0; i < n; i++) {
					d.at[i * n + i] = number(calls_output(1), item * n + i);
					CHECK(i == 0 || creal(d.at[i * n + i]) >= creal(d.at[(i - 1) * n + i - 1]));
					for (int64_t j = 0; j < n; j++)
						if (lower ? j > i : j < i)
							full.at[i * n + j] = conj(number(&a, item * n * n + j * n + i));
				}
				CHECK(distance(product(adjoint(v, true), matrix_of(calls_output(0), item, n, n)), unit_matrix(n)) <
					tolerance(dtype));
				CHECK(distance(product(full, matrix_of(calls_output(0), item, n, n)), product(v, d)) <
					tolerance(dtype));
				CHECK_INT(array_get(calls_output(2), item), 0);
			}
		array_free(&a);
	}
}

static void singular_values(void)
{
	for (int round = 0; round < 150; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 2), rows = random_from(1, 9), columns = random_from(1, 9);
		const int64_t least = rows < columns ? rows : columns;
		const bool all = random_below(2);
		const int64_t u_columns = all ? rows : least, v_rows = all ? columns : least;
		struct array a = any_matrices(dtype, batch, rows, columns);
		for (int64_t i = 0; i < a.elements && round % 4 == 0; i++) /* of lower rank */
			if (i % columns == 0 || i / columns % rows == 0)
				set_number(&a, i, 0);
		calls_begin("hlo.lapack_gesdd");
		calls_operand(&a);
		calls_result(dtype, 3, a.shape.dims);
		calls_result(is_single(dtype) ? KERNELS_F32 : KERNELS_F64, 2, (int64_t[]){ batch, least });
		calls_result(dtype, 3, (int64_t[]){ batch, rows, u_columns });
		calls_result(dtype, 3, (int64_t[]){ batch, v_rows, columns });
		calls_result(KERNELS_I32, 1, &batch);
		calls_text("mode", all ? "A" : "S");
		if (ran(__LINE__))
			for (int64_t item = 0; item < batch; item++) {
				struct matrix u = matrix_of(calls_output(2), item, rows, u_columns);
				struct matrix v = matrix_of(calls_output(3), item, v_rows, columns), d = matrix_make(u_columns, v_rows);
				for (int64_t i = 0; i < least; i++) {
					d.at[i * v_rows + i] = number(calls_output(1), item * least + i);
					CHECK(creal(d.at[i * v_rows + i]) >= 0);
				}
				CHECK(distance(product(adjoint(u, true), matrix_of(calls_output(2), item, rows, u_columns)),
					      unit_matrix(u_columns)) < tolerance(dtype));
				CHECK(distance(product(matrix_of(calls_output(3), item, v_rows, columns), adjoint(v, true)),
					      unit_matrix(v_rows)) < tolerance(dtype));
				CHECK(distance(product(product(u, d), v), matrix_of(&a, item, rows, columns)) < tolerance(dtype));
				CHECK_INT(array_get(calls_output(4), item), 0);
			}
		array_free(&a);
	}
}

static void singular_values_alone(void)
{
	struct array a = array_make(KERNELS_F32, 2, (int64_t[]){ 1, 2 });
	((float *)a.bytes)[0] = 3;
	((float *)a.bytes)[1] = 4;
	calls_begin("hlo.lapack_gesdd");
	operand(a);
	calls_result(KERNELS_F32, 2, (int64_t[]){ 1, 2 });
	calls_result(KERNELS_F32, 1, (int64_t[]){ 1 });
	calls_result(KERNELS_F32, 2, (int64_t[]){ 1, 1 });
	calls_result(KERNELS_F32, 2, (int64_t[]){ 1, 7 });
	calls_result(KERNELS_I32, 0, NULL);
	calls_text("mode", "N");
	if (!ran(__LINE__))
		return;
	CHECK(creal(number(calls_output(1), 0)) == 5);
	CHECK(creal(number(calls_output(2), 0)) == 0 && creal(number(calls_output(3), 6)) == 0);
}

/* ---- random numbers */

static void begin_bits(const char *algorithm, const uint64_t *state, uint32_t words, enum kernels_dtype dtype, uint32_t rank,
	const int64_t *dims)
{
	struct array a = array_make(KERNELS_UI64, 1, (int64_t[]){ words });
	memcpy(a.bytes, state, words * sizeof *state);
	calls_begin("hlo.rng_bit_generator");
	operand(a);
	calls_result(KERNELS_UI64, 1, (int64_t[]){ words });
	calls_result(dtype, rank, dims);
	calls_text("rng_algorithm", algorithm);
}

static void expect_words(int line, enum kernels_dtype dtype, uint32_t count, const uint64_t *state, uint32_t state_words,
	const uint32_t *words)
{
	if (!ran(line))
		return;
	CHECK_BYTES(calls_output(1)->bytes, count * kernels_dtype_size(dtype), words, count * kernels_dtype_size(dtype));
	CHECK_BYTES(calls_output(0)->bytes, 8 * state_words, state, 8 * state_words);
}

/* The known answers of the generators' authors (zeros, ones, digits of pi), and one of XLA. */
static void known_bits(void)
{
	static const uint64_t zeros[3] = { 0 };
	begin_bits("THREE_FRY", zeros, 2, KERNELS_UI64, 0, NULL);
	expect_words(__LINE__, KERNELS_UI64, 1, (uint64_t[]){ 0, 1 }, 2, (uint32_t[]){ 0x6b200159u, 0x99ba4efeu });
	begin_bits("THREE_FRY", (uint64_t[]){ UINT64_MAX, UINT64_MAX }, 2, KERNELS_UI64, 0, NULL);
	expect_words(__LINE__, KERNELS_UI64, 1, (uint64_t[]){ UINT64_MAX, 0 }, 2, (uint32_t[]){ 0x1cb996fcu, 0xbb002be7u });
	begin_bits("THREE_FRY", (uint64_t[]){ 0x0370734413198a2eu, 0x85a308d3243f6a88u }, 2, KERNELS_UI64, 0, NULL);
	expect_words(__LINE__, KERNELS_UI64, 1, (uint64_t[]){ 0x0370734413198a2eu, 0x85a308d3243f6a89u }, 2,
		(uint32_t[]){ 0xc4923a9cu, 0x483df7a0u });
	begin_bits("THREE_FRY", (uint64_t[]){ 3, 3 }, 2, KERNELS_I64, 0, NULL);
	const uint64_t xla = 3349939604322698703u;
	expect_words(__LINE__, KERNELS_I64, 1, (uint64_t[]){ 3, 4 }, 2, (uint32_t[]){ (uint32_t)xla, (uint32_t)(xla >> 32) });
	begin_bits("PHILOX", zeros, 3, KERNELS_UI32, 1, (int64_t[]){ 4 });
	expect_words(__LINE__, KERNELS_UI32, 4, (uint64_t[]){ 0, 1, 0 }, 3,
		(uint32_t[]){ 0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u });
	begin_bits("DEFAULT", (uint64_t[]){ UINT64_MAX, UINT64_MAX, UINT64_MAX }, 3, KERNELS_F32, 2, (int64_t[]){ 2, 2 });
	expect_words(__LINE__, KERNELS_F32, 4, (uint64_t[]){ UINT64_MAX, 0, 0 }, 3,
		(uint32_t[]){ 0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu });
	begin_bits("PHILOX", (uint64_t[]){ 0x299f31d0a4093822u, 0x85a308d3243f6a88u, 0x0370734413198a2eu }, 3, KERNELS_UI64, 1,
		(int64_t[]){ 2 });
	expect_words(__LINE__, KERNELS_UI64, 2,
		(uint64_t[]){ 0x299f31d0a4093822u, 0x85a308d3243f6a89u, 0x0370734413198a2eu }, 3,
		(uint32_t[]){ 0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u });
}

/* Other widths have the low bits of 32-bit numbers, and halves of an even dimension the first and second words. */
static void widths(void)
{
	static const enum kernels_dtype narrow[] = { KERNELS_UI16, KERNELS_I8, KERNELS_UI4, KERNELS_BF16 };
	static const int64_t masks[] = { 0xFFFF, 0xFF, 15, 0xFFFF };
	static const int64_t shapes[][3] = { { 3, 4, 5 }, { 7, 3, 3 }, { 2, 1, 3 }, { 1, 1, 8 } };
	for (size_t s = 0; s < 4; s++)
		for (int philox = 0; philox < 2; philox++) {
			const uint64_t state[2] = { 77, 123456789 };
			const char *name = philox ? "PHILOX" : "THREE_FRY";
			const int64_t elements = shapes[s][0] * shapes[s][1] * shapes[s][2];
			uint64_t longs[300];
			uint32_t words[300];
			begin_bits(name, state, 2, KERNELS_UI64, 1, (int64_t[]){ 300 });
			if (ran(__LINE__))
				memcpy(longs, calls_output(1)->bytes, sizeof longs);
			begin_bits(name, state, 2, KERNELS_UI32, 3, shapes[s]);
			if (!ran(__LINE__))
				continue;
			memcpy(words, calls_output(1)->bytes, (size_t)elements * 4);
			const int64_t blocks = philox ? (elements + 3) / 4 : (elements + 1) / 2;
			CHECK_INT(((const int64_t *)calls_output(0)->bytes)[1], 123456789 + blocks);
			int64_t row = elements + elements % 2; /* elements of a row that is divided */
			for (int d = 2; d >= 0; d--)
				if (shapes[s][d] % 2 == 0)
					row = shapes[s][2] * (d < 2 ? shapes[s][1] : 1) * (d < 1 ? shapes[s][0] : 1);
			for (int64_t i = 0; i < elements; i++) {
				const int64_t block = philox ? i / 2 : i / row * (row / 2) + i % row % (row / 2);
				const bool second = philox ? i % 2 : i % row >= row / 2;
				CHECK(words[i] == (uint32_t)(longs[block] >> (second ? 32 : 0)));
			}
			for (size_t t = 0; t < 4; t++) {
				begin_bits(name, state, 2, narrow[t], 3, shapes[s]);
				if (ran(__LINE__))
					for (int64_t i = 0; i < elements; i++)
						CHECK((array_get(calls_output(1), i) & masks[t]) == (words[i] & masks[t]));
			}
		}
}

static void threefry_call(void)
{
	calls_begin("hlo.cu_threefry2x32");
	static const uint32_t digits[] = { 0x13198a2eu, 0x03707344u, 0x243f6a88u, 0x85a308d3u };
	for (int i = 0; i < 4; i++) {
		struct array a = array_make(KERNELS_UI32, 1, (int64_t[]){ 2 });
		((uint32_t *)a.bytes)[1] = digits[i];
		operand(a);
	}
	for (int i = 0; i < 2; i++)
		calls_result(KERNELS_UI32, 1, (int64_t[]){ 2 });
	if (!ran(__LINE__))
		return;
	CHECK_BYTES(calls_output(0)->bytes, 8, ((uint32_t[]){ 0x6b200159u, 0xc4923a9cu }), 8);
	CHECK_BYTES(calls_output(1)->bytes, 8, ((uint32_t[]){ 0x99ba4efeu, 0x483df7a0u }), 8);
}

static void begin_rng(const char *distribution, enum kernels_dtype dtype, double complex low, double complex high,
	int64_t seed, int64_t rows, int64_t columns)
{
	calls_begin("hlo.rng");
	for (int i = 0; i < 2; i++) {
		struct array a = array_make(dtype, 0, NULL);
		if (is_single(dtype) || dtype == KERNELS_F64)
			set_number(&a, 0, i ? high : low);
		else
			array_set(&a, 0, (int64_t)creal(i ? high : low));
		operand(a);
	}
	operand_ints(KERNELS_I32, 2, (int64_t[]){ rows, columns });
	calls_result(dtype, 2, (int64_t[]){ rows, random_below(2) ? columns : -1 });
	calls_text("rng_distribution", distribution);
	calls_int("seed", seed);
}

static void distributions(void)
{
	enum { ROWS = 200, COLUMNS = 100, N = ROWS * COLUMNS };
	static const enum kernels_dtype types[] = { KERNELS_F32, KERNELS_F64, KERNELS_I8, KERNELS_I64, KERNELS_UI16 };
	for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
		const bool is_unsigned = types[t] == KERNELS_UI16;
		const double low = is_unsigned ? 10 : -10, high = low + 20;
		begin_rng("UNIFORM", types[t], low, high, 5, ROWS, COLUMNS);
		if (!ran(__LINE__))
			continue;
		double sum = 0, squares = 0;
		for (int64_t i = 0; i < N; i++) {
			const double x = creal(number(calls_output(0), i));
			CHECK(x >= low && x < high);
			sum += x;
			squares += (x - low - 10) * (x - low - 10);
		}
		CHECK(fabs(sum / N - (low + 10)) < 0.6 && fabs(squares / N - 400.0 / 12) < 1.5);
	}
	for (int t = 0; t < 2; t++) {
		begin_rng("NORMAL", types[t], 3, 2, 5, ROWS, COLUMNS);
		double sum = 0, squares = 0;
		if (!ran(__LINE__))
			continue;
		for (int64_t i = 0; i < N; i++) {
			const double x = creal(number(calls_output(0), i)) - 3;
			sum += x;
			squares += x * x;
		}
		CHECK(fabs(sum / N) < 0.08 && fabs(squares / N - 4) < 0.2);
	}
	float first[2];
	for (int64_t seed = 0; seed < 2; seed++) {
		begin_rng("UNIFORM", KERNELS_F32, 0, 1, seed, 1, 1);
		if (ran(__LINE__))
			first[seed] = *(const float *)calls_output(0)->bytes;
	}
	CHECK(calls_mutating || first[0] != first[1]);
}

static const struct check_case random_cases[] = { CHECK_CASE(ffts), CHECK_CASE(choleskys), CHECK_CASE(triangular_solves),
	CHECK_CASE(lus), CHECK_CASE(qrs), CHECK_CASE(eigenvectors), CHECK_CASE(singular_values),
	CHECK_CASE(singular_values_alone), CHECK_CASE(known_bits),
	CHECK_CASE(widths), CHECK_CASE(threefry_call), CHECK_CASE(distributions) };

static void mutants(void) { run_mutants(random_cases, sizeof random_cases / sizeof *random_cases); }

static const struct check_case cases[] = { CHECK_CASE(ffts), CHECK_CASE(long_ffts), CHECK_CASE(choleskys),
	CHECK_CASE(not_positive), CHECK_CASE(triangular_solves), CHECK_CASE(lus), CHECK_CASE(singular_lu), CHECK_CASE(qrs),
	CHECK_CASE(eigenvectors), CHECK_CASE(singular_values), CHECK_CASE(singular_values_alone), CHECK_CASE(known_bits),
	CHECK_CASE(widths), CHECK_CASE(threefry_call), CHECK_CASE(distributions), CHECK_CASE(mutants) };

int main(int argc, char **argv)
{
	calls_open(2);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
