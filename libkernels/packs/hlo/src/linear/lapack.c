/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The factorizations that JAX calls by the names of LAPACK's functions. Results are those of LAPACK up to rounding, and up
 * to the signs (phases) of eigenvectors and singular vectors. */
#include "linear/bidiagonal.h"
#include "linear/lapack.h"
#include <string.h>

struct lapack {
	struct hlo_batch batch;
	size_t rows, columns, least;
	size_t count;             /* orgqr: reflections */
	bool lower;               /* syevd */
	bool vectors, all;        /* syevd, gesdd: vectors are computed; gesdd: u and vt are square */
};

static bool plan_matrix(struct hlo_op *op, struct lapack *l)
{
	struct hlo_matrices a;
	if (!kernels_hlo__matrices(op, 0, &l->batch, &a))
		return false;
	l->rows = a.rows;
	l->columns = a.columns;
	l->least = a.rows < a.columns ? a.rows : a.columns;
	if (l->rows > INT32_MAX || l->columns > INT32_MAX)
		return kernels_hlo__refuse(op, "matrices of %zu x %zu are too large", l->rows, l->columns);
	op->nanoseconds = kernels_hlo__batch_nanoseconds(op, 0, l->least);
	return true;
}

/* ---- getrf: a -> (l and u, pivots, info) */

static bool plan_getrf(struct hlo_op *op, void *plan)
{
	struct lapack *l = plan;
	if (!plan_matrix(op, l))
		return false;
	return kernels_hlo__batch_reserve(op, &l->batch, 1, l->rows, l->columns) &&
	       kernels_hlo__batch_result(op, 0, op->operands[0].dtype, 2, l->rows, l->columns) &&
	       kernels_hlo__batch_result(op, 1, KERNELS_I32, 1, l->least, 0) &&
	       kernels_hlo__batch_result(op, 2, KERNELS_I32, 0, 0, 0);
}

static void run_one_getrf(struct hlo_item *item, const void *plan)
{
	const struct lapack *l = plan;
	struct kernels_lapack call = { .function = KERNELS_LAPACK_GETRF, .rows = l->rows, .columns = l->columns,
		.results = { kernels_hlo__item_result(item, 0, l->rows * l->columns), kernels_hlo__item_result(item, 1, l->least) },
		.info = kernels_hlo__item_result(item, 2, 1) };
	if (kernels_hlo__library_factorize(item, &call))
		return;
	void *a = kernels_hlo__item_load(item, 0, l->rows * l->columns);
	lapack_info(item, 2, (int32_t)l->batch.f->lu(a, l->rows, l->columns, kernels_hlo__item_result(item, 1, l->least)));
	kernels_hlo__item_store(item, 0, a, l->rows * l->columns);
}

/* ---- geqrf: a -> (r, and reflections below it, tau) */

static bool plan_geqrf(struct hlo_op *op, void *plan)
{
	struct lapack *l = plan;
	if (!plan_matrix(op, l))
		return false;
	return kernels_hlo__batch_reserve(op, &l->batch, 1, l->rows, l->columns) &&
	       kernels_hlo__batch_reserve(op, &l->batch, 1, l->least, 1) &&
	       kernels_hlo__batch_result(op, 0, op->operands[0].dtype, 2, l->rows, l->columns) &&
	       kernels_hlo__batch_result(op, 1, op->operands[0].dtype, 1, l->least, 0);
}

static void run_one_geqrf(struct hlo_item *item, const void *plan)
{
	const struct lapack *l = plan;
	struct kernels_lapack call = { .function = KERNELS_LAPACK_GEQRF, .rows = l->rows, .columns = l->columns,
		.results = { kernels_hlo__item_result(item, 0, l->rows * l->columns), kernels_hlo__item_result(item, 1, l->least) } };
	if (kernels_hlo__library_factorize(item, &call))
		return;
	void *a = kernels_hlo__item_load(item, 0, l->rows * l->columns), *tau = kernels_hlo__item_take(item, l->least);
	l->batch.f->qr(a, l->rows, l->columns, tau);
	kernels_hlo__item_store(item, 0, a, l->rows * l->columns);
	kernels_hlo__item_store(item, 1, tau, l->least);
}

