/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See geometry.h. */
#include "windows/geometry.h"
#include <string.h>

/* The product of both and the largest rank fits int64_t, with room. */
#define PLAIN_PLACE (INT64_C(1) << 20)
#define PLAIN_ELEMENTS (INT64_C(1) << 36)
#define LARGEST (INT64_C(1) << 60) /* of padded dimensions and of windows: sums do not overflow */

/* (n - 1) * step + 1, or 0 for 0; negative if too large. */
static int64_t spread(int64_t n, int64_t step)
{
	int64_t result;
	if (n <= 0)
		return n;
	return __builtin_mul_overflow(n - 1, step, &result) || result >= LARGEST ? -1 : result + 1;
}

static bool plan_dim(struct hlo_op *op, uint32_t i, struct hlo_window_dim *d)
{
	int64_t input = spread(d->input, d->dilation), window = spread(d->window, d->window_dilation);
	bool fits = d->window >= 1 && d->step >= 1 && d->dilation >= 1 && d->window_dilation >= 1 && input >= 0 &&
		window >= 0 && d->low > -LARGEST && d->low < LARGEST && d->high > -LARGEST && d->high < LARGEST;
	int64_t padded = fits ? input + d->low + d->high : 0;
	if (!fits || padded < 0 || padded > LARGEST)
		return kernels_hlo__refuse(op,
			"window of dimension %u, which is %lld: size %lld, stride %lld, dilations %lld "
			"and %lld, padding %lld and %lld",
			i, (long long)d->input, (long long)d->window, (long long)d->step, (long long)d->dilation,
			(long long)d->window_dilation, (long long)d->low, (long long)d->high);
	d->output = window > padded ? 0 : (padded - window) / d->step + 1;
	return true;
}

static bool read_dilations(struct hlo_op *op, const char *name, uint32_t rank, int64_t *out)
{
	for (uint32_t i = 0; i < rank; i++)
		out[i] = 1;
	return !kernels_hlo__has_attribute(op, name) || kernels_hlo__ints_of(op, name, rank, out);
}

static void find_active(struct hlo_geometry *g, const struct hlo_type *input)
{
	g->plain = input->elements < PLAIN_ELEMENTS;
	for (uint32_t i = 0; i < g->rank; i++) {
		const struct hlo_window_dim *d = &g->dims[i];
		g->plain = g->plain && d->dilation == 1 && d->low > -PLAIN_PLACE && d->low < PLAIN_PLACE &&
			d->high < PLAIN_PLACE && spread(d->window, d->window_dilation) < PLAIN_PLACE;
		if (d->window != 1 || d->dilation != 1 || d->low > 0 || d->high > 0)
			g->active[g->active_count++] = i;
	}
}

bool kernels_hlo__geometry_plan(struct hlo_op *op, const struct hlo_type *input, struct hlo_geometry *out)
{
	uint32_t rank = input->shape.rank;
	int64_t windows[KERNELS_MAX_RANK], steps[KERNELS_MAX_RANK], padding[2 * KERNELS_MAX_RANK];
	int64_t dilations[KERNELS_MAX_RANK], window_dilations[KERNELS_MAX_RANK], strides[KERNELS_MAX_RANK];
	if (!kernels_hlo__ints_of(op, "window_dimensions", rank, windows) ||
		!kernels_hlo__ints_of(op, "window_strides", rank, steps) ||
		!kernels_hlo__ints_of(op, "padding", 2 * rank, padding) ||
		!read_dilations(op, "base_dilations", rank, dilations) ||
		!read_dilations(op, "window_dilations", rank, window_dilations))
		return false;
	kernels_hlo__strides(input, strides);
	bool fits = true, empty = false;
	out->rank = rank;
	out->outputs = out->positions = 1;
	for (uint32_t i = 0; i < rank; i++) {
		out->dims[i] = (struct hlo_window_dim){ .input = input->shape.dims[i],
			.window = windows[i],
			.step = steps[i],
			.dilation = dilations[i],
			.window_dilation = window_dilations[i],
			.low = padding[2 * i],
			.high = padding[2 * i + 1],
			.input_stride = strides[i] };
		if (!plan_dim(op, i, &out->dims[i]))
			return false;
		empty |= out->dims[i].output == 0;
		fits = fits && !__builtin_mul_overflow(out->positions, windows[i], &out->positions);
		fits = fits && !__builtin_mul_overflow(out->outputs, out->dims[i].output, &out->outputs);
	}
	out->outputs = empty ? 0 : out->outputs;
	find_active(out, input);
	return fits || empty || kernels_hlo__refuse(op, "the windows have too many elements");
}

