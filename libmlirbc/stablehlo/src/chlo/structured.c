/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "chlo/lower.h"
#include "dialect/enums.h"

#include <mlirbc/build.h>
#include <mlirbc/rewrite.h>
#include <string.h>

static struct mlirbc_value *operand(const struct shlo__emit *emit, uint32_t index)
{
	return index < emit->before->operand_count ? mlirbc_op_operands(emit->before)[index].value : NULL;
}

static const struct mlirbc_type *result_type(const struct shlo__emit *emit) { return mlirbc_op_results(emit->before)[0].type; }

/* ---- constants */

static struct mlirbc_value *lower_constant(struct shlo__emit *emit)
{
	const struct shlo__property value = { "value", mlirbc_op_attr(emit->before, "value") };
	return value.value ? shlo__emit(emit, "stablehlo.constant", result_type(emit), NULL, 0, &value, 1) : NULL;
}

/* A number attribute, of a float, integer or complex type, for each element. */
static struct mlirbc_value *lower_constant_like(struct shlo__emit *emit)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(emit->before, "value");
	struct mlirbc_value *like = operand(emit, 0);
	if (!value || !like || !shlo__is_tensor(like->type) || value->type != shlo__element(like->type) ||
		(value->kind != MLIRBC_ATTR_FLOAT && value->kind != MLIRBC_ATTR_INTEGER))
		return NULL;
	return shlo__emit_bits(emit, like, value->u.number.words[0]);
}

/* ---- integers */

/* The high half of a product: in a type twice as wide, or for 64 bits of products of halves. */
static struct mlirbc_value *lower_mulhi(struct shlo__emit *emit)
{
	struct mlirbc_value *a = operand(emit, 0), *b = operand(emit, 1);
	const struct mlirbc_type *element = a ? shlo__element(a->type) : NULL;
	if (!b || !shlo__is_int(element) || element->u.integer.width > 32 || a->type != b->type)
		return NULL;
	uint32_t width = element->u.integer.width;
	const struct mlirbc_type *wide = mlirbc_type_integer(emit->pass->context, 2 * width, element->u.integer.signedness);
	if (!wide) {
		shlo__pass_no_memory(emit->pass);
		return NULL;
	}
	struct mlirbc_value *wide_a = shlo__emit_convert(emit, a, wide), *wide_b = shlo__emit_convert(emit, b, wide);
	struct mlirbc_value *product = shlo__emit_binary(emit, "stablehlo.multiply", wide_a, wide_b);
	struct mlirbc_value *count = shlo__emit_number(emit, product, (double)width);
	return shlo__emit_convert(emit, shlo__emit_binary(emit, "stablehlo.shift_right_logical", product, count), element);
}

/* ---- next_after: steps of the bits as an integer */

static struct mlirbc_value *and_(struct shlo__emit *emit, struct mlirbc_value *a, struct mlirbc_value *b)
{
	return shlo__emit_binary(emit, "stablehlo.and", a, b);
}

static struct mlirbc_value *or_(struct shlo__emit *emit, struct mlirbc_value *a, struct mlirbc_value *b)
{
	return shlo__emit_binary(emit, "stablehlo.or", a, b);
}

