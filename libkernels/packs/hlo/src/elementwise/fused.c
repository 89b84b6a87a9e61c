/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* map and fused: an expression over arrays of one shape and scalars. */
#include "core/op.h"
#include "expr/call.h"
#include "expr/cost.h"
#include "expr/scalars.h"

#define SMALL_BLOCK 2048u
#define FEW_REGISTERS 128u
#define CALL_PICOSECONDS 500000u /* of a body that is a function of the program */

struct plan {
	struct hlo_expr *body;
	struct hlo_scalars *steps; /* of operands and results of one element each; NULL: others */
	bool *scalar; /* per operand: one element that is repeated */
	size_t scalar_size;
};

static void finish(const struct async_allocator *allocator, void *plan_data)
{
	struct plan *plan = plan_data;
	if (plan->scalar)
		async_free(allocator, plan->scalar, plan->scalar_size, 1);
	kernels_hlo__scalars_destroy(plan->steps);
	kernels_hlo__expr_destroy(plan->body);
}

/* The body's arguments and results have the element types of the first `operands` operands and the results. */
static bool check_body(struct hlo_op *op, const struct hlo_expr *body, uint32_t operands)
{
	if (body->argument_count != operands || body->result_count != op->result_count)
		return kernels_hlo__refuse(op, "body has %u arguments and %u results, expected %u and %u",
			body->argument_count, body->result_count, operands, op->result_count);
	for (uint32_t i = 0; i < operands; i++)
		if (body->dtypes[i] != op->operands[i].dtype)
			return kernels_hlo__refuse(op, "argument %u of body is %s, but operand %u %s", i,
				kernels_dtype_name(body->dtypes[i]), i, kernels_dtype_name(op->operands[i].dtype));
	for (uint32_t i = 0; i < op->result_count; i++)
		if (hlo_expr_result(body, i) != op->results[i].dtype)
			return kernels_hlo__refuse(op, "result %u of body is %s, but the result %s", i,
				kernels_dtype_name(hlo_expr_result(body, i)), kernels_dtype_name(op->results[i].dtype));
	return true;
}

/* Operands from `first_scalar` on are scalars, or captures of a function; those before have this shape, or, if `mixed`, may be scalars. `shape` NULL: all
 * values have one element, in shapes that differ. */
static bool check_shapes(
	struct hlo_op *op, const struct hlo_shape *shape, uint32_t first_scalar, bool mixed, bool calls, bool *scalar)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!shape || (calls && i >= first_scalar)) {
			scalar[i] = shape != NULL;
			continue;
		}
		const struct hlo_type *type = &op->operands[i];
		bool same = i < first_scalar && kernels_hlo__same_shape(&type->shape, shape);
		if (!same && (type->shape.rank > 0 || (i < first_scalar && !mixed))) {
			struct hlo_type expected = { .dtype = type->dtype };
			char texts[2][HLO_TYPE_TEXT];
			if (i < first_scalar)
				expected.shape = *shape;
			return kernels_hlo__refuse(op, "operand %u has the type %s, expected %s", i,
				kernels_hlo__type_text(type, texts[0]), kernels_hlo__type_text(&expected, texts[1]));
		}
		scalar[i] = !same;
	}
	for (uint32_t i = 0; shape && i < op->result_count; i++)
		if (!kernels_hlo__set_shape(op, i, shape->rank, shape->dims))
			return false;
	return true;
}

/* A result may have the memory of an operand that is not a scalar and has elements of the same size. */
static bool may_reuse(const struct hlo_op *op, const struct plan *plan, uint32_t result, uint32_t k)
{
	return !plan->scalar[k] && kernels_dtype_size(op->operands[k].dtype) == kernels_dtype_size(op->results[result].dtype);
}