/* Computes what windows of a tile share. */
static void add_places(const struct hlo_geometry *g, struct hlo_window_tile *tile)
{
	memset(tile->base, 0, tile->count * sizeof *tile->base);
	memset(tile->linear, 0, tile->count * sizeof *tile->linear);
	for (uint32_t d = 0, a = 0; d < g->rank; d++) {
		const int64_t *place = tile->place[d], stride = g->dims[d].input_stride;
		bool active = a < g->active_count && g->active[a] == d;
		a += active;
		for (size_t i = 0; i < tile->count; i++) {
			tile->least[d] = place[i] < tile->least[d] ? place[i] : tile->least[d];
			tile->most[d] = place[i] > tile->most[d] ? place[i] : tile->most[d];
			tile->base[i] += active ? 0 : place[i] * stride;
			tile->linear[i] += g->plain ? place[i] * stride : 0;
		}
	}
}

bool kernels_hlo__window_inside(
	const struct hlo_geometry *g, const struct hlo_window_tile *tile, const int64_t *position, int64_t *shift)
{
	*shift = 0;
	for (uint32_t a = 0; a < g->active_count && g->plain; a++) {
		uint32_t d = g->active[a];
		int64_t moved = position[d] * g->dims[d].window_dilation;
		if (tile->least[d] + moved < 0 || tile->most[d] + moved >= g->dims[d].input)
			return false;
		*shift += moved * g->dims[d].input_stride;
	}
	return g->plain;
}

void kernels_hlo__window_tile(const struct hlo_geometry *g, struct hlo_window_tile *tile, int64_t first, size_t count)
{
	int64_t index[KERNELS_MAX_RANK];
	for (uint32_t d = g->rank; d-- > 0; first /= g->dims[d].output)
		index[d] = first % g->dims[d].output;
	tile->count = count;
	for (uint32_t d = 0; d < g->rank; d++) {
		tile->least[d] = INT64_MAX;
		tile->most[d] = INT64_MIN;
	}
	for (size_t i = 0; i < count; i++) {
		for (uint32_t d = 0; d < g->rank; d++)
			tile->place[d][i] = index[d] * g->dims[d].step - g->dims[d].low;
		for (uint32_t d = g->rank; d-- > 0; index[d] = 0)
			if (++index[d] < g->dims[d].output)
				break;
	}
	add_places(g, tile);
}

void kernels_hlo__window_next(const struct hlo_geometry *g, uint32_t rank, int64_t *position)
{
	for (uint32_t d = rank; d-- > 0; position[d] = 0)
		if (++position[d] < g->dims[d].window)
			return;
}

/* Adds the part of one dimension to offsets that are not yet negative. */
static void add_dim(const struct hlo_window_dim *d, const int64_t *place, int64_t shift, int64_t *offsets, size_t n)
{
	if (d->dilation == 1) {
		for (size_t i = 0; i < n; i++) {
			int64_t at = place[i] + shift;
			bool inside = at >= 0 && at < d->input && offsets[i] >= 0;
			offsets[i] = inside ? offsets[i] + at * d->input_stride : -1;
		}
		return;
	}
	for (size_t i = 0; i < n; i++) {
		int64_t at = place[i] + shift;
		bool inside = at >= 0 && at % d->dilation == 0 && at / d->dilation < d->input && offsets[i] >= 0;
		offsets[i] = inside ? offsets[i] + at / d->dilation * d->input_stride : -1;
	}
}

size_t kernels_hlo__window_offsets(const struct hlo_geometry *g, const struct hlo_window_tile *tile,
	const int64_t *position, int64_t *offsets)
{
	size_t inside = 0;
	memcpy(offsets, tile->base, tile->count * sizeof *offsets);
	for (uint32_t a = 0; a < g->active_count; a++) {
		const struct hlo_window_dim *d = &g->dims[g->active[a]];
		add_dim(d, tile->place[g->active[a]], position[g->active[a]] * d->window_dilation, offsets,
			tile->count);
	}
	for (size_t i = 0; i < tile->count; i++)
		inside += offsets[i] >= 0;
	return inside;
}

/* ---- rows */

void kernels_hlo__window_row(const struct hlo_geometry *g, uint32_t rank, int64_t number, int64_t *index)
{
	for (uint32_t i = rank; i-- > 0; number /= g->dims[i].output)
		index[i] = number % g->dims[i].output;
}

bool kernels_hlo__window_at(
	const struct hlo_geometry *g, uint32_t rank, const int64_t *index, const int64_t *position, int64_t *offset)
{
	bool inside = true;
	*offset = 0;
	for (uint32_t i = 0; i < rank; i++) {
		const struct hlo_window_dim *d = &g->dims[i];
		const int64_t place = index[i] * d->step + position[i] * d->window_dilation - d->low;
		inside = inside && place >= 0 && place < d->input;
		*offset += place * d->input_stride;
	}
	return inside;
}

int64_t kernels_hlo__window_range(const struct hlo_window_dim *d, int64_t begin, int64_t count, int64_t position,
	int64_t *low, int64_t *high)
{
	const int64_t first = begin * d->step + position * d->window_dilation - d->low;
	*low = first < 0 ? (-first - 1) / d->step + 1 : 0;
	*high = first < d->input ? (d->input - 1 - first) / d->step + 1 : 0;
	*low = *low < count ? *low : count;
	*high = *high < *low ? *low : *high < count ? *high : count;
	return first;
}
