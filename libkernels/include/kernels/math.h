/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Selects the library for matrix products, convolutions and factorizations. Kernels use their built-in code if no
 * library is selected or if it declines the operation. Packs add libraries (kernels/pack_blas.h, kernels/pack_lapack.h,
 * kernels/pack_xnnpack.h, kernels/pack_dnnl.h).
 *
 * Sums of a library may differ from those of the built-in code in their last bits, and from one number of threads to
 * another, because the kernels divide long operations into one part per thread. Integers are exact.
 *
 * Thread class: safe. The selection applies to the whole process. */
#ifndef KERNELS_MATH_H
#define KERNELS_MATH_H

#include <kernels/dtype.h>
#include <kernels/export.h>
#include <kernels/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* c = alpha * a * b + beta * c: row-major, strides count elements and are at least the columns. c must not overlap a or
 * b. If beta is 0, c is only written; if alpha is 0, a and b are not read. */
struct kernels_sgemm {
	size_t rows, columns, depth;
	float alpha, beta;
	const float *a, *b;
	float *c;
	size_t a_stride, b_stride, c_stride;
	/* kernels_buffer_version() of the buffer of b, under which a packed form of b can be cached. 0: b may change */
	uint64_t b_version;
};

/* c = a * b, of matrices of other element types or orders; rows, columns and depth are positive. Strides count
 * elements: from one row to the next, or from one column to the next if the matrix is transposed in memory (a: depth
 * x rows, b: columns x depth). c (rows x columns) must not overlap a or b, and is only written. */
struct kernels_gemm {
	/* Of a and b, and of the sums. Kernels ask for f32, f64 (all three), bf16 * bf16 summed in f32, and i8 or
	 * ui8 * i8 summed in i32, which wraps around. A library declines the types that it does not have. */
	enum kernels_dtype a_type, b_type, c_type;
	size_t rows, columns, depth;
	const void *a, *b;
	void *c;
	size_t a_stride, b_stride, c_stride;
	bool a_transposed, b_transposed;
	uint64_t b_version; /* as in struct kernels_sgemm */
};

/* output[n, y, x, f] = sum of input[n, y * stride + ky - pad, x * stride + kx - pad, c] * filter[ky, kx, c, f], where
 * elements outside the input count as 0. [0] is vertical, [1] horizontal. output[] determines how far windows extend
 * past the bottom and right edges. */
struct kernels_conv2d {
	size_t batch, input[2], channels, size[2], stride[2], pad[2], output[2], filters;
	const void *in, *filter; /* elements of `type` */
	float *out;
	/* As b_version, together with filter_key (instead of the address of the filter, which may be a copy in another
	 * order that exists during the call only). */
	uint64_t filter_version;
	/* Elements from one row of `filter` [ky, kx, c] to the next, and from one pixel of `out` to the next. Larger
	 * than `filters` if only a contiguous range of the filters is computed, which requires a library with `slices`.
	 * The elements between the pixels of `out` must not be touched: other threads may write them. */
	size_t filter_stride, out_stride;
	const void *filter_key;  /* NULL if filter_version is 0 */
	enum kernels_dtype type; /* KERNELS_F32 or KERNELS_BF16. A library declines the types that it does not have. */
};

/* Functions of LAPACK by their names without the letter of the type; syevd, sytrd and orgqr of complex numbers are
 * heevd, hetrd and ungqr. trsm is a function of BLAS. */
enum kernels_lapack_function {
	KERNELS_LAPACK_GEES,
	KERNELS_LAPACK_GEEV,
	KERNELS_LAPACK_GEHRD,
	KERNELS_LAPACK_GEQRF,
	KERNELS_LAPACK_GESDD,
	KERNELS_LAPACK_GETRF,
	KERNELS_LAPACK_ORGQR,
	KERNELS_LAPACK_POTRF,
	KERNELS_LAPACK_SYEVD,
	KERNELS_LAPACK_SYTRD,
	KERNELS_LAPACK_TRSM
};

/* A call of one of these functions for one matrix. All matrices are dense and row-major, and overlap no other one.
 * `operands` and `results` are those of the kernels hlo.lapack_...; results[i] is NULL where the call does not want a
 * result.
 *
 * | function | operands | results |
 * | GEES | a | Schur form, vectors (NULL: not wanted), eigenvalues (real matrices: real parts, imaginary parts) |
 * | GEEV | a | eigenvalues (as GEES), left eigenvectors, right ones (complex numbers; each may be NULL) |
 * | GEHRD | a | Hessenberg form and reflections, tau |
 * | GEQRF | a | R and reflections, tau |
 * | GESDD | a | NULL, singular values, u, v^H (both NULL: not wanted) |
 * | GETRF | a | L and U, pivots from 1 (int32_t) |
 * | ORGQR | reflections, tau | Q |
 * | POTRF | a | factor; the other triangle is that of a |
 * | SYEVD | a | eigenvectors, eigenvalues |
 * | SYTRD | a | tridiagonal form and reflections; the other triangle is that of a; diagonal, elements beside it, tau |
 * | TRSM | a, b | x with op(a) * x = b, or x * op(a) = b |
 *
 * Values of Hermitian matrices, and singular values, are real numbers of the precision of `dtype`. */