/* Each result prefers another operand. */
static void choose_reuse(struct hlo_op *op, const struct plan *plan)
{
	uint32_t next = 0;
	if (!kernels_hlo__expr_in_place(plan->body))
		return;
	for (uint32_t i = 0; i < op->result_count; i++) {
		while (next < op->operand_count && !may_reuse(op, plan, i, next))
			next++;
		if (next < op->operand_count)
			op->reuse[i] = (int32_t)next++;
	}
	for (uint32_t i = 0; i < op->result_count; i++)
		for (uint32_t k = 0; k < op->operand_count && k < 64; k++)
			if (may_reuse(op, plan, i, k) && op->reuse[i] != (int32_t)k)
				hlo_may_reuse(op, i, k);
}

/* Evaluates a range in a block of memory: the workspace, then pointers to the range in operands and results. */
static void run_in(char *block, size_t workspace_size, const struct hlo_run *run, const struct plan *plan, size_t begin, size_t end)
{
	const struct hlo_op *op = run->op;
	void **places = (void **)(void *)(block + workspace_size), **out = places + op->operand_count;
	const void **in = (const void **)places;
	for (uint32_t i = 0; i < op->operand_count; i++)
		in[i] = (const char *)run->inputs[i] +
			(plan->scalar[i] ? 0 : begin * kernels_dtype_size(op->operands[i].dtype));
	for (uint32_t i = 0; i < op->result_count; i++)
		out[i] = (char *)run->outputs[i] + begin * kernels_dtype_size(op->results[i].dtype);
	kernels_hlo__expr_run(plan->body, in, plan->scalar, out, end - begin, block);
}

static void run_in_registers(const struct hlo_run *run, const struct plan *plan, struct hlo_register *registers)
{
	const struct hlo_op *op = run->op;
	const struct hlo_scalars *steps = plan->steps;
	kernels_hlo__scalars_begin(steps, registers);
	for (uint32_t i = 0; i < op->operand_count; i++)
		hlo_register_copy(&registers[i], run->inputs[i], kernels_dtype_size(op->operands[i].dtype));
	kernels_hlo__scalars_run(steps, registers);
	for (uint32_t i = 0; i < op->result_count; i++)
		hlo_register_copy(run->outputs[i], &registers[steps->results[i].number], steps->results[i].size);
}

static bool run_elements(const struct hlo_run *run, const struct plan *plan)
{
	struct hlo_register few[FEW_REGISTERS];
	const size_t count = (size_t)run->op->operand_count + plan->steps->registers, size = count * sizeof *few;
	struct hlo_register *registers = count <= FEW_REGISTERS ? few : async_alloc(run->allocator, size, 16);
	if (!registers)
		return false;
	run_in_registers(run, plan, registers);
	if (registers != few)
		async_free(run->allocator, registers, size, 16);
	return true;
}

static bool run_part(const struct hlo_run *run, const void *plan_data, size_t begin, size_t end)
{
	const struct plan *plan = plan_data;
	_Alignas(64) char small[SMALL_BLOCK]; /* enough for most expressions of scalars */
	size_t workspace_size = (kernels_hlo__expr_workspace(plan->body, end - begin) + 63) & ~(size_t)63;
	size_t size = workspace_size + ((size_t)run->op->operand_count + run->op->result_count) * sizeof(void *);
	char *block = size <= sizeof small ? small : async_alloc(run->allocator, size, 64);
	if (!block)
		return false;
	run_in(block, workspace_size, run, plan, begin, end);
	if (block != small)
		async_free(run->allocator, block, size, 64);
	return true;
}

static uint64_t estimate(const struct hlo_op *op, const struct hlo_expr *body)
{
	const uint64_t elements = (uint64_t)op->results[0].elements;
	uint64_t cost = body->call ? CALL_PICOSECONDS : 0, bytes = 0;
	for (uint32_t i = 0; i < body->step_count; i++)
		cost += kernels_hlo__step_cost(body, i);
	for (uint32_t i = 0; i < op->operand_count + op->result_count; i++)
		bytes += hlo_bytes(i < op->operand_count ? &op->operands[i] : &op->results[i - op->operand_count]);
	return kernels_hlo__nanoseconds(elements, cost, bytes);
}

