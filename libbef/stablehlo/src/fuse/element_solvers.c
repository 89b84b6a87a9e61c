/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Solvers of small systems of f32 and f64: cholesky, triangular_solve, and custom calls that are the same or factorize by LU. Kernels compute
 * in f64, so f32 are converted. */
#include "fuse/element_factors.h"

#include <math.h>

enum solver { NO_SOLVER, CHOLESKY, TRIANGULAR, POTRF, TRSM, GETRF, PERMUTATION };

static const struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }

static struct mlirbc_value *result(const struct mlirbc_op *op, uint32_t i)
{
	return &mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[i];
}

static enum solver solver_of(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	static const struct {
		const char *name;
		enum solver solver;
	} targets[] = {
		{ "lapack_spotrf_ffi", POTRF }, { "lapack_dpotrf_ffi", POTRF }, { "lapack_strsm_ffi", TRSM }, { "lapack_dtrsm_ffi", TRSM },
		{ "lapack_sgetrf_ffi", GETRF }, { "lapack_dgetrf_ffi", GETRF }, { "cusolver_getrf_ffi", GETRF }, { "hipsolver_getrf_ffi", GETRF },
		{ "cu_lu_pivots_to_permutation", PERMUTATION }, { "hip_lu_pivots_to_permutation", PERMUTATION },
	};
	switch ((int)bef_hlo__code(lower, op)) {
	case MLIRBC_STABLEHLO_cholesky: return CHOLESKY;
	case MLIRBC_STABLEHLO_triangular_solve: return TRIANGULAR;
	case MLIRBC_STABLEHLO_custom_call: break;
	default: return NO_SOLVER;
	}
	const struct mlirbc_attr *target = mlirbc_op_attr(op, "call_target_name");
	for (size_t i = 0; target && target->kind == MLIRBC_ATTR_STRING && i < sizeof targets / sizeof *targets; i++) {
		if (bef_hlo__text_is(target->u.string, targets[i].name))
			return targets[i].solver;
	}
	return NO_SOLVER;
}

/* ---- parameters */

struct parameters {
	bool lower, left, unit, transposed;
};

/* Sets *out to whether the attribute has this value, a number or a keyword. */
static bool attribute(struct bef_hlo__elements *e, const struct mlirbc_op *op, const char *name, const char *yes, bool *out)
{
	const struct mlirbc_stablehlo_attr *attr = bef_hlo__find_attr(e->text.lower, op, name);
	*out = attr && (yes ? attr->text && bef_hlo__text_is(attr->text, yes) : attr->number != 0);
	return attr && (yes ? attr->text != NULL : attr->kind == MLIRBC_STABLEHLO_BOOL);
}

/* The same for a parameter that is the number of a letter. */
static bool letter(const struct mlirbc_op *op, const char *name, const char *allowed, char *out)
{
	const struct mlirbc_attr *value = bef_hlo__parameter(op, name);
	const uint64_t number = value ? value->u.number.words[0] : 0;
	*out = (char)number;
	return number > 0 && number < 128 && strchr(allowed, (char)number);
}

static bool read_parameters(struct bef_hlo__elements *e, const struct mlirbc_op *op, enum solver solver, struct parameters *p)
{
	char side = 'L', triangle = 'L', diagonal = 'N', form = 'N';
	bool conjugated = false;
	bool good = true;
	*p = (struct parameters){ .lower = true };
	switch (solver) {
	case CHOLESKY: return attribute(e, op, "lower", NULL, &p->lower);
	case TRIANGULAR:
		good = attribute(e, op, "left_side", NULL, &p->left) && attribute(e, op, "lower", NULL, &p->lower) &&
		       attribute(e, op, "unit_diagonal", NULL, &p->unit) && attribute(e, op, "transpose_a", "TRANSPOSE", &p->transposed) &&
		       attribute(e, op, "transpose_a", "ADJOINT", &conjugated);
		p->transposed = p->transposed || conjugated;
		return good;
	case TRSM:
		good = letter(op, "side", "LR", &side) && letter(op, "diag", "NU", &diagonal) && letter(op, "trans_x", "NTC", &form);
		/* fallthrough */
	case POTRF:
		good = good && letter(op, "uplo", "LU", &triangle);
		*p = (struct parameters){ triangle == 'L', side == 'L', diagonal == 'U', form != 'N' };
		return good;
	default: return true;
	}
}