struct kernels_lapack {
	/* sizeof(struct kernels_lapack); a library declines calls with less than the members that it uses */
	size_t size;
	enum kernels_lapack_function function;
	enum kernels_dtype dtype; /* of the operands: KERNELS_F32, F64, COMPLEX64 or COMPLEX128 */
	size_t rows, columns;     /* of operand 0; TRSM: of b. Positive */
	size_t count;             /* ORGQR: reflections, positive */
	size_t low, high;         /* GEHRD: rows and columns [low, high) are transformed */
	bool all;                 /* GESDD: u and v^H are square; else they have min(rows, columns) columns and rows */
	bool lower;               /* POTRF, SYEVD, SYTRD, TRSM: the triangle of a that is read */
	bool left_side, unit_diagonal, transposed, conjugated; /* TRSM; conjugated only together with transposed */
	const void *operands[2];
	void *results[4];
	int32_t *info; /* LAPACK's status of the matrix; 0 for TRSM and others without one */
};

/* Immutable; stays valid as long as the process uses it. New members come at the end. */
struct kernels_math {
	size_t size;      /* sizeof(struct kernels_math) */
	const char *name; /* "blas" */
	/* Loads the library. Called before it is selected, from one thread at a time, possibly more than once. Returns
	 * false if the library is missing; *out_reason (static text) then names it. NULL: nothing to load. */
	bool (*open)(const char **out_reason);
	/* Each runs in the calling thread only, and several threads may call it at once. Returns false if it declines
	 * the operation; it must not have modified data that the caller needs again (c if beta is not 0). NULL: all
	 * operations are declined. */
	bool (*sgemm)(const struct kernels_sgemm *p);
	bool (*conv2d)(const struct kernels_conv2d *p);
	/* True if conv2d() supports filter_stride and out_stride, and both functions cache packed weights. Concurrent
	 * parts of one operation then are ranges of filters or columns, so that each range is packed once. */
	bool slices;
	/* As sgemm, for the element types and orders that the library has. NULL: none. Libraries that end before this
	 * member are accepted. */
	bool (*gemm)(const struct kernels_gemm *p);
	/* sizeof(struct kernels_conv2d) when the library was compiled. Without it, conv2d() is called for f32 only:
	 * it may not know of `type`. */
	size_t conv2d_size;
	/* As sgemm, for factorizations. The operands are finite for GEES, GEEV, GESDD and SYEVD. If it declines,
	 * results and *info are not specified. NULL: none. Libraries that end before this member are accepted. */
	bool (*lapack)(const struct kernels_lapack *p);
};

/* Returns whether the library (NULL: none) has conv2d(), and knows of convolutions with elements of this type. It
 * may decline. */
static inline bool kernels_math_has_conv2d(const struct kernels_math *math, enum kernels_dtype type)
{
	if (!math || !math->conv2d)
		return false;
	return type == KERNELS_F32 || (math->size > offsetof(struct kernels_math, conv2d_size) &&
					      math->conv2d_size > offsetof(struct kernels_conv2d, type));
}

/* Returns whether the library (NULL: none) has gemm(). */
static inline bool kernels_math_has_gemm(const struct kernels_math *math)
{
	return math && math->size > offsetof(struct kernels_math, gemm) && math->gemm;
}

/* Returns whether the library (NULL: none) has lapack(). */
static inline bool kernels_math_has_lapack(const struct kernels_math *math)
{
	return math && math->size > offsetof(struct kernels_math, lapack) && math->lapack;
}

/* Returns whether the library (NULL: none) has products or convolutions. */
static inline bool kernels_math_has_products(const struct kernels_math *math)
{
	return math && (math->sgemm || math->conv2d || kernels_math_has_gemm(math));
}

/* Adds a library under its name. It is not used until it is selected.
 * @return KERNELS_OK · KERNELS_E_ARG it has no name, that of the built-in code, or its size is not set ·
 *         KERNELS_E_EXISTS the name is taken · KERNELS_E_LIMIT 8 libraries have been added */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_math_add(const struct kernels_math *math);
/* Selects the library for subsequent operations; running ones are not affected. "builtin" or NULL: no library. "auto":
 * no library if the built-in code supports the processor's vectors (AVX2, AVX-512), otherwise the first library with
 * products that can be loaded, if any.
 * @return KERNELS_OK · KERNELS_E_NOT_FOUND unknown name · KERNELS_E_UNSUPPORTED it cannot be loaded; diag (may be NULL)
 *         gets the reason. After a failure the selection is unchanged. */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_math_choose(const char *name, struct kernels_diag *diag);
/* The selected library; NULL: none. */
KERNELS_API const struct kernels_math *kernels_math_chosen(void);
/* The library at `index` in the order of addition; NULL after the last one. */
KERNELS_API const struct kernels_math *kernels_math_at(size_t index);

#ifdef __cplusplus
}
#endif

#endif
