/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Numbers of short and quantized types as f32. The layouts of blocks are in dtype.h. */
#include "internal.h"

#include <bytecursor/cursor.h>
#include <scalars/formats.h>

#include <string.h>

static float half(const uint8_t *at) { return scalars_of_f16((uint16_t)(at[0] | at[1] << 8)); }

/* ---- blocks of 32 */

/* The four types with two elements in a byte: scale, perhaps minimum and high bits. */
static void nibbles(const uint8_t *from, bool with_minimum, bool with_high, float *out)
{
	const float scale = half(from), minimum = with_minimum ? half(from + 2) : -0.0f; /* x + -0 is x, also for a zero */
	const uint8_t *at = from + (with_minimum ? 4 : 2);
	const uint32_t high = with_high ? bytecursor_load32le(at) : 0;
	const int middle = with_minimum ? 0 : with_high ? 16 : 8;
	at += with_high ? 4 : 0;
	for (unsigned i = 0; i < 16; i++) {
		const int low = (at[i] & 15) | (int)(high >> i & 1) << 4, top = at[i] >> 4 | (int)(high >> (i + 16) & 1) << 4;
		out[i] = scale * (float)(low - middle) + minimum;
		out[i + 16] = scale * (float)(top - middle) + minimum;
	}
}

static void q8_0(const uint8_t *from, float *out)
{
	const float scale = half(from);
	for (unsigned i = 0; i < 32; i++)
		out[i] = scale * (float)(int8_t)from[2 + i];
}

/* ---- blocks of 256 */

/* Scale and minimum of part `i` of 8, in 12 bytes: six bits of each; those of the last four are split. */
static void scale_of(const uint8_t *packed, unsigned i, unsigned *out_scale, unsigned *out_minimum)
{
	if (i < 4) {
		*out_scale = packed[i] & 63;
		*out_minimum = packed[i + 4] & 63;
	} else {
		*out_scale = (packed[i + 4] & 15u) | (unsigned)(packed[i - 4] >> 6) << 4;
		*out_minimum = (unsigned)(packed[i + 4] >> 4) | (unsigned)(packed[i] >> 6) << 4;
	}
}

/* Q4_K, and Q5_K, which has `high`: 32 bytes with a bit for each part. */
static void k_nibbles(const uint8_t *from, const uint8_t *high, const uint8_t *low, float *out)
{
	const float scale = half(from), minimum = half(from + 2);
	for (unsigned part = 0; part < 8; part++) {
		unsigned s, m;
		scale_of(from + 4, part, &s, &m);
		const float by = scale * (float)s, less = minimum * (float)m;
		for (unsigned i = 0; i < 32; i++) {
			const unsigned byte = low[part / 2 * 32 + i], bits = part % 2 ? byte >> 4 : byte & 15;
			const unsigned fifth = high ? (high[i] >> part & 1u) << 4 : 0;
			out[part * 32 + i] = by * (float)(bits | fifth) - less;
		}
	}
}

static void q6_k(const uint8_t *from, float *out)
{
	const float scale = half(from + 208);
	for (unsigned i = 0; i < 256; i++) {
		const unsigned part = i / 128, row = i % 128 / 32, column = i % 32; /* four rows of a part share bytes */
		const uint8_t low = from[part * 64 + row % 2 * 32 + column], high = from[128 + part * 32 + column];
		const int bits = (int)(row < 2 ? low & 15 : low >> 4) | (high >> (2 * row) & 3) << 4;
		out[i] = scale * (float)(int8_t)from[192 + i / 16] * (float)(bits - 32);
	}
}

static void block(enum tensorfile_dtype dtype, const uint8_t *from, float *out)
{
	switch (dtype) {
	case TENSORFILE_Q4_0: nibbles(from, false, false, out); break;
	case TENSORFILE_Q4_1: nibbles(from, true, false, out); break;
	case TENSORFILE_Q5_0: nibbles(from, false, true, out); break;
	case TENSORFILE_Q5_1: nibbles(from, true, true, out); break;
	case TENSORFILE_Q8_0: q8_0(from, out); break;
	case TENSORFILE_Q4_K: k_nibbles(from, NULL, from + 16, out); break;
	case TENSORFILE_Q5_K: k_nibbles(from, from + 16, from + 48, out); break;
	default: q6_k(from, out); break;
	}
}

/* ---- all types */

static const struct scalars_format *format_of(enum tensorfile_dtype dtype)
{
	switch ((int)dtype) {
	case TENSORFILE_F16: return &scalars_format_F16;
	case TENSORFILE_BF16: return &scalars_format_BF16;
	case TENSORFILE_F8_E4M3: return &scalars_format_F8E4M3FN;
	case TENSORFILE_F8_E5M2: return &scalars_format_F8E5M2;
	case TENSORFILE_F8_E4M3FNUZ: return &scalars_format_F8E4M3FNUZ;
	case TENSORFILE_F8_E5M2FNUZ: return &scalars_format_F8E5M2FNUZ;
	case TENSORFILE_F8_E8M0: return &scalars_format_F8E8M0FNU;
	case TENSORFILE_F6_E2M3: return &scalars_format_F6E2M3FN;
	case TENSORFILE_F6_E3M2: return &scalars_format_F6E3M2FN;
	case TENSORFILE_F4: return &scalars_format_F4E2M1FN;
	default: return NULL;
	}
}

/* Element `index` of packed ones, the first in the lowest bits. */
static uint32_t code_at(const uint8_t *from, uint64_t index, uint32_t width)
{
	const uint64_t bit = index * width;
	const uint8_t *at = from + bit / 8;
	const unsigned shift = (unsigned)(bit % 8);
	uint32_t bits = at[0];
	for (unsigned i = 1; 8 * i < shift + width; i++)
		bits |= (uint32_t)at[i] << (8 * i);
	return bits >> shift & ((1u << width) - 1);
}

bool tensorfile__to_f32(enum tensorfile_dtype dtype, const uint8_t *from, uint64_t count, float *out)
{
	const struct tensorfile__dtype *row = tensorfile__dtype_of(dtype);
	const struct scalars_format *format = format_of(dtype);
	if (format) {
		for (uint64_t i = 0; i < count; i++)
			out[i] = scalars_decode(format, code_at(from, i, format->width));
		return true;
	}
	if (dtype == TENSORFILE_F32) {
		for (uint64_t i = 0; i < count; i++)
			out[i] = scalars_of_bits_f32(bytecursor_load32le(from + 4 * i));
		return true;
	}
	if (!row || row->elements < 32)
		return false;
	for (uint64_t i = 0; i < count; i += row->elements, from += row->bytes)
		block(dtype, from, out + i);
	return true;
}