/* ---- types: those of custom calls are anything */

/* A tensor of this element type and the first `kept` sizes of another one, then `rank` given sizes. */
static bool has_type(const struct mlirbc_value *value, const struct mlirbc_type *element, const struct mlirbc_type *batch, size_t kept,
	size_t rank, const int64_t *sizes)
{
	const struct mlirbc_type *type = value->type;
	if (!bef_hlo__is_small(type) || bef_hlo__element(type) != element || type->u.shaped.rank != kept + rank)
		return false;
	for (size_t i = 0; i < kept + rank; i++) {
		if (type->u.shaped.dims[i] != (i < kept ? batch->u.shaped.dims[i] : sizes[i - kept]))
			return false;
	}
	return true;
}

/* The matrices of operand 0, or vectors if there is a permutation. */
struct shape {
	const struct mlirbc_type *type, *element;
	size_t kept, count; /* batching dimensions, and how many matrices they are */
	int64_t sizes[2];
};

static bool find_shape(const struct mlirbc_op *op, size_t rank, struct shape *out)
{
	const struct mlirbc_type *type = op->operand_count > 0 ? operand(op, 0)->type : NULL;
	if (!type || !bef_hlo__is_small(type) || type->u.shaped.rank < rank)
		return false;
	const int64_t *dims = type->u.shaped.dims;
	*out = (struct shape){ type, bef_hlo__element(type), type->u.shaped.rank - rank, 1, { 0, 0 } };
	for (size_t i = 0; i < out->kept; i++)
		out->count *= (size_t)dims[i];
	for (size_t i = 0; i < rank; i++)
		out->sizes[i] = dims[out->kept + i];
	return true;
}

static bool is_float(const struct shape *s)
{
	const enum kernels_dtype dtype = bef_hlo__dtype(s->element);
	return dtype == KERNELS_F32 || dtype == KERNELS_F64;
}

/* ---- elements */

static void begin(struct bef_hlo__elements *e, struct bef_hlo__factors *f)
{
	struct bef_hlo__lower *lower = e->text.lower;
	const struct mlirbc_type *i32 = mlirbc_type_integer(lower->context, 32, MLIRBC_SIGNLESS);
	const struct mlirbc_type *i1 = mlirbc_type_integer(lower->context, 1, MLIRBC_SIGNLESS);
	*f = (struct bef_hlo__factors){ .e = e };
	f->f64 = bef_hlo__shaped(lower, NULL, 0, lower->f64);
	f->i32 = i32 ? bef_hlo__shaped(lower, NULL, 0, i32) : NULL;
	f->i1 = i1 ? bef_hlo__shaped(lower, NULL, 0, i1) : NULL;
	e->fits = e->fits && f->f64 && f->i32 && f->i1;
}

/* Matrix `which` of the value as f64. */
static void load(const struct bef_hlo__factors *f, const struct mlirbc_value *value, size_t which, size_t count, uint32_t *out)
{
	const uint32_t *numbers = bef_hlo__elements_of(f->e, value);
	const bool is_wide = bef_hlo__element(value->type) == f->f64->u.shaped.element;
	for (size_t i = 0; i < count && f->e->fits; i++) {
		const uint32_t number = numbers[which * count + i];
		out[i] = is_wide ? number : bef_hlo__elements_step(f->e, "convert", &number, 1, f->f64);
	}
}

/* The values were defined before. */
static void store(const struct bef_hlo__factors *f, const struct mlirbc_value *value, size_t which, size_t count, const uint32_t *from)
{
	uint32_t *numbers = (uint32_t *)(uintptr_t)bef_hlo__elements_of(f->e, value);
	const struct mlirbc_type *element = bef_hlo__element(value->type);
	const bool is_kept = element == f->f64->u.shaped.element || element->kind == MLIRBC_TYPE_INTEGER;
	for (size_t i = 0; i < count && f->e->fits; i++)
		numbers[which * count + i] = is_kept ? from[i] : bef_hlo__elements_step(f->e, "convert", &from[i], 1, value->type);
}