static struct mlirbc_value *lower_next_after(struct shlo__emit *emit)
{
	struct mlirbc_value *x = operand(emit, 0), *y = operand(emit, 1);
	struct mlirbc_context *context = emit->pass->context;
	const struct mlirbc_type *element = x && y && x->type == y->type ? shlo__element(x->type) : NULL;
	if (!element || element->kind != MLIRBC_TYPE_FLOAT)
		return NULL;
	uint32_t width = mlirbc_type_width(element);
	bool half = element->u.float_kind == MLIRBC_F16, brain = element->u.float_kind == MLIRBC_BF16;
	if (!half && !brain && element->u.float_kind != MLIRBC_F32 && element->u.float_kind != MLIRBC_F64)
		return NULL;
	uint64_t sign_bit = UINT64_C(1) << (width - 1);
	uint64_t nan = half ? 0x7E00 : brain ? 0x7FC0 : width == 32 ? 0x7FC00000 : UINT64_C(0x7FF8) << 48;
	const struct mlirbc_type *integer = mlirbc_type_integer(context, width, MLIRBC_SIGNLESS);
	const struct mlirbc_type *type = integer ? shlo__with_element(context, x->type, integer) : NULL;
	struct mlirbc_value *xi = shlo__emit(emit, "stablehlo.bitcast_convert", type, &x, 1, NULL, 0);
	struct mlirbc_value *yi = shlo__emit(emit, "stablehlo.bitcast_convert", type, &y, 1, NULL, 0);
	struct mlirbc_value *sign = shlo__emit_bits(emit, xi, sign_bit), *magnitude = shlo__emit_bits(emit, xi, sign_bit - 1);
	struct mlirbc_value *zero = shlo__emit_bits(emit, xi, 0), *one = shlo__emit_bits(emit, xi, 1);
	struct mlirbc_value *xm = and_(emit, xi, magnitude), *ym = and_(emit, yi, magnitude);
	struct mlirbc_value *xs = and_(emit, xi, sign), *ys = and_(emit, yi, sign);
	/* one operation per statement: the order in which C evaluates arguments is not fixed */
	struct mlirbc_value *x_nan = shlo__emit_compare(emit, SHLO__NE, x, x), *y_nan = shlo__emit_compare(emit, SHLO__NE, y, y);
	struct mlirbc_value *any_nan = or_(emit, x_nan, y_nan), *not_a_number = shlo__emit_bits(emit, x, nan);
	struct mlirbc_value *result = shlo__emit(emit, "stablehlo.bitcast_convert", type, &not_a_number, 1, NULL, 0);
	struct mlirbc_value *larger = shlo__emit_compare(emit, SHLO__GT, xm, ym), *other_sign = shlo__emit_compare(emit, SHLO__NE, xs, ys);
	struct mlirbc_value *toward_zero = or_(emit, larger, other_sign), *minus_one = shlo__emit_bits(emit, xi, UINT64_MAX);
	struct mlirbc_value *step = shlo__emit_select(emit, toward_zero, minus_one, one);
	struct mlirbc_value *next = shlo__emit_binary(emit, "stablehlo.add", xi, step);
	struct mlirbc_value *y_zero = shlo__emit_compare(emit, SHLO__EQ, ym, zero), *least = or_(emit, ys, one);
	struct mlirbc_value *from_zero = shlo__emit_select(emit, y_zero, yi, least);
	struct mlirbc_value *x_zero = shlo__emit_compare(emit, SHLO__EQ, xm, zero);
	next = shlo__emit_select(emit, x_zero, from_zero, next);
	struct mlirbc_value *equal = shlo__emit_compare(emit, SHLO__EQ, x, y);
	next = shlo__emit_select(emit, equal, yi, next);
	next = shlo__emit_select(emit, any_nan, result, next);
	return shlo__emit(emit, "stablehlo.bitcast_convert", x->type, &next, 1, NULL, 0);
}

struct mlirbc_value *shlo__lower_structured(struct shlo__emit *emit, enum shlo__code code)
{
	switch (code) {
	case CHLO_constant: return lower_constant(emit);
	case CHLO_constant_like: return lower_constant_like(emit);
	case CHLO_mulhi: return lower_mulhi(emit);
	case CHLO_next_after: return lower_next_after(emit);
	default: return shlo__lower_broadcast(emit, code);
	}
}

/* ---- top_k: a stable sort of values and positions, descending, and its first k */

static const struct mlirbc_attr *bool_attr(struct shlo__emit *emit, bool value) { return mlirbc_attr_bool(emit->pass->context, value); }

/* ^bb0(%a, %b: value, %p, %q: index): return %a > %b, of floats in their total order. */
static bool fill_comparator(struct shlo__emit *emit, struct mlirbc_op *sort, const struct mlirbc_type *element, const struct mlirbc_type *i32)
{
	struct mlirbc_context *context = emit->pass->context;
	const struct mlirbc_type *value = shlo__tensor(context, NULL, 0, element, NULL);
	const struct mlirbc_type *index = shlo__tensor(context, NULL, 0, i32, NULL);
	struct mlirbc_block *block = value && index ? mlirbc_block_create(context, mlirbc_op_regions(sort),
							      (const struct mlirbc_type *[]){ value, value, index, index }, NULL, 4)
						    : NULL;
	const struct mlirbc_op_spec end = { .name = "stablehlo.return", .name_size = 16, .operand_count = 1,
		.operands = (struct mlirbc_value *[]){ NULL }, .location = mlirbc_op_location(sort) };
	struct mlirbc_op *terminator = block ? mlirbc_op_create(context, &end, block) : NULL;
	if (!terminator)
		return shlo__pass_no_memory(emit->pass);
	struct shlo__emit inside = { emit->pass, terminator };
	const struct mlirbc_type *bit = mlirbc_type_integer(context, 1, MLIRBC_SIGNLESS);
	const struct shlo__property properties[] = {
		{ "comparison_direction", shlo__enum_attr(context, "stablehlo", SHLO__COMPARISON_DIRECTION, SHLO__GT) },
		{ "compare_type", shlo__is_float(element) ? shlo__enum_attr(context, "stablehlo", SHLO__COMPARISON_TYPE, SHLO__TOTALORDER)
							  : NULL } };
	struct mlirbc_value *greater = shlo__emit(&inside, "stablehlo.compare", bit ? shlo__tensor(context, NULL, 0, bit, NULL) : NULL,
		(struct mlirbc_value *[]){ &block->arguments[0], &block->arguments[1] }, 2, properties, shlo__is_float(element) ? 2 : 1);
	if (!greater)
		return false;
	mlirbc_operand_set(mlirbc_op_operands(terminator), greater);
	return true;
}

