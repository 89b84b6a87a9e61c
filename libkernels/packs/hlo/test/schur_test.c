/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hessenberg, tridiagonal and Schur forms and eigenvectors by what they promise. */
#include "by_lapack.h"
#include "matrices.h"

static bool is_real(enum kernels_dtype t) { return t == KERNELS_F32 || t == KERNELS_F64; }
static enum kernels_dtype real_type(enum kernels_dtype t) { return is_single(t) ? KERNELS_F32 : KERNELS_F64; }

enum kind { ANY, INTEGERS, CYCLE, JORDAN, ROTATIONS, TRIANGLE, SYMMETRIC, CONSTANT, SCALED, KINDS };

/* An element of a matrix that is difficult for the QR algorithm. */
static double complex element(enum kind kind, int64_t n, int64_t i, int64_t j)
{
	const double complex any = complex_of(any_unit(), any_unit());
	switch (kind) {
	case INTEGERS: return (double)random_from(-1, 1);
	case CYCLE: return i == (j + 1) % n;
	case JORDAN: return i == j ? 0.5 : i + 1 == j;
	case ROTATIONS: return i == j ? 0 : i / 2 != j / 2 ? (j > i ? any : 0) : i < j ? -1 : 1;
	case TRIANGLE: return i >= j ? any : 0;
	case SYMMETRIC: return cos((double)(i + j) * 3) + cos((double)(i * j));
	case CONSTANT: return i == j ? 3 : 0;
	case SCALED: return any * exp2((double)(2 * (i - j)));
	default: return any;
	}
}

static struct array difficult(enum kernels_dtype dtype, int64_t batch, int64_t n)
{
	struct array a = array_make(dtype, 3, (int64_t[]){ batch, n, n });
	for (int64_t item = 0; item < batch; item++) {
		const enum kind kind = (enum kind)random_below(KINDS);
		for (int64_t i = 0; i < n * n; i++)
			set_number(&a, item * n * n + i, element(kind, n, i / n, i % n));
	}
	return a;
}

/* Multiplies q by 1 - tau * v * v^H from the right; frees v. */
static void reflect(struct matrix q, struct matrix v, double complex tau)
{
	for (int64_t i = 0; i < q.rows; i++) {
		double complex sum = 0;
		for (int64_t j = 0; j < q.columns; j++)
			sum += q.at[i * q.columns + j] * v.at[j];
		for (int64_t j = 0; j < q.columns; j++)
			q.at[i * q.columns + j] -= tau * sum * conj(v.at[j]);
	}
	free(v.at);
}

/* Checks that q is unitary and q^H * a * q = form. Frees all. */
static void check_form(int line, enum kernels_dtype dtype, struct matrix q, struct matrix a, struct matrix form)
{
	const double norm = norm_of(a);
	struct matrix copy = adjoint(q, false), transposed = adjoint(q, true), q2 = adjoint(copy, false);
	if (!(difference(product(copy, adjoint(transposed, false)), unit_matrix(q.rows)) < tolerance(dtype)))
		check_report(__FILE__, line, "not unitary");
	if (!(difference(product(product(transposed, a), q), form) <= tolerance(dtype) * norm))
		check_report(__FILE__, line, "another matrix");
	free(q2.at);
}

static void hessenberg_forms(void)
{
	for (int round = 0; round < 150; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 2), n = random_from(1, 9), low = random_from(1, n), high = random_from(low, n);
		struct array a = difficult(dtype, batch, n);
		for (int64_t at = 0; at < a.elements; at++) {
			const int64_t i = at / n % n, j = at % n;
			if (i > j && (j < low - 1 || i >= high))
				set_number(&a, at, 0);
		}
		calls_begin("hlo.lapack_gehrd");
		calls_operand(&a);
		calls_result(dtype, 3, a.shape.dims);
		calls_result(dtype, 2, (int64_t[]){ batch, n - 1 });
		calls_result(KERNELS_I32, 1, &batch);
		calls_int("low", low);
		calls_int("high", high);
		const int64_t done = ran(__LINE__) ? batch : 0;
		for (int64_t item = 0; item < done; item++) {
			struct matrix packed = matrix_of(calls_output(0), item, n, n), q = unit_matrix(n);
			for (int64_t i = 0; i + 1 < n; i++) {
				struct matrix v = matrix_make(n, 1);
				for (int64_t r = i + 1; r < n; r++) {
					v.at[r] = r == i + 1 ? 1 : packed.at[r * n + i];
					packed.at[r * n + i] = r == i + 1 ? packed.at[r * n + i] : 0;
				}
				reflect(q, v, number(calls_output(1), item * (n - 1) + i));
			}
			check_form(__LINE__, dtype, q, matrix_of(&a, item, n, n), packed);
			CHECK_INT(array_get(calls_output(2), item), 0);
		}
		array_free(&a);
	}
}

