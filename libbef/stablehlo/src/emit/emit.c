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
	return bef_hlo__fail(lower, (enum bef_status)lower->builder.status, lower->op, "%s", lower->builder.message);
}

/* ---- kernels */

static bool add_type(struct bef_hlo__lower *lower, const struct mlirbc_type *type, int64_t *words, size_t *count)
{
	if (bef_hlo__is_token(type)) {
		words[(*count)++] = 0;
		words[(*count)++] = 0;
		return true;
	}
	const unsigned dtype = bef_hlo__is_tensor(type) ? bef_hlo__dtype(bef_hlo__element(type)) : 0;
	if (dtype == 0)
		return bef_hlo__refuse(lower, lower->op, "there are no values of a type that it uses");
	if (type->u.shaped.rank > BEF_HLO__MOST_RANK)
		return bef_hlo__refuse(lower, lower->op, "rank %zu is above %d", type->u.shaped.rank, BEF_HLO__MOST_RANK);
	words[(*count)++] = dtype;
	words[(*count)++] = (int64_t)type->u.shaped.rank;
	for (size_t i = 0; i < type->u.shaped.rank; i++)
		words[(*count)++] = type->u.shaped.dims[i] == MLIRBC_DYNAMIC ? -1 : type->u.shaped.dims[i];
	return true;
}

/* The attribute `types`. */
static bool add_types(struct bef_hlo__lower *lower, const struct bef_hlo__value *operands, size_t operand_count,
	const struct bef_hlo__value *results, size_t result_count, struct bef_hlo__attrs *attrs)
{
	int64_t *words = bef_hlo__room(lower, operand_count + result_count, (BEF_HLO__MOST_RANK + 2) * sizeof *words);
	size_t count = 0;
	if (!words)
		return false;
	for (size_t i = 0; i < operand_count + result_count; i++) {
		const struct bef_hlo__value *value = i < operand_count ? &operands[i] : &results[i - operand_count];
		if (!add_type(lower, value->type, words, &count))
			return false;
	}
	bef_hlo__attr_ints(lower, attrs, "types", words, count);
	return true;
}

static bool make(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__value *operands,
	size_t operand_count, struct bef_hlo__value *results, size_t result_count, const struct bef_hlo__attrs *attrs)
{
	char full[160];
	struct mlirbc_op *op;
	struct mlirbc_value **values = bef_hlo__room(lower, operand_count, sizeof *values);
	const struct mlirbc_type **types = bef_hlo__room(lower, result_count, sizeof *types);
	if (!values || !types)
		return false;
	for (size_t i = 0; i < operand_count; i++)
		values[i] = operands[i].value;
	for (size_t i = 0; i < result_count; i++)
		types[i] = bef_hlo__program_type(lower, results[i].type);
	snprintf(full, sizeof full, "hlo.%s", name);
	const struct mlirbc_build_op spec = { .name = full, .operands = values, .operand_count = operand_count,
		.results = types, .result_count = result_count, .attrs = attrs->list, .attr_count = attrs->count };
	if (!bef_hlo__plain_op(lower, &spec, &op))
		return false;
	for (size_t i = 0; i < result_count; i++)
		results[i].value = &mlirbc_op_results(op)[i];
	return true;
}

bool bef_hlo__emit(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__value *operands,
	size_t operand_count, struct bef_hlo__value *results, size_t result_count, struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__attrs none = { .count = 0 };
	attrs = attrs ? attrs : &none;
	for (size_t i = 0; i < operand_count + result_count; i++) {
		const struct bef_hlo__value *value = i < operand_count ? &operands[i] : &results[i - operand_count];
		if (!value->type || (i < operand_count && !value->value))
			return false; /* its operation failed, which has been reported */
	}
	for (size_t i = 0; i < attrs->count; i++) {
		if (!attrs->list[i].value)
			return bef_hlo__no_memory(lower);
	}
	return add_types(lower, operands, operand_count, results, result_count, attrs) &&
	       make(lower, name, operands, operand_count, results, result_count, attrs);
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

struct mlirbc_value *bef_hlo__new_chain(struct bef_hlo__lower *lower)
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
		return bef_hlo__new_chain(lower);
	struct mlirbc_value **operands = bef_hlo__room(lower, chains->count, sizeof *operands);
	if (!operands)
		return NULL;
	memcpy(operands, chains->items, chains->count * sizeof *operands);
	const struct mlirbc_build_op spec = { .name = "tfrt.merge.chains", .operands = operands,
		.operand_count = chains->count, .results = &lower->chain, .result_count = 1 };
	return bef_hlo__plain_op(lower, &spec, &op) ? mlirbc_op_results(op) : NULL;
}
