/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See elements.h. */
#include "device/elements.h"
#include "fusion/access.h"
#include <hlo/device.h>
#include <inttypes.h>
#include <stdio.h>

#define BLOCK_LEAST 1024 /* elements of a work-item of a CPU */
#define MANY_BLOCKS 64   /* enough for the threads of a CPU */
#define GROUP 64         /* work-items of a group of a GPU */

/* ---- the kernel */

size_t kernels_hlo__elements_begin(struct hlo_elements *elements, struct hlo_op *op, struct hlo_device *device, bool small)
{
	*elements = (struct hlo_elements){ .op = op, .device = device, .source = { .allocator = op->allocator, .lanes = 1 } };
	for (uint32_t i = 1; i < op->operand_count; i++)
		small = small && op->operands[i].elements < HLO_SMALL_ARRAY;
	for (uint32_t i = 0; i < op->result_count; i++)
		small = small && op->results[i].elements < HLO_SMALL_ARRAY;
	kernels_hlo__source_put(&elements->source, "typedef %s index;\n", small ? "int" : "long");
	return small ? sizeof(int32_t) : sizeof(int64_t);
}

void kernels_hlo__elements_kernel(struct hlo_elements *elements)
{
	kernels_hlo__device_begin_kernel(elements->op, elements->device, &elements->source);
}

int64_t kernels_hlo__elements_launch(const struct hlo_device *device, int64_t count, struct kernels_device_launch *launch)
{
	int64_t block = 1, group = 1;
	if (device->cpu)
		block = count / MANY_BLOCKS > BLOCK_LEAST ? (count + MANY_BLOCKS - 1) / MANY_BLOCKS : BLOCK_LEAST;
	else
		group = device->largest_group < GROUP ? (int64_t)device->largest_group : GROUP;
	launch->dimensions = 1;
	launch->group[0] = (size_t)group;
	launch->global[0] = (size_t)(((count + block - 1) / block + group - 1) / group * group);
	return block;
}

void kernels_hlo__elements_loop(struct hlo_elements *elements, int64_t count)
{
	const int64_t block = kernels_hlo__elements_launch(elements->device, count, &elements->device->launch);
	kernels_hlo__source_put(&elements->source,
		"const index first = (index)get_global_id(0) * (index)%" PRId64 ", end = min(first + (index)%" PRId64 ", (index)%" PRId64 ");\n"
		"for (index e = first; e < end; e++) {\n", block, block, count);
}

void kernels_hlo__elements_of_result(struct hlo_elements *elements, struct hlo_op *op, struct hlo_device *device, bool small)
{
	kernels_hlo__elements_begin(elements, op, device, small);
	kernels_hlo__elements_kernel(elements);
	kernels_hlo__elements_loop(elements, op->results[0].elements);
}

bool kernels_hlo__elements_end(struct hlo_elements *elements)
{
	kernels_hlo__source_put(&elements->source, "}\n}\n");
	return kernels_hlo__device_compile(elements->op, elements->device, &elements->source);
}

/* ---- positions */

void kernels_hlo__elements_position(struct hlo_elements *elements, const char *name, const char *number, uint32_t rank,
	const int64_t *dims, const int64_t *strides)
{
	int64_t count[KERNELS_MAX_RANK], stride[KERNELS_MAX_RANK];
	struct hlo_access access = { .count = count, .stride = stride };
	kernels_hlo__access_init(&access, 0, rank, dims, strides);
	kernels_hlo__source_put(&elements->source, "const index %s = ", name);
	kernels_hlo__source_position(&elements->source, 0, access.rank, access.count, access.stride, number);
	kernels_hlo__source_put(&elements->source, ";\n");
}

void kernels_hlo__elements_start(struct hlo_elements *elements, uint32_t operand, const char *at, int64_t last)
{
	const enum kernels_dtype dtype = elements->op->operands[operand].dtype;
	if (last == 0)
		kernels_hlo__source_put(&elements->source, "0L");
	else if (hlo_is_unsigned(dtype))
		kernels_hlo__source_put(&elements->source, "(long)min((ulong)a%u[%s], (ulong)%" PRId64 ")", operand, at, last);
	else
		kernels_hlo__source_put(&elements->source, "clamp((long)a%u[%s], 0L, (long)%" PRId64 ")", operand, at, last);
}

/* ---- bodies */

static bool put_step(struct hlo_source *source, const struct hlo_expr *body, uint32_t v, bool f64)
{
	const struct hlo_expr_step *step = &body->steps[v - body->argument_count];
	const enum kernels_dtype result = body->dtypes[v];
	char names[3][16];
	const char *operands[3] = { names[0], names[1], names[2] };
	if (step->opcode >= HLO_OPCODE_COUNT)
		return false;
	const uint32_t count = hlo_step(step->opcode)->operands;
	for (uint32_t k = 0; k < count; k++)
		snprintf(names[k], sizeof names[k], "v%u", step->operands[k]);
	const enum kernels_dtype operand = count ? body->dtypes[step->operands[count - 1]] : result;
	if (!hlo_device_has_step(step->opcode, operand, result, f64))
		return false;
	kernels_hlo__source_put(source, "const %s v%u = ", kernels_hlo__source_type(result), v);
	const bool good = kernels_hlo__source_step(source, step->opcode, step, operand, result, operands);
	kernels_hlo__source_put(source, ";\n");
	return good;
}

bool kernels_hlo__source_body(struct hlo_source *source, const struct hlo_expr *body, bool f64)
{
	if (body->call || body->has_blocks)
		return false;
	for (uint32_t v = body->argument_count; v < body->argument_count + body->step_count; v++) {
		if (!put_step(source, body, v, f64))
			return false;
	}
	return true;
}

bool kernels_hlo__elements_combine(struct hlo_elements *elements, const struct hlo_body *body)
{
	struct hlo_source *source = &elements->source;
	const uint32_t n = body->count;
	for (uint32_t i = 0; i < n; i++) {
		const char *type = kernels_hlo__source_type(body->expr->dtypes[i]);
		kernels_hlo__source_put(source, "const %s v%u = sum%u, v%u = x%u;\n", type, i, i, n + i, i);
	}
	for (uint32_t i = 0; i < body->captures; i++)
		kernels_hlo__source_put(source, "const %s v%u = a%u[0];\n", kernels_hlo__source_type(body->expr->dtypes[2 * n + i]), 2 * n + i,
			body->first_capture + i + 1);
	if (!kernels_hlo__source_body(source, body->expr, elements->device->f64))
		return kernels_hlo__refuse(elements->op, "the body has a step that devices do not have");
	for (uint32_t i = 0; i < n; i++)
		kernels_hlo__source_put(source, "sum%u = v%u;\n", i, body->expr->results[i]);
	return true;
}
