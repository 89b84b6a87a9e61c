/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See fold.h. */
#include "expr/fold.h"
#include "core/op.h"
#include "expr/tables.h"
#include <kernels/stop.h>
#include <scalars/formats.h>
#include <scalars/operations.h>
#include <string.h>

#define LANES HLO_FOLD_LANES
#define BLOCK HLO_FOLD_BLOCK
#define SIDE 8u

/* ---- common types */

#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

/* Elements of type E are computed as T, and rounded after each step. Each step waits for the one before, so SIDE rows are computed side
 * by side. */
#define SERIAL(op, form, value, name, E, T, of_element, element_of) \
	static void serial_##op##_##name( \
		void *out, const void *elements, size_t rows, size_t n, const void *inits, size_t init_step) \
	{ \
		const E *x = elements, *init = inits; \
		size_t r = 0; \
		for (; r + SIDE <= rows; r += SIDE, x += SIDE * n) { \
			T side[SIDE]; \
			UNROLL \
			for (unsigned k = 0; k < SIDE; k++) \
				side[k] = of_element(init[(r + k) * init_step]); \
			for (size_t i = 0; i < n; i++) { \
				UNROLL \
				for (unsigned k = 0; k < SIDE; k++) { \
					const T a = side[k], b = of_element(x[k * n + i]); \
					side[k] = of_element(element_of(value)); \
				} \
			} \
			UNROLL \
			for (unsigned k = 0; k < SIDE; k++) \
				((E *)out)[r + k] = element_of(side[k]); \
		} \
		for (; r < rows; r++, x += n) { \
			T a = of_element(init[r * init_step]); \
			for (size_t i = 0; i < n; i++) { \
				const T b = of_element(x[i]); \
				a = of_element(element_of(value)); \
			} \
			((E *)out)[r] = element_of(a); \
		} \
	}
#define SAME(x) (x)
SCALARS_SUMS(SERIAL, float, f32, float, float, SAME, SAME)
SCALARS_SUMS(SERIAL, double, f64, double, double, SAME, SAME)
SCALARS_SUMS(SERIAL, float, f16, uint16_t, float, scalars_of_f16, scalars_f16_of)
SCALARS_SUMS(SERIAL, float, bf16, uint16_t, float, scalars_of_bf16, scalars_bf16_of)
SCALARS_SUMS(SERIAL, uint32_t, i32, uint32_t, uint32_t, SAME, SAME)
SCALARS_SUMS(SERIAL, uint64_t, i64, uint64_t, uint64_t, SAME, SAME)
SCALARS_EXTREMES(SERIAL, i32, int32_t, int32_t, SAME, SAME)
/* As the primitives of maximum and minimum. Comparisons of processors have the same result if no element is a NaN, which stays in the
 * sum, and the result is not 0. */
#define QUICK_EXTREME(op, less, name, T) \
	static void quick_##op##_##name( \
		void *out, const void *elements, size_t rows, size_t n, const void *inits, size_t init_step) \
	{ \
		const T *x = elements, *init = inits; \
		size_t r = 0; \
		for (; r + SIDE <= rows; r += SIDE, x += SIDE * n) { \
			T side[SIDE], sum = 0; \
			bool odd = false; \
			UNROLL \
			for (unsigned k = 0; k < SIDE; k++) \
				side[k] = init[(r + k) * init_step]; \
			for (size_t i = 0; i < n; i++) { \
				UNROLL \
				for (unsigned k = 0; k < SIDE; k++) { \
					const T b = x[k * n + i]; \
					side[k] = side[k] less b ? side[k] : b; \
					sum += b; \
				} \
			} \
			for (unsigned k = 0; k < SIDE; k++) \
				odd |= side[k] == 0 || init[(r + k) * init_step] != init[(r + k) * init_step]; \
			if (odd || sum != sum) \
				serial_##op##_##name((T *)out + r, x, SIDE, n, init + r * init_step, init_step); \
			else \
				memcpy((T *)out + r, side, sizeof side); \
		} \
		serial_##op##_##name((T *)out + r, x, rows - r, n, init + r * init_step, init_step); \
	}
#define FLOAT_EXTREMES(name, T) \
	SERIAL(maximum, , HLO_FOLD_MAXIMUM(name), name, T, T, SAME, SAME) \
	SERIAL(minimum, , HLO_FOLD_MINIMUM(name), name, T, T, SAME, SAME) \
	QUICK_EXTREME(maximum, >, name, T) \
	QUICK_EXTREME(minimum, <, name, T)
FLOAT_EXTREMES(f32, float)
FLOAT_EXTREMES(f64, double)

