/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fills the writer's tables in the order of a post-order walk: ops in regions come before the op with the regions,
 * and a body comes before its function. */
#include "assemble/steps.h"

static struct mlirbc_op *first_in_blocks(struct mlirbc_block *block)
{
	while (block && !block->first)
		block = block->next;
	return block ? block->first : NULL;
}

static struct mlirbc_op *first_in_regions(const struct mlirbc_op *op, uint32_t region)
{
	struct mlirbc_op *found = NULL;
	for (; region < op->region_count && !found; region++)
		found = first_in_blocks(mlirbc_op_regions(op)[region].first);
	return found;
}

/* The ops in a compiled module are data of the ops that refer to it, not code of this file. */
static bool is_compiled(const struct mlirbc_op *op)
{
	return mlirbc_op_is(op, "builtin.module") && mlirbc_op_attr(op, "tfrt.compiled");
}

/* ---- functions */

static enum bef_status add_function(struct bef_mlir__convert *convert, const struct bef_mlir__function *function,
	const struct mlirbc_string *name, const struct bef_function_type *type)
{
	uint32_t index;
	if (!BEF_MLIR__GROW(convert->allocator, convert->functions, convert->function_count, convert->function_capacity))
		return bef_mlir__nomem(convert);
	BEF_MLIR__TRY(bef_writer_function(
		convert->writer, function->kind, name ? name->data : "", name ? name->size : 0, type, &index));
	if (index != convert->function_count)
		return bef_mlir__fail(convert, BEF_E_STATE, function->op, "function numbers are out of step");
	convert->functions[convert->function_count++] = *function;
	return BEF_OK;
}

/* Type `index` of a list. */
typedef const struct mlirbc_type *(*type_fn)(const void *list, size_t index);

static const struct mlirbc_type *value_type(const void *list, size_t index)
{
	return ((const struct mlirbc_value *)list)[index].type;
}

static const struct mlirbc_type *operand_type(const void *list, size_t index)
{
	return ((const struct mlirbc_operand *)list)[index].value->type;
}

static const struct mlirbc_type *listed_type(const void *list, size_t index)
{
	return ((const struct mlirbc_type *const *)list)[index];
}

static enum bef_status type_numbers(
	struct bef_mlir__convert *convert, type_fn type, const void *list, size_t count, const uint32_t **out_types)
{
	uint32_t *types = BEF_MLIR__ROOM(&convert->arena, uint32_t, count);
	if (!types)
		return bef_mlir__nomem(convert);
	for (size_t i = 0; i < count; i++)
		BEF_MLIR__TRY(bef_mlir__type_number(convert, type(list, i), &types[i]));
	*out_types = types;
	return BEF_OK;
}

/* Returns the only block of a region that becomes a function; it ends in tfrt.return. */
static enum bef_status function_block(struct bef_mlir__convert *convert, const struct mlirbc_op *op,
	const struct mlirbc_region *region, struct mlirbc_block **out_block)
{
	const struct mlirbc_op *last = region->first->last;
	if (!last || !mlirbc_op_is(last, "tfrt.return"))
		return bef_mlir__fail(
			convert, BEF_E_CORRUPT, last ? last : op, "all functions need to have a tfrt.return");
	if (region->block_count != 1)
		return bef_mlir__fail(
			convert, BEF_E_UNSUPPORTED, op, "multi-block regions cannot be emitted to BEF files");
	*out_block = region->first;
	return BEF_OK;
}

/* Adds a function with a body. Its arguments are those of the block; its results are the operands of tfrt.return. */
static enum bef_status add_body_function(
	struct bef_mlir__convert *convert, const struct bef_mlir__function *function, const struct mlirbc_string *name)
{
	struct bef_function_type type;
	const struct mlirbc_op *last = function->block->last;
	type.argument_count = function->block->argument_count;
	type.result_count = last->operand_count;
	BEF_MLIR__TRY(type_numbers(convert, value_type, function->block->arguments, type.argument_count, &type.arguments));
	BEF_MLIR__TRY(type_numbers(convert, operand_type, mlirbc_op_operands(last), type.result_count, &type.results));
	return add_function(convert, function, name, &type);
}

/* The interpreter of sync functions moves results out of their registers, so each register can be returned only
 * once. */
