/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* custom_call: layouts, aliases of operands and results, buffers. */
#include "infer/rules.h"

/* The values of a side: results that are one tuple are its elements. */
struct side {
	const char *name;
	const struct mlirbc_type *tuple;
	size_t count;
	bool operands;
};

static struct side side_of(const struct shlo__check *check, bool operands)
{
	struct side side = { operands ? "operand" : "result", NULL,
		operands ? check->operand_count : check->result_count, operands };
	if (!operands && side.count == 1 && shlo__declared(check, 0)->kind == MLIRBC_TYPE_TUPLE) {
		side.tuple = shlo__declared(check, 0);
		side.count = side.tuple->u.tuple.count;
	}
	return side;
}

static const struct mlirbc_type *type_at(const struct shlo__check *check, const struct side *side, size_t index)
{
	return side->tuple      ? side->tuple->u.tuple.data[index]
	       : side->operands ? shlo__operand(check, index)
				: shlo__declared(check, index);
}

/* The entries of a layout; an index attribute is a permutation of the dimensions. */
static bool is_permutation(const struct mlirbc_attr *layout, size_t rank)
{
	uint64_t seen = 0;
	if (rank > 64 || layout->type->u.shaped.rank != 1 || layout->type->u.shaped.dims[0] != (int64_t)rank)
		return false;
	for (size_t i = 0; i < rank; ++i) {
		const uint8_t *at = layout->u.dense.data + (layout->u.dense.splat ? 0 : 8 * i);
		uint64_t value = 0;
		for (int k = 0; k < 8; ++k)
			value |= (uint64_t)at[k] << (8 * k);
		if (value >= rank || (seen >> value & 1))
			return false;
		seen |= UINT64_C(1) << value;
	}
	return true;
}

static bool check_layouts(struct shlo__check *check, const struct side *side, const struct mlirbc_attr *layouts)
{
	struct shlo__spelled text;
	if (layouts->u.array.count != side->count)
		return shlo__fail(check, "Number of %ss must match the number of %s layouts, %zu != %zu", side->name,
			side->name, side->count, layouts->u.array.count);
	for (size_t i = 0; i < side->count; ++i) {
		const struct mlirbc_type *type = type_at(check, side, i);
		const struct mlirbc_attr *layout = layouts->u.array.data[i];
		uint64_t entries;
		if (type->kind == MLIRBC_TYPE_TUPLE)
			return shlo__fail(check, "Tuple types are not fully supported with layout constraints yet");
		if (type->kind != MLIRBC_TYPE_TENSOR) {
			if (!mlirbc_type_elements(layout->type, &entries) || entries)
				return shlo__fail(check,
					"Only tensor types can have non-empty layout: %s #%zu is of type '%s'",
					side->name, i, shlo__spell(type, &text));
			continue;
		}
		if (!is_permutation(layout, shlo__rank(type)))
			return shlo__fail(check,
				"incorrect layout for %s #%zu of type '%s', layout must be a permutation of [0, %zu)",
				side->name, i, shlo__spell(type, &text), shlo__rank(type));
	}
	return true;
}

/* The type inside nested tuples; NULL: an index is out of bounds. */
static const struct mlirbc_type *inside(const struct mlirbc_type *type, const struct shlo__dims *indices, size_t first)
{
	for (size_t i = first; type && i < indices->count; ++i) {
		if (type->kind != MLIRBC_TYPE_TUPLE || indices->at[i] < 0 ||
			(uint64_t)indices->at[i] >= type->u.tuple.count)
			return NULL;
		type = type->u.tuple.data[indices->at[i]];
	}
	return type;
}

static const struct mlirbc_type *alias_output(struct shlo__check *check, const struct shlo__dims *indices)
{
	if (check->result_count == 1)
		return inside(shlo__declared(check, 0), indices, 0);
	if (!indices->count || indices->at[0] < 0 || (uint64_t)indices->at[0] >= check->result_count)
		return NULL;
	return inside(shlo__declared(check, (size_t)indices->at[0]), indices, 1);
}

