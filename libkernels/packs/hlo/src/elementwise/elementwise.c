/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of single element-wise operations: one primitive over the whole arrays. */
#include "core/op.h"
#include "expr/convert.h"
#include "expr/cost.h"
#include "expr/primitive.h"
#include <kernels/stop.h>
#include <string.h>

#define TILE 256u
#define MOST_BLOCKS 8u /* of elements at a time */

struct plan {
	struct hlo_primitive primitive;
	bool scalar[3]; /* rank 0 where the result is not: repeated */
	bool any_scalar;
};

static bool find_opcode(struct hlo_op *op, enum hlo_opcode *out)
{
	const char *name = op->site->entry->kernel->name;
	const char *dot = strchr(name, '.');
	return (dot && hlo_find_opcode(dot + 1, strlen(dot + 1), out) &&
		       hlo_step(*out)->operands == op->operand_count && op->result_count == 1) ||
	       kernels_hlo__refuse(op, "%u operands and %u results", op->operand_count, op->result_count);
}

static bool read_compare(struct hlo_op *op, struct hlo_opcode_detail *out)
{
	struct kernels_string direction, type;
	if (!kernels_hlo__text(op, "comparison_direction", &direction) || !kernels_hlo__text(op, "compare_type", &type))
		return false;
	if (!hlo_find_direction(direction.data, direction.size, &out->direction))
		return kernels_hlo__refuse(op, "attribute comparison_direction is none of EQ, NE, LT, LE, GT, GE");
	out->compare_type = HLO_NOTYPE;
	if (type.size > 0 && !hlo_find_compare_type(type.data, type.size, &out->compare_type))
		return kernels_hlo__refuse(
			op, "attribute compare_type is none of FLOAT, TOTALORDER, SIGNED, UNSIGNED, NOTYPE");
	return true;
}

static bool read_precision(struct hlo_op *op, struct hlo_opcode_detail *out)
{
	int64_t exponent, mantissa;
	if (!kernels_hlo__int(op, "exponent_bits", &exponent) || !kernels_hlo__int(op, "mantissa_bits", &mantissa))
		return false;
	if (exponent < 1 || mantissa < 0)
		return kernels_hlo__refuse(op, "exponent_bits is %lld, mantissa_bits %lld; expected at least 1 and 0",
			(long long)exponent, (long long)mantissa);
	out->exponent_bits = exponent > 64 ? 64 : (uint32_t)exponent;
	out->mantissa_bits = mantissa > 64 ? 64 : (uint32_t)mantissa;
	return true;
}

/* All operands have the result's shape; the predicate of select and the bounds of clamp may be scalars. */
static bool check_shapes(struct hlo_op *op, enum hlo_opcode opcode, struct plan *plan)
{
	bool may_repeat[3] = { opcode == HLO_OP_select || opcode == HLO_OP_clamp, false, opcode == HLO_OP_clamp };
	const struct hlo_type *shape = &op->operands[may_repeat[0] ? 1 : 0];
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct hlo_type *type = &op->operands[i];
		if (kernels_hlo__same_shape(&type->shape, &shape->shape))
			continue;
		char texts[2][HLO_TYPE_TEXT];
		if (!may_repeat[i] || type->shape.rank > 0)
			return kernels_hlo__refuse(op, "operand %u has the type %s, but operand %d %s", i,
				kernels_hlo__type_text(type, texts[0]), may_repeat[0] ? 1 : 0,
				kernels_hlo__type_text(shape, texts[1]));
		plan->scalar[i] = plan->any_scalar = true;
	}
	return kernels_hlo__set_shape(op, 0, shape->shape.rank, shape->shape.dims);
}

/* "add is not defined for f32[2], i32[2] -> f32[2]" */
static bool refuse_types(struct hlo_op *op, enum hlo_opcode opcode)
{
	char texts[3][HLO_TYPE_TEXT] = { "", "", "" }, result[HLO_TYPE_TEXT];
	for (uint32_t i = 0; i < op->operand_count; i++)
		kernels_hlo__type_text(&op->operands[i], texts[i]);
	return kernels_hlo__refuse(op, "%s is not defined for %s%s%s%s%s -> %s", hlo_step(opcode)->name, texts[0],
		op->operand_count > 1 ? ", " : "", texts[1], op->operand_count > 2 ? ", " : "", texts[2],
		kernels_hlo__type_text(&op->results[0], result));
}

