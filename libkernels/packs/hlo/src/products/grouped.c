/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/grouped.h"
#include <hlo/products.h>
#include <shared/share.h>
#include <string.h>

enum {
	AT_ONCE = 32,   /* groups: a constant number, for vectors */
	FEW = 16,       /* lines, or groups of all lines, that a thread takes at a time */
	BYTES_PER_NS = 4
};

struct grouping {
	const struct hlo_lines *from;
	char *to;
	size_t groups, units; /* of a batch */
};

/* ---- the elements of a line are contiguous */

static inline __attribute__((always_inline)) void flip(char *to, const char *from, size_t count)
{
	for (size_t i = 0; i < count; i++)
		to[i] = (char)(from[i] ^ 0x80);
}

static void copy_flipped(char *to, const char *from, size_t count)
{
	for (; count >= AT_ONCE; count -= AT_ONCE, to += AT_ONCE, from += AT_ONCE)
		flip(to, from, AT_ONCE);
	flip(to, from, count);
}

static void copy_lines(const struct grouping *g, const char *from, size_t first, size_t last, char *to)
{
	const size_t line = g->from->depth * g->from->element_size, padded = g->groups * 4;
	for (size_t i = first; i < last; i++) {
		char *out = to + i * padded;
		const char *in = from + i * g->from->line_step * g->from->element_size;
		if (g->from->flip)
			copy_flipped(out, in, line);
		else
			memcpy(out, in, line);
		memset(out + line, 0, padded - line);
	}
}

/* ---- the elements of all lines at one depth are contiguous */

#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && (defined(__SSE2__) || defined(__ARM_NEON))
/* Of 16 bytes from each row, in vectors: low and high halves of pairs of rows, then of both pairs. */
typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint16_t words8 __attribute__((vector_size(16)));
typedef uint32_t groups4 __attribute__((vector_size(16)));
#define LOW_BYTES(a, b) \
	((words8)__builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23))
#define HIGH_BYTES(a, b) \
	((words8)__builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31))
#define LOW_WORDS(a, b) ((groups4)__builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11))
#define HIGH_WORDS(a, b) ((groups4)__builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15))

static inline __attribute__((always_inline)) void weave_16(const uint8_t *const rows[4], size_t at, uint32_t turn, uint32_t *to)
{
	bytes16 row[4];
	for (size_t k = 0; k < 4; k++)
		memcpy(&row[k], rows[k] + at, sizeof row[k]);
	const words8 low[2] = { LOW_BYTES(row[0], row[1]), LOW_BYTES(row[2], row[3]) };
	const words8 high[2] = { HIGH_BYTES(row[0], row[1]), HIGH_BYTES(row[2], row[3]) };
	const groups4 woven[4] = { LOW_WORDS(low[0], low[1]) ^ turn, HIGH_WORDS(low[0], low[1]) ^ turn,
		LOW_WORDS(high[0], high[1]) ^ turn, HIGH_WORDS(high[0], high[1]) ^ turn };
	memcpy(to + at, woven, sizeof woven);
}
#define WEAVES_16 true
#else
static void weave_16(const uint8_t *const rows[4], size_t at, uint32_t turn, uint32_t *to)
{
	(void)rows;
	(void)at;
	(void)turn;
	(void)to;
}
#define WEAVES_16 false
#endif

/* to[i] = the i-th bytes of four rows */
static inline __attribute__((always_inline)) void weave_bytes(const uint8_t *const rows[4], size_t n, uint32_t turn, uint32_t *to)
{
	for (size_t i = 0; i < n; i++)
		to[i] = ((uint32_t)rows[0][i] | (uint32_t)rows[1][i] << 8 | (uint32_t)rows[2][i] << 16 |
				(uint32_t)rows[3][i] << 24) ^ turn;
}

static void weave_four(const char *from, size_t step, size_t rows, size_t lines, bool turned, uint32_t *to)
{
	static const uint8_t zeros[AT_ONCE];
	/* padding remains 0 */
	const uint32_t turn = turned ? UINT32_C(0x80808080) >> 8 * (4 - rows) : 0;
	for (size_t i = 0; i < lines; i += AT_ONCE) {
		const uint8_t *at[4];
		for (size_t k = 0; k < 4; k++)
			at[k] = k < rows ? (const uint8_t *)from + k * step + i : zeros;
		if (lines - i >= AT_ONCE && WEAVES_16) {
			weave_16(at, 0, turn, to + i);
			weave_16(at, 16, turn, to + i);
		} else if (lines - i >= AT_ONCE)
			weave_bytes(at, AT_ONCE, turn, to + i);
		else
			weave_bytes(at, lines - i, turn, to + i);
	}
}

static inline __attribute__((always_inline)) void weave_words(const uint16_t *low, const uint16_t *high, size_t n, uint32_t *to)
{
	for (size_t i = 0; i < n; i++)
		to[i] = (uint32_t)low[i] | (uint32_t)high[i] << 16;
}

static void weave_two(const char *from, size_t step, size_t rows, size_t lines, uint32_t *to)
{
	static const uint16_t zeros[AT_ONCE];
	for (size_t i = 0; i < lines; i += AT_ONCE) {
		const uint16_t *low = (const uint16_t *)(const void *)from + i;
		const uint16_t *high = rows > 1 ? (const uint16_t *)(const void *)(from + step) + i : zeros;
		if (lines - i >= AT_ONCE)
			weave_words(low, high, AT_ONCE, to + i);
		else
			weave_words(low, high, lines - i, to + i);
	}
}