static enum bef_status check_sync(struct bef_mlir__convert *convert, const struct mlirbc_block *block)
{
	const struct mlirbc_op *last = block->last;
	for (uint32_t i = 0; i < last->operand_count; i++) {
		if (bef_mlir__is_argument(mlirbc_op_operands(last)[i].value))
			return bef_mlir__fail(convert, BEF_E_UNSUPPORTED, last,
				"return value %u is an argument in a sync function", i);
	}
	if (convert->taken.any) /* values are numbered already; body.c checks them */
		return BEF_OK;
	for (uint32_t i = 0; i < last->operand_count; i++)
		mlirbc_op_operands(last)[i].value->number = BEF_MLIR__NONE;
	for (uint32_t i = 0; i < last->operand_count; i++) {
		struct mlirbc_value *value = mlirbc_op_operands(last)[i].value;
		if (value->number != BEF_MLIR__NONE)
			return bef_mlir__fail(convert, BEF_E_UNSUPPORTED, last,
				"return value %u is duplicated in a sync function", i);
		value->number = i;
	}
	return BEF_OK;
}

static enum bef_status add_native(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct mlirbc_string *name)
{
	struct bef_mlir__function function = { .op = op, .kind = BEF_FUNCTION_NATIVE };
	struct bef_function_type type;
	const struct mlirbc_type *signature = mlirbc_op_attr(op, "function_type")->u.type_value;
	type.argument_count = signature->u.function.inputs.count;
	type.result_count = signature->u.function.results.count;
	if (!mlirbc_op_attr(op, "tfrt.native"))
		return bef_mlir__fail(convert, BEF_E_UNSUPPORTED, op, "external functions are not allowed");
	BEF_MLIR__TRY(type_numbers(
		convert, listed_type, signature->u.function.inputs.data, type.argument_count, &type.arguments));
	BEF_MLIR__TRY(type_numbers(convert, listed_type, signature->u.function.results.data, type.result_count, &type.results));
	return add_function(convert, &function, name, &type);
}

/* Each module has its own names; a file has one set of names. */
static enum bef_status claim_name(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct mlirbc_string *name)
{
	if (bef_mlir__map_get(&convert->names_map, name, BEF_MLIR__FUNCTION_NAME) != BEF_MLIR__NONE)
		return bef_mlir__fail(convert, BEF_E_UNSUPPORTED, op,
			"function @%.*s is also defined in another module", BEF_MLIR__TEXT(name));
	if (!bef_mlir__map_put(&convert->names_map, convert->allocator, name, BEF_MLIR__FUNCTION_NAME, 0))
		return bef_mlir__nomem(convert);
	return BEF_OK;
}

/* op->number is the scope in which the function was found. */
static enum bef_status collect_func(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	const struct mlirbc_string *name = mlirbc_op_attr(op, "sym_name")->u.string;
	BEF_MLIR__TRY(claim_name(convert, op, name));
	if (!bef_mlir__map_put(&convert->numbers, convert->allocator, op, 0, (uint32_t)convert->function_count))
		return bef_mlir__nomem(convert);
	if (mlirbc_op_regions(op)[0].block_count == 0)
		return add_native(convert, op, name);
	struct bef_mlir__function function = { .op = op, .scope = op->number, .kind = BEF_FUNCTION_ASYNC };
	BEF_MLIR__TRY(function_block(convert, op, &mlirbc_op_regions(op)[0], &function.block));
	if (mlirbc_op_attr(op, "tfrt.sync")) {
		function.kind = BEF_FUNCTION_SYNC;
		BEF_MLIR__TRY(check_sync(convert, function.block));
	}
	return add_body_function(convert, &function, name);
}

/* An omitted else-branch takes the arguments of the other branch and returns nothing. */
static enum bef_status add_empty_region(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	struct bef_mlir__function function = { .op = op, .scope = op->number, .region = true };
	struct bef_function_type type = { 0 };
	if (!mlirbc_op_is(op, "tfrt.if"))
		return bef_mlir__fail(
			convert, BEF_E_UNSUPPORTED, op, "regions without a block cannot be emitted to BEF files");
	type.argument_count = op->operand_count - 1;
	BEF_MLIR__TRY(type_numbers(convert, operand_type, mlirbc_op_operands(op) + 1, type.argument_count, &type.arguments));
	return add_function(convert, &function, NULL, &type);
}

static enum bef_status collect_region(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct mlirbc_region *region)
{
	struct bef_mlir__function function = { .op = op, .scope = op->number, .region = true };
	if (!bef_mlir__map_put(&convert->numbers, convert->allocator, region, 0, (uint32_t)convert->function_count))
		return bef_mlir__nomem(convert);
	if (region->block_count == 0)
		return add_empty_region(convert, op);
	BEF_MLIR__TRY(function_block(convert, op, region, &function.block));
	return add_body_function(convert, &function, NULL);
}

