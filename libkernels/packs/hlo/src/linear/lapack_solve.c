/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* More functions that JAX calls by the names of LAPACK's: products with Q, QR with exchanged columns, tridiagonal systems; the update of a
 * Cholesky factor, and the order of the rows of an LU factorization. */
#include "linear/lapack.h"
#include <float.h>
#include <kernels/stop.h>
#include <math.h>
#include <string.h>

struct solve {
	struct hlo_batch batch;
	size_t rows, columns, count; /* of operand 0; reflections */
	size_t others;               /* ormqr: columns of the product, or rows if it is from the right */
	bool left, adjoint;          /* ormqr */
	double epsilon, tiny;        /* gtsv: of the element type if pivots are perturbed, else 0 */
};

static bool plan_matrix(struct hlo_op *op, struct solve *s)
{
	struct hlo_matrices a;
	if (!kernels_hlo__matrices(op, 0, &s->batch, &a))
		return false;
	s->rows = a.rows;
	s->columns = a.columns;
	if (s->rows > INT32_MAX || s->columns > INT32_MAX)
		return kernels_hlo__refuse(op, "matrices of %zu x %zu are too large", s->rows, s->columns);
	return true;
}

/* Operand `index` is a vector for each matrix of operand 0; INVALID: of the same elements. Sets its size. */
static bool plan_vector(struct hlo_op *op, uint32_t index, enum kernels_dtype dtype, size_t *out)
{
	const struct hlo_type *first = &op->operands[0], *type = &op->operands[index];
	char text[HLO_TYPE_TEXT];
	bool fits = type->dtype == (dtype == KERNELS_DTYPE_INVALID ? first->dtype : dtype) && type->shape.rank + 1 == first->shape.rank;
	for (uint32_t i = 0; fits && i + 2 < first->shape.rank; i++)
		fits = type->shape.dims[i] == first->shape.dims[i];
	if (!fits)
		return kernels_hlo__refuse(op, "operand %u has the type %s, expected a vector for each matrix of operand 0", index,
			kernels_hlo__type_text(type, text));
	*out = (size_t)type->shape.dims[type->shape.rank - 1];
	return true;
}

/* ---- ormqr (complex: unmqr): (reflections, tau, c) -> q * c, c * q, or those with the adjoint of q */

static bool plan_ormqr(struct hlo_op *op, void *plan)
{
	struct solve *s = plan;
	struct hlo_matrices c;
	if (!kernels_hlo__bool(op, "left_side", &s->left) || !kernels_hlo__bool(op, "adjoint", &s->adjoint) || !plan_matrix(op, s) ||
		!plan_vector(op, 1, KERNELS_DTYPE_INVALID, &s->count) || !kernels_hlo__matrices(op, 2, &s->batch, &c))
		return false;
	s->others = s->left ? c.columns : c.rows;
	if (s->count > s->columns || s->count > s->rows || (s->left ? c.rows : c.columns) != s->rows || s->others > INT32_MAX)
		return kernels_hlo__refuse(op, "%zu reflections of %zu x %zu matrices do not fit matrices of %zu x %zu", s->count, s->rows,
			s->columns, c.rows, c.columns);
	op->nanoseconds = kernels_hlo__batch_nanoseconds(op, 2, 2 * s->count);
	return kernels_hlo__batch_reserve(op, &s->batch, 1, s->rows, s->columns) &&
	       kernels_hlo__batch_reserve(op, &s->batch, 1, s->count, 1) &&
	       kernels_hlo__batch_reserve(op, &s->batch, 2, s->rows, s->others) &&
	       kernels_hlo__batch_reserve(op, &s->batch, 1, s->rows, s->others + s->count) &&
	       kernels_hlo__batch_result(op, 0, op->operands[0].dtype, 2, c.rows, c.columns);
}

/* Copies columns between matrices of different widths. */
static void copy_columns(char *to, size_t to_columns, const char *from, size_t from_columns, size_t rows, size_t count, size_t size)
{
	for (size_t i = 0; i < rows; i++)
		memcpy(to + i * to_columns * size, from + i * from_columns * size, count * size);
}

/* c * q is the adjoint of q^H * c^H. */
static void run_one_ormqr(struct hlo_item *item, const void *plan)
{
	const struct solve *s = plan;
	const struct hlo_matrix_functions *f = s->batch.f;
	const size_t both = s->others + s->count, elements = s->rows * s->others;
	const char *a = kernels_hlo__item_load(item, 0, s->rows * s->columns), *tau = kernels_hlo__item_load(item, 1, s->count);
	char *c = kernels_hlo__item_load(item, 2, elements), *turned = kernels_hlo__item_take(item, elements);
	char *work = kernels_hlo__item_take(item, s->rows * both);
	if (!s->left)
		f->transpose(c, s->others, s->rows, true, turned);
	copy_columns(work, both, a, s->columns, s->rows, s->count, f->size);
	copy_columns(work + s->count * f->size, both, s->left ? c : turned, s->others, s->rows, s->others, f->size);
	f->apply(work, s->rows, both, s->count, tau, s->adjoint == s->left);
	copy_columns(s->left ? c : turned, s->others, work + s->count * f->size, both, s->rows, s->others, f->size);
	if (!s->left)
		f->transpose(turned, s->rows, s->others, true, c);
	kernels_hlo__item_store(item, 0, c, elements);
}

