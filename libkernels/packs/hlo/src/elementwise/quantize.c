/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* uniform_quantize and uniform_dequantize: floats from and to storage integers, with one scale and zero point for all
 * elements or one for each index along a dimension. Both are expressions in which scale and zero point are arguments:
 * scalars for each run of elements that have the same ones, or arrays that repeat where such runs are short. */
#include "core/op.h"
#include "expr/convert.h"
#include "expr/dtypes.h"
#include "expr/expr.h"
#include <kernels/stop.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SHORT_RUN 64

struct plan {
	struct hlo_expr *body; /* (element, scale, zero point[, least, largest]) -> element */
	int64_t outer, channels, inner; /* elements: [outer][channels][inner]; all are scalars if channels is 1 */
	bool together;                  /* all channels in one call */
	int64_t repeat;                 /* copies of each scale and zero point */
	void *scales, *zero_points;     /* channels * repeat elements of the body's types */
	uint64_t limits[2];             /* least and largest storage integer, in the float type */
	size_t scale_size, zero_size;   /* of an element */
};

static void finish(const struct async_allocator *allocator, void *plan_data)
{
	struct plan *plan = plan_data;
	size_t count = (size_t)(plan->channels * plan->repeat);
	if (plan->scales)
		async_free(allocator, plan->scales, count * plan->scale_size + 1, 64);
	if (plan->zero_points)
		async_free(allocator, plan->zero_points, count * plan->zero_size + 1, 64);
	kernels_hlo__expr_destroy(plan->body);
}

struct parameters {
	struct kernels_array scales, zero_points;
	int64_t dimension, least, largest;
};

static bool read_parameters(struct hlo_op *op, enum kernels_dtype storage, struct parameters *out)
{
	if (!kernels_hlo__int(op, "quantization_dimension", &out->dimension) ||
		!kernels_hlo__int(op, "storage_min", &out->least) || !kernels_hlo__int(op, "storage_max", &out->largest) ||
		!kernels_hlo__array(op, "scales", KERNELS_F64, &out->scales) ||
		!kernels_hlo__array(op, "zero_points", KERNELS_I64, &out->zero_points))
		return false;
	unsigned bits = hlo_element_type(storage).bits;
	if (!hlo_is_integer(storage) || bits > 32)
		return kernels_hlo__refuse(op, "%s cannot hold quantized elements", kernels_dtype_name(storage));
	int64_t span = INT64_C(1) << bits, lowest = hlo_is_signed(storage) ? -span / 2 : 0;
	if (out->least < lowest || out->largest > lowest + span - 1 || out->least > out->largest)
		return kernels_hlo__refuse(op, "storage_min %lld and storage_max %lld are not a range of %s", (long long)out->least,
			(long long)out->largest, kernels_dtype_name(storage));
	const struct hlo_shape *shape = &op->operands[0].shape;
	if (out->dimension < -1 || out->dimension >= (int64_t)shape->rank)
		return kernels_hlo__refuse(op, "attribute quantization_dimension is %lld, expected -1 to %lld",
			(long long)out->dimension, (long long)shape->rank - 1);
	int64_t count = out->dimension < 0 ? 1 : shape->dims[out->dimension];
	if (out->scales.count != (uint64_t)count || out->zero_points.count != (uint64_t)count)
		return kernels_hlo__refuse(op, "%zu scales and %zu zero points, expected %lld", out->scales.count,
			out->zero_points.count, (long long)count);
	return true;
}

static void set_runs(const struct hlo_op *op, const struct parameters *parameters, struct plan *plan)
{
	const struct hlo_shape *shape = &op->operands[0].shape;
	plan->outer = plan->inner = plan->channels = 1;
	for (uint32_t i = 0; i < shape->rank; i++)
		if ((int64_t)i < parameters->dimension)
			plan->outer *= shape->dims[i];
		else if ((int64_t)i == parameters->dimension)
			plan->channels = shape->dims[i];
		else
			plan->inner *= shape->dims[i];
	if (plan->channels == 1) {
		plan->outer = 1;
		plan->inner = op->operands[0].elements;
	}
	plan->together = plan->channels > 1 && plan->inner < SHORT_RUN;
	plan->repeat = plan->together ? plan->inner : 1;
}

/* Converts scales and zero points to the body's types. */
static bool set_parameters(struct hlo_op *op, const struct parameters *parameters, struct plan *plan)
{
	size_t count = (size_t)(plan->channels * plan->repeat);
	plan->scale_size = kernels_dtype_size(plan->body->dtypes[1]);
	plan->zero_size = kernels_dtype_size(plan->body->dtypes[2]);
	plan->scales = async_alloc(op->allocator, count * plan->scale_size + 1, 64);
	plan->zero_points = async_alloc(op->allocator, count * plan->zero_size + 1, 64);
	if (!plan->scales || !plan->zero_points)
		return kernels_hlo__refuse(op, "out of memory");
	for (int64_t i = 0, at = 0; i < plan->channels; i++) {
		double scale;
		memcpy(&scale, parameters->scales.elements + 8 * i, 8);
		int64_t zero = kernels_load_i64(parameters->zero_points.elements + 8 * i);
		if (!(scale > 0) || isinf(scale))
			return kernels_hlo__refuse(op, "scale %lld is %g, expected a positive number", (long long)i, scale);
		if (zero < parameters->least || zero > parameters->largest)
			return kernels_hlo__refuse(op, "zero point %lld is %lld, expected %lld to %lld", (long long)i,
				(long long)zero, (long long)parameters->least, (long long)parameters->largest);
		for (int64_t k = 0; k < plan->repeat; k++, at++) {
			kernels_hlo__store(plan->body->dtypes[1], (char *)plan->scales + (size_t)at * plan->scale_size, scale);
			kernels_hlo__convert(plan->body->dtypes[2], (char *)plan->zero_points + (size_t)at * plan->zero_size,
				KERNELS_I64, &zero, 1);
		}
	}
	return true;
}

