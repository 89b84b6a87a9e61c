/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See pool.h. A row is the last dimension of the windows with the dimensions behind it, which have one position in all
 * windows (channels), or only these if they are many. Accumulators of sums of bf16 are f32, which each step rounds. */
#include "windows/pool.h"
#include "expr/convert.h"
#include "layout/copy.h"
#include <kernels/stop.h>
#include <string.h>

#define CHUNK 1024     /* results of a unit at most */
#define MOST_INNER 256 /* more adjacent results are a row of their own */
#define LEAST_ROW 8    /* shorter rows are left to the general way */

/* ---- steps */

#define INLINE static inline __attribute__((always_inline))
#define LANES(T) (sizeof(T) == 2 ? 32 : 16)
#define FEW(T) (LANES(T) / 4)
#define MOST_LANES 32

/* `expression` of the accumulator a and the element b. A constant number of lanes becomes vectors. Operands are not copied
 * first: copies are written in parts of 16 bytes, and a larger vector that is read from them waits until these are in the cache. Comparisons
 * are those of integers: gcc 12 computes comparisons of floats in vectors of 64 bytes one by one. */
#define STEP(name, T, expression) \
	INLINE void lanes_##name(T *restrict to, const T *restrict x, const T *restrict y, const size_t lanes) \
	{ \
		for (size_t k = 0; k < lanes; k++) { \
			const T a = x[k], b = y[k]; \
			to[k] = expression; \
		} \
	} \
	INLINE void step_##name(void *accumulators, const void *elements, size_t runs, size_t n, ptrdiff_t step) \
	{ \
		T to[LANES(T)]; \
		T *restrict at = accumulators; \
		for (; runs > 0; runs--, elements = (const char *)elements + step) { \
			const T *restrict from = elements; \
			size_t left = n; \
			for (; left >= LANES(T); left -= LANES(T), at += LANES(T), from += LANES(T)) { \
				lanes_##name(to, at, from, LANES(T)); \
				memcpy(at, to, sizeof to); \
			} \
			for (; left >= FEW(T); left -= FEW(T), at += FEW(T), from += FEW(T)) { \
				lanes_##name(to, at, from, FEW(T)); \
				memcpy(at, to, FEW(T) * sizeof *to); \
			} \
			for (; left > 0; left--, at++, from++) { \
				__asm__ volatile(""); /* no vectors again, which took half of the code */ \
				const T a = *at, b = *from; \
				*at = expression; \
			} \
		} \
	}

/* Numbers in the order of floats, -0 before +0, of their bits; a NaN is the largest, or the smallest for a minimum. */
#define KEYS(bits, U, S, infinity) \
	INLINE S key_##bits(U x) { return (S)(x ^ (U)((U)((S)x >> ((bits)-1)) >> 1)); } \
	INLINE U size_##bits(U x) { return x & ((U)-1 >> 1); } \
	INLINE S upper_##bits(U x) { return size_##bits(x) > (U)(infinity) ? (S)size_##bits(x) : key_##bits(x); } \
	INLINE S lower_##bits(U x) { return size_##bits(x) > (U)(infinity) ? (S)~size_##bits(x) : key_##bits(x); }
KEYS(16, uint16_t, int16_t, 0x7F80)
KEYS(32, uint32_t, int32_t, 0x7F800000)
KEYS(64, uint64_t, int64_t, UINT64_C(0x7FF) << 52)

/* To bf16 in the upper half; NaNs stay. */
INLINE float rounded(float sum)
{
	uint32_t bits;
	memcpy(&bits, &sum, sizeof bits);
	const uint32_t near = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000;
	bits = size_32(bits) > 0x7F800000 ? bits : near;
	memcpy(&sum, &bits, sizeof bits);
	return sum;
}

