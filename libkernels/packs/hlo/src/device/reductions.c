/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.device_reduce and hlo.device_reduce_window: a work-item takes the elements of a result or window one after the other, as the kernels of
 * the host do for bodies of several operations. Cumulative forms of windows stay on the host, where they are scans. */
#include "device/elements.h"
#include "windows/geometry.h"
#include "windows/reduce.h"
#include <inttypes.h>
#include <string.h>

extern const struct hlo_kernel kernels_hlo__reduce_kernel, kernels_hlo__reduce_window_kernel, kernels_hlo__reduce_window_spec_kernel;

static void put_sums(struct hlo_elements *elements, const struct hlo_body *body)
{
	for (uint32_t i = 0; i < body->count; i++)
		kernels_hlo__source_put(&elements->source, "%s sum%u = a%u[0];\n", kernels_hlo__source_type(body->expr->dtypes[i]), i,
			body->count + i + 1);
}

static void put_results(struct hlo_elements *elements, const struct hlo_body *body)
{
	for (uint32_t i = 0; i < body->count; i++)
		kernels_hlo__source_put(&elements->source, "r%u[e] = sum%u;\n", i, i);
}

/* ---- reduce_window */

static bool has_small_windows(const struct hlo_geometry *g)
{
	for (uint32_t i = 0; i < g->rank; i++) {
		const struct hlo_window_dim *d = &g->dims[i];
		if (d->low > HLO_SMALL_ARRAY / 2 || d->low < -HLO_SMALL_ARRAY / 2 || d->step > HLO_SMALL_ARRAY / 4 / (d->output + 1) ||
			d->window_dilation > HLO_SMALL_ARRAY / 4 / (d->window + 1) || d->dilation > HLO_SMALL_ARRAY)
			return false;
	}
	return true;
}

/* The loops over the positions of the window; `at` is the element there, and `inside` whether there is one. */
static void put_window(struct hlo_elements *elements, const struct hlo_geometry *g)
{
	struct hlo_source *source = &elements->source;
	int64_t below[KERNELS_MAX_RANK], product = 1;
	for (uint32_t i = g->rank; i-- > 0; product *= g->dims[i].output)
		below[i] = product;
	for (uint32_t i = 0; i < g->rank; i++)
		kernels_hlo__source_put(source,
			"const index p%u = e / (index)%" PRId64 " %% (index)%" PRId64 " * (index)%" PRId64 " - (index)(%" PRId64 ");\n", i, below[i], g->dims[i].output, g->dims[i].output > 1 ? g->dims[i].step : 0, g->dims[i].low);
	for (uint32_t i = 0; i < g->rank; i++)
		kernels_hlo__source_put(source, "for (index w%u = 0; w%u < (index)%" PRId64 "; w%u++)\n", i, i, g->dims[i].window, i);
	kernels_hlo__source_put(source, "{\nindex at = 0, in;\nint inside = 1;\n");
	for (uint32_t i = 0; i < g->rank; i++) {
		const struct hlo_window_dim *d = &g->dims[i];
		kernels_hlo__source_put(source, "in = p%u + w%u * (index)%" PRId64 ";\n", i, i, d->window > 1 ? d->window_dilation : 0);
		if (d->dilation > 1 && d->input > 1)
			kernels_hlo__source_put(source, "inside &= in %% (index)%" PRId64 " == 0;\nin /= (index)%" PRId64 ";\n",
				d->dilation, d->dilation);
		kernels_hlo__source_put(source, "inside &= in >= 0 && in < (index)%" PRId64 ";\nat += in * (index)%" PRId64 ";\n", d->input,
			d->input_stride);
	}
}

/* The combination of sums and elements. Padding is skipped, or is the initial value. */
static bool put_combination(struct hlo_elements *elements, const struct hlo_body *body, bool takes_padding)
{
	struct hlo_source *source = &elements->source;
	if (!takes_padding)
		kernels_hlo__source_put(source, "if (!inside)\ncontinue;\n");
	for (uint32_t i = 0; i < body->count; i++)
		kernels_hlo__source_put(source, "const %s x%u = inside ? a%u[at] : a%u[0];\n",
			kernels_hlo__source_type(body->expr->dtypes[i]), i, i + 1, body->count + i + 1);
	if (!kernels_hlo__elements_combine(elements, body))
		return false;
	kernels_hlo__source_put(source, "}\n");
	return true;
}

static bool put_kernel(struct hlo_op *op, struct hlo_device *device, const struct hlo_body *body, const struct hlo_geometry *g,
	bool takes_padding)
{
	struct hlo_elements elements;
	kernels_hlo__elements_begin(&elements, op, device, has_small_windows(g));
	kernels_hlo__source_prelude(&elements.source, device->f64, 1);
	kernels_hlo__elements_kernel(&elements);
	kernels_hlo__elements_loop(&elements, g->outputs);
	put_sums(&elements, body);
	put_window(&elements, g);
	if (!put_combination(&elements, body, takes_padding)) {
		kernels_hlo__source_finish(&elements.source);
		return false;
	}
	put_results(&elements, body);
	return kernels_hlo__elements_end(&elements);
}

