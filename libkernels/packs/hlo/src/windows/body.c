/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See body.h. */
#include "windows/body.h"
#include "expr/call.h"
#include "expr/convert.h"
#include <string.h>

bool kernels_hlo__captures(struct hlo_op *op, uint32_t least, uint32_t *out)
{
	int64_t captures;
	if (!kernels_hlo__int(op, "captures", &captures))
		return false;
	int64_t most = op->operand_count > least ? op->operand_count - least : 0;
	if (captures < 0 || captures > most || captures > HLO_MOST_CAPTURES)
		return kernels_hlo__refuse(op, "attribute captures is %lld, expected 0 to %lld", (long long)captures,
			(long long)(most < HLO_MOST_CAPTURES ? most : HLO_MOST_CAPTURES));
	*out = (uint32_t)captures;
	return true;
}

/* ---- plans */

static bool check(struct hlo_op *op, const char *name, const struct hlo_body *body)
{
	const struct hlo_expr *expr = body->expr;
	uint32_t n = body->count, captures = expr->call ? 0 : body->captures;
	if (expr->argument_count != 2 * n + captures || expr->result_count != n)
		return kernels_hlo__refuse(op, "attribute %s has %u arguments and %u results, expected %u and %u", name,
			expr->argument_count, expr->result_count, 2 * n + captures, n);
	for (uint32_t i = 0; i < n; i++) {
		enum kernels_dtype dtype = op->results[i].dtype;
		if (expr->dtypes[i] != dtype || expr->dtypes[n + i] != dtype || hlo_expr_result(expr, i) != dtype)
			return kernels_hlo__refuse(op,
				"attribute %s: arguments %u and %u and result %u are %s, %s and %s, "
				"expected %s",
				name, i, n + i, i, kernels_dtype_name(expr->dtypes[i]),
				kernels_dtype_name(expr->dtypes[n + i]), kernels_dtype_name(hlo_expr_result(expr, i)),
				kernels_dtype_name(dtype));
	}
	for (uint32_t i = 0; i < captures; i++) {
		const struct hlo_type *type = &op->operands[body->first_capture + i];
		char text[HLO_TYPE_TEXT];
		if (type->shape.rank != 0 || type->dtype != expr->dtypes[2 * n + i])
			return kernels_hlo__refuse(op,
				"operand %u has the type %s, but argument %u of attribute %s is a scalar "
				"%s",
				body->first_capture + i, kernels_hlo__type_text(type, text), 2 * n + i, name,
				kernels_dtype_name(expr->dtypes[2 * n + i]));
	}
	return true;
}

bool kernels_hlo__body_plan(
	struct hlo_op *op, const char *name, uint32_t count, uint32_t captures, struct hlo_body *out)
{
	*out = (struct hlo_body){ .count = count, .captures = captures,
		.first_capture = op->operand_count - captures };
	if (count < 1 || count > HLO_BODY_INPUTS)
		return kernels_hlo__refuse(op, "%u inputs, expected 1 to %u", count, HLO_BODY_INPUTS);
	if (op->result_count != count)
		return kernels_hlo__refuse(op, "%u results, expected %u", op->result_count, count);
	if (!kernels_hlo__body_attribute(op, name, captures, out->first_capture, &out->expr) || !check(op, name, out))
		return false;
	out->kind = kernels_hlo__expr_kind(out->expr);
	return true;
}

void kernels_hlo__body_finish(const struct async_allocator *allocator, void *plan)
{
	(void)allocator; /* that of the expression */
	kernels_hlo__expr_destroy(((struct hlo_body *)plan)->expr);
}

static int kind_of(enum kernels_dtype t)
{
	return hlo_is_signed(t) ? 1 : hlo_is_unsigned(t) ? 2 : hlo_is_float(t) ? 3 : hlo_is_complex(t) ? 4 : 5;
}

bool kernels_hlo__body_accepts(struct hlo_op *op, const struct hlo_body *body, uint32_t i, uint32_t operand)
{
	enum kernels_dtype from = op->operands[operand].dtype, to = body->expr->dtypes[i];
	if (from == to || (kind_of(from) == kind_of(to) && kernels_dtype_size(from) <= kernels_dtype_size(to)))
		return true;
	return kernels_hlo__refuse(op, "operand %u has elements of type %s, expected %s", operand,
		kernels_dtype_name(from), kernels_dtype_name(to));
}

/* ---- evaluation */

bool kernels_hlo__inputs_init(
	struct hlo_inputs *inputs, const struct hlo_run *run, const struct hlo_body *body, uint32_t first)
{
	inputs->run = run;
	inputs->count = body->count;
	memset(inputs->owned, 0, sizeof inputs->owned);
	for (uint32_t i = 0; i < body->count; i++) {
		const struct hlo_type *type = &run->op->operands[first + i];
		enum kernels_dtype to = body->expr->dtypes[i];
		inputs->data[i] = run->inputs[first + i];
		if (type->dtype == to)
			continue;
		inputs->size[i] = (size_t)type->elements * kernels_dtype_size(to);
		inputs->owned[i] = async_alloc(run->allocator, inputs->size[i], 64);
		if (!inputs->owned[i]) {
			kernels_hlo__inputs_finish(inputs);
			return kernels_hlo__fail(run, "out of memory for converted operands");
		}
		kernels_hlo__convert(to, inputs->owned[i], type->dtype, inputs->data[i], (size_t)type->elements);
		inputs->data[i] = inputs->owned[i];
	}
	return true;
}

void kernels_hlo__inputs_finish(struct hlo_inputs *inputs)
{
	for (uint32_t i = 0; i < inputs->count; i++)
		if (inputs->owned[i])
			async_free(inputs->run->allocator, inputs->owned[i], inputs->size[i], 64);
}

bool kernels_hlo__tile_init(struct hlo_tile *tile, const struct hlo_run *run, const struct hlo_body *body)
{
	size_t array = HLO_EXPR_TILE * 16, workspace = kernels_hlo__expr_workspace(body->expr, HLO_EXPR_TILE);
	tile->body = body;
	tile->allocator = run->allocator;
	tile->in_place = kernels_hlo__expr_in_place(body->expr);
	tile->block_size = 3 * array * body->count + workspace;
	char *at = tile->block = async_alloc(run->allocator, tile->block_size, 64);
	if (!at)
		return false;
	for (uint32_t i = 0; i < body->count; i++, at += 3 * array) {
		tile->current[i] = at;
		tile->element[i] = at + array;
		tile->spare[i] = at + 2 * array;
	}
	tile->workspace = at;
	memset(tile->scalars, 0, sizeof tile->scalars);
	for (uint32_t i = 0; i < body->captures; i++) {
		tile->arguments[2 * body->count + i] = run->inputs[body->first_capture + i];
		tile->scalars[2 * body->count + i] = true;
	}
	return true;
}

void kernels_hlo__tile_finish(struct hlo_tile *tile)
{
	async_free(tile->allocator, tile->block, tile->block_size, 64);
}

void kernels_hlo__tile_combine(
	struct hlo_tile *tile, void *const *current, const void *const *elements, size_t n)
{
	uint32_t count = tile->body->count;
	for (uint32_t i = 0; i < count; i++) {
		tile->arguments[i] = current[i];
		tile->arguments[count + i] = elements[i];
	}
	kernels_hlo__expr_run(tile->body->expr, tile->arguments, tile->scalars, tile->in_place ? current : tile->spare,
		n, tile->workspace);
	for (uint32_t i = 0; i < count && !tile->in_place; i++)
		memcpy(current[i], tile->spare[i], n * kernels_dtype_size(tile->body->expr->dtypes[i]));
}
