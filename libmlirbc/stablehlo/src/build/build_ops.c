/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/enums.h"
#include "dialect/types.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>
#include <mlirbc/stablehlo_verify.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ATTRS = 16, MOST_OPERANDS = 4 };

/* ---- failures */

static void *fail(struct mlirbc_builder *builder, enum mlirbc_status status, const char *name, const char *message)
{
	if (builder->status == MLIRBC_OK) {
		builder->status = status;
		snprintf(builder->message, sizeof builder->message, "%.40s%s%.115s", name, *name ? ": " : "", message);
	}
	return NULL;
}

static void *no_memory(struct mlirbc_builder *builder) { return fail(builder, MLIRBC_E_NOMEM, "", "out of memory"); }

/* ---- any operation */

static const struct mlirbc_attr *dictionary(struct mlirbc_builder *builder, const struct mlirbc_build_op *spec)
{
	struct mlirbc_named_attr entries[MOST_ATTRS];
	if (spec->attr_count > MOST_ATTRS)
		return fail(builder, MLIRBC_E_ARG, spec->name, "more than 16 attributes");
	for (size_t i = 0; i < spec->attr_count; i++) {
		entries[i].name = mlirbc_string_get(builder->context, spec->attrs[i].name, strlen(spec->attrs[i].name));
		entries[i].value = spec->attrs[i].value;
		if (!entries[i].name)
			return no_memory(builder);
		if (!entries[i].value)
			return fail(builder, MLIRBC_E_ARG, spec->name, "an attribute is NULL");
		for (size_t j = 0; j < i; j++) { /* names are unique in a context */
			if (entries[j].name == entries[i].name)
				return fail(builder, MLIRBC_E_ARG, spec->name, "two attributes have one name");
		}
	}
	const struct mlirbc_attr *made = mlirbc_attr_dictionary(builder->context, entries, spec->attr_count);
	return made ? made : no_memory(builder);
}

static bool infer(struct mlirbc_builder *builder, const struct mlirbc_build_op *spec, const struct mlirbc_op *regions,
	const struct mlirbc_type *const **out_types, size_t *out_count)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_attr *properties = spec->attr_count ? dictionary(builder, spec) : NULL;
	if (builder->status != MLIRBC_OK)
		return false;
	const struct mlirbc_stablehlo_description description = { .size = sizeof description, .name = spec->name,
		.name_size = strlen(spec->name), .operands = spec->operands, .operand_count = spec->operand_count,
		.properties = properties, .regions = regions ? mlirbc_op_regions(regions) : NULL,
		.region_count = regions ? regions->region_count : 0, 
		.result_types = spec->result_count ? spec->results : NULL, .result_count = spec->result_count };
	enum mlirbc_status status = mlirbc_stablehlo_infer(builder->context, &description, out_types, out_count, &diag);
	if (status != MLIRBC_OK)
		fail(builder, status, spec->name, diag.rule ? diag.message : "not an operation of StableHLO");
	return status == MLIRBC_OK;
}

struct mlirbc_op *mlirbc_stablehlo_op(
	struct mlirbc_builder *builder, const struct mlirbc_build_op *spec, struct mlirbc_op *regions)
{
	struct mlirbc_build_op whole = *spec;
	if (builder->status != MLIRBC_OK)
		return NULL;
	for (size_t i = 0; i < spec->operand_count; i++) {
		if (!spec->operands[i])
			return fail(builder, MLIRBC_E_ARG, spec->name, "an operand is NULL");
	}
	if (!infer(builder, spec, regions, &whole.results, &whole.result_count))
		return NULL;
	whole.region_count = regions ? regions->region_count : 0;
	struct mlirbc_op *op = mlirbc_builder_op(builder, &whole);
	for (uint32_t i = 0; op && regions && i < regions->region_count; i++) {
		enum mlirbc_status status = mlirbc_region_take(&mlirbc_op_regions(op)[i], &mlirbc_op_regions(regions)[i]);
		if (status != MLIRBC_OK)
			return fail(builder, status, spec->name, "the regions cannot be moved into the operation");
	}
	return op;
}

struct mlirbc_value *mlirbc_stablehlo_value(
	struct mlirbc_builder *builder, const struct mlirbc_build_op *spec, struct mlirbc_op *regions)
{
	struct mlirbc_op *op = mlirbc_stablehlo_op(builder, spec, regions);
	return op && op->result_count ? mlirbc_op_results(op) : NULL;
}

