/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "emit/emit.h"

#include <stdio.h>
#include <string.h>

/* ---- any operation */

bool bef_hlo__plain_op(struct bef_hlo__lower *lower, const struct mlirbc_build_op *spec, struct mlirbc_op **out)
{
	lower->builder.location = lower->op ? mlirbc_op_location(lower->op) : NULL;
	*out = NULL;
	for (size_t i = 0; i < spec->attr_count; i++) {
		if (!spec->attrs[i].value)
			return bef_hlo__no_memory(lower); /* when it was made */
	}
	*out = mlirbc_builder_op(&lower->builder, spec);
	if (*out)
		return true;
	return bef_hlo__fail_built(lower, &lower->builder, lower->op);
}

/* ---- kernels */

void bef_hlo__put_type(const struct mlirbc_type *type, int64_t *words, size_t *count)
{
	const bool tensor = bef_hlo__is_tensor(type);
	words[(*count)++] = tensor ? (int64_t)bef_hlo__dtype(bef_hlo__element(type)) : HLO_TOKEN;
	words[(*count)++] = tensor ? (int64_t)type->u.shaped.rank : 0;
	for (size_t i = 0; tensor && i < type->u.shaped.rank; i++)
		words[(*count)++] = type->u.shaped.dims[i] == MLIRBC_DYNAMIC ? HLO_UNKNOWN_DIMENSION : type->u.shaped.dims[i];
}

static bool add_type(struct bef_hlo__lower *lower, const struct mlirbc_type *type, int64_t *words, size_t *count)
{
	const bool tensor = bef_hlo__is_tensor(type);
	if (!bef_hlo__is_token(type) && (!tensor || !bef_hlo__dtype(bef_hlo__element(type))))
		return bef_hlo__refuse_type(lower, lower->op, type);
	if (tensor && type->u.shaped.rank > HLO_MOST_RANK)
		return bef_hlo__refuse(lower, lower->op, "rank %zu is above %d", type->u.shaped.rank, HLO_MOST_RANK);
	bef_hlo__put_type(type, words, count);
	return true;
}

/* Operands, results and attributes of a kernel. */
struct kernel {
	char text[160]; /* of the name, with "hlo." */
	const struct mlirbc_string *name;
	const struct bef_hlo__value *operands;
	struct bef_hlo__value *results;
	size_t operand_count, result_count;
	struct mlirbc_value **values;     /* of the operands */
	const struct mlirbc_type **types; /* of the results, in the program */
};

/* The attribute `types`. */
static bool add_types(struct bef_hlo__lower *lower, const struct kernel *kernel, struct bef_hlo__attrs *attrs)
{
	const size_t values = kernel->operand_count + kernel->result_count;
	int64_t *words = bef_hlo__scratch(lower, values, (HLO_MOST_RANK + 2) * sizeof *words);
	size_t count = 0;
	if (!words)
		return false;
	for (size_t i = 0; i < values; i++) {
		const bool operand = i < kernel->operand_count;
		const struct bef_hlo__value *value = operand ? &kernel->operands[i] : &kernel->results[i - kernel->operand_count];
		if (!add_type(lower, value->type, words, &count))
			return false;
	}
	bef_hlo__attr_ints(lower, attrs, "types", words, count);
	return true;
}

static void key_of_kernel(const struct kernel *kernel, const struct bef_hlo__attrs *attrs, struct bef_hlo__key *key)
{
	bef_hlo__key_begin(key, BEF_HLO__MEMO_OPERATION);
	bef_hlo__key_pointer(key, kernel->name);
	bef_hlo__key_add(key, attrs->count);
	bef_hlo__key_add(key, kernel->operand_count);
	for (size_t i = 0; i < attrs->count; i++) {
		bef_hlo__key_pointer(key, attrs->list[i].name);
		bef_hlo__key_pointer(key, attrs->list[i].value);
	}
	for (size_t i = 0; i < kernel->operand_count; i++)
		bef_hlo__key_pointer(key, kernel->operands[i].type);
	for (size_t i = 0; i < kernel->result_count; i++)
		bef_hlo__key_pointer(key, kernel->results[i].type);
}

