/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "chlo/emit.h"
#include "dialect/enums.h"

#include <mlirbc/build.h>
#include <mlirbc/parse.h>
#include <mlirbc/print.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PROPERTIES = 4 };

struct mlirbc_value *shlo__emit(struct shlo__emit *emit, const char *name, const struct mlirbc_type *type,
	struct mlirbc_value *const *operands, size_t operand_count, const struct shlo__property *properties, size_t property_count)
{
	struct mlirbc_named_attr entries[MOST_PROPERTIES];
	const struct mlirbc_attr *dictionary = NULL;
	if (emit->pass->status != MLIRBC_OK)
		return NULL;
	for (size_t i = 0; i < operand_count; i++) {
		if (!operands[i])
			return NULL;
	}
	bool ok = type != NULL;
	for (size_t i = 0; i < property_count && ok; i++) {
		entries[i] = (struct mlirbc_named_attr){
			mlirbc_string_get(emit->pass->context, properties[i].name, strlen(properties[i].name)), properties[i].value };
		ok = entries[i].name && entries[i].value;
	}
	if (ok && property_count)
		ok = (dictionary = mlirbc_attr_dictionary(emit->pass->context, entries, property_count)) != NULL;
	if (!ok) {
		shlo__pass_no_memory(emit->pass);
		return NULL;
	}
	struct mlirbc_op *op = shlo__pass_make(emit->pass,
		&(const struct mlirbc_op_spec){ .name = name, .name_size = strlen(name), .properties = dictionary,
			.result_types = &type, .result_count = 1, .operands = operands, .operand_count = operand_count },
		emit->before);
	return op ? mlirbc_op_results(op) : NULL;
}

struct mlirbc_value *shlo__emit_unary(struct shlo__emit *emit, const char *name, struct mlirbc_value *a)
{
	return a ? shlo__emit(emit, name, a->type, &a, 1, NULL, 0) : NULL;
}

struct mlirbc_value *shlo__emit_binary(struct shlo__emit *emit, const char *name, struct mlirbc_value *a, struct mlirbc_value *b)
{
	return a ? shlo__emit(emit, name, a->type, (struct mlirbc_value *[]){ a, b }, 2, NULL, 0) : NULL;
}

struct mlirbc_value *shlo__emit_compare(struct shlo__emit *emit, int direction, struct mlirbc_value *a, struct mlirbc_value *b)
{
	struct mlirbc_context *context = emit->pass->context;
	const struct mlirbc_type *bit = mlirbc_type_integer(context, 1, MLIRBC_SIGNLESS);
	const struct shlo__property property = { "comparison_direction",
		shlo__enum_attr(context, "stablehlo", SHLO__COMPARISON_DIRECTION, direction) };
	return a ? shlo__emit(emit, "stablehlo.compare", bit ? shlo__with_element(context, a->type, bit) : NULL,
			   (struct mlirbc_value *[]){ a, b }, 2, &property, 1)
		 : NULL;
}

struct mlirbc_value *shlo__emit_select(
	struct shlo__emit *emit, struct mlirbc_value *predicate, struct mlirbc_value *a, struct mlirbc_value *b)
{
	return a ? shlo__emit(emit, "stablehlo.select", a->type, (struct mlirbc_value *[]){ predicate, a, b }, 3, NULL, 0) : NULL;
}

struct mlirbc_value *shlo__emit_convert(struct shlo__emit *emit, struct mlirbc_value *a, const struct mlirbc_type *element)
{
	if (!a || shlo__element(a->type) == element)
		return a;
	return shlo__emit(emit, "stablehlo.convert", shlo__with_element(emit->pass->context, a->type, element), &a, 1, NULL, 0);
}

/* ---- regions */

