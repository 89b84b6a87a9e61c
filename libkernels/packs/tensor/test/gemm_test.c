/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The product of matrices, for every instruction set of this processor, compared with three plain loops. */
#include <shared/gemm.h>
#include <shared/together.h>
#include "check.h"
#include <math.h>
#include <stdlib.h>

enum { LARGEST = 700 * 800 }; /* elements of a matrix here */

static union {
	float f32[LARGEST];
	uint32_t i32[LARGEST];
	double f64[LARGEST];
} a, b, c, expected, before;

static uint32_t bf16(int x)
{
	const float value = (float)x;
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits >> 16;
}

static float from_bf16(uint32_t bits)
{
	float value;
	bits <<= 16;
	memcpy(&value, &bits, sizeof value);
	return value;
}

/* Small integers, whose sums are exact in any order. */
static void fill(size_t count, enum gemm_element element)
{
	for (size_t i = 0; i < count; i++) {
		int x = (int)(i * 7 % 13) - 6, y = (int)(i * 5 % 11) - 5, z = (int)(i % 9) - 4;
		if (element == GEMM_F32) {
			a.f32[i] = (float)x;
			b.f32[i] = (float)y;
			c.f32[i] = expected.f32[i] = (float)z;
		} else if (element == GEMM_I8X4) {
			a.i32[i] = (uint32_t)i * 0x9E3779B9u;
			b.i32[i] = (uint32_t)i * 0x85EBCA6Bu + 0x80;
			c.i32[i] = expected.i32[i] = (uint32_t)z;
		} else if (element == GEMM_I16X2) { /* bytes of both signs */
			a.i32[i] = (uint32_t)(i * 37 % 383 - 128) << 16 | ((uint32_t)(i * 11 % 384 - 128) & 0xFFFF);
			b.i32[i] = (uint32_t)(i * 29 % 256 - 128) << 16 | ((uint32_t)(i * 7 % 256 - 128) & 0xFFFF);
			c.i32[i] = expected.i32[i] = (uint32_t)z;
		} else if (element == GEMM_BF16X2) {
			a.i32[i] = bf16(x) << 16 | bf16(y);
			b.i32[i] = bf16(y) << 16 | bf16(x);
			c.f32[i] = expected.f32[i] = (float)z;
		} else if (element == GEMM_F64) {
			a.f64[i] = x;
			b.f64[i] = y;
			c.f64[i] = expected.f64[i] = z;
		} else {
			a.i32[i] = (uint32_t)x * 0x10001u; /* large enough to wrap around */
			b.i32[i] = (uint32_t)y * 0x20003u;
			c.i32[i] = expected.i32[i] = (uint32_t)z;
		}
	}
}

static uint32_t four_bytes(uint32_t l, uint32_t r)
{
	uint32_t sum = 0;
	for (int i = 0; i < 32; i += 8)
		sum += (l >> i & 255) * ((r >> i & 255) - (r >> i & 128) * 2); /* the right one is signed */
	return sum;
}

static uint32_t two_words(uint32_t l, uint32_t r)
{
	return (uint32_t)((int16_t)l * (int16_t)r + (int16_t)(l >> 16) * (int16_t)(r >> 16));
}

static float two_floats(uint32_t l, uint32_t r)
{
	return from_bf16(l & 0xFFFF) * from_bf16(r & 0xFFFF) + from_bf16(l >> 16) * from_bf16(r >> 16);
}

static double factor(enum gemm_element element, const void *of)
{
	return gemm_sums_f32(element) ? (double)*(const float *)of : element == GEMM_F64 ? *(const double *)of : 0;
}

