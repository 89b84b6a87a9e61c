/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Factorizations of matrices from the smallest normal to the largest finite number: backward errors and orthogonality within
 * 50 * n * epsilon, and signs of zeros. References compute with matrices that are scaled by a power of 2. */
#include "by_lapack.h"
#include "matrices.h"
#include <float.h>

enum kind { ANY, LOW_RANK, CLUSTERED, GRADED, NON_NORMAL, COLUMNS_GRADED, ZERO, KINDS };

#define UNITS 7

static bool is_real(enum kernels_dtype t) { return t == KERNELS_F32 || t == KERNELS_F64; }
static enum kernels_dtype real_type(enum kernels_dtype t) { return is_single(t) ? KERNELS_F32 : KERNELS_F64; }
static double bound(enum kernels_dtype t, int64_t n) { return 50 * (double)n * (is_single(t) ? FLT_EPSILON : DBL_EPSILON); }

/* The exponents of the largest elements: the norms of the largest matrices are just below the largest finite number. */
static int unit_of(enum kernels_dtype t, int number)
{
	const int least = is_single(t) ? FLT_MIN_EXP : DBL_MIN_EXP, most = (is_single(t) ? FLT_MAX_EXP : DBL_MAX_EXP) - 6;
	const int units[UNITS] = { least, least * 3 / 4, least / 2 - 3, 0, most / 2 + 3, most * 3 / 4, most };
	return units[number];
}

static double complex scaled(double complex x, int exponent)
{
	return complex_of(ldexp(creal(x), exponent), ldexp(cimag(x), exponent));
}

/* An element of at most 1. */
static double complex element(enum kind kind, int64_t n, int64_t i, int64_t j)
{
	const double complex any = complex_of(any_unit(), any_unit()) / 2;
	switch (kind) {
	case LOW_RANK: return cos((double)(i + 1)) * sin((double)(j + 2)) / 2 + (i % 2 == 0 && j % 3 == 0 ? 0.25 : 0);
	case CLUSTERED: return (i == j ? 0.75 : 0) + any * 1e-9;
	case GRADED: return any * exp2(-6 * (double)(i + j));
	case NON_NORMAL: return j > i ? 1 : i == j ? 0.5 : 0;
	case COLUMNS_GRADED: return any * exp2(-(double)(200 * j) / (double)n);
	case ZERO: return 0;
	default: return any;
	}
}

/* rows x columns times 2^exponent. */
static struct array make(enum kernels_dtype t, enum kind kind, int64_t rows, int64_t columns, int exponent)
{
	struct array a = array_make(t, 3, (int64_t[]){ 1, rows, columns });
	for (int64_t i = 0; i < rows * columns; i++)
		set_number(&a, i, scaled(element(kind, columns, i / columns, i % columns), exponent));
	return a;
}

/* Item 0, multiplied by 2^-exponent. */
static struct matrix get(const struct array *a, int64_t rows, int64_t columns, int exponent)
{
	struct matrix m = matrix_of(a, 0, rows, columns);
	for (int64_t i = 0; i < rows * columns; i++)
		m.at[i] = scaled(m.at[i], -exponent);
	return m;
}

static void expect_small(int line, const char *what, double error, double most)
{
	if (!(error <= most))
		check_report(__FILE__, line, "%s: the error is %g, expected at most %g", what, error, most);
}

/* q^H * q = 1. */
static void expect_unitary(int line, const struct array *q, int64_t rows, int64_t columns)
{
	struct matrix m = get(q, rows, columns, 0), other = adjoint(m, true);
	expect_small(line, "orthogonality", difference(product(other, m), unit_matrix(columns)), bound(q->dtype, rows));
}

/* At times one at which matrices are divided into blocks and halves. */
static int64_t any_size(void) { return random_below(8) ? random_from(1, 12) : random_from(40, 90); }

