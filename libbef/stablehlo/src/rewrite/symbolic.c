/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions of integer operations; loops of few iterations and calls are executed. Nothing here changes the source. */
#include "rewrite/symbolic.h"

#include <mlirbc/edit.h>
#include <string.h>

enum { MOST_ITERATIONS = 8, MOST_EXECUTED = 4096, MOST_DEPTH = 6, MOST_VALUES = 64, MOST_REBUILT = 6, MOST_LIST = 16 };

bool bef_hlo__is_ui32(const struct mlirbc_type *type)
{
	const char *name = bef_hlo__is_static(type) && !bef_hlo__is_quantized(type) ? bef_hlo__dtype_name(bef_hlo__element(type)) : NULL;
	return name && strcmp(name, "ui32") == 0;
}

/* Bits of an integer type; 0: another one. */
static unsigned width_of(const struct mlirbc_type *type, bool *out_signed)
{
	static const struct { const char *name; unsigned width; bool is_signed; } types[] = { { "i1", 1, false }, { "i32", 32, true },
		{ "i64", 64, true }, { "ui32", 32, false }, { "ui64", 64, false } };
	const char *name = bef_hlo__is_static(type) && !bef_hlo__is_quantized(type) ? bef_hlo__dtype_name(bef_hlo__element(type)) : NULL;
	for (size_t i = 0; name && i < sizeof types / sizeof *types; i++) {
		if (strcmp(name, types[i].name) != 0)
			continue;
		*out_signed = types[i].is_signed;
		return types[i].width;
	}
	return 0;
}

/* ---- nodes */

static struct bef_hlo__node *node(struct bef_hlo__symbolic *s, struct bef_hlo__node wanted)
{
	uint64_t hash = wanted.number + (uint64_t)wanted.kind;
	const void *const parts[] = { wanted.a, wanted.b, wanted.c };
	for (size_t i = 0; i < 3; i++)
		hash = (hash ^ (uintptr_t)parts[i]) * UINT64_C(0x9E3779B97F4A7C15) ^ hash >> 29;
	struct bef_hlo__node **bucket = &s->buckets[(hash ^ hash >> 32) % BEF_HLO__NODE_BUCKETS];
	for (struct bef_hlo__node *n = *bucket; n; n = n->next) {
		if (n->kind == wanted.kind && n->a == wanted.a && n->b == wanted.b && n->c == wanted.c && n->number == wanted.number)
			return n;
	}
	struct bef_hlo__node *made = bef_hlo__room(s->lower, 1, sizeof *made);
	if (!made) {
		s->failed = true;
		return s->unknown;
	}
	*made = wanted;
	made->serial = s->serial++;
	made->next = *bucket;
	*bucket = made;
	return made;
}

static bool is_const(const struct bef_hlo__node *n) { return n->kind == BEF_HLO__NODE_CONST; }

struct bef_hlo__node *bef_hlo__node_const(struct bef_hlo__symbolic *s, uint64_t number)
{
	return node(s, (struct bef_hlo__node){ .kind = BEF_HLO__NODE_CONST, .number = number });
}

static struct bef_hlo__node *leaf(struct bef_hlo__symbolic *s, struct mlirbc_value *value)
{
	struct bef_hlo__node *made = node(s, (struct bef_hlo__node){ .kind = BEF_HLO__NODE_LEAF, .a = value });
	made->value = value;
	return made;
}

