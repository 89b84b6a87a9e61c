/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops of scf: their bodies, bounds and reductions. */
#include "own_parts.h"
#include "verify_own.h"

bool up__check_for(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	const uint32_t inits = op->operand_count - 3;
	if (!block || op->operand_count < 3)
		return true;
	if (block->argument_count != inits + 1)
		return VERIFY_FAIL(parser, op, "different number of inits and region iter_args: %u != %d", (unsigned)inits,
			(int)block->argument_count - 1);
	return block->arguments[0].type == up__operand_type(op, 0) ||
	       VERIFY_FAIL(parser, op, "expected induction variable to be same type as bounds and step%s", "");
}

/* As many reductions as results, each of the type of its initial value. */
bool up__check_parallel(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	const struct mlirbc_op *reduce = block ? block->last : NULL;
	uint32_t begins[5];
	if (up__segments(op, begins, 4) && begins[1] == begins[0])
		return VERIFY_FAIL(parser, op, "needs at least one tuple element for lowerBound, upperBound and step%s", "");
	if (!reduce)
		return true;
	if (!mlirbc_op_is(reduce, "scf.reduce"))
		return VERIFY_FAIL(parser, op, "expects body to terminate with 'scf.reduce'%s", "");
	if (reduce->operand_count != op->result_count)
		return VERIFY_FAIL(parser, op, "expects number of results: %u to be the same as number of reductions: %u",
			(unsigned)op->result_count, (unsigned)reduce->operand_count);
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (up__operand_type(reduce, i) != up__result_type(op, i))
			return VERIFY_FAIL(parser, op, "expects type of result %u to be the same as that of the reduction: '%s'", (unsigned)i,
				UP__TEXT(up__operand_type(reduce, i)));
	}
	return true;
}

bool up__check_reduce(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count && i < op->operand_count; i++) {
		const struct mlirbc_block *block = up__entry(op, i);
		const struct mlirbc_type *type = up__operand_type(op, i);
		if (block && (block->argument_count != 2 || block->arguments[0].type != type || block->arguments[1].type != type))
			return VERIFY_FAIL(parser, op, "expected two block arguments with type '%s' in the %u-th reduction region", UP__TEXT(type),
				(unsigned)i);
	}
	return true;
}

bool up__check_reduce_return(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = op->parent;
	return op->operand_count != 1 || !block || block->argument_count == 0 || up__operand_type(op, 0) == block->arguments[0].type ||
	       VERIFY_FAIL(parser, op, "must have type '%s' (the type of the reduction inputs)", UP__TEXT(block->arguments[0].type));
}

/* As many of them as loops. */
static bool count_bounds(struct mlirbc_parser *parser, const struct mlirbc_op *op, const char *attr, const char *name,
	size_t loops)
{
	struct up__ints list;
	return !up__ints_of(op, attr, &list) || list.count == loops ||
	       mlirbc_parser_error_op(parser, op, "expected %u %s values, got %u", (unsigned)loops, name, (unsigned)list.count);
}

bool up__check_forall(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *mapping = mlirbc_op_attr(op, "mapping");
	struct up__ints bounds;
	if (!up__ints_of(op, "staticLowerBound", &bounds))
		return true;
	if (!count_bounds(parser, op, "staticUpperBound", "upper bound", bounds.count) ||
		!count_bounds(parser, op, "staticStep", "step", bounds.count))
		return false;
	if (!mapping || mapping->kind != MLIRBC_ATTR_ARRAY)
		return true;
	size_t dims = 0; /* attributes that are masks are not counted */
	for (size_t i = 0; i < mapping->u.array.count; i++) {
		const struct mlirbc_attr *one = mapping->u.array.data[i];
		dims += one->kind != MLIRBC_ATTR_DIALECT || one->u.dialect.text->size < 5 || memcmp(one->u.dialect.text->data, "mask<", 5) != 0;
	}
	return dims == bounds.count || dims == 0 || VERIFY_FAIL(parser, op, "mapping attribute size must match op rank%s", "");
}

/* An operation of another program may be one that combines. */
bool up__check_in_parallel(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0), *loop = op->parent;
	for (const struct mlirbc_op *part = block ? block->first : NULL; part; part = part->next) {
		if (!mlirbc_op_is(part, "tensor.parallel_insert_slice")) {
			if (!mlirbc_upstream__row_find(part->name))
				continue;
			return VERIFY_FAIL(parser, op, "expected only ParallelCombiningOpInterface ops%s", "");
		}
		const struct mlirbc_value *to = part->operand_count > 1 ? mlirbc_op_operands(part)[1].value : NULL;
		if (to && (!to->is_argument || mlirbc_value_block(to) != loop))
			return VERIFY_FAIL(parser, part, "may only insert into an output block argument%s", "");
	}
	return true;
}
