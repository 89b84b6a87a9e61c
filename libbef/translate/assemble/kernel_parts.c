/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and functions of a kernel. */
#include "assemble/steps.h"

static enum bef_status find_function(struct bef_mlir__convert *convert, const struct bef_mlir__function *function,
	const struct mlirbc_op *op, const struct mlirbc_attr *symbol, uint32_t *out_index)
{
	const struct mlirbc_op *target = bef_mlir__symbol(convert, function->scope, symbol->u.symbol.root);
	*out_index = target ? bef_mlir__map_get(&convert->numbers, target, 0) : BEF_MLIR__NONE;
	if (*out_index == BEF_MLIR__NONE)
		return bef_mlir__fail(convert, BEF_E_CORRUPT, op, "function @%.*s not defined",
			BEF_MLIR__TEXT(symbol->u.symbol.root));
	return BEF_OK;
}

static enum bef_status find_functions(struct bef_mlir__convert *convert, const struct bef_mlir__function *function,
	const struct mlirbc_op *op, const struct mlirbc_named_attr *attr, uint32_t *functions, size_t *count)
{
	const struct mlirbc_attrs *array = &attr->value->u.array;
	for (size_t i = 0; i < array->count; i++) {
		if (!bef_mlir__is_flat_symbol(array->data[i]))
			return bef_mlir__fail(convert, BEF_E_UNSUPPORTED, op,
				"BEF files cannot encode the '%.*s' attribute", BEF_MLIR__TEXT(attr->name));
		BEF_MLIR__TRY(find_function(convert, function, op, array->data[i], &functions[(*count)++]));
	}
	return BEF_OK;
}

/* Reserves memory for the attributes and functions of an op. */
static enum bef_status reserve_attrs(struct bef_mlir__convert *convert, const struct mlirbc_op *op,
	uint32_t **out_attributes, const char ***out_names, uint32_t **out_functions)
{
	struct bef_mlir__attrs attrs = bef_mlir__op_attrs(op);
	const struct mlirbc_named_attr *attr;
	size_t attributes = 0, functions = op->region_count;
	while ((attr = bef_mlir__next_attr(&attrs))) {
		enum bef_mlir__attr_use use = bef_mlir__attr_use(attr);
		attributes += use == BEF_MLIR__ATTR_STORED;
		if (use == BEF_MLIR__ATTR_FUNCTIONS)
			functions += attr->value->u.array.count;
		functions += use == BEF_MLIR__ATTR_FUNCTION;
	}
	*out_attributes = BEF_MLIR__ROOM(&convert->arena, uint32_t, attributes);
	*out_names = BEF_MLIR__ROOM(&convert->arena, const char *, attributes);
	*out_functions = BEF_MLIR__ROOM(&convert->arena, uint32_t, functions);
	return *out_attributes && *out_names && *out_functions ? BEF_OK : bef_mlir__nomem(convert);
}

/* The kernel starts with its first argument: FORMAT.md 12. */
static enum bef_status add_nonstrict(
	struct bef_mlir__convert *convert, const struct bef_mlir__function *function, uint32_t position)
{
	const uint32_t words[2] = { (uint32_t)(function - convert->functions), position };
	if (!BEF_MLIR__GROW(convert->allocator, convert->nonstrict, convert->nonstrict_count, convert->nonstrict_capacity))
		return bef_mlir__nomem(convert);
	for (size_t i = 0; i < 8; i++)
		convert->nonstrict[convert->nonstrict_count][i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
	convert->nonstrict_count++;
	return BEF_OK;
}

/* The arrays being filled. */
struct lists {
	uint32_t *attributes, *functions;
	const char **names;
	bool plain; /* neither functions nor entries of other sections */
};

static enum bef_status add_attr(struct bef_mlir__convert *convert, const struct bef_mlir__function *function, uint32_t position,
	const struct mlirbc_op *op, const struct mlirbc_named_attr *attr, struct lists *lists, struct bef_mlir__parts *parts)
{
	const enum bef_mlir__attr_use use = bef_mlir__attr_use(attr);
	lists->plain = lists->plain && (use == BEF_MLIR__ATTR_STORED || use == BEF_MLIR__ATTR_SKIPPED);
	switch (use) {
	case BEF_MLIR__ATTR_SKIPPED: break;
	case BEF_MLIR__ATTR_NONSTRICT: return add_nonstrict(convert, function, position);
	case BEF_MLIR__ATTR_FUNCTION:
		return find_function(convert, function, op, attr->value, &lists->functions[parts->function_count++]);
	case BEF_MLIR__ATTR_FUNCTIONS:
		return find_functions(convert, function, op, attr, lists->functions, &parts->function_count);
	case BEF_MLIR__ATTR_STORED:
		BEF_MLIR__TRY(bef_mlir__attr_offset(
			convert, attr->value, op, attr->name, &lists->attributes[parts->attribute_count]));
		return bef_mlir__attr_name(convert, attr->name, &lists->names[parts->attribute_count++]);
	}
	return BEF_OK;
}

enum bef_status bef_mlir__list_parts(struct bef_mlir__convert *convert, const struct bef_mlir__function *function,
	uint32_t position, const struct mlirbc_op *op, const struct bef_mlir__parts **out_parts)
{
	struct bef_mlir__known_attrs *known = op->region_count == 0 ? bef_mlir__known_attrs(convert, op) : NULL;
	if (known && known->function == function) {
		*out_parts = known->parts;
		return BEF_OK;
	}
	struct bef_mlir__attrs attrs = bef_mlir__op_attrs(op);
	const struct mlirbc_named_attr *attr;
	struct bef_mlir__parts *parts = BEF_MLIR__ZERO(&convert->arena, struct bef_mlir__parts, 1);
	struct lists lists = { .plain = true };
	if (!parts)
		return bef_mlir__nomem(convert);
	BEF_MLIR__TRY(reserve_attrs(convert, op, &lists.attributes, &lists.names, &lists.functions));
	parts->attributes = lists.attributes;
	parts->names = lists.names;
	parts->functions = lists.functions;
	while ((attr = bef_mlir__next_attr(&attrs)))
		BEF_MLIR__TRY(add_attr(convert, function, position, op, attr, &lists, parts));
	for (uint32_t i = 0; i < op->region_count; i++)
		lists.functions[parts->function_count++] = bef_mlir__map_get(&convert->numbers, &mlirbc_op_regions(op)[i], 0);
	if (known && lists.plain) {
		known->function = function;
		known->parts = parts;
	}
	*out_parts = parts;
	return BEF_OK;
}