/* The kernel of the host converts operands of narrower types, that of devices does not. */
static bool has_types_of_results(struct hlo_op *op, uint32_t count)
{
	for (uint32_t i = 0; i < 2 * count; i++) {
		if (op->operands[i].dtype != op->results[i % count].dtype)
			return kernels_hlo__refuse(op, "operand %u has elements of type %s, expected %s", i,
				kernels_dtype_name(op->operands[i].dtype), kernels_dtype_name(op->results[i % count].dtype));
	}
	return true;
}

static bool plan_either(struct hlo_op *op, struct hlo_device *device, const struct hlo_kernel *host, bool takes_padding)
{
	struct hlo_geometry geometry;
	struct hlo_body body = { .count = 0 };
	if (!kernels_hlo__device_open_as(op, device, host))
		return false;
	struct hlo_op as_host = kernels_hlo__device_host_op(op);
	memset(&geometry, 0, sizeof geometry);
	const bool good = kernels_hlo__reducer_plan(&as_host, &body) && has_types_of_results(&as_host, body.count) &&
			  kernels_hlo__geometry_plan(&as_host, &as_host.operands[0], &geometry) &&
			  (geometry.outputs == 0 || put_kernel(op, device, &body, &geometry, takes_padding));
	kernels_hlo__body_finish(op->allocator, &body);
	return good;
}

static bool plan_device_reduce_window(struct hlo_op *op, void *plan)
{
	return plan_either(op, plan, &kernels_hlo__reduce_window_kernel, false);
}

static bool plan_device_reduce_window_spec(struct hlo_op *op, void *plan)
{
	return plan_either(op, plan, &kernels_hlo__reduce_window_spec_kernel, true);
}

HLO_OWN_KERNEL(device_reduce_window, .plan_size = sizeof(struct hlo_device), .plan = plan_device_reduce_window,
	.finish = kernels_hlo__device_finish, .flags = HLO_OWN_RESULTS)
HLO_OWN_KERNEL(device_reduce_window_spec, .plan_size = sizeof(struct hlo_device), .plan = plan_device_reduce_window_spec,
	.finish = kernels_hlo__device_finish, .flags = HLO_OWN_RESULTS)
void kernels_hlo__device_reduce_window(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }
void kernels_hlo__device_reduce_window_spec(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }

/* ---- reduce */

/* The loop over the elements of result e; `at` is where one is. */
static void put_elements(struct hlo_elements *elements, const struct hlo_type *input, const struct hlo_dims *reduced)
{
	int64_t strides[KERNELS_MAX_RANK], dims[2][KERNELS_MAX_RANK], steps[2][KERNELS_MAX_RANK], count = 1;
	uint32_t ranks[2] = { 0, 0 };
	kernels_hlo__strides(input, strides);
	for (uint32_t i = 0; i < input->shape.rank; i++) {
		const bool inner = reduced->set >> i & 1;
		dims[inner][ranks[inner]] = input->shape.dims[i];
		steps[inner][ranks[inner]++] = strides[i];
		count *= inner ? input->shape.dims[i] : 1;
	}
	kernels_hlo__elements_position(elements, "begin", "e", ranks[0], dims[0], steps[0]);
	kernels_hlo__source_put(&elements->source, "for (index k = 0; k < (index)%" PRId64 "; k++) {\n", count);
	kernels_hlo__elements_position(elements, "step", "k", ranks[1], dims[1], steps[1]);
}

static bool put_reduction(struct hlo_op *op, struct hlo_device *device, const struct hlo_body *body, const struct hlo_dims *reduced)
{
	struct hlo_elements elements;
	kernels_hlo__elements_begin(&elements, op, device, true);
	kernels_hlo__source_prelude(&elements.source, device->f64, 1);
	kernels_hlo__elements_kernel(&elements);
	kernels_hlo__elements_loop(&elements, op->results[0].elements);
	put_sums(&elements, body);
	put_elements(&elements, &op->operands[1], reduced);
	for (uint32_t i = 0; i < body->count; i++)
		kernels_hlo__source_put(&elements.source, "const %s x%u = a%u[begin + step];\n",
			kernels_hlo__source_type(body->expr->dtypes[i]), i, i + 1);
	if (!kernels_hlo__elements_combine(&elements, body)) {
		kernels_hlo__source_finish(&elements.source);
		return false;
	}
	kernels_hlo__source_put(&elements.source, "}\n");
	put_results(&elements, body);
	return kernels_hlo__elements_end(&elements);
}

static bool plan_device_reduce(struct hlo_op *op, void *plan)
{
	struct hlo_dims reduced;
	struct hlo_body body = { .count = 0 };
	if (!kernels_hlo__device_open_as(op, plan, &kernels_hlo__reduce_kernel))
		return false;
	struct hlo_op as_host = kernels_hlo__device_host_op(op);
	const bool good = kernels_hlo__reducer_plan(&as_host, &body) && has_types_of_results(&as_host, body.count) &&
			  kernels_hlo__dims(op, "dimensions", op->operands[1].shape.rank, &reduced) &&
			  (op->results[0].elements == 0 || put_reduction(op, plan, &body, &reduced));
	kernels_hlo__body_finish(op->allocator, &body);
	return good;
}

HLO_OWN_KERNEL(device_reduce, .plan_size = sizeof(struct hlo_device), .plan = plan_device_reduce, .finish = kernels_hlo__device_finish,
	.flags = HLO_OWN_RESULTS)
void kernels_hlo__device_reduce(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }
