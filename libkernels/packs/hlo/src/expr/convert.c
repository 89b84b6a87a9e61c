/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See convert.h. A conversion goes through f64, f32, or i64: one loop per type for each of the two halves. A 64-bit integer
 * becomes an f64 whose last bit is set if it is inexact: rounding that to a type of fewer bits is rounding once. */
#include "expr/convert.h"
#include "expr/dtypes.h"
#include "expr/isa.h"
#include <kernels/stop.h>
#include <scalars/operations.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-vectorize") /* loops of rare types, which would take ten times the code; others: convert_loops.h */
#endif
#define TILE 256u

typedef void array_fn(void *restrict out, const void *restrict in, size_t n);

union tile {
	double f64[TILE];
	float f32[TILE];
	int64_t i64[TILE];
};

/* ---- floats */

#define SMALL(E, name, U) \
	static void f64_of_##name(void *restrict out, const void *restrict in, size_t n) \
	{ \
		const U *a = in; \
		double *r = out; \
		for (size_t i = 0; i < n; i++) \
			r[i] = (double)scalars_decode(&scalars_format_##E, a[i]); \
	} \
	static void f32_of_##name(void *restrict out, const void *restrict in, size_t n) \
	{ \
		const U *a = in; \
		float *r = out; \
		for (size_t i = 0; i < n; i++) \
			r[i] = scalars_decode(&scalars_format_##E, a[i]); \
	} \
	static void name##_of_f64(void *restrict out, const void *restrict in, size_t n) \
	{ \
		const double *a = in; \
		U *r = out; \
		for (size_t i = 0; i < n; i++) \
			r[i] = (U)scalars_encode(&scalars_format_##E, a[i]); \
	} \
	static void name##_of_f32(void *restrict out, const void *restrict in, size_t n) \
	{ \
		const float *a = in; \
		U *r = out; \
		for (size_t i = 0; i < n; i++) \
			r[i] = (U)scalars_encode(&scalars_format_##E, (double)a[i]); \
	}
HLO_SMALL_FLOATS(SMALL)

static void copy_f32(void *restrict out, const void *restrict in, size_t n) { memcpy(out, in, n * sizeof(float)); }
static void copy_f64(void *restrict out, const void *restrict in, size_t n) { memcpy(out, in, n * sizeof(double)); }

static void f64_of_f32(void *restrict out, const void *restrict in, size_t n)
{
	const float *a = in;
	double *r = out;
	for (size_t i = 0; i < n; i++)
		r[i] = (double)a[i];
}

static void f32_of_f64(void *restrict out, const void *restrict in, size_t n)
{
	const double *a = in;
	float *r = out;
	for (size_t i = 0; i < n; i++)
		r[i] = (float)a[i];
}

/* ---- integers */

#define INTEGER_ARRAYS(name, T, saturated, wrap) \
	static void name##_of_f64(void *restrict out, const void *restrict in, size_t n) \
	{ \
		const double *a = in; \
		T *r = out; \
		for (size_t i = 0; i < n; i++) \
			r[i] = saturated; \
	} \
	static void wide_of_##name(void *restrict out, const void *restrict in, size_t n) \
	{ \
		const T *a = in; \
		int64_t *r = out; \
		for (size_t i = 0; i < n; i++) \
			r[i] = (int64_t)a[i]; \
	} \
	static void name##_of_wide(void *restrict out, const void *restrict in, size_t n) \
	{ \
		const int64_t *a = in; \
		T *r = out; \
		for (size_t i = 0; i < n; i++) \
			r[i] = (T)(wrap); \
	}
#define SIGNED_ARRAYS(E, name, T, U, W, bits) \
	INTEGER_ARRAYS(name, T, SCALARS_TO_SIGNED(T, bits, a[i]), SCALARS_EXTENDED(bits, a[i]))
#define UNSIGNED_ARRAYS(E, name, T, U, W, bits) \
	INTEGER_ARRAYS(name, T, SCALARS_TO_UNSIGNED(T, bits, a[i]), SCALARS_LOW(uint64_t, uint64_t, bits, a[i]))
HLO_SIGNED(SIGNED_ARRAYS)
HLO_UNSIGNED(UNSIGNED_ARRAYS)

static void i1_of_f64(void *restrict out, const void *restrict in, size_t n)
{
	const double *a = in;
	uint8_t *r = out;
	for (size_t i = 0; i < n; i++)
		r[i] = a[i] != 0;
}

static void i1_of_wide(void *restrict out, const void *restrict in, size_t n)
{
	const int64_t *a = in;
	uint8_t *r = out;
	for (size_t i = 0; i < n; i++)
		r[i] = a[i] != 0;
}

/* The 53 leading bits, the last of them set if a lower one is. */
static uint64_t sticky(uint64_t magnitude)
{
	uint64_t low = magnitude & 0x7FF;
	return magnitude >> 53 == 0 ? magnitude : (magnitude - low) | (uint64_t)(low != 0) << 11;
}

/* f64 of 64-bit integers in place; last: rounded to f64, else ready for a rounding to fewer bits. */
static void f64_of_integers(union tile *tile, bool is_unsigned, bool last, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int64_t x = tile->i64[i];
		bool negative = x < 0 && !is_unsigned;
		uint64_t magnitude = negative ? 0 - (uint64_t)x : (uint64_t)x;
		double value = (double)(last ? magnitude : sticky(magnitude));
		tile->f64[i] = negative ? -value : value;
	}
}

/* ---- the table */

struct halves {
	array_fn *to_f64, *from_f64, *to_f32, *from_f32, *to_i64, *from_i64;
};

#define SMALL_ROW(E, name, U) [KERNELS_##E] = { f64_of_##name, name##_of_f64, f32_of_##name, name##_of_f32, NULL, NULL },
#define INTEGER_ROW(E, name, T, U, W, bits) [KERNELS_##E] = { NULL, name##_of_f64, NULL, NULL, wide_of_##name, name##_of_wide },
static const struct halves table[KERNELS_DTYPE_LIMIT] = {
	HLO_SMALL_FLOATS(SMALL_ROW)
	HLO_INTEGERS(INTEGER_ROW)
	[KERNELS_F32] = { f64_of_f32, f32_of_f64, copy_f32, copy_f32, NULL, NULL },
	[KERNELS_F64] = { copy_f64, copy_f64, f32_of_f64, f64_of_f32, NULL, NULL },
	[KERNELS_I1] = { NULL, i1_of_f64, NULL, NULL, wide_of_ui8, i1_of_wide },
};

/* At most TILE elements of types that are not complex. */
static void convert_tile(enum kernels_dtype to, void *out, enum kernels_dtype from, const void *in, size_t n)
{
	const struct halves *source = &table[from], *target = &table[to];
	union tile tile;
	if (source->to_i64) {
		source->to_i64(tile.i64, in, n);
		if (target->from_i64) {
			target->from_i64(out, tile.i64, n);
			return;
		}
		f64_of_integers(&tile, from == KERNELS_UI64, to == KERNELS_F64, n);
	} else
		source->to_f64(tile.f64, in, n);
	target->from_f64(out, tile.f64, n);
}

/* ---- loops of the processor's instruction set */

/* All elements of the type are elements of f32. */
static bool is_narrow(enum hlo_hot_type t)
{
	return t == HLO_HOT_BF16 || t == HLO_HOT_F16 || t == HLO_HOT_I8 || t == HLO_HOT_UI8 || t == HLO_HOT_I1;
}

/* Directly, or, where that is exact, by way of f32. Returns false if there is no such loop. */
static bool convert_hot(enum kernels_dtype to, void *out, enum kernels_dtype from, const void *in, size_t n)
{
	const enum hlo_hot_type target = kernels_hlo__hot_type(to), source = kernels_hlo__hot_type(from);
	hlo_primitive_fn *const(*loops)[HLO_HOT_CONVERTED];
	float tile[TILE];
	if (target == HLO_COLD || source == HLO_COLD)
		return false;
	loops = kernels_hlo__isa()->conversions;
	if (loops[target][source]) {
		loops[target][source](out, &in, n, NULL);
		return true;
	}
	if (!is_narrow(source) || !loops[target][HLO_HOT_F32] || !loops[HLO_HOT_F32][source])
		return false;
	for (size_t i = 0; i < n; i += TILE) {
		const size_t count = n - i < TILE ? n - i : TILE;
		const void *part = (const char *)in + i * kernels_dtype_size(from), *wide = tile;
		loops[HLO_HOT_F32][source](tile, &part, count, NULL);
		loops[target][HLO_HOT_F32]((char *)out + i * kernels_dtype_size(to), &wide, count, NULL);
	}
	return true;
}

static void convert_plain(enum kernels_dtype to, void *out, enum kernels_dtype from, const void *in, size_t n)
{
	array_fn *direct = NULL;
	if (convert_hot(to, out, from, in, n))
		return;
	if (from == KERNELS_F32)
		direct = table[to].from_f32;
	else if (from == KERNELS_F64)
		direct = table[to].from_f64;
	else if (to == KERNELS_F32)
		direct = table[from].to_f32;
	else if (to == KERNELS_F64)
		direct = table[from].to_f64;
	if (direct && out != in) {
		direct(out, in, n);
		return;
	}
	size_t from_size = kernels_dtype_size(from), to_size = kernels_dtype_size(to);
	for (size_t i = 0; i < n; i += TILE)
		convert_tile(to, (char *)out + i * to_size, from, (const char *)in + i * from_size,
			n - i < TILE ? n - i : TILE);
}

static bool is_complex(enum kernels_dtype t) { return t == KERNELS_COMPLEX64 || t == KERNELS_COMPLEX128; }
static enum kernels_dtype part(enum kernels_dtype t) { return t == KERNELS_COMPLEX64 ? KERNELS_F32 : KERNELS_F64; }

/* The real parts of at most TILE complex numbers. */
static void take_real(enum kernels_dtype from, union tile *out, const void *in, size_t n)
{
	const float *f32 = in;
	const double *f64 = in;
	for (size_t i = 0; i < n; i++)
		if (from == KERNELS_COMPLEX64)
			out->f32[i] = f32[2 * i];
		else
			out->f64[i] = f64[2 * i];
}

static void put_real(enum kernels_dtype to, void *out, const union tile *in, size_t n)
{
	float *f32 = out;
	double *f64 = out;
	for (size_t i = 0; i < n; i++)
		if (to == KERNELS_COMPLEX64) {
			f32[2 * i] = in->f32[i];
			f32[2 * i + 1] = 0;
		} else {
			f64[2 * i] = in->f64[i];
			f64[2 * i + 1] = 0;
		}
}

static void convert_complex(enum kernels_dtype to, char *out, enum kernels_dtype from, const char *in, size_t n)
{
	size_t from_size = kernels_dtype_size(from), to_size = kernels_dtype_size(to);
	for (size_t i = 0; i < n; i += TILE) {
		size_t count = n - i < TILE ? n - i : TILE;
		union tile real, result;
		const void *source = in + i * from_size;
		if (is_complex(from)) {
			take_real(from, &real, source, count);
			source = &real;
		}
		void *target = is_complex(to) ? (void *)&result : (void *)(out + i * to_size);
		convert_plain(is_complex(to) ? part(to) : to, target, is_complex(from) ? part(from) : from, source, count);
		if (is_complex(to))
			put_real(to, out + i * to_size, &result, count);
	}
}

static void convert_some(enum kernels_dtype to, void *out, enum kernels_dtype from, const void *in, size_t n)
{
	if (to == from) {
		if (n > 0)
			memmove(out, in, n * kernels_dtype_size(to));
	} else if (is_complex(to) && is_complex(from))
		convert_plain(part(to), out, part(from), in, 2 * n);
	else if (is_complex(to) || is_complex(from))
		convert_complex(to, out, from, in, n);
	else
		convert_plain(to, out, from, in, n);
}

/* Elements that take less than a millisecond, from the first to the last: arrays may overlap if the result begins first. */
#define PIECE ((size_t)1 << 17)

void kernels_hlo__convert(enum kernels_dtype to, void *out, enum kernels_dtype from, const void *in, size_t n)
{
	if (n <= PIECE) {
		convert_some(to, out, from, in, n);
		return;
	}
	const size_t from_size = kernels_dtype_size(from), to_size = kernels_dtype_size(to);
	if ((uintptr_t)out > (uintptr_t)in && (uintptr_t)out < (uintptr_t)in + n * from_size) {
		convert_some(to, out, from, in, n);
		return;
	}
	for (size_t i = 0; i < n; i += PIECE) {
		if (i > 0 && kernels_stopped())
			return;
		convert_some(to, (char *)out + i * to_size, from, (const char *)in + i * from_size, n - i < PIECE ? n - i : PIECE);
	}
}

double kernels_hlo__load(enum kernels_dtype from, const void *in)
{
	double value;
	kernels_hlo__convert(KERNELS_F64, &value, from, in, 1);
	return value;
}

void kernels_hlo__store(enum kernels_dtype to, void *out, double value)
{
	kernels_hlo__convert(to, out, KERNELS_F64, &value, 1);
}

/* ---- formats */

#define FORMAT_ROW(enumerator, ...) [KERNELS_##enumerator] = SCALARS_FORMAT_VALUE(enumerator, __VA_ARGS__),
static const struct scalars_format formats[KERNELS_DTYPE_LIMIT] = {
	SCALARS_FORMATS(FORMAT_ROW)
	[KERNELS_F32] = { 32, 23, 127, 0x7F7FFFFF, 0x7F800000, 0x7FC00000, true, true },
	[KERNELS_F64] = { 64, 52, 1023, UINT64_C(0x7FEFFFFFFFFFFFFF), UINT64_C(0x7FF0000000000000),
		UINT64_C(0x7FF8000000000000), true, true },
};

const struct scalars_format *kernels_hlo__float_format(enum kernels_dtype dtype)
{
	return &formats[dtype];
}