static void tridiagonal_forms(void)
{
	for (int round = 0; round < 150; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 2), n = random_from(1, 9);
		const bool lower = random_below(2);
		struct array a = difficult(dtype, batch, n);
		for (int64_t i = 0; i < batch * n; i++)
			set_number(&a, i / n * n * n + i % n * (n + 1), any_unit());
		calls_begin("hlo.lapack_sytrd");
		calls_operand(&a);
		calls_result(dtype, 3, a.shape.dims);
		calls_result(real_type(dtype), 2, (int64_t[]){ batch, n });
		calls_result(real_type(dtype), 2, (int64_t[]){ batch, n - 1 });
		calls_result(dtype, 2, (int64_t[]){ batch, n - 1 });
		calls_result(KERNELS_I32, 1, &batch);
		calls_bool("lower", lower);
		const int64_t done = ran(__LINE__) ? batch : 0;
		for (int64_t item = 0; item < done; item++) {
			struct matrix packed = matrix_of(calls_output(0), item, n, n), q = unit_matrix(n), form = matrix_make(n, n);
			struct matrix full = matrix_of(&a, item, n, n);
			for (int64_t i = 0; i < n * n; i++) {
				const int64_t row = i / n, column = i % n;
				if (lower ? column > row : column < row) {
					CHECK(packed.at[i] == full.at[i]);
					full.at[i] = conj(full.at[column * n + row]);
				}
			}
			for (int64_t k = 0; k < n; k++)
				form.at[k * n + k] = number(calls_output(1), item * n + k);
			for (int64_t k = 0; k + 1 < n; k++) {
				const int64_t i = lower ? k : n - 2 - k; /* in the order of the product */
				const double complex beside = number(calls_output(2), item * (n - 1) + i);
				struct matrix v = matrix_make(n, 1);
				for (int64_t r = 0; r < n; r++)
					v.at[r] = lower ? (r > i + 1 ? packed.at[r * n + i] : r == i + 1)
							: (r < i ? packed.at[r * n + i + 1] : r == i);
				reflect(q, v, number(calls_output(3), item * (n - 1) + i));
				form.at[i * n + i + 1] = form.at[(i + 1) * n + i] = beside;
				CHECK(packed.at[lower ? (i + 1) * n + i : i * n + i + 1] == beside);
			}
			check_form(__LINE__, dtype, q, full, form);
			free(packed.at);
			CHECK_INT(array_get(calls_output(4), item), 0);
		}
		array_free(&a);
	}
}

/* Results of eigenvalues, from `first` on. */
static double complex eigenvalue(enum kernels_dtype dtype, uint32_t first, int64_t i)
{
	const double complex x = number(calls_output(first), i);
	return is_real(dtype) ? complex_of(creal(x), creal(number(calls_output(first + 1), i))) : x;
}

static uint32_t eigenvalue_results(enum kernels_dtype dtype, int64_t batch, int64_t n)
{
	const uint32_t count = is_real(dtype) ? 2 : 1;
	for (uint32_t i = 0; i < count; i++)
		calls_result(dtype, 2, (int64_t[]){ batch, n });
	return count;
}

/* T is a triangle, or has blocks of conjugate eigenvalues on its diagonal. */
static void check_schur_form(enum kernels_dtype dtype, struct matrix t, int64_t item)
{
	const int64_t n = t.rows;
	for (int64_t i = 0; i < n; i++) {
		for (int64_t j = 0; j + 1 < i; j++)
			CHECK(t.at[i * n + j] == 0);
		const double complex value = eigenvalue(dtype, 2, item * n + i), p = t.at[i * n + i];
		CHECK(creal(value) == creal(p));
		if (!is_real(dtype))
			CHECK(cimag(value) == cimag(p) && (i == 0 || t.at[i * n + i - 1] == 0));
		if (!is_real(dtype) || i == 0 || t.at[i * n + i - 1] == 0)
			continue;
		const double lower = creal(t.at[i * n + i - 1]), upper = creal(t.at[(i - 1) * n + i]);
		CHECK(p == t.at[(i - 1) * n + i - 1] && lower * upper < 0 && (i == 1 || t.at[(i - 1) * n + i - 2] == 0));
		CHECK(fabs(cimag(value) + sqrt(-lower * upper)) <= tolerance(dtype) * -cimag(value));
		CHECK(value == conj(eigenvalue(dtype, 2, item * n + i - 1)));
	}
}