static void transpose(uint32_t *a, size_t rows, size_t columns)
{
	uint32_t old[BEF_HLO__MOST_ELEMENTS];
	memcpy(old, a, rows * columns * sizeof *old);
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < columns; j++)
			a[j * rows + i] = old[i * columns + j];
}

/* ---- cholesky */

/* Without a factor LAPACK leaves the rows after the failure and its other triangle as they are; XLA's operation returns NaNs then, and zeros
 * in the other triangle. */
static void finish_cholesky(const struct bef_hlo__factors *f, const uint32_t *old, const uint32_t *good, size_t n, bool lapack, uint32_t *a)
{
	const uint32_t nan = bef_hlo__elements_number(f->e, (double)NAN, f->f64), zero = bef_hlo__elements_number(f->e, 0, f->f64);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			const size_t at = i * n + j;
			if (!lapack)
				a[at] = bef_hlo__elements_choose(f->e, f->f64, good[n - 1], j > i ? zero : a[at], nan);
			else if (j < i || j == i)
				a[at] = j < i && i == 0 ? a[at] : bef_hlo__elements_choose(f->e, f->f64, good[j < i ? i - 1 : i], a[at], old[at]);
		}
}

static void factorize(struct bef_hlo__elements *e, const struct mlirbc_op *op, bool lapack)
{
	struct parameters p;
	struct shape s;
	struct bef_hlo__factors f;
	uint32_t a[BEF_HLO__MOST_ELEMENTS], old[BEF_HLO__MOST_ELEMENTS], good[BEF_HLO__FACTORS_MOST], info;
	begin(e, &f);
	e->fits = e->fits && op->operand_count == 1 && op->result_count == 1u + lapack && find_shape(op, 2, &s) && is_float(&s) &&
		  s.sizes[0] == s.sizes[1] && s.sizes[0] <= BEF_HLO__FACTORS_MOST && has_type(result(op, 0), s.element, s.type, s.kept + 2, 0, NULL) &&
		  (!lapack || has_type(result(op, 1), f.i32->u.shaped.element, s.type, s.kept, 0, NULL)) &&
		  read_parameters(e, op, lapack ? POTRF : CHOLESKY, &p);
	for (uint32_t i = 0; i < op->result_count && e->fits; i++)
		(void)bef_hlo__elements_define(e, result(op, i));
	for (size_t which = 0; e->fits && which < s.count; which++) {
		const size_t n = (size_t)s.sizes[0];
		load(&f, operand(op, 0), which, n * n, a);
		if (!p.lower)
			transpose(a, n, n);
		memcpy(old, a, n * n * sizeof *old);
		bef_hlo__factors_cholesky(&f, a, n, good, &info);
		finish_cholesky(&f, old, good, n, lapack, a);
		if (!p.lower)
			transpose(a, n, n);
		store(&f, result(op, 0), which, n * n, a);
		if (lapack)
			store(&f, result(op, 1), which, 1, &info);
	}
}

/* ---- triangular systems: x * op(a) = b is the transpose of op(a)^T * x^T = b^T */

static void solve(struct bef_hlo__elements *e, const struct mlirbc_op *op, enum solver solver)
{
	struct parameters p;
	struct shape s;
	struct bef_hlo__factors f;
	uint32_t a[BEF_HLO__MOST_ELEMENTS], b[BEF_HLO__MOST_ELEMENTS];
	begin(e, &f);
	e->fits = e->fits && op->operand_count == 2 && op->result_count == 1 && find_shape(op, 2, &s) && is_float(&s) &&
		  s.sizes[0] == s.sizes[1] && s.sizes[0] <= BEF_HLO__FACTORS_MOST && read_parameters(e, op, solver, &p);
	const struct mlirbc_type *right = e->fits && bef_hlo__is_small(operand(op, 1)->type) ? operand(op, 1)->type : NULL;
	e->fits = e->fits && right && right->u.shaped.rank == s.kept + 2 && right->u.shaped.dims[s.kept + !p.left] == s.sizes[0] &&
		  has_type(operand(op, 1), s.element, s.type, s.kept, 2, right->u.shaped.dims + s.kept) &&
		  has_type(result(op, 0), s.element, right, s.kept + 2, 0, NULL);
	if (e->fits)
		(void)bef_hlo__elements_define(e, result(op, 0));
	for (size_t which = 0; e->fits && which < s.count; which++) {
		const size_t n = (size_t)s.sizes[0], others = (size_t)right->u.shaped.dims[s.kept + p.left];
		const bool turned = p.transposed == p.left; /* the matrix of the system is the transpose of a */
		load(&f, operand(op, 0), which, n * n, a);
		load(&f, operand(op, 1), which, n * others, b);
		if (turned)
			transpose(a, n, n);
		if (!p.left)
			transpose(b, others, n);
		bef_hlo__factors_solve(&f, a, n, p.lower != turned, p.unit, b, others);
		if (!p.left)
			transpose(b, n, others);
		store(&f, result(op, 0), which, n * others, b);
	}
}