/* For contiguous matrices, transposed or not. */
static void plain(const struct gemm *p, enum gemm_element element)
{
	const double alpha = factor(element, p->alpha), beta = factor(element, p->beta);
	for (size_t i = 0; i < p->rows * p->columns; i++) {
		size_t row = i / p->columns, column = i % p->columns;
		double sum = 0;
		uint32_t total = 0;
		for (size_t k = 0; k < p->depth; k++) {
			const size_t l = p->a_transposed ? k * p->rows + row : row * p->depth + k;
			const size_t r = p->b_transposed ? column * p->depth + k : k * p->columns + column;
			if (element == GEMM_I8X4)
				total += four_bytes(a.i32[l], b.i32[r]);
			else if (element == GEMM_I16X2)
				total += two_words(a.i32[l], b.i32[r]);
			else if (element == GEMM_BF16X2)
				sum += (double)two_floats(a.i32[l], b.i32[r]);
			else if (element == GEMM_F32)
				sum += (double)a.f32[l] * (double)b.f32[r];
			else if (element == GEMM_F64)
				sum += a.f64[l] * b.f64[r];
			else
				total += a.i32[l] * b.i32[r];
		}
		if (gemm_sums_f32(element))
			expected.f32[i] = (float)(alpha * sum + beta * (double)expected.f32[i]);
		else if (element == GEMM_F64)
			expected.f64[i] = alpha * sum + beta * expected.f64[i];
		else
			expected.i32[i] = *(const uint32_t *)p->alpha * total +
					  *(const uint32_t *)p->beta * expected.i32[i];
	}
}

/* b in panels. */
static const void *panels_of(const struct gemm *p)
{
	static uint32_t panels[LARGEST];
	for (size_t i = 0; i < p->depth * p->columns; i++) {
		const size_t k = i / p->columns, column = i % p->columns;
		panels[(column / GEMM_PANEL * p->depth + k) * GEMM_PANEL + column % GEMM_PANEL] = b.i32[i];
	}
	return panels;
}

static size_t most(size_t x, size_t y) { return x > y ? x : y; }

/* Every instruction set, with scratch memory and without. */
static void product_of(size_t rows, size_t columns, size_t depth, enum gemm_element element, bool a_transposed,
	bool b_transposed)
{
	static const float alpha_f32 = 2, beta_f32 = -3;
	static const double alpha_f64 = 2, beta_f64 = -3;
	static const uint32_t alpha_i32 = 2, beta_i32 = (uint32_t)-3;
	struct gemm p = { .rows = rows, .columns = columns, .depth = depth, .a = &a, .a_stride = a_transposed ? rows : depth,
		.b = &b, .b_stride = b_transposed ? depth : columns, .c = &c, .c_stride = columns,
		.a_transposed = a_transposed, .b_transposed = b_transposed };
	const size_t count = most(most(rows * depth, depth * columns), rows * columns) + 8;
	const size_t bytes = count * (element == GEMM_F64 ? 8 : 4);
	p.alpha = gemm_sums_f32(element) ? (const void *)&alpha_f32 :
		element == GEMM_F64      ? (const void *)&alpha_f64 :
					(const void *)&alpha_i32;
	p.beta = gemm_sums_f32(element) ? (const void *)&beta_f32 :
		element == GEMM_F64     ? (const void *)&beta_f64 :
				       (const void *)&beta_i32;
	fill(count, element);
	memcpy(&before, &c, bytes);
	plain(&p, element);
	const bool has_panels = columns % GEMM_PANEL == 0 && !b_transposed && element != GEMM_F64;
	for (size_t k = 0; k < (has_panels ? 4 : 2) * GEMM_ISAS; k++) {
		const struct gemm_isa *isa = &kernels_shared__gemm_isas[element][k / 2 % GEMM_ISAS];
		if (k == 2 * GEMM_ISAS) {
			p.b = panels_of(&p);
			p.b_stride = depth;
			p.b_panels = true;
		}
		if (!isa->name || !isa->supported())
			continue;
		memcpy(&c, &before, bytes);
		kernels_shared__gemm(&p, element, &(struct gemm_how){ .isa = isa, .lean = k % 2 == 0 });
		/* bytes after it must not change either; no sum is a NaN or -0 */
		if (memcmp(&c, &expected, bytes) != 0)
			check_report(__FILE__, __LINE__, "%zu x %zu x %zu%s%s of type %d with %s differs", rows, columns,
				depth, a_transposed ? ", A transposed" : "",
				b_transposed ? ", B transposed" : p.b_panels ? ", B in panels" : "", element, isa->name);
	}
}

static void one_product(size_t rows, size_t columns, size_t depth, enum gemm_element element)
{
	static int turn;
	for (int i = 0; i < 4; i++)
		if ((i + turn) % CHECK_EVERY == 0)
			product_of(rows, columns, depth, element, i & 1, i & 2);
	turn++;
}