/* An operation with the attributes of an earlier one; NULL: out of memory. */
static struct mlirbc_op *make_again(struct bef_hlo__lower *lower, const struct kernel *kernel, const struct mlirbc_attr *attributes)
{
	const struct mlirbc_op_spec spec = { .unique_name = kernel->name, .attributes = attributes, .result_types = kernel->types,
		.operands = kernel->values, .result_count = kernel->result_count, .operand_count = kernel->operand_count };
	struct mlirbc_op *op = mlirbc_op_create(lower->context, &spec, lower->builder.block);
	if (op)
		mlirbc_op_copy_location(op, lower->op);
	return op;
}

static bool make(struct bef_hlo__lower *lower, const struct kernel *kernel, struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__key key;
	struct mlirbc_op *op = NULL;
	key_of_kernel(kernel, attrs, &key);
	const struct mlirbc_attr *known = bef_hlo__memo_get(lower, &key);
	if (known && lower->op && !lower->builder.before && lower->builder.status == MLIRBC_OK)
		op = make_again(lower, kernel, known);
	if (!op) {
		if (!add_types(lower, kernel, attrs))
			return false;
		const struct mlirbc_build_op spec = { .name = kernel->text, .operands = kernel->values,
			.operand_count = kernel->operand_count, .results = kernel->types, .result_count = kernel->result_count,
			.attrs = attrs->list, .attr_count = attrs->count };
		if (!bef_hlo__plain_op(lower, &spec, &op))
			return false;
		if (!mlirbc_op_properties(op))
			bef_hlo__memo_put(lower, &key, mlirbc_op_attributes(op));
	}
	for (size_t i = 0; i < kernel->result_count; i++)
		kernel->results[i].value = &mlirbc_op_results(op)[i];
	return true;
}

static bool prepare(struct bef_hlo__lower *lower, const char *name, struct kernel *kernel)
{
	const int size = snprintf(kernel->text, sizeof kernel->text, "hlo.%s", name);
	kernel->name = mlirbc_string_get(lower->context, kernel->text, (size_t)size);
	kernel->values = bef_hlo__scratch(lower, kernel->operand_count, sizeof *kernel->values);
	kernel->types = bef_hlo__scratch(lower, kernel->result_count, sizeof *kernel->types);
	if (!kernel->name)
		return bef_hlo__no_memory(lower);
	if (!kernel->values || !kernel->types)
		return false;
	for (size_t i = 0; i < kernel->operand_count; i++)
		kernel->values[i] = kernel->operands[i].value;
	for (size_t i = 0; i < kernel->result_count; i++)
		kernel->types[i] = bef_hlo__program_type(lower, kernel->results[i].type);
	return true;
}

bool bef_hlo__emit(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__value *operands,
	size_t operand_count, struct bef_hlo__value *results, size_t result_count, struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__attrs none;
	const size_t mark = lower->scratch_used;
	if (!attrs) {
		none.count = 0;
		attrs = &none;
	}
	for (size_t i = 0; i < operand_count + result_count; i++) {
		const struct bef_hlo__value *value = i < operand_count ? &operands[i] : &results[i - operand_count];
		if (!value->type || (i < operand_count && !value->value))
			return false; /* its operation failed, which has been reported */
	}
	for (size_t i = 0; i < attrs->count; i++) {
		if (!attrs->list[i].value)
			return bef_hlo__no_memory(lower);
	}
	struct kernel kernel;
	kernel.operands = operands;
	kernel.operand_count = operand_count;
	kernel.results = results;
	kernel.result_count = result_count;
	const bool made = prepare(lower, name, &kernel) && make(lower, &kernel, attrs);
	lower->scratch_used = mark;
	return made;
}

struct bef_hlo__value bef_hlo__emit_one(struct bef_hlo__lower *lower, const char *name, const struct mlirbc_type *type,
	const struct bef_hlo__value *operands, size_t operand_count, struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__value result = { NULL, type };
	if (type)
		(void)bef_hlo__emit(lower, name, operands, operand_count, &result, 1, attrs);
	return result;
}

struct bef_hlo__value bef_hlo__binary(
	struct bef_hlo__lower *lower, const char *name, struct bef_hlo__value a, struct bef_hlo__value b)
{
	const struct bef_hlo__value operands[] = { a, b };
	return bef_hlo__emit_one(lower, name, a.type, operands, 2, NULL);
}

