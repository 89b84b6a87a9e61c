/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See keys.h. Few entries are sorted by insertion, others by radix, a byte at a time from the lowest. */
#include "sorting/keys.h"
#include "expr/convert.h"
#include "layout/pick.h"
#include <string.h>

#define FEW 48
#define TOP (UINT64_C(1) << 63)

bool kernels_hlo__has_keys(enum kernels_dtype dtype)
{
	return dtype == KERNELS_I1 || hlo_is_integer(dtype) || hlo_is_float(dtype);
}

/* ---- keys */

/* From bits that are an f64, or an f32 in the upper half. */
static uint64_t float_key(uint64_t bits, const struct hlo_key_order *order, bool nan)
{
	if ((bits & ~TOP) == 0 && (order->canonical || !order->total))
		bits = 0;
	else if (nan && order->canonical)
		bits = ~TOP;
	return bits & TOP ? ~bits : bits | TOP;
}

/* NaNs keep their signs and payloads. Returns false if there is a NaN in no order. */
static bool float_keys(const struct hlo_key_order *order, const void *elements, size_t n, struct hlo_entry *out)
{
	bool wide = order->dtype == KERNELS_F64, in_order = true;
	uint32_t narrow[HLO_EXPR_TILE];
	uint64_t infinity = wide ? UINT64_C(0x7FF) << 52 : UINT64_C(0x7F8) << 52;
	if (!wide && order->dtype != KERNELS_F32)
		kernels_hlo__convert(KERNELS_F32, narrow, order->dtype, elements, n);
	else
		memcpy(narrow, elements, n * sizeof *narrow);
	for (size_t i = 0; i < n; i++) {
		uint64_t bits = (uint64_t)narrow[i] << 32;
		if (wide)
			memcpy(&bits, (const char *)elements + i * sizeof bits, sizeof bits);
		bool nan = (bits & ~TOP) > infinity;
		in_order = in_order && (order->total || !nan);
		out[i].key = float_key(bits, order, nan);
	}
	return in_order;
}

bool kernels_hlo__keys(const struct hlo_key_order *order, const void *data, const int64_t *offsets, int64_t n,
	struct hlo_entry *out)
{
	_Alignas(64) char elements[HLO_EXPR_TILE * 8];
	int64_t numbers[HLO_EXPR_TILE];
	bool is_float = hlo_is_float(order->dtype), in_order = true;
	uint64_t flip = (is_float || hlo_is_unsigned(order->dtype) || order->dtype == KERNELS_I1 ? 0 : TOP);
	for (int64_t i = 0; i < n; i += HLO_EXPR_TILE) {
		size_t count = n - i < HLO_EXPR_TILE ? (size_t)(n - i) : HLO_EXPR_TILE;
		for (size_t k = 0; k < count; k++)
			out[k].offset = offsets[i + (int64_t)k];
		kernels_hlo__pick(elements, data, offsets + i, 0, kernels_dtype_size(order->dtype), count);
		if (is_float)
			in_order = float_keys(order, elements, count, out) && in_order;
		else {
			kernels_hlo__convert(KERNELS_I64, numbers, order->dtype, elements, count);
			for (size_t k = 0; k < count; k++)
				out[k].key = (uint64_t)numbers[k] ^ flip;
		}
		for (size_t k = 0; k < count && order->descending; k++)
			out[k].key = ~out[k].key;
		out += count;
	}
	return in_order;
}

/* ---- sorting */

static void insertion_sort(struct hlo_entry *entries, int64_t n)
{
	for (int64_t i = 1; i < n; i++) {
		struct hlo_entry entry = entries[i];
		int64_t at = i;
		for (; at > 0 && entries[at - 1].key > entry.key; at--)
			entries[at] = entries[at - 1];
		entries[at] = entry;
	}
}

/* One pass over byte `shift` / 8. */
static void distribute(const struct hlo_entry *from, struct hlo_entry *to, int64_t n, unsigned shift)
{
	int64_t places[256] = { 0 }, at = 0;
	for (int64_t i = 0; i < n; i++)
		places[from[i].key >> shift & 255]++;
	for (int i = 0; i < 256; i++) {
		int64_t count = places[i];
		places[i] = at;
		at += count;
	}
	for (int64_t i = 0; i < n; i++)
		to[places[from[i].key >> shift & 255]++] = from[i];
}

void kernels_hlo__sort_keys(struct hlo_entry *entries, struct hlo_entry *spare, int64_t n)
{
	struct hlo_entry *from = entries, *to = spare, *swap;
	uint64_t different = 0;
	if (n <= FEW) {
		insertion_sort(entries, n);
		return;
	}
	for (int64_t i = 1; i < n; i++)
		different |= entries[i].key ^ entries[0].key;
	for (unsigned shift = 0; shift < 64; shift += 8)
		if (different >> shift & 255) {
			distribute(from, to, n, shift);
			swap = from;
			from = to;
			to = swap;
		}
	if (from != entries)
		memcpy(entries, from, (size_t)n * sizeof *entries);
}
