/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/multiply.h"
#include "products/library.h"
#include "products/plain.h"
#include "products/swapped.h"
#include "products/tiny.h"
#include <hlo/products.h>
#include <shared/share.h>
#include <shared/together.h>
#include <string.h>

enum {
	ROWS = 4,    /* of a tile */
	COLUMNS = 16,
	UNIT_ROWS = 32, /* of a part that a thread takes */
	UNIT_COLUMNS = 256
};

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* as gcc has it under -std=c11 */
#endif

struct complex64 {
	float real, imag;
};
struct complex128 {
	double real, imag;
};

#define ADD_NUMBER(sum, x, y) ((sum) += (x) * (y))
#define STORE_NUMBER(c, sum, old) ((c) = (old) ? (c) + (sum) : (sum))
#define ADD_COMPLEX(sum, x, y) \
	((sum).real += (x).real * (y).real - (x).imag * (y).imag, (sum).imag += (x).real * (y).imag + (x).imag * (y).real)
#define STORE_COMPLEX(c, sum, old) \
	((c).real = (old) ? (c).real + (sum).real : (sum).real, (c).imag = (old) ? (c).imag + (sum).imag : (sum).imag)
#define ADD_NARROW(sum, x, y) ((sum) += (uint32_t)(x) * (uint32_t)(y))
#define STORE_8(c, sum, old) ((c) = (uint8_t)((old) ? (c) + (sum) : (sum)))
#define STORE_16(c, sum, old) ((c) = (uint16_t)((old) ? (c) + (sum) : (sum)))
#define ADD_BIT(sum, x, y) ((sum) |= (uint32_t)(x) & (uint32_t)(y))
#define STORE_BIT(c, sum, old) ((c) = (uint8_t)((old) ? (c) | (sum) : (sum)))

/* multiply_NAME() for elements in memory and their sums. `rows` and `columns` of a tile are constants in most calls, so that the sums stay
 * in registers. */
#define TYPED(name, element, sum_type, ADD, STORE) \
	static inline __attribute__((always_inline)) void tile_##name(const struct hlo_product *p, size_t row, size_t column, \
		const size_t rows, const size_t columns) \
	{ \
		sum_type sums[ROWS][COLUMNS]; \
		const element *a = (const element *)p->a + row * p->a_stride; \
		const element *b = (const element *)p->b + column; \
		element *c = (element *)p->c + row * p->c_stride + column; \
		memset(sums, 0, sizeof sums); \
		for (size_t k = 0; k < p->depth; k++, b += p->b_stride) \
			for (size_t i = 0; i < rows; i++) { \
				const element left = a[i * p->a_stride + k]; \
				for (size_t j = 0; j < columns; j++) \
					ADD(sums[i][j], left, b[j]); \
			} \
		for (size_t i = 0; i < rows; i++, c += p->c_stride) \
			for (size_t j = 0; j < columns; j++) \
				STORE(c[j], sums[i][j], p->add); \
	} \
	static void multiply_##name(const struct hlo_product *p) \
	{ \
		for (size_t row = 0; row < p->rows; row += ROWS) { \
			const size_t rows = hlo_least(p->rows - row, ROWS); \
			for (size_t column = 0; column < p->columns; column += COLUMNS) { \
				const size_t columns = hlo_least(p->columns - column, COLUMNS); \
				if (rows == ROWS && columns == COLUMNS) \
					tile_##name(p, row, column, ROWS, COLUMNS); \
				else if (rows == 1 && columns == COLUMNS) \
					tile_##name(p, row, column, 1, COLUMNS); \
				else \
					tile_##name(p, row, column, rows, columns); \
			} \
		} \
	}
TYPED(i1, uint8_t, uint32_t, ADD_BIT, STORE_BIT)
TYPED(8, uint8_t, uint32_t, ADD_NARROW, STORE_8)
TYPED(16, uint16_t, uint32_t, ADD_NARROW, STORE_16)
TYPED(64, uint64_t, uint64_t, ADD_NUMBER, STORE_NUMBER)
TYPED(complex64, struct complex64, struct complex64, ADD_COMPLEX, STORE_COMPLEX)
TYPED(complex128, struct complex128, struct complex128, ADD_COMPLEX, STORE_COMPLEX)