/* ---- geqp3: (a, columns that come first) -> (r, and reflections below it, the columns from 1, tau) */

static bool plan_geqp3(struct hlo_op *op, void *plan)
{
	struct solve *s = plan;
	size_t numbers = 0;
	if (!plan_matrix(op, s) || !plan_vector(op, 1, KERNELS_I32, &numbers))
		return false;
	if (numbers != s->columns)
		return kernels_hlo__refuse(op, "operand 1 has %zu elements for each matrix, expected %zu", numbers, s->columns);
	s->count = s->rows < s->columns ? s->rows : s->columns;
	op->nanoseconds = kernels_hlo__batch_nanoseconds(op, 0, 2 * s->count);
	return kernels_hlo__batch_reserve(op, &s->batch, 1, s->rows, s->columns) &&
	       kernels_hlo__batch_reserve(op, &s->batch, 1, s->count, 1) &&
	       kernels_hlo__batch_reserve(op, &s->batch, 2, s->columns, 1) &&
	       kernels_hlo__batch_result(op, 0, op->operands[0].dtype, 2, s->rows, s->columns) &&
	       kernels_hlo__batch_result(op, 1, KERNELS_I32, 1, s->columns, 0) &&
	       kernels_hlo__batch_result(op, 2, op->operands[0].dtype, 1, s->count, 0);
}

static void run_one_geqp3(struct hlo_item *item, const void *plan)
{
	const struct solve *s = plan;
	void *a = kernels_hlo__item_load(item, 0, s->rows * s->columns), *tau = kernels_hlo__item_take(item, s->count);
	double *norms = kernels_hlo__item_take(item, 2 * s->columns);
	int32_t *order = kernels_hlo__item_result(item, 1, s->columns);
	memcpy(order, kernels_hlo__item_operand(item, 1, s->columns), s->columns * sizeof *order);
	s->batch.f->pivoted_qr(a, s->rows, s->columns, order, tau, norms);
	kernels_hlo__item_store(item, 0, a, s->rows * s->columns);
	kernels_hlo__item_store(item, 2, tau, s->count);
}

/* ---- gtsv: (b, elements below the diagonal, on it, above it) -> (x, the diagonals of U, info) */

static bool plan_gtsv(struct hlo_op *op, void *plan)
{
	struct solve *s = plan;
	const enum kernels_dtype dtype = op->operands[0].dtype;
	const bool single = lapack_real(dtype) == KERNELS_F32, is_double = lapack_real(dtype) == KERNELS_F64;
	bool perturbs = false;
	if (!kernels_hlo__bool(op, "perturbs", &perturbs) || !plan_matrix(op, s))
		return false;
	if (perturbs && !single && !is_double)
		return kernels_hlo__refuse(op, "the operand has elements %s, expected f32, f64 or complex numbers", kernels_dtype_name(dtype));
	s->epsilon = !perturbs ? 0 : single ? (double)FLT_EPSILON : DBL_EPSILON;
	s->tiny = single ? (double)FLT_MIN : DBL_MIN;
	for (uint32_t i = 1; i < 4; i++) {
		size_t count = 0;
		if (!plan_vector(op, i, KERNELS_DTYPE_INVALID, &count))
			return false;
		if (count != s->rows)
			return kernels_hlo__refuse(op, "operand %u has %zu elements for each matrix, expected %zu", i, count, s->rows);
		if (!kernels_hlo__batch_result(op, i, dtype, 1, s->rows, 0))
			return false;
	}
	op->nanoseconds = kernels_hlo__batch_nanoseconds(op, 0, 8);
	return kernels_hlo__batch_reserve(op, &s->batch, 1, s->rows, s->columns) &&
	       kernels_hlo__batch_reserve(op, &s->batch, 3, s->rows, 1) &&
	       kernels_hlo__batch_result(op, 0, dtype, 2, s->rows, s->columns) &&
	       kernels_hlo__batch_result(op, 4, KERNELS_I32, 0, 0, 0);
}

static void run_one_gtsv(struct hlo_item *item, const void *plan)
{
	const struct solve *s = plan;
	const size_t n = s->rows;
	void *b = kernels_hlo__item_load(item, 0, n * s->columns), *bands[3];
	for (uint32_t i = 0; i < 3; i++)
		bands[i] = kernels_hlo__item_load(item, i + 1, n);
	lapack_info(item, 4,
		(int32_t)s->batch.f->solve_band(bands[0], bands[1], bands[2], n, b, s->columns, s->epsilon, s->tiny));
	kernels_hlo__item_store(item, 0, b, n * s->columns);
	for (uint32_t i = 0; i < 3; i++)
		kernels_hlo__item_store(item, i + 1, bands[i], n);
}

LAPACK_KERNEL(ormqr, solve)
LAPACK_KERNEL(geqp3, solve)
LAPACK_KERNEL(gtsv, solve)

