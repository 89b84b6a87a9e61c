/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cholesky and triangular_solve. */
#include "linear/factorize.h"
#include <kernels/stop.h>
#include <math.h>
#include <string.h>

/* ---- cholesky, also as LAPACK's potrf */

struct cholesky {
	struct hlo_batch batch;
	size_t n;
	bool lower, lapack;
};

static bool plan_any_cholesky(struct hlo_op *op, struct cholesky *c)
{
	struct hlo_matrices a;
	if (!kernels_hlo__bool(op, "lower", &c->lower) || !kernels_hlo__matrices(op, 0, &c->batch, &a))
		return false;
	if (a.rows != a.columns)
		return kernels_hlo__refuse(
			op, "the operand has matrices of %zu x %zu, expected square ones", a.rows, a.columns);
	if (!kernels_hlo__batch_result(op, 0, op->operands[0].dtype, 2, a.rows, a.rows))
		return false;
	c->n = a.rows;
	op->nanoseconds = kernels_hlo__batch_nanoseconds(op, 0, a.rows);
	return kernels_hlo__batch_reserve(op, &c->batch, 2, a.rows, a.rows);
}

static bool plan_cholesky(struct hlo_op *op, void *plan) { return plan_any_cholesky(op, plan); }

static bool plan_potrf(struct hlo_op *op, void *plan)
{
	struct cholesky *c = plan;
	c->lapack = true;
	return plan_any_cholesky(op, c) && kernels_hlo__batch_result(op, 1, KERNELS_I32, 0, 0, 0);
}

static void clear_upper(char *a, size_t n, size_t size)
{
	uint32_t did = 0;
	for (size_t i = 0; i < n && !kernels_stops(&did, n - i); i++)
		memset(a + (i * n + i + 1) * size, 0, (n - i - 1) * size);
}

static void set_nan(double *a, size_t count)
{
	for (size_t i = 0; i < count; i++)
		a[i] = (double)NAN;
}

static void clear_triangle(const struct hlo_item *item, char *a, size_t n, bool lower)
{
	const size_t size = kernels_dtype_size(item->run->op->results[0].dtype);
	for (size_t i = 0; i < n; i++)
		memset(a + (i * n + (lower ? i + 1 : 0)) * size, 0, (lower ? n - i - 1 : i) * size);
}

static bool cholesky_by_library(const struct hlo_item *item, const struct cholesky *c)
{
	const size_t count = c->n * c->n;
	int32_t info = 0;
	struct kernels_lapack call = { .function = KERNELS_LAPACK_POTRF, .rows = c->n, .columns = c->n, .lower = c->lower,
		.results = { kernels_hlo__item_result(item, 0, count) },
		.info = c->lapack ? kernels_hlo__item_result(item, 1, 1) : &info };
	if (!kernels_hlo__library_factorize(item, &call) || info != 0)
		return false; /* the built-in code marks a matrix that is not positive */
	if (!c->lapack)
		clear_triangle(item, call.results[0], c->n, c->lower);
	return true;
}

static void run_one_cholesky(struct hlo_item *item, const void *plan)
{
	const struct cholesky *c = plan;
	const struct hlo_matrix_functions *f = c->batch.f;
	const size_t n = c->n, count = n * n;
	if (cholesky_by_library(item, c))
		return;
	char *a = kernels_hlo__item_load(item, 0, count), *b = c->lower ? a : kernels_hlo__item_take(item, count);
	if (!c->lower) /* the factor of the upper triangle is the adjoint of the other one */
		f->transpose(a, n, n, true, b);
	const size_t info = f->cholesky(b, n);
	if (c->lapack) /* the other triangle stays */
		*(int32_t *)kernels_hlo__item_result(item, 1, 1) = (int32_t)info;
	else
		clear_upper(b, n, f->size);
	if (!c->lapack && info)
		set_nan((double *)(void *)b, count * f->size / sizeof(double));
	if (!c->lower)
		f->transpose(b, n, n, true, a);
	kernels_hlo__item_store(item, 0, a, count);
}

static bool run_cholesky(const struct hlo_run *run, const void *plan)
{
	return kernels_hlo__batch_run(run, &((const struct cholesky *)plan)->batch, plan, run_one_cholesky);
}

HLO_KERNEL(cholesky, .plan_size = sizeof(struct cholesky), .plan = plan_cholesky, .run = run_cholesky)