/* ---- orgqr (complex: ungqr): (reflections, tau) -> q */

static bool plan_orgqr(struct hlo_op *op, void *plan)
{
	struct lapack *l = plan;
	const struct hlo_type *a = &op->operands[0], *tau = &op->operands[1];
	const uint32_t rank = a->shape.rank;
	char text[HLO_TYPE_TEXT];
	if (!plan_matrix(op, l))
		return false;
	bool fits = tau->dtype == a->dtype && tau->shape.rank + 1 == rank;
	for (uint32_t i = 0; fits && i + 2 < rank; i++)
		fits = tau->shape.dims[i] == a->shape.dims[i];
	l->count = fits ? (size_t)tau->shape.dims[rank - 2] : 0;
	if (!fits || l->count > l->columns || l->columns > l->rows)
		return kernels_hlo__refuse(op, "operand 1 has the type %s, which does not fit matrices of %zu x %zu",
			kernels_hlo__type_text(tau, text), l->rows, l->columns);
	return kernels_hlo__batch_reserve(op, &l->batch, 1, l->rows, l->columns) &&
	       kernels_hlo__batch_reserve(op, &l->batch, 1, l->count, 1) &&
	       kernels_hlo__batch_result(op, 0, a->dtype, 2, l->rows, l->columns);
}

static void run_one_orgqr(struct hlo_item *item, const void *plan)
{
	const struct lapack *l = plan;
	struct kernels_lapack call = { .function = KERNELS_LAPACK_ORGQR, .rows = l->rows, .columns = l->columns, .count = l->count,
		.operands = { NULL, kernels_hlo__item_operand(item, 1, l->count) },
		.results = { kernels_hlo__item_result(item, 0, l->rows * l->columns) } };
	if (l->count > 0 && kernels_hlo__library_factorize(item, &call))
		return;
	void *a = kernels_hlo__item_load(item, 0, l->rows * l->columns), *tau = kernels_hlo__item_load(item, 1, l->count);
	l->batch.f->q(a, l->rows, l->columns, l->count, tau);
	kernels_hlo__item_store(item, 0, a, l->rows * l->columns);
}

/* ---- syevd (complex: heevd): a -> (eigenvectors, eigenvalues, info); vectors of 0 x 0 elements: not wanted */

static bool plan_syevd(struct hlo_op *op, void *plan)
{
	struct lapack *l = plan;
	const struct hlo_shape *result = &op->results[0].shape;
	if (!kernels_hlo__bool(op, "lower", &l->lower) || !plan_matrix(op, l))
		return false;
	l->vectors = result->rank < 2 || result->dims[result->rank - 1] != 0 || l->rows == 0;
	if (l->rows != l->columns)
		return kernels_hlo__refuse(
			op, "the operand has matrices of %zu x %zu, expected square ones", l->rows, l->columns);
	op->nanoseconds *= 10;
	return kernels_hlo__batch_reserve(op, &l->batch, 2, l->rows, l->rows) &&
	       kernels_hlo__batch_reserve(op, &l->batch, 1, l->rows, 1) &&
	       kernels_hlo__batch_reserve(op, &l->batch, 1, EIGEN_SCRATCH_ROWS(l->rows), l->rows + 16) &&
	       kernels_hlo__batch_result(op, 0, op->operands[0].dtype, 2, l->vectors ? l->rows : 0, l->vectors ? l->rows : 0) &&
	       kernels_hlo__batch_result(op, 1, lapack_real(op->operands[0].dtype), 1, l->rows, 0) &&
	       kernels_hlo__batch_result(op, 2, KERNELS_I32, 0, 0, 0);
}

/* Copies the triangle that is read to the other one, adjoint; `other` is the adjoint of a. */
static void complete(char *a, const char *other, size_t n, bool lower, size_t size)
{
	for (size_t i = 0; i < n; i++) {
		const size_t from = lower ? i + 1 : 0, to = lower ? n : i;
		memcpy(a + (i * n + from) * size, other + (i * n + from) * size, (to - from) * size);
	}
}