enum kernels_dtype kernels_hlo__work_type(enum kernels_dtype result)
{
	static const enum kernels_dtype by_size[] = { [1] = KERNELS_UI8, [2] = KERNELS_UI16, [4] = KERNELS_UI32,
		[8] = KERNELS_UI64 };
	if (hlo_is_integer(result))
		return by_size[kernels_dtype_size(result)];
	return hlo_is_float(result) && result != KERNELS_F64 ? KERNELS_F32 : result;
}

/* ---- the shared product */

static struct gemm gemm_of(enum gemm_element element, const struct hlo_product *p)
{
	static const double zero; /* of every type */
	const void *one = kernels_shared__gemm_one(element);
	return (struct gemm){ p->rows, p->columns, p->depth, one, p->a, p->a_stride, p->b, p->b_stride,
		p->add || p->d ? one : &zero, p->c, p->c_stride, p->a_transposed, p->b_transposed, p->d, p->d_stride, p->b_panels };
}

/* A part of the result is complete. */
static void finish_part(const void *ctx, size_t row, size_t rows, size_t column, size_t columns)
{
	const struct hlo_product *p = ctx;
	kernels_hlo__epilogue_rows(p->epilogue, (const char *)p->c + (row * p->c_stride + column) * p->epilogue->size, rows, columns,
		p->c_stride);
}

static void finish_product(const struct hlo_product *p)
{
	if (p->epilogue)
		finish_part(p, 0, p->rows, 0, p->columns);
}

static void multiply_shared(enum gemm_element element, const struct hlo_product *p)
{
	const struct gemm gemm = gemm_of(element, p);
	kernels_shared__gemm(&gemm, element,
		&(struct gemm_how){ .packed_b = p->packed_b, .finish = p->epilogue ? finish_part : NULL, .ctx = p });
}

bool kernels_hlo__has_strides(enum kernels_dtype work)
{
	return work == KERNELS_F32 || work == KERNELS_UI32 || work == KERNELS_F64 || work == KERNELS_I8 ||
	       work == KERNELS_BF16 || work == KERNELS_I16;
}

bool kernels_hlo__without_groups;

bool kernels_hlo__has_groups(enum kernels_dtype work)
{
	if (work == KERNELS_I16)
		return kernels_shared__gemm_has(GEMM_I16X2);
	if (kernels_hlo__without_groups)
		return false;
	return work == KERNELS_I8 ? kernels_shared__gemm_has(GEMM_I8X4) :
	       work == KERNELS_BF16 ? kernels_shared__gemm_has(GEMM_BF16X2) : false;
}

static size_t shared_size(enum kernels_dtype work)
{
	return work == KERNELS_I8 || work == KERNELS_BF16 || work == KERNELS_I16 ? 4 : kernels_dtype_size(work);
}

static enum gemm_element shared_element(enum kernels_dtype work)
{
	switch ((int)work) {
	case KERNELS_F32: return GEMM_F32;
	case KERNELS_F64: return GEMM_F64;
	case KERNELS_I8: return GEMM_I8X4;
	case KERNELS_BF16: return GEMM_BF16X2;
	case KERNELS_I16: return GEMM_I16X2;
	default: return GEMM_I32;
	}
}

size_t kernels_hlo__product_packed_size(enum kernels_dtype work, size_t columns, size_t depth)
{
	if (work != KERNELS_F32)
		return 0;
	return kernels_shared__gemm_packed_width(columns, kernels_shared__gemm_best_isa(GEMM_F32)) * depth *
	       sizeof(float);
}

