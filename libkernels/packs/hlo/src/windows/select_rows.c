/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See select_rows.h. A row is the last dimension of the windows with the dimensions behind it. Each position of the windows
 * is compared for a row; what is selected is the number of the position. */
#include "windows/select_rows.h"
#include <kernels/stop.h>
#include <string.h>

#define CHUNK 1024 /* windows that are searched at a time, at most */
#define MOST_POSITIONS 65536
#define LANES 16

/* ---- plan */

bool kernels_hlo__select_rows_plan(const struct hlo_expr *select, const struct hlo_body *scatter,
	const struct hlo_geometry *g, struct hlo_select_rows *out)
{
	const struct hlo_expr_kind kind = kernels_hlo__expr_kind(select);
	*out = (struct hlo_select_rows){ .outer = g->rank, .inner = 1 };
	if (kind.shape != HLO_EXPR_COMPARE || kind.total_order || kind.operand != 0 || kind.direction < HLO_LT ||
		scatter->kind.shape != HLO_EXPR_SUM || scatter->captures || scatter->expr->dtypes[0] != KERNELS_F32 ||
		select->dtypes[0] != KERNELS_F32 || select->argument_count != 2 || !g->plain || g->outputs == 0 ||
		g->positions > MOST_POSITIONS)
		return false;
	out->keep_equal = kind.direction == HLO_GE || kind.direction == HLO_LE;
	out->minimum = kind.direction == HLO_LE || kind.direction == HLO_LT;
	while (out->outer > 0) {
		const struct hlo_window_dim *d = &g->dims[out->outer - 1];
		if (d->window != 1 || d->step != 1 || d->low != 0 || d->high != 0)
			break;
		out->inner *= d->output;
		out->outer--;
	}
	if (out->outer == 0 || out->inner > CHUNK)
		return false;
	out->places = g->dims[--out->outer].output;
	out->rows = g->outputs / (out->inner * out->places);
	const struct hlo_window_dim *first = &g->dims[0];
	out->parts = out->outer > 0 && first->step >= first->window ? first->output : 1;
	return true;
}

/* ---- search */

struct search {
	const struct hlo_select_rows *plan;
	const struct hlo_geometry *geometry;
	const float *operand;
	int64_t begin, count; /* places of the row */
	_Alignas(64) float best[CHUNK + LANES];
	_Alignas(64) int32_t selected[CHUNK + LANES]; /* numbers of positions; -1: none yet */
};

/* Compares n elements, of arrays with LANES more, with what their windows have selected; `keep` is the comparison of a, the best, with b. */
#define COMPARE(name, keep) \
	static inline __attribute__((always_inline)) void lanes_##name( \
		uint32_t *restrict best, int32_t *restrict selected, const float *restrict x, int32_t number) \
	{ \
		for (int i = 0; i < LANES; i++) { \
			uint32_t bits; \
			float a; \
			const float b = x[i]; \
			memcpy(&a, &best[i], sizeof a); \
			memcpy(&bits, &b, sizeof bits); \
			const uint32_t other = ((keep) ? 0 : ~(uint32_t)0) | (uint32_t)(selected[i] >> 31); \
			best[i] = (best[i] & ~other) | (bits & other); \
			selected[i] = (int32_t)(((uint32_t)selected[i] & ~other) | ((uint32_t)number & other)); \
		} \
	} \
	static void compare_##name(float *best, int32_t *selected, const float *x, int64_t n, int32_t number) \
	{ \
		uint32_t bits[LANES]; \
		int32_t chosen[LANES]; \
		float other[LANES]; \
		for (int64_t i = 0; i < n; i += LANES) { \
			memcpy(bits, best + i, sizeof bits); \
			memcpy(chosen, selected + i, sizeof chosen); \
			memcpy(other, x + i, sizeof other); \
			lanes_##name(bits, chosen, other, number); \
			if (n - i >= LANES) { \
				memcpy(best + i, bits, sizeof bits); \
				memcpy(selected + i, chosen, sizeof chosen); \
			} else { \
				memcpy(best + i, bits, (size_t)(n - i) * sizeof *bits); \
				memcpy(selected + i, chosen, (size_t)(n - i) * sizeof *chosen); \
			} \
		} \
	}
COMPARE(ge, a >= b)
COMPARE(gt, a > b)
COMPARE(le, a <= b)
COMPARE(lt, a < b)

static void compare(const struct search *s, float *best, int32_t *selected, const float *x, int64_t n, int32_t number)
{
	if (s->plan->minimum)
		(s->plan->keep_equal ? compare_le : compare_lt)(best, selected, x, n, number);
	else
		(s->plan->keep_equal ? compare_ge : compare_gt)(best, selected, x, n, number);
}