STEP(sum_f32, float, a + b)
STEP(sum_f64, double, a + b)
STEP(sum_i32, uint32_t, a + b)
STEP(sum_bf16, float, rounded(a + b))
STEP(maximum_bf16, uint16_t, upper_16(a) < upper_16(b) ? b : a)
STEP(maximum_f32, uint32_t, upper_32(a) < upper_32(b) ? b : a)
STEP(maximum_f64, uint64_t, upper_64(a) < upper_64(b) ? b : a)
STEP(maximum_i32, int32_t, a < b ? b : a)
STEP(minimum_bf16, uint16_t, lower_16(a) > lower_16(b) ? b : a)
STEP(minimum_f32, uint32_t, lower_32(a) > lower_32(b) ? b : a)
STEP(minimum_f64, uint64_t, lower_64(a) > lower_64(b) ? b : a)
STEP(minimum_i32, int32_t, a > b ? b : a)

#define FOR(target, suffix, name) \
	target static void name##_##suffix(void *accumulators, const void *elements, size_t runs, size_t n, ptrdiff_t step) \
	{ \
		step_##name(accumulators, elements, runs, n, step); \
	}
#if defined(__x86_64__) && defined(__GNUC__)
#define VARIANTS(name) \
	FOR(, any, name) \
	FOR(__attribute__((target("avx2"))), avx2, name) \
	FOR(__attribute__((target("avx512f,avx512bw"))), avx512, name)
#define ROW(shape, dtype, name) { HLO_EXPR_##shape, KERNELS_##dtype, { name##_any, name##_avx2, name##_avx512 } },
#else
#define VARIANTS(name) FOR(, any, name)
#define ROW(shape, dtype, name) { HLO_EXPR_##shape, KERNELS_##dtype, { name##_any } },
#endif
VARIANTS(sum_f32)
VARIANTS(sum_f64)
VARIANTS(sum_i32)
VARIANTS(sum_bf16)
VARIANTS(maximum_bf16)
VARIANTS(maximum_f32)
VARIANTS(maximum_f64)
VARIANTS(maximum_i32)
VARIANTS(minimum_bf16)
VARIANTS(minimum_f32)
VARIANTS(minimum_f64)
VARIANTS(minimum_i32)

static const struct {
	enum hlo_expr_shape shape;
	enum kernels_dtype dtype;
	hlo_pool_fn *variants[3];
} rows[] = {
	ROW(SUM, F32, sum_f32)
	ROW(SUM, F64, sum_f64)
	ROW(SUM, I32, sum_i32)
	ROW(SUM, BF16, sum_bf16)
	ROW(MAXIMUM, F32, maximum_f32)
	ROW(MAXIMUM, F64, maximum_f64)
	ROW(MAXIMUM, I32, maximum_i32)
	ROW(MAXIMUM, BF16, maximum_bf16)
	ROW(MINIMUM, F32, minimum_f32)
	ROW(MINIMUM, F64, minimum_f64)
	ROW(MINIMUM, I32, minimum_i32)
	ROW(MINIMUM, BF16, minimum_bf16)
};

static hlo_pool_fn *step_of(const struct hlo_body *body)
{
	unsigned variant = 0;
#if defined(__x86_64__) && defined(__GNUC__)
	variant = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") ? 2 :
		__builtin_cpu_supports("avx2") ? 1 : 0;
#endif
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].shape == body->kind.shape && rows[i].dtype == body->expr->dtypes[0])
			return rows[i].variants[variant];
	return NULL;
}

/* ---- plan */