void kernels_hlo__product_pack(const struct hlo_product *product, void *to)
{
	const struct gemm gemm = gemm_of(GEMM_F32, product);
	const struct gemm_isa *isa = kernels_shared__gemm_best_isa(GEMM_F32);
	for (size_t k = 0; k < gemm.depth; k += GEMM_DEPTH)
		kernels_shared__gemm_pack_b(
			&gemm, isa, k, gemm.depth - k < GEMM_DEPTH ? gemm.depth - k : GEMM_DEPTH, to);
}

void *kernels_hlo__product_packed_at(void *packed, size_t columns, size_t k)
{
	const struct gemm_isa *isa = kernels_shared__gemm_best_isa(GEMM_F32);
	return (float *)packed + k * kernels_shared__gemm_packed_width(columns, isa);
}

_Static_assert((int)HLO_PACKED_COLUMNS == (int)GEMM_COLUMNS && (int)HLO_PACKED_DEPTH == (int)GEMM_DEPTH, "");

/* ---- any type */

bool kernels_hlo__is_small(double multiplications) { return multiplications <= HLO_FEW_MULTIPLICATIONS; /* about 10 microseconds */ }

static void multiply_typed(enum kernels_dtype work, const struct hlo_product *p)
{
	switch ((int)work) {
	case KERNELS_I1: multiply_i1(p); break;
	case KERNELS_UI8: multiply_8(p); break;
	case KERNELS_UI16: multiply_16(p); break;
	case KERNELS_UI64: multiply_64(p); break;
	case KERNELS_F32:
	case KERNELS_F64: kernels_hlo__multiply_plain(work, p); break;
	case KERNELS_COMPLEX64: multiply_complex64(p); break;
	case KERNELS_COMPLEX128: multiply_complex128(p); break;
	default: break;
	}
}

void kernels_hlo__multiply(enum kernels_dtype work, const struct hlo_product *p)
{
	if (kernels_hlo__has_strides(work) && !(p->plain && hlo_is_float(work))) {
		if (!kernels_hlo__library_multiply(work, p)) {
			multiply_shared(shared_element(work), p);
			return;
		}
	} else {
		multiply_typed(work, p);
	}
	finish_product(p);
}

/* Parts of a product in batches, in the order batch, rows, columns. */
struct parts {
	const struct hlo_product *product;
	const struct hlo_batches *batches;
	enum kernels_dtype work;
	size_t size, part_rows, part_columns, row_parts, column_parts;
};

static size_t part_count(size_t n, size_t part) { return n == 0 ? 0 : (n - 1) / part + 1; }

static struct hlo_product batch_of(const struct parts *parts, size_t batch)
{
	struct hlo_product p = *parts->product;
	p.a = (const char *)p.a + batch * parts->batches->a_step * parts->size;
	p.b = (const char *)p.b + batch * parts->batches->b_step * parts->size;
	p.c = (char *)p.c + batch * parts->batches->c_step * parts->size;
	if (p.d)
		p.d = (const char *)p.d + batch * parts->batches->d_step * parts->size;
	return p;
}

static void multiply_parts(const void *data, size_t begin, size_t end)
{
	const struct parts *parts = data;
	for (size_t i = begin; i < end && (i == begin || !kernels_stopped()); i++) {
		struct hlo_product p;
		const size_t column = i % parts->column_parts * parts->part_columns;
		const size_t rest = i / parts->column_parts;
		const size_t row = rest % parts->row_parts * parts->part_rows, batch = rest / parts->row_parts;
		p = batch_of(parts, batch);
		p.a = (const char *)p.a + row * (p.a_transposed ? 1 : p.a_stride) * parts->size;
		/* a part of the columns is whole panels */
		p.b = (const char *)p.b + column * (p.b_transposed || p.b_panels ? p.b_stride : 1) * parts->size;
		p.c = (char *)p.c + (row * p.c_stride + column) * parts->size;
		if (p.d)
			p.d = (const char *)p.d + (row * p.d_stride + column) * parts->size;
		p.rows = p.rows - row < parts->part_rows ? p.rows - row : parts->part_rows;
		p.columns = p.columns - column < parts->part_columns ? p.columns - column : parts->part_columns;
		kernels_hlo__multiply(parts->work, &p);
	}
}

