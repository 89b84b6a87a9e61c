/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gather and dynamic_gather: one copy of a window per index vector. */
#include "layout/copy.h"
#include "layout/ints.h"
#include "windows/index.h"
#include <kernels/stop.h>
#include <shared/share.h>
#include <string.h>
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

struct gather {
	struct hlo_index index;
	struct hlo_copy window;
	int64_t last[KERNELS_MAX_RANK];    /* of each element of an index vector: the largest start */
	int64_t strides[KERNELS_MAX_RANK]; /* of each element of an index vector: bytes in the operand */
	/* The batch dimensions of the result: */
	uint32_t batch_rank;
	struct {
		int64_t count, index, from, to; /* strides: elements of the indices; bytes */
	} batch[KERNELS_MAX_RANK];
	bool empty;
};

/* Checks the sizes of the window, and sets the shape of the result. */
static bool set_shape(struct hlo_op *op, struct gather *g, const int64_t *sizes)
{
	const struct hlo_shape *operand = &op->operands[0].shape;
	int64_t dims[KERNELS_MAX_RANK];
	bool skips = false; /* a dimension without elements, although the result may have some */
	for (uint32_t i = 0; i < operand->rank; i++) {
		bool collapsed = g->index.collapsed >> i & 1;
		if (sizes[i] < 0 || sizes[i] > operand->dims[i] || (collapsed && sizes[i] > 1))
			return kernels_hlo__refuse(op, "slice size %lld of dimension %u, which is %lld%s",
				(long long)sizes[i], i, (long long)operand->dims[i],
				collapsed ? " and not in the result" : "");
		skips |= collapsed && sizes[i] == 0;
	}
	for (uint32_t i = 0; i < g->index.other_rank; i++)
		dims[i] = g->index.window[i] == HLO_NO_DIM ? g->index.batch_dims[i] : sizes[g->index.window[i]];
	if (!kernels_hlo__set_shape(op, 0, g->index.other_rank, dims))
		return false;
	g->empty = op->results[0].elements == 0;
	return g->empty || !skips || kernels_hlo__refuse(op, "slice size 0 in a dimension that is not in the result");
}

static bool plan_sizes(struct hlo_op *op, struct gather *g, const int64_t *sizes)
{
	const struct hlo_type *operand = &op->operands[0], *result = &op->results[0];
	int64_t from[KERNELS_MAX_RANK], to[KERNELS_MAX_RANK];
	int64_t counts[KERNELS_MAX_RANK], window_from[KERNELS_MAX_RANK], window_to[KERNELS_MAX_RANK];
	uint32_t rank = 0;
	if (operand->dtype != result->dtype)
		return kernels_hlo__refuse(op, "the element type of the result is %s, expected %s",
			kernels_dtype_name(result->dtype), kernels_dtype_name(operand->dtype));
	if (!set_shape(op, g, sizes))
		return false;
	kernels_hlo__byte_strides(operand, from);
	kernels_hlo__byte_strides(result, to);
	for (uint32_t i = 0; i < g->index.depth; i++) {
		g->last[i] = operand->shape.dims[g->index.map[i]] - sizes[g->index.map[i]];
		g->strides[i] = from[g->index.map[i]];
	}
	for (uint32_t i = 0; i < g->index.other_rank; i++)
		if (g->index.window[i] == HLO_NO_DIM) {
			uint32_t batching = g->index.batching[i], at = g->batch_rank;
			if (g->index.batch_dims[i] == 1)
				continue;
			g->batch_rank++;
			g->batch[at].count = g->index.batch_dims[i];
			g->batch[at].index = g->index.index_stride[i];
			g->batch[at].from = batching == HLO_NO_DIM ? 0 : from[batching];
			g->batch[at].to = to[i];
		} else {
			counts[rank] = sizes[g->index.window[i]];
			window_from[rank] = from[g->index.window[i]];
			window_to[rank++] = to[i];
		}
	kernels_hlo__copy_init(&g->window, kernels_dtype_size(operand->dtype), rank, counts, window_from, window_to);
	uint64_t windows = g->empty ? 0 : 1;
	for (uint32_t i = 0; i < g->batch_rank && !g->empty; i++)
		windows *= (uint64_t)g->batch[i].count;
	op->nanoseconds = windows * (10 + kernels_hlo__copy_nanoseconds(&g->window));
	return true;
}

static int64_t start_of(const struct gather *g, enum kernels_dtype dtype, const void *indices, int64_t at)
{
	int64_t offset = 0;
	for (uint32_t i = 0; i < g->index.depth; i++, at += g->index.vector_stride)
		offset += hlo_clamp(kernels_hlo__index_at(dtype, indices, at), 0, g->last[i]) * g->strides[i];
	return offset;
}

#define PICK(width) \
	case width: \
		for (size_t i = 0; i < n; i++) \
			memcpy(to + i * (width), from + offsets[i], width); \
		break;