struct mlirbc_op *mlirbc_stablehlo_regions(struct mlirbc_builder *builder, size_t count)
{
	const struct mlirbc_op_spec spec = { .name = "builtin.module", .name_size = 14, .region_count = count };
	if (builder->status != MLIRBC_OK)
		return NULL;
	struct mlirbc_op *holder = mlirbc_op_create(builder->context, &spec, NULL);
	return holder ? holder : no_memory(builder);
}

void mlirbc_stablehlo_return(struct mlirbc_builder *builder, struct mlirbc_value *const *values, size_t count)
{
	(void)mlirbc_builder_op(
		builder, &(const struct mlirbc_build_op){ .name = "stablehlo.return", .operands = values, .operand_count = count });
}

/* ---- types and attributes */

const struct mlirbc_type *mlirbc_stablehlo_tensor(
	struct mlirbc_context *context, const struct mlirbc_type *element, const int64_t *dims, size_t rank)
{
	return element ? mlirbc_type_shaped(context, MLIRBC_TYPE_TENSOR, dims, rank, element) : NULL;
}

const struct mlirbc_attr *mlirbc_stablehlo_dims(struct mlirbc_context *context, const int64_t *values, size_t count)
{
	return shlo__i64s_attr(context, values, count);
}

/* ---- shorthand */

/* "stablehlo.NAME" with up to four operands, an attribute and a result type, all optional. */
static struct mlirbc_value *make(struct mlirbc_builder *builder, const char *name, struct mlirbc_value *const *operands, size_t count,
	const struct mlirbc_build_attr *attrs, size_t attr_count, const struct mlirbc_type *type, bool typed)
{
	char whole[48];
	if (builder->status != MLIRBC_OK)
		return NULL;
	if (typed && !type)
		return fail(builder, MLIRBC_E_ARG, name, "the type is NULL");
	if (attr_count && !attrs->value)
		return fail(builder, MLIRBC_E_NOMEM, name, "memory is short, or there are more than 64 dimensions");
	snprintf(whole, sizeof whole, "stablehlo.%s", name);
	return mlirbc_stablehlo_value(builder,
		&(const struct mlirbc_build_op){ .name = whole, .operands = operands, .operand_count = count, .attrs = attrs,
			.attr_count = attr_count, .results = &type, .result_count = typed },
		NULL);
}

/* Whether that number of bytes is one element of the type, or all of them. */
static bool holds(const struct mlirbc_type *type, size_t size)
{
	size_t bytes = shlo__element_bytes(shlo__element(type));
	uint64_t count;
	return shlo__is_tensor(type) && mlirbc_type_elements(type, &count) && bytes && size % bytes == 0 &&
	       (size == bytes || size / bytes == count);
}

struct mlirbc_value *mlirbc_stablehlo_constant(
	struct mlirbc_builder *builder, const struct mlirbc_type *type, const void *data, size_t size)
{
	uint64_t count;
	const bool fits = type && holds(type, size);
	/* One element for all of none: the attribute of an empty tensor has no data. */
	if (fits && mlirbc_type_elements(type, &count) && count == 0)
		size = 0;
	const struct mlirbc_build_attr value = { "value", type ? mlirbc_attr_dense(builder->context, type, data, size) : NULL };
	if (type && !value.value && !fits)
		return fail(builder, MLIRBC_E_ARG, "stablehlo.constant", "the size of the data does not match the type");
	return make(builder, "constant", NULL, 0, &value, 1, type, true);
}

struct mlirbc_value *mlirbc_stablehlo_splat(struct mlirbc_builder *builder, const struct mlirbc_type *type, double number)
{
	const struct mlirbc_type *element = type && shlo__is_tensor(type) ? type->u.shaped.element : NULL;
	uint8_t bytes[8];
	if (!element || element->kind != MLIRBC_TYPE_FLOAT ||
		(element->u.float_kind != MLIRBC_F32 && element->u.float_kind != MLIRBC_F64))
		return fail(builder, MLIRBC_E_ARG, "stablehlo.constant", "expected a tensor of f32 or f64");
	const struct mlirbc_attr *value = mlirbc_attr_float(builder->context, element, number);
	if (!value)
		return no_memory(builder);
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)(value->u.number.words[0] >> (8 * i));
	return mlirbc_stablehlo_constant(builder, type, bytes, mlirbc_type_width(element) / 8);
}