static void each(void (*run)(enum kernels_dtype t, enum kind kind, int exponent))
{
	for (size_t t = 0; t < sizeof scalars / sizeof *scalars; t++)
		for (int kind = 0; kind < KINDS; kind++)
			for (int unit = 0; unit < UNITS; unit++)
				run(scalars[t], (enum kind)kind, unit_of(scalars[t], unit));
}

static void one_gesdd(enum kernels_dtype t, enum kind kind, int exponent)
{
	const int64_t rows = any_size(), columns = any_size(), least = rows < columns ? rows : columns, one = 1;
	struct array a = make(t, kind, rows, columns, exponent);
	calls_begin("hlo.lapack_gesdd");
	calls_operand(&a);
	calls_result(t, 3, a.shape.dims);
	calls_result(real_type(t), 2, (int64_t[]){ 1, least });
	calls_result(t, 3, (int64_t[]){ 1, rows, rows });
	calls_result(t, 3, (int64_t[]){ 1, columns, columns });
	calls_result(KERNELS_I32, 1, &one);
	calls_text("mode", "A");
	if (ran(__LINE__)) {
		struct matrix u = get(calls_output(2), rows, rows, 0), v = get(calls_output(3), columns, columns, 0);
		struct matrix s = matrix_make(rows, columns), expected = get(&a, rows, columns, exponent);
		const double norm = norm_of(expected);
		for (int64_t i = 0; i < least; i++)
			s.at[i * columns + i] = scaled(number(calls_output(1), i), -exponent);
		expect_small(__LINE__, "u * s * v", difference(product(product(u, s), v), expected), bound(t, rows + columns) * norm);
		expect_unitary(__LINE__, calls_output(2), rows, rows);
		expect_unitary(__LINE__, calls_output(3), columns, columns);
		CHECK_INT(array_get(calls_output(4), 0), 0);
	}
	array_free(&a);
}
static void singular_values(void) { each(one_gesdd); }

static void one_syevd(enum kernels_dtype t, enum kind kind, int exponent)
{
	const int64_t n = any_size(), one = 1;
	struct array a = make(t, kind, n, n, exponent);
	for (int64_t i = 0; i < n * n; i++) {
		const double complex x = number(&a, i / n >= i % n ? i : i % n * n + i / n);
		set_number(&a, i, i / n == i % n ? creal(x) : i / n > i % n ? x : conj(x));
	}
	calls_begin("hlo.lapack_syevd");
	calls_operand(&a);
	calls_result(t, 3, a.shape.dims);
	calls_result(real_type(t), 2, (int64_t[]){ 1, n });
	calls_result(KERNELS_I32, 1, &one);
	calls_bool("lower", random_below(2));
	if (ran(__LINE__)) {
		struct matrix v = get(calls_output(0), n, n, 0), d = matrix_make(n, n), full = get(&a, n, n, exponent);
		const double norm = norm_of(full);
		for (int64_t i = 0; i < n; i++)
			d.at[i * n + i] = scaled(number(calls_output(1), i), -exponent);
		expect_small(__LINE__, "a * v - v * d",
			difference(product(full, get(calls_output(0), n, n, 0)), product(v, d)), bound(t, n) * norm);
		expect_unitary(__LINE__, calls_output(0), n, n);
		CHECK_INT(array_get(calls_output(2), 0), 0);
	}
	array_free(&a);
}
static void hermitian(void) { each(one_syevd); }

static uint32_t eigenvalue_results(enum kernels_dtype t, int64_t n)
{
	for (int i = 0; i < (is_real(t) ? 2 : 1); i++)
		calls_result(t, 2, (int64_t[]){ 1, n });
	return is_real(t) ? 2 : 1;
}

static double complex eigenvalue(enum kernels_dtype t, uint32_t first, int64_t i)
{
	const double complex x = number(calls_output(first), i);
	return is_real(t) ? complex_of(creal(x), creal(number(calls_output(first + 1), i))) : x;
}