static struct mlirbc_op *make_sort(struct shlo__emit *emit, struct mlirbc_value *value, struct mlirbc_value *index, int64_t dimension)
{
	struct mlirbc_context *context = emit->pass->context;
	struct mlirbc_named_attr entries[2] = { { mlirbc_string_get(context, "dimension", 9), shlo__emit_i64(emit, dimension) },
		{ mlirbc_string_get(context, "is_stable", 9), bool_attr(emit, true) } };
	const struct mlirbc_attr *properties = entries[0].name && entries[1].name && entries[0].value && entries[1].value
						       ? mlirbc_attr_dictionary(context, entries, 2)
						       : NULL;
	if (!properties || !index) {
		shlo__pass_no_memory(emit->pass);
		return NULL;
	}
	return shlo__pass_make(emit->pass,
		&(const struct mlirbc_op_spec){ .name = "stablehlo.sort", .name_size = 14, .properties = properties,
			.result_types = (const struct mlirbc_type *[]){ value->type, index->type }, .result_count = 2,
			.operands = (struct mlirbc_value *[]){ value, index }, .operand_count = 2, .region_count = 1 },
		emit->before);
}

static struct mlirbc_value *first_of(struct shlo__emit *emit, struct mlirbc_value *value, const struct mlirbc_type *type)
{
	struct mlirbc_context *context = emit->pass->context;
	int64_t zeros[SHLO__MOST_DIMS] = { 0 }, ones[SHLO__MOST_DIMS];
	size_t rank = type->u.shaped.rank;
	for (size_t i = 0; i < rank; i++)
		ones[i] = 1;
	const struct shlo__property properties[] = { { "start_indices", shlo__i64s_attr(context, zeros, rank) },
		{ "limit_indices", shlo__i64s_attr(context, type->u.shaped.dims, rank) }, { "strides", shlo__i64s_attr(context, ones, rank) } };
	return shlo__emit(emit, "stablehlo.slice", type, &value, 1, properties, 3);
}

void shlo__lower_top_k(struct shlo__emit *emit, struct mlirbc_value *out[2])
{
	struct mlirbc_value *value = operand(emit, 0);
	struct mlirbc_context *context = emit->pass->context;
	uint64_t count;
	if (!value || emit->before->result_count != 2 || !shlo__is_tensor(value->type) || !mlirbc_type_elements(value->type, &count) ||
		value->type->u.shaped.rank == 0 || value->type->u.shaped.rank > SHLO__MOST_DIMS)
		return;
	int64_t last = (int64_t)value->type->u.shaped.rank - 1;
	const struct mlirbc_type *i32 = mlirbc_type_integer(context, 32, MLIRBC_SIGNLESS);
	const struct mlirbc_type *indices = i32 ? shlo__with_element(context, value->type, i32) : NULL;
	const struct shlo__property dimension = { "iota_dimension", shlo__emit_i64(emit, last) };
	struct mlirbc_value *index = shlo__emit(emit, "stablehlo.iota", indices, NULL, 0, &dimension, 1);
	struct mlirbc_op *sort = index ? make_sort(emit, value, index, last) : NULL;
	if (!sort)
		return;
	if (!fill_comparator(emit, sort, shlo__element(value->type), i32)) {
		(void)!mlirbc_op_erase(sort);
		return;
	}
	for (size_t i = 0; i < 2; i++)
		out[i] = first_of(emit, &mlirbc_op_results(sort)[i], mlirbc_op_results(emit->before)[i].type);
}
