/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Access to taken ops. */
#include "state/taken.h"
#include "state/convert.h"
#include <stdalign.h>

const struct bef_mlir__run *bef_mlir__run_behind(const struct bef_mlir__convert *convert, const void *op_or_block)
{
	uint32_t run = bef_mlir__map_get(&convert->taken.run_map, op_or_block, 0);
	return run == BEF_MLIR__NONE ? NULL : &convert->taken.runs[run];
}

struct mlirbc_op bef_mlir__taken_op(const struct bef_mlir__convert *convert, uint32_t index)
{
	const struct bef_mlir__taken *taken = &convert->taken;
	const struct bef_mlir__taken_op *op = &taken->ops[index];
	struct mlirbc_op made = { .name = convert->names[op->name].name,
		.operand_count = op->operands_end - bef_mlir__taken_first_operand(taken, index),
		.result_count = op->results_end - bef_mlir__taken_first_result(taken, index) };
	if (op->attrs)
		made.attrs = taken->attrs[op->attrs - 1].attrs;
	return made;
}

bool bef_mlir__keep_operands(struct bef_mlir__convert *convert, struct mlirbc_op *op)
{
	for (uint32_t i = 0; convert->taken.any && i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		if (!value || mlirbc_value_op(value) || bef_mlir__is_argument(value))
			continue;
		struct mlirbc_value *copy = mlirbc_context_alloc(
			convert->context, sizeof *copy, alignof(struct mlirbc_value));
		if (!copy)
			return false;
		*copy = *value;
		mlirbc_op_operands(op)[i].value = copy;
	}
	return true;
}

static void free_ops(struct bef_mlir__taken *taken, const struct bef_allocator *a)
{
	bef_mlir__free_array(a, taken->ops, taken->op_capacity, sizeof *taken->ops);
	bef_mlir__free_array(a, taken->operands, taken->operand_capacity, sizeof *taken->operands);
	bef_mlir__free_array(a, taken->results, taken->result_capacity, sizeof *taken->results);
	taken->ops = NULL;
	taken->operands = taken->results = NULL;
	taken->op_capacity = taken->operand_capacity = taken->result_capacity = 0;
}

void bef_mlir__taken_release(struct bef_mlir__convert *convert)
{
	if (convert->taken.written == convert->taken.op_count)
		free_ops(&convert->taken, convert->allocator);
}

void bef_mlir__taken_finish(struct bef_mlir__convert *convert)
{
	struct bef_mlir__taken *taken = &convert->taken;
	const struct bef_allocator *a = convert->allocator;
	free_ops(taken, a);
	bef_mlir__free_array(a, taken->types, taken->type_capacity, sizeof *taken->types);
	bef_mlir__free_array(a, taken->attrs, taken->attr_capacity, sizeof *taken->attrs);
	bef_mlir__free_array(a, taken->runs, taken->run_capacity, sizeof *taken->runs);
	bef_mlir__free_array(a, taken->blocks, taken->block_capacity, sizeof *taken->blocks);
	bef_mlir__free_array(a, taken->scratch, taken->scratch_capacity, sizeof *taken->scratch);
	bef_mlir__map_finish(&taken->type_map, a);
	bef_mlir__map_finish(&taken->run_map, a);
	bef_mlir__map_finish(&taken->block_map, a);
	bef_mlir__arena_finish(&taken->values);
	*taken = (struct bef_mlir__taken){ .values.allocator = a };
}
