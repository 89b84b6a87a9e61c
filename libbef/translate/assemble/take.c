/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Takes operations from the parser before they become IR. */
#include "assemble/steps.h"
#include "verify/verify.h"
#include <string.h>

/* Reserves memory for one more element after `count`. */
#define GROW(convert, array, count, capacity)                                                                          \
	((count) < UINT32_MAX && BEF_MLIR__GROW((convert)->allocator, array, count, capacity))

/* ---- ops that may be taken */

static bool is_name(const struct mlirbc_string *name, const char *text)
{
	size_t size = strlen(text);
	return name->size == size && memcmp(name->data, text, size) == 0;
}

static bool plain_entries(const struct mlirbc_attr *dictionary)
{
	if (!dictionary)
		return true;
	if (dictionary->kind != MLIRBC_ATTR_DICTIONARY)
		return false;
	for (size_t i = 0; i < dictionary->u.dictionary.count; i++) {
		const struct mlirbc_named_attr *entry = &dictionary->u.dictionary.data[i];
		enum bef_mlir__attr_use use = bef_mlir__attr_use(entry);
		if ((use != BEF_MLIR__ATTR_STORED && use != BEF_MLIR__ATTR_SKIPPED) ||
			entry->value->kind == MLIRBC_ATTR_SYMBOL || is_name(entry->name, "sym_name"))
			return false;
	}
	return true;
}

/* Tests for a kernel that can be verified alone: validity does not depend on enclosing or other ops. */
static bool is_plain(const struct mlirbc_offer *offer, const struct bef_mlir__name *name)
{
	if (name->role != BEF_MLIR__KERNEL || !plain_entries(offer->attributes) || !plain_entries(offer->properties))
		return false;
	switch (name->op.def ? name->op.def->check : BEF_MLIR__CHECK_NONE) {
	case BEF_MLIR__CHECK_NONE:
	case BEF_MLIR__CHECK_COST:
	case BEF_MLIR__CHECK_EXECUTE: return true;
	default: return false;
	}
}

/* ---- blocks and register numbers */

/* Makes the block of the offered op the current one. */
static struct bef_mlir__taken_block *find_block(struct bef_mlir__convert *convert, const struct mlirbc_block *block)
{
	struct bef_mlir__taken *taken = &convert->taken;
	if (taken->block_count && taken->blocks[taken->block].block == block)
		return &taken->blocks[taken->block];
	uint32_t index = bef_mlir__map_get(&taken->block_map, block, 0);
	if (index == BEF_MLIR__NONE) {
		index = (uint32_t)taken->block_count;
		if (!GROW(convert, taken->blocks, taken->block_count, taken->block_capacity) ||
			!bef_mlir__map_put(&taken->block_map, convert->allocator, block, 0, index))
			return NULL;
		taken->blocks[taken->block_count++] = (struct bef_mlir__taken_block){
			.block = block, .registers = block->argument_count, .run = BEF_MLIR__NONE
		};
		for (uint32_t i = 0; i < block->argument_count; i++)
			block->arguments[i].number = i;
	}
	taken->block = index;
	return &taken->blocks[index];
}

/* Numbers the results of the ops that became IR since the last op was taken. */
static bool number_made(struct bef_mlir__taken_block *block)
{
	struct mlirbc_op *op = block->numbered ? block->numbered->next : block->block->first;
	for (; op; op = op->next) {
		if (op->result_count > UINT32_MAX / 2 - block->registers)
			return false;
		for (uint32_t i = 0; i < op->result_count; i++)
			mlirbc_op_results(op)[i].number = block->registers++;
		block->numbered = op;
	}
	return true;
}

static bool extend_run(struct bef_mlir__convert *convert, struct bef_mlir__taken_block *block)
{
	struct bef_mlir__taken *taken = &convert->taken;
	const void *before = block->block->last ? (const void *)block->block->last : block->block;
	uint32_t run = bef_mlir__map_get(&taken->run_map, before, 0);
	if (block->run != BEF_MLIR__NONE && block->run == run) {
		taken->runs[run].count++;
		return true;
	}
	run = (uint32_t)taken->run_count;
	if (!GROW(convert, taken->runs, taken->run_count, taken->run_capacity) ||
		!bef_mlir__map_put(&taken->run_map, convert->allocator, before, 0, run))
		return false;
	taken->runs[taken->run_count++] = (struct bef_mlir__run){ (uint32_t)taken->op_count, 1 };
	block->run = run;
	return true;
}