static uint64_t estimate(const struct hlo_op *op, enum hlo_opcode opcode)
{
	uint64_t bytes = hlo_bytes(&op->results[0]);
	for (uint32_t i = 0; i < op->operand_count; i++)
		bytes += hlo_bytes(&op->operands[i]);
	const uint32_t cost = kernels_hlo__operation_cost(opcode, op->operands[op->operand_count - 1].dtype, op->results[0].dtype);
	return kernels_hlo__nanoseconds((uint64_t)op->results[0].elements, cost, bytes);
}

static void run_repeated(const struct hlo_run *run, const struct plan *plan, size_t begin, size_t end)
{
	_Alignas(64) char tiles[3][TILE * 16];
	size_t sizes[3] = { 0 }, result_size = kernels_dtype_size(run->op->results[0].dtype);
	const void *in[3];
	for (uint32_t k = 0; k < run->op->operand_count; k++) {
		sizes[k] = kernels_dtype_size(run->op->operands[k].dtype);
		in[k] = tiles[k];
		for (size_t i = 0; plan->scalar[k] && i < TILE && i < end - begin; i++)
			memcpy(tiles[k] + i * sizes[k], run->inputs[k], sizes[k]);
	}
	uint32_t did = 0;
	for (size_t i = begin; i < end; i += TILE) {
		if (i > begin && kernels_stops(&did, TILE))
			return;
		for (uint32_t k = 0; k < run->op->operand_count; k++)
			if (!plan->scalar[k])
				in[k] = (const char *)run->inputs[k] + i * sizes[k];
		plan->primitive.run((char *)run->outputs[0] + i * result_size, in, end - i < TILE ? end - i : TILE, &plan->primitive);
	}
}

static bool run_part(const struct hlo_run *run, const void *plan_data, size_t begin, size_t end)
{
	const struct plan *plan = plan_data;
	if (plan->any_scalar) {
		run_repeated(run, plan, begin, end);
		return true;
	}
	/* a piece takes less than a millisecond, like the largest block */
	const size_t most = MOST_BLOCKS * run->op->block;
	for (size_t n; begin < end; begin += n) {
		const void *in[3];
		n = most > 0 && end - begin > most ? most : end - begin;
		for (uint32_t k = 0; k < run->op->operand_count; k++)
			in[k] = (const char *)run->inputs[k] + begin * kernels_dtype_size(run->op->operands[k].dtype);
		char *out = (char *)run->outputs[0] + begin * kernels_dtype_size(run->op->results[0].dtype);
		plan->primitive.run(out, in, n, &plan->primitive);
		if (begin + n < end && kernels_stopped())
			break;
	}
	return true;
}

static bool plan_elementwise(struct hlo_op *op, void *plan_data)
{
	struct plan *plan = plan_data;
	enum hlo_opcode opcode = HLO_OPCODE_COUNT;
	struct hlo_opcode_detail detail = { .compare_type = HLO_NOTYPE };
	enum kernels_dtype operands[3] = { KERNELS_DTYPE_INVALID };
	if (!find_opcode(op, &opcode) || (opcode == HLO_OP_compare && !read_compare(op, &detail)) ||
		(opcode == HLO_OP_reduce_precision && !read_precision(op, &detail)))
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++)
		operands[i] = op->operands[i].dtype;
	if (!kernels_hlo__primitive(opcode, &detail, op->results[0].dtype, operands, &plan->primitive))
		return refuse_types(op, opcode);
	if (!check_shapes(op, opcode, plan))
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++)
		if (!plan->scalar[i] && kernels_dtype_size(operands[i]) == kernels_dtype_size(op->results[0].dtype))
			hlo_may_reuse(op, 0, i);
	op->operations = (uint64_t)op->results[0].elements;
	op->nanoseconds = estimate(op, opcode);
	hlo_divide(op, op->results[0].elements, run_part);
	return true;
}

static bool run_elementwise(const struct hlo_run *run, const void *plan)
{
	return run_part(run, plan, 0, (size_t)run->op->results[0].elements);
}

HLO_KERNEL(elementwise, .plan_size = sizeof(struct plan), .plan = plan_elementwise, .run = run_elementwise)