/* ---- LU */

static void decompose(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	struct shape s;
	struct bef_hlo__factors f;
	uint32_t a[BEF_HLO__MOST_ELEMENTS], pivots[BEF_HLO__FACTORS_MOST], info;
	begin(e, &f);
	e->fits = e->fits && op->operand_count == 1 && op->result_count == 3 && find_shape(op, 2, &s) && is_float(&s);
	const int64_t least = !e->fits ? 0 : s.sizes[0] < s.sizes[1] ? s.sizes[0] : s.sizes[1];
	e->fits = e->fits && least <= BEF_HLO__FACTORS_MOST && has_type(result(op, 0), s.element, s.type, s.kept + 2, 0, NULL) &&
		  has_type(result(op, 1), f.i32->u.shaped.element, s.type, s.kept, 1, &least) &&
		  has_type(result(op, 2), f.i32->u.shaped.element, s.type, s.kept, 0, NULL);
	for (uint32_t i = 0; i < 3 && e->fits; i++)
		(void)bef_hlo__elements_define(e, result(op, i));
	for (size_t which = 0; e->fits && which < s.count; which++) {
		const size_t rows = (size_t)s.sizes[0], columns = (size_t)s.sizes[1];
		load(&f, operand(op, 0), which, rows * columns, a);
		bef_hlo__factors_lu(&f, a, rows, columns, pivots, &info);
		store(&f, result(op, 0), which, rows * columns, a);
		store(&f, result(op, 1), which, (size_t)least, pivots);
		store(&f, result(op, 2), which, 1, &info);
	}
}

static void permute(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	struct shape s;
	struct bef_hlo__factors f;
	uint32_t exchanges[BEF_HLO__MOST_ELEMENTS], order[BEF_HLO__MOST_ELEMENTS];
	begin(e, &f);
	e->fits = e->fits && op->operand_count == 1 && op->result_count == 1 && find_shape(op, 1, &s) && bef_hlo__is_small(result(op, 0)->type) &&
		  s.element == f.i32->u.shaped.element && result(op, 0)->type->u.shaped.rank == s.kept + 1;
	const int64_t rows = e->fits ? result(op, 0)->type->u.shaped.dims[s.kept] : 0;
	e->fits = e->fits && rows >= s.sizes[0] && has_type(result(op, 0), s.element, s.type, s.kept, 1, &rows);
	if (e->fits)
		(void)bef_hlo__elements_define(e, result(op, 0));
	for (size_t which = 0; e->fits && which < s.count; which++) {
		memcpy(exchanges, bef_hlo__elements_of(e, operand(op, 0)) + which * (size_t)s.sizes[0], (size_t)s.sizes[0] * sizeof *exchanges);
		bef_hlo__factors_permutation(&f, exchanges, (size_t)s.sizes[0], (size_t)rows, order);
		store(&f, result(op, 0), which, (size_t)rows, order);
	}
}

bool bef_hlo__elements_solver(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const enum solver solver = solver_of(e->text.lower, op);
	switch (solver) {
	case CHOLESKY:
	case POTRF: factorize(e, op, solver == POTRF); return true;
	case TRIANGULAR:
	case TRSM: solve(e, op, solver); return true;
	case GETRF: decompose(e, op); return true;
	case PERMUTATION: permute(e, op); return true;
	default: return false;
	}
}