struct bef_hlo__value bef_hlo__broadcast(struct bef_hlo__lower *lower, struct bef_hlo__value operand,
	const int64_t *dims, size_t count, const struct mlirbc_type *type)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	bef_hlo__attr_ints(lower, &attrs, "broadcast_dimensions", dims, count);
	return bef_hlo__emit_one(lower, "broadcast_in_dim", type, &operand, 1, &attrs);
}

struct bef_hlo__value bef_hlo__convert(
	struct bef_hlo__lower *lower, struct bef_hlo__value operand, const struct mlirbc_type *element)
{
	if (!operand.type || bef_hlo__element(operand.type) == element)
		return operand;
	return bef_hlo__emit_one(lower, "convert", bef_hlo__with_element(lower, operand.type, element), &operand, 1, NULL);
}

struct bef_hlo__value bef_hlo__sum(struct bef_hlo__lower *lower, struct bef_hlo__value x, const int64_t *dims, size_t count)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	const struct mlirbc_type *element = x.value ? bef_hlo__element(x.type) : NULL;
	int64_t *kept = element ? bef_hlo__room(lower, x.type->u.shaped.rank, sizeof *kept) : NULL;
	size_t rank = 0;
	if (!kept)
		return (struct bef_hlo__value){ NULL, x.type };
	for (size_t i = 0, k = 0; i < x.type->u.shaped.rank; i++) {
		if (k < count && dims[k] == (int64_t)i)
			k++;
		else
			kept[rank++] = x.type->u.shaped.dims[i];
	}
	bef_hlo__attr_sum(lower, &attrs, element);
	bef_hlo__attr_int(lower, &attrs, "captures", 0);
	bef_hlo__attr_ints(lower, &attrs, "dimensions", dims, count);
	const struct bef_hlo__value operands[] = { x, bef_hlo__splat(lower, 0, bef_hlo__shaped(lower, NULL, 0, element)) };
	return bef_hlo__emit_one(lower, "reduce", bef_hlo__shaped(lower, kept, rank, element), operands, 2, &attrs);
}

/* ---- values of the source */

struct bef_hlo__value bef_hlo__get(struct bef_hlo__lower *lower, const struct mlirbc_value *value)
{
	return (struct bef_hlo__value){ value->number < lower->value_count ? lower->values[value->number] : NULL,
		bef_hlo__storage_type(lower, value->type) };
}

bool bef_hlo__operands(struct bef_hlo__lower *lower, struct bef_hlo__value *out)
{
	for (uint32_t i = 0; i < lower->op->operand_count; i++) {
		out[i] = bef_hlo__get(lower, mlirbc_op_operands(lower->op)[i].value);
		if (!out[i].value || !out[i].type)
			return false;
	}
	return true;
}

void bef_hlo__set(struct bef_hlo__lower *lower, const struct mlirbc_value *value, struct mlirbc_value *is)
{
	if (value->number < lower->value_count)
		lower->values[value->number] = is;
}

/* ---- tokens */

static struct mlirbc_value *new_chain(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *op;
	const struct mlirbc_build_op spec = { .name = "tfrt.new.chain", .results = &lower->chain, .result_count = 1 };
	return bef_hlo__plain_op(lower, &spec, &op) ? mlirbc_op_results(op) : NULL;
}

struct mlirbc_value *bef_hlo__merge(struct bef_hlo__lower *lower, const struct bef_hlo__row *chains)
{
	struct mlirbc_op *op;
	if (chains->count == 1)
		return chains->items[0];
	if (chains->count == 0)
		return new_chain(lower);
	struct mlirbc_value **operands = bef_hlo__room(lower, chains->count, sizeof *operands);
	if (!operands)
		return NULL;
	memcpy(operands, chains->items, chains->count * sizeof *operands);
	const struct mlirbc_build_op spec = { .name = "tfrt.merge.chains", .operands = operands,
		.operand_count = chains->count, .results = &lower->chain, .result_count = 1 };
	return bef_hlo__plain_op(lower, &spec, &op) ? mlirbc_op_results(op) : NULL;
}