bool kernels_hlo__pool_plan(
	const struct hlo_body *body, const struct hlo_geometry *g, bool takes_padding, struct hlo_pool *out)
{
	*out = (struct hlo_pool){ .takes_padding = takes_padding, .outer = g->rank, .inner = 1, .n = 1, .chunk = CHUNK };
	if (body->count != 1 || body->captures || !g->plain || !(out->combine = step_of(body)))
		return false;
	out->dtype = body->expr->dtypes[0];
	while (out->outer > 0) {
		const struct hlo_window_dim *d = &g->dims[out->outer - 1];
		if (d->window != 1 || d->step != 1 || d->low != 0 || d->high != 0)
			break;
		out->n *= d->output;
		out->outer--;
	}
	if (out->n <= MOST_INNER && out->outer > 0) {
		out->along = true;
		out->inner = out->n;
		out->n = g->dims[--out->outer].output;
		out->chunk = CHUNK / out->inner;
	}
	if (out->n * out->inner < LEAST_ROW)
		return false;
	out->chunks = (out->n - 1) / out->chunk + 1;
	out->units = g->outputs / (out->n * out->inner) * out->chunks;
	out->wide = out->dtype == KERNELS_BF16 && body->kind.shape == HLO_EXPR_SUM ? sizeof(float) : kernels_dtype_size(out->dtype);
	return true;
}

/* ---- run */

/* The accumulators of a unit and the elements of one step. */
struct unit {
	const struct hlo_pool *pool;
	const struct hlo_geometry *g;
	const char *input;
	char *accumulators;
	size_t size;           /* bytes of an element */
	int64_t begin, count;  /* places of the row */
	bool has_padding;      /* `padding` is filled */
	const void *init;      /* as accumulator */
	_Alignas(64) char elements[CHUNK * 8];
	_Alignas(64) char padding[CHUNK * 8];
};

/* n places, `step` apart, of `inner` adjacent elements each. */
#define GATHER(T, R, convert) \
	do { \
		const T *restrict x = (const T *)(const void *)from; \
		R *restrict to = (R *)(void *)u->elements; \
		if (step == 1) \
			for (int64_t i = 0; i < n * inner; i++) \
				to[i] = convert(x[i]); \
		else if (inner > 1) \
			for (int64_t k = 0; k < n; k++) \
				for (int64_t i = 0; i < inner; i++) \
					to[k * inner + i] = convert(x[k * step * inner + i]); \
		else if (step == 2) \
			for (int64_t i = 0; i < n; i++) \
				to[i] = convert(x[2 * i]); \
		else \
			for (int64_t i = 0; i < n; i++) \
				to[i] = convert(x[i * step]); \
	} while (0)
#define SAME(x) (x)
#define UPPER(x) ((uint32_t)(x) << 16)

/* The elements of n places, the first one at the offset, in the type of the accumulators and adjacent. */
static const void *elements_of(struct unit *u, int64_t offset, int64_t step, int64_t n)
{
	const char *from = u->input + offset * (int64_t)u->size;
	const int64_t inner = u->pool->inner;
	if (u->size != u->pool->wide)
		GATHER(uint16_t, uint32_t, UPPER);
	else if (step == 1)
		return from;
	else if (u->size == 2)
		GATHER(uint16_t, uint16_t, SAME);
	else if (u->size == 4)
		GATHER(uint32_t, uint32_t, SAME);
	else
		GATHER(uint64_t, uint64_t, SAME);
	return u->elements;
}

static void *accumulator(const struct unit *u, int64_t place)
{
	return u->accumulators + place * u->pool->inner * (int64_t)u->pool->wide;
}

static void combine(struct unit *u, int64_t begin, int64_t end, const void *elements)
{
	u->pool->combine(accumulator(u, begin), elements, 1, (size_t)((end - begin) * u->pool->inner), 0);
}

/* Combines the places [low, high) with elements from the offset on, which are `step` places apart. */
static void take_places(struct unit *u, int64_t low, int64_t high, int64_t offset, int64_t step)
{
	const int64_t inner = u->pool->inner;
	if (low >= high)
		return;
	/* whole vectors are read where they are */
	if (step > 1 && u->size == u->pool->wide && inner % MOST_LANES == 0)
		u->pool->combine(accumulator(u, low), u->input + offset * (int64_t)u->size, (size_t)(high - low), (size_t)inner,
			(ptrdiff_t)(step * inner * (int64_t)u->size));
	else
		combine(u, low, high, elements_of(u, offset, step, high - low));
}

