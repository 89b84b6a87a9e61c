/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tiles of a matrix product of groups in the tile registers of AMX. Included by gemm_isa.c, once. A row of a tile register has 16 groups:
 * of a row of A, or of 16 columns of B. Operands in another order, and products of little depth, are left to vectors.
 *
 * To configure the registers takes as long as a product of 512 groups, so they stay configured until the product ends. While they are, the
 * thread has 8 KB more to save when it is interrupted. */
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

#define AMX_TARGET GROUPS_TARGET("amx-tile,amx-int8,amx-bf16,avx512f")
#define AMX_GROUPS 16      /* of a row of a register */
#define AMX_LEAST_DEPTH 32 /* groups */
#define AMX_LEAST_ROWS 8   /* fewer have the order of sums that rows have one by one */

/* The registers: sums of columns; rows of A; columns of B; the rest of the depth. Parts of names in the text of instructions. */
#define SUMS_0 0
#define SUMS_1 1
#define LEFT 2
#define RIGHT_0 3
#define RIGHT_1 4
#define LEFT_REST 5
#define RIGHT_REST_0 6
#define RIGHT_REST_1 7
#define AMX_REGISTERS 8

struct amx_shape { /* the operand of ldtilecfg */
	uint8_t palette, start_row, reserved[14];
	uint16_t row_bytes[16];
	uint8_t rows[16];
};

static __thread unsigned amx_configured; /* rows, and groups of the rest; 0: nothing */

AMX_TARGET static __attribute__((noinline)) void amx_configure(size_t rows, size_t rest)
{
	struct amx_shape shape = { .palette = 1 };
	for (int i = 0; i < AMX_REGISTERS; i++) {
		shape.row_bytes[i] = 64;
		shape.rows[i] = (uint8_t)rows;
	}
	shape.rows[RIGHT_0] = shape.rows[RIGHT_1] = AMX_GROUPS;
	if (rest > 0) {
		shape.row_bytes[LEFT_REST] = (uint16_t)(4 * rest);
		shape.rows[RIGHT_REST_0] = shape.rows[RIGHT_REST_1] = (uint8_t)rest;
	}
	/* compilers do not know how much the instruction reads */
	__asm__ volatile("" : : "r"(&shape) : "memory");
	_tile_loadconfig(&shape);
	amx_configured = (unsigned)(rows << 8 | rest);
}

AMX_TARGET static void amx_end(void)
{
	if (amx_configured)
		_tile_release();
	amx_configured = 0;
}

/* Copies the rows of B, a panel wide. */
AMX_TARGET static void amx_pack(const struct gemm_tile *t)
{
	const char *from = t->b;
	char *to = t->panel;
	for (size_t k = 0; k < t->depth; k++, from += t->b_step, to += 128) {
		_mm512_storeu_si512(to, _mm512_loadu_si512(from));
		_mm512_storeu_si512(to + 64, _mm512_loadu_si512(from + 64));
	}
	__asm__ volatile("" : : : "memory"); /* tiles are loaded after that */
}

/* Scales sums of `width` columns. Of the last vector some columns may be of no use. */
#define AMX_SCALE(name, vector, type, repeat, read, write, scale, add) \
	AMX_TARGET static void amx_store_##name(const struct gemm_tile *t, const type *sums, size_t rows, size_t width) \
	{ \
		const type alpha = *(const type *)t->alpha, beta = *(const type *)t->beta; \
		for (size_t i = 0; i < rows; i++, sums += width) { \
			type *c = (type *)((char *)t->c + (ptrdiff_t)i * t->c_row); \
			const type *d = (const type *)((const char *)t->d + (ptrdiff_t)i * t->d_row); \
			for (size_t j = 0; j < t->columns; j += 16) { \
				const size_t left = t->columns - j; \
				const __mmask16 part = (__mmask16)(left < 16 ? (1u << left) - 1 : 0xffff); \
				vector sum = scale(repeat(alpha), read(0xffff, sums + j)); \
				if (beta != 0) \
					sum = add(sum, scale(repeat(beta), read(part, d + j))); \
				write(c + j, part, sum); \
			} \
		} \
	}
AMX_SCALE(i32, __m512i, int32_t, _mm512_set1_epi32, _mm512_maskz_loadu_epi32, _mm512_mask_storeu_epi32, _mm512_mullo_epi32, _mm512_add_epi32)
AMX_SCALE(f32, __m512, float, _mm512_set1_ps, _mm512_maskz_loadu_ps, _mm512_mask_storeu_ps, _mm512_mul_ps, _mm512_add_ps)

/* Adds the products of as much of the depth as the registers hold. */
#define AMX_STEP(multiply_add, left, right_0, right_1) \
	_tile_loadd(left, a, a_row); \
	_tile_loadd(right_0, b, b_step); \
	multiply_add(SUMS_0, left, right_0); \
	if (wide) { \
		_tile_loadd(right_1, b + 64, b_step); \
		multiply_add(SUMS_1, left, right_1); \
	}