static void schur_forms(void)
{
	for (int round = 0; round < 300; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 2), n = random_from(0, random_below(10) ? 9 : 40);
		struct array a = difficult(dtype, batch, n);
		calls_begin("hlo.lapack_gees");
		calls_operand(&a);
		calls_result(dtype, 3, a.shape.dims);
		calls_result(dtype, 3, a.shape.dims);
		const uint32_t values = eigenvalue_results(dtype, batch, n);
		calls_result(KERNELS_I32, 1, &batch);
		calls_result(KERNELS_I32, 1, &batch);
		const bool vectors = random_below(4);
		calls_bool("vectors", vectors);
		const int64_t done = ran(__LINE__) ? batch : 0;
		for (int64_t item = 0; item < done; item++) {
			struct matrix t = matrix_of(calls_output(0), item, n, n);
			check_schur_form(dtype, t, item);
			if (vectors)
				check_form(__LINE__, dtype, matrix_of(calls_output(1), item, n, n), matrix_of(&a, item, n, n), t);
			else
				free(t.at);
			CHECK_INT(array_get(calls_output(2 + values), item), 0);
			CHECK_INT(array_get(calls_output(3 + values), item), 0);
		}
		array_free(&a);
	}
}

/* Columns of norm 1 with a real largest element, for which a * v = v * values (left: v^H * a = values * v^H). Frees v. */
static void check_vectors(
	enum kernels_dtype dtype, const struct array *a, int64_t item, struct matrix v, const double complex *values, bool left)
{
	const int64_t n = v.rows;
	struct matrix original = matrix_of(a, item, n, n), scaled = matrix_make(n, n);
	const double norm = norm_of(original);
	for (int64_t j = 0; j < n; j++) {
		double square = 0, largest = 0;
		bool real_largest = false; /* of elements of almost the same size, any may be the largest */
		for (int64_t i = 0; i < n; i++) {
			const double complex x = v.at[i * n + j];
			square += creal(x * conj(x));
			largest = fmax(largest, cabs(x));
			scaled.at[i * n + j] = x * (left ? conj(values[j]) : values[j]);
			if (is_real(dtype) && cimag(values[j]) == 0)
				CHECK(cimag(x) == 0);
		}
		for (int64_t i = 0; i < n; i++)
			real_largest |= cabs(v.at[i * n + j]) > largest * (1 - tolerance(dtype)) && cimag(v.at[i * n + j]) == 0;
		CHECK(fabs(square - 1) < tolerance(dtype) && real_largest);
	}
	struct matrix factor = original;
	if (left) {
		factor = adjoint(original, true);
		free(original.at);
	}
	CHECK(difference(product(factor, v), scaled) <= tolerance(dtype) * norm);
}

static void begin_geev(const struct array *a, int64_t batch, int64_t n, bool left, bool right)
{
	const enum kernels_dtype both = is_single(a->dtype) ? KERNELS_COMPLEX64 : KERNELS_COMPLEX128;
	calls_begin("hlo.lapack_geev");
	calls_operand(a);
	(void)eigenvalue_results(a->dtype, batch, n);
	for (int i = 0; i < 2; i++)
		calls_result(both, 3, a->shape.dims);
	calls_result(KERNELS_I32, 1, &batch);
	calls_bool("left", left);
	calls_bool("right", right);
}

static void eigenvectors(void)
{
	for (int round = 0; round < 400; round++) {
		const enum kernels_dtype dtype = scalars[random_below(4)];
		const int64_t batch = random_from(0, 2), n = random_from(0, random_below(10) ? 9 : 40);
		const bool left = random_below(2), right = random_below(3);
		double complex values[40], trace, sum;
		struct array a = difficult(dtype, batch, n);
		begin_geev(&a, batch, n, left, right);
		const uint32_t first = is_real(dtype) ? 2 : 1;
		const int64_t done = ran(__LINE__) ? batch : 0;
		for (int64_t item = 0; item < done; item++) {
			trace = sum = 0;
			for (int64_t i = 0; i < n; i++) {
				sum += values[i] = eigenvalue(dtype, 0, item * n + i);
				trace += number(&a, item * n * n + i * (n + 1));
			}
			CHECK(cabs(sum - trace) < tolerance(dtype) * 1e3);
			struct matrix vl = matrix_of(calls_output(first), item, n, n), vr = matrix_of(calls_output(first + 1), item, n, n);
			if (left)
				check_vectors(dtype, &a, item, vl, values, true);
			else
				CHECK(difference(vl, matrix_make(n, n)) == 0);
			if (right)
				check_vectors(dtype, &a, item, vr, values, false);
			else
				CHECK(difference(vr, matrix_make(n, n)) == 0);
			CHECK_INT(array_get(calls_output(first + 2), item), 0);
		}
		array_free(&a);
	}
}