struct bef_hlo__node *bef_hlo__node_binary(struct bef_hlo__symbolic *s, enum bef_hlo__node_kind kind, struct bef_hlo__node *a,
	struct bef_hlo__node *b)
{
	if (a->kind == BEF_HLO__NODE_UNKNOWN || b->kind == BEF_HLO__NODE_UNKNOWN || a->kind == BEF_HLO__NODE_LIST ||
		b->kind == BEF_HLO__NODE_LIST)
		return s->unknown;
	if (is_const(a) && is_const(b))
		return bef_hlo__node_const(s, (uint32_t)(kind == BEF_HLO__NODE_ADD ? a->number + b->number : a->number ^ b->number));
	if (is_const(a) || (!is_const(b) && a->serial > b->serial)) {
		struct bef_hlo__node *other = a;
		a = b;
		b = other;
	}
	for (int i = 0; i < 2 && !is_const(b); i++) { /* (x + 1) + y is (x + y) + 1 */
		struct bef_hlo__node *inner = i ? b : a, *outer = i ? a : b;
		if (inner->kind == kind && is_const(inner->b)) {
			struct bef_hlo__node *sum = bef_hlo__node_binary(s, kind, (struct bef_hlo__node *)(uintptr_t)inner->a, outer);
			return bef_hlo__node_binary(s, kind, sum, (struct bef_hlo__node *)(uintptr_t)inner->b);
		}
	}
	return node(s, (struct bef_hlo__node){ .kind = kind, .a = a, .b = b });
}

struct bef_hlo__node *bef_hlo__node_shift(struct bef_hlo__symbolic *s, enum bef_hlo__node_kind kind, struct bef_hlo__node *a, uint64_t number)
{
	if (a->kind == BEF_HLO__NODE_UNKNOWN || a->kind == BEF_HLO__NODE_LIST || is_const(a) || number == 0 || number > 31)
		return s->unknown;
	return node(s, (struct bef_hlo__node){ .kind = kind, .a = a, .number = number });
}

/* Two shifts of one node that are a rotation. */
static struct bef_hlo__node *either(struct bef_hlo__symbolic *s, struct bef_hlo__node *a, struct bef_hlo__node *b)
{
	struct bef_hlo__node *left = a->kind == BEF_HLO__NODE_SHIFT_LEFT ? a : b, *right = left == a ? b : a;
	if (left->kind != BEF_HLO__NODE_SHIFT_LEFT || right->kind != BEF_HLO__NODE_SHIFT_RIGHT || left->a != right->a ||
		left->number + right->number != 32)
		return s->unknown;
	return bef_hlo__node_shift(s, BEF_HLO__NODE_ROTATE, (struct bef_hlo__node *)(uintptr_t)left->a, left->number);
}

/* ---- operations */

static struct bef_hlo__node *node_of(struct bef_hlo__symbolic *s, struct mlirbc_value *value)
{
	if (value->number >= s->value_count)
		return s->unknown;
	return s->of[value->number] ? s->of[value->number] : leaf(s, value);
}

static struct bef_hlo__node *operand(struct bef_hlo__symbolic *s, const struct mlirbc_op *op, uint32_t i)
{
	return node_of(s, mlirbc_op_operands(op)[i].value);
}

static uint64_t element_of(const struct mlirbc_attr *attr, uint64_t i)
{
	const size_t size = attr->u.dense.size / (size_t)attr->u.dense.count;
	uint64_t number = 0;
	for (size_t k = size; k-- > 0;)
		number = number << 8 | attr->u.dense.data[size * i + k];
	return number;
}

static struct bef_hlo__node *constant(struct bef_hlo__symbolic *s, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "value");
	bool is_signed;
	if (!attr || attr->kind != MLIRBC_ATTR_DENSE || attr->u.dense.count == 0 || attr->u.dense.count > MOST_LIST ||
		!width_of(mlirbc_op_results(op)->type, &is_signed) || attr->u.dense.size / (size_t)attr->u.dense.count > 8)
		return s->unknown;
	if (attr->u.dense.count == 1)
		return bef_hlo__node_const(s, element_of(attr, 0));
	return node(s, (struct bef_hlo__node){ .kind = BEF_HLO__NODE_LIST, .a = attr });
}

/* One element of a list. A slice outside of executed loops stays a leaf: keys are slices, and constant keys would vanish in the sums. */
static struct bef_hlo__node *slice(struct bef_hlo__symbolic *s, const struct mlirbc_op *op)
{
	const struct bef_hlo__node *list = operand(s, op, 0);
	uint64_t count;
	if (s->depth == 0 || list->kind != BEF_HLO__NODE_LIST || !mlirbc_type_elements(mlirbc_op_results(op)->type, &count) || count != 1)
		return s->unknown;
	const struct mlirbc_attr *attr = list->a;
	const struct mlirbc_stablehlo_attr *start = bef_hlo__find_attr(s->lower, op, "start_indices");
	if (!start || start->count != 1 || start->ints[0] < 0 || (uint64_t)start->ints[0] >= attr->u.dense.count)
		return s->unknown;
	return bef_hlo__node_const(s, element_of(attr, (uint64_t)start->ints[0]));
}

