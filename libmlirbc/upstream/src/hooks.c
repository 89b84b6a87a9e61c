/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The hooks that libmlirbc's parser and printer call. */
#include "engine.h"
#include "own.h"
#include "spelling.h"
#include "verify.h"

#include <mlirbc/upstream.h>

static bool is_row(const void *form)
{
	const struct mlirbc_upstream__row *first = mlirbc_upstream__rows, *row = form;
	return row >= first && row < first + mlirbc_upstream__row_count;
}

static bool is_own(const void *form) { return form && !is_row(form); }

/* Kept for operations without a row and a form, as a row. */
static const struct mlirbc_upstream__row *no_row(void) { return mlirbc_upstream__rows + mlirbc_upstream__row_count; }

/* A struct mlirbc_upstream__own, or a row, or NULL: libmlirbc's form or none. */
static const void *find_op(const struct mlirbc_string *name)
{
	const void *own = mlirbc_upstream__own_find(name);
	const struct mlirbc_upstream__row *row = own ? NULL : mlirbc_upstream__row_find(name);
	return own ? own : row && row->flags & ROW_LIBRARY ? NULL : row;
}

/* ---- parser */

static int parse_op(
	struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op, void *ctx)
{
	const void **kept = mlirbc_parser_kept(op);
	(void)ctx;
	if (!*kept && !(*kept = find_op(name)))
		*kept = no_row();
	if (*kept == no_row())
		return 0;
	if (is_own(*kept))
		return ((const struct mlirbc_upstream__own *)*kept)->parse(parser, name, op) ? 1 : -1;
	const struct mlirbc_upstream__row *row = *kept;
	return !(row->flags & ROW_GENERIC) ? (mlirbc_upstream__parse(parser, name, op, row) ? 1 : -1) : 0;
}

/* ---- printer */

static const void *find_form(const struct mlirbc_string *name, void *ctx)
{
	(void)ctx;
	return find_op(name);
}

static bool fits(const struct mlirbc_op *op, const void *form, void *ctx)
{
	const struct mlirbc_upstream__own *own = form;
	(void)ctx;
	return is_row(form) ? !(((const struct mlirbc_upstream__row *)form)->flags & ROW_GENERIC) && mlirbc_upstream__fits(op, form) : own->fits && own->fits(op);
}

static bool print(struct mlirbc_printer *printer, const struct mlirbc_op *op, const void *form, uint32_t step,
	struct mlirbc_region_form *out, void *ctx)
{
	const struct mlirbc_upstream__own *own = form;
	(void)ctx;
	return is_row(form) ? mlirbc_upstream__print(printer, op, form, step, out) : own->print(printer, op, step, out);
}

static const char *result_name(const struct mlirbc_op *op, const void *form, uint32_t result, void *ctx)
{
	const struct mlirbc_upstream__own *own = form;
	(void)ctx;
	if (is_own(form) && own->result_name)
		return own->result_name(op, result);
	if (is_own(form))
		form = mlirbc_upstream__row_find(op->name);
	return mlirbc_upstream__result_name(op, form, result);
}

static const char *argument_name(
	const struct mlirbc_op *op, const void *form, uint32_t region, uint32_t argument, void *ctx)
{
	const struct mlirbc_upstream__own *own = form;
	(void)ctx;
	return is_own(form) && own->argument_name ? own->argument_name(op, region, argument) : NULL;
}

/* ---- lists */

/* Not those whose operations libmlirbc knows completely: arith, builtin, cf, func, scf, tensor, ub. */
#define DIALECTS(X)                                                                                                    \
	X(acc) X(affine) X(amdgpu) X(amx) X(arm_neon) X(arm_sme) X(arm_sve) X(async) X(bufferization) X(complex)       \
	X(emitc) X(gpu) X(index) X(irdl) X(linalg) X(llvm) X(math) X(memref) X(ml_program) X(mpi) X(nvgpu) X(nvvm)     \
	X(omp) X(pdl) X(pdl_interp) X(ptr) X(quant) X(rocdl) X(shape) X(shard) X(smt) X(sparse_tensor) X(spirv)        \
	X(tosa) X(transform) X(vcix) X(vector) X(wasmssa) X(x86vector) X(xegpu) X(xevm)

#define ASSEMBLY(name)                                                                                                 \
	{ .dialect = #name,                                                                                            \
		.parse_op = parse_op,                                                                                  \
		.check_attr = mlirbc_upstream__check_attr,                                                             \
		.ctx = (void *)(uintptr_t)#name,                                                                                          \
		.check_type = mlirbc_upstream__check_type },
#define PRINTING(name) { #name, find_form, fits, print, result_name, argument_name, NULL },
static const struct mlirbc_assembly assembly[] = { DIALECTS(ASSEMBLY) };
/* Operations of dlti are not known, its attributes are spelled as mlir-opt does. */
static const struct mlirbc_assembly layouts = {
	.dialect = "dlti", .check_attr = mlirbc_upstream__check_attr, .ctx = (void *)(uintptr_t) "dlti" };
/* One hook verifies the operations of all dialects. */
static const struct mlirbc_assembly verifier = { .dialect = "builtin", .verify_module = mlirbc_upstream__verify };
static const struct mlirbc_printing printing[] = { DIALECTS(PRINTING) };

#define NUMBER(name) number_##name,
enum { DIALECTS(NUMBER) };

#define READING(name) &assembly[number_##name],
#define WRITING(name) &printing[number_##name],

const struct mlirbc_assembly *const *mlirbc_upstream_assembly(size_t *out_count)
{
	static const struct mlirbc_assembly *const all[] = { DIALECTS(READING) &layouts, &verifier };
	*out_count = sizeof all / sizeof *all;
	return all;
}

const struct mlirbc_printing *const *mlirbc_upstream_printing(size_t *out_count)
{
	static const struct mlirbc_printing *const all[] = { DIALECTS(WRITING) };
	*out_count = sizeof all / sizeof *all;
	return all;
}