static void run_one_syevd(struct hlo_item *item, const void *plan)
{
	const struct lapack *l = plan;
	const size_t n = l->rows;
	struct kernels_lapack call = { .function = KERNELS_LAPACK_SYEVD, .rows = n, .columns = n, .lower = l->lower,
		.results = { l->vectors ? kernels_hlo__item_result(item, 0, n * n) : item->scratch, kernels_hlo__item_result(item, 1, n) },
		.info = kernels_hlo__item_result(item, 2, 1) };
	if (kernels_hlo__library_factorize(item, &call))
		return;
	void *a = kernels_hlo__item_load(item, 0, n * n), *v = kernels_hlo__item_take(item, n * n);
	double *values = kernels_hlo__item_take(item, n);
	void *scratch = kernels_hlo__item_take(item, EIGEN_SCRATCH_ROWS(n) * (n + 16));
	l->batch.f->transpose(a, n, n, true, v);
	complete(a, v, n, l->lower, l->batch.f->size);
	lapack_info(item, 2, l->batch.f->eigen(a, n, values, l->vectors ? v : NULL, scratch) ? 0 : 1);
	if (l->vectors)
		kernels_hlo__item_store(item, 0, v, n * n);
	kernels_hlo__item_store_real(item, 1, values, n);
}

/* ---- gesdd: a -> (undefined, singular values, u, v^H, info) */

static bool read_mode(struct hlo_op *op, struct lapack *l)
{
	struct kernels_string mode;
	if (!kernels_hlo__text(op, "mode", &mode))
		return false;
	const char letter = mode.size == 1 ? mode.data[0] : '?';
	l->all = letter == 'A';
	l->vectors = letter != 'N';
	return l->all || letter == 'S' || letter == 'N' ||
	       kernels_hlo__refuse(op, "attribute mode is '%.*s', expected A, S or N",
		       (int)(mode.size < 40 ? mode.size : 40), mode.data);
}

static bool plan_gesdd(struct hlo_op *op, void *plan)
{
	struct lapack *l = plan;
	if (!read_mode(op, l) || !plan_matrix(op, l))
		return false;
	const enum kernels_dtype dtype = op->operands[0].dtype;
	const size_t most = l->rows > l->columns ? l->rows : l->columns;
	op->nanoseconds *= 20;
	if (!kernels_hlo__batch_reserve(op, &l->batch, 2, l->rows, l->columns) ||
		!kernels_hlo__batch_reserve(op, &l->batch, 2, l->least, l->least) ||
		!kernels_hlo__batch_reserve(op, &l->batch, 1, SINGULAR_SCRATCH_ROWS(l->least), l->least + 16) ||
		!kernels_hlo__batch_reserve(op, &l->batch, 2, most, l->all ? most : l->least) ||
		!kernels_hlo__batch_reserve(op, &l->batch, 2, most, 1) ||
		!kernels_hlo__batch_result(op, 0, dtype, 2, l->rows, l->columns) ||
		!kernels_hlo__batch_result(op, 1, lapack_real(dtype), 1, l->least, 0) ||
		!kernels_hlo__batch_result(op, 4, KERNELS_I32, 0, 0, 0))
		return false;
	for (uint32_t i = 2; i < 4 && !l->vectors; i++) /* zeros of any shape */
		if (op->results[i].dtype == KERNELS_DTYPE_INVALID)
			return kernels_hlo__refuse(op, "result %u is a token, expected a tensor", i);
	if (!l->vectors)
		return true;
	const size_t u = l->all ? l->rows : l->least, v = l->all ? l->columns : l->least;
	return kernels_hlo__batch_result(op, 2, dtype, 2, l->rows, u) &&
	       kernels_hlo__batch_result(op, 3, dtype, 2, v, l->columns);
}

/* Copies the first columns of a matrix. */
static void copy_columns(const char *from, size_t from_columns, char *to, size_t to_columns, size_t rows, size_t count,
	size_t size)
{
	for (size_t i = 0; i < rows; i++)
		memcpy(to + i * to_columns * size, from + i * from_columns * size, count * size);
}

/* Extends the orthonormal first `rank` columns of a (rows x columns) to `wanted` columns: those of q after the first ones,
 * which q replaces by multiples. */