#define AMX_TILE(name, type, multiply_add) \
	AMX_TARGET static void amx_tile_##name(const struct gemm_tile *t, size_t rows, bool wide, const gemm_tile_fn *others) \
	{ \
		if (t->a_step != 4 || t->depth < AMX_LEAST_DEPTH) { \
			others[rows - 1](t); \
			return; \
		} \
		if (amx_configured != (rows << 8 | t->depth % AMX_GROUPS)) \
			amx_configure(rows, t->depth % AMX_GROUPS); \
		if (t->panel) \
			amx_pack(t); \
		const char *a = t->a, *b = t->panel ? t->panel : t->b; \
		const ptrdiff_t a_row = t->a_row, b_step = t->panel ? 128 : t->b_step; \
		_tile_zero(SUMS_0); \
		_tile_zero(SUMS_1); \
		for (size_t k = t->depth / AMX_GROUPS; k > 0; k--, a += 64, b += AMX_GROUPS * b_step) { \
			AMX_STEP(multiply_add, LEFT, RIGHT_0, RIGHT_1) \
		} \
		if (t->depth % AMX_GROUPS > 0) { \
			AMX_STEP(multiply_add, LEFT_REST, RIGHT_REST_0, RIGHT_REST_1) \
		} \
		const size_t width = wide ? 32 : 16; \
		const bool whole = t->columns == width && *(const type *)t->alpha == 1 && *(const type *)t->beta == 0; \
		type sums[GEMM_MOST_ROWS * GEMM_MOST_COLUMNS]; \
		char *to = whole ? t->c : (void *)sums; \
		const ptrdiff_t to_row = whole ? t->c_row : (ptrdiff_t)(width * sizeof(type)); \
		_tile_stored(SUMS_0, to, to_row); \
		if (wide) \
			_tile_stored(SUMS_1, to + 64, to_row); \
		__asm__ volatile("" : : "r"(to) : "memory"); /* the sums are read after that */ \
		if (!whole) \
			amx_store_##type(t, sums, rows, width); \
	}
#define amx_store_int32_t amx_store_i32
#define amx_store_float amx_store_f32
AMX_TILE(i8, int32_t, _tile_dpbusd)
AMX_TILE(bf16, float, _tile_dpbf16ps)

#define AMX_HEIGHT(height) \
	static void amx_wide_i8_##height(const struct gemm_tile *t) { amx_tile_i8(t, height, true, wide_i8x4_vnni); } \
	static void amx_narrow_i8_##height(const struct gemm_tile *t) { amx_tile_i8(t, height, false, narrow_i8x4_vnni); } \
	static void amx_wide_bf16_##height(const struct gemm_tile *t) { amx_tile_bf16(t, height, true, wide_bf16x2_avx512); } \
	static void amx_narrow_bf16_##height(const struct gemm_tile *t) { amx_tile_bf16(t, height, false, narrow_bf16x2_avx512); }
HEIGHTS_14(AMX_HEIGHT, AMX_HEIGHT)
#define AMX_WIDE_I8(height) amx_wide_i8_##height,
#define AMX_NARROW_I8(height) amx_narrow_i8_##height,
#define AMX_WIDE_BF16(height) amx_wide_bf16_##height,
#define AMX_NARROW_BF16(height) amx_narrow_bf16_##height,
static const gemm_tile_fn amx_wide_i8[] = { HEIGHTS_14(AMX_WIDE_I8, AMX_WIDE_I8) };
static const gemm_tile_fn amx_narrow_i8[] = { HEIGHTS_14(AMX_NARROW_I8, AMX_NARROW_I8) };
static const gemm_tile_fn amx_wide_bf16[] = { HEIGHTS_14(AMX_WIDE_BF16, AMX_WIDE_BF16) };
static const gemm_tile_fn amx_narrow_bf16[] = { HEIGHTS_14(AMX_NARROW_BF16, AMX_NARROW_BF16) };

/* The operating system saves tile registers only for processes that ask. */
static bool request_amx(void)
{
	enum { BF16 = 1 << 22, TILES = 1 << 24, INT8 = 1 << 25, NEEDED = BF16 | TILES | INT8 };
	enum { ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILEDATA = 18 };
	unsigned a, b, c, d;
	return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d & NEEDED) == NEEDED && has_vnni() && has_bf16() &&
	       syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0;
}

static bool has_amx(void)
{
	static signed char answer; /* atomic; 0: not known. Several threads may ask at once, and get the same answer */
	signed char known = __atomic_load_n(&answer, __ATOMIC_RELAXED); /* relaxed: publishes nothing */
	if (known == 0)
		__atomic_store_n(&answer, known = request_amx() ? 1 : -1, __ATOMIC_RELAXED);
	return known > 0;
}