static void one_gees(enum kernels_dtype t, enum kind kind, int exponent)
{
	const int64_t n = any_size(), one = 1;
	if (kernels_math_chosen() && exponent < 0) /* LAPACK's lanv2 compares with an absolute epsilon: vectors of small blocks are wrong */
		return;
	struct array a = make(t, kind, n, n, exponent);
	calls_begin("hlo.lapack_gees");
	calls_operand(&a);
	for (int i = 0; i < 2; i++)
		calls_result(t, 3, a.shape.dims);
	const uint32_t values = eigenvalue_results(t, n);
	for (int i = 0; i < 2; i++)
		calls_result(KERNELS_I32, 1, &one);
	calls_bool("vectors", true);
	if (ran(__LINE__)) {
		struct matrix z = get(calls_output(1), n, n, 0), form = get(calls_output(0), n, n, exponent), full = get(&a, n, n, exponent);
		const double norm = norm_of(full);
		expect_small(__LINE__, "z * t * z^H", difference(product(full, get(calls_output(1), n, n, 0)), product(z, form)),
			bound(t, n) * norm);
		expect_unitary(__LINE__, calls_output(1), n, n);
		CHECK_INT(array_get(calls_output(3 + values), 0), 0);
	}
	array_free(&a);
}
static void schur_forms(void) { each(one_gees); }

static void begin_geev(const struct array *a, int64_t n)
{
	const int64_t one = 1;
	calls_begin("hlo.lapack_geev");
	calls_operand(a);
	(void)eigenvalue_results(a->dtype, n);
	for (int i = 0; i < 2; i++)
		calls_result(is_single(a->dtype) ? KERNELS_COMPLEX64 : KERNELS_COMPLEX128, 3, a->shape.dims);
	calls_result(KERNELS_I32, 1, &one);
	calls_bool("left", true);
	calls_bool("right", true);
}

static void one_geev(enum kernels_dtype t, enum kind kind, int exponent)
{
	const int64_t n = random_from(1, 12);
	if (kind == COLUMNS_GRADED) /* balancing is harmful for these: LAPACK's errors are larger, too */
		return;
	struct array a = make(t, kind, n, n, exponent);
	begin_geev(&a, n);
	const uint32_t first = is_real(t) ? 2 : 1;
	for (uint32_t side = 0; side < 2 && (side > 0 || ran(__LINE__)); side++) {
		struct matrix v = get(calls_output(first + side), n, n, 0), d = matrix_make(n, n), full = get(&a, n, n, exponent);
		const double norm = norm_of(full);
		for (int64_t i = 0; i < n; i++) {
			const double complex value = scaled(eigenvalue(t, 0, i), -exponent);
			double square = 0;
			d.at[i * n + i] = side == 0 ? conj(value) : value;
			for (int64_t r = 0; r < n; r++)
				square += creal(v.at[r * n + i] * conj(v.at[r * n + i]));
			expect_small(__LINE__, "length - 1", fabs(sqrt(square) - 1), bound(t, n));
		}
		if (side == 0) {
			struct matrix other = adjoint(full, true);
			free(full.at);
			full = other;
		}
		expect_small(__LINE__, side == 0 ? "a^H * v - v * d^H" : "a * v - v * d",
			difference(product(full, get(calls_output(first + side), n, n, 0)), product(v, d)), bound(t, n) * norm);
	}
	array_free(&a);
}
static void eigenvectors(void) { each(one_geev); }

/* ---- the factors of 2^exponent * a are those of a: times 2^exponent in some elements, the same in others */

static const char *const scaling_names[] = { "hlo.lapack_geqrf", "hlo.lapack_getrf", "hlo.lapack_potrf", "hlo.lapack_gehrd",
	"hlo.lapack_sytrd", "hlo.triangular_solve" };
enum scaling { GEQRF, GETRF, POTRF, GEHRD, SYTRD, SOLVE, SCALINGS };

