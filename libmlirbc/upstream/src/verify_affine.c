/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which values may be dimensions and symbols of affine maps: those that do not change in the function around, variables of affine
 * loops, and what affine.apply makes of them. */
#include "own_parts.h"
#include "verify_own.h"

enum { MOST_STEPS = 64 };

static bool is_one_of(const struct mlirbc_op *op, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (mlirbc_op_is(op, names[i]))
			return true;
	}
	return false;
}

/* The region whose values do not change, NULL: there is an operation around that may or may not have it. */
static const struct mlirbc_region *scope_of(const struct mlirbc_op *op)
{
	static const char *const scopes[] = { "builtin.module", "func.func", "gpu.func", "gpu.launch", "llvm.func", "shape.func",
		"shape.function_library", "wasmssa.func", "wasmssa.global" };
	while (op && op->parent && op->parent->parent) {
		const struct mlirbc_op *around = mlirbc_op_parent(op);
		if (!around || !mlirbc_upstream__row_find(around->name))
			return NULL;
		if (is_one_of(around, scopes, sizeof scopes / sizeof *scopes))
			return op->parent->parent;
		op = around;
	}
	return NULL;
}

/* Where a value comes from: the variable of an affine loop, affine.apply, something that is in order by itself, anything else. */
enum origin { LOOP, APPLY, GOOD, OTHER };

static enum origin origin_of(const struct mlirbc_value *value, const struct mlirbc_region *scope)
{
	static const char *const good[] = { "affine.delinearize_index", "affine.linearize_index", "affine.max", "affine.min",
		"arith.constant", "memref.dim", "tensor.dim", "index.constant" };
	const struct mlirbc_op *op = mlirbc_value_op(value);
	const struct mlirbc_block *block = op ? op->parent : mlirbc_value_block(value);
	if (block->parent == scope)
		return GOOD;
	if (op)
		return mlirbc_op_is(op, "affine.apply")			     ? APPLY
		       : is_one_of(op, good, sizeof good / sizeof *good) || !mlirbc_upstream__row_find(op->name) ? GOOD
								     : OTHER;
	const struct mlirbc_op *around = block->parent ? block->parent->parent : NULL;
	return around && (mlirbc_op_is(around, "affine.for") || mlirbc_op_is(around, "affine.parallel")) ? LOOP : OTHER;
}

/* A value outside of the scope is not looked for; many steps of affine.apply count as good. */
static bool is_valid(const struct mlirbc_value *value, const struct mlirbc_region *scope, bool symbol, int *steps)
{
	const enum origin origin = origin_of(value, scope);
	if (origin != APPLY || ++*steps > MOST_STEPS)
		return origin == GOOD || origin == APPLY || (origin == LOOP && !symbol);
	const struct mlirbc_op *apply = mlirbc_value_op(value);
	for (uint32_t i = 0; i < apply->operand_count; i++) {
		if (!is_valid(mlirbc_op_operands(apply)[i].value, scope, symbol, steps))
			return false;
	}
	return true;
}

static bool is_outside(const struct mlirbc_value *value, const struct mlirbc_region *scope)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	const struct mlirbc_block *block = op ? op->parent : mlirbc_value_block(value);
	while (block && block->parent != scope)
		block = block->parent && block->parent->parent ? block->parent->parent->parent : NULL;
	return !block;
}

/* The operands from `first` up to `end`: as many dimensions as the map has, then symbols. */
static bool check_operands(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_attr *map,
	uint32_t first, uint32_t end)
{
	const size_t dims = up__map_dims(map);
	const struct mlirbc_region *scope = first < end ? scope_of(op) : NULL;
	for (uint32_t i = first; scope && dims != SIZE_MAX && i < end; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const bool symbol = i - first >= dims;
		int steps = 0;
		if (!is_outside(value, scope) && !is_valid(value, scope, symbol, &steps))
			return VERIFY_FAIL(parser, op, "operand cannot be used as a %s id", symbol ? "symbol" : "dimension");
	}
	return true;
}

/* The memref that an operation reads or writes: operand 0, or 1 behind a stored value. */
static uint32_t memory_at(const struct mlirbc_op *op)
{
	return mlirbc_op_is(op, "affine.store") || mlirbc_op_is(op, "affine.vector_store");
}

bool up__check_affine_access(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const uint32_t at = memory_at(op);
	const struct mlirbc_attr *map = mlirbc_op_attr(op, "map");
	const struct mlirbc_type *memory = at < op->operand_count ? up__operand_type(op, at) : NULL;
	const size_t results = up__map_results(map);
	if (memory && memory->kind == MLIRBC_TYPE_MEMREF && results != SIZE_MAX && results != up__rank(memory))
		return VERIFY_FAIL(parser, op, "affine map num results must equal memref rank%s", "");
	return check_operands(parser, op, map, at + 1, op->operand_count);
}

bool up__check_affine_vector(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	if (!up__check_affine_access(parser, op))
		return false;
	const struct mlirbc_type *memory = memory_at(op) < op->operand_count ? up__operand_type(op, memory_at(op)) : NULL;
	const struct mlirbc_type *vector = op->result_count ? up__result_type(op, 0) : up__operand_type(op, 0);
	return !memory || !mlirbc_upstream__has_rank(memory) || !mlirbc_upstream__has_rank(vector) ||
	       memory->u.shaped.element == vector->u.shaped.element ||
	       VERIFY_FAIL(parser, op, "requires memref and vector types of the same elemental type%s", "");
}

bool up__check_affine_for(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	uint32_t begins[4];
	return !up__segments(op, begins, 3) ||
	       (check_operands(parser, op, mlirbc_op_attr(op, "lowerBoundMap"), begins[0], begins[1]) &&
		       check_operands(parser, op, mlirbc_op_attr(op, "upperBoundMap"), begins[1], begins[2]));
}

bool up__check_affine_if(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return check_operands(parser, op, mlirbc_op_attr(op, "condition"), 0, op->operand_count) && up__check_if(parser, op);
}

/* The number of symbols of a map: (d0)[s0] -> ... */
static size_t count_symbols(const struct mlirbc_attr *map)
{
	const struct mlirbc_string *text = map->u.dialect.text;
	const char *at = memchr(text->data, ')', text->size), *end = text->data + text->size;
	size_t count = 0;
	for (at++; at < end && *at != ']' && *at != '-'; at++)
		count += *at == 's';
	return count;
}

bool up__check_affine_parallel(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *lower = mlirbc_op_attr(op, "lowerBoundsMap"), *upper = mlirbc_op_attr(op, "upperBoundsMap");
	const size_t dims = up__map_dims(lower);
	if (dims == SIZE_MAX)
		return true;
	const size_t between = dims + count_symbols(lower);
	return between > op->operand_count || (check_operands(parser, op, lower, 0, (uint32_t)between) &&
						      check_operands(parser, op, upper, (uint32_t)between, op->operand_count));
}