struct mlirbc_op *shlo__emit_body(struct shlo__emit *emit, struct mlirbc_region *region, const struct mlirbc_type *const *types, size_t count,
	size_t values)
{
	const struct mlirbc_allocator *allocator = shlo__pass_allocator(emit->pass);
	struct mlirbc_value **nothing = shlo__take(allocator, (values + 1) * sizeof *nothing);
	struct mlirbc_block *block = nothing ? mlirbc_block_create(emit->pass->context, region, types, NULL, count) : NULL;
	const struct mlirbc_op_spec end = { .name = "stablehlo.return", .name_size = 16, .operand_count = values, .operands = nothing,
		.location = mlirbc_op_location(emit->before) };
	struct mlirbc_op *terminator = block ? mlirbc_op_create(emit->pass->context, &end, block) : NULL;
	shlo__give(allocator, nothing, (values + 1) * sizeof *nothing);
	if (!terminator)
		shlo__pass_no_memory(emit->pass);
	return terminator;
}

/* ---- constants */

/* One element for all of a tensor with the shape of `like`. */
static struct mlirbc_value *emit_splat(struct shlo__emit *emit, struct mlirbc_value *like, const struct mlirbc_type *element,
	const uint8_t *bytes, size_t size)
{
	struct mlirbc_context *context = emit->pass->context;
	bool whole = shlo__is_static(like->type);
	uint64_t count = 1;
	const struct mlirbc_type *shaped = shlo__with_element(context, like->type, element);
	const struct mlirbc_type *type = whole ? shaped : shlo__tensor(context, NULL, 0, element, NULL);
	if (type && whole)
		(void)mlirbc_type_elements(type, &count);
	const struct shlo__property value = { "value", type ? mlirbc_attr_dense(context, type, bytes, count ? size : 0) : NULL };
	struct mlirbc_value *constant = shlo__emit(emit, "stablehlo.constant", type, NULL, 0, &value, 1);
	return whole ? constant : shlo__emit_broadcast(emit, constant, shaped, NULL, shlo__emit_shape_of(emit, like));
}

struct mlirbc_value *shlo__emit_zero(struct shlo__emit *emit, const struct mlirbc_type *type)
{
	static const uint8_t none[16];
	size_t width = shlo__element_bytes(shlo__element(type));
	uint64_t count = 0;
	(void)mlirbc_type_elements(type, &count);
	const struct shlo__property value = { "value", mlirbc_attr_dense(emit->pass->context, type, none, count ? width : 0) };
	return shlo__emit(emit, "stablehlo.constant", type, NULL, 0, &value, 1);
}

struct mlirbc_value *shlo__emit_iota(struct shlo__emit *emit, const struct mlirbc_type *type, size_t dimension)
{
	const struct shlo__property property = { "iota_dimension", shlo__emit_i64(emit, (int64_t)dimension) };
	return shlo__emit(emit, "stablehlo.iota", type, NULL, 0, &property, 1);
}

/* The bytes of a number of a float or integer type; false: memory was short. */
static bool encode(struct shlo__emit *emit, const struct mlirbc_type *element, double number, uint8_t *out, size_t *out_size)
{
	char text[96];
	const struct mlirbc_attr *attr = NULL;
	size_t width = (mlirbc_type_width(element) + 7) / 8;
	uint64_t bits;
	if (element->kind == MLIRBC_TYPE_INTEGER) {
		bits = (uint64_t)(int64_t)number;
	} else {
		int size = snprintf(text, sizeof text, "%.17e : ", number);
		mlirbc_type_text(element, text + size, sizeof text - (size_t)size);
		if (mlirbc_parse_attr(emit->pass->context, text, strlen(text), &attr, NULL) != MLIRBC_OK)
			return shlo__pass_no_memory(emit->pass);
		bits = attr->u.number.words[0];
	}
	for (size_t i = 0; i < width; i++)
		out[i] = (uint8_t)(bits >> (8 * i));
	*out_size = width;
	return true;
}

struct mlirbc_value *shlo__emit_number(struct shlo__emit *emit, struct mlirbc_value *like, double number)
{
	uint8_t bytes[16] = { 0 };
	size_t size = 0;
	if (!like)
		return NULL;
	const struct mlirbc_type *element = shlo__element(like->type);
	bool complex = element->kind == MLIRBC_TYPE_COMPLEX;
	if (!encode(emit, complex ? element->u.shaped.element : element, number, bytes, &size))
		return NULL;
	return emit_splat(emit, like, element, bytes, complex ? 2 * size : size);
}