static int64_t begin_scaling(enum scaling s, const struct array *a, int64_t n)
{
	const int64_t one = 1;
	const enum kernels_dtype t = a->dtype;
	calls_begin(scaling_names[s]);
	calls_operand(a);
	if (s == SOLVE)
		operand(make(t, LOW_RANK, n, n, 0)); /* the same for all scales */
	calls_result(t, 3, a->shape.dims);
	if (s == SYTRD) {
		calls_result(real_type(t), 2, (int64_t[]){ 1, n });
		calls_result(real_type(t), 2, (int64_t[]){ 1, n - 1 });
	}
	if (s == GEQRF || s == GEHRD || s == SYTRD)
		calls_result(t, 2, (int64_t[]){ 1, s == GEQRF ? n : n - 1 });
	if (s == GETRF)
		calls_result(KERNELS_I32, 2, (int64_t[]){ 1, n });
	if (s != GEQRF && s != SOLVE)
		calls_result(KERNELS_I32, 1, &one);
	if (s == POTRF || s == SYTRD || s == SOLVE)
		calls_bool("lower", true);
	if (s == GEHRD) {
		calls_int("low", 1);
		calls_int("high", n);
	}
	if (s == SOLVE) {
		calls_bool("left_side", true);
		calls_bool("unit_diagonal", false);
		calls_text("transpose_a", "NO_TRANSPOSE");
	}
	return s == SYTRD ? 3 : s == GEQRF || s == GEHRD ? 1 : -1; /* tau */
}

/* The power of 2^exponent in an element of the result. */
static double power(enum scaling s, int64_t i, int64_t j)
{
	switch (s) {
	case GEHRD: return i <= j + 1;
	case SYTRD: return i <= j + 1; /* the upper triangle is that of a */
	case POTRF: return i >= j ? 0.5 : 1;
	case SOLVE: return -1;
	default: return i <= j;
	}
}

static void one_scaling(enum kernels_dtype t, enum scaling s, int exponent)
{
	const int64_t n = random_from(2, 10);
	struct matrix base = matrix_make(n, n), kept = matrix_make(n, n), taus = matrix_make(1, n);
	/* well conditioned, positive definite, and of so few bits that the smallest numbers are exact */
	for (int64_t i = 0; i < n * n; i++)
		base.at[i] = complex_of((double)random_from(-999, 999), is_real(t) ? 0 : (double)random_from(-999, 999)) * 0x1p-15 +
			(i / n == i % n ? 0.75 : 0);
	for (int64_t i = 0; i < n; i++)
		base.at[i * n + i] = creal(base.at[i * n + i]);
	for (int round = 0; round < 2; round++) {
		const int shift = round == 0 ? 0 : exponent - exponent % 2;
		struct array a = array_make(t, 3, (int64_t[]){ 1, n, n });
		for (int64_t i = 0; i < n * n; i++)
			set_number(&a, i, scaled(base.at[i], shift));
		const int64_t tau = begin_scaling(s, &a, n);
		if (ran(__LINE__))
			for (int64_t i = 0; i < n * n; i++) {
				const int by = (int)(power(s, i / n, i % n) * shift);
				const double complex x = scaled(number(calls_output(0), i), -by);
				const double complex scalar = tau >= 0 && i < n - 1 ? number(calls_output((uint32_t)tau), i) : 0;
				if (round == 0) {
					kept.at[i] = x;
					if (i < n)
						taus.at[i] = scalar;
					continue;
				}
				expect_small(__LINE__, scaling_names[s], cabs(x - kept.at[i]), bound(t, n));
				if (i < n)
					expect_small(__LINE__, "tau", cabs(scalar - taus.at[i]), bound(t, n));
			}
		array_free(&a);
	}
	free(base.at);
	free(kept.at);
	free(taus.at);
}

static void factors(void)
{
	for (size_t t = 0; t < sizeof scalars / sizeof *scalars; t++)
		for (int s = 0; s < SCALINGS; s++)
			/* LAPACK computes in the element type: the smallest matrices have subnormal intermediate results */
			for (int unit = kernels_math_chosen() ? 1 : 0; unit < UNITS; unit++)
				one_scaling(scalars[t], (enum scaling)s, unit_of(scalars[t], unit));
}

/* ---- zeros */

