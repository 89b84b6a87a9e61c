/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of the program: those of the source, and one for each region of while, if and case. */
#include "fuse/fuse.h"
#include "ops/ops.h"

#include <mlirbc/jax_export.h>
#include <string.h>

/* Types of a function that is made. */
struct signature {
	const struct mlirbc_type **inputs, **results;
	size_t input_count, result_count;
};

static struct bef_hlo__outer leave(struct bef_hlo__lower *lower)
{
	struct bef_hlo__outer outer = { lower->builder.block, lower->builder.before, lower->function_name, lower->tokens,
		lower->unfinished, lower->op };
	lower->tokens = lower->unfinished = (struct bef_hlo__row){ NULL, 0, 0 };
	return outer;
}

static void come_back(struct bef_hlo__lower *lower, const struct bef_hlo__outer *outer)
{
	lower->builder.block = outer->block;
	lower->builder.before = outer->before;
	lower->function_name = outer->function_name;
	lower->tokens = outer->tokens;
	lower->unfinished = outer->unfinished;
	lower->op = outer->op;
}

static bool add_type(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct mlirbc_type *type,
	const struct mlirbc_type **list, size_t *count)
{
	const struct mlirbc_type *is = bef_hlo__program_type(lower, type);
	if (!is)
		return bef_hlo__refuse_type(lower, op, type);
	list[(*count)++] = is;
	return true;
}

static struct mlirbc_block *begin(
	struct bef_hlo__lower *lower, const struct mlirbc_string *name, const struct signature *signature)
{
	const struct mlirbc_type *type = mlirbc_type_function(lower->context, signature->inputs, signature->input_count,
		signature->results, signature->result_count);
	char *text = bef_hlo__room(lower, name->size + 1, 1);
	if (!text)
		return NULL;
	memcpy(text, name->data, name->size);
	lower->builder.location = lower->op ? mlirbc_op_location(lower->op) : NULL;
	lower->function_name = name;
	struct mlirbc_block *block = type ? mlirbc_builder_function(&lower->builder, text, type) : NULL;
	if (!block)
		(void)bef_hlo__no_memory(lower);
	return block;
}

/* The return of the function that is made. */
static bool finish(struct bef_hlo__lower *lower, const struct mlirbc_op *terminator, bool effects)
{
	struct mlirbc_op *op;
	const size_t count = terminator->operand_count + (size_t)effects;
	struct mlirbc_value **values = bef_hlo__room(lower, count, sizeof *values);
	if (!values)
		return false;
	lower->op = terminator;
	for (uint32_t i = 0; i < terminator->operand_count; i++) {
		values[i] = bef_hlo__get(lower, mlirbc_op_operands(terminator)[i].value).value;
		if (!values[i])
			return false;
	}
	for (size_t i = 0; effects && i < lower->unfinished.count; i++) {
		if (!bef_hlo__push(lower, &lower->tokens, lower->unfinished.items[i]))
			return false;
	}
	if (effects && !(values[count - 1] = bef_hlo__merge(lower, &lower->tokens)))
		return false;
	const struct mlirbc_build_op spec = { .name = "tfrt.return", .operands = values, .operand_count = count };
	return bef_hlo__plain_op(lower, &spec, &op);
}

bool bef_hlo__is_over(const struct bef_hlo__lower *lower)
{
	return lower->status != BEF_OK && lower->status != BEF_E_UNSUPPORTED;
}

/* Returns false after a failure that ends the lowering. */
static bool after_op(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__group *group, bool ok)
{
	if (ok)
		return true;
	if (lower->refused.status == BEF_OK && lower->status == BEF_OK)
		(void)bef_hlo__refuse(lower, op, "it cannot be lowered");
	if (lower->refused.status == BEF_OK || bef_hlo__is_over(lower))
		return !bef_hlo__is_over(lower);
	ok = bef_hlo__emit_refused(lower, op);
	for (size_t i = 0; group && ok && i < group->ops.count; i++)
		ok = bef_hlo__emit_refused(lower, group->ops.items[i]);
	lower->refused = (struct bef_diag)BEF_DIAG_INIT;
	return !bef_hlo__is_over(lower);
}