/* The node with its leaves repeated; single elements are the same for all. */
static struct bef_hlo__node *repeat(struct bef_hlo__symbolic *s, struct bef_hlo__node *n, const struct mlirbc_type *type,
	const struct mlirbc_attr *dims, unsigned depth)
{
	if (depth > MOST_REBUILT)
		return s->unknown;
	if (n->kind == BEF_HLO__NODE_ADD || n->kind == BEF_HLO__NODE_XOR) {
		struct bef_hlo__node *a = repeat(s, (struct bef_hlo__node *)(uintptr_t)n->a, type, dims, depth + 1);
		return bef_hlo__node_binary(s, n->kind, a, repeat(s, (struct bef_hlo__node *)(uintptr_t)n->b, type, dims, depth + 1));
	}
	if (is_const(n))
		return n;
	if (n->kind != BEF_HLO__NODE_LEAF)
		return s->unknown;
	const struct mlirbc_type *from = ((const struct mlirbc_value *)n->a)->type;
	if (from->u.shaped.rank == 0 || from == type)
		return n;
	return node(s, (struct bef_hlo__node){ .kind = BEF_HLO__NODE_VIEW, .a = n->a, .b = dims, .c = type });
}

/* Arithmetic of numbers in the width of the type. */
static struct bef_hlo__node *calculate(struct bef_hlo__symbolic *s, const struct mlirbc_op *op, bool adds)
{
	const struct bef_hlo__node *a = operand(s, op, 0), *b = operand(s, op, 1);
	bool is_signed;
	const unsigned width = width_of(mlirbc_op_results(op)->type, &is_signed);
	if (!is_const(a) || !is_const(b) || width < 32)
		return s->unknown;
	const uint64_t number = adds ? a->number + b->number : a->number - b->number;
	return bef_hlo__node_const(s, width == 32 ? (uint32_t)number : number);
}

static struct bef_hlo__node *compare(struct bef_hlo__symbolic *s, const struct mlirbc_op *op)
{
	const struct bef_hlo__node *a = operand(s, op, 0), *b = operand(s, op, 1);
	bool is_signed = false;
	const unsigned width = width_of(mlirbc_op_operands(op)[0].value->type, &is_signed);
	/* numbers are small; those with the highest bit are left alone, so that signs do not matter */
	if (!is_const(a) || !is_const(b) || width < 32 || a->number >> (width - 1) || b->number >> (width - 1))
		return s->unknown;
	if (bef_hlo__keyword_is(s->lower, op, "comparison_direction", "LT"))
		return bef_hlo__node_const(s, a->number < b->number);
	if (bef_hlo__keyword_is(s->lower, op, "comparison_direction", "NE"))
		return bef_hlo__node_const(s, a->number != b->number);
	return s->unknown;
}

static struct bef_hlo__node *convert(struct bef_hlo__symbolic *s, const struct mlirbc_op *op)
{
	const struct bef_hlo__node *a = operand(s, op, 0);
	bool is_signed;
	const unsigned from = width_of(mlirbc_op_operands(op)[0].value->type, &is_signed), to = width_of(mlirbc_op_results(op)->type, &is_signed);
	if (!is_const(a) || from < 32 || to < 32 || a->number >> 31)
		return s->unknown;
	return bef_hlo__node_const(s, a->number);
}

static struct bef_hlo__node *shift(struct bef_hlo__symbolic *s, const struct mlirbc_op *op, enum bef_hlo__node_kind kind)
{
	const struct bef_hlo__node *by = operand(s, op, 1);
	return is_const(by) ? bef_hlo__node_shift(s, kind, operand(s, op, 0), by->number) : s->unknown;
}

