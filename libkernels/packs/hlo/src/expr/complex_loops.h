/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over operations of complex<f32> and complex<f64> that are a few products and sums of their parts; included by
 * isa_loops.h. Sums are those of twice as many floats. */

#define COMPLEX_SUM(op, name, part) \
	static void op##_##name(ISA_ARGUMENTS) { op##_##part(out, in, 2 * n, self); }
/* By instructions: of differences beside sums gcc 12 makes fused operations, which round once, and of parts kilobytes of
 * code. REAL and IMAG repeat a part of each element, SWAP exchanges its parts, APART subtracts at real parts and adds at
 * imaginary ones. */
#if ISA_LANES == 16
#define COMPLEX_V(name) _mm512_##name
typedef __m512 complex_v_c64;
typedef __m512d complex_v_c128;
#define COMPLEX_LIST_ps(list) list##_16
#define COMPLEX_LIST_pd(list) list##_8
#define COMPLEX_SWAP_PD 0x55
#define COMPLEX_IMAG_PD 0xFF
#define COMPLEX_APART_ps(a, b) _mm512_mask_sub_ps(_mm512_add_ps(a, b), 0x5555, a, b)
#define COMPLEX_APART_pd(a, b) _mm512_mask_sub_pd(_mm512_add_pd(a, b), 0x55, a, b)
#else
#define COMPLEX_V(name) _mm256_##name
typedef __m256 complex_v_c64;
typedef __m256d complex_v_c128;
#define COMPLEX_LIST_ps(list) list##_8
#define COMPLEX_LIST_pd(list) list##_4
#define COMPLEX_SWAP_PD 0x5
#define COMPLEX_IMAG_PD 0xF
#define COMPLEX_APART_ps(a, b) _mm256_addsub_ps(a, b)
#define COMPLEX_APART_pd(a, b) _mm256_addsub_pd(a, b)
#endif
#define COMPLEX_REAL_ps(a) COMPLEX_V(moveldup_ps)(a)
#define COMPLEX_IMAG_ps(a) COMPLEX_V(movehdup_ps)(a)
#define COMPLEX_SWAP_ps(a) COMPLEX_V(permute_ps)(a, 0xB1)
#define COMPLEX_REAL_pd(a) COMPLEX_V(movedup_pd)(a)
#define COMPLEX_IMAG_pd(a) COMPLEX_V(permute_pd)(a, COMPLEX_IMAG_PD)
#define COMPLEX_SWAP_pd(a) COMPLEX_V(permute_pd)(a, COMPLEX_SWAP_PD)

/* Lanes of two vectors: parts of their elements, and pairs of one lane of each, as elements of two vectors */
#define COMPLEX_REALS_4 0, 2, 4, 6
#define COMPLEX_IMAGS_4 1, 3, 5, 7
#define COMPLEX_LOW_4 0, 4, 1, 5
#define COMPLEX_HIGH_4 2, 6, 3, 7
#define COMPLEX_REALS_8 COMPLEX_REALS_4, 8, 10, 12, 14
#define COMPLEX_IMAGS_8 COMPLEX_IMAGS_4, 9, 11, 13, 15
#define COMPLEX_LOW_8 0, 8, 1, 9, 2, 10, 3, 11
#define COMPLEX_HIGH_8 4, 12, 5, 13, 6, 14, 7, 15
#define COMPLEX_REALS_16 COMPLEX_REALS_8, 16, 18, 20, 22, 24, 26, 28, 30
#define COMPLEX_IMAGS_16 COMPLEX_IMAGS_8, 17, 19, 21, 23, 25, 27, 29, 31
#define COMPLEX_LOW_16 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define COMPLEX_HIGH_16 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define COMPLEX_TAKE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