static bool refuse_unknown(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return bef_hlo__refuse(lower, op, "%s", mlirbc_op_is(op, "sdy.manual_computation")
			? "its body is for each of several devices; a program runs as one process on global shapes"
			: "the operation is not known");
}

static bool lower_op(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct bef_hlo__rule *rule = bef_hlo__rule(lower, op);
	lower->op = op;
	lower->epilogue = op->result_count == 1 ? lower->places[mlirbc_op_results(op)[0].number].epilogue : NULL;
	const size_t mark = lower->scratch_used;
	const struct bef_hlo__mark place = bef_hlo__explain_begin(lower);
	const bool made = bef_hlo__is_copied(lower, op) ? bef_hlo__emit_view(lower, op)
			  : rule                    ? rule->lower(lower, rule)
						    : refuse_unknown(lower, op);
	const bool ok = bef_hlo__explain_op(lower, op, &place, made);
	lower->scratch_used = mark;
	return after_op(lower, op, lower->op == op ? lower->epilogue : NULL, ok);
}

/* The initial value of a reduction is an inline constant that nothing else may have needed. */
static bool lower_alone(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_op *from = mlirbc_value_op(mlirbc_op_operands(op)[i].value);
		if (from && bef_hlo__is_inline_constant(lower, from) && !bef_hlo__get(lower, mlirbc_op_operands(op)[i].value).value &&
			!lower_op(lower, from))
			return false;
	}
	return lower_op(lower, op);
}

static bool lower_groups(struct bef_hlo__lower *lower, const struct bef_hlo__group *group)
{
	for (; group; group = group->next) {
		const struct mlirbc_op *op = group->ops.items[0];
		const size_t mark = lower->scratch_used;
		if (group->product)
			continue; /* its kernel has been made */
		if (!(bef_hlo__is_alone(lower, group) ? lower_alone(lower, op)
						      : after_op(lower, op, group, bef_hlo__emit_group(lower, group))))
			return false;
		lower->scratch_used = mark;
	}
	return true;
}

/* Constants, which have no operands: groups at the begin may use them. */
static bool lower_sources(struct bef_hlo__lower *lower, struct mlirbc_block *block)
{
	for (struct mlirbc_op *op = block->first; op && op->next; op = op->next) {
		if (bef_hlo__is_source(lower, op) && !bef_hlo__is_grouped(lower, op) && !lower_op(lower, op))
			return false;
	}
	return true;
}

static bool lower_each(struct bef_hlo__lower *lower, struct mlirbc_block *block)
{
	for (struct mlirbc_op *op = block->first; op && op->next; op = op->next) {
		if (!lower_op(lower, op))
			return false;
	}
	return true;
}

/* Lowers the operations of a block but its terminator. Operations that cannot run are reported; then their results get no values,
 * and what uses them is left out. False only after a failure that ends the lowering. */
static bool lower_block(struct bef_hlo__lower *lower, struct mlirbc_block *block)
{
	struct bef_hlo__groups groups;
	uint32_t position = 0;
	if (lower->options.no_fusing)
		return lower_each(lower, block);
	if (!bef_hlo__find_groups(lower, block, &groups) || !lower_sources(lower, block) ||
		!lower_groups(lower, groups.at[0].first))
		return false;
	for (struct mlirbc_op *op = block->first; op && op->next; op = op->next) {
		position++;
		if (bef_hlo__is_grouped(lower, op))
			bef_hlo__explain_read(lower, op);
		else if (!bef_hlo__is_source(lower, op) && (!lower_op(lower, op) || !lower_groups(lower, groups.at[position].first)))
			return false;
	}
	return true;
}