static void all_shapes(enum gemm_element element)
{
	static const size_t sizes[][3] = { /* rows, columns, depth: around the sizes of tiles, panels and blocks */
		{ 1, 1, 1 }, { 1, 10, 512 }, { 4, 33, 7 }, { 5, 1, 1 }, { 6, 16, 256 }, { 7, 17, 257 }, { 12, 32, 3 },
		{ 13, 31, 255 }, { 5, 8, 300 }, { 6, 9, 2 }, { 72, 15, 40 }, { 73, 64, 65 }, { 100, 10, 512 },
		{ 145, 513, 30 }, { 80, 600, 300 }, { 300, 1, 700 }, { 1, 300, 700 },
		{ 1, 700, 799 }, { 1, 4133, 123 }, { 1, 179, 3001 }, { 179, 1, 3001 }, { 70, 40, 1500 }, { 2, 33, 1100 },
		{ 20, 1056, 40 }, { 30, 64, 1100 }, { 9, 64, 0 }, { 9, 48, 0 }, { 3, 5, 0 }, { 0, 7, 3 }, { 7, 0, 3 }, { 4, 512, 300 }, { 2, 100, 5 }
	};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		one_product(sizes[i][0], sizes[i][1], sizes[i][2], element);
}

static void f32(void) { all_shapes(GEMM_F32); }
static void i32(void) { all_shapes(GEMM_I32); }
static void f64(void) { all_shapes(GEMM_F64); }
static void i8x4(void) { all_shapes(GEMM_I8X4); }
static void bf16x2(void) { all_shapes(GEMM_BF16X2); }
static void i16x2(void) { all_shapes(GEMM_I16X2); }

/* A row times a matrix beyond the caches is read in another order than its parts; all sums have the same bits. */
static void parts_of_a_row(void)
{
	static const size_t sizes[][2] = { { 700, 799 }, { 4133, 123 }, { 179, 3001 } }; /* columns, depth */
	static const float alpha = 1, beta = 0;
	for (size_t i = 0; i < LARGEST; i++)
		a.f32[i] = b.f32[i] = 1 / (float)(i % 1021 + 3);
	for (size_t k = 0; k < 2 * GEMM_ISAS * sizeof sizes / sizeof *sizes; k++) {
		const struct gemm_isa *isa = &kernels_shared__gemm_isas[GEMM_F32][k / 2 % GEMM_ISAS];
		const size_t columns = sizes[k / 2 / GEMM_ISAS][0], depth = sizes[k / 2 / GEMM_ISAS][1], part = 24;
		struct gemm p = { .rows = 1, .columns = columns, .depth = depth, .alpha = &alpha, .a = &a, .a_stride = depth, .b = &b,
			.b_stride = k % 2 ? depth : columns, .beta = &beta, .c = &expected, .c_stride = columns, .b_transposed = k % 2 };
		if (!isa->name || !isa->supported())
			continue;
		kernels_shared__gemm(&p, GEMM_F32, &(struct gemm_how){ .isa = isa });
		for (size_t i = 0; i < columns; i += part) {
			p.columns = columns - i < part ? columns - i : part;
			p.b = b.f32 + i * (k % 2 ? depth : 1);
			p.c = c.f32 + i;
			kernels_shared__gemm(&p, GEMM_F32, &(struct gemm_how){ .isa = isa });
		}
		if (memcmp(&c, &expected, columns * sizeof *c.f32) != 0)
			check_report(__FILE__, __LINE__, "parts of 1 x %zu x %zu differ with %s", columns, depth, isa->name);
	}
}