/* Combines the places [begin, end) of the unit with padding. */
static void take_padding(struct unit *u, int64_t begin, int64_t end)
{
	if (begin >= end || !u->pool->takes_padding)
		return;
	if (!u->has_padding)
		kernels_hlo__fill(u->padding, u->init, u->pool->wide, u->count * u->pool->inner);
	u->has_padding = true;
	combine(u, begin, end, u->padding);
}

/* One position of the outer dimensions, whose first element has this offset. */
static void take_row(struct unit *u, int64_t offset)
{
	const struct hlo_window_dim *d = &u->g->dims[u->pool->outer];
	if (!u->pool->along) {
		combine(u, 0, u->count, elements_of(u, offset + u->begin, 1, u->count));
		return;
	}
	for (int64_t k = 0; k < d->window; k++) {
		int64_t low, high;
		const int64_t first = kernels_hlo__window_range(d, u->begin, u->count, k, &low, &high);
		take_padding(u, 0, low);
		take_places(u, low, high, offset + (first + low * d->step) * u->pool->inner, d->step);
		take_padding(u, high, u->count);
	}
}

/* All positions of the windows of the row whose results have these indices in the outer dimensions. */
static void take_positions(struct unit *u, const int64_t *index)
{
	const struct hlo_geometry *g = u->g;
	const uint32_t outer = u->pool->outer;
	int64_t position[KERNELS_MAX_RANK] = { 0 };
	const int64_t along = u->pool->along ? g->dims[outer].window : 1;
	uint32_t did = 0;
	for (int64_t left = g->positions / along; left > 0; left--) {
		int64_t offset;
		if (kernels_hlo__window_at(g, outer, index, position, &offset))
			take_row(u, offset);
		else
			for (int64_t k = 0; k < along && u->pool->takes_padding; k++)
				take_padding(u, 0, u->count);
		kernels_hlo__window_next(g, outer, position);
		if (kernels_stops(&did, (uint64_t)(along * u->count)))
			return;
	}
}

/* NaNs of results are quiet. */
static void make_quiet(uint16_t *results, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		results[i] = (uint16_t)(results[i] | (size_16(results[i]) > 0x7F80 ? 0x40 : 0));
}

static void run_unit(struct unit *u, int64_t row, int64_t chunk, char *output)
{
	const struct hlo_pool *pool = u->pool;
	int64_t index[KERNELS_MAX_RANK];
	_Alignas(64) char narrow[CHUNK * 4]; /* accumulators of bf16 */
	u->begin = chunk * pool->chunk;
	u->count = pool->n - u->begin < pool->chunk ? pool->n - u->begin : pool->chunk;
	char *to = output + (row * pool->n + u->begin) * pool->inner * (int64_t)u->size;
	u->accumulators = u->size == pool->wide ? to : narrow;
	u->has_padding = false;
	kernels_hlo__window_row(u->g, pool->outer, row, index);
	kernels_hlo__fill(u->accumulators, u->init, pool->wide, u->count * pool->inner);
	take_positions(u, index);
	if (u->size != pool->wide)
		kernels_hlo__convert(pool->dtype, to, KERNELS_F32, narrow, (size_t)(u->count * pool->inner));
	else if (pool->dtype == KERNELS_BF16)
		make_quiet((uint16_t *)(void *)to, u->count * pool->inner);
}

void kernels_hlo__pool(const struct hlo_pool *pool, const struct hlo_geometry *g, const void *input, const void *init,
	void *output, size_t begin, size_t end)
{
	struct unit u;
	float wide;
	u.pool = pool;
	u.g = g;
	u.input = input;
	u.init = init;
	u.size = kernels_dtype_size(pool->dtype);
	if (u.size != pool->wide) {
		kernels_hlo__convert(KERNELS_F32, &wide, KERNELS_BF16, init, 1);
		u.init = &wide;
	}
	for (size_t i = begin; i < end; i++)
		run_unit(&u, (int64_t)i / pool->chunks, (int64_t)i % pool->chunks, output);
}