static bool lower_body(struct bef_hlo__lower *lower, struct mlirbc_block *source, bool effects)
{
	if (!source->last)
		return bef_hlo__fail(lower, BEF_E_CORRUPT, lower->op, "a block has no terminator");
	return lower_block(lower, source) && finish(lower, source->last, effects);
}

static bool room_for(struct bef_hlo__lower *lower, size_t inputs, size_t results, struct signature *out)
{
	*out = (struct signature){ .inputs = bef_hlo__room(lower, inputs, sizeof *out->inputs),
		.results = bef_hlo__room(lower, results, sizeof *out->results) };
	return out->inputs && out->results;
}

/* ---- functions of the source */

static bool declare(struct bef_hlo__lower *lower, struct bef_hlo__function *function, struct signature *out)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(function->op, "function_type");
	if (!attr || attr->kind != MLIRBC_ATTR_TYPE || attr->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return bef_hlo__fail(lower, BEF_E_CORRUPT, function->op, "the function has no type");
	const struct mlirbc_types *inputs = &attr->u.type_value->u.function.inputs,
				  *results = &attr->u.type_value->u.function.results;
	if (!room_for(lower, inputs->count, results->count + 1, out))
		return false;
	for (size_t i = 0; i < inputs->count; i++) {
		if (!add_type(lower, function->op, inputs->data[i], out->inputs, &out->input_count))
			return false;
	}
	for (size_t i = 0; i < results->count; i++) {
		if (!add_type(lower, function->op, results->data[i], out->results, &out->result_count))
			return false;
	}
	if (function->effects)
		out->results[out->result_count++] = lower->chain;
	return true;
}

static bool lower_source(struct bef_hlo__lower *lower, struct mlirbc_block *source, bool effects)
{
	bool made = false;
	if (!effects && !bef_hlo__lower_small_function(lower, source, &made))
		return false;
	return made ? finish(lower, source->last, effects) : lower_body(lower, source, effects);
}

bool bef_hlo__lower_function(struct bef_hlo__lower *lower, struct bef_hlo__function *function)
{
	struct signature signature;
	struct mlirbc_region *region = mlirbc_op_regions(function->op);
	lower->op = function->op;
	if (function->op->region_count != 1 || region->block_count != 1)
		return bef_hlo__refuse(lower, function->op, "the function has no body of one block");
	lower->tokens = lower->unfinished = (struct bef_hlo__row){ NULL, 0, 0 };
	if (!declare(lower, function, &signature))
		return false;
	struct mlirbc_block *block = begin(lower, function->name, &signature), *source = region->first;
	if (!block || block->argument_count != source->argument_count)
		return false;
	for (uint32_t i = 0; i < source->argument_count; i++)
		bef_hlo__set(lower, &source->arguments[i], &block->arguments[i]);
	const unsigned gradient = mlirbc_op_attr(function->op, MLIRBC_JAX_VJP_ATTR) != NULL;
	lower->branches += gradient; /* few callers want it: what cannot run is an error when it is called */
	const bool ok = lower_source(lower, source, function->effects);
	lower->branches -= gradient;
	return ok;
}

/* ---- functions of regions */

static bool declare_region(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct mlirbc_block *source,
	enum bef_hlo__order order, const struct bef_hlo__row *captures, struct signature *out)
{
	const struct mlirbc_op *last = source->last;
	if (!last || !room_for(lower, source->argument_count + captures->count + 1, last->operand_count + 1u, out))
		return false;
	for (uint32_t i = 0; i < source->argument_count; i++) {
		if (!add_type(lower, op, source->arguments[i].type, out->inputs, &out->input_count))
			return false;
	}
	if (order != BEF_HLO__PURE)
		out->inputs[out->input_count++] = lower->chain;
	for (size_t i = 0; i < captures->count; i++) {
		if (!add_type(lower, op, ((struct mlirbc_value *)captures->items[i])->type, out->inputs, &out->input_count))
			return false;
	}
	for (uint32_t i = 0; i < last->operand_count; i++) {
		if (!add_type(lower, op, mlirbc_op_operands(last)[i].value->type, out->results, &out->result_count))
			return false;
	}
	if (order == BEF_HLO__ORDERED)
		out->results[out->result_count++] = lower->chain;
	return true;
}

