/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/few_rows.h"
#include "products/multiply.h"
#include <shared/gemm.h>
#include <shared/share.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(KERNELS_ONE_ISA)
#include <shared/transpose_square.h>

enum {
	MOST_ROWS = 4,
	PART = 256,  /* columns that a thread takes at a time */
	FAR = 1 << 21,      /* bytes of a matrix that is outside of the caches; of a row times that a thread takes up to */
	FAR_PART = 1 << 12, /* columns, whose sums stay in the first cache, and */
	SIDE_BY_SIDE = 8,   /* rows at a time */
	LANES = 16,
	MOST_VECTORS = 16, /* of sums in registers */
	SETS = 4,    /* of LANES columns */
	UNIT = 64    /* bytes of a row that are loaded at a time */
};

/* A part of a product: some columns of all rows, some groups of the depth. */
struct part {
	const uint32_t *a;
	size_t a_row, a_group; /* steps in groups */
	const char *b;
	size_t b_step;         /* bytes to the next element of the depth, or to the next column if b is transposed */
	size_t rows, columns, depth; /* elements */
	uint32_t *c;           /* sums, of either type */
	size_t c_stride;
	bool add;              /* to earlier sums */
	bool is_signed;
};

/* The lowest `count` bits. */
static uint64_t low_bits(size_t count) { return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1; }

/* Signed bytes of a are the second factor of the instruction, so bytes of b become unsigned ones that are greater by 128. Returns
 * the number that corrects the sums of a row. */
static uint32_t correction_of_signs(const uint32_t *a, size_t step, size_t depth)
{
	int32_t sum = 0;
	for (size_t k = 0; k < depth; k++)
		sum += (int8_t)(a[k / 4 * step] >> k % 4 * 8);
	return 0 - 128 * (uint32_t)sum;
}

#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define FEW_ROWS_TARGET(list) __attribute__((target(list), no_sanitize_address)) /* as in transpose_square.h */
#else
#define FEW_ROWS_TARGET(list) __attribute__((target(list)))
#endif
#define ALWAYS static inline __attribute__((always_inline))

#define OF_GROUP 2
#define TARGET FEW_ROWS_TARGET("avx512f,avx512bw,avx512bf16")
#define TURN(vector) (vector)
#define MULTIPLY_ADD(sum, left, right) \
	((__m512i)_mm512_dpbf16_ps((__m512)(sum), (__m512bh)_mm512_set1_epi32((int)(left)), (__m512bh)(right)))
#define PLUS(x, y) ((__m512i)_mm512_add_ps((__m512)(x), (__m512)(y)))
#define CORRECTION(a, step, depth) 0
#define NAME(x) x##_bf16
#include "products/few_rows_tile.h"
#define OF_GROUP 4
#define TARGET FEW_ROWS_TARGET("avx512f,avx512bw,avx512vnni")
#define TURN(vector) (vector)
#define MULTIPLY_ADD(sum, left, right) _mm512_dpbusd_epi32(sum, _mm512_set1_epi32((int)(left)), right)
#define PLUS _mm512_add_epi32
#define CORRECTION(a, step, depth) 0
#define NAME(x) x##_ui8
#include "products/few_rows_tile.h"
#define OF_GROUP 4
#define TARGET FEW_ROWS_TARGET("avx512f,avx512bw,avx512vnni")
#define TURN(vector) _mm512_xor_si512(vector, _mm512_set1_epi8((char)0x80))
#define MULTIPLY_ADD(sum, left, right) _mm512_dpbusd_epi32(sum, right, _mm512_set1_epi32((int)(left)))
#define PLUS _mm512_add_epi32
#define CORRECTION correction_of_signs
#define NAME(x) x##_i8
#include "products/few_rows_tile.h"

static void multiply_part(const struct part *part, size_t element_size, bool transposed)
{
	if (part->columns > PART) { /* is_far() */
		(element_size == 2 ? far_bf16 : part->is_signed ? far_i8 : far_ui8)(part);
		return;
	}
	if (element_size == 2)
		(transposed ? lines_bf16 : columns_bf16)(part);
	else if (part->is_signed)
		(transposed ? lines_i8 : columns_i8)(part);
	else
		(transposed ? lines_ui8 : columns_ui8)(part);
}

static bool is_transposed(const struct hlo_lines *b) { return b->depth_step == 1 && b->line_step != 1; }

/* Columns that a thread takes at a time. Threads share a matrix in memory equally. */
static size_t columns_of_part(const struct hlo_few_rows *f, unsigned threads)
{
	const struct hlo_lines *b = f->right;
	if (f->rows > 1 || is_transposed(b) || b->lines <= PART || b->depth <= FAR / b->element_size / b->lines)
		return PART;
	const size_t each = (b->lines / threads + 2 * UNIT - 1) / UNIT * UNIT;
	return each < 2 * PART ? 2 * PART : hlo_least(each, FAR_PART);
}

static void run_parts(const void *data, size_t begin, size_t end)
{
	const struct hlo_few_rows *f = data;
	const struct hlo_lines *b = f->right;
	const size_t size = b->element_size, most = f->part, parts = (b->lines - 1) / most + 1, block = GEMM_DEPTH * 4 / size;
	const bool transposed = is_transposed(b);
	for (size_t i = begin; i < end && (i == begin || !kernels_stopped()); i++) {
		const size_t batch = i / parts, column = i % parts * most;
		struct part part = { .rows = f->rows, .columns = hlo_least(b->lines - column, most), .is_signed = f->is_signed,
			.a_row = f->left->depth_first ? 1 : f->left->stride,
			.a_group = f->left->depth_first ? f->left->stride : 1,
			.b_step = (transposed ? b->line_step : b->depth_step) * size,
			.c = (uint32_t *)f->epilogue->sums + batch * f->rows * b->lines + column, .c_stride = b->lines };
		for (size_t k = 0; k < b->depth; k += block) {
			const size_t first = batch * b->batch_step + column * b->line_step + k * b->depth_step;
			part.a = (const uint32_t *)f->left->bytes + batch * f->left->batch_step + k * size / 4 * part.a_group;
			part.b = (const char *)b->bytes + first * size;
			part.depth = hlo_least(b->depth - k, block);
			part.add = k > 0;
			multiply_part(&part, size, transposed);
		}
		kernels_hlo__epilogue_rows(f->epilogue, part.c, f->rows, part.columns, part.c_stride);
	}
}

bool kernels_hlo__few_rows_fits(size_t rows) { return rows <= MOST_ROWS && __builtin_cpu_supports("avx512bw"); }

void kernels_hlo__few_rows_run(const struct hlo_run *run, const struct hlo_few_rows *product)
{
	struct async_queue *queue = kernels_host(run->request)->queue;
	struct hlo_few_rows f = *product;
	const struct hlo_lines *b = f.right;
	const double multiplications = (double)(b->batches * f.rows) * (double)b->lines * (double)b->depth;
	f.part = columns_of_part(&f, (unsigned)kernels_shared__sharers(queue));
	kernels_shared__share(queue, run_parts, &f, b->batches * ((b->lines - 1) / f.part + 1),
		kernels_hlo__product_nanoseconds(b->element_size == 2 ? KERNELS_BF16 : KERNELS_I8, multiplications));
}
#else
bool kernels_hlo__few_rows_fits(size_t rows) { (void)rows; return false; }
void kernels_hlo__few_rows_run(const struct hlo_run *run, const struct hlo_few_rows *product) { (void)run; (void)product; }
#endif