/* ---- cholesky_update: (r, w) -> (upper triangle of r^T r + w w^T, what rotations leave of w), the rotations of JAX's function */

static bool plan_cholesky_update(struct hlo_op *op, void *plan)
{
	struct solve *s = plan;
	if (!plan_matrix(op, s) || !plan_vector(op, 1, KERNELS_DTYPE_INVALID, &s->count))
		return false;
	if (hlo_is_complex(op->operands[0].dtype) || s->rows != s->columns || s->count != s->rows)
		return kernels_hlo__refuse(op, "%zu x %zu matrices and vectors of %zu elements %s, expected square matrices of floats and their rows",
			s->rows, s->columns, s->count, kernels_dtype_name(op->operands[0].dtype));
	op->nanoseconds = kernels_hlo__batch_nanoseconds(op, 0, 4);
	return kernels_hlo__batch_reserve(op, &s->batch, 1, s->rows, s->columns) &&
	       kernels_hlo__batch_reserve(op, &s->batch, 1, s->rows, 1) &&
	       kernels_hlo__batch_result(op, 0, op->operands[0].dtype, 2, s->rows, s->columns) &&
	       kernels_hlo__batch_result(op, 1, op->operands[0].dtype, 1, s->rows, 0);
}

/* Row k of r and w are rotated, so that element k of w becomes 0. */
static void rotate(double *row, double *w, size_t k, size_t n)
{
	double x = row[k], y = w[k], c = 1, s = 0;
	if (y != 0) {
		const double largest = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
		x /= largest;
		y /= largest;
		c = x / sqrt(x * x + y * y);
		s = -y / sqrt(x * x + y * y);
	}
	for (size_t j = 0; j < n; j++) {
		const double from = row[j];
		row[j] = c * from - s * w[j];
		w[j] = c * w[j] + s * from;
	}
	w[k] = y != 0 ? 0 : w[k];
}

static void run_one_cholesky_update(struct hlo_item *item, const void *plan)
{
	const struct solve *s = plan;
	const size_t n = s->rows;
	double *r = kernels_hlo__item_load(item, 0, n * n), *w = kernels_hlo__item_load(item, 1, n);
	uint32_t did = 0;
	for (size_t k = 0; k < n && !kernels_stops(&did, n); k++)
		rotate(r + k * n, w, k, n);
	kernels_hlo__item_store(item, 0, r, n * n);
	kernels_hlo__item_store(item, 1, w, n);
}

static bool run_cholesky_update(const struct hlo_run *run, const void *plan)
{
	return kernels_hlo__batch_run(run, &((const struct solve *)plan)->batch, plan, run_one_cholesky_update);
}

HLO_KERNEL(cholesky_update, .plan_size = sizeof(struct solve), .plan = plan_cholesky_update, .run = run_cholesky_update)

/* ---- lu_permutation: numbers (from 0) of the row that each row of a matrix was exchanged with -> where each row was before */

struct permutation {
	size_t exchanges, rows;
};

static bool plan_lu_permutation(struct hlo_op *op, void *plan)
{
	struct permutation *p = plan;
	const struct hlo_type *type = &op->operands[0];
	const uint32_t rank = type->shape.rank;
	int64_t dims[KERNELS_MAX_RANK], rows = 0;
	char text[HLO_TYPE_TEXT];
	if (!kernels_hlo__int(op, "rows", &rows))
		return false;
	if (type->dtype != KERNELS_I32 || op->results[0].dtype != KERNELS_I32 || rank == 0)
		return kernels_hlo__refuse(op, "operand 0 has the type %s, expected vectors of i32, as those of result 0",
			kernels_hlo__type_text(type, text));
	if (rows < type->shape.dims[rank - 1] || rows > INT32_MAX)
		return kernels_hlo__refuse(op, "%lld rows, but %lld exchanges", (long long)rows, (long long)type->shape.dims[rank - 1]);
	memcpy(dims, type->shape.dims, rank * sizeof *dims);
	dims[rank - 1] = rows;
	*p = (struct permutation){ (size_t)type->shape.dims[rank - 1], (size_t)rows };
	return kernels_hlo__set_shape(op, 0, rank, dims);
}

/* Exchanges with rows that there are not are left out. */
static bool run_lu_permutation(const struct hlo_run *run, const void *plan)
{
	const struct permutation *p = plan;
	const int32_t *exchanges = run->inputs[0];
	int32_t *order = run->outputs[0], *end = order + run->op->results[0].elements;
	for (; order < end; order += p->rows, exchanges += p->exchanges) {
		for (size_t i = 0; i < p->rows; i++)
			order[i] = (int32_t)i;
		for (size_t i = 0; i < p->exchanges; i++) {
			const int32_t other = exchanges[i], kept = order[i];
			if (other < 0 || (size_t)other >= p->rows)
				continue;
			order[i] = order[other];
			order[other] = kept;
		}
	}
	return true;
}

HLO_KERNEL(lu_permutation, .plan_size = sizeof(struct permutation), .plan = plan_lu_permutation, .run = run_lu_permutation)
