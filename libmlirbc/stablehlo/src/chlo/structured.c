/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "chlo/formula.h"
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
	if (!value || !like || !shlo__is_tensor(like->type) || value->type != shlo__element(result_type(emit)) ||
		(value->kind != MLIRBC_ATTR_FLOAT && value->kind != MLIRBC_ATTR_INTEGER))
		return NULL;
	return shlo__emit_bits_of(emit, like, value->type, value->u.number.words[0]);
}

/* ---- integers */

/* Of 64 bits, by products of halves (Knuth, algorithm 4.3.1 M); SHIFT is of the sign. */
#define MULHI(SHIFT)                                                                                                   \
	"m = 4294967295; a = and(x, m); b = and(y, m); c = " SHIFT "(x, 32); d = " SHIFT "(y, 32);"                        \
	"t = c * b + shift_right_logical(a * b, 32); u = a * d + and(t, m); c * d + " SHIFT "(t, 32) + " SHIFT "(u, 32)"

/* The high half of a product: in a type twice as wide if there is one. */
static struct mlirbc_value *lower_mulhi(struct shlo__emit *emit)
{
	struct mlirbc_value *a = operand(emit, 0), *b = operand(emit, 1);
	const struct mlirbc_type *element = a ? shlo__element(a->type) : NULL;
	if (!b || !shlo__is_int(element) || !shlo__is_tensor(a->type) || a->type != b->type)
		return NULL;
	if (element->u.integer.width == 64)
		return shlo__formula(emit,
			shlo__is_unsigned(element) ? MULHI("shift_right_logical") : MULHI("shift_right_arithmetic"), a, b);
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

/* How the numbers of a float type follow each other. */
struct line {
	enum mlirbc_float kind;
	uint64_t nan;        /* 0: there is none */
	const char *formula; /* not NULL: there is no integer type of the same width, so the step is computed in f32 */
};

/* f6E2M3FN, f6E3M2FN: steps `s` of a magnitude `a`. Toward zero, the step of a power of two is that of the smaller numbers. */
#define STEP_F6(steps, least)                                                                                          \
	"a = abs(x); n = x < 0; p = x < y; t = and(x != 0, n == p); b = select(t, a * 0.9, a); s = " steps ";"            \
	"r = select(t, a - s, a + s); z = select(y < 0, -" least ", " least ");"                                           \
	"select(x == y, y, select(x == 0, z, select(n, -r, r)))"

static const struct line *line_of(const struct mlirbc_type *element)
{
	static const struct line lines[] = { { MLIRBC_F16, 0x7E00, NULL }, { MLIRBC_BF16, 0x7FC0, NULL },
		{ MLIRBC_F32, 0x7FC00000, NULL }, { MLIRBC_F64, UINT64_C(0x7FF8) << 48, NULL }, { MLIRBC_F8E5M2, 0x7E, NULL },
		{ MLIRBC_F8E4M3, 0x7C, NULL }, { MLIRBC_F8E3M4, 0x78, NULL }, { MLIRBC_F8E4M3FN, 0x7F, NULL },
		{ MLIRBC_F8E5M2FNUZ, 0x80, NULL }, { MLIRBC_F8E4M3FNUZ, 0x80, NULL }, { MLIRBC_F8E4M3B11FNUZ, 0x80, NULL },
		{ MLIRBC_F8E8M0FNU, 0xFF, NULL }, { MLIRBC_F4E2M1FN, 0, NULL },
		{ MLIRBC_F6E2M3FN, 0, STEP_F6("select(b < 2, 0.125, select(b < 4, 0.25, 0.5))", "0.125") },
		{ MLIRBC_F6E3M2FN, 0,
			STEP_F6("select(b < 0.5, 0.0625, select(b < 1, 0.125, select(b < 2, 0.25, select(b < 4, 0.5,"
				" select(b < 8, 1, select(b < 16, 2, 4))))))", "0.0625") } };
	for (size_t i = 0; i < sizeof lines / sizeof *lines && element && element->kind == MLIRBC_TYPE_FLOAT; i++) {
		if (lines[i].kind == element->u.float_kind)
			return &lines[i];
	}
	return NULL;
}

/* The next number as bits. A number is a sign and a magnitude, whose order is that of integers. */
static struct mlirbc_value *next_magnitude(struct shlo__emit *emit, struct mlirbc_value *xi, struct mlirbc_value *yi, uint64_t sign_bit,
	bool one_zero)
{
	struct mlirbc_value *sign = shlo__emit_bits(emit, xi, sign_bit), *magnitude = shlo__emit_bits(emit, xi, sign_bit - 1);
	struct mlirbc_value *zero = shlo__emit_bits(emit, xi, 0), *one = shlo__emit_bits(emit, xi, 1);
	struct mlirbc_value *xm = and_(emit, xi, magnitude), *ym = and_(emit, yi, magnitude);
	struct mlirbc_value *xs = and_(emit, xi, sign), *ys = and_(emit, yi, sign);
	/* one operation per statement: the order in which C evaluates arguments is not fixed */
	struct mlirbc_value *larger = shlo__emit_compare(emit, SHLO__GT, xm, ym), *other_sign = shlo__emit_compare(emit, SHLO__NE, xs, ys);
	struct mlirbc_value *toward_zero = or_(emit, larger, other_sign), *minus_one = shlo__emit_bits(emit, xi, UINT64_MAX);
	struct mlirbc_value *step = shlo__emit_select(emit, toward_zero, minus_one, one);
	struct mlirbc_value *next = shlo__emit_binary(emit, "stablehlo.add", xi, step);
	if (one_zero) { /* the bits of a negative zero are NaN */
		struct mlirbc_value *is_nan = shlo__emit_compare(emit, SHLO__EQ, next, sign);
		next = shlo__emit_select(emit, is_nan, zero, next);
	}
	struct mlirbc_value *y_zero = shlo__emit_compare(emit, SHLO__EQ, ym, zero), *least = or_(emit, ys, one);
	struct mlirbc_value *from_zero = shlo__emit_select(emit, y_zero, yi, least);
	struct mlirbc_value *x_zero = shlo__emit_compare(emit, SHLO__EQ, xm, zero);
	return shlo__emit_select(emit, x_zero, from_zero, next);
}

/* f8E8M0FNU has neither a sign nor zero. */
static struct mlirbc_value *next_exponent(
	struct shlo__emit *emit, struct mlirbc_value *x, struct mlirbc_value *y, struct mlirbc_value *xi)
{
	struct mlirbc_value *up = shlo__emit_compare(emit, SHLO__LT, x, y), *one = shlo__emit_bits(emit, xi, 1);
	struct mlirbc_value *minus_one = shlo__emit_bits(emit, xi, UINT64_MAX), *step = shlo__emit_select(emit, up, one, minus_one);
	return shlo__emit_binary(emit, "stablehlo.add", xi, step);
}

static struct mlirbc_value *lower_next_after(struct shlo__emit *emit)
{
	struct mlirbc_value *x = operand(emit, 0), *y = operand(emit, 1);
	struct mlirbc_context *context = emit->pass->context;
	const struct mlirbc_type *element = x && y && x->type == y->type && shlo__is_tensor(x->type) ? shlo__element(x->type) : NULL;
	const struct line *line = line_of(element);
	if (!line)
		return NULL;
	if (line->formula) {
		const struct mlirbc_type *f32 = mlirbc_type_float(context, MLIRBC_F32);
		struct mlirbc_value *wide_x = shlo__emit_convert(emit, x, f32), *wide_y = shlo__emit_convert(emit, y, f32);
		return wide_x ? shlo__emit_convert(emit, shlo__formula(emit, line->formula, wide_x, wide_y), element) : NULL;
	}
	uint32_t width = mlirbc_type_width(element);
	uint64_t sign_bit = UINT64_C(1) << (width - 1);
	const struct mlirbc_type *integer = mlirbc_type_integer(context, width, MLIRBC_SIGNLESS);
	const struct mlirbc_type *type = integer ? shlo__with_element(context, x->type, integer) : NULL;
	struct mlirbc_value *xi = shlo__emit(emit, "stablehlo.bitcast_convert", type, &x, 1, NULL, 0);
	struct mlirbc_value *yi = shlo__emit(emit, "stablehlo.bitcast_convert", type, &y, 1, NULL, 0);
	struct mlirbc_value *next = line->kind == MLIRBC_F8E8M0FNU ? next_exponent(emit, x, y, xi)
								   : next_magnitude(emit, xi, yi, sign_bit, line->nan == sign_bit);
	struct mlirbc_value *equal = shlo__emit_compare(emit, SHLO__EQ, x, y);
	next = shlo__emit_select(emit, equal, yi, next);
	if (line->nan) {
		struct mlirbc_value *x_nan = shlo__emit_compare(emit, SHLO__NE, x, x), *y_nan = shlo__emit_compare(emit, SHLO__NE, y, y);
		struct mlirbc_value *any_nan = or_(emit, x_nan, y_nan), *not_a_number = shlo__emit_bits(emit, x, line->nan);
		struct mlirbc_value *result = shlo__emit(emit, "stablehlo.bitcast_convert", type, &not_a_number, 1, NULL, 0);
		next = shlo__emit_select(emit, any_nan, result, next);
	}
	return shlo__emit(emit, "stablehlo.bitcast_convert", x->type, &next, 1, NULL, 0);
}

struct mlirbc_value *shlo__lower_structured(struct shlo__emit *emit, enum mlirbc_stablehlo_code code)
{
	switch (code) {
	case MLIRBC_CHLO_constant: return lower_constant(emit);
	case MLIRBC_CHLO_constant_like: return lower_constant_like(emit);
	case MLIRBC_CHLO_mulhi: return lower_mulhi(emit);
	case MLIRBC_CHLO_next_after: return lower_next_after(emit);
	case MLIRBC_CHLO_ragged_dot: return shlo__lower_ragged_dot(emit);
	default: return shlo__lower_broadcast(emit, code);
	}
}

/* ---- top_k: a stable sort of values and positions, and its first k */

static const struct mlirbc_attr *bool_attr(struct shlo__emit *emit, bool value) { return mlirbc_attr_bool(emit->pass->context, value); }

/* ^bb0(%a, %b: value, %p, %q: index): return %a > %b, or %a < %b, of floats in their total order. */
static bool fill_comparator(struct shlo__emit *emit, struct mlirbc_op *sort, const struct mlirbc_type *element, const struct mlirbc_type *i32,
	bool largest)
{
	struct mlirbc_context *context = emit->pass->context;
	const struct mlirbc_type *value = shlo__tensor(context, NULL, 0, element, NULL);
	const struct mlirbc_type *index = shlo__tensor(context, NULL, 0, i32, NULL);
	if (!value || !index)
		return shlo__pass_no_memory(emit->pass);
	struct mlirbc_op *end = shlo__emit_body(
		emit, mlirbc_op_regions(sort), (const struct mlirbc_type *[]){ value, value, index, index }, 4, 1);
	if (!end)
		return false;
	struct shlo__emit inside = { emit->pass, end };
	const struct mlirbc_type *bit = mlirbc_type_integer(context, 1, MLIRBC_SIGNLESS);
	const struct shlo__property properties[] = {
		{ "comparison_direction", shlo__enum_attr(context, "stablehlo", SHLO__COMPARISON_DIRECTION, largest ? SHLO__GT : SHLO__LT) },
		{ "compare_type", shlo__is_float(element) ? shlo__enum_attr(context, "stablehlo", SHLO__COMPARISON_TYPE, SHLO__TOTALORDER)
							  : NULL } };
	struct mlirbc_value *arguments = end->parent->arguments;
	struct mlirbc_value *first = shlo__emit(&inside, "stablehlo.compare", bit ? shlo__tensor(context, NULL, 0, bit, NULL) : NULL,
		(struct mlirbc_value *[]){ &arguments[0], &arguments[1] }, 2, properties, shlo__is_float(element) ? 2 : 1);
	if (!first)
		return false;
	mlirbc_operand_set(mlirbc_op_operands(end), first);
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

/* The first `k` of a dynamic shape, or all if there are fewer: its limits are the smaller of the shape and of infinity, ..., infinity, k. */
static struct mlirbc_value *first_of_dynamic(
	struct shlo__emit *emit, struct mlirbc_value *value, const struct mlirbc_type *type, struct mlirbc_value *shape, int64_t k)
{
	uint8_t bytes[4 * SHLO__MOST_DIMS];
	size_t rank = type->u.shaped.rank;
	if (!shape)
		return NULL;
	for (size_t i = 0; i < 4 * rank; i++)
		bytes[i] = (uint8_t)((i / 4 + 1 < rank || k > INT32_MAX ? INT32_MAX : k) >> (8 * (i % 4)));
	const struct shlo__property property = { "value", mlirbc_attr_dense(emit->pass->context, shape->type, bytes, 4 * rank) };
	struct mlirbc_value *most = shlo__emit(emit, "stablehlo.constant", shape->type, NULL, 0, &property, 1);
	struct mlirbc_value *limits = shlo__emit_binary(emit, "stablehlo.minimum", shape, most);
	struct mlirbc_value *zeros = shlo__emit_number(emit, shape, 0), *ones = shlo__emit_number(emit, shape, 1);
	return shlo__emit(emit, "stablehlo.real_dynamic_slice", type, (struct mlirbc_value *[]){ value, zeros, limits, ones }, 4, NULL, 0);
}

/* The tensor with k elements in the last dimension; the declared type may know less of its shape. */
static const struct mlirbc_type *first_type(struct mlirbc_context *context, const struct mlirbc_type *type, int64_t k)
{
	int64_t dims[SHLO__MOST_DIMS];
	memcpy(dims, type->u.shaped.dims, type->u.shaped.rank * sizeof *dims);
	dims[type->u.shaped.rank - 1] = k;
	return shlo__tensor(context, dims, type->u.shaped.rank, type->u.shaped.element, NULL);
}

void shlo__lower_selection(struct shlo__emit *emit, int64_t k, bool largest, struct mlirbc_value *out[2])
{
	struct mlirbc_value *value = operand(emit, 0), *shape = NULL;
	struct mlirbc_context *context = emit->pass->context;
	if (!value || emit->before->result_count != 2 || !shlo__is_tensor(value->type) || value->type->u.shaped.rank == 0 ||
		value->type->u.shaped.rank > SHLO__MOST_DIMS)
		return;
	size_t last = value->type->u.shaped.rank - 1;
	bool whole = shlo__is_static(value->type);
	const struct mlirbc_type *i32 = mlirbc_type_integer(context, 32, MLIRBC_SIGNLESS);
	const struct mlirbc_type *indices = i32 ? shlo__with_element(context, value->type, i32) : NULL;
	const struct shlo__property dimension = { "iota_dimension", shlo__emit_i64(emit, (int64_t)last) };
	if (!whole)
		shape = shlo__emit_shape_of(emit, value);
	struct mlirbc_value *index = whole ? shlo__emit_iota(emit, indices, last)
					   : shlo__emit(emit, "stablehlo.dynamic_iota", indices, &shape, 1, &dimension, 1);
	struct mlirbc_op *sort = index ? make_sort(emit, value, index, (int64_t)last) : NULL;
	if (!sort)
		return;
	if (!fill_comparator(emit, sort, shlo__element(value->type), i32, largest)) {
		(void)!mlirbc_op_erase(sort);
		return;
	}
	for (size_t i = 0; i < 2; i++) {
		struct mlirbc_value *sorted = &mlirbc_op_results(sort)[i];
		const struct mlirbc_type *type = mlirbc_op_results(emit->before)[i].type;
		if (!shlo__is_tensor(type))
			continue;
		const struct mlirbc_type *first = whole ? first_type(context, sorted->type, k) : type;
		if (!first)
			(void)shlo__pass_no_memory(emit->pass);
		else
			out[i] = whole ? shlo__emit_first(emit, sorted, first) : first_of_dynamic(emit, sorted, first, shape, k);
	}
}

void shlo__lower_top_k(struct shlo__emit *emit, struct mlirbc_value *out[2])
{
	int64_t k;
	if (shlo__int_of(mlirbc_op_attr(emit->before, "k"), &k))
		shlo__lower_selection(emit, k, true, out);
}
