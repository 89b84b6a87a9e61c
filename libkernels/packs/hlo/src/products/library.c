/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/library.h"
#include <shared/share.h>
#include <stdatomic.h>

enum { STEP = 64 /* columns or rows: parts begin at multiples of it */ };

const struct kernels_math *kernels_hlo__library(enum kernels_dtype work)
{
	const struct kernels_math *math = kernels_math_chosen();
	if (kernels_math_has_gemm(math))
		return work == KERNELS_F32 || work == KERNELS_F64 ? math : NULL;
	return math && math->sgemm && work == KERNELS_F32 ? math : NULL;
}

/* The stride of a matrix that has `lines` of `length` elements in memory: a single line may have any. */
static size_t stride_of(size_t stride, size_t lines, size_t length)
{
	return lines == 1 && stride < length ? length : stride;
}

static struct kernels_gemm gemm_of(enum kernels_dtype a, enum kernels_dtype b, enum kernels_dtype c,
	const struct hlo_product *p)
{
	return (struct kernels_gemm){ .a_type = a,
		.b_type = b,
		.c_type = c,
		.rows = p->rows,
		.columns = p->columns,
		.depth = p->depth,
		.a = p->a,
		.b = p->b,
		.c = p->c,
		.a_stride = p->a_transposed ? stride_of(p->a_stride, p->depth, p->rows) :
					      stride_of(p->a_stride, p->rows, p->depth),
		.b_stride = p->b_transposed ? stride_of(p->b_stride, p->columns, p->depth) :
					      stride_of(p->b_stride, p->depth, p->columns),
		.c_stride = stride_of(p->c_stride, p->rows, p->columns),
		.a_transposed = p->a_transposed,
		.b_transposed = p->b_transposed,
		.b_version = p->b_version };
}

bool kernels_hlo__library_multiply(enum kernels_dtype work, const struct hlo_product *p)
{
	const struct kernels_math *math = kernels_hlo__library(work);
	if (!math || p->d || p->packed_b || p->b_panels || p->rows == 0 || p->columns == 0 || p->depth == 0)
		return false;
	const struct kernels_gemm g = gemm_of(work, work, work, p);
	if (!p->add && kernels_math_has_gemm(math) && math->gemm(&g))
		return true;
	return work == KERNELS_F32 && math->sgemm && !p->a_transposed && !p->b_transposed &&
	       math->sgemm(&(struct kernels_sgemm){ .rows = p->rows, .columns = p->columns, .depth = p->depth,
		       .alpha = 1, .beta = p->add ? 1 : 0, .a = p->a, .b = p->b, .c = p->c, .a_stride = g.a_stride,
		       .b_stride = g.b_stride, .c_stride = g.c_stride, .b_version = p->b_version });
}

static size_t part_of(size_t n, size_t parts)
{
	const size_t steps = (n - 1) / STEP + 1;
	return steps <= parts ? STEP : ((steps - 1) / parts + 1) * STEP;
}

void kernels_hlo__library_parts(struct async_queue *queue, const struct hlo_product *product, size_t batches,
	uint64_t nanoseconds, size_t *out_rows, size_t *out_columns)
{
	const size_t threads = kernels_shared__sharers(queue), parts = (threads - 1) / batches + 1;
	*out_rows = product->rows;
	*out_columns = product->columns;
	if (parts == 1 || !kernels_shared__worth_sharing(queue, nanoseconds))
		return;
	if (product->columns >= product->rows)
		*out_columns = part_of(product->columns, parts);
	else
		*out_rows = part_of(product->rows, parts);
}

/* ---- elements that are smaller than their sums */

struct small {
	const struct kernels_math *math;
	struct kernels_gemm gemm; /* of the first batch */
	const struct hlo_batches *batches;
	size_t part_rows, part_columns, row_parts, column_parts;
	atomic_bool *declined;
};

static void multiply_small_parts(const void *data, size_t begin, size_t end)
{
	const struct small *s = data;
	const size_t a_size = kernels_dtype_size(s->gemm.a_type), b_size = kernels_dtype_size(s->gemm.b_type);
	for (size_t i = begin; i < end && !atomic_load_explicit(s->declined, memory_order_relaxed); i++) {
		struct kernels_gemm g = s->gemm;
		const size_t column = i % s->column_parts * s->part_columns, rest = i / s->column_parts;
		const size_t row = rest % s->row_parts * s->part_rows, batch = rest / s->row_parts;
		g.a = (const char *)g.a + (batch * s->batches->a_step + row * (g.a_transposed ? 1 : g.a_stride)) * a_size;
		g.b = (const char *)g.b + (batch * s->batches->b_step + column * (g.b_transposed ? g.b_stride : 1)) * b_size;
		g.c = (char *)g.c + (batch * s->batches->c_step + row * g.c_stride + column) * kernels_dtype_size(g.c_type);
		g.rows = g.rows - row < s->part_rows ? g.rows - row : s->part_rows;
		g.columns = g.columns - column < s->part_columns ? g.columns - column : s->part_columns;
		if (!s->math->gemm(&g)) /* relaxed: only a flag */
			atomic_store_explicit(s->declined, true, memory_order_relaxed);
	}
}

bool kernels_hlo__library_multiply_small(const struct hlo_run *run, enum kernels_dtype lhs, enum kernels_dtype rhs,
	const struct hlo_product *p, const struct hlo_batches *batches)
{
	struct async_queue *queue = kernels_host(run->request)->queue;
	const enum kernels_dtype sums = lhs == KERNELS_BF16 ? KERNELS_F32 : KERNELS_I32;
	const uint64_t time = kernels_hlo__product_nanoseconds(lhs == KERNELS_BF16 ? KERNELS_BF16 : KERNELS_I8,
		(double)batches->count * (double)p->rows * (double)p->columns * (double)p->depth);
	atomic_bool declined;
	struct small s = { .math = kernels_math_chosen(), .gemm = gemm_of(lhs, rhs, sums, p), .batches = batches,
		.declined = &declined };
	if (!kernels_math_has_gemm(s.math))
		return false;
	atomic_init(&declined, false);
	kernels_hlo__library_parts(queue, p, batches->count, time, &s.part_rows, &s.part_columns);
	s.row_parts = (p->rows - 1) / s.part_rows + 1;
	s.column_parts = (p->columns - 1) / s.part_columns + 1;
	kernels_shared__share(queue, multiply_small_parts, &s, batches->count * s.row_parts * s.column_parts, time);
	return !atomic_load_explicit(&declined, memory_order_relaxed);
}