static void weave(const struct grouping *g, const char *from, size_t first, size_t last, char *to)
{
	const struct hlo_lines *l = g->from;
	const size_t size = l->element_size, step = l->depth_step * size, of_group = 4 / size;
	for (size_t i = first; i < last; i++) {
		const char *row = from + i * of_group * step;
		const size_t rows = hlo_least(l->depth - i * of_group, of_group);
		uint32_t *out = (uint32_t *)(void *)to + i * l->lines;
		if (size == 1)
			weave_four(row, step, rows, l->lines, l->flip, out);
		else
			weave_two(row, step, rows, l->lines, out);
	}
}

/* ---- bytes that are widened */

static inline __attribute__((always_inline)) uint32_t widen(const char *from, bool is_signed)
{
	const int value = is_signed ? *(const int8_t *)from : *(const uint8_t *)from;
	return (uint32_t)value & 0xFFFF;
}

static inline __attribute__((always_inline)) void widen_pairs(
	const char *low, const char *high, size_t step, size_t count, bool is_signed, uint32_t *to)
{
	for (size_t i = 0; i < count; i++)
		to[i] = widen(low + i * step, is_signed) | widen(high + i * step, is_signed) << 16;
}

/* Lines, or pairs of the depth of all lines, [first, last). */
static void widen_units(const struct grouping *g, const char *from, size_t first, size_t last, uint32_t *to)
{
	static const char zeros[AT_ONCE];
	const struct hlo_lines *l = g->from;
	const bool is_signed = l->widening == HLO_WIDEN_SIGNED;
	for (size_t i = first; i < last; i++) {
		uint32_t *out = to + i * (l->depth_step == 1 ? g->groups : l->lines);
		if (l->depth_step == 1) {
			const char *in = from + i * l->line_step;
			const size_t pairs = l->depth / 2;
			if (is_signed)
				widen_pairs(in, in + 1, 2, pairs, true, out);
			else
				widen_pairs(in, in + 1, 2, pairs, false, out);
			if (l->depth % 2 != 0)
				out[pairs] = widen(in + 2 * pairs, is_signed);
			continue;
		}
		const char *low = from + 2 * i * l->depth_step;
		const bool both = 2 * i + 1 < l->depth;
		for (size_t j = 0; j < l->lines; j += AT_ONCE) {
			const char *high = both ? low + l->depth_step + j : zeros;
			const size_t count = hlo_least(l->lines - j, AT_ONCE);
			if (is_signed)
				widen_pairs(low + j, high, 1, count, true, out + j);
			else
				widen_pairs(low + j, high, 1, count, false, out + j);
		}
	}
}

struct widening {
	const char *from;
	uint32_t *to;
};

/* Groups of four rows of a panel. */
static void widen_groups(const void *data, size_t begin, size_t end)
{
	const struct widening *w = data;
	for (size_t i = begin; i < end; i++) {
		const char *from = w->from + i * HLO_PANEL * HLO_GROUP_BYTES;
		uint32_t *to = w->to + 2 * i * HLO_PANEL;
		widen_pairs(from, from + 1, HLO_GROUP_BYTES, HLO_PANEL, true, to);
		widen_pairs(from + 2, from + 3, HLO_GROUP_BYTES, HLO_PANEL, true, to + HLO_PANEL);
	}
}

void *kernels_hlo__widen_panels(const struct hlo_run *run, size_t depth, size_t columns, const void *from, size_t *out_size)
{
	const size_t groups = depth / HLO_GROUP_BYTES * (columns / HLO_PANEL);
	*out_size = 2 * depth * columns;
	const struct widening widening = { from, async_alloc(run->allocator, *out_size, 64) };
	if (widening.to)
		kernels_shared__share(
			kernels_host(run->request)->queue, widen_groups, &widening, groups, *out_size / BYTES_PER_NS);
	return widening.to;
}

/* ---- all */

static void group_units(const void *data, size_t begin, size_t end)
{
	const struct grouping *g = data;
	const struct hlo_lines *l = g->from;
	const bool of_lines = l->depth_step == 1;
	for (size_t unit = begin; unit < end; unit++) {
		const size_t batch = unit / g->units, first = unit % g->units * FEW;
		const char *from = (const char *)l->bytes + batch * l->batch_step * l->element_size;
		char *to = g->to + batch * l->lines * g->groups * 4;
		const size_t last = hlo_least(first + FEW, of_lines ? l->lines : g->groups);
		if (l->widening != HLO_AS_THEY_ARE)
			widen_units(g, from, first, last, (uint32_t *)(void *)to);
		else
			(of_lines ? copy_lines : weave)(g, from, first, last, to);
	}
}

bool kernels_hlo__group(const struct hlo_run *run, const struct hlo_lines *from, struct hlo_grouped *out)
{
	const size_t element = from->widening != HLO_AS_THEY_ARE ? 2 : from->element_size;
	const size_t groups = hlo_groups(from->depth, element), of_group = 4 / element;
	const bool of_lines = from->depth_step == 1;
	*out = (struct hlo_grouped){ .bytes = from->bytes, .depth_first = !of_lines };
	if (of_lines && !from->flip && element == from->element_size && from->depth % of_group == 0 && from->line_step % of_group == 0 &&
		from->batch_step % of_group == 0 && (uintptr_t)from->bytes % 4 == 0) {
		out->stride = from->line_step / of_group;
		out->batch_step = from->batch_step / of_group;
		return true;
	}
	out->stride = of_lines ? groups : from->lines;
	out->batch_step = from->lines * groups;
	out->size = from->batches * out->batch_step * 4;
	out->bytes = out->block = async_alloc(run->allocator, out->size, 64);
	if (!out->block)
		return false;
	const struct grouping grouping = { from, out->block, groups, ((of_lines ? from->lines : groups) + FEW - 1) / FEW };
	kernels_shared__share(kernels_host(run->request)->queue, group_units, &grouping, from->batches * grouping.units,
		out->size / BYTES_PER_NS);
	return true;
}
