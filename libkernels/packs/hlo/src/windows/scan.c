/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See scan.h. The scans of many lines along the dimension run side by side. A forward scan computes what the windows
 * compute, step by step, if padding takes no part or body(init, init) is init. A backward scan has another bracketing: of sums and products of
 * floats it is used for long dimensions only. */
#include "windows/scan.h"
#include <kernels/stop.h>
#include <string.h>

#define PIECE 65536 /* steps of one line */
#define LONG 512 /* steps; shorter backward sums of floats are computed window by window */

/* The window is one element in every direction but one, where it is the whole length. */
static bool is_cumulative(const struct hlo_geometry *g, uint32_t *out_dimension)
{
	uint32_t found = KERNELS_MAX_RANK;
	for (uint32_t i = 0; i < g->rank; i++) {
		const struct hlo_window_dim *d = &g->dims[i];
		if (d->step != 1 || d->dilation != 1)
			return false;
		if (d->window == 1 && d->low == 0 && d->high == 0)
			continue;
		bool ends = (d->low == d->input - 1 && d->high == 0) || (d->high == d->input - 1 && d->low == 0);
		if (found < KERNELS_MAX_RANK || d->window != d->input || d->window_dilation != 1 || !ends)
			return false;
		found = i;
	}
	*out_dimension = found;
	return found < KERNELS_MAX_RANK;
}

bool kernels_hlo__scan_plan(const struct hlo_op *op, struct hlo_reduce_window *r)
{
	(void)op;
	if (!is_cumulative(&r->geometry, &r->dimension))
		return false;
	const struct hlo_window_dim *d = &r->geometry.dims[r->dimension];
	r->reverse = d->low == 0 && d->high > 0;
	if (!r->reverse || kernels_hlo__is_exact(&r->body))
		return true;
	bool free_order = r->body.kind.shape == HLO_EXPR_SUM || r->body.kind.shape == HLO_EXPR_PRODUCT ||
		r->body.kind.shape == HLO_EXPR_MINIMUM || r->body.kind.shape == HLO_EXPR_MAXIMUM;
	return free_order && d->input > LONG;
}

/* body(init, init) is init, bit by bit. */
static bool is_neutral(const struct hlo_reduce_window *r, struct hlo_tile *tile, const void *const *inits)
{
	bool same = true;
	for (uint32_t k = 0; k < r->body.count; k++)
		memcpy(tile->current[k], inits[k], kernels_dtype_size(r->body.expr->dtypes[k]));
	kernels_hlo__tile_combine(tile, tile->current, inits, 1);
	for (uint32_t k = 0; k < r->body.count; k++)
		same = same && memcmp(tile->current[k], inits[k], kernels_dtype_size(r->body.expr->dtypes[k])) == 0;
	return same;
}

/* `n` lines that begin at these offsets of inputs and outputs. */
static void scan_lines(const struct hlo_run *run, const struct hlo_reduce_window *r, struct hlo_tile *tile,
	const void *const *inputs, const void *const *inits, const int64_t *offsets, bool adjacent, size_t n)
{
	const struct hlo_window_dim *d = &r->geometry.dims[r->dimension];
	const void *elements[HLO_BODY_INPUTS];
	for (uint32_t k = 0; k < r->body.count; k++) {
		size_t size = kernels_dtype_size(r->body.expr->dtypes[k]);
		for (size_t i = 0; i < n; i++)
			memcpy((char *)tile->current[k] + i * size, inits[k], size);
	}
	uint32_t did = 0;
	for (int64_t i = 0; i < d->input; i++) {
		if (kernels_stops(&did, 4 * n))
			return;
		int64_t shift = (r->reverse ? d->input - 1 - i : i) * d->input_stride;
		for (uint32_t k = 0; k < r->body.count; k++) {
			size_t size = kernels_dtype_size(r->body.expr->dtypes[k]);
			elements[k] = (const char *)inputs[k] + (offsets[0] + shift) * (int64_t)size;
			if (adjacent)
				continue;
			kernels_hlo__pick(tile->element[k], inputs[k], offsets, shift, size, n);
			elements[k] = tile->element[k];
		}
		kernels_hlo__tile_combine(tile, tile->current, elements, n);
		for (uint32_t k = 0; k < r->body.count; k++)
			kernels_hlo__place(run->outputs[k], tile->current[k], offsets, shift,
				kernels_dtype_size(r->body.expr->dtypes[k]), n);
	}
}

/* One line in pieces; the last result of a piece is the initial value of the next. */
static void scan_line(hlo_serial_fn *serial, char *out, const void *init, const char *in, int64_t stride, int64_t size, int64_t n)
{
	for (int64_t i = 0; i < n; i += PIECE) {
		if (i > 0 && kernels_stopped())
			return;
		serial(out + i * stride * size, i > 0 ? out + (i - 1) * stride * size : init, in + i * stride * size, stride,
			n - i < PIECE ? n - i : PIECE);
	}
}

bool kernels_hlo__scan(const struct hlo_run *run, const struct hlo_reduce_window *r, struct hlo_tile *tile,
	const void *const *inputs, const void *const *inits)
{
	const struct hlo_geometry *g = &r->geometry;
	const struct hlo_window_dim *d = &g->dims[r->dimension];
	struct hlo_walk lines = { .elements = 1 };
	struct hlo_position at = { .offset = 0 };
	if (r->takes_padding && !is_neutral(r, tile, inits))
		return false;
	for (uint32_t i = 0; i < g->rank; i++)
		if (i != r->dimension)
			hlo_walk_add(&lines, g->dims[i].input, g->dims[i].input_stride);
	hlo_serial_fn *serial = kernels_hlo__serial(&r->body);
	size_t size = kernels_dtype_size(r->body.expr->dtypes[0]);
	bool alone = serial && (d->input_stride == 1 || lines.elements < 16);
	uint32_t did = 0;
	for (int64_t i = 0; i < lines.elements; i += alone ? 1 : HLO_EXPR_TILE) {
		if (i > 0 && kernels_stops(&did, (uint64_t)(alone ? d->input : d->input * HLO_EXPR_TILE)))
			break;
		int64_t offsets[HLO_EXPR_TILE], step = d->input_stride, first = r->reverse ? step * (d->input - 1) : 0;
		size_t n = lines.elements - i < HLO_EXPR_TILE ? (size_t)(lines.elements - i) : HLO_EXPR_TILE;
		bool adjacent = hlo_walk_offsets(&lines, &at, offsets, alone ? 1 : n);
		int64_t offset = (offsets[0] + first) * (int64_t)size;
		if (alone)
			scan_line(serial, (char *)run->outputs[0] + offset, inits[0], (const char *)inputs[0] + offset,
				r->reverse ? -step : step, (int64_t)size, d->input);
		else
			scan_lines(run, r, tile, inputs, inits, offsets, adjacent, n);
	}
	return true;
}