/* What is added instead of C: a row, or a matrix of another stride. */
static void another_addend(void)
{
	static const float alpha = 2, beta = -3;
	static float d[80 * 45];
	static const size_t sizes[][3] = { { 1, 40, 30 }, { 12, 32, 60 }, { 80, 45, 1100 }, { 80, 1, 70 }, { 70, 33, 20 } };
	for (size_t i = 0; i < 80 * 45; i++)
		d[i] = (float)(i % 23);
	for (size_t s = 0; s < 2 * sizeof sizes / sizeof *sizes; s++) {
		const size_t *of = sizes[s / 2], d_stride = s % 2 ? 0 : of[1];
		const struct gemm p = { .rows = of[0], .columns = of[1], .depth = of[2], .alpha = &alpha, .a = &a,
			.a_stride = of[2], .b = &b, .b_stride = of[1], .beta = &beta, .c = &c, .c_stride = of[1], .d = d,
			.d_stride = d_stride };
		fill(LARGEST, GEMM_F32);
		for (size_t i = 0; i < of[0] * of[1]; i++) {
			expected.f32[i] = d[i / of[1] * d_stride + i % of[1]];
			c.f32[i] = NAN; /* is not read */
		}
		plain(&p, GEMM_F32);
		kernels_shared__gemm(&p, GEMM_F32, NULL);
		CHECK(memcmp(&c, &expected, of[0] * of[1] * sizeof *c.f32) == 0);
	}
}

/* Sums of groups that are written as they are, and C may contain anything; tile registers write them without a copy. */
static void groups_alone(void)
{
	static const float one_f32 = 1, zero_f32 = 0;
	static const uint32_t one_i32 = 1, zero_i32 = 0;
	static const size_t sizes[][3] = { { 14, 32, 32 }, { 29, 70, 100 }, { 30, 64, 48 }, { 57, 40, 2000 }, { 1, 16, 33 }, { 60, 16, 40 } };
	for (size_t k = 0; k < 2 * GEMM_ISAS * sizeof sizes / sizeof *sizes; k++) {
		const enum gemm_element element = k % 2 ? GEMM_I8X4 : GEMM_BF16X2;
		const struct gemm_isa *isa = &kernels_shared__gemm_isas[element][k / 2 % GEMM_ISAS];
		const size_t *of = sizes[k / 2 / GEMM_ISAS], bytes = of[0] * of[1] * sizeof *c.f32;
		const bool floats = element == GEMM_BF16X2;
		const struct gemm p = { .rows = of[0], .columns = of[1], .depth = of[2], .a = &a, .a_stride = of[2], .b = &b, .b_stride = of[1],
			.alpha = floats ? (const void *)&one_f32 : &one_i32, .beta = floats ? (const void *)&zero_f32 : &zero_i32,
			.c = &c, .c_stride = of[1] };
		if (!isa->name || !isa->supported())
			continue;
		fill(LARGEST, element);
		memset(&c, 0xFF, bytes);
		plain(&p, element);
		kernels_shared__gemm(&p, element, &(struct gemm_how){ .isa = isa });
		if (memcmp(&c, &expected, bytes) != 0)
			check_report(__FILE__, __LINE__, "%zu x %zu x %zu with %s differs", of[0], of[1], of[2], isa->name);
	}
}

static void small_shapes(void)
{
	for (size_t i = 0; i < 20 * 40 * 3; i++)
		one_product(1 + i % 20, 1 + i / 20 % 40, 1 + i / 800 * 3, GEMM_F32);
}

/* Parts of larger matrices: bytes between the rows are not modified, and their values are irrelevant. */
static void gaps(void)
{
	static const size_t sizes[][6] = { /* rows, columns, depth, strides of a, b, c */
		{ 1, 21, 13, 13, 40, 21 }, { 1, 300, 30, 31, 307, 301 }, { 9, 21, 13, 17, 40, 23 },
		{ 33, 130, 101, 101, 131, 130 }, { 64, 64, 64, 128, 128, 128 }, { 20, 300, 211, 251, 307, 311 },
		{ 70, 90, 40, 1024, 1031, 97 }, { 150, 17, 300, 307, 19, 1024 }, { 30, 1, 17, 19, 2, 5 },
		{ 3, 33, 0, 1, 50, 40 }
	};
	static const float alpha = 2, beta = -3;
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		const size_t *of = sizes[s], rows = of[0], columns = of[1], depth = of[2];
		const struct gemm p = { .rows = rows, .columns = columns, .depth = depth, .alpha = &alpha, .a = &a, .a_stride = of[3],
			.b = &b, .b_stride = of[4], .beta = &beta, .c = &c, .c_stride = of[5] };
		fill(LARGEST, GEMM_F32);
		for (size_t i = 0; i < rows * of[3]; i++)
			a.f32[i] = i % of[3] < depth ? a.f32[i] : NAN;
		for (size_t i = 0; i < depth * of[4]; i++)
			b.f32[i] = i % of[4] < columns ? b.f32[i] : NAN;
		memcpy(&before, &c, sizeof c);
		for (size_t i = 0; i < rows * columns; i++) {
			const size_t row = i / columns, column = i % columns;
			double sum = 0;
			for (size_t k = 0; k < depth; k++)
				sum += (double)a.f32[row * of[3] + k] * (double)b.f32[k * of[4] + column];
			float *to = &expected.f32[row * of[5] + column];
			*to = (float)((double)alpha * sum + (double)beta * (double)*to);
		}
		for (size_t k = 0; k < 2 * GEMM_ISAS; k++) {
			const struct gemm_isa *isa = &kernels_shared__gemm_isas[GEMM_F32][k / 2];
			if (!isa->name || !isa->supported())
				continue;
			memcpy(&c, &before, sizeof c);
			kernels_shared__gemm(&p, GEMM_F32, &(struct gemm_how){ .isa = isa, .lean = k % 2 == 0 });
			if (memcmp(&c, &expected, sizeof c) != 0)
				check_report(__FILE__, __LINE__, "%zu x %zu x %zu with gaps and %s differs", rows,
					columns, depth, isa->name);
		}
	}
}

