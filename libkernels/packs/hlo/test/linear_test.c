/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Factorizations by what they promise: residuals, orthogonality, triangles. */
#include "by_lapack.h"
#include "matrices.h"

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

/* A size, at times one at which matrices are divided into blocks. */
static int64_t any_size(int64_t least, int64_t most) { return random_below(10) ? random_from(least, most) : random_from(9, 70); }

static void choleskys(void)
{
	for (int round = 0; round < 200; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 3), n = any_size(0, 9);
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

/* The column that is named is in another block than the first. */
static void not_positive_from(void)
{
	const int64_t n = 45;
	for (int64_t bad = 0; bad < n; bad += 11) {
		struct array a = array_make(KERNELS_F64, 2, (int64_t[]){ n, n });
		for (int64_t i = 0; i < n * n; i++)
			((double *)a.bytes)[i] = i / n == i % n ? (i / n == bad ? 1 : (double)n) : 0.5;
		((double *)a.bytes)[bad * n + bad] = -1;
		calls_begin("hlo.lapack_potrf");
		calls_operand(&a);
		calls_result(KERNELS_F64, 2, a.shape.dims);
		calls_result(KERNELS_I32, 0, NULL);
		calls_bool("lower", true);
		if (ran(__LINE__))
			CHECK_INT(array_get(calls_output(1), 0), bad + 1);
		array_free(&a);
	}
}

static void triangular_solves(void)
{
	static const char *const modes[] = { "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT" };
	for (int round = 0; round < 400; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 3), n = any_size(0, 7), others = any_size(0, 5);
		const bool left = random_below(2), lower = random_below(2), unit = random_below(2);
		const int mode = (int)random_below(3);
		struct array a = any_matrices(dtype, batch, n, n);
		struct array b = any_matrices(dtype, batch, left ? n : others, left ? others : n);
		for (int64_t i = 0; i < a.elements && n > 8; i++) /* well conditioned */
			set_number(&a, i, number(&a, i) / (double)n);
		for (int64_t i = 0; i < batch * n; i++)
			set_number(&a, i / n * n * n + i % n * (n + 1), complex_of(3 + any_unit(), any_unit()));
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

/* As BLAS: a real right side becomes infinite, a complex one NaN in both parts. */
static void singular_triangles(void)
{
	for (int c = 0; c < 2; c++) {
		const enum kernels_dtype dtype = c ? KERNELS_COMPLEX64 : KERNELS_F32;
		struct array a = array_make(dtype, 2, (int64_t[]){ 1, 1 }), b = array_make(dtype, 2, (int64_t[]){ 1, 1 });
		set_number(&b, 0, 1);
		calls_begin("hlo.triangular_solve");
		operand(a);
		operand(b);
		calls_result(dtype, 2, (int64_t[]){ 1, 1 });
		calls_bool("left_side", true);
		calls_bool("lower", true);
		calls_bool("unit_diagonal", false);
		calls_text("transpose_a", "NO_TRANSPOSE");
		if (ran(__LINE__)) {
			const double complex x = number(calls_output(0), 0);
			CHECK(c ? isnan(creal(x)) && isnan(cimag(x)) : isinf(creal(x)));
		}
	}
}

static void lus(void)
{
	for (int round = 0; round < 200; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 3), rows = any_size(1, 8), columns = any_size(1, 8);
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

/* A column of zeros in another block than the first: the rest is factorized all the same. */
static void singular_lu_from(void)
{
	const int64_t n = 37, bad = 21;
	struct array a = any_matrices(KERNELS_F64, 1, n, n);
	double *all = (double *)a.bytes;
	for (int64_t i = 0; i < n; i++)
		all[i * n + bad] = 0;
	calls_begin("hlo.lapack_getrf");
	calls_operand(&a);
	calls_result(KERNELS_F64, 3, a.shape.dims);
	calls_result(KERNELS_I32, 2, (int64_t[]){ 1, n });
	calls_result(KERNELS_I32, 1, (int64_t[]){ 1 });
	if (ran(__LINE__)) {
		CHECK_INT(array_get(calls_output(2), 0), bad + 1);
		for (int64_t i = 0; i < n; i++)
			CHECK(creal(number(calls_output(0), i * n + bad)) == 0 && (i == bad || creal(number(calls_output(0), i * n + i)) != 0));
	}
	array_free(&a);
}

/* The reflection of a column of NaNs makes the columns after it NaN, also in blocks. */
static void qr_of_nan(void)
{
	const int64_t sizes[] = { 3, 70 };
	for (size_t k = 0; k < 8; k++) {
		const int64_t n = sizes[k / 4];
		struct array a = any_matrices(scalars[k % 4], 1, n, n);
		set_number(&a, n + 1, (double)NAN);
		calls_begin("hlo.lapack_geqrf");
		calls_operand(&a);
		calls_result(a.dtype, 3, a.shape.dims);
		calls_result(a.dtype, 2, (int64_t[]){ 1, n });
		if (ran(__LINE__))
			for (int64_t i = 0; i < n * n; i++) /* blocks make more elements NaN, in row 0 */
				CHECK(i % n == 0 || (i / n == 0 && i % n > 1) || isnan(creal(number(calls_output(0), i))));
		array_free(&a);
	}
}

static void qrs(void)
{
	for (int round = 0; round < 200; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 3), rows = any_size(1, 8), columns = any_size(1, 8);
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
		const int64_t batch = random_from(0, 2), n = random_below(10) ? random_from(1, 12) : random_from(40, 140);
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

/* Eigenvalues without vectors are those with them, up to rounding. */
static void eigenvalues_alone(void)
{
	for (int64_t n = 1; n < 150; n += n < 9 ? 1 : 23) {
		const enum kernels_dtype dtype = scalars[n % 4], real = is_single(dtype) ? KERNELS_F32 : KERNELS_F64;
		struct array a = any_matrices(dtype, 2, n, n);
		double values[2 * 150];
		for (int64_t i = 0; i < 2 * n; i++)
			set_number(&a, i / n * n * n + i % n * (n + 1), any_unit());
		for (int alone = 0; alone < 2; alone++) {
			calls_begin("hlo.lapack_syevd");
			calls_operand(&a);
			calls_result(dtype, 3, alone ? (int64_t[]){ 2, 0, 0 } : a.shape.dims);
			calls_result(real, 2, (int64_t[]){ 2, n });
			calls_result(KERNELS_I32, 1, (int64_t[]){ 2 });
			calls_bool("lower", true);
			if (!ran(__LINE__))
				break;
			CHECK(array_get(calls_output(2), 0) == 0 && array_get(calls_output(2), 1) == 0);
			for (int64_t i = 0; i < 2 * n; i++) {
				const double value = creal(number(calls_output(1), i));
				CHECK(!alone || fabs(value - values[i]) < tolerance(dtype));
				values[i] = value;
			}
		}
		array_free(&a);
	}
}

/* The elements of a matrix of rank 1, once a reflection has left rounding errors of it alone, become smaller and smaller. */
static void eigenvectors_of_rank_one(void)
{
	for (int64_t n = 5; n < 160; n += 67) {
		const enum kernels_dtype dtype = n % 2 ? KERNELS_F64 : KERNELS_COMPLEX128;
		struct array a = array_make(dtype, 3, (int64_t[]){ 1, n, n });
		for (int64_t i = 0; i < n * n; i++)
			set_number(&a, i, 2);
		calls_begin("hlo.lapack_syevd");
		calls_operand(&a);
		calls_result(dtype, 3, a.shape.dims);
		calls_result(KERNELS_F64, 2, (int64_t[]){ 1, n });
		calls_result(KERNELS_I32, 1, (int64_t[]){ 1 });
		calls_bool("lower", true);
		if (ran(__LINE__)) {
			CHECK_INT(array_get(calls_output(2), 0), 0);
			for (int64_t i = 0; i < n; i++)
				CHECK(fabs(creal(number(calls_output(1), i)) - (i + 1 < n ? 0 : 2.0 * (double)n)) < 1e-12 * (double)n);
		}
		array_free(&a);
	}
}

static void singular_values(void)
{
	for (int round = 0; round < 150; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 2), rows = any_size(1, 9), columns = any_size(1, 9);
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

static const struct check_case random_cases[] = {
	CHECK_CASE(choleskys), CHECK_CASE(triangular_solves), CHECK_CASE(lus), CHECK_CASE(qrs),
	CHECK_CASE(eigenvectors), CHECK_CASE(singular_values)
};

static void mutants(void) { run_mutants(random_cases, sizeof random_cases / sizeof *random_cases); }

/* Of the library, if the test runs with it. */
static void calls_without_size_are_declined(void)
{
	const struct kernels_math *math = kernels_math_chosen();
	double a[1] = { 4 }, l[1] = { 0 };
	int32_t info = 7;
	struct kernels_lapack call = { .size = sizeof call, .function = KERNELS_LAPACK_POTRF, .dtype = KERNELS_F64, .rows = 1,
		.columns = 1, .operands = { a }, .results = { l }, .info = &info };
	if (!kernels_math_has_lapack(math))
		return;
	CHECK(math->lapack(&call) && l[0] == 2);
	l[0] = 0;
	call.size = 0;
	CHECK(!math->lapack(&call) && l[0] == 0);
	call.size = offsetof(struct kernels_lapack, info);
	CHECK(!math->lapack(&call) && l[0] == 0);
}

static const struct check_case cases[] = {
	CHECK_CASE(choleskys), CHECK_CASE(not_positive), CHECK_CASE(not_positive_from), CHECK_CASE(triangular_solves),
	CHECK_CASE(singular_triangles), CHECK_CASE(lus), CHECK_CASE(singular_lu), CHECK_CASE(singular_lu_from), CHECK_CASE(qrs), CHECK_CASE(qr_of_nan),
	CHECK_CASE(eigenvectors), CHECK_CASE(eigenvalues_alone), CHECK_CASE(eigenvectors_of_rank_one), CHECK_CASE(singular_values),
	CHECK_CASE(singular_values_alone), CHECK_CASE(mutants), CHECK_CASE(calls_without_size_are_declined)
};

int main(int argc, char **argv) { return by_lapack_main(argc, argv, cases, sizeof cases / sizeof *cases); }
