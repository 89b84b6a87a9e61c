/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* chlo.scan of static shapes: a while whose values are the position, the outputs so far and the carries. Inputs are values of the
 * enclosing region. */
#include "chlo/lower.h"
#include "dialect/enums.h"

#include <mlirbc/build.h>

struct scan {
	struct shlo__emit *emit;
	struct mlirbc_op *op;
	struct mlirbc_block *body;
	uint32_t inputs, outputs, carries;
	size_t dimension;
	int64_t length;
	bool reverse;
	const struct mlirbc_type *i64; /* tensor<i64> */
	const struct mlirbc_type **types;  /* of the while: 1 + outputs + carries */
	struct mlirbc_value **values;
};

static struct mlirbc_value *operand(const struct scan *scan, uint32_t index) { return mlirbc_op_operands(scan->op)[index].value; }

/* Whether `part` is `whole` without the scan dimension, and both are static. */
static bool is_part(const struct scan *scan, const struct mlirbc_type *whole, const struct mlirbc_type *part)
{
	if (!shlo__is_static(whole) || !shlo__is_static(part) || shlo__element(whole) != shlo__element(part) ||
		!shlo__is_plain(shlo__element(whole)) || scan->dimension >= whole->u.shaped.rank ||
		whole->u.shaped.rank > SHLO__MOST_DIMS || part->u.shaped.rank + 1 != whole->u.shaped.rank ||
		whole->u.shaped.dims[scan->dimension] != scan->length)
		return false;
	for (size_t i = 0; i < part->u.shaped.rank; i++) {
		if (part->u.shaped.dims[i] != whole->u.shaped.dims[i + (i >= scan->dimension)])
			return false;
	}
	return true;
}

static uint32_t first_segment(const struct mlirbc_op *op, const char *name, uint32_t count)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, name);
	uint32_t sizes[2];
	return !attr ? count / 2 : shlo__segments_of(attr, count, sizes) ? sizes[0] : UINT32_MAX;
}

/* The parts of the operation; false: it cannot be lowered. */
static bool read_scan(struct scan *scan)
{
	const struct mlirbc_op *op = scan->op;
	const struct mlirbc_attr *reverse = mlirbc_op_attr(op, "is_reverse");
	const struct mlirbc_region *region = op->region_count == 1 ? mlirbc_op_regions(op) : NULL;
	int64_t dimension, length = -1;
	scan->inputs = first_segment(op, "operandSegmentSizes", op->operand_count);
	scan->outputs = first_segment(op, "resultSegmentSizes", op->result_count);
	if (!region || region->block_count != 1 || scan->inputs > op->operand_count || scan->outputs > op->result_count ||
		op->operand_count - scan->inputs != op->result_count - scan->outputs ||
		!shlo__int_of(mlirbc_op_attr(op, "dimension"), &dimension) || dimension < 0)
		return false;
	scan->carries = op->operand_count - scan->inputs;
	scan->body = region->first;
	scan->dimension = (size_t)dimension;
	scan->reverse = reverse && reverse->kind == MLIRBC_ATTR_INTEGER && reverse->u.number.words[0];
	if (scan->inputs && shlo__is_tensor(operand(scan, 0)->type) && scan->dimension < operand(scan, 0)->type->u.shaped.rank)
		length = operand(scan, 0)->type->u.shaped.dims[scan->dimension];
	else if (scan->inputs || !shlo__int_of(mlirbc_op_attr(op, "scan_dim_size"), &length))
		return false;
	scan->length = length;
	return length >= 0 && scan->body->last && scan->body->argument_count == op->operand_count &&
	       scan->body->last->operand_count == op->result_count;
}

/* Whether all types agree without a cast. */
static bool is_exact(const struct scan *scan)
{
	const struct mlirbc_block *body = scan->body;
	for (uint32_t i = 0; i < scan->inputs; i++) {
		if (!is_part(scan, operand(scan, i)->type, body->arguments[i].type))
			return false;
	}
	for (uint32_t i = 0; i < scan->op->result_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(body->last)[i].value;
		const struct mlirbc_type *type = mlirbc_op_results(scan->op)[i].type;
		uint32_t carry = scan->inputs + i - scan->outputs;
		if (!value || (i < scan->outputs ? !is_part(scan, type, value->type)
						 : value->type != type || operand(scan, carry)->type != type ||
							   body->arguments[carry].type != type))
			return false;
	}
	return true;
}