static void one_for_this_processor(void)
{
	for (int element = 0; element < GEMM_ELEMENTS; element++) {
		bool found = false;
		for (size_t k = 0; k < GEMM_ISAS; k++) {
			const struct gemm_isa *isa = &kernels_shared__gemm_isas[element][k];
			if (isa->name && isa->supported()) {
				found = true;
				printf("# %s\n", isa->name);
			}
		}
		CHECK(found == kernels_shared__gemm_has((enum gemm_element)element));
		CHECK(found || element >= GEMM_I8X4);
	}
}

/* Without beta, C may contain anything; without alpha, A and B may. NaN in one row stays in this row. */
#if defined(__x86_64__) && defined(__GNUC__) && defined(__OPTIMIZE__) /* without optimizations gcc clears nothing */
/* What ymm0 to ymm15 have above their lower 16 bytes. */
static bool upper_parts_are_used(void)
{
	unsigned char upper[16][16];
#define UPPER(k) "vextractf128 $1, %%ymm" #k ", " #k "*16(%0)\n\t"
	__asm__ volatile(UPPER(0) UPPER(1) UPPER(2) UPPER(3) UPPER(4) UPPER(5) UPPER(6) UPPER(7) UPPER(8) UPPER(9) UPPER(10) UPPER(11)
				 UPPER(12) UPPER(13) UPPER(14) UPPER(15)
			 :
			 : "r"(upper)
			 : "memory");
#undef UPPER
	unsigned char any = 0;
	for (size_t i = 0; i < sizeof upper; i++)
		any |= upper[i / 16][i % 16];
	return any != 0;
}

/* Tiles of full and partial vectors: code on single numbers, which runs next, is slow with upper parts in use. */
static void upper_parts_are_cleared(void)
{
	const float one = 1, zero = 0;
	fill(4096, GEMM_F32);
	for (size_t k = 0; k < GEMM_ISAS; k++) {
		const struct gemm_isa *isa = &kernels_shared__gemm_isas[GEMM_F32][k];
		if (!isa->name || !isa->supported() || isa->lanes < 8)
			continue;
		for (size_t columns = 1; columns <= 2 * isa->lanes; columns++) {
			const struct gemm_tile tile = { .depth = 3, .columns = columns, .a = a.f32, .a_row = 12, .a_step = 4, .b = b.f32,
				.b_step = (ptrdiff_t)(8 * isa->lanes), .next = b.f32, .c = c.f32, .c_row = 256, .d = c.f32, .d_row = 256,
				.alpha = &one, .beta = &zero };
			isa->wide[0](&tile);
			CHECK(!upper_parts_are_used());
			isa->wide[1](&tile);
			CHECK(!upper_parts_are_used());
			if (columns > isa->lanes)
				continue;
			isa->narrow[0](&tile);
			CHECK(!upper_parts_are_used());
		}
	}
}
#else
static void upper_parts_are_cleared(void) {}
#endif