#define SUMS(name) [HLO_FOLD_ADD] = serial_add_##name, [HLO_FOLD_MULTIPLY] = serial_multiply_##name
#define EXTREMES(name) [HLO_FOLD_MAXIMUM] = serial_maximum_##name, [HLO_FOLD_MINIMUM] = serial_minimum_##name
#define QUICK_EXTREMES(name) [HLO_FOLD_MAXIMUM] = quick_maximum_##name, [HLO_FOLD_MINIMUM] = quick_minimum_##name
static hlo_fold_rows_fn *const serials[KERNELS_DTYPE_LIMIT][HLO_FOLD_LOOPS + 1] = {
	[KERNELS_F32] = { SUMS(f32), QUICK_EXTREMES(f32) },
	[KERNELS_F64] = { SUMS(f64), QUICK_EXTREMES(f64) },
	[KERNELS_F16] = { SUMS(f16) },
	[KERNELS_BF16] = { SUMS(bf16) },
	[KERNELS_I32] = { SUMS(i32), EXTREMES(i32) },
	[KERNELS_UI32] = { SUMS(i32) },
	[KERNELS_I64] = { SUMS(i64) },
	[KERNELS_UI64] = { SUMS(i64) },
};

/* ---- operations on bits: 32 elements are so many words */

#define BITS(op, name, size) \
	static void name##_##size(void *lanes, const void *elements, size_t chunks, size_t step) \
	{ \
		enum { WORDS = LANES * (size) / 8 }; \
		const char *x = elements; \
		uint64_t lane[WORDS], b[WORDS]; \
		memcpy(lane, lanes, sizeof lane); \
		for (; chunks > 0; chunks--, x += step) { \
			memcpy(b, x, sizeof b); \
			for (unsigned k = 0; k < WORDS; k++) \
				lane[k] = lane[k] op b[k]; \
		} \
		memcpy(lanes, lane, sizeof lane); \
	}
#define SIZES(op, name) BITS(op, name, 1) BITS(op, name, 2) BITS(op, name, 4) BITS(op, name, 8)
SIZES(&, and)
SIZES(|, or)
SIZES(^, xor)

/* NULL: it is none of these. */
static hlo_fold_lanes_fn *bits_of(enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	static hlo_fold_lanes_fn *const ands[] = { and_1, and_2, and_4, and_8 }, *const ors[] = { or_1, or_2, or_4, or_8 },
		*const xors[] = { xor_1, xor_2, xor_4, xor_8 };
	const bool logical = dtype == KERNELS_I1;
	const size_t size = kernels_dtype_size(dtype), which = size == 8 ? 3 : size / 2;
	if ((!logical && !hlo_is_integer(dtype)) || size > 8)
		return NULL;
	return opcode == HLO_OP_and || (logical && opcode == HLO_OP_minimum) ? ands[which]
		: opcode == HLO_OP_or || (logical && opcode == HLO_OP_maximum) ? ors[which]
		: opcode == HLO_OP_xor ? xors[which] : NULL;
}

/* HLO_FOLD_LOOPS: none */
static enum hlo_fold_loop loop_of(enum hlo_opcode opcode)
{
	return opcode == HLO_OP_add	? HLO_FOLD_ADD
		: opcode == HLO_OP_multiply ? HLO_FOLD_MULTIPLY
		: opcode == HLO_OP_maximum  ? HLO_FOLD_MAXIMUM
		: opcode == HLO_OP_minimum  ? HLO_FOLD_MINIMUM
					    : HLO_FOLD_LOOPS;
}

static bool any_order(enum hlo_opcode opcode, enum kernels_dtype t)
{
	switch (opcode) {
	case HLO_OP_add:
	case HLO_OP_multiply: return t == KERNELS_I1 || hlo_is_integer(t);
	case HLO_OP_minimum:
	case HLO_OP_maximum: return !hlo_is_complex(t);
	default: return true;
	}
}

bool kernels_hlo__fold_init_of(
	const struct hlo_isa *isa, struct hlo_fold *fold, enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	const struct hlo_opcode_detail none = { .compare_type = HLO_NOTYPE };
	const enum kernels_dtype operands[3] = { dtype, dtype, dtype };
	*fold = (struct hlo_fold){ .size = kernels_dtype_size(dtype) };
	if (!kernels_hlo__primitive_of(isa, opcode, &none, dtype, operands, &fold->primitive))
		return false;
	fold->free_order = any_order(opcode, dtype);
	fold->in_order = !fold->free_order && dtype != KERNELS_F32 && dtype != KERNELS_F64;
	const enum hlo_hot_type hot = kernels_hlo__hot_type(dtype);
	const enum hlo_fold_loop loop = loop_of(opcode);
	if (hot < HLO_HOT_LIMIT && loop < HLO_FOLD_LOOPS)
		fold->loops = isa->folds[hot][loop];
	if (!fold->loops.lanes)
		fold->loops.lanes = bits_of(opcode, dtype);
	fold->serial = serials[dtype][loop];
	return true;
}