static struct bef_hlo__node *result_of(struct bef_hlo__symbolic *s, struct mlirbc_op *op)
{
	const bool words = bef_hlo__is_ui32(mlirbc_op_results(op)->type);
	switch (bef_hlo__code(s->lower, op)) {
	case MLIRBC_STABLEHLO_constant: return constant(s, op);
	case MLIRBC_STABLEHLO_slice: return slice(s, op);
	case MLIRBC_STABLEHLO_subtract: return calculate(s, op, false);
	case MLIRBC_STABLEHLO_compare: return compare(s, op);
	case MLIRBC_STABLEHLO_convert: return convert(s, op);
	case MLIRBC_STABLEHLO_reshape: return is_const(operand(s, op, 0)) ? operand(s, op, 0) : s->unknown;
	case MLIRBC_STABLEHLO_broadcast_in_dim:
		return repeat(s, operand(s, op, 0), mlirbc_op_results(op)->type, mlirbc_op_attr(op, "broadcast_dimensions"), 0);
	case MLIRBC_STABLEHLO_add:
		return words ? bef_hlo__node_binary(s, BEF_HLO__NODE_ADD, operand(s, op, 0), operand(s, op, 1)) : calculate(s, op, true);
	case MLIRBC_STABLEHLO_xor:
		return words ? bef_hlo__node_binary(s, BEF_HLO__NODE_XOR, operand(s, op, 0), operand(s, op, 1)) : s->unknown;
	case MLIRBC_STABLEHLO_or: return words ? either(s, operand(s, op, 0), operand(s, op, 1)) : s->unknown;
	case MLIRBC_STABLEHLO_shift_left: return words ? shift(s, op, BEF_HLO__NODE_SHIFT_LEFT) : s->unknown;
	case MLIRBC_STABLEHLO_shift_right_logical: return words ? shift(s, op, BEF_HLO__NODE_SHIFT_RIGHT) : s->unknown;
	default: return s->unknown;
	}
}

void bef_hlo__symbolic_visit(struct bef_hlo__symbolic *s, struct mlirbc_op *op)
{
	struct mlirbc_value *result = mlirbc_op_results(op);
	if (op->result_count != 1) {
		for (uint32_t i = 0; i < op->result_count && s->depth > 0; i++)
			s->of[result[i].number] = s->unknown; /* not a leaf, which has one value only */
		return;
	}
	struct bef_hlo__node *made = result_of(s, op);
	if (made->kind == BEF_HLO__NODE_UNKNOWN && s->depth == 0)
		return;
	s->of[result->number] = made;
	if (s->depth == 0 && made->kind != BEF_HLO__NODE_LEAF)
		made->value = result;
}

/* ---- execution */

/* The values inside are leaves again. */
static void forget(struct bef_hlo__symbolic *s, const struct mlirbc_region *region)
{
	for (const struct mlirbc_block *block = region->first; block; block = block->next) {
		for (uint32_t i = 0; i < block->argument_count; i++)
			s->of[block->arguments[i].number] = NULL;
		for (const struct mlirbc_op *op = block->first; op; op = op->next) {
			for (uint32_t i = 0; i < op->result_count; i++)
				s->of[mlirbc_op_results(op)[i].number] = NULL;
		}
	}
}

static bool execute(struct bef_hlo__symbolic *s, struct mlirbc_block *block, struct bef_hlo__node **values, uint32_t count);

static bool call(struct bef_hlo__symbolic *s, struct mlirbc_op *op)
{
	const struct mlirbc_attr *callee = mlirbc_op_attr(op, "callee");
	struct mlirbc_op *function = callee && callee->kind == MLIRBC_ATTR_SYMBOL && !callee->u.symbol.count && s->depth < MOST_DEPTH
		? mlirbc_block_symbol(mlirbc_module_symbols(s->lower->module), callee->u.symbol.root)
		: NULL;
	struct mlirbc_region *region = function && function->region_count == 1 ? mlirbc_op_regions(function) : NULL;
	struct bef_hlo__node *values[MOST_VALUES];
	if (!region || region->block_count != 1 || op->operand_count > MOST_VALUES || op->result_count > MOST_VALUES)
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++)
		values[i] = operand(s, op, i);
	s->depth++;
	const bool done = region->first->argument_count == op->operand_count && execute(s, region->first, values, op->result_count);
	s->depth--;
	forget(s, region);
	for (uint32_t i = 0; i < op->result_count && done; i++)
		s->of[mlirbc_op_results(op)[i].number] = values[i];
	return done;
}

