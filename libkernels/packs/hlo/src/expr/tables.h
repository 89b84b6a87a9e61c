/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables behind kernels_hlo__primitive(), and macros that define primitives. */
#ifndef KERNELS_HLO_EXPR_TABLES_H
#define KERNELS_HLO_EXPR_TABLES_H

#include "expr/dtypes.h"
#include "expr/primitive.h"

/* A primitive of one to three operands of type T, named OP_NAME: `expression` computes an element of type R from a, b and c. */
#define HLO_UNARY(op, name, T, R, expression) HLO_UNARY_OF(op, name, T, R, (R)(expression))
#define HLO_BINARY(op, name, T, R, expression) HLO_BINARY_OF(op, name, T, R, (R)(expression))
#define HLO_TERNARY(op, name, T, R, expression) HLO_TERNARY_OF(op, name, T, R, (R)(expression))
#define HLO_COMMUTATIVE HLO_BINARY
#define HLO_UNARY_OF(op, name, T, R, expression) \
	static void op##_##name(void *out, const void *const *in, size_t n, const struct hlo_primitive *self) \
	{ \
		(void)self; \
		const T *x = in[0]; \
		R *r = out; \
		HLO_LOOP(i, n) \
		{ \
			const T a = x[i]; \
			r[i] = expression; \
		} \
	}
#define HLO_BINARY_OF(op, name, T, R, expression) \
	static void op##_##name(void *out, const void *const *in, size_t n, const struct hlo_primitive *self) \
	{ \
		(void)self; \
		const T *x = in[0], *y = in[1]; \
		R *r = out; \
		HLO_LOOP(i, n) \
		{ \
			const T a = x[i], b = y[i]; \
			r[i] = expression; \
		} \
	}

#define HLO_TERNARY_OF(op, name, T, R, expression) \
	static void op##_##name(void *out, const void *const *in, size_t n, const struct hlo_primitive *self) \
	{ \
		(void)self; \
		const T *x = in[0], *y = in[1], *z = in[2]; \
		R *r = out; \
		HLO_LOOP(i, n) \
		{ \
			const T a = x[i], b = y[i], c = z[i]; \
			r[i] = expression; \
		} \
	}

/* Operations whose operands and result have one element type. NULL: not defined here. */
hlo_primitive_fn *kernels_hlo__integer_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype); /* i1 too */
/* complex<f32> and complex<f64>, as XLA computes them or, with `spec`, as the specification wants. */
hlo_primitive_fn *kernels_hlo__complex_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype, bool spec);

/* Comparisons of integers, i1, f32, f64, complex. NULL: not defined. */
hlo_primitive_fn *kernels_hlo__compare_primitive(enum hlo_direction direction, bool total_order, enum kernels_dtype dtype);
/* select by the size of an element: 1, 2, 4, 8 or 16. */
hlo_primitive_fn *kernels_hlo__select_primitive(size_t size);
/* complex: abs, real, imag, complex. */
hlo_primitive_fn *kernels_hlo__parts_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype, bool spec);
/* Every float type. */
void kernels_hlo__reduce_precision(void *out, const void *const *in, size_t n, const struct hlo_primitive *self);

#endif