/* Windows at these offsets of the operand, `step` bytes apart in the result. */
static void copy_windows(const struct gather *g, const char *from, const int64_t *offsets, char *to, int64_t step, size_t n)
{
	enum { AHEAD = 8 };
	const size_t unit = g->window.unit;
	if (g->window.units != 1) {
		for (size_t i = 0; i < n; i++)
			kernels_hlo__copy(&g->window, from + offsets[i], to + (int64_t)i * step);
		return;
	}
	switch (step == (int64_t)unit ? unit : 0) {
		PICK(1)
		PICK(2)
		PICK(4)
		PICK(8)
		PICK(16)
	default:
		for (size_t i = 0; i < n; i++) {
			for (size_t k = 0; i + AHEAD < n && k < unit && k < 1024; k += 64)
				__builtin_prefetch(from + offsets[i + AHEAD] + k);
			memcpy(to + (int64_t)i * step, from + offsets[i], unit);
		}
	}
}

/* The offsets of the windows [at, at + n) of the last batch dimension, the first of which has the index vector at `index`. */
static void offsets_of(const struct hlo_run *run, const struct gather *g, int64_t index, int64_t at, size_t n, int64_t *offsets)
{
	const enum kernels_dtype dtype = run->op->operands[1].dtype;
	const int64_t step = g->batch[g->batch_rank - 1].index, moved = g->batch[g->batch_rank - 1].from;
	const int32_t *numbers = run->inputs[1];
	index += at * step;
	if (dtype == KERNELS_I32 && g->index.depth == 1)
		for (size_t i = 0; i < n; i++)
			offsets[i] = hlo_clamp(numbers[index + (int64_t)i * step], 0, g->last[0]) * g->strides[0] +
				(at + (int64_t)i) * moved;
	else
		for (size_t i = 0; i < n; i++)
			offsets[i] = start_of(g, dtype, run->inputs[1], index + (int64_t)i * step) + (at + (int64_t)i) * moved;
}

/* Single elements of 4 or 8 bytes by indices of 32 bits, both in order: no offsets in between. */
static bool is_lookup(const struct hlo_run *run, const struct gather *g, int64_t step)
{
	const size_t unit = g->window.unit;
	const enum kernels_dtype index = run->op->operands[1].dtype;
	return (index == KERNELS_I32 || index == KERNELS_UI32) && g->index.depth == 1 && g->window.units == 1 && (unit == 4 || unit == 8) &&
	       g->strides[0] == (int64_t)unit && step == (int64_t)unit && g->batch[g->batch_rank - 1].index == 1 &&
	       g->batch[g->batch_rank - 1].from == 0;
}

/* ---- tables of up to 16 elements of 4 bytes, as those of approximations: in two registers */
enum { TABLE = 16 };

#if defined(__x86_64__) && defined(__GNUC__)
/* How many of the elements it looked up. */
__attribute__((target("avx2"))) static size_t look_up_in_registers(
	const int32_t *index, const uint32_t *table, uint32_t *to, size_t n, int32_t last)
{
	const __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)table);
	const __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(table + 8)), most = _mm256_set1_epi32(last);
	size_t i = 0;
	for (; i + 8 <= n; i += 8) {
		__m256i at = _mm256_loadu_si256((const __m256i *)(const void *)(index + i));
		at = _mm256_max_epi32(_mm256_min_epi32(at, most), _mm256_setzero_si256());
		const __m256 first = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(low, at));
		const __m256 second = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(high, at));
		_mm256_storeu_ps((float *)(void *)(to + i), _mm256_blendv_ps(first, second, _mm256_castsi256_ps(_mm256_slli_epi32(at, 28))));
	}
	return i;
}
static bool has_registers(void) { return __builtin_cpu_supports("avx2"); }
#else
static size_t look_up_in_registers(const int32_t *index, const uint32_t *table, uint32_t *to, size_t n, int32_t last)
{
	(void)index;
	(void)table;
	(void)to;
	(void)n;
	(void)last;
	return 0;
}
static bool has_registers(void) { return false; }
#endif

static size_t look_up_few(const int32_t *index, const char *from, char *to, size_t n, int64_t last)
{
	uint32_t table[TABLE] = { 0 };
	if (last >= TABLE || !has_registers())
		return 0;
	memcpy(table, from, (size_t)(last + 1) * sizeof *table);
	return look_up_in_registers(index, table, (uint32_t *)(void *)to, n, (int32_t)last);
}

#define LOOK_UP(T, INDEX) \
	for (; i < n; i++) \
		((T *)(void *)to)[i] = ((const T *)(const void *)from)[hlo_clamp(((const INDEX *)index)[i], 0, last)];