/* ---- kernels */

static enum bef_status collect_attrs(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	struct bef_mlir__known_attrs *known = bef_mlir__known_attrs(convert, op);
	struct bef_mlir__attrs attrs = bef_mlir__op_attrs(op);
	const struct mlirbc_named_attr *attr;
	uint64_t spent = 0;
	bool plain = true;
	if (known->collected)
		return bef_mlir__spend(convert, known->spent);
	while ((attr = bef_mlir__next_attr(&attrs))) {
		const enum bef_mlir__attr_use use = bef_mlir__attr_use(attr);
		uint32_t offset;
		BEF_MLIR__TRY(bef_mlir__spend(convert, 8 + attr->name->size));
		spent += 8 + attr->name->size;
		plain = plain && (use == BEF_MLIR__ATTR_STORED || use == BEF_MLIR__ATTR_SKIPPED);
		switch (use) {
		case BEF_MLIR__ATTR_SKIPPED:
		case BEF_MLIR__ATTR_NONSTRICT:
		case BEF_MLIR__ATTR_FUNCTION: break;
		case BEF_MLIR__ATTR_FUNCTIONS:
			BEF_MLIR__TRY(bef_mlir__spend(convert, 4 * (uint64_t)attr->value->u.array.count));
			/* TFRT's converter stores the names of these ops in Strings, although nothing refers to
			 * them. */
			BEF_MLIR__TRY(bef_writer_attribute_name(convert->writer, attr->name->data, attr->name->size));
			break;
		case BEF_MLIR__ATTR_STORED:
			BEF_MLIR__TRY(bef_mlir__attr_offset(convert, attr->value, op, attr->name, &offset));
			break;
		}
	}
	known->collected = plain;
	known->spent = spent;
	return BEF_OK;
}

static enum bef_status collect_code(struct bef_mlir__convert *convert, struct bef_mlir__name *name)
{
	if (name->code != BEF_MLIR__NONE)
		return BEF_OK;
	return bef_writer_kernel_name(convert->writer, name->name->data, name->name->size, &name->code);
}

static enum bef_status collect_kernel(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, struct bef_mlir__name *name)
{
	uint32_t type;
	for (uint32_t i = 0; i < op->result_count; i++)
		BEF_MLIR__TRY(bef_mlir__type_number(convert, mlirbc_op_results(op)[i].type, &type));
	for (uint32_t i = 0; i < op->operand_count; i++)
		BEF_MLIR__TRY(bef_mlir__type_number(convert, mlirbc_op_operands(op)[i].value->type, &type));
	BEF_MLIR__TRY(collect_code(convert, name));
	if (mlirbc_op_has_attrs(op))
		BEF_MLIR__TRY(collect_attrs(convert, op));
	for (uint32_t i = 0; i < op->region_count; i++)
		BEF_MLIR__TRY(collect_region(convert, op, &mlirbc_op_regions(op)[i]));
	return BEF_OK;
}

/* Usually the block of the previous op. */
static enum bef_status find_size(
	struct bef_mlir__convert *convert, const struct mlirbc_block *block, struct bef_mlir__block_size **out_size)
{
	if (convert->counted != block) {
		uint32_t at = bef_mlir__map_get(&convert->numbers, block, 0);
		if (at == BEF_MLIR__NONE) {
			at = (uint32_t)convert->block_size_count;
			if (!BEF_MLIR__GROW(convert->allocator, convert->block_sizes, at, convert->block_size_capacity) ||
				!bef_mlir__map_put(&convert->numbers, convert->allocator, block, 0, at))
				return bef_mlir__nomem(convert);
			convert->block_sizes[convert->block_size_count++] = (struct bef_mlir__block_size){
				.registers = block->argument_count
			};
		}
		convert->counted = block;
		convert->counted_size = at;
	}
	*out_size = &convert->block_sizes[convert->counted_size];
	return BEF_OK;
}

/* Adds an op to the size of its block. *out_place is its position there, counted from 1. */
static enum bef_status count_op(struct bef_mlir__convert *convert, const struct mlirbc_block *block,
	uint32_t operand_count, uint32_t result_count, uint32_t *out_place)
{
	struct bef_mlir__block_size *size = NULL;
	BEF_MLIR__TRY(find_size(convert, block, &size));
	size->ops++;
	size->operands += operand_count;
	size->registers += result_count;
	*out_place = (uint32_t)size->ops;
	if (size->ops >= UINT32_MAX / 2 || size->operands >= UINT32_MAX || size->registers >= UINT32_MAX)
		return bef_mlir__fail(convert, BEF_E_LIMIT, NULL, "the function is too large");
	return BEF_OK;
}

/* ---- taken ops */

/* The type of an operand is numbered already if the operand is a result in the same block. */
static enum bef_status collect_taken_op(
	struct bef_mlir__convert *convert, uint32_t index, const struct mlirbc_block *block)
{
	const struct bef_mlir__taken *taken = &convert->taken;
	const struct bef_mlir__taken_op *op = &taken->ops[index];
	uint32_t operand = bef_mlir__taken_first_operand(taken, index),
		 result = bef_mlir__taken_first_result(taken, index);
	uint32_t unused;
	for (uint32_t i = result; i < op->results_end; i++)
		BEF_MLIR__TRY(bef_mlir__type_number(convert, taken->types[taken->results[i]], &unused));
	for (uint32_t i = operand; i < op->operands_end; i++) {
		uint32_t number = taken->operands[i];
		if (number < block->argument_count)
			BEF_MLIR__TRY(bef_mlir__type_number(convert, block->arguments[number].type, &unused));
	}
	BEF_MLIR__TRY(collect_code(convert, &convert->names[op->name]));
	if (op->attrs) {
		const struct mlirbc_op known = bef_mlir__taken_op(convert, index);
		BEF_MLIR__TRY(collect_attrs(convert, &known));
	}
	return count_op(convert, block, op->operands_end - operand, op->results_end - result, &unused);
}

/* Adds the taken ops after an op, or at the beginning of a block (op NULL). */
static enum bef_status collect_run(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct mlirbc_block *block)
{
	const struct bef_mlir__run *run = bef_mlir__run_behind(convert, op ? (const void *)op : block);
	for (uint32_t i = 0; run && i < run->count; i++) {
		bef_mlir__arena_reset(&convert->arena);
		BEF_MLIR__TRY(collect_taken_op(convert, run->first + i, block));
	}
	return BEF_OK;
}

/* ---- the walk. mlirbc_op_next_post() is not suitable: it enters compiled modules and does not report the blocks
 * that it enters, and taken ops may be at their beginning. */

/* Descends to the first innermost op in the regions of an op. */
static enum bef_status descend(struct bef_mlir__convert *convert, struct mlirbc_op **op)
{
	struct mlirbc_op *inner;
	while ((*op)->region_count && !is_compiled(*op) && (inner = first_in_regions(*op, 0))) {
		*op = inner;
		BEF_MLIR__TRY(collect_run(convert, NULL, inner->parent));
	}
	return BEF_OK;
}

/* Sets *op to NULL after the last op of the top-level block. */
static enum bef_status walk_next(struct bef_mlir__convert *convert, struct mlirbc_op **op)
{
	struct mlirbc_op *at = *op, *next = at->next;
	BEF_MLIR__TRY(collect_run(convert, at, at->parent));
	if (!next && at->parent && at->parent->parent) {
		const struct mlirbc_region *region = at->parent->parent;
		next = first_in_blocks(at->parent->next);
		if (!next)
			next = first_in_regions(
				region->parent, (uint32_t)(region - mlirbc_op_regions(region->parent)) + 1);
		*op = next ? next : region->parent;
		if (!next)
			return BEF_OK;
		BEF_MLIR__TRY(collect_run(convert, NULL, next->parent));
	}
	*op = next;
	return next ? descend(convert, op) : BEF_OK;
}

enum bef_status bef_mlir__collect(struct bef_mlir__convert *convert)
{
	struct mlirbc_op *op = convert->module->body->first;
	if (op)
		BEF_MLIR__TRY(descend(convert, &op));
	while (op) {
		struct bef_mlir__name *name = bef_mlir__name(convert, op->name);
		if (!name)
			return bef_mlir__nomem(convert);
		bef_mlir__arena_reset(&convert->arena);
		convert->at = op;
		if (name->role == BEF_MLIR__FUNC)
			BEF_MLIR__TRY(collect_func(convert, op));
		else if (name->role == BEF_MLIR__KERNEL)
			BEF_MLIR__TRY(collect_kernel(convert, op, name));
		BEF_MLIR__TRY(count_op(convert, op->parent, op->operand_count, op->result_count, &op->number));
		BEF_MLIR__TRY(walk_next(convert, &op));
	}
	return BEF_OK;
}
