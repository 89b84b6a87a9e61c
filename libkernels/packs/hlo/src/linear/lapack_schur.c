/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions of square matrices to Hessenberg, tridiagonal and Schur form, and eigenvectors, by the names of LAPACK's functions.
 * Results are those of LAPACK up to rounding, up to the order of the eigenvalues, and up to the signs (phases) of vectors. */
#include "linear/eigen.h"
#include "linear/lapack.h"
#include <float.h>
#include <math.h>
#include <string.h>

struct square {
	struct hlo_batch batch;
	size_t n;
	size_t low, high;    /* gehrd */
	bool lower;          /* sytrd */
	bool left, right;    /* geev: eigenvectors */
	bool vectors;        /* gees: Schur vectors */
	bool is_complex;
	uint32_t values;     /* geev, gees: results of eigenvalues, 1 or 2 */
};

static bool plan_square(struct hlo_op *op, struct square *s, size_t each)
{
	struct hlo_matrices a;
	if (!kernels_hlo__matrices(op, 0, &s->batch, &a))
		return false;
	if (a.rows != a.columns || a.rows > INT32_MAX)
		return kernels_hlo__refuse(
			op, "the operand has matrices of %zu x %zu, expected square ones", a.rows, a.columns);
	s->n = a.rows;
	s->is_complex = hlo_is_complex(op->operands[0].dtype);
	s->values = s->is_complex ? 1 : 2;
	op->nanoseconds = kernels_hlo__batch_nanoseconds(op, 0, a.rows < SIZE_MAX / each ? each * a.rows : SIZE_MAX);
	return true;
}

static size_t less_one(size_t n) { return n > 0 ? n - 1 : 0; }

/* ---- gehrd: a -> (Hessenberg form and reflections, tau, info) */

static bool plan_gehrd(struct hlo_op *op, void *plan)
{
	struct square *s = plan;
	int64_t low, high;
	if (!kernels_hlo__int(op, "low", &low) || !kernels_hlo__int(op, "high", &high) || !plan_square(op, s, 4))
		return false;
	const int64_t n = (int64_t)s->n;
	if (low < 1 || high > n || low > (n > 0 ? high : 1) || (n == 0 && high != 0))
		return kernels_hlo__refuse(op, "rows %lld to %lld are no range of rows of %lld x %lld matrices", (long long)low,
			(long long)high, (long long)n, (long long)n);
	s->low = (size_t)low - 1;
	s->high = (size_t)high;
	return kernels_hlo__batch_reserve(op, &s->batch, 1, s->n, s->n) &&
	       kernels_hlo__batch_reserve(op, &s->batch, 1, s->n, 1) &&
	       kernels_hlo__batch_result(op, 0, op->operands[0].dtype, 2, s->n, s->n) &&
	       kernels_hlo__batch_result(op, 1, op->operands[0].dtype, 1, less_one(s->n), 0) &&
	       kernels_hlo__batch_result(op, 2, KERNELS_I32, 0, 0, 0);
}

static void run_one_gehrd(struct hlo_item *item, const void *plan)
{
	const struct square *s = plan;
	struct kernels_lapack call = { .function = KERNELS_LAPACK_GEHRD, .rows = s->n, .columns = s->n, .low = s->low, .high = s->high,
		.results = { kernels_hlo__item_result(item, 0, s->n * s->n), kernels_hlo__item_result(item, 1, less_one(s->n)) },
		.info = kernels_hlo__item_result(item, 2, 1) };
	if (kernels_hlo__library_factorize(item, &call))
		return;
	void *a = kernels_hlo__item_load(item, 0, s->n * s->n), *tau = kernels_hlo__item_take(item, s->n);
	s->batch.f->hessenberg(a, s->n, s->low, s->high, tau);
	kernels_hlo__item_store(item, 0, a, s->n * s->n);
	kernels_hlo__item_store(item, 1, tau, less_one(s->n));
	lapack_info(item, 2, 0);
}

/* ---- sytrd (complex: hetrd): a -> (tridiagonal form and reflections, diagonal, elements beside it, tau, info) */