static void special_values(void)
{
	const float zero = 0, one = 1;
	for (size_t rows = 2; rows <= 20; rows += 9) {
		struct gemm p = { .rows = rows, .columns = 40, .depth = 9, .alpha = &one, .a = &a, .a_stride = 9,
			.b = &b, .b_stride = 40, .beta = &zero, .c = &c, .c_stride = 40 };
		fill(rows * 40 + 8 * 40, GEMM_F32);
		for (size_t i = 0; i < rows * 40; i++)
			c.f32[i] = NAN;
		a.f32[9] = INFINITY;
		a.f32[10] = -INFINITY;
		kernels_shared__gemm(&p, GEMM_F32, NULL);
		for (size_t i = 0; i < rows * 40; i++)
			CHECK((i / 40 == 1) == !isfinite(c.f32[i]));
		p.alpha = &zero;
		p.beta = &one;
		for (size_t i = 0; i < rows * 40; i++)
			c.f32[i] = 5;
		kernels_shared__gemm(&p, GEMM_F32, NULL);
		for (size_t i = 0; i < rows * 40; i++)
			CHECK(c.f32[i] == 5);
	}
}

/* ---- by several threads */

/* Elements of A as generated by a convolution: they are not in memory. */
static void make_left(const void *ctx, size_t row, size_t rows, size_t k, size_t depth, uint32_t *to)
{
	const struct gemm *p = ctx;
	for (size_t i = 0; i < depth; i++) {
		for (size_t j = 0; j < rows; j++)
			*to++ = a.i32[(row + j) * p->a_stride + k + i];
	}
}

static unsigned char finished[LARGEST];

static void finish(const void *ctx, size_t row, size_t rows, size_t column, size_t columns)
{
	const struct gemm *p = ctx;
	for (size_t i = row; i < row + rows; i++) {
		for (size_t j = column; j < column + columns; j++)
			finished[i * p->columns + j] |= c.f32[i * p->columns + j] == expected.f32[i * p->columns + j]
								? 1
								: 2;
	}
}

/* ThreadSanitizer takes minutes for the largest products; the others are divided in the same ways. */
#if defined(__SANITIZE_THREAD__)
#define MOST_MULTIPLICATIONS 5000000
#else
#define MOST_MULTIPLICATIONS 1000000000
#endif

static void together(void)
{
	static const size_t sizes[][3] = { /* rows, columns, depth: few rows and many, one block and several */
		{ 1, 200, 30 }, { 1, 1, 9 }, { 2, 33, 1025 }, { 13, 100, 1024 }, { 30, 517, 300 }, { 49, 16, 600 },
		{ 49, 17, 600 }, { 55, 300, 1024 }, { 60, 1100, 20 }, { 84, 65, 513 }, { 85, 64, 40 },
		{ 127, 40, 4200 }, { 168, 33, 700 }, { 196, 256, 1100 }, { 196, 500, 1024 }, { 330, 700, 100 },
		{ 400, 7, 900 }, { 400, 1040, 33 }, { 700, 5, 3 }, { 3000, 20, 70 }
	};
	static const float alpha = 2, beta = -3;
	for (size_t i = 0; i < 8 * sizeof sizes / sizeof *sizes; i++) {
		const struct gemm_isa *isa = &kernels_shared__gemm_isas[GEMM_F32][i / 2 % 4 % GEMM_ISAS];
		if (!isa->name || !isa->supported())
			isa = NULL;
		const size_t *of = sizes[i / 8], count = of[0] * of[1];
		if (count * of[2] > MOST_MULTIPLICATIONS)
			continue;
		const struct async_threads_options options = { .size = sizeof options, .threads = i % 3 ? 2 : 5 };
		struct async_queue *queue = async_queue_create_threads(NULL, &options);
		struct gemm p = { .rows = of[0], .columns = of[1], .depth = of[2], .alpha = &alpha, .a = &a, .a_stride = of[2],
			.b = &b, .b_stride = of[1], .beta = &beta, .c = &c, .c_stride = of[1] };
		if (i % 2 == 0 && i % 8 >= 4) {
			p.b_transposed = true;
			p.b_stride = of[2];
		}
		p.a_transposed = i % 8 == 6;
		p.a_stride = p.a_transposed ? of[0] : of[2];
		const struct gemm whole = p;
		const struct gemm_left left = { make_left, &whole, 0, 0 };
		CHECK_OR_RETURN(queue != NULL);
		if (i % 8 == 0)
			fill(LARGEST, GEMM_F32);
		if (i % 8 == 0 || i % 8 >= 4) {
			if (i % 8 == 0)
				memcpy(&before, &c, sizeof c);
			memcpy(&expected, &before, sizeof c);
			plain(&p, GEMM_F32);
		}
		memcpy(&c, &before, sizeof c);
		memset(finished, 0, count);
		if (i % 2)
			p.a = NULL;
		bool done = kernels_shared__gemm_together(queue,
			&(struct together){ &p, GEMM_F32, i % 2 ? &left : NULL, isa, i % 8 < 4 ? finish : NULL, &p });
		CHECK(done || of[1] <= 32 || of[0] == 1);
		size_t different = 0, not_finished = 0;
		for (size_t k = 0; done && k < LARGEST; k++) {
			different += c.f32[k] != expected.f32[k];
			not_finished += k < count && i % 8 < 4 && finished[k] != 1;
		}
		if (different || not_finished)
			check_report(__FILE__, __LINE__, "%zu x %zu x %zu: %zu differ, %zu not finished once", of[0],
				of[1], of[2], different, not_finished);
		async_queue_destroy(queue);
	}
}

