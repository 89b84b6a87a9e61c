/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One result of reduce in many parts side by side, where this does not change the result. Bodies that may change the
 * order of elements get part k of elements k, k + 256, ...; arg-min and arg-max, whose first NaN counts, get 256
 * sequences of adjacent elements. The parts are then combined in order. */
#include "windows/reduce.h"
#include <kernels/stop.h>
#include <string.h>

#define PARTS HLO_EXPR_TILE
#define FEW_OUTPUTS 16

bool kernels_hlo__is_exact(const struct hlo_body *body)
{
	enum kernels_dtype t = body->expr->dtypes[0];
	switch (body->kind.shape) {
	case HLO_EXPR_SUM:
	case HLO_EXPR_PRODUCT: return t == KERNELS_I1 || hlo_is_integer(t);
	case HLO_EXPR_MINIMUM:
	case HLO_EXPR_MAXIMUM: return !hlo_is_complex(t);
	case HLO_EXPR_AND:
	case HLO_EXPR_OR:
	case HLO_EXPR_XOR: return true;
	default: return false;
	}
}

static bool keeps_order(const struct hlo_body *body)
{
	return body->kind.shape == HLO_EXPR_ARG_MIN || body->kind.shape == HLO_EXPR_ARG_MAX;
}

bool kernels_hlo__has_parts(const struct hlo_reduce *r)
{
	if (r->reduced.rank != 1 || r->body.captures > 0)
		return false;
	if (kernels_hlo__is_exact(&r->body))
		return r->reduced.elements >= 2 * PARTS && (r->reduced.steps[0] == 1 || r->outputs.elements < FEW_OUTPUTS);
	return keeps_order(&r->body) && r->reduced.elements >= 16 * PARTS && r->outputs.elements < FEW_OUTPUTS;
}

/* Element `step` of each part. */
static void elements_of(const struct hlo_reduce *r, struct hlo_tile *tile, const void *const *inputs, int64_t offset,
	int64_t step, void *const *out)
{
	int64_t offsets[PARTS], stride = r->reduced.steps[0], length = r->reduced.elements / PARTS;
	(void)tile;
	for (int64_t i = 0; i < PARTS; i++)
		offsets[i] = offset + stride * (keeps_order(&r->body) ? i * length + step : step * PARTS + i);
	for (uint32_t k = 0; k < r->body.count; k++)
		kernels_hlo__pick(out[k], inputs[k], offsets, 0, kernels_dtype_size(r->body.expr->dtypes[k]), PARTS);
}

/* Combines the result with `n` elements, one after the other. */
static void combine_each(const struct hlo_reduce *r, struct hlo_tile *tile, void *const *current,
	const void *const *elements, int64_t offset, int64_t stride, int64_t n)
{
	const void *one[HLO_BODY_INPUTS];
	for (int64_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < r->body.count; k++)
			one[k] = (const char *)elements[k] +
				(offset + i * stride) * (int64_t)kernels_dtype_size(r->body.expr->dtypes[k]);
		kernels_hlo__tile_combine(tile, current, one, 1);
	}
}

/* Makes one of all parts: in halves, whose order is free. */
static int64_t fold_parts(const struct hlo_reduce *r, struct hlo_tile *tile)
{
	int64_t n = PARTS;
	const void *upper[HLO_BODY_INPUTS];
	while (!keeps_order(&r->body) && n > 1) {
		n /= 2;
		for (uint32_t k = 0; k < r->body.count; k++)
			upper[k] = (const char *)tile->current[k] +
				   (size_t)n * kernels_dtype_size(r->body.expr->dtypes[k]);
		kernels_hlo__tile_combine(tile, tile->current, upper, (size_t)n);
	}
	return n;
}

void kernels_hlo__reduce_parts(const struct hlo_reduce *r, struct hlo_tile *tile, void *const *current,
	const void *const *inputs, int64_t offset)
{
	int64_t length = r->reduced.elements / PARTS, stride = r->reduced.steps[0];
	const void *elements[HLO_BODY_INPUTS];
	uint32_t did = 0;
	elements_of(r, tile, inputs, offset, 0, tile->current);
	for (int64_t step = 1; step < length; step++) {
		if (stride == 1 && !keeps_order(&r->body))
			for (uint32_t k = 0; k < r->body.count; k++)
				elements[k] = (const char *)inputs[k] +
					(offset + step * PARTS) * (int64_t)kernels_dtype_size(r->body.expr->dtypes[k]);
		else {
			elements_of(r, tile, inputs, offset, step, tile->element);
			memcpy(elements, tile->element, r->body.count * sizeof *elements);
		}
		kernels_hlo__tile_combine(tile, tile->current, elements, PARTS);
		if (kernels_stops(&did, 2 * PARTS))
			return;
	}
	int64_t parts = fold_parts(r, tile);
	combine_each(r, tile, current, (const void *const *)tile->current, 0, 1, parts);
	combine_each(
		r, tile, current, inputs, offset + length * PARTS * stride, stride, r->reduced.elements - length * PARTS);
}