/* ---- taking */

static bool type_index(struct bef_mlir__convert *convert, const struct mlirbc_type *type, uint32_t *out)
{
	struct bef_mlir__taken *taken = &convert->taken;
	if (type == taken->last_type) {
		*out = taken->last_type_index;
		return true;
	}
	uint32_t index = bef_mlir__map_get(&taken->type_map, type, 0);
	if (index == BEF_MLIR__NONE) {
		index = (uint32_t)taken->type_count;
		if (!GROW(convert, taken->types, taken->type_count, taken->type_capacity) ||
			!bef_mlir__map_put(&taken->type_map, convert->allocator, type, 0, index))
			return false;
		taken->types[taken->type_count++] = type;
	}
	taken->last_type = type;
	*out = taken->last_type_index = index;
	return true;
}

/* Builds a temporary op without uses of its operands. NULL: no memory. */
static const struct mlirbc_op *stand_in(
	struct bef_mlir__convert *convert, const struct mlirbc_offer *offer, const struct mlirbc_value *results)
{
	struct bef_mlir__taken *taken = &convert->taken;
	size_t bytes = offer->result_count * sizeof(struct mlirbc_value) +
		       offer->operand_count * sizeof(struct mlirbc_operand);
	while (taken->scratch_capacity < 2 + bytes / sizeof(struct mlirbc_op)) {
		if (!GROW(convert, taken->scratch, taken->scratch_capacity, taken->scratch_capacity))
			return NULL;
	}
	struct mlirbc_operand *operands = (struct mlirbc_operand *)(void *)taken->scratch;
	struct mlirbc_op *op = (struct mlirbc_op *)(void *)(operands + offer->operand_count);
	*op = (struct mlirbc_op){
		.name = offer->name, .result_count = offer->result_count, .operand_count = offer->operand_count
	};
	if (!mlirbc_op_set_attributes(op, offer->attributes) || !mlirbc_op_set_properties(op, offer->properties))
		return NULL;
	for (uint32_t i = 0; i < offer->result_count; i++)
		mlirbc_op_results(op)[i] = results[i];
	for (uint32_t i = 0; i < offer->operand_count; i++)
		mlirbc_op_operands(op)[i] = (struct mlirbc_operand){ .value = offer->operands[i] };
	return op;
}

/* Tests whether the op fits its row of the tables. If it does not, the error is found again later and reported then. */
static bool fits(struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct bef_mlir__name *name)
{
	return !name->op.def ||
	       (bef_mlir__verify_op(convert, op, name) == BEF_OK &&
		       bef_mlir__check(convert, op, (enum bef_mlir__check)name->op.def->check) == BEF_OK);
}

static struct mlirbc_value *make_results(
	struct bef_mlir__convert *convert, const struct mlirbc_offer *offer, uint32_t first)
{
	struct mlirbc_value *results = BEF_MLIR__ROOM(&convert->taken.values, struct mlirbc_value, offer->result_count);
	for (uint32_t i = 0; results && i < offer->result_count; i++) {
		results[i] = mlirbc_value_in_block(offer->result_types[i], offer->block, i);
		results[i].number = first + i;
	}
	return results;
}

/* A fast test for ops without attributes. A result of false is inconclusive. */
static bool surely_fits(const struct mlirbc_offer *offer, const struct bef_mlir__name *name)
{
	const struct bef_mlir__op_def *def = name->op.def;
	if (offer->attributes || offer->properties)
		return false;
	if (!def)
		return true;
	if (def->check != BEF_MLIR__CHECK_NONE || def->attrs[0].name || def->regions ||
		!bef_mlir__count_fits(&name->operands, offer->operand_count) ||
		!bef_mlir__count_fits(&name->results, offer->result_count))
		return false;
	for (uint32_t i = 0; i < offer->operand_count; i++) {
		if (!bef_mlir__type_fits(&name->operands, i, offer->operands[i]->type))
			return false;
	}
	for (uint32_t i = 0; i < offer->result_count; i++) {
		if (!bef_mlir__type_fits(&name->results, i, offer->result_types[i]))
			return false;
	}
	return true;
}