/* A product that threads divide among them without packing anything twice. */
static bool multiply_together(struct async_queue *queue, enum kernels_dtype work, const struct hlo_product *p)
{
	const enum gemm_element element = shared_element(work);
	const struct gemm gemm = gemm_of(element, p);
	return kernels_shared__gemm_together(queue, &(struct together){ &gemm, element, NULL, NULL, p->epilogue ? finish_part : NULL, p });
}

uint64_t kernels_hlo__product_nanoseconds(enum kernels_dtype work, double multiplications)
{
	const double per_nanosecond = work == KERNELS_F64 ? 15 :
		work == KERNELS_BF16			  ? 60 :
		work == KERNELS_I8			  ? 100 :
		work == KERNELS_I16			  ? 50 :
		kernels_hlo__has_strides(work)		  ? 30 :
		hlo_is_complex(work)			  ? 1 :
							    3;
	const double time = multiplications / per_nanosecond;
	return time > 1e15 ? UINT64_C(1000000000000000) : (uint64_t)time;
}

/* Columns of a part of a single row times a matrix: few parts, since long rows are read faster. */
static size_t columns_of_row(struct async_queue *queue, size_t columns)
{
	const size_t threads = kernels_shared__sharers(queue), parts = threads == 1 ? 1 : 2 * threads;
	return part_count(part_count(columns, parts), UNIT_COLUMNS) * UNIT_COLUMNS;
}

void kernels_hlo__multiply_all(const struct hlo_run *run, enum kernels_dtype work, const struct hlo_product *first,
	const struct hlo_batches *batches)
{
	struct async_queue *queue = kernels_host(run->request)->queue;
	const double each = (double)first->rows * (double)first->columns * (double)first->depth;
	const uint64_t one = kernels_hlo__product_nanoseconds(work, each);
	const uint64_t all = kernels_hlo__product_nanoseconds(work, each * (double)batches->count);
	struct parts parts = { first, batches, work, shared_size(work), first->rows, first->columns, 1, 1 };
	if (first->rows == 0 || first->columns == 0 || batches->count == 0)
		return;
	if (kernels_hlo__tiny_fits(work, first, batches)) {
		kernels_hlo__tiny_run(queue, work, first, batches, all);
		return;
	}
	/* The shared product divides itself, unless it is that of a vector. */
	const bool whole = kernels_hlo__has_strides(work) && first->rows > 1 && first->columns > 1 && !first->plain;
	const bool by_library = !first->plain && kernels_hlo__library(work);
	if (by_library) {
		kernels_hlo__library_parts(queue, first, batches->count, all, &parts.part_rows, &parts.part_columns);
	} else if (!whole) {
		parts.part_rows = first->columns == 1 ? UNIT_COLUMNS : UNIT_ROWS;
		parts.part_columns = UNIT_COLUMNS;
		const bool vector = kernels_hlo__has_strides(work) && !first->plain;
		if (vector && first->rows == 1)
			parts.part_columns = columns_of_row(queue, first->columns);
		else if (vector && first->columns == 1 && !first->a_transposed)
			parts.part_rows = columns_of_row(queue, first->rows);
	}
	parts.row_parts = part_count(first->rows, parts.part_rows);
	parts.column_parts = part_count(first->columns, parts.part_columns);
	const bool swapped = batches->count == 1 && kernels_hlo__swapped_fits(work, first);
	if (!swapped && (!whole || by_library || batches->count >= kernels_shared__sharers(queue) ||
		!kernels_shared__worth_sharing(queue, one))) {
		kernels_shared__share(queue, multiply_parts, &parts, batches->count * parts.row_parts * parts.column_parts, all);
		return;
	}
	for (size_t i = 0; i < batches->count; i++) {
		const struct hlo_product p = batch_of(&parts, i);
		if (swapped && kernels_hlo__swapped_run(run, &p))
			continue;
		if (!multiply_together(queue, work, &p))
			kernels_hlo__multiply(work, &p);
	}
}