HLO_KERNEL(lapack_potrf, .plan_size = sizeof(struct cholesky), .plan = plan_potrf, .run = run_cholesky)

/* ---- triangular_solve */

struct triangular {
	struct hlo_batch batch;
	size_t n, others; /* b is n x others, or others x n */
	bool left, lower, unit, transposed, conjugated;
};

static bool read_flags(struct hlo_op *op, struct triangular *t)
{
	struct kernels_string name;
	if (!kernels_hlo__bool(op, "left_side", &t->left) || !kernels_hlo__bool(op, "lower", &t->lower) ||
		!kernels_hlo__bool(op, "unit_diagonal", &t->unit) || !kernels_hlo__text(op, "transpose_a", &name))
		return false;
	t->conjugated = name.size == 7 && memcmp(name.data, "ADJOINT", 7) == 0;
	t->transposed = t->conjugated || (name.size == 9 && memcmp(name.data, "TRANSPOSE", 9) == 0);
	return t->transposed || (name.size == 12 && memcmp(name.data, "NO_TRANSPOSE", 12) == 0) ||
	       kernels_hlo__refuse(op, "attribute transpose_a is '%.*s', expected NO_TRANSPOSE, TRANSPOSE or ADJOINT",
		       (int)(name.size < 40 ? name.size : 40), name.data);
}

static bool plan_triangular_solve(struct hlo_op *op, void *plan)
{
	struct triangular *t = plan;
	struct hlo_matrices a, b;
	if (!read_flags(op, t) || !kernels_hlo__matrices(op, 0, &t->batch, &a) ||
		!kernels_hlo__matrices(op, 1, &t->batch, &b))
		return false;
	t->n = a.rows;
	t->others = t->left ? b.columns : b.rows;
	if (a.rows != a.columns || (t->left ? b.rows : b.columns) != a.rows)
		return kernels_hlo__refuse(op, "matrices of %zu x %zu cannot be solved for %zu x %zu", a.rows, a.columns,
			b.rows, b.columns);
	op->nanoseconds = kernels_hlo__batch_nanoseconds(op, 1, a.rows);
	return kernels_hlo__batch_reserve(op, &t->batch, 2, a.rows, a.rows) &&
	       kernels_hlo__batch_reserve(op, &t->batch, 2, b.rows, b.columns) &&
	       kernels_hlo__batch_result(op, 0, op->operands[0].dtype, 2, b.rows, b.columns);
}

/* x * op(a) = b is the transpose of op(a)^T * x^T = b^T. */
static void run_one_solve(struct hlo_item *item, const void *plan)
{
	const struct triangular *t = plan;
	const struct hlo_matrix_functions *f = t->batch.f;
	const size_t n = t->n, count = n * n, right = n * t->others;
	struct kernels_lapack call = { .function = KERNELS_LAPACK_TRSM, .rows = t->left ? n : t->others, .columns = t->left ? t->others : n,
		.lower = t->lower, .left_side = t->left, .unit_diagonal = t->unit, .transposed = t->transposed,
		.conjugated = t->conjugated, .operands = { NULL, kernels_hlo__item_operand(item, 1, right) },
		.results = { kernels_hlo__item_result(item, 0, right) } };
	if (kernels_hlo__library_factorize(item, &call))
		return;
	void *a = kernels_hlo__item_load(item, 0, count), *b = kernels_hlo__item_load(item, 1, right);
	void *a2 = kernels_hlo__item_take(item, count), *b2 = kernels_hlo__item_take(item, right);
	const bool turned = t->transposed == t->left; /* the matrix of the system is the transpose of a */
	if (turned || t->conjugated) {
		f->transpose(a, n, n, t->conjugated, a2);
		if (!turned)
			f->transpose(a2, n, n, false, a);
	}
	if (!t->left)
		f->transpose(b, t->others, n, false, b2);
	f->solve(turned ? a2 : a, n, t->lower != turned, t->unit, t->left ? b : b2, t->others);
	if (!t->left)
		f->transpose(b2, n, t->others, false, b);
	kernels_hlo__item_store(item, 0, b, right);
}

static bool run_triangular_solve(const struct hlo_run *run, const void *plan)
{
	return kernels_hlo__batch_run(run, &((const struct triangular *)plan)->batch, plan, run_one_solve);
}

HLO_KERNEL(triangular_solve, .plan_size = sizeof(struct triangular), .plan = plan_triangular_solve, .run = run_triangular_solve)