/* ---- the loop */

static struct mlirbc_value *number(struct scan *scan, struct shlo__emit *emit, int64_t value)
{
	uint8_t bytes[8];
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)((uint64_t)value >> (8 * i));
	const struct shlo__property property = { "value", mlirbc_attr_dense(emit->pass->context, scan->i64, bytes, sizeof bytes) };
	return shlo__emit(emit, "stablehlo.constant", scan->i64, NULL, 0, &property, 1);
}

static bool fill_condition(struct scan *scan, struct mlirbc_op *loop)
{
	struct mlirbc_op *end = shlo__emit_body(
		scan->emit, mlirbc_op_regions(loop), scan->types, (size_t)1 + scan->op->result_count, 1);
	struct shlo__emit inside = { scan->emit->pass, end };
	struct mlirbc_value *last = end ? number(scan, &inside, scan->length) : NULL;
	struct mlirbc_value *goes_on = last ? shlo__emit_compare(&inside, SHLO__LT, &end->parent->arguments[0], last) : NULL;
	if (goes_on)
		mlirbc_operand_set(mlirbc_op_operands(end), goes_on);
	return goes_on != NULL;
}

/* The type of one position of `whole`, which keeps the scan dimension. */
static const struct mlirbc_type *row_of(const struct scan *scan, const struct mlirbc_type *whole, int64_t dims[])
{
	for (size_t i = 0; i < whole->u.shaped.rank; i++)
		dims[i] = i == scan->dimension ? 1 : whole->u.shaped.dims[i];
	return shlo__tensor(scan->emit->pass->context, dims, whole->u.shaped.rank, shlo__element(whole), NULL);
}

/* dynamic_slice, or with a part dynamic_update_slice, of a whole at a position. */
static struct mlirbc_value *access(struct scan *scan, struct shlo__emit *emit, struct mlirbc_value *whole, struct mlirbc_value *part,
	const struct mlirbc_type *part_type, struct mlirbc_value *at, struct mlirbc_value *zero)
{
	struct mlirbc_value *operands[SHLO__MOST_DIMS + 2];
	int64_t dims[SHLO__MOST_DIMS];
	size_t rank = whole->type->u.shaped.rank, first = part ? 2 : 1;
	const struct mlirbc_type *row = row_of(scan, whole->type, dims);
	operands[0] = whole;
	if (part)
		operands[1] = shlo__emit(emit, "stablehlo.reshape", row, &part, 1, NULL, 0);
	for (size_t i = 0; i < rank; i++)
		operands[first + i] = i == scan->dimension ? at : zero;
	if (part)
		return shlo__emit(emit, "stablehlo.dynamic_update_slice", whole->type, operands, first + rank, NULL, 0);
	const struct shlo__property sizes = { "slice_sizes", shlo__i64s_attr(emit->pass->context, dims, rank) };
	struct mlirbc_value *slice = shlo__emit(emit, "stablehlo.dynamic_slice", row, operands, first + rank, &sizes, 1);
	return shlo__emit(emit, "stablehlo.reshape", part_type, &slice, 1, NULL, 0);
}

/* Sets the operands of the end of the loop's body, of which the position comes first, from those of the copied body's. */
static bool set_results(struct scan *scan, struct mlirbc_op *end, struct mlirbc_op *copied, struct mlirbc_value *at, struct mlirbc_value *zero)
{
	struct shlo__emit inside = { scan->emit->pass, end };
	struct mlirbc_value *arguments = end->parent->arguments;
	for (uint32_t i = 0; i < scan->op->result_count; i++) {
		struct mlirbc_value *value = mlirbc_op_operands(copied)[i].value;
		if (i < scan->outputs)
			value = access(scan, &inside, &arguments[1 + i], value, value->type, at, zero);
		if (!value)
			return false;
		mlirbc_operand_set(&mlirbc_op_operands(end)[1 + i], value);
	}
	struct mlirbc_value *one = number(scan, &inside, 1), *next = shlo__emit_binary(&inside, "stablehlo.add", &arguments[0], one);
	if (next)
		mlirbc_operand_set(mlirbc_op_operands(end), next);
	return next != NULL;
}