static bool plan_sytrd(struct hlo_op *op, void *plan)
{
	struct square *s = plan;
	const enum kernels_dtype dtype = op->operands[0].dtype;
	if (!kernels_hlo__bool(op, "lower", &s->lower) || !plan_square(op, s, 2))
		return false;
	return kernels_hlo__batch_reserve(op, &s->batch, 1, s->n, s->n) &&
	       kernels_hlo__batch_reserve(op, &s->batch, 5, s->n, 1) &&
	       kernels_hlo__batch_result(op, 0, dtype, 2, s->n, s->n) &&
	       kernels_hlo__batch_result(op, 1, lapack_real(dtype), 1, s->n, 0) &&
	       kernels_hlo__batch_result(op, 2, lapack_real(dtype), 1, less_one(s->n), 0) &&
	       kernels_hlo__batch_result(op, 3, dtype, 1, less_one(s->n), 0) &&
	       kernels_hlo__batch_result(op, 4, KERNELS_I32, 0, 0, 0);
}

/* Reverses the order of `count` scalars. */
static void reverse(char *scalars, size_t count, size_t size)
{
	char kept[sizeof(double) * 2];
	for (size_t i = 0; i < count / 2; i++) {
		char *first = scalars + i * size, *last = scalars + (count - 1 - i) * size;
		memcpy(kept, first, size);
		memcpy(first, last, size);
		memcpy(last, kept, size);
	}
}

static void run_one_sytrd(struct hlo_item *item, const void *plan)
{
	const struct square *s = plan;
	const size_t n = s->n, size = s->batch.f->size;
	struct kernels_lapack call = { .function = KERNELS_LAPACK_SYTRD, .rows = n, .columns = n, .lower = s->lower,
		.results = { kernels_hlo__item_result(item, 0, n * n), kernels_hlo__item_result(item, 1, n),
			kernels_hlo__item_result(item, 2, less_one(n)), kernels_hlo__item_result(item, 3, less_one(n)) },
		.info = kernels_hlo__item_result(item, 4, 1) };
	if (kernels_hlo__library_factorize(item, &call))
		return;
	void *a = kernels_hlo__item_load(item, 0, n * n), *tau = kernels_hlo__item_take(item, n);
	double *diagonal = kernels_hlo__item_take(item, n), *beside = kernels_hlo__item_take(item, n);
	void *scratch = kernels_hlo__item_take(item, 2 * n);
	if (!s->lower) /* with rows and columns reversed, the upper triangle is the lower one */
		reverse(a, n * n, size);
	s->batch.f->tridiagonal(a, n, diagonal, beside, tau, scratch);
	if (!s->lower) {
		reverse(a, n * n, size);
		reverse(tau, less_one(n), size);
		reverse((char *)diagonal, n, sizeof *diagonal);
		reverse((char *)beside, less_one(n), sizeof *beside);
	}
	kernels_hlo__item_store(item, 0, a, n * n);
	kernels_hlo__item_store_real(item, 1, diagonal, n);
	kernels_hlo__item_store_real(item, 2, beside, less_one(n));
	kernels_hlo__item_store(item, 3, tau, less_one(n));
	lapack_info(item, 4, 0);
}

/* ---- Schur forms and eigenvectors */

/* Sets the types of the results of eigenvalues: of real matrices, the real and the imaginary parts. */
static bool plan_values(struct hlo_op *op, const struct square *s, uint32_t first)
{
	bool ok = true;
	for (uint32_t i = 0; i < s->values && ok; i++)
		ok = kernels_hlo__batch_result(op, first + i, op->operands[0].dtype, 1, s->n, 0);
	return ok;
}

static bool expect_results(struct hlo_op *op, uint32_t count)
{
	return op->result_count == count || kernels_hlo__refuse(op, "%u results, expected %u for matrices of %s",
						    op->result_count, count, kernels_dtype_name(op->operands[0].dtype));
}

static bool reserve_schur(struct hlo_op *op, struct square *s)
{
	return kernels_hlo__batch_reserve(op, &s->batch, 3, s->n, s->n) &&
	       kernels_hlo__batch_reserve(op, &s->batch, 4, s->n, 1);
}