struct mlirbc_value *shlo__emit_bits(struct shlo__emit *emit, struct mlirbc_value *like, uint64_t bits)
{
	return like ? shlo__emit_bits_of(emit, like, shlo__element(like->type), bits) : NULL;
}

struct mlirbc_value *shlo__emit_bits_of(
	struct shlo__emit *emit, struct mlirbc_value *like, const struct mlirbc_type *element, uint64_t bits)
{
	uint8_t bytes[8];
	if (!like)
		return NULL;
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)(bits >> (8 * i));
	return emit_splat(emit, like, element, bytes, shlo__element_bytes(element));
}

const struct mlirbc_attr *shlo__emit_i64(struct shlo__emit *emit, int64_t value)
{
	const struct mlirbc_type *i64 = mlirbc_type_integer(emit->pass->context, 64, MLIRBC_SIGNLESS);
	return i64 ? mlirbc_attr_integer(emit->pass->context, i64, (uint64_t)value) : NULL;
}

/* ---- shapes */

struct mlirbc_value *shlo__emit_shape_of(struct shlo__emit *emit, struct mlirbc_value *value)
{
	struct mlirbc_context *context = emit->pass->context;
	struct mlirbc_value *sizes[SHLO__MOST_DIMS];
	const struct mlirbc_type *i32 = mlirbc_type_integer(context, 32, MLIRBC_SIGNLESS);
	if (!value || !i32)
		return NULL;
	size_t rank = value->type->u.shaped.rank;
	if (rank > SHLO__MOST_DIMS) {
		shlo__pass_fail(emit->pass, MLIRBC_E_LIMIT, emit->before, "a tensor has more than %d dimensions", SHLO__MOST_DIMS);
		return NULL;
	}
	const struct mlirbc_type *scalar = shlo__tensor(context, NULL, 0, i32, NULL);
	const struct mlirbc_type *one = shlo__tensor(context, (const int64_t[]){ 1 }, 1, i32, NULL);
	const struct mlirbc_type *all = shlo__tensor(context, (const int64_t[]){ (int64_t)rank }, 1, i32, NULL);
	if (rank == 0) {
		const struct shlo__property empty = { "value", all ? mlirbc_attr_dense(context, all, "", 0) : NULL };
		return shlo__emit(emit, "stablehlo.constant", all, NULL, 0, &empty, 1);
	}
	for (size_t i = 0; i < rank; i++) {
		const struct shlo__property dimension = { "dimension", shlo__emit_i64(emit, (int64_t)i) };
		struct mlirbc_value *size = shlo__emit(emit, "stablehlo.get_dimension_size", scalar, &value, 1, &dimension, 1);
		sizes[i] = shlo__emit(emit, "stablehlo.reshape", one, &size, 1, NULL, 0);
	}
	const struct shlo__property dimension = { "dimension", shlo__emit_i64(emit, 0) };
	return shlo__emit(emit, "stablehlo.concatenate", all, sizes, rank, &dimension, 1);
}

struct mlirbc_value *shlo__emit_broadcast(struct shlo__emit *emit, struct mlirbc_value *value, const struct mlirbc_type *type,
	const int64_t *dims, struct mlirbc_value *shape)
{
	if (!value || !type || (value->type == type && shlo__is_static(type)))
		return value;
	const struct shlo__property property = { "broadcast_dimensions",
		shlo__i64s_attr(emit->pass->context, dims, value->type->u.shaped.rank) };
	if (shlo__is_static(type))
		return shlo__emit(emit, "stablehlo.broadcast_in_dim", type, &value, 1, &property, 1);
	return shlo__emit(emit, "stablehlo.dynamic_broadcast_in_dim", type, (struct mlirbc_value *[]){ value, shape }, 2, &property, 1);
}

struct mlirbc_value *shlo__emit_first(struct shlo__emit *emit, struct mlirbc_value *value, const struct mlirbc_type *type)
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