/* Executes a block with the values as arguments, which become what it returns. */
static bool execute(struct bef_hlo__symbolic *s, struct mlirbc_block *block, struct bef_hlo__node **values, uint32_t count)
{
	for (uint32_t i = 0; i < block->argument_count; i++)
		s->of[block->arguments[i].number] = values[i];
	for (struct mlirbc_op *op = block->first; op && op != block->last; op = op->next) {
		if (s->budget-- == 0 || op->region_count)
			return false;
		if (!mlirbc_op_is(op, "func.call"))
			bef_hlo__symbolic_visit(s, op);
		else if (!call(s, op))
			return false;
	}
	if (!block->last || block->last->operand_count != count)
		return false;
	for (uint32_t i = 0; i < count; i++)
		values[i] = operand(s, block->last, i);
	return !s->failed;
}

static bool iterate(struct bef_hlo__symbolic *s, struct mlirbc_op *op, struct bef_hlo__node **carried)
{
	struct mlirbc_region *regions = mlirbc_op_regions(op);
	for (unsigned i = 0; i <= MOST_ITERATIONS; i++) {
		struct bef_hlo__node *values[MOST_VALUES];
		memcpy(values, carried, op->operand_count * sizeof *values);
		if (!execute(s, regions[0].first, values, 1) || !is_const(values[0]))
			return false;
		if (!values[0]->number)
			return true;
		if (!execute(s, regions[1].first, carried, op->operand_count))
			return false;
	}
	return false;
}

bool bef_hlo__symbolic_while(struct bef_hlo__symbolic *s, struct mlirbc_op *op)
{
	struct bef_hlo__node *carried[MOST_VALUES];
	const uint32_t count = op->operand_count;
	if (count == 0 || count > MOST_VALUES || op->result_count != count || op->region_count != 2)
		return false;
	const struct mlirbc_region *regions = mlirbc_op_regions(op);
	for (uint32_t i = 0; i < 2; i++) {
		if (regions[i].block_count != 1 || regions[i].first->argument_count != count)
			return false;
	}
	for (uint32_t i = 0; i < count; i++)
		carried[i] = operand(s, op, i);
	s->budget = MOST_EXECUTED;
	s->depth = 1;
	const bool done = iterate(s, op, carried);
	s->depth = 0;
	forget(s, &regions[0]);
	forget(s, &regions[1]);
	for (uint32_t i = 0; i < count && done; i++)
		s->of[mlirbc_op_results(op)[i].number] = carried[i]->kind == BEF_HLO__NODE_UNKNOWN ? NULL : carried[i];
	return done;
}

/* ---- values */

/* The number behind the last value inside and at the operation. */
static uint32_t number_values(struct mlirbc_op *op, uint32_t next)
{
	for (uint32_t i = 0; i < op->result_count; i++)
		mlirbc_op_results(op)[i].number = next++;
	for (uint32_t r = 0; r < op->region_count; r++) {
		for (struct mlirbc_block *b = mlirbc_op_regions(op)[r].first; b; b = b->next) {
			for (uint32_t i = 0; i < b->argument_count; i++)
				b->arguments[i].number = next++;
		}
	}
	return next;
}

bool bef_hlo__symbolic_init(struct bef_hlo__symbolic *s, struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first;
	uint32_t next = 0, position = 0;
	memset(s, 0, sizeof *s);
	s->lower = lower;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		op->number = position++;
		next = number_values(op, next);
	}
	s->value_count = next;
	s->of = bef_hlo__room(lower, next + 1, sizeof *s->of);
	s->unknown = bef_hlo__room(lower, 1, sizeof *s->unknown);
	return s->of && s->unknown;
}