static struct hlo_schur load_schur(struct hlo_item *item, const struct square *s, bool vectors, bool balance)
{
	const size_t n = s->n;
	struct hlo_schur schur = { .f = s->batch.f, .is_complex = s->is_complex, .n = n, .a = kernels_hlo__item_load(item, 0, n * n) };
	void *z = kernels_hlo__item_take(item, n * n);
	schur.reflections = kernels_hlo__item_take(item, n * n);
	schur.tau = kernels_hlo__item_take(item, n);
	schur.values = kernels_hlo__item_take(item, 2 * n);
	schur.balance = kernels_hlo__item_take(item, n);
	schur.z = vectors ? z : NULL;
	schur.balanced = balance;
	schur.epsilon = lapack_real(item->run->op->operands[0].dtype) == KERNELS_F32 ? (double)FLT_EPSILON : DBL_EPSILON;
	return schur;
}

/* Stores eigenvalues; the first `missing` ones, which were not found, are NaN. */
static void store_values(struct hlo_item *item, const struct square *s, uint32_t first, double (*values)[2], size_t missing,
	double *parts)
{
	for (size_t i = 0; i < missing; i++)
		values[i][0] = values[i][1] = NAN;
	if (s->is_complex) {
		kernels_hlo__item_store(item, first, values, s->n);
		return;
	}
	for (uint32_t part = 0; part < 2; part++) {
		for (size_t i = 0; i < s->n; i++)
			parts[i] = values[i][part];
		kernels_hlo__item_store_real(item, first + part, parts, s->n);
	}
}

/* Sets both parts of all scalars. */
static void fill_scalars(void *scalars, size_t count, const struct square *s, double value)
{
	double *to = scalars;
	for (size_t i = 0; i < count * (s->is_complex ? 2 : 1); i++)
		to[i] = value;
}

/* ---- gees: a -> (Schur form, Schur vectors, eigenvalues, count of selected eigenvalues: 0, info) */

static bool plan_gees(struct hlo_op *op, void *plan)
{
	struct square *s = plan;
	const enum kernels_dtype dtype = op->operands[0].dtype;
	if (!kernels_hlo__bool(op, "vectors", &s->vectors) || !plan_square(op, s, 25) || !expect_results(op, 4 + s->values))
		return false;
	return reserve_schur(op, s) && kernels_hlo__batch_result(op, 0, dtype, 2, s->n, s->n) &&
	       kernels_hlo__batch_result(op, 1, dtype, 2, s->n, s->n) && plan_values(op, s, 2) &&
	       kernels_hlo__batch_result(op, 2 + s->values, KERNELS_I32, 0, 0, 0) &&
	       kernels_hlo__batch_result(op, 3 + s->values, KERNELS_I32, 0, 0, 0);
}

/* The bits of 0 in all of a result of n x n elements. */
static void clear_result(const struct hlo_item *item, uint32_t index, size_t count)
{
	memset(kernels_hlo__item_result(item, index, count), 0, count * kernels_dtype_size(item->run->op->results[index].dtype));
}

static bool gees_by_library(const struct hlo_item *item, const struct square *s)
{
	const size_t count = s->n * s->n;
	struct kernels_lapack call = { .function = KERNELS_LAPACK_GEES, .rows = s->n, .columns = s->n,
		.results = { kernels_hlo__item_result(item, 0, count), s->vectors ? kernels_hlo__item_result(item, 1, count) : NULL },
		.info = kernels_hlo__item_result(item, 3 + s->values, 1) };
	for (uint32_t i = 0; i < s->values; i++)
		call.results[2 + i] = kernels_hlo__item_result(item, 2 + i, s->n);
	if (!kernels_hlo__library_factorize(item, &call))
		return false;
	if (!s->vectors)
		clear_result(item, 1, count);
	lapack_info(item, 2 + s->values, 0);
	return true;
}

static void run_one_gees(struct hlo_item *item, const void *plan)
{
	const struct square *s = plan;
	const size_t n = s->n, count = n * n;
	if (gees_by_library(item, s))
		return;
	struct hlo_schur schur = load_schur(item, s, s->vectors, false);
	const size_t missing = kernels_hlo__schur(&schur);
	const bool finite = missing == 0 || schur.high > 0;
	kernels_hlo__unscale(&schur, true);
	if (!finite)
		fill_scalars(schur.a, count, s, NAN);
	kernels_hlo__item_store(item, 0, schur.a, count);
	if (!s->vectors || !finite)
		fill_scalars(schur.reflections, count, s, s->vectors ? NAN : 0);
	kernels_hlo__item_store(item, 1, s->vectors && finite ? schur.z : schur.reflections, count);
	store_values(item, s, 2, schur.values, missing, schur.tau);
	lapack_info(item, 2 + s->values, 0);
	lapack_info(item, 3 + s->values, (int32_t)missing);
}