static void extend(const struct hlo_matrix_functions *f, const char *a, size_t rows, size_t columns, size_t rank, char *out,
	size_t wanted, void *tau)
{
	memset(out, 0, rows * wanted * f->size);
	copy_columns(a, columns, out, wanted, rows, rank, f->size);
	if (rank == wanted)
		return;
	/* the reflections of the first columns; the others are generated from the identity */
	f->qr(out, rows, wanted, tau);
	f->q(out, rows, wanted, rank, tau);
	copy_columns(a, columns, out, wanted, rows, rank, f->size);
}

static size_t result_count(const struct hlo_item *item, uint32_t index)
{
	return (size_t)item->run->op->results[index].elements / item->batch->batch;
}

static void no_vectors(const struct hlo_item *item)
{
	for (uint32_t i = 2; i < 4; i++) {
		const size_t count = result_count(item, i);
		memset(kernels_hlo__item_result(item, i, count), 0, count * kernels_dtype_size(item->run->op->results[i].dtype));
	}
}

static bool gesdd_by_library(const struct hlo_item *item, const struct lapack *l)
{
	const size_t count = l->rows * l->columns;
	struct kernels_lapack call = { .function = KERNELS_LAPACK_GESDD, .rows = l->rows, .columns = l->columns, .all = l->all,
		.results = { NULL, kernels_hlo__item_result(item, 1, l->least) }, .info = kernels_hlo__item_result(item, 4, 1) };
	for (uint32_t i = 2; i < 4 && l->vectors; i++)
		call.results[i] = kernels_hlo__item_result(item, i, result_count(item, i));
	if (!kernels_hlo__library_factorize(item, &call))
		return false;
	memcpy(kernels_hlo__item_result(item, 0, count), call.operands[0], count * kernels_dtype_size(call.dtype));
	if (!l->vectors)
		no_vectors(item);
	return true;
}

static void run_one_gesdd(struct hlo_item *item, const void *plan)
{
	const struct lapack *l = plan;
	const struct hlo_matrix_functions *f = l->batch.f;
	const size_t n = l->least, m = l->rows + l->columns - n; /* the larger one */
	const bool wide = l->rows < l->columns;
	if (gesdd_by_library(item, l))
		return;
	void *a = kernels_hlo__item_load(item, 0, m * n), *other = kernels_hlo__item_take(item, m * n);
	void *v = kernels_hlo__item_take(item, n * n), *v2 = kernels_hlo__item_take(item, n * n);
	void *scratch = kernels_hlo__item_take(item, SINGULAR_SCRATCH_ROWS(n) * (n + 16));
	const size_t size = l->all ? m : n;
	void *u = kernels_hlo__item_take(item, m * size), *u2 = kernels_hlo__item_take(item, m * size);
	double *values = kernels_hlo__item_take(item, m);
	void *tau = kernels_hlo__item_take(item, m);
	if (wide) /* the decomposition of the adjoint */
		f->transpose(a, n, m, true, other);
	void *tall = wide ? other : a, *left = wide ? a : other;
	size_t rank;
	lapack_info(item, 4, f->singular(tall, m, n, values, left, v, scratch, l->vectors, &rank) ? 0 : 1);
	kernels_hlo__item_store_real(item, 1, values, n);
	kernels_hlo__item_store(item, 0, tall, m * n);
	if (!l->vectors) {
		no_vectors(item);
		return;
	}
	extend(f, left, m, n, rank, u, size, tau);
	f->transpose(wide ? u : v, wide ? m : n, wide ? size : n, true, wide ? u2 : v2);
	kernels_hlo__item_store(item, 2, wide ? v : u, wide ? n * n : m * size);
	kernels_hlo__item_store(item, 3, wide ? u2 : v2, wide ? m * size : n * n);
}

/* ---- table */

LAPACK_KERNEL(geqrf, lapack)
LAPACK_KERNEL(gesdd, lapack)
LAPACK_KERNEL(getrf, lapack)
LAPACK_KERNEL(orgqr, lapack)
LAPACK_KERNEL(syevd, lapack)