struct mlirbc_value *mlirbc_stablehlo_unary(struct mlirbc_builder *builder, const char *name, struct mlirbc_value *x)
{
	return make(builder, name, &x, 1, NULL, 0, NULL, false);
}

struct mlirbc_value *mlirbc_stablehlo_binary(
	struct mlirbc_builder *builder, const char *name, struct mlirbc_value *x, struct mlirbc_value *y)
{
	return make(builder, name, (struct mlirbc_value *[]){ x, y }, 2, NULL, 0, NULL, false);
}

struct mlirbc_value *mlirbc_stablehlo_compare(
	struct mlirbc_builder *builder, const char *direction, struct mlirbc_value *x, struct mlirbc_value *y)
{
	int value = shlo__enum_value(SHLO__COMPARISON_DIRECTION, direction, strlen(direction));
	const struct mlirbc_build_attr attr = { "comparison_direction",
		value >= 0 ? shlo__enum_attr(builder->context, "stablehlo", SHLO__COMPARISON_DIRECTION, value) : NULL };
	if (value < 0)
		return fail(builder, MLIRBC_E_ARG, "stablehlo.compare", shlo__enum_expected(SHLO__COMPARISON_DIRECTION));
	return make(builder, "compare", (struct mlirbc_value *[]){ x, y }, 2, &attr, 1, NULL, false);
}

struct mlirbc_value *mlirbc_stablehlo_select(
	struct mlirbc_builder *builder, struct mlirbc_value *predicate, struct mlirbc_value *x, struct mlirbc_value *y)
{
	return make(builder, "select", (struct mlirbc_value *[]){ predicate, x, y }, 3, NULL, 0, NULL, false);
}

struct mlirbc_value *mlirbc_stablehlo_convert(
	struct mlirbc_builder *builder, struct mlirbc_value *x, const struct mlirbc_type *element)
{
	const struct mlirbc_type *type = x && element ? shlo__with_element(builder->context, x->type, element) : NULL;
	if (x && element && !type)
		return no_memory(builder);
	return make(builder, "convert", &x, 1, NULL, 0, type, true);
}

struct mlirbc_value *mlirbc_stablehlo_reshape(
	struct mlirbc_builder *builder, struct mlirbc_value *x, const struct mlirbc_type *type)
{
	return make(builder, "reshape", &x, 1, NULL, 0, type, true);
}

static size_t rank_of(const struct mlirbc_value *x) { return x && shlo__is_tensor(x->type) ? x->type->u.shaped.rank : 0; }

struct mlirbc_value *mlirbc_stablehlo_broadcast(
	struct mlirbc_builder *builder, struct mlirbc_value *x, const struct mlirbc_type *type, const int64_t *dims)
{
	const struct mlirbc_build_attr attr = { "broadcast_dimensions", shlo__i64s_attr(builder->context, dims, rank_of(x)) };
	return make(builder, "broadcast_in_dim", &x, 1, &attr, 1, type, true);
}

struct mlirbc_value *mlirbc_stablehlo_transpose(struct mlirbc_builder *builder, struct mlirbc_value *x, const int64_t *permutation)
{
	const struct mlirbc_build_attr attr = { "permutation", shlo__i64s_attr(builder->context, permutation, rank_of(x)) };
	return make(builder, "transpose", &x, 1, &attr, 1, NULL, false);
}

/* ---- products and reductions */

static bool copy_dims(struct shlo__dims *out, const int64_t *dims, size_t count)
{
	out->count = count;
	if (count > SHLO__MOST_DIMS)
		return false;
	if (count)
		memcpy(out->at, dims, count * sizeof *dims);
	return true;
}

/* Adds the dimensions of an operand that are in neither list. */
static bool add_free(const struct mlirbc_type *type, const struct shlo__dims *batching, const struct shlo__dims *contracting,
	int64_t *dims, size_t *rank)
{
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		bool used = false;
		for (size_t j = 0; j < batching->count; j++)
			used = used || batching->at[j] == (int64_t)i;
		for (size_t j = 0; j < contracting->count; j++)
			used = used || contracting->at[j] == (int64_t)i;
		if (used)
			continue;
		if (*rank == SHLO__MOST_DIMS)
			return false;
		dims[(*rank)++] = type->u.shaped.dims[i];
	}
	return true;
}