static bool is_plus_zero(double x) { return x == 0 && !signbit(x); }

/* The companion matrix of (x - 3)(x + 1) * x^zeros: the zeros are exact and come first. */
static void zero_roots(void)
{
	for (int64_t zeros = 0; zeros < 6; zeros++)
		for (size_t t = 0; t < sizeof scalars / sizeof *scalars; t++) {
			const int64_t n = zeros + 2;
			struct array a = array_make(scalars[t], 3, (int64_t[]){ 1, n, n });
			set_number(&a, 0, 2);
			set_number(&a, 1, 3);
			for (int64_t i = 1; i < n; i++)
				set_number(&a, i * n + i - 1, 1);
			begin_geev(&a, n);
			for (int64_t i = 0; i < n && (i > 0 || ran(__LINE__)); i++) {
				const double complex value = eigenvalue(scalars[t], 0, i);
				if (i < zeros)
					CHECK(is_plus_zero(creal(value)) && is_plus_zero(cimag(value)));
				else
					CHECK(fmin(cabs(value - 3), cabs(value + 1)) < tolerance(scalars[t]));
				CHECK(!is_real(scalars[t]) || is_plus_zero(cimag(value)));
			}
			array_free(&a);
		}
}

/* Triangles in any order of rows and columns: the eigenvalues are elements of the diagonal, unchanged. */
static void permuted_triangles(void)
{
	for (int round = 0; round < 60; round++) {
		const enum kernels_dtype t = scalars[round % 4];
		const int64_t n = random_from(1, 9);
		int64_t order[9];
		struct array a = array_make(t, 3, (int64_t[]){ 1, n, n });
		for (int64_t i = 0; i < n; i++) {
			const int64_t other = random_below(i + 1);
			order[i] = i;
			order[i] = order[other];
			order[other] = i;
		}
		for (int64_t i = 0; i < n; i++)
			for (int64_t j = i; j < n; j++)
				set_number(&a, order[i] * n + order[j], i == j ? (double)(i + 1) / 3 : any_unit());
		begin_geev(&a, n);
		for (int64_t i = 0; i < n && (i > 0 || ran(__LINE__)); i++) {
			bool exact = false;
			for (int64_t j = 0; j < n; j++)
				exact |= eigenvalue(t, 0, i) == number(&a, j * (n + 1));
			CHECK(exact && is_plus_zero(cimag(eigenvalue(t, 0, i))));
		}
		array_free(&a);
	}
}

/* Blocks of two rows: imaginary parts of real eigenvalues are +0, of others a pair with the positive one first. */
static void split_blocks(void)
{
	for (int round = 0; round < 200; round++) {
		const enum kernels_dtype t = scalars[round % 2];
		struct array a = array_make(t, 3, (int64_t[]){ 1, 2, 2 });
		for (int64_t i = 0; i < 4; i++)
			set_number(&a, i, (double)random_from(-3, 3));
		const double p = creal(number(&a, 0)), q = creal(number(&a, 1)), r = creal(number(&a, 2)), s = creal(number(&a, 3));
		const double square = (p - s) * (p - s) + 4 * q * r;
		begin_geev(&a, 2);
		if (ran(__LINE__)) {
			const double first = cimag(eigenvalue(t, 0, 0)), second = cimag(eigenvalue(t, 0, 1));
			if (square > 0)
				CHECK(is_plus_zero(first) && is_plus_zero(second));
			else if (square < 0)
				CHECK(first > 0 && second == -first);
		}
		array_free(&a);
	}
}

static const struct check_case cases[] = {
	CHECK_CASE(singular_values), CHECK_CASE(hermitian), CHECK_CASE(schur_forms), CHECK_CASE(eigenvectors), CHECK_CASE(factors),
	CHECK_CASE(zero_roots), CHECK_CASE(permuted_triangles), CHECK_CASE(split_blocks)
};

int main(int argc, char **argv) { return by_lapack_main(argc, argv, cases, sizeof cases / sizeof *cases); }
