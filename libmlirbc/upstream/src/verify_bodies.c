/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations whose regions must suit their types: bodies of tensors, reductions of loops, loops in wrappers. */
#include "own_parts.h"
#include "verify_own.h"

/* ---- tensor.generate, tensor.pad: an index for each dimension, and the element is yielded */

static bool check_element_body(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_type *type)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	if (!block || type->kind != MLIRBC_TYPE_TENSOR)
		return true;
	bool indices = block->argument_count == up__rank(type);
	for (uint32_t i = 0; indices && i < block->argument_count; i++)
		indices = block->arguments[i].type->kind == MLIRBC_TYPE_INDEX;
	if (!indices)
		return VERIFY_FAIL(parser, op, "must have one body argument of type index for each of %u dimensions", (unsigned)up__rank(type));
	const struct mlirbc_op *yield = block->last;
	if (!yield || !mlirbc_op_is(yield, "tensor.yield") || yield->operand_count != 1 ||
		up__operand_type(yield, 0) == type->u.shaped.element)
		return true;
	return VERIFY_FAIL(parser, op, "expected yield type to match the element type '%s'", UP__TEXT(type->u.shaped.element));
}

bool up__check_generate(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *type = up__result_type(op, 0);
	if (type->kind == MLIRBC_TYPE_TENSOR && op->operand_count != up__dynamic_dims(type))
		return VERIFY_FAIL(parser, op, "incorrect number of dynamic sizes, has %u, expected %u", (unsigned)op->operand_count,
			(unsigned)up__dynamic_dims(type));
	return check_element_body(parser, op, type);
}

bool up__check_pad(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	struct up__ints low, high;
	if (!up__ints_of(op, "static_low", &low) || !up__ints_of(op, "static_high", &high) || from->kind != MLIRBC_TYPE_TENSOR ||
		to->kind != MLIRBC_TYPE_TENSOR)
		return true;
	if (up__rank(from) != up__rank(to) || low.count != up__rank(from) || high.count != up__rank(from))
		return VERIFY_FAIL(parser, op, "failed to infer the result type from '%s': different ranks", UP__TEXT(from));
	for (size_t i = 0; i < low.count; i++) {
		const int64_t before = up__int_at(&low, i), after = up__int_at(&high, i), dim = up__dim(from, i);
		if (before != MLIRBC_DYNAMIC && after != MLIRBC_DYNAMIC && dim != MLIRBC_DYNAMIC && up__dim(to, i) != MLIRBC_DYNAMIC &&
			(uint64_t)before + (uint64_t)after + (uint64_t)dim != (uint64_t)up__dim(to, i))
			return VERIFY_FAIL(parser, op, "specified type '%s' does not match the inferred type: dimension %u", UP__TEXT(to), (unsigned)i);
	}
	return check_element_body(parser, op, to);
}

/* ---- memref.generic_atomic_rmw, memref.atomic_yield; shape.reduce, shape.assuming; async.execute */

bool up__check_generic_rmw(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	if (!block || block->argument_count != 1)
		return VERIFY_FAIL(parser, op, "expected single number of entry block arguments%s", "");
	return block->arguments[0].type == up__result_type(op, 0) ||
	       VERIFY_FAIL(parser, op, "expected block argument of the same type result type%s", "");
}

bool up__check_atomic_yield(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *around = mlirbc_op_parent(op);
	if (!around || around->result_count != 1 || op->operand_count != 1 || up__operand_type(op, 0) == up__result_type(around, 0))
		return true;
	return VERIFY_FAIL(parser, op, "types mismatch between yield op: '%s' and its parent: '%s'", UP__TEXT(up__operand_type(op, 0)),
		UP__TEXT(up__result_type(around, 0)));
}

bool up__check_shape_reduce(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	return !block || op->operand_count == 0 || block->argument_count == op->operand_count + 1 ||
	       VERIFY_FAIL(parser, op, "ReduceOp body is expected to have %u arguments", (unsigned)op->operand_count + 1);
}

/* A yield has as many operands as the operation around it has results, apart from `others`. */
static bool yields(struct mlirbc_parser *parser, const struct mlirbc_op *op, const char *yield, uint32_t others)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	const struct mlirbc_op *end = block ? block->last : NULL;
	return !end || !mlirbc_op_is(end, yield) || end->operand_count + others == op->result_count ||
	       VERIFY_FAIL(parser, op, "along control flow edge from Operation %s to parent: region branch point has %u operands, but region "
				       "successor needs %u inputs",
		       yield, (unsigned)end->operand_count, (unsigned)(op->result_count - others));
}