/* Parts of the columns begin with whole panels, which are wider than those of most instruction sets. */
static void together_with_panels(void)
{
	static const size_t sizes[][3] = { { 40, 2016, 30 }, { 20, 672, 100 }, { 20, 320, 100 }, { 9, 352, 40 },
		{ 9, 96, 400 }, { 300, 96, 200 }, { 100, 512, 40 } };
	static const float alpha = 2, beta = -3;
	fill(LARGEST, GEMM_F32);
	memcpy(&before, &c, sizeof c);
	for (size_t i = 0; i < 2 * GEMM_ISAS * (sizeof sizes / sizeof *sizes); i++) {
		const struct gemm_isa *isa = &kernels_shared__gemm_isas[GEMM_F32][i % GEMM_ISAS];
		const size_t *of = sizes[i / GEMM_ISAS / 2];
		const unsigned threads = i / GEMM_ISAS % 2 ? 2 : 5;
		const struct async_threads_options options = { .size = sizeof options, .threads = threads };
		struct gemm p = { .rows = of[0], .columns = of[1], .depth = of[2], .alpha = &alpha, .a = &a, .a_stride = of[2],
			.b = &b, .b_stride = of[1], .beta = &beta, .c = &c, .c_stride = of[1] };
		if (!isa->name || !isa->supported())
			continue;
		struct async_queue *queue = async_queue_create_threads(NULL, &options);
		CHECK_OR_RETURN(queue != NULL);
		memcpy(&expected, &before, sizeof c);
		memcpy(&c, &before, sizeof c);
		plain(&p, GEMM_F32);
		p.b = panels_of(&p);
		p.b_stride = of[2];
		p.b_panels = true;
		const size_t count = of[0] * of[1];
		size_t finished_once = 0;
		memset(finished, 0, count);
		if (!kernels_shared__gemm_together(queue, &(struct together){ &p, GEMM_F32, NULL, isa, finish, &p }) ||
			memcmp(&c, &expected, sizeof c) != 0)
			check_report(__FILE__, __LINE__, "%zu x %zu x %zu with %s and %u threads differs", of[0], of[1], of[2], isa->name,
				threads);
		for (size_t k = 0; k < count; k++)
			finished_once += finished[k] == 1;
		CHECK_INT(finished_once, count);
		async_queue_destroy(queue);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(one_for_this_processor), CHECK_CASE(f32), CHECK_CASE(i32),
		CHECK_CASE(f64), CHECK_CASE(i8x4), CHECK_CASE(bf16x2), CHECK_CASE(i16x2), CHECK_CASE(parts_of_a_row), CHECK_CASE(another_addend),
		CHECK_CASE(groups_alone), CHECK_CASE(small_shapes), CHECK_CASE(gaps), CHECK_CASE(upper_parts_are_cleared),
		CHECK_CASE(special_values), CHECK_CASE(together),
		CHECK_CASE(together_with_panels) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