/* Eigenvalues that are known: roots of (x - 1)(x - 2)(x - 3)(x^2 + 1) by their companion matrix, far from 1 in size. */
static void known_eigenvalues(void)
{
	static const double polynomial[] = { 6, -11, 12, -12, 6 }; /* x^5 - 6x^4 + 12x^3 - 12x^2 + 11x - 6 */
	static const double complex roots[] = { 1, 2, 3, I, -I };
	for (int exponent = -300; exponent <= 300; exponent += 100) {
		const double unit = exponent == 0 ? 1 : pow(10, exponent);
		struct array a = array_make(KERNELS_F64, 3, (int64_t[]){ 1, 5, 5 });
		for (int64_t i = 0; i < 5; i++) {
			set_number(&a, i * 5 + 4, polynomial[i] * unit);
			if (i > 0)
				set_number(&a, i * 5 + i - 1, unit);
		}
		begin_geev(&a, 1, 5, true, true);
		if (ran(__LINE__))
			for (int r = 0; r < 5; r++) {
				double nearest = 1;
				for (int64_t i = 0; i < 5; i++)
					nearest = fmin(nearest, cabs(eigenvalue(KERNELS_F64, 0, i) / unit - roots[r]));
				CHECK(nearest < 1e-12);
			}
		array_free(&a);
	}
}

/* Numbers that are not finite end as a failure. */
static void not_finite(void)
{
	for (int round = 0; round < 40; round++) {
		const enum kernels_dtype dtype = scalars[round % 4];
		const int64_t n = random_from(1, 6), one = 1;
		const bool schur = random_below(2);
		struct array a = any_numbers(dtype, 3, (int64_t[]){ 1, n, n });
		set_number(&a, random_below(n * n), random_below(2) ? NAN : -INFINITY);
		const uint32_t values = is_real(dtype) ? 2 : 1;
		if (schur) {
			calls_begin("hlo.lapack_gees");
			calls_operand(&a);
			calls_result(dtype, 3, a.shape.dims);
			calls_result(dtype, 3, a.shape.dims);
			(void)eigenvalue_results(dtype, 1, n);
			calls_result(KERNELS_I32, 1, &one);
			calls_result(KERNELS_I32, 1, &one);
			calls_bool("vectors", true);
		} else {
			begin_geev(&a, 1, n, true, true);
		}
		if (ran(__LINE__)) {
			CHECK_INT(array_get(calls_output(schur ? 3 + values : 2 + values), 0), schur ? n : -4);
			for (uint32_t result = 0; result < 2 + values; result++)
				CHECK(isnan(creal(number(calls_output(result), 0))));
		}
		array_free(&a);
	}
}

static void refusals(void)
{
	struct array a = any_numbers(KERNELS_F64, 2, (int64_t[]){ 3, 3 });
	static const struct { int64_t low, high; const char *why; } ranges[] = {
		{ 0, 3, "rows 0 to 3 are no range" }, { 1, 4, "rows 1 to 4 are no range" }, { 3, 2, "rows 3 to 2 are no range" } };
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
		calls_begin("hlo.lapack_gehrd");
		calls_operand(&a);
		calls_result(KERNELS_F64, 2, a.shape.dims);
		calls_result(KERNELS_F64, 1, (int64_t[]){ 2 });
		calls_result(KERNELS_I32, 0, NULL);
		calls_int("low", ranges[i].low);
		calls_int("high", ranges[i].high);
		const char *why = calls_run();
		CHECK(why && strstr(why, ranges[i].why));
	}
	calls_begin("hlo.lapack_geev"); /* as of a complex matrix */
	calls_operand(&a);
	calls_result(KERNELS_F64, 1, a.shape.dims);
	for (int i = 0; i < 2; i++)
		calls_result(KERNELS_COMPLEX128, 2, a.shape.dims);
	calls_result(KERNELS_I32, 0, NULL);
	calls_bool("left", true);
	calls_bool("right", true);
	const char *why = calls_run();
	CHECK(why && strstr(why, "4 results, expected 5 for matrices of f64"));
	array_free(&a);
}

static const struct check_case random_cases[] = {
	CHECK_CASE(hessenberg_forms), CHECK_CASE(tridiagonal_forms), CHECK_CASE(schur_forms), CHECK_CASE(eigenvectors)
};

static void mutants(void) { run_mutants(random_cases, sizeof random_cases / sizeof *random_cases); }

static const struct check_case cases[] = {
	CHECK_CASE(hessenberg_forms), CHECK_CASE(tridiagonal_forms), CHECK_CASE(schur_forms), CHECK_CASE(eigenvectors),
	CHECK_CASE(known_eigenvalues), CHECK_CASE(not_finite), CHECK_CASE(refusals), CHECK_CASE(mutants)
};

int main(int argc, char **argv) { return by_lapack_main(argc, argv, cases, sizeof cases / sizeof *cases); }