struct mlirbc_value *mlirbc_stablehlo_dot_general(struct mlirbc_builder *builder, struct mlirbc_value *x, struct mlirbc_value *y,
	const struct mlirbc_stablehlo_dot *dims, const struct mlirbc_type *element)
{
	struct shlo__dot dot;
	int64_t shape[SHLO__MOST_DIMS];
	size_t rank = 0;
	if (!x || !y || !shlo__is_tensor(x->type) || !shlo__is_tensor(y->type) ||
		!copy_dims(&dot.lhs_batching_dimensions, dims->lhs_batching, dims->batching_count) ||
		!copy_dims(&dot.rhs_batching_dimensions, dims->rhs_batching, dims->batching_count) ||
		!copy_dims(&dot.lhs_contracting_dimensions, dims->lhs_contracting, dims->contracting_count) ||
		!copy_dims(&dot.rhs_contracting_dimensions, dims->rhs_contracting, dims->contracting_count))
		return fail(builder, MLIRBC_E_ARG, "stablehlo.dot_general", "expected two ranked tensors and at most 64 dimensions");
	for (; rank < dims->batching_count; rank++) {
		if (dims->lhs_batching[rank] < 0 || (uint64_t)dims->lhs_batching[rank] >= rank_of(x))
			return fail(builder, MLIRBC_E_ARG, "stablehlo.dot_general", "a batching dimension is out of range");
		shape[rank] = x->type->u.shaped.dims[dims->lhs_batching[rank]];
	}
	if (!add_free(x->type, &dot.lhs_batching_dimensions, &dot.lhs_contracting_dimensions, shape, &rank) ||
		!add_free(y->type, &dot.rhs_batching_dimensions, &dot.rhs_contracting_dimensions, shape, &rank))
		return fail(builder, MLIRBC_E_ARG, "stablehlo.dot_general", "the result has more than 64 dimensions");
	const struct mlirbc_type *type =
		mlirbc_stablehlo_tensor(builder->context, element ? element : x->type->u.shaped.element, shape, rank);
	if (!type)
		return no_memory(builder);
	const struct mlirbc_build_attr attr = { "dot_dimension_numbers", shlo__dot_attr(builder->context, &dot) };
	return make(builder, "dot_general", (struct mlirbc_value *[]){ x, y }, 2, &attr, 1, type, true);
}

struct mlirbc_value *mlirbc_stablehlo_matmul(struct mlirbc_builder *builder, struct mlirbc_value *x, struct mlirbc_value *y)
{
	const int64_t last = 1, first = 0;
	return mlirbc_stablehlo_dot_general(builder, x, y,
		&(const struct mlirbc_stablehlo_dot){ .lhs_contracting = &last, .rhs_contracting = &first, .contracting_count = 1 }, NULL);
}

struct mlirbc_value *mlirbc_stablehlo_reduce(struct mlirbc_builder *builder, const char *name, struct mlirbc_value *x,
	struct mlirbc_value *init, const int64_t *dims, size_t count)
{
	struct mlirbc_op *holder = mlirbc_stablehlo_regions(builder, 1);
	const struct mlirbc_type *scalar = init ? init->type : NULL;
	if (!holder || !x || !scalar)
		return holder ? fail(builder, MLIRBC_E_ARG, "stablehlo.reduce", "an operand is NULL") : NULL;
	const struct mlirbc_builder outside = *builder;
	struct mlirbc_block *body = mlirbc_builder_block(builder, holder, 0, (const struct mlirbc_type *[]){ scalar, scalar }, 2);
	if (!body)
		return NULL;
	mlirbc_builder_enter(builder, body);
	struct mlirbc_value *value = mlirbc_stablehlo_binary(builder, name, &body->arguments[0], &body->arguments[1]);
	mlirbc_stablehlo_return(builder, &value, 1);
	builder->block = outside.block;
	builder->before = outside.before;
	const struct mlirbc_build_attr attr = { "dimensions", shlo__i64s_attr(builder->context, dims, count) };
	return mlirbc_stablehlo_value(builder,
		&(const struct mlirbc_build_op){ .name = "stablehlo.reduce", .operands = (struct mlirbc_value *[]){ x, init },
			.operand_count = 2, .attrs = &attr, .attr_count = 1 },
		holder);
}