static bool check_alias(struct shlo__check *check, const struct shlo__alias *alias)
{
	struct shlo__spelled a, b;
	if (alias->operand_index < 0 || (uint64_t)alias->operand_index >= check->operand_count)
		return shlo__fail(check,
			"expects operandIndex in the output_operand_alias attribute to be in range [0, %zu); got: %lld",
			check->operand_count, (long long)alias->operand_index);
	const struct mlirbc_type *from = inside(
		shlo__operand(check, (size_t)alias->operand_index), &alias->operand_tuple_indices, 0);
	if (!from)
		return shlo__fail(check, "operand_tuple_indices in the output_operand_alias attribute out of bounds");
	const struct mlirbc_type *to = alias_output(check, &alias->output_tuple_indices);
	if (!to)
		return shlo__fail(check, "output_tuple_indices in the output_operand_alias attribute out of bounds");
	return from == to || shlo__fail(check,
				     "shapes mismatch in the output_operand_alias attribute: operand part has type "
				     "'%s', and output part has type '%s'",
				     shlo__spell(from, &a), shlo__spell(to, &b));
}

/* ---- buffers */

static bool is_buffer(const struct mlirbc_type *type) { return type->kind == MLIRBC_TYPE_MEMREF; }

/* memref<2xf32> of tensor<2xf32> */
static bool is_buffer_of(const struct mlirbc_type *buffer, const struct mlirbc_type *tensor)
{
	if (!is_buffer(buffer) || tensor->kind != MLIRBC_TYPE_TENSOR || shlo__rank(buffer) != shlo__rank(tensor) ||
		shlo__element(tensor) != buffer->u.shaped.element)
		return false;
	for (size_t i = 0; i < shlo__rank(tensor); ++i) {
		if (shlo__dim(buffer, i) != shlo__dim(tensor, i))
			return false;
	}
	return true;
}

static bool is_target(const struct shlo__check *check, const char *name)
{
	return shlo__name_is(shlo__attr(check, "call_target_name")->u.string, name);
}

/* Buffers in a type, at any depth of tuples up to `depth`. */
static size_t count_buffers(struct shlo__check *check, const struct mlirbc_type *type, int depth)
{
	size_t count = is_buffer(type);
	for (size_t i = 0; depth && type->kind == MLIRBC_TYPE_TUPLE && i < type->u.tuple.count; ++i) {
		if (++check->work > SHLO__MOST_WORK)
			break;
		count += count_buffers(check, type->u.tuple.data[i], depth - 1);
	}
	return count;
}

static bool same_list(const struct shlo__dims *a, const struct shlo__dims *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; ++i) {
		if (a->at[i] != b->at[i])
			return false;
	}
	return true;
}

/* Every buffer of the results is exactly one operand's, and no operand's buffer is two results'. */
static bool check_buffers(struct shlo__check *check, const struct mlirbc_attr *aliases)
{
	size_t operands = 0, results = 0, aliased = 0;
	struct shlo__alias one, other;
	enum { MOST_DEPTH = 16, MOST_ALIASES = 1024 };
	for (size_t i = 0; i < check->operand_count; ++i)
		operands += count_buffers(check, shlo__operand(check, i), MOST_DEPTH);
	for (size_t i = 0; i < check->result_count; ++i)
		results += count_buffers(check, shlo__declared(check, i), MOST_DEPTH);
	if (check->work > SHLO__MOST_WORK)
		return shlo__fail(
			check, "the types of the operands and results have more than %d parts", (int)SHLO__MOST_WORK);
	if (!operands && !results)
		return true;
	if (aliases && aliases->u.array.count > MOST_ALIASES)
		return shlo__fail(check, "more than %d output_operand_aliases with buffers", (int)MOST_ALIASES);
	for (size_t i = 0; aliases && i < aliases->u.array.count; ++i) {
		if (!shlo__alias_of(aliases->u.array.data[i], &one, NULL))
			continue;
		const struct mlirbc_type *type = alias_output(check, &one.output_tuple_indices);
		if (!type || !is_buffer(type))
			continue;
		aliased++;
		for (size_t k = 0; k < i; ++k) {
			if (!shlo__alias_of(aliases->u.array.data[k], &other, NULL))
				continue;
			if (one.operand_index == other.operand_index &&
				same_list(&one.operand_tuple_indices, &other.operand_tuple_indices))
				return shlo__fail(check,
					"the buffer of operand #%lld is in several output_operand_aliases",
					(long long)one.operand_index);
			if (same_list(&one.output_tuple_indices, &other.output_tuple_indices))
				return shlo__fail(
					check, "a buffer of the results is in several output_operand_aliases");
		}
	}
	return aliased == results ||
	       shlo__fail(check, "%zu buffers of the results have no output_operand_alias", results - aliased);
}

