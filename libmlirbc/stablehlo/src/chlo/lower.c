/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* chlo to stablehlo. What is made may hold operations of chlo again, which are lowered next. */
#include "chlo/lower.h"
#include "chlo/formula.h"
#include "infer/check.h"

static struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t index)
{
	return index < op->operand_count ? mlirbc_op_operands(op)[index].value : NULL;
}

static bool is_kind(const struct mlirbc_type *element, enum mlirbc_float kind)
{
	return element->kind == MLIRBC_TYPE_FLOAT && element->u.float_kind == kind;
}

/* By a formula: NULL, without a failure, when there is none for the type. */
static struct mlirbc_value *compute(struct shlo__emit *emit, struct mlirbc_op *op, const struct shlo__formula_row *row)
{
	struct mlirbc_value *x = operand(op, 0), *y = operand(op, 1);
	if (!x || !shlo__is_tensor(x->type))
		return NULL;
	const struct mlirbc_type *element = shlo__element(x->type), *back = NULL;
	bool half = is_kind(element, MLIRBC_F16) || is_kind(element, MLIRBC_BF16);
	if (element->kind == MLIRBC_TYPE_COMPLEX)
		return row->complex ? shlo__formula(emit, row->complex, x, y) : NULL;
	if (!shlo__is_float(element) || !row->real)
		return NULL;
	if ((half && row->upcast) || !(half || is_kind(element, MLIRBC_F32) || is_kind(element, MLIRBC_F64))) {
		const struct mlirbc_type *f32 = mlirbc_type_float(emit->pass->context, MLIRBC_F32);
		back = element;
		element = f32;
		x = shlo__emit_convert(emit, x, f32);
		y = y ? shlo__emit_convert(emit, y, f32) : NULL;
	}
	const char *text = row->single && is_kind(element, MLIRBC_F32) ? row->single : row->real;
	struct mlirbc_value *value = x ? shlo__formula(emit, text, x, y) : NULL;
	return back && value && shlo__element(value->type) == element ? shlo__emit_convert(emit, value, back) : value;
}

/* The value as a tensor of the declared type, which may know other sizes: less than the operand says, or more. NULL: it is another type. */
static struct mlirbc_value *as_declared(struct shlo__emit *emit, struct mlirbc_value *value, const struct mlirbc_type *type)
{
	int64_t dims[SHLO__MOST_DIMS];
	if (!value || value->type == type)
		return value;
	if (!shlo__is_tensor(type) || !shlo__is_tensor(value->type) || shlo__element(type) != shlo__element(value->type) ||
		!shlo__compatible_shapes(type, value->type) || type->u.shaped.rank > SHLO__MOST_DIMS)
		return NULL;
	for (size_t i = 0; i < type->u.shaped.rank; i++)
		dims[i] = (int64_t)i;
	const struct shlo__property property = { "broadcast_dimensions",
		shlo__i64s_attr(emit->pass->context, dims, type->u.shaped.rank) };
	return shlo__emit(emit, "stablehlo.dynamic_broadcast_in_dim", type,
		(struct mlirbc_value *[]){ value, shlo__emit_shape_of(emit, value) }, 2, &property, 1);
}

static bool lower_scan(struct shlo__pass *pass, struct mlirbc_op *op)
{
	struct shlo__emit emit = { pass, op };
	struct mlirbc_op *before = op->prev, *loop = shlo__lower_scan(&emit);
	if (!shlo__lower_settle(pass, before, op, loop != NULL)) {
		pass->report.chlo_left++;
		return pass->status == MLIRBC_OK;
	}
	for (uint32_t i = 0; i < op->result_count; i++)
		mlirbc_value_replace(&mlirbc_op_results(op)[i], &mlirbc_op_results(loop)[i + 1]);
	pass->report.chlo++;
	return shlo__pass_replace(pass, op, NULL);
}

static bool lower(struct shlo__pass *pass, struct mlirbc_op *op, enum mlirbc_stablehlo_code code)
{
	struct shlo__emit emit = { pass, op };
	struct shlo__formula_row row;
	struct mlirbc_value *values[2] = { NULL, NULL };
	struct mlirbc_op *before = op->prev;
	if (code == MLIRBC_CHLO_scan)
		return lower_scan(pass, op);
	if (shlo__formula_of(code, &row) && op->result_count == 1)
		values[0] = compute(&emit, op, &row);
	else if (code == MLIRBC_CHLO_top_k)
		shlo__lower_top_k(&emit, values);
	else if (op->result_count == 1)
		values[0] = shlo__lower_structured(&emit, code);
	bool complete = pass->status == MLIRBC_OK && op->result_count <= 2;
	for (uint32_t i = 0; complete && i < op->result_count; i++) {
		values[i] = as_declared(&emit, values[i], mlirbc_op_results(op)[i].type);
		complete = values[i] != NULL;
	}
	if (!shlo__lower_settle(pass, before, op, complete)) {
		pass->report.chlo_left += pass->status == MLIRBC_OK;
		return pass->status == MLIRBC_OK;
	}
	pass->report.chlo++;
	return shlo__pass_replace(pass, op, values);
}

static bool stays(const struct shlo__pass *pass, const struct mlirbc_op *op)
{
	return pass->options.keep_chlo && pass->options.keep_chlo(pass->options.keep_chlo_ctx, op);
}

bool shlo__pass_chlo(struct shlo__pass *pass)
{
	for (struct mlirbc_op *op = shlo__pass_next(pass, NULL), *next; op; op = next) {
		struct mlirbc_op *before = op->prev;
		struct mlirbc_block *block = op->parent;
		enum mlirbc_stablehlo_code code = shlo__pass_code(pass, op);
		next = shlo__pass_next(pass, op);
		uint64_t left = pass->report.chlo_left;
		bool replaced = false;
		if (code == MLIRBC_STABLEHLO_custom_call) {
			if (!shlo__lower_custom_call(pass, op, &replaced))
				return false;
		} else if (shlo__ops[code].dialect == MLIRBC_STABLEHLO_DIALECT_CHLO && !stays(pass, op)) {
			if (!lower(pass, op, code))
				return false;
			replaced = left == pass->report.chlo_left;
		}
		if (replaced) /* go on with what was made */
			next = before ? shlo__pass_after(pass, before) : block->first;
	}
	return true;
}