static bool plan_body(
	struct hlo_op *op, struct plan *plan, const struct hlo_shape *shape, uint32_t first_scalar, bool mixed)
{
	if (!kernels_hlo__body_attribute(op, "body", op->operand_count - first_scalar, first_scalar, &plan->body))
		return false;
	const bool calls = plan->body->call != NULL;
	bool good = check_body(op, plan->body, calls ? first_scalar : op->operand_count);
	if (good && !shape) {
		plan->steps = kernels_hlo__scalars_create(plan->body, op->operand_count);
		good = plan->steps || kernels_hlo__refuse(op, "out of memory");
	}
	if (good) {
		plan->scalar_size = op->operand_count + 1;
		plan->scalar = async_alloc(op->allocator, plan->scalar_size, 1);
		good = plan->scalar != NULL || kernels_hlo__refuse(op, "out of memory");
	}
	if (!good || !check_shapes(op, shape, first_scalar, mixed, calls, plan->scalar))
		return false;
	choose_reuse(op, plan);
	op->operations = (uint64_t)op->results[0].elements * plan->body->step_count;
	op->nanoseconds = estimate(op, plan->body);
	if (shape) /* one element is not worth dividing */
		hlo_divide(op, op->results[0].elements, run_part);
	return true;
}

static bool run_body(const struct hlo_run *run, const void *plan_data)
{
	const struct plan *plan = plan_data;
	return (plan->steps ? run_elements(run, plan) : run_part(run, plan, 0, (size_t)run->op->results[0].elements)) ||
	       kernels_hlo__fail(run, "out of memory");
}

/* ---- map: operands of one shape, then captured scalars */

static bool plan_map(struct hlo_op *op, void *plan)
{
	int64_t captures, dimensions[KERNELS_MAX_RANK];
	if (!kernels_hlo__int(op, "captures", &captures))
		return false;
	if (captures < 0 || captures >= (int64_t)op->operand_count)
		return kernels_hlo__refuse(op, "attribute captures is %lld, expected 0 to %lld", (long long)captures,
			(long long)op->operand_count - 1);
	const struct hlo_shape *shape = &op->operands[0].shape;
	if (!kernels_hlo__ints_of(op, "dimensions", shape->rank, dimensions))
		return false;
	for (uint32_t i = 0; i < shape->rank; i++)
		if (dimensions[i] != i)
			return kernels_hlo__refuse(op, "attribute dimensions has %lld where %u is expected",
				(long long)dimensions[i], i);
	return plan_body(op, plan, shape, op->operand_count - (uint32_t)captures, false);
}

HLO_KERNEL(map, .plan_size = sizeof(struct plan), .plan = plan_map, .run = run_body, .finish = finish)

/* ---- fused: operands of the results' shape or scalars; or one element in each, of any rank */

static bool all_one_element(const struct hlo_op *op)
{
	for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
		const struct hlo_type *type = i < op->operand_count ? &op->operands[i] : &op->results[i - op->operand_count];
		if (type->elements != 1 || hlo_is_token(type))
			return false;
	}
	return true;
}

static bool plan_fused(struct hlo_op *op, void *plan)
{
	if (op->result_count == 0)
		return kernels_hlo__refuse(op, "it has no results");
	if (all_one_element(op))
		return plan_body(op, plan, NULL, op->operand_count, true);
	const struct hlo_shape *shape = &op->results[0].shape;
	for (uint32_t i = op->operand_count; i-- > 0;)
		if (op->operands[i].shape.rank > 0)
			shape = &op->operands[i].shape;
	for (uint32_t i = 0; i < shape->rank; i++)
		if (shape->dims[i] < 0)
			return kernels_hlo__refuse(op, "no operand has the shape of the results");
	return plan_body(op, plan, shape, op->operand_count, true);
}

HLO_KERNEL(fused, .plan_size = sizeof(struct plan), .plan = plan_fused, .run = run_body, .finish = finish)