bool kernels_hlo__fold_init(struct hlo_fold *fold, enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	return kernels_hlo__fold_init_of(kernels_hlo__isa(), fold, opcode, dtype);
}

/* ---- parts */

/* a[i] = a[i] op b[i] */
static void combine(const struct hlo_fold *fold, void *a, const void *b, size_t n)
{
	const void *in[3] = { a, b, NULL };
	fold->primitive.run(a, in, n, &fold->primitive);
}

/* A few elements, each an array of `width`: 32 of each array at a time, whose results stay in registers, then the others. */
static void serial_columns(const struct hlo_fold *fold, char *current, const char *x, size_t n, size_t width)
{
	const size_t each = width * fold->size, whole = fold->loops.lanes ? width / LANES * LANES : 0;
	for (size_t at = 0; at < whole; at += LANES)
		fold->loops.lanes(current + at * fold->size, x + at * fold->size, n, each);
	for (size_t i = 0; i < n && whole < width; i++)
		combine(fold, current + whole * fold->size, x + i * each + whole * fold->size, width - whole);
}

/* n elements, each an array of `width`. */
static void serial(const struct hlo_fold *fold, void *current, const void *elements, size_t n, size_t width)
{
	const size_t each = width * fold->size, piece = fold->serial && width == 1 ? BLOCK : LANES;
	const char *x = elements;
	uint32_t did = 0;
	for (size_t i = 0; i < n; i += piece) {
		const size_t count = n - i < piece ? n - i : piece;
		if (i > 0 && kernels_stops(&did, piece * width))
			return;
		if (fold->serial && width == 1)
			fold->serial(current, x + i * each, 1, count, current, 0);
		else
			serial_columns(fold, current, x + i * each, count, width);
	}
}

/* Element 0 of up to 32 becomes the result of all, with the others combined in halves. */
static void halve(const struct hlo_fold *fold, char *lanes, size_t n, size_t width)
{
	while (n > 1) {
		size_t half = n / 2;
		combine(fold, lanes, lanes + (n - half) * width * fold->size, half * width);
		n -= half;
	}
}

/* Up to 32 elements in `lanes`, which are overwritten. */
static void few(const struct hlo_fold *fold, void *current, char *lanes, size_t n, size_t width)
{
	if (n > 1 && fold->free_order && !(fold->serial && width == 1)) {
		halve(fold, lanes, n, width);
		n = 1;
	}
	serial(fold, current, lanes, n, width);
}

/* More elements come to the lanes, of which `at` have been there. */
static void add_lanes(const struct hlo_fold *fold, char *lanes, size_t at, const char *x, size_t n, size_t width)
{
	const size_t size = width * fold->size;
	while (n > 0) {
		size_t lane = at % LANES, count = LANES - lane < n ? LANES - lane : n;
		if (at < LANES)
			memcpy(lanes + lane * size, x, count * size);
		else if (count == LANES && fold->loops.lanes && width == 1) {
			count = n / LANES * LANES;
			fold->loops.lanes(lanes, x, n / LANES, LANES * size);
		} else
			combine(fold, lanes + lane * size, x, count * width);
		at += count;
		x += count * size;
		n -= count;
	}
}

/* A block of n elements is in the lanes: its result, without an initial value. */
static void finish_block(const struct hlo_fold *fold, char *lanes, size_t n, size_t width)
{
	if (n > LANES || fold->free_order)
		halve(fold, lanes, n < LANES ? n : LANES, width);
	else
		serial(fold, lanes, lanes + width * fold->size, n - 1, width);
}

void kernels_hlo__fold_block(const struct hlo_fold *fold, void *out, const void *elements, size_t n)
{
	_Alignas(64) char lanes[LANES * 16];
	add_lanes(fold, lanes, 0, elements, n, 1);
	finish_block(fold, lanes, n, 1);
	memcpy(out, lanes, fold->size);
}

/* ---- pieces */

static uint32_t levels_of(uint64_t n)
{
	uint32_t levels = 1;
	for (; n > BLOCK && levels < HLO_FOLD_LEVELS; levels++)
		n = (n + BLOCK - 1) / BLOCK;
	return levels;
}

static size_t head_size(void) { return (sizeof(struct hlo_fold_state) + 63) & ~(size_t)63; }

static size_t lanes_size(const struct hlo_fold *fold, size_t width) { return LANES * fold->size * width; }

size_t kernels_hlo__fold_state_size(const struct hlo_fold *fold, uint64_t n, size_t width)
{
	return head_size() + ((levels_of(n) * lanes_size(fold, width) + 63) & ~(size_t)63);
}

/* The next block of the level. */
static void open_block(struct hlo_fold_level *level)
{
	level->size = level->left < BLOCK ? (size_t)level->left : BLOCK;
	level->left -= level->size;
	level->at = 0;
}