static bool check_buffer_call(struct shlo__check *check, const struct mlirbc_attr *aliases)
{
	bool create = is_target(check, "CreateBuffer"), pin = is_target(check, "Pin"),
	     unpin = is_target(check, "Unpin");
	if (!create && !pin && !unpin)
		return check_buffers(check, aliases);
	const char *name = create ? "CreateBuffer" : pin ? "Pin" : "Unpin";
	if (aliases && aliases->u.array.count)
		return shlo__fail(check, "%s custom_call shouldn't have output_operand_aliases", name);
	if (check->operand_count != !create)
		return shlo__fail(check,
			create ? "%s custom_call shouldn't have any inputs" : "%s custom_call should have one input",
			name);
	if (check->result_count != 1)
		return shlo__fail(check, "%s custom_call should have one output", name);
	const struct mlirbc_type *result = shlo__declared(check, 0);
	if (create)
		return is_buffer(result) ||
		       shlo__fail(check, "the output of a CreateBuffer custom_call should be a buffer");
	const struct mlirbc_type *operand = shlo__operand(check, 0);
	return (pin ? is_buffer_of(result, operand) : is_buffer_of(operand, result)) ||
	       shlo__fail(check, "%s custom_call should have a %s as input and a %s of the same shape as output", name,
		       pin ? "tensor" : "buffer", pin ? "buffer" : "tensor");
}

static int64_t api_version(const struct shlo__check *check)
{
	const struct mlirbc_attr *attr = shlo__attr(check, "api_version");
	int64_t version = 1;
	if (attr && !shlo__int_of(attr, &version))
		version = shlo__enum_of(SHLO__API_VERSION, attr);
	return version;
}

bool shlo__rule_custom_call(struct shlo__check *check)
{
	const struct mlirbc_attr *from = shlo__attr(check, "operand_layouts"),
				 *to = shlo__attr(check, "result_layouts");
	const struct mlirbc_attr *aliases = shlo__attr(check, "output_operand_aliases"),
				 *config = shlo__attr(check, "backend_config");
	if (!check->declared)
		return shlo__rule_declared(check);
	if (!from != !to)
		return shlo__fail(
			check, "Layout attributes should be specified for either both operands and results or none");
	if (from) {
		struct side operands = side_of(check, true), results = side_of(check, false);
		if (!check_layouts(check, &operands, from) || !check_layouts(check, &results, to))
			return false;
	}
	for (size_t i = 0; aliases && i < aliases->u.array.count; ++i) {
		struct shlo__alias alias;
		if (shlo__alias_of(aliases->u.array.data[i], &alias, NULL) && !check_alias(check, &alias))
			return false;
	}
	bool typed = api_version(check) == 4;
	if (config && (config->kind == MLIRBC_ATTR_DICTIONARY) != typed)
		return shlo__fail(check, "backend_config for api_version %lld must be a %s",
			(long long)api_version(check), typed ? "dictionary" : "string");
	return check_buffer_call(check, aliases) && shlo__rule_declared(check);
}