/* ---- geev: a -> (eigenvalues, left eigenvectors, right eigenvectors, info) */

static bool plan_geev(struct hlo_op *op, void *plan)
{
	struct square *s = plan;
	if (!kernels_hlo__bool(op, "left", &s->left) || !kernels_hlo__bool(op, "right", &s->right) ||
		!plan_square(op, s, 25) || !expect_results(op, 3 + s->values))
		return false;
	const enum kernels_dtype dtype = op->operands[0].dtype;
	const enum kernels_dtype both = dtype == KERNELS_F32 || dtype == KERNELS_COMPLEX64 ? KERNELS_COMPLEX64 : KERNELS_COMPLEX128;
	if (!s->is_complex && dtype != KERNELS_F32 && dtype != KERNELS_F64)
		return kernels_hlo__refuse(op, "the operand has elements %s, expected f32, f64 or complex numbers",
			kernels_dtype_name(dtype));
	const size_t scalars = s->is_complex ? 1 : 2; /* of a complex number */
	return reserve_schur(op, s) && kernels_hlo__batch_reserve(op, &s->batch, 2 * scalars, s->n, s->n) &&
	       kernels_hlo__batch_reserve(op, &s->batch, 2 * scalars, s->n, 1) && plan_values(op, s, 0) &&
	       kernels_hlo__batch_result(op, s->values, both, 2, s->n, s->n) &&
	       kernels_hlo__batch_result(op, s->values + 1, both, 2, s->n, s->n) &&
	       kernels_hlo__batch_result(op, s->values + 2, KERNELS_I32, 0, 0, 0);
}

static bool geev_by_library(const struct hlo_item *item, const struct square *s)
{
	const size_t count = s->n * s->n;
	const bool wanted[] = { s->left, s->right };
	struct kernels_lapack call = { .function = KERNELS_LAPACK_GEEV, .rows = s->n, .columns = s->n,
		.info = kernels_hlo__item_result(item, s->values + 2, 1) };
	for (uint32_t i = 0; i < s->values; i++)
		call.results[i] = kernels_hlo__item_result(item, i, s->n);
	for (uint32_t i = 0; i < 2; i++)
		call.results[s->values + i] = wanted[i] ? kernels_hlo__item_result(item, s->values + i, count) : NULL;
	if (!kernels_hlo__library_factorize(item, &call))
		return false;
	for (uint32_t i = 0; i < 2; i++)
		if (!wanted[i] || *call.info != 0)
			clear_result(item, s->values + i, count);
	return true;
}

static void run_one_geev(struct hlo_item *item, const void *plan)
{
	const struct square *s = plan;
	const size_t n = s->n, scalars = s->is_complex ? 1 : 2;
	if (geev_by_library(item, s))
		return;
	struct hlo_schur schur = load_schur(item, s, s->left || s->right, true);
	double *vectors = kernels_hlo__item_take(item, scalars * n * n);
	void *scratch = kernels_hlo__item_take(item, scalars * (n * n + 2 * n));
	const size_t missing = kernels_hlo__schur(&schur);
	for (uint32_t i = 0; i < 2; i++) {
		const bool wanted = i == 0 ? s->left : s->right;
		for (size_t j = 0; j < 2 * n * n; j++)
			vectors[j] = wanted ? NAN : 0;
		if (wanted && missing == 0)
			kernels_hlo__eigenvectors(&schur, i == 0, scratch, vectors);
		kernels_hlo__item_store_complex(item, s->values + i, vectors, n * n);
	}
	kernels_hlo__unscale(&schur, false);
	store_values(item, s, 0, schur.values, missing, schur.tau);
	/* JAX does not call LAPACK for matrices that are not finite */
	lapack_info(item, s->values + 2, missing > 0 && schur.high == 0 ? -4 : (int32_t)missing);
}

/* ---- table */

LAPACK_KERNEL(geev, square)
LAPACK_KERNEL(gees, square)
LAPACK_KERNEL(gehrd, square)
LAPACK_KERNEL(sytrd, square)