static bool make_plan(struct hlo_op *op, struct plan *plan, enum kernels_dtype storage, enum kernels_dtype expressed,
	const char *text)
{
	struct parameters parameters;
	char message[200];
	if (!hlo_is_float(expressed))
		return kernels_hlo__refuse(op, "%s is not a float type", kernels_dtype_name(expressed));
	if (!read_parameters(op, storage, &parameters) ||
		!kernels_hlo__set_shape(op, 0, op->operands[0].shape.rank, op->operands[0].shape.dims))
		return false;
	set_runs(op, &parameters, plan);
	plan->body = kernels_hlo__expr_parse(
		(struct kernels_string){ text, strlen(text) }, op->allocator, message, sizeof message);
	if (!plan->body)
		return kernels_hlo__refuse(op, "%s", message);
	if (!set_parameters(op, &parameters, plan))
		return false;
	kernels_hlo__convert(expressed, &plan->limits[0], KERNELS_I64, &parameters.least, 1);
	kernels_hlo__convert(expressed, &plan->limits[1], KERNELS_I64, &parameters.largest, 1);
	if (kernels_dtype_size(storage) == kernels_dtype_size(expressed))
		op->reuse[0] = 0;
	op->operations = (uint64_t)op->operands[0].elements * plan->body->step_count;
	op->nanoseconds = (uint64_t)op->operands[0].elements * 4;
	return true;
}

static bool plan_uniform_quantize(struct hlo_op *op, void *plan)
{
	char text[300];
	const char *f = kernels_hlo__dtype_name(op->operands[0].dtype), *storage = kernels_hlo__dtype_name(op->results[0].dtype);
	snprintf(text, sizeof text, "%s %s %s %s %s; divide 0 1 %s; add 5 2 %s; clamp 3 6 4 %s; round_nearest_even 7 %s; "
		"convert 8 %s; return 9", f, f, f, f, f, f, f, f, f, storage);
	return make_plan(op, plan, op->results[0].dtype, op->operands[0].dtype, text);
}

static bool plan_uniform_dequantize(struct hlo_op *op, void *plan)
{
	char text[200];
	const char *f = kernels_hlo__dtype_name(op->results[0].dtype), *storage = kernels_hlo__dtype_name(op->operands[0].dtype);
	snprintf(text, sizeof text, "%s %s i64; convert 0 i64; subtract 3 2 i64; convert 4 %s; multiply 5 1 %s; return 6",
		storage, f, f, f);
	return make_plan(op, plan, op->operands[0].dtype, op->results[0].dtype, text);
}

static bool run_quantization(const struct hlo_run *run, const void *plan_data)
{
	const struct plan *plan = plan_data;
	static const bool scalars[5] = { false, true, true, true, true }, arrays[5] = { false, false, false, true, true };
	int64_t calls = plan->together ? plan->outer : plan->outer * plan->channels;
	size_t n = (size_t)(plan->together ? plan->channels * plan->inner : plan->inner);
	size_t size = kernels_hlo__expr_workspace(plan->body, n);
	size_t in_size = kernels_dtype_size(plan->body->dtypes[0]), out_size = kernels_dtype_size(run->op->results[0].dtype);
	void *workspace = async_alloc(run->allocator, size, 64);
	if (!workspace)
		return kernels_hlo__fail(run, "out of memory");
	uint32_t did = 0;
	for (int64_t i = 0; i < calls && !kernels_stops(&did, 4 * n + 8); i++) {
		size_t channel = plan->together ? 0 : (size_t)(i % plan->channels);
		const void *in[5] = { (const char *)run->inputs[0] + (size_t)i * n * in_size,
			(const char *)plan->scales + channel * plan->scale_size,
			(const char *)plan->zero_points + channel * plan->zero_size, &plan->limits[0], &plan->limits[1] };
		void *out[1] = { (char *)run->outputs[0] + (size_t)i * n * out_size };
		kernels_hlo__expr_run(plan->body, in, plan->together ? arrays : scalars, out, n, workspace);
	}
	async_free(run->allocator, workspace, size, 64);
	return true;
}

HLO_KERNEL(uniform_quantize, .plan_size = sizeof(struct plan), .plan = plan_uniform_quantize, .run = run_quantization, .finish = finish)
HLO_KERNEL(uniform_dequantize, .plan_size = sizeof(struct plan), .plan = plan_uniform_dequantize, .run = run_quantization,
	.finish = finish)