/* The positions along the row, for one of the outer dimensions, at this offset. */
static void search_row(struct search *s, int64_t offset, int32_t number)
{
	const struct hlo_window_dim *d = &s->geometry->dims[s->plan->outer];
	const int64_t inner = s->plan->inner;
	float together[CHUNK + LANES] = { 0 };
	for (int64_t k = 0; k < d->window; k++) {
		int64_t low, high;
		const int64_t first = kernels_hlo__window_range(d, s->begin, s->count, k, &low, &high);
		for (int64_t i = low; i < high; i++)
			for (int64_t c = 0; c < inner; c++)
				together[(i - low) * inner + c] = s->operand[offset + (first + i * d->step) * inner + c];
		compare(s, s->best + low * inner, s->selected + low * inner, together, (high - low) * inner,
			number + (int32_t)k);
	}
}

/* Finds the selected positions of the windows with these indices in the outer dimensions. */
static void search_windows(struct search *s, const int64_t *index)
{
	const struct hlo_geometry *g = s->geometry;
	const uint32_t outer = s->plan->outer;
	const int64_t along = g->dims[outer].window;
	int64_t position[KERNELS_MAX_RANK] = { 0 };
	memset(s->best, 0, sizeof s->best);
	memset(s->selected, 0xFF, sizeof s->selected);
	uint32_t did = 0;
	for (int64_t number = 0; number < g->positions && !kernels_stops(&did, (uint64_t)(along * s->count * s->plan->inner));
		number += along) {
		int64_t offset;
		if (kernels_hlo__window_at(g, outer, index, position, &offset))
			search_row(s, offset, (int32_t)number);
		kernels_hlo__window_next(g, outer, position);
	}
}

/* ---- scatter */

/* The offset of a position from the first one of its window. */
static int64_t shift_of(const struct hlo_geometry *g, uint32_t dims, int64_t number)
{
	int64_t shift = 0;
	for (uint32_t d = dims; d-- > 0; number /= g->dims[d].window)
		shift += number % g->dims[d].window * g->dims[d].window_dilation * g->dims[d].input_stride;
	return shift;
}

/* result[selected] = result[selected] + source, in the order of the sources. `first`: the offset of the first
 * position of the windows at place 0 of the row, which may be outside. */
static void scatter_row(
	const struct search *s, const int64_t *shifts, int64_t first, const float *source, float *result)
{
	const struct hlo_window_dim *d = &s->geometry->dims[s->plan->outer];
	const int64_t inner = s->plan->inner;
	for (int64_t i = 0; i < s->count; i++) {
		const int64_t base = first + ((s->begin + i) * d->step - d->low) * inner;
		for (int64_t c = 0; c < inner; c++) {
			const int32_t number = s->selected[i * inner + c];
			if (number < 0)
				continue;
			float *to = result + base + c + (shifts ? shifts[number] : shift_of(s->geometry, s->plan->outer + 1, number));
			*to = *to + source[i * inner + c];
		}
	}
}

void kernels_hlo__select_rows(const struct hlo_select_rows *rows, const struct hlo_geometry *g, const float *operand,
	const float *source, float *result, size_t begin, size_t end)
{
	enum { KNOWN = 256 };
	static const int64_t begin_of_window[KERNELS_MAX_RANK];
	const int64_t width = rows->places * rows->inner, chunk = CHUNK / rows->inner, each = rows->rows / rows->parts;
	int64_t shifts[KNOWN];
	struct search s;
	s.plan = rows;
	s.geometry = g;
	s.operand = operand;
	for (int64_t i = 0; i < g->positions && i < KNOWN; i++)
		shifts[i] = shift_of(g, rows->outer + 1, i);
	uint32_t did = 0;
	for (int64_t row = (int64_t)begin * each; row < (int64_t)end * each; row++) {
		if (kernels_stops(&did, (uint64_t)(width * g->positions)))
			return;
		int64_t index[KERNELS_MAX_RANK], first;
		kernels_hlo__window_row(g, rows->outer, row, index);
		(void)kernels_hlo__window_at(g, rows->outer, index, begin_of_window, &first); /* may be outside */
		for (s.begin = 0; s.begin < rows->places; s.begin += chunk) {
			s.count = rows->places - s.begin < chunk ? rows->places - s.begin : chunk;
			search_windows(&s, index);
			scatter_row(&s, g->positions <= KNOWN ? shifts : NULL, first,
				source + row * width + s.begin * rows->inner, result);
		}
	}
}