/* Lowers the region; captured values are arguments while it lasts. */
static bool lower_region(struct bef_hlo__lower *lower, struct mlirbc_block *source, struct mlirbc_block *block,
	enum bef_hlo__order order, const struct bef_hlo__row *captures)
{
	struct mlirbc_value **saved = bef_hlo__room(lower, captures->count, sizeof *saved), *argument = block->arguments;
	if (!saved)
		return false;
	for (uint32_t i = 0; i < source->argument_count; i++)
		bef_hlo__set(lower, &source->arguments[i], argument++);
	if (order != BEF_HLO__PURE && !bef_hlo__push(lower, &lower->tokens, argument++))
		return false;
	for (size_t i = 0; i < captures->count; i++) {
		saved[i] = bef_hlo__get(lower, captures->items[i]).value;
		bef_hlo__set(lower, captures->items[i], argument++);
	}
	bool ok = lower_body(lower, source, order == BEF_HLO__ORDERED);
	for (size_t i = 0; i < captures->count; i++)
		bef_hlo__set(lower, captures->items[i], saved[i]);
	return ok;
}

static const struct mlirbc_string *region_name(struct bef_hlo__lower *lower, const char *role)
{
	const struct mlirbc_string *outer = lower->function_name;
	size_t size = strlen(role);
	char *text = bef_hlo__room(lower, outer->size + size + 1, 1);
	if (!text)
		return NULL;
	memcpy(text, outer->data, outer->size);
	text[outer->size] = '.';
	memcpy(text + outer->size + 1, role, size);
	return bef_hlo__unique_name(lower, text, outer->size + 1 + size);
}

bool bef_hlo__begin_function(struct bef_hlo__lower *lower, const char *role, const struct mlirbc_type **inputs,
	size_t input_count, const struct mlirbc_type **results, size_t result_count, struct bef_hlo__made *out)
{
	const struct signature signature = { inputs, results, input_count, result_count };
	out->outer = leave(lower);
	out->name = region_name(lower, role);
	out->block = out->name ? begin(lower, out->name, &signature) : NULL;
	if (!out->block)
		come_back(lower, &out->outer);
	return out->block != NULL;
}

const struct mlirbc_attr *bef_hlo__end_function(struct bef_hlo__lower *lower, const struct bef_hlo__made *made, bool ok)
{
	come_back(lower, &made->outer);
	return ok ? mlirbc_attr_symbol(lower->context, made->name->data, made->name->size) : NULL;
}

const struct mlirbc_attr *bef_hlo__region_function(struct bef_hlo__lower *lower, struct mlirbc_op *op, uint32_t region,
	const char *role, enum bef_hlo__order order, const struct bef_hlo__row *captures)
{
	struct mlirbc_region *source = &mlirbc_op_regions(op)[region];
	struct signature signature;
	if (source->block_count != 1) {
		(void)bef_hlo__refuse(lower, op, "a region has not exactly one block");
		return NULL;
	}
	if (lower->depth >= BEF_HLO__MOST_DEPTH) {
		(void)bef_hlo__fail(lower, BEF_E_LIMIT, op, "regions are nested more than %d deep", BEF_HLO__MOST_DEPTH);
		return NULL;
	}
	if (!declare_region(lower, op, source->first, order, captures, &signature))
		return NULL;
	struct bef_hlo__made made;
	if (!bef_hlo__begin_function(lower, role, signature.inputs, signature.input_count, signature.results,
		    signature.result_count, &made))
		return NULL;
	lower->depth++;
	bool ok = lower_region(lower, source->first, made.block, order, captures);
	lower->depth--;
	return bef_hlo__end_function(lower, &made, ok);
}
