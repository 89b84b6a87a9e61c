/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "rewrite/rewrite.h"

#include <mlirbc/parse.h>
#include <mlirbc/rewrite.h>
#include <string.h>

enum { MOST_NESTED = 64 };

struct job {
	struct bef_hlo__lower *lower;
	struct mlirbc_builder builder;
};

/* ---- types */

static const struct mlirbc_type *plain_type(struct job *job, const struct mlirbc_type *type, unsigned depth);

/* The types, with tuples in the place of futures; NULL after a failure. */
static const struct mlirbc_type **plain_types(struct job *job, const struct mlirbc_types *types, unsigned depth)
{
	const struct mlirbc_type **list = bef_hlo__room(job->lower, types->count, sizeof *list);
	for (size_t i = 0; list && i < types->count; i++) {
		if (!(list[i] = plain_type(job, types->data[i], depth + 1)))
			return NULL;
	}
	return list;
}

static const struct mlirbc_type *tuple_of_future(struct job *job, const struct mlirbc_type *type)
{
	static const char begin[] = "tuple<";
	const struct mlirbc_string *whole = type->u.dialect.text;
	const size_t skip = sizeof "future<" - 1, size = whole->size - skip + sizeof begin - 1;
	char *text = bef_hlo__room(job->lower, size, 1);
	const struct mlirbc_type *tuple = NULL;
	if (!text)
		return NULL;
	memcpy(text, begin, sizeof begin - 1);
	memcpy(text + sizeof begin - 1, whole->data + skip, whole->size - skip);
	enum mlirbc_status status = mlirbc_parse_type(job->lower->context, text, size, &tuple, NULL);
	if (status == MLIRBC_OK)
		return tuple;
	(void)bef_hlo__fail(job->lower, status == MLIRBC_E_NOMEM ? BEF_E_NOMEM : BEF_E_CORRUPT, NULL, "the types of a future cannot be read");
	return NULL;
}

static const struct mlirbc_type *plain_type(struct job *job, const struct mlirbc_type *type, unsigned depth)
{
	if (bef_hlo__is_future(type))
		type = tuple_of_future(job, type);
	if (!type || type->kind != MLIRBC_TYPE_TUPLE)
		return type;
	if (depth > MOST_NESTED) {
		(void)bef_hlo__fail(job->lower, BEF_E_LIMIT, NULL, "a type is nested more than %d deep", MOST_NESTED);
		return NULL;
	}
	const struct mlirbc_type **list = plain_types(job, &type->u.tuple, depth);
	const struct mlirbc_type made = { .kind = MLIRBC_TYPE_TUPLE, .u.tuple = { .data = list, .count = type->u.tuple.count } };
	const struct mlirbc_type *tuple = list ? mlirbc_type_get(job->lower->context, &made) : NULL;
	if (list && !tuple)
		(void)bef_hlo__no_memory(job->lower);
	return tuple;
}

static bool convert_values(struct job *job, struct mlirbc_value *values, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (!(values[i].type = plain_type(job, values[i].type, 0)))
			return false;
	}
	return true;
}

static bool convert_function(struct job *job, struct mlirbc_op *op)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "function_type");
	if (!attr || attr->kind != MLIRBC_ATTR_TYPE || attr->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return true; /* which is refused later */
	const struct mlirbc_types *inputs = &attr->u.type_value->u.function.inputs, *results = &attr->u.type_value->u.function.results;
	const struct mlirbc_type **from = plain_types(job, inputs, 0), **to = from ? plain_types(job, results, 0) : NULL;
	if (!to)
		return false;
	const struct mlirbc_type *type = mlirbc_type_function(job->lower->context, from, inputs->count, to, results->count);
	if (!type)
		return bef_hlo__no_memory(job->lower);
	if (type == attr->u.type_value)
		return true;
	attr = mlirbc_attr_type(job->lower->context, type);
	return attr ? bef_hlo__ok(job->lower, mlirbc_op_set_attr(op, "function_type", attr), NULL) : bef_hlo__no_memory(job->lower);
}

static bool convert_types(struct job *job, struct mlirbc_op *op)
{
	if (!convert_values(job, mlirbc_op_results(op), op->result_count) ||
		(mlirbc_op_is(op, "func.func") && !convert_function(job, op)))
		return false;
	for (uint32_t r = 0; r < op->region_count; r++) {
		for (struct mlirbc_block *b = mlirbc_op_regions(op)[r].first; b; b = b->next) {
			if (!convert_values(job, b->arguments, b->argument_count))
				return false;
		}
	}
	return true;
}

