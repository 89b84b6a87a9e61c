/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Evaluation of expressions in tiles. The workspace has a pointer per value, then the slots. A slot has room for one tile;
 * for a single element, 16 bytes. */
#include "expr/call.h"
#include "expr/expr.h"
#include <kernels/stop.h>
#include <string.h>

static size_t pointers_size(const struct hlo_expr *expr)
{
	size_t values = (size_t)expr->argument_count + expr->step_count;
	return (values * sizeof(void *) + 63) & ~(size_t)63;
}

static size_t slot_size(const struct hlo_expr *expr, size_t n)
{
	size_t count = n < HLO_EXPR_TILE ? n : HLO_EXPR_TILE;
	return (count * expr->element_size + 15) & ~(size_t)15;
}

size_t kernels_hlo__expr_workspace(const struct hlo_expr *expr, size_t n)
{
	size_t size = pointers_size(expr) + expr->slot_count * slot_size(expr, n);
	return size > 0 ? size : 1;
}

bool kernels_hlo__expr_in_place(const struct hlo_expr *expr)
{
	for (uint32_t i = 0; i < expr->result_count; i++)
		if (expr->results[i] < expr->argument_count)
			return false;
	return true;
}

/* n copies of an element of `size` bytes. */
static void repeat(void *out, const void *element, size_t size, size_t n)
{
	for (size_t i = 0; i < n; i++)
		memcpy((char *)out + i * size, element, size);
}

/* Points the values of constants and repeated arguments to their copies. */
static void prepare(const struct hlo_expr *expr, const void **values, char *slots, size_t stride,
	const void *const *in, const bool *scalar, size_t tile)
{
	for (uint32_t i = 0; i < expr->argument_count; i++) {
		values[i] = in[i];
		if (scalar && scalar[i]) {
			values[i] = slots + expr->argument_slots[i] * stride;
			repeat(slots + expr->argument_slots[i] * stride, in[i], kernels_dtype_size(expr->dtypes[i]), tile);
		}
	}
	const enum kernels_dtype *dtypes = expr->dtypes + expr->argument_count;
	for (uint32_t i = 0; i < expr->step_count; i++) {
		const struct hlo_expr_step *step = &expr->steps[i];
		char *slot = slots + step->slot * stride;
		values[expr->argument_count + i] = slot;
		if (step->opcode == HLO_OP_constant)
			repeat(slot, step->constant, kernels_dtype_size(dtypes[i]), tile);
	}
}

static void run_steps(const struct hlo_expr *expr, const void **values, char *slots, size_t stride, void *last, size_t count)
{
	uint32_t copied = expr->step_count - (last != NULL);
	for (uint32_t i = 0; i < expr->step_count; i++) {
		const struct hlo_expr_step *step = &expr->steps[i];
		if (step->opcode == HLO_OP_constant)
			continue;
		const void *in[3];
		for (uint32_t k = 0; k < step->of->primitive.operand_count; k++)
			in[k] = values[step->operands[k]];
		step->of->primitive.run(i < copied ? slots + step->slot * stride : last, in, count, &step->of->primitive);
	}
}

/* One element: nothing is repeated, and constants stay where they are. */
static void run_one(const struct hlo_expr *expr, const void *const *in, void *const *out, const void **values, char *slots)
{
	const uint32_t first = expr->argument_count, last = first + expr->step_count - 1;
	void *direct = NULL;
	for (uint32_t k = 0; expr->writes_last && k < expr->result_count; k++)
		if (expr->results[k] == last)
			direct = out[k];
	for (uint32_t i = 0; i < first; i++)
		values[i] = in[i];
	for (uint32_t i = 0; i < expr->step_count; i++) {
		const struct hlo_expr_step *step = &expr->steps[i];
		if (step->opcode == HLO_OP_constant) {
			values[first + i] = step->constant;
			continue;
		}
		const void *operands[3];
		for (uint32_t k = 0; k < step->of->primitive.operand_count; k++)
			operands[k] = values[step->operands[k]];
		void *to = direct && first + i == last ? direct : slots + step->slot * 16;
		values[first + i] = to;
		step->of->primitive.run(to, operands, 1, &step->of->primitive);
	}
	for (uint32_t k = 0; k < expr->result_count; k++)
		if (!direct || expr->results[k] != last)
			memmove(out[k], values[expr->results[k]], kernels_dtype_size(hlo_expr_result(expr, k)));
}

void kernels_hlo__expr_run(const struct hlo_expr *expr, const void *const *in, const bool *scalar, void *const *out,
	size_t n, void *workspace)
{
	if (expr->call) {
		kernels_hlo__expr_call(expr, in, scalar, out, n);
		return;
	}
	const void **values = workspace;
	char *slots = (char *)workspace + pointers_size(expr);
	size_t stride = slot_size(expr, n), tile = n < HLO_EXPR_TILE ? n : HLO_EXPR_TILE;
	uint32_t last = expr->argument_count + expr->step_count - 1;
	if (n == 1) {
		run_one(expr, in, out, values, slots);
		return;
	}
	uint32_t did = 0;
	prepare(expr, values, slots, stride, in, scalar, tile);
	for (size_t i = 0; i < n; i += tile) {
		if (i > 0 && kernels_stops(&did, tile * expr->step_count))
			return;
		size_t count = n - i < tile ? n - i : tile;
		for (uint32_t k = 0; k < expr->argument_count; k++)
			if (!scalar || !scalar[k])
				values[k] = (const char *)in[k] + i * kernels_dtype_size(expr->dtypes[k]);
		void *direct = NULL;
		for (uint32_t k = 0; expr->writes_last && k < expr->result_count; k++)
			if (expr->results[k] == last)
				direct = (char *)out[k] + i * kernels_dtype_size(hlo_expr_result(expr, k));
		run_steps(expr, values, slots, stride, direct, count);
		for (uint32_t k = 0; k < expr->result_count; k++) {
			size_t size = kernels_dtype_size(hlo_expr_result(expr, k));
			if (!direct || expr->results[k] != last)
				memmove((char *)out[k] + i * size, values[expr->results[k]], count * size);
		}
	}
}

static bool read_attribute(struct hlo_op *op, const char *name, bool memory, struct hlo_expr **out)
{
	struct kernels_string text;
	char message[300];
	if (!kernels_hlo__text(op, name, &text))
		return false;
	*out = memory ? kernels_hlo__expr_parse_memory(text, op->allocator, message, sizeof message)
		      : kernels_hlo__expr_parse(text, op->allocator, message, sizeof message);
	return *out || kernels_hlo__refuse(op, "attribute %s: %s", name, message);
}

bool kernels_hlo__expr_attribute(struct hlo_op *op, const char *name, struct hlo_expr **out)
{
	return read_attribute(op, name, false, out);
}

bool kernels_hlo__expr_memory_attribute(struct hlo_op *op, const char *name, struct hlo_expr **out)
{
	return read_attribute(op, name, true, out);
}