/* Operands must come from the same block; other operands are an error that is reported later. */
static bool note_operands(struct bef_mlir__convert *convert, const struct mlirbc_offer *offer)
{
	struct bef_mlir__taken *taken = &convert->taken;
	size_t before = taken->operand_count;
	for (uint32_t i = 0; i < offer->operand_count; i++) {
		const struct mlirbc_value *value = offer->operands[i];
		const struct mlirbc_op *op = mlirbc_value_op(value);
		if ((op ? op->parent : mlirbc_value_block(value)) != offer->block ||
			!GROW(convert, taken->operands, taken->operand_count, taken->operand_capacity)) {
			taken->operand_count = before;
			return false;
		}
		taken->operands[taken->operand_count++] = value->number;
	}
	return true;
}

static bool note_results(struct bef_mlir__convert *convert, const struct mlirbc_offer *offer)
{
	struct bef_mlir__taken *taken = &convert->taken;
	size_t before = taken->result_count;
	for (uint32_t i = 0; i < offer->result_count; i++) {
		uint32_t index;
		if (!type_index(convert, offer->result_types[i], &index) ||
			!GROW(convert, taken->results, taken->result_count, taken->result_capacity)) {
			taken->result_count = before;
			return false;
		}
		taken->results[taken->result_count++] = index;
	}
	return true;
}

static bool note_attrs(struct bef_mlir__convert *convert, const struct mlirbc_op *op, uint32_t *out)
{
	struct bef_mlir__taken *taken = &convert->taken;
	*out = 0;
	if (!mlirbc_op_has_attrs(op))
		return true;
	if (!GROW(convert, taken->attrs, taken->attr_count, taken->attr_capacity))
		return false;
	taken->attrs[taken->attr_count++] = (struct bef_mlir__taken_attrs){ op->attrs };
	*out = (uint32_t)taken->attr_count;
	return true;
}

/* If this returns false, the op becomes IR as if it had not been offered; no relevant state has changed. */
bool bef_mlir__take_op(void *ctx, const struct mlirbc_offer *offer, struct mlirbc_value **out_results)
{
	struct bef_mlir__convert *convert = ctx;
	struct bef_mlir__taken *taken = &convert->taken;
	taken->known = taken->known || (offer->name->size > 5 && memcmp(offer->name->data, "tfrt.", 5) == 0);
	if (!taken->known)
		return false;
	const struct bef_mlir__name *name = bef_mlir__name(convert, offer->name);
	if (!name || !is_plain(offer, name))
		return false;
	struct bef_mlir__taken_block *block = find_block(convert, offer->block);
	if (!block || !number_made(block) || offer->result_count > UINT32_MAX / 2 - block->registers)
		return false;
	struct mlirbc_value *results = make_results(convert, offer, block->registers);
	const struct mlirbc_op *op = NULL;
	uint32_t attrs = 0;
	if (!results || !GROW(convert, taken->ops, taken->op_count, taken->op_capacity))
		return false;
	if (!surely_fits(offer, name)) {
		op = stand_in(convert, offer, results);
		if (!op || !fits(convert, op, name))
			return false;
	}
	size_t operands = taken->operand_count;
	if (!note_operands(convert, offer))
		return false;
	size_t types = taken->result_count;
	if (!note_results(convert, offer) || (op && !note_attrs(convert, op, &attrs)) || !extend_run(convert, block)) {
		taken->operand_count = operands;
		taken->result_count = types;
		return false;
	}
	block->registers += offer->result_count;
	taken->ops[taken->op_count++] = (struct bef_mlir__taken_op){ .name = (uint32_t)(name - convert->names),
		.line = offer->line,
		.column = offer->column,
		.operands_end = (uint32_t)taken->operand_count,
		.results_end = (uint32_t)taken->result_count,
		.attrs = attrs };
	taken->any = true;
	*out_results = results;
	return true;
}