void kernels_hlo__fold_begin(
	const struct hlo_fold *fold, struct hlo_fold_state *state, uint64_t n, size_t width, const void *inits)
{
	state->width = width;
	state->levels = levels_of(n);
	state->in_order = fold->in_order || n <= LANES;
	for (uint32_t i = 0; i < state->levels; i++) {
		struct hlo_fold_level *level = &state->level[i];
		level->lanes = (char *)state + head_size() + i * lanes_size(fold, width);
		level->left = n;
		open_block(level);
		n = (n + BLOCK - 1) / BLOCK;
	}
	if (state->in_order)
		memcpy(state->level[0].lanes, inits, width * fold->size);
}

/* Results of blocks that are full are elements of the next level. */
static void close_blocks(const struct hlo_fold *fold, struct hlo_fold_state *state)
{
	for (uint32_t i = 0; i + 1 < state->levels; i++) {
		struct hlo_fold_level *level = &state->level[i];
		if (level->at < level->size || level->size == 0)
			return;
		finish_block(fold, level->lanes, level->size, state->width);
		add_lanes(fold, level[1].lanes, level[1].at++, level->lanes, 1, state->width);
		open_block(level);
	}
}

void kernels_hlo__fold_add(const struct hlo_fold *fold, struct hlo_fold_state *state, const void *elements, size_t n)
{
	struct hlo_fold_level *level = &state->level[0];
	const char *x = elements;
	if (state->in_order) {
		serial(fold, level->lanes, x, n, state->width);
		return;
	}
	uint32_t did = 0;
	while (n > 0) {
		size_t count = level->size - level->at < n ? level->size - level->at : n;
		if (kernels_stops(&did, count * state->width))
			return;
		add_lanes(fold, level->lanes, level->at, x, count, state->width);
		level->at += count;
		x += count * state->width * fold->size;
		n -= count;
		close_blocks(fold, state);
	}
}

void kernels_hlo__fold_end(const struct hlo_fold *fold, struct hlo_fold_state *state, void *out, const void *inits)
{
	const size_t width = state->width;
	if (state->in_order) {
		memcpy(out, state->level[0].lanes, width * fold->size);
		return;
	}
	struct hlo_fold_level *last = &state->level[state->levels - 1];
	if (out != inits)
		memcpy(out, inits, width * fold->size);
	if (last->size > LANES) {
		halve(fold, last->lanes, LANES, width);
		combine(fold, out, last->lanes, width);
	} else if (last->size > 0)
		few(fold, out, last->lanes, last->size, width);
}

/* ---- whole rows */

#define LONG_STATE (64 + sizeof(struct hlo_fold_state) + 64 + HLO_FOLD_LEVELS * LANES * 16)

/* One row; *out is the initial value. */
static void fold_row(const struct hlo_fold *fold, void *out, const char *x, size_t n)
{
	_Alignas(64) char lanes[LONG_STATE];
	if (fold->in_order || n <= 1 || (n <= LANES && fold->serial)) {
		serial(fold, out, x, n, 1);
	} else if (n <= LANES) {
		memcpy(lanes, x, n * fold->size);
		few(fold, out, lanes, n, 1);
	} else if (n <= BLOCK) {
		kernels_hlo__fold_block(fold, lanes, x, n);
		combine(fold, out, lanes, 1);
	} else {
		struct hlo_fold_state *state = (struct hlo_fold_state *)(void *)lanes;
		kernels_hlo__fold_begin(fold, state, n, 1, out);
		kernels_hlo__fold_add(fold, state, x, n);
		kernels_hlo__fold_end(fold, state, out, out);
	}
}

void kernels_hlo__fold_rows(const struct hlo_fold *fold, void *out, const void *elements, size_t rows_count, size_t n,
	const void *inits, bool one_init)
{
	const char *x = elements, *init = inits;
	_Alignas(16) char first[16];
	hlo_fold_rows_fn *rows = n > BLOCK ? NULL : fold->in_order || n <= LANES ? fold->serial : fold->loops.rows;
	if (rows && rows_count > 0) {
		memcpy(first, init, fold->size); /* `out` may be `inits` */
		rows(out, x, rows_count, n, one_init ? first : inits, !one_init);
		return;
	}
	uint32_t did = 0;
	memcpy(first, init, rows_count > 0 ? fold->size : 0);
	for (size_t r = 0; r < rows_count; r++) {
		char *to = (char *)out + r * fold->size;
		if (one_init)
			memcpy(to, first, fold->size);
		else if (to != init + r * fold->size)
			memcpy(to, init + r * fold->size, fold->size);
		fold_row(fold, to, x + r * n * fold->size, n);
		if (kernels_stops(&did, n))
			return;
	}
}
