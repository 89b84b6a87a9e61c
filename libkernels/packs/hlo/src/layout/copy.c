/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See copy.h. The two innermost dimensions are one loop, specialized by the size of a unit. */
#include "layout/copy.h"
#include "expr/isa.h"
#include "layout/strided.h"
#include <kernels/stop.h>
#include <shared/share.h>
#include <shared/transpose.h>
#include <string.h>

#define SHARED_NANOSECONDS 20000u /* shorter copies are not divided */
#define LINE 64 /* bytes of a row of a transposed block */
#define MOST 65536 /* elements; then the copy asks whether the request has ended */
#define TURNED 256 /* rows of a transposed piece: each is in a page of its own, and processors keep the addresses of few */
#define MOST_BYTES ((size_t)16 << 20) /* of one memcpy(): the C library copies large arrays past the caches */
#define NEAR 262144 /* bytes that stay in the second cache */
#define AHEAD 4 /* blocks that are fetched before they are transposed: processors do not foresee lines of far rows */
#define PART 512 /* elements beside the blocks that stay in the first cache */

/* ---- preparation */

void kernels_hlo__byte_strides(const struct hlo_type *type, int64_t *strides)
{
	kernels_hlo__strides(type, strides);
	for (uint32_t i = 0; i < type->shape.rank; i++)
		strides[i] *= (int64_t)kernels_dtype_size(type->dtype);
}

static void put_dim(struct hlo_copy *copy, uint32_t at, int64_t count, int64_t from, int64_t to)
{
	copy->count[at] = count;
	copy->from[at] = from;
	copy->to[at] = to;
}

static void move_dim(struct hlo_copy *copy, uint32_t at, uint32_t source)
{
	put_dim(copy, at, copy->count[source], copy->from[source], copy->to[source]);
}

/* Adds a dimension; larger strides of the destination come first, so that writing is sequential. */
static void add_dim(struct hlo_copy *copy, int64_t count, int64_t from, int64_t to)
{
	uint32_t at = copy->rank++;
	for (; at > 0 && copy->to[at - 1] < to; at--)
		move_dim(copy, at, at - 1);
	put_dim(copy, at, count, from, to);
}

/* Joins a dimension to the next inner one if the two are one dimension with a constant stride. */
static void collapse(struct hlo_copy *copy)
{
	uint32_t kept = 0;
	for (uint32_t i = 1; i < copy->rank; i++)
		if (copy->from[kept] == copy->from[i] * copy->count[i] &&
			copy->to[kept] == copy->to[i] * copy->count[i])
			put_dim(copy, kept, copy->count[kept] * copy->count[i], copy->from[i], copy->to[i]);
		else
			move_dim(copy, ++kept, i);
	if (copy->rank > 0)
		copy->rank = kept + 1;
}

/* Puts the dimension with adjacent elements in the source before the innermost one. */
static void find_transpose(struct hlo_copy *copy)
{
	uint32_t last = copy->rank - 1, best = last;
	if (copy->unit > 16 || copy->to[last] != (int64_t)copy->unit || copy->from[last] == 0)
		return;
	for (uint32_t i = 0; i < last; i++)
		if (copy->from[i] == (int64_t)copy->unit)
			best = i;
	if (best == last)
		return;
	int64_t count = copy->count[best], from = copy->from[best], to = copy->to[best];
	for (uint32_t i = best; i + 1 < last; i++)
		move_dim(copy, i, i + 1);
	put_dim(copy, last - 1, count, from, to);
	copy->transpose = true;
}

void kernels_hlo__copy_init(struct hlo_copy *copy, size_t width, uint32_t rank, const int64_t *counts,
	const int64_t *from, const int64_t *to)
{
	*copy = (struct hlo_copy){ .unit = width, .units = 1 };
	for (uint32_t i = 0; i < rank; i++)
		copy->empty |= counts[i] == 0;
	if (copy->empty)
		return;
	for (uint32_t i = 0; i < rank; i++)
		if (counts[i] != 1)
			add_dim(copy, counts[i], from[i], to[i]);
	collapse(copy);
	if (copy->rank > 0 && copy->from[copy->rank - 1] == (int64_t)width &&
		copy->to[copy->rank - 1] == (int64_t)width)
		copy->unit = width * (size_t)copy->count[--copy->rank];
	for (uint32_t i = 0; i < copy->rank; i++)
		copy->units *= copy->count[i];
	while (copy->rank < 2) {
		for (uint32_t i = copy->rank++; i > 0; i--)
			move_dim(copy, i, i - 1);
		put_dim(copy, 0, 1, 0, 0);
	}
	find_transpose(copy);
}

