/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cblas_sgemm() and cblas_dgemm() of the first library that has them. */
#include <kernels/kernels.h>
#include <kernels/pack_blas.h>
#include <limits.h>
#include <shared/dynamic.h>
#include <stdlib.h>

/* The interface of the reference CBLAS; its enumerations are ints. */
enum { ROW_MAJOR = 101, AS_IT_IS = 111, TRANSPOSED = 112 };
typedef void (*sgemm_fn)(int order, int transpose_a, int transpose_b, int rows, int columns, int depth, float alpha,
	const float *a, int a_stride, const float *b, int b_stride, float beta, float *c, int c_stride);

typedef void (*dgemm_fn)(int order, int transpose_a, int transpose_b, int rows, int columns, int depth, double alpha,
	const double *a, int a_stride, const double *b, int b_stride, double beta, double *c, int c_stride);

/* Set once, before this library can be selected. */
static sgemm_fn sgemm;
static dgemm_fn dgemm;

static bool find_all(void *library)
{
	return kernels_shared__find(library, "cblas_sgemm", &sgemm) && kernels_shared__find(library, "cblas_dgemm", &dgemm);
}

static bool open_library(const char **out_reason)
{
	static const char *const names[] = { "libopenblas.so.0", "libblis.so.4", "libcblas.so.3", "libblas.so.3",
		"libmkl_rt.so.2" };
	static bool opened;
	const char *wanted = secure_getenv("KERNELS_BLAS");
	opened = opened || kernels_shared__open_first(wanted, names, sizeof names / sizeof *names, find_all);
	*out_reason = wanted ? "the library in KERNELS_BLAS cannot be loaded, or has no cblas_sgemm or cblas_dgemm" :
		"no OpenBLAS, BLIS, MKL or other CBLAS is installed";
	return opened;
}

static bool are_ints(const size_t *sizes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (sizes[i] > INT_MAX)
			return false;
	}
	return true;
}

static bool multiply(const struct kernels_sgemm *p)
{
	const size_t sizes[] = { p->rows, p->columns, p->depth, p->a_stride, p->b_stride, p->c_stride };
	if (!are_ints(sizes, sizeof sizes / sizeof *sizes))
		return false;
	/* strides of 0 are errors in BLAS, and some libraries read matrices that are multiplied by 0 */
	if (p->depth == 0 || p->a_stride == 0 || p->b_stride == 0 || p->alpha == 0)
		return false;
	sgemm(ROW_MAJOR, AS_IT_IS, AS_IT_IS, (int)p->rows, (int)p->columns, (int)p->depth, p->alpha, p->a,
		(int)p->a_stride, p->b, (int)p->b_stride, p->beta, p->c, (int)p->c_stride);
	return true;
}

static bool multiply_typed(const struct kernels_gemm *p)
{
	const size_t sizes[] = { p->rows, p->columns, p->depth, p->a_stride, p->b_stride, p->c_stride };
	const int a_order = p->a_transposed ? TRANSPOSED : AS_IT_IS, b_order = p->b_transposed ? TRANSPOSED : AS_IT_IS;
	if (p->a_type != p->c_type || p->b_type != p->c_type || !are_ints(sizes, sizeof sizes / sizeof *sizes))
		return false;
	if (p->c_type == KERNELS_F32)
		sgemm(ROW_MAJOR, a_order, b_order, (int)p->rows, (int)p->columns, (int)p->depth, 1, p->a,
			(int)p->a_stride, p->b, (int)p->b_stride, 0, p->c, (int)p->c_stride);
	else if (p->c_type == KERNELS_F64)
		dgemm(ROW_MAJOR, a_order, b_order, (int)p->rows, (int)p->columns, (int)p->depth, 1, p->a,
			(int)p->a_stride, p->b, (int)p->b_stride, 0, p->c, (int)p->c_stride);
	else
		return false;
	return true;
}

static const struct kernels_math math = {
	.size = sizeof math, .name = "blas", .open = open_library, .sgemm = multiply, .gemm = multiply_typed
};

static bool init(void)
{
	return kernels_math_add(&math) == KERNELS_OK;
}

const struct kernels_pack *kernels_pack_blas(void)
{
	static const struct kernels_pack pack = { .size = sizeof pack,
		.abi = KERNELS_PACK_ABI,
		.sanitizer = KERNELS_SANITIZER,
		.name = "blas",
		.init = init };
	return &pack;
}