/* `index`: i32, or ui32 if `is_unsigned`. */
static void look_up(const struct gather *g, bool is_unsigned, const void *index, const char *from, char *to, size_t n)
{
	const int64_t last = g->last[0];
	size_t i = g->window.unit == 4 && !is_unsigned ? look_up_few(index, from, to, n, last) : 0;
	if (g->window.unit == 4 && is_unsigned)
		LOOK_UP(uint32_t, uint32_t)
	else if (g->window.unit == 4)
		LOOK_UP(uint32_t, int32_t)
	else if (is_unsigned)
		LOOK_UP(uint64_t, uint32_t)
	else
		LOOK_UP(uint64_t, int32_t)
}

/* The first `count` windows of the last batch dimension. */
static void copy_last(const struct hlo_run *run, const struct gather *g, int64_t index, const char *from, char *to, int64_t count)
{
	enum { TILE = 256 };
	int64_t offsets[TILE];
	const int64_t step = g->batch[g->batch_rank - 1].to;
	const uint64_t units = (uint64_t)TILE * (uint64_t)(g->window.units ? g->window.units : 1);
	const bool looks_up = is_lookup(run, g, step);
	uint32_t did = 0;
	for (int64_t at = 0; at < count; at += TILE) {
		if (at > 0 && kernels_stops(&did, units * (g->window.unit / 16 + 1)))
			return;
		const size_t n = count - at < TILE ? (size_t)(count - at) : TILE;
		if (looks_up) {
			look_up(g, run->op->operands[1].dtype == KERNELS_UI32, (const uint32_t *)run->inputs[1] + index + at, from,
				to + at * step, n);
			continue;
		}
		offsets_of(run, g, index, at, n, offsets);
		copy_windows(g, from, offsets, to + at * step, step, n);
	}
}

struct place {
	int64_t index, from, to;
};

/* Recursion over the batch dimensions: at most KERNELS_MAX_RANK levels. */
static void walk(const struct hlo_run *run, const struct gather *g, uint32_t d, struct place place)
{
	if (d == g->batch_rank) {
		int64_t start = start_of(g, run->op->operands[1].dtype, run->inputs[1], place.index);
		kernels_hlo__copy(&g->window, (const char *)run->inputs[0] + place.from + start,
			(char *)run->outputs[0] + place.to);
		return;
	}
	if (d + 1 == g->batch_rank) {
		copy_last(run, g, place.index, (const char *)run->inputs[0] + place.from, (char *)run->outputs[0] + place.to,
			g->batch[d].count);
		return;
	}
	uint32_t did = 0;
	for (int64_t i = 0; i < g->batch[d].count; i++) {
		walk(run, g, d + 1, place);
		if (kernels_stops(&did, (uint64_t)g->batch[g->batch_rank - 1].count * (g->window.unit / 16 + 1)))
			return;
		place.index += g->batch[d].index;
		place.from += g->batch[d].from;
		place.to += g->batch[d].to;
	}
}

struct shared {
	const struct hlo_run *run;
	const struct gather *plan;
};

/* A part of the outermost batch dimension. */
static void gather_part(const void *data, size_t begin, size_t end)
{
	const struct shared *shared = data;
	const struct gather *g = shared->plan;
	if (g->batch_rank == 1) {
		const int64_t first = (int64_t)begin;
		copy_last(shared->run, g, first * g->batch[0].index,
			(const char *)shared->run->inputs[0] + first * g->batch[0].from,
			(char *)shared->run->outputs[0] + first * g->batch[0].to, (int64_t)(end - begin));
		return;
	}
	uint32_t did = 0;
	for (int64_t i = (int64_t)begin; i < (int64_t)end && !kernels_stops(&did, KERNELS_STOP_STEPS / 64); i++)
		walk(shared->run, g, 1,
			(struct place){ i * g->batch[0].index, i * g->batch[0].from, i * g->batch[0].to });
}

static bool run_gather(const struct hlo_run *run, const void *plan)
{
	const struct gather *g = plan;
	const struct shared shared = { run, g };
	if (!g->empty && g->batch_rank == 0)
		walk(run, g, 0, (struct place){ 0, 0, 0 });
	else if (!g->empty)
		kernels_shared__share(kernels_host(run->request)->queue, gather_part, &shared,
			(size_t)g->batch[0].count, run->op->nanoseconds);
	return true;
}

static bool plan_gather(struct hlo_op *op, void *plan)
{
	struct gather *g = plan;
	int64_t sizes[KERNELS_MAX_RANK];
	return kernels_hlo__tensors_only(op, 2) &&
	       kernels_hlo__ints_from(op, "slice_sizes", 2, op->operands[0].shape.rank, sizes) &&
	       kernels_hlo__index_plan(op, &kernels_hlo__gather_names, &op->operands[0], &op->operands[1],
		       op->results[0].shape.rank, &g->index) &&
	       plan_sizes(op, g, sizes);
}

HLO_KERNEL(gather, .plan_size = sizeof(struct gather), .plan = plan_gather, .run = run_gather, .flags = HLO_READS_PART)
HLO_KERNEL(dynamic_gather, .plan_size = sizeof(struct gather), .plan = plan_gather, .run = run_gather,
	.flags = HLO_NEEDS_VALUES | HLO_READS_PART)