uint64_t kernels_hlo__copy_nanoseconds(const struct hlo_copy *copy)
{
	return copy->empty ? 0 : (uint64_t)copy->units * (copy->unit / 16 + 1);
}

/* ---- the two innermost dimensions */

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("align-loops=64") /* short loops take twice as long where they cross a line of the cache of decoded instructions */
#endif

typedef void (*rows_fn)(const int64_t *count, const int64_t *from_stride, const int64_t *to_stride, const char *from,
	char *to);

/* Elements at a constant distance: the compiler loads vectors. */
#define STEPS(size, step) \
	for (int64_t i = 0; i < n; i++) \
		memcpy(to + i * (size), from + i * (step) * (size), size)

/* Squares of vectors of 16 bytes: rows i and i + SIDE / 2 are interleaved, log2(SIDE) times. */
#define SQUARE(size, T, LOW, HIGH) \
	enum { SQUARE_##size = 16 / (size) }; \
	typedef T vector_##size __attribute__((vector_size(16))); \
	static inline __attribute__((always_inline)) void square_##size( \
		const char *restrict from, int64_t from_stride, char *restrict to, int64_t to_stride) \
	{ \
		vector_##size x[SQUARE_##size], y[SQUARE_##size]; \
		for (int64_t i = 0; i < SQUARE_##size; i++) \
			memcpy(&x[i], from + i * from_stride, 16); \
		for (int round = 1; round < SQUARE_##size; round *= 2) { \
			for (int i = 0; i < SQUARE_##size / 2; i++) { \
				y[2 * i] = LOW(x[i], x[i + SQUARE_##size / 2]); \
				y[2 * i + 1] = HIGH(x[i], x[i + SQUARE_##size / 2]); \
			} \
			memcpy(x, y, sizeof x); \
		} \
		for (int64_t i = 0; i < SQUARE_##size; i++) \
			memcpy(to + i * to_stride, &x[i], 16); \
	}
#define LOW_1(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH_1(a, b) \
	__builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
SQUARE(1, uint8_t, LOW_1, HIGH_1)
#define LOW_2(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH_2(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
SQUARE(2, uint16_t, LOW_2, HIGH_2)
#define LOW_4(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define HIGH_4(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
SQUARE(4, uint32_t, LOW_4, HIGH_4)
/* Larger elements: squares of two. */
#define PAIRS(size) \
	enum { SQUARE_##size = 2 }; \
	static inline __attribute__((always_inline)) void square_##size( \
		const char *restrict from, int64_t from_stride, char *restrict to, int64_t to_stride) \
	{ \
		for (int64_t i = 0; i < 2; i++) \
			for (int64_t k = 0; k < 2; k++) \
				memcpy(to + i * to_stride + k * (size), from + k * from_stride + i * (size), size); \
	}
PAIRS(8)
PAIRS(16)

/* A block is read a line of the cache at a time, and written so: lines of both sides often fall into few sets of the cache. */
#define TRANSPOSE(size) \
	enum { SIDE_##size = (size) > 8 ? 8 : LINE / (size) }; \
	static void block_##size( \
		const char *restrict from, int64_t from_stride, char *restrict to, int64_t to_stride) \
	{ \
		enum { row = SIDE_##size * (size) }; \
		_Alignas(LINE) char block[SIDE_##size * row], turned[SQUARE_##size * row]; \
		for (int64_t k = 0; k < SIDE_##size; k++) \
			memcpy(block + k * row, from + k * from_stride, row); \
		for (int64_t i = 0; i < SIDE_##size; i += SQUARE_##size) { \
			for (int64_t k = 0; k < SIDE_##size; k += SQUARE_##size) \
				square_##size(block + k * row + i * (size), row, turned + k * (size), row); \
			for (int64_t k = 0; k < SQUARE_##size; k++) \
				memcpy(to + (i + k) * to_stride, turned + k * row, row); \
		} \
	} \
	static void rest_##size(const char *restrict from, int64_t from_stride, char *restrict to, int64_t to_stride, \
		int64_t rows, int64_t columns) \
	{ \
		if (columns > rows) \
			for (int64_t i = 0; i < rows; i++) \
				for (int64_t k = 0; k < columns; k++) \
					memcpy(to + i * to_stride + k * (size), from + k * from_stride + i * (size), size); \
		else \
			for (int64_t k = 0; k < columns; k++) \
				for (int64_t i = 0; i < rows; i++) \
					memcpy(to + i * to_stride + k * (size), from + k * from_stride + i * (size), size); \
	} \
	/* What is not in the first `rows` and `columns`. */ \
	static void edges_##size(const int64_t *count, const int64_t *from_stride, const int64_t *to_stride, const char *restrict from, \
		char *restrict to, int64_t rows, int64_t columns) \
	{ \
		for (int64_t r = 0; r < rows && columns < count[1]; r += PART) { \
			const int64_t part = rows - r < PART ? rows - r : PART; \
			rest_##size(from + r * (size) + columns * from_stride[1], from_stride[1], \
				to + r * to_stride[0] + columns * (size), to_stride[0], part, count[1] - columns); \
		} \
		for (int64_t c = 0; c < count[1] && rows < count[0]; c += PART) { \
			const int64_t part = count[1] - c < PART ? count[1] - c : PART; \
			rest_##size(from + rows * (size) + c * from_stride[1], from_stride[1], \
				to + rows * to_stride[0] + c * (size), to_stride[0], count[0] - rows, part); \
		} \
	} \
	static void transpose_##size(const int64_t *count, const int64_t *from_stride, const int64_t *to_stride, \
		const char *restrict from, char *restrict to) \
	{ \
		const int64_t side = SIDE_##size, rows = count[0] / side * side, columns = count[1] / side * side; \
		const bool far = count[0] * count[1] * (size) > NEAR; \
		for (int64_t r = 0; r < rows; r += side) \
			for (int64_t c = 0; c < columns; c += side) { \
				const char *block = from + r * (size) + c * from_stride[1]; \
				for (int64_t k = AHEAD * side; far && k < (AHEAD + 1) * side && c + k < columns; k++) \
					__builtin_prefetch(block + k * from_stride[1]); \
				block_##size(block, from_stride[1], to + r * to_stride[0] + c * (size), to_stride[0]); \
			} \
		edges_##size(count, from_stride, to_stride, from, to, rows, columns); \
	}

/* Whole vectors, the last of which overlaps with the one before; fewer elements than a vector one by one. */
#define FILL(size, T) \
	static inline __attribute__((always_inline)) void fill_##size(char *to, const void *value, int64_t count) \
	{ \
		typedef T vector __attribute__((vector_size(16))); \
		const int64_t bytes = count * (size); \
		T element; \
		memcpy(&element, value, size); \
		const vector all = element - (vector){ 0 }; \
		for (int64_t at = 0; bytes < 16 && at < bytes; at += (size)) \
			memcpy(to + at, &element, size); \
		for (int64_t at = 0; at + 16 <= bytes; at += 16) \
			memcpy(to + at, &all, 16); \
		if (bytes > 16) \
			memcpy(to + bytes - 16, &all, 16); \
	}
FILL(2, uint16_t)
FILL(4, uint32_t)
FILL(8, uint64_t)

static inline __attribute__((always_inline)) void fill_16(char *to, const void *value, int64_t count)
{
	uint64_t half[2];
	memcpy(half, value, sizeof half);
	for (int64_t i = 0; i < count; i++)
		memcpy(to + 16 * i, half, sizeof half);
}

/* Inlined, so that the width is a constant in the loops over rows. */
static inline __attribute__((always_inline)) void fill(void *to, const void *value, size_t width, int64_t count)
{
	switch (width) {
	case 1: memset(to, *(const unsigned char *)value, (size_t)count); break;
	case 2: fill_2(to, value, count); break;
	case 4: fill_4(to, value, count); break;
	case 8: fill_8(to, value, count); break;
	case 16: fill_16(to, value, count); break;
	}
}

/* memcpy() with a constant size, because collapsed units are not aligned to their size. */
#define ROWS(size) \
	static void row_##size( \
		const char *restrict from, int64_t from_stride, char *restrict to, int64_t to_stride, int64_t n) \
	{ \
		if (from_stride == 0 && to_stride == (size)) \
			fill(to, from, size, n); \
		else if (from_stride == -(size) && to_stride == (size)) \
			STEPS(size, -1); \
		else if (from_stride == 2 * (size) && to_stride == (size)) \
			STEPS(size, 2); \
		else \
			for (int64_t i = 0; i < n; i++) \
				memcpy(to + i * to_stride, from + i * from_stride, size); \
	} \
	static void rows_##size(const int64_t *count, const int64_t *from_stride, const int64_t *to_stride, \
		const char *restrict from, char *restrict to) \
	{ \
		for (int64_t row = 0; row < count[0]; row++, from += from_stride[0], to += to_stride[0]) \
			row_##size(from, from_stride[1], to, to_stride[1], count[1]); \
	} \
	TRANSPOSE(size)
ROWS(1)
ROWS(2)
ROWS(4)
ROWS(8)
ROWS(16)

/* The functions below are not inlined: as parts of others they change the code of the loops over rows, which become slower. */
#define APART __attribute__((noinline))

static APART void fill_piece(void *to, const void *value, size_t width, int64_t count) { fill(to, value, width, count); }

void kernels_hlo__fill(void *to, const void *value, size_t width, int64_t count)
{
	const int64_t most = MOST_BYTES / 16;
	for (; count > most; count -= most, to = (char *)to + most * (int64_t)width) {
		fill_piece(to, value, width, most);
		if (kernels_stopped())
			return;
	}
	fill_piece(to, value, width, count);
}

void kernels_hlo__copy_bytes(void *to, const void *from, size_t size)
{
	for (size_t i = 0; i < size; i += MOST_BYTES) {
		if (i > 0 && kernels_stopped())
			return;
		memcpy((char *)to + i, (const char *)from + i, size - i < MOST_BYTES ? size - i : MOST_BYTES);
	}
}

/* Squares of elements of 4 bytes by the widest vectors of the processor. */
static void transpose_words(
	const int64_t *count, const int64_t *from_stride, const int64_t *to_stride, const char *from, char *to)
{
	const int64_t rows = count[0] / SIDE_4 * SIDE_4, columns = count[1] / SIDE_4 * SIDE_4;
	const bool steps = from_stride[1] > 0 && from_stride[1] % 4 == 0 && to_stride[0] % 4 == 0;
	const bool aligned = (uintptr_t)from % 4 == 0 && (uintptr_t)to % 4 == 0;
	if (!HLO_ISA_X86 || kernels_hlo__steps_isa() == HLO_STEPS_NONE || !steps || !aligned) {
		transpose_4(count, from_stride, to_stride, from, to);
		return;
	}
	kernels_shared__transpose(&(struct transpose){ (const uint32_t *)(const void *)from, (size_t)from_stride[1] / 4,
		(uint32_t *)(void *)to, (size_t)to_stride[0] / 4, (size_t)columns, (size_t)rows, false, TRANSPOSE_BEST });
	edges_4(count, from_stride, to_stride, from, to, rows, columns);
}

/* Units of the innermost dimension. */
static void units_any(const struct hlo_copy *copy, int64_t count, const char *from, char *to)
{
	const int64_t from_stride = copy->from[copy->rank - 1], to_stride = copy->to[copy->rank - 1];
	for (int64_t i = 0; i < count; i++)
		memcpy(to + i * to_stride, from + i * from_stride, copy->unit);
}

static void rows_any(const struct hlo_copy *copy, const int64_t *count, const char *from, char *to)
{
	const uint32_t d = copy->rank - 2;
	const size_t steps = copy->unit / 16 + 1;
	const int64_t piece = steps < MOST ? (int64_t)(MOST / steps) : 1;
	uint32_t did = 0;
	for (int64_t row = 0; row < count[0]; row++) {
		const char *source = from + row * copy->from[d];
		char *target = to + row * copy->to[d];
		for (int64_t i = 0, n; i < count[1]; i += n) {
			n = count[1] - i < piece ? count[1] - i : piece;
			if (copy->unit <= MOST_BYTES)
				units_any(copy, n, source + i * copy->from[d + 1], target + i * copy->to[d + 1]);
			else
				kernels_hlo__copy_bytes(target + i * copy->to[d + 1], source + i * copy->from[d + 1], copy->unit);
			if (kernels_stops(&did, (size_t)n * steps))
				return;
		}
	}
}

static rows_fn choose(const struct hlo_copy *copy)
{
	switch (copy->unit) {
	case 1: return copy->transpose ? transpose_1 : rows_1;
	case 2: return copy->transpose ? transpose_2 : rows_2;
	case 4: return copy->transpose ? transpose_words : rows_4;
	case 8: return copy->transpose ? transpose_8 : rows_8;
	case 16: return copy->transpose ? transpose_16 : rows_16;
	default: return NULL;
	}
}

/* The two innermost dimensions, from dimension d on, in pieces of about MOST elements. Those of a transposition are whole blocks. */
static APART void in_pieces(const struct hlo_copy *copy, rows_fn rows, uint32_t d, const char *from, char *to)
{
	const int64_t *count = copy->count + d, *from_stride = copy->from + d, *to_stride = copy->to + d;
	const int64_t most = copy->transpose && count[0] > LINE ? TURNED : MOST;
	int64_t piece[2] = { 1, count[1] < most ? count[1] : most };
	piece[0] = MOST / piece[1];
	if (copy->transpose)
		piece[0] = (piece[0] + LINE - 1) / LINE * LINE;
	for (int64_t row = 0; row < count[0]; row += piece[0])
		for (int64_t c = 0; c < count[1]; c += piece[1]) {
			const int64_t part[2] = { count[0] - row < piece[0] ? count[0] - row : piece[0],
				count[1] - c < piece[1] ? count[1] - c : piece[1] };
			rows(part, from_stride, to_stride, from + row * from_stride[0] + c * from_stride[1],
				to + row * to_stride[0] + c * to_stride[1]);
			if (kernels_stopped())
				return;
		}
}

/* Recursion over the outer dimensions: at most KERNELS_MAX_RANK levels. */
static void walk(const struct hlo_copy *copy, rows_fn rows, uint32_t d, const char *from, char *to)
{
	if (d + 2 == copy->rank) {
		if (rows && copy->count[d] * copy->count[d + 1] <= MOST)
			rows(copy->count + d, copy->from + d, copy->to + d, from, to);
		else if (rows)
			in_pieces(copy, rows, d, from, to);
		else
			rows_any(copy, copy->count + d, from, to);
		return;
	}
	const uint64_t steps = d == 0 ? (uint64_t)copy->units / (uint64_t)copy->count[0] : 0; /* at least those inside */
	uint32_t did = 0;
	for (int64_t i = 0; i < copy->count[d]; i++) {
		walk(copy, rows, d + 1, from + i * copy->from[d], to + i * copy->to[d]);
		if (d == 0 && kernels_stops(&did, steps + 1))
			return;
	}
}

void kernels_hlo__copy(const struct hlo_copy *copy, const void *from, void *to)
{
	if (copy->empty)
		return;
	if (copy->units == 1)
		kernels_hlo__copy_bytes(to, from, copy->unit);
	else
		walk(copy, choose(copy), 0, from, to);
}

/* ---- shared */

struct shared {
	const struct hlo_copy *copy;
	const char *from;
	char *to;
	uint32_t dim; /* that is divided */
};

static void copy_part(const void *data, size_t begin, size_t end)
{
	const struct shared *shared = data;
	struct hlo_copy part = *shared->copy;
	uint32_t d = shared->dim;
	part.count[d] = (int64_t)(end - begin);
	walk(&part, choose(&part), 0, shared->from + (int64_t)begin * part.from[d],
		shared->to + (int64_t)begin * part.to[d]);
}

void kernels_hlo__copy_shared(const struct hlo_run *run, const struct hlo_copy *copy, const void *from, void *to)
{
	struct shared shared = { copy, from, to, 0 };
	uint64_t nanoseconds = kernels_hlo__copy_nanoseconds(copy);
	if (copy->empty || copy->units == 1 || nanoseconds < SHARED_NANOSECONDS) {
		kernels_hlo__copy(copy, from, to);
		return;
	}
	while (copy->count[shared.dim] == 1)
		shared.dim++;
	kernels_shared__share(kernels_host(run->request)->queue, copy_part, &shared, (size_t)copy->count[shared.dim],
		nanoseconds);
}