bool up__check_assuming(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return yields(parser, op, "shape.assuming_yield", 0);
}

bool up__check_execute(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return op->result_count == 0 || yields(parser, op, "async.yield", 1); /* the token */
}

/* ---- smt */

bool up__check_quantifier(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	const struct mlirbc_op *end = block ? block->last : NULL;
	return !end || !mlirbc_op_is(end, "smt.yield") || end->operand_count != 1 ||
	       mlirbc_upstream__is_dialect(up__operand_type(end, 0), "smt", "bool") ||
	       VERIFY_FAIL(parser, op, "yielded value must be of '!smt.bool' type%s", "");
}

/* ---- omp: a loop wrapper has one operation, a wrapper or the loops */

static bool is_wrapper(const struct mlirbc_op *op)
{
	static const char *const names[] = { "omp.distribute", "omp.loop", "omp.simd", "omp.taskloop", "omp.workshare.loop_wrapper",
		"omp.wsloop" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (mlirbc_op_is(op, names[i]))
			return true;
	}
	return false;
}

bool up__check_loop_wrapper(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	const struct mlirbc_op *inside = block ? block->first : NULL;
	if (!inside || inside->next)
		return VERIFY_FAIL(parser, op, "loop wrapper does not contain exactly one nested op%s", "");
	if (mlirbc_op_is(op, "omp.taskloop") && !up__check_omp_taskloop(parser, op))
		return false;
	return is_wrapper(inside) || mlirbc_op_is(inside, "omp.loop_nest") ||
	       VERIFY_FAIL(parser, op, "nested in loop wrapper is not another loop wrapper or `omp.loop_nest`: '%.*s'",
		       (int)inside->name->size, inside->name->data);
}

bool up__check_simd(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	if (up__int_of(op, "simdlen", 0) > up__int_of(op, "safelen", INT64_MAX))
		return VERIFY_FAIL(parser, op, "simdlen clause and safelen clause are both present, but the simdlen value is not less than or "
					       "equal to safelen value%s", "");
	return up__check_loop_wrapper(parser, op);
}

bool up__check_loop_nest(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *around = op->parent ? op->parent->parent->parent : NULL;
	return !around || is_wrapper(around) || VERIFY_FAIL(parser, op, "expects parent op to be a loop wrapper%s", "");
}

/* ---- omp and acc: clauses that must be there */

static bool has_order(const struct mlirbc_op *op, const char *word)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "memory_order");
	static const char start[] = "memoryorderkind ";
	const struct mlirbc_string *text = attr && attr->kind == MLIRBC_ATTR_DIALECT ? attr->u.dialect.text : NULL;
	return text && text->size == sizeof start - 1 + strlen(word) && memcmp(text->data, start, sizeof start - 1) == 0 &&
	       memcmp(text->data + sizeof start - 1, word, strlen(word)) == 0;
}

bool up__check_omp_atomic(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const bool read = mlirbc_op_is(op, "omp.atomic.read");
	const char *refused = read ? "release" : "acquire";
	return (!has_order(op, "acq_rel") && !has_order(op, refused)) ||
	       VERIFY_FAIL(parser, op, "memory-order must not be acq_rel or %s", refused);
}

bool up__check_target_data(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return op->operand_count || VERIFY_FAIL(parser, op, "at least one of map, use_device_ptr_vars, or use_device_addr_vars operand must be "
							    "present%s", "");
}

bool up__check_acc_data(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return op->operand_count || mlirbc_op_attr(op, "defaultAttr") ||
	       VERIFY_FAIL(parser, op, "at least one operand must appear%s", "");
}

bool up__check_acc_loop(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return mlirbc_op_attr(op, "auto_") || mlirbc_op_attr(op, "independent") || mlirbc_op_attr(op, "seq") ||
	       VERIFY_FAIL(parser, op, "at least one of auto, independent, seq must be present%s", "");
}

bool up__check_acc_bounds(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	uint32_t begins[6];
	return !up__segments(op, begins, 5) || begins[3] != begins[1] || VERIFY_FAIL(parser, op, "expected extent or upperbound%s", "");
}