#define COMPLEX_PART(op, name, P, kind, list, which) \
	static void op##_##name(ISA_ARGUMENTS) \
	{ \
		enum { AT_ONCE = sizeof(complex_v_##name) / sizeof(P) }; \
		const P *x = in[0]; \
		P *r = out; \
		size_t i = 0; \
		(void)self; \
		for (; n - i >= AT_ONCE; i += AT_ONCE) { \
			const complex_v_##name low = COMPLEX_V(loadu_##kind)(x + 2 * i); \
			const complex_v_##name high = COMPLEX_V(loadu_##kind)(x + 2 * i + AT_ONCE); \
			COMPLEX_V(storeu_##kind)(r + i, COMPLEX_TAKE(low, high, COMPLEX_LIST_##kind(list))); \
		} \
		for (; i < n; i++) { \
			__asm__ volatile(""); \
			r[i] = x[2 * i + (which)]; \
		} \
	}
#define COMPLEX_PAIR(name, P, kind) \
	static void complex_##name(ISA_ARGUMENTS) \
	{ \
		enum { AT_ONCE = sizeof(complex_v_##name) / sizeof(P) }; \
		const P *x = in[0], *y = in[1]; \
		P *r = out; \
		size_t i = 0; \
		(void)self; \
		for (; n - i >= AT_ONCE; i += AT_ONCE) { \
			const complex_v_##name real = COMPLEX_V(loadu_##kind)(x + i), imag = COMPLEX_V(loadu_##kind)(y + i); \
			COMPLEX_V(storeu_##kind)(r + 2 * i, COMPLEX_TAKE(real, imag, COMPLEX_LIST_##kind(COMPLEX_LOW))); \
			COMPLEX_V(storeu_##kind)(r + 2 * i + AT_ONCE, COMPLEX_TAKE(real, imag, COMPLEX_LIST_##kind(COMPLEX_HIGH))); \
		} \
		for (; i < n; i++) { \
			__asm__ volatile(""); \
			r[2 * i] = x[i]; \
			r[2 * i + 1] = y[i]; \
		} \
	}

/* Either operand may be one element, which is repeated. The last elements are computed by the generic
 * loop. */
#define COMPLEX_PRODUCT(name, P, dtype, kind) \
	LANES_FN complex_v_##name load_##name(const P *x, bool repeated) \
	{ \
		P all[sizeof(complex_v_##name) / sizeof(P)]; \
		if (!repeated) \
			return COMPLEX_V(loadu_##kind)(x); \
		for (size_t k = 0; k < sizeof all / sizeof *all; k++) \
			all[k] = x[k % 2]; \
		return COMPLEX_V(loadu_##kind)(all); \
	} \
	LANES_FN void product_##name(ISA_ARGUMENTS, bool one_x, bool one_y) \
	{ \
		enum { AT_ONCE = sizeof(complex_v_##name) / (2 * sizeof(P)) }; \
		const P *x = in[0], *y = in[1]; \
		P *r = out; \
		size_t i = 0; \
		if (n >= AT_ONCE) { \
			complex_v_##name a = load_##name(x, one_x), b = load_##name(y, one_y); \
			for (; n - i >= AT_ONCE; i += AT_ONCE) { \
				a = one_x ? a : load_##name(x + 2 * i, false); \
				b = one_y ? b : load_##name(y + 2 * i, false); \
				COMPLEX_V(storeu_##kind)(r + 2 * i, COMPLEX_APART_##kind(COMPLEX_V(mul_##kind)(COMPLEX_REAL_##kind(a), b), \
					COMPLEX_V(mul_##kind)(COMPLEX_IMAG_##kind(a), COMPLEX_SWAP_##kind(b)))); \
			} \
		} \
		hlo_primitive_fn *const single = kernels_hlo__complex_primitive(HLO_OP_multiply, dtype, false); \
		for (; i < n; i++) { \
			const void *const operands[] = { x + (one_x ? 0 : 2 * i), y + (one_y ? 0 : 2 * i) }; \
			single(r + 2 * i, operands, 1, self); \
		} \
	} \
	static void multiply_##name(ISA_ARGUMENTS) { product_##name(out, in, n, self, false, false); } \
	static void multiply_##name##_0(ISA_ARGUMENTS) { product_##name(out, in, n, self, true, false); } \
	static void multiply_##name##_1(ISA_ARGUMENTS) { product_##name(out, in, n, self, false, true); }

#define COMPLEX_LOOPS(name, part, P, dtype, kind) \
	COMPLEX_SUM(add, name, part) \
	COMPLEX_SUM(subtract, name, part) \
	COMPLEX_SUM(negate, name, part) \
	COMPLEX_PART(real, name, P, kind, COMPLEX_REALS, 0) \
	COMPLEX_PART(imag, name, P, kind, COMPLEX_IMAGS, 1) \
	COMPLEX_PAIR(name, P, kind) \
	COMPLEX_PRODUCT(name, P, dtype, kind)
COMPLEX_LOOPS(c64, f32, float, KERNELS_COMPLEX64, ps)
COMPLEX_LOOPS(c128, f64, double, KERNELS_COMPLEX128, pd)

#define COMPLEX_CELLS(name) \
	UNARY_CELL(add, name) UNARY_CELL(subtract, name) UNARY_CELL(negate, name) UNARY_CELL(real, name) UNARY_CELL(imag, name) \
	UNARY_CELL(complex, name) BINARY_CELL(multiply, name)