/* ---- operations */

static struct mlirbc_op *make(struct job *job, struct mlirbc_op *before, const struct mlirbc_build_op *spec)
{
	mlirbc_builder_enter_before(&job->builder, before);
	job->builder.location = mlirbc_op_location(before);
	struct mlirbc_op *op = mlirbc_builder_op(&job->builder, spec);
	if (!op)
		(void)bef_hlo__fail_built(job->lower, &job->builder, before);
	return op;
}

static bool inline_start(struct job *job, struct mlirbc_op *start)
{
	struct bef_hlo__lower *lower = job->lower;
	struct mlirbc_region *region = mlirbc_op_regions(start);
	struct mlirbc_block *block = region->first;
	const struct mlirbc_attr *unit = mlirbc_attr_unit(lower->context);
	if (region->block_count != 1 || !block->last || block->argument_count != start->operand_count)
		return bef_hlo__refuse(lower, start, "its region has not exactly one block with its operands");
	for (uint32_t i = 0; i < block->argument_count; i++)
		mlirbc_value_replace(&block->arguments[i], mlirbc_op_operands(start)[i].value);
	while (block->first != block->last) {
		struct mlirbc_op *op = block->first;
		if (!unit || !bef_hlo__ok(lower, mlirbc_op_set_attr(op, BEF_HLO__ASYNC, unit), NULL) ||
			!bef_hlo__ok(lower, mlirbc_op_insert_before(op, start), NULL))
			return unit || bef_hlo__no_memory(lower);
	}
	const uint32_t count = block->last->operand_count;
	struct mlirbc_value **values = bef_hlo__room(lower, count, sizeof *values);
	for (uint32_t i = 0; values && i < count; i++)
		values[i] = mlirbc_op_operands(block->last)[i].value;
	const struct mlirbc_build_op spec = { .name = mlirbc_stablehlo_name(MLIRBC_STABLEHLO_tuple),
		.operands = values, .operand_count = count, .results = &mlirbc_op_results(start)->type, .result_count = 1 };
	struct mlirbc_op *tuple = values ? make(job, start, &spec) : NULL;
	if (!tuple)
		return false;
	mlirbc_value_replace(mlirbc_op_results(start), mlirbc_op_results(tuple));
	return bef_hlo__ok(lower, mlirbc_op_erase(start), NULL);
}

static bool replace_done(struct job *job, struct mlirbc_op *done)
{
	struct bef_hlo__lower *lower = job->lower;
	const struct mlirbc_type *i32 = mlirbc_type_integer(lower->context, 32, MLIRBC_SIGNLESS);
	struct mlirbc_value *future = mlirbc_op_operands(done)[0].value;
	for (uint32_t i = 0; i < done->result_count; i++) {
		const struct mlirbc_build_attr index = { "index", i32 ? mlirbc_attr_integer(lower->context, i32, i) : NULL };
		const struct mlirbc_build_op spec = { .name = mlirbc_stablehlo_name(MLIRBC_STABLEHLO_get_tuple_element),
			.operands = &future, .operand_count = 1,
			.results = &mlirbc_op_results(done)[i].type, .result_count = 1, .attrs = &index, .attr_count = 1 };
		struct mlirbc_op *element = index.value ? make(job, done, &spec) : NULL;
		if (!element)
			return index.value ? false : bef_hlo__no_memory(lower);
		mlirbc_value_replace(&mlirbc_op_results(done)[i], mlirbc_op_results(element));
	}
	return bef_hlo__ok(lower, mlirbc_op_erase(done), NULL);
}

bool bef_hlo__rewrite_async(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first;
	struct job job = { .lower = lower };
	struct bef_hlo__row found = { NULL, 0, 0 };
	mlirbc_builder_init_module(&job.builder, lower->module);
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		if (!convert_types(&job, op))
			return false;
		if ((bef_hlo__is(lower, op, MLIRBC_STABLEHLO_async_start) || bef_hlo__is(lower, op, MLIRBC_STABLEHLO_async_done)) &&
			!bef_hlo__push(lower, &found, op))
			return false;
	}
	for (size_t i = 0; i < found.count; i++) {
		struct mlirbc_op *op = found.items[i];
		if (!(op->region_count ? inline_start(&job, op) : replace_done(&job, op)))
			return false;
	}
	return true;
}