static bool fill_body(struct scan *scan, struct mlirbc_op *loop, struct mlirbc_ir_mapping *mapping)
{
	struct shlo__pass *pass = scan->emit->pass;
	size_t count = (size_t)1 + scan->op->result_count;
	struct mlirbc_op *end = shlo__emit_body(scan->emit, &mlirbc_op_regions(loop)[1], scan->types, count, count);
	if (!end)
		return false;
	struct shlo__emit inside = { pass, end };
	struct mlirbc_value *arguments = end->parent->arguments, *at = &arguments[0], *zero = number(scan, &inside, 0);
	if (scan->reverse) {
		struct mlirbc_value *last = number(scan, &inside, scan->length - 1);
		at = shlo__emit_binary(&inside, "stablehlo.subtract", last, at);
	}
	for (uint32_t i = 0; i < scan->op->operand_count; i++) {
		struct mlirbc_value *argument = &scan->body->arguments[i];
		struct mlirbc_value *value = i < scan->inputs
						     ? access(scan, &inside, operand(scan, i), NULL, argument->type, at, zero)
						     : &arguments[1 + scan->outputs + i - scan->inputs];
		if (!value || !shlo__pass_ok(pass, mlirbc_ir_mapping_set_value(mapping, argument, value)))
			return false;
	}
	struct mlirbc_op *copied = shlo__pass_copy_body(pass, mlirbc_op_regions(scan->op), mapping, end);
	if (!copied)
		return false;
	bool ok = set_results(scan, end, copied, at, zero);
	return shlo__pass_ok(pass, mlirbc_op_erase(mlirbc_op_parent(copied))) && ok;
}

static struct mlirbc_op *make_loop(struct scan *scan)
{
	struct shlo__pass *pass = scan->emit->pass;
	size_t count = (size_t)1 + scan->op->result_count;
	scan->types[0] = scan->i64;
	scan->values[0] = number(scan, scan->emit, 0);
	for (uint32_t i = 0; i < scan->op->result_count; i++) {
		scan->types[1 + i] = mlirbc_op_results(scan->op)[i].type;
		scan->values[1 + i] = i < scan->outputs ? shlo__emit_zero(scan->emit, scan->types[1 + i])
							: operand(scan, scan->inputs + i - scan->outputs);
	}
	if (pass->status != MLIRBC_OK)
		return NULL;
	struct mlirbc_op *loop = shlo__pass_make(pass,
		&(const struct mlirbc_op_spec){ .name = "stablehlo.while", .name_size = 15, .result_types = scan->types,
			.result_count = count, .operands = scan->values, .operand_count = count, .region_count = 2 },
		scan->op);
	struct mlirbc_ir_mapping *mapping = loop ? mlirbc_ir_mapping_create(pass->context) : NULL;
	if (loop && !mapping)
		shlo__pass_no_memory(pass);
	bool ok = mapping && fill_condition(scan, loop) && fill_body(scan, loop, mapping);
	mlirbc_ir_mapping_destroy(mapping);
	if (ok)
		return loop;
	if (loop)
		(void)!mlirbc_op_erase(loop);
	return NULL;
}

struct mlirbc_op *shlo__lower_scan(struct shlo__emit *emit)
{
	struct mlirbc_context *context = emit->pass->context;
	const struct mlirbc_allocator *allocator = shlo__pass_allocator(emit->pass);
	const struct mlirbc_type *i64 = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	struct scan scan = { .emit = emit, .op = emit->before, .i64 = i64 ? shlo__tensor(context, NULL, 0, i64, NULL) : NULL };
	size_t size = ((size_t)1 + scan.op->result_count) * sizeof(void *);
	struct mlirbc_op *loop = NULL;
	if (!read_scan(&scan) || !is_exact(&scan))
		return NULL;
	scan.types = shlo__take(allocator, size);
	scan.values = shlo__take(allocator, size);
	if (scan.types && scan.values && scan.i64)
		loop = make_loop(&scan);
	else
		shlo__pass_no_memory(emit->pass);
	shlo__give(allocator, scan.types, size);
	shlo__give(allocator, scan.values, size);
	return loop;
}
