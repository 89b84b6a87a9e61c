/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cblas_sgemm() of the first library that has it. */
#include <dlfcn.h>
#include <kernels/kernels.h>
#include <kernels/pack_blas.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The interface of the reference CBLAS; its enumerations are ints. */
enum { ROW_MAJOR = 101, AS_IT_IS = 111 };
typedef void (*sgemm_fn)(int order, int transpose_a, int transpose_b, int rows, int columns, int depth, float alpha,
	const float *a, int a_stride, const float *b, int b_stride, float beta, float *c, int c_stride);

static sgemm_fn sgemm; /* set once, before this library can be selected */

/* Converts a symbol to a function; ISO C has no cast for this. */
static bool find(void *library, const char *name, void *out_function)
{
	void *symbol = dlsym(library, name);
	memcpy(out_function, &symbol, sizeof symbol);
	return symbol != NULL;
}

/* Threads of the library would be a second pool besides the queue, which divides the work. */
static void one_thread(void *library)
{
	static const char *const setters[] = { "openblas_set_num_threads", "bli_thread_set_num_threads",
		"MKL_Set_Num_Threads" };
	for (size_t i = 0; i < sizeof setters / sizeof *setters; i++) {
		void (*set)(int count) = NULL;
		if (find(library, setters[i], &set))
			set(1);
	}
}

static bool open_library(const char **out_reason)
{
	const char *wanted = getenv("KERNELS_BLAS");
	const char *const names[] = { wanted, "libopenblas.so.0", "libblis.so.4", "libcblas.so.3", "libblas.so.3",
		"libmkl_rt.so.2" };
	if (sgemm)
		return true;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!names[i] || (wanted && i > 0))
			continue;
		void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
		if (!library)
			continue;
		if (find(library, "cblas_sgemm", &sgemm)) {
			one_thread(library);
			return true; /* never unloaded */
		}
		dlclose(library);
	}
	*out_reason = wanted ? "the library in KERNELS_BLAS cannot be loaded, or has no cblas_sgemm" :
		"no OpenBLAS, BLIS, MKL or other CBLAS is installed";
	return false;
}

static bool multiply(const struct kernels_sgemm *p)
{
	const size_t sizes[] = { p->rows, p->columns, p->depth, p->a_stride, p->b_stride, p->c_stride };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		if (sizes[i] > INT_MAX)
			return false;
	}
	/* strides of 0 are errors in BLAS, and some libraries read matrices that are multiplied by 0 */
	if (p->depth == 0 || p->a_stride == 0 || p->b_stride == 0 || p->alpha == 0)
		return false;
	sgemm(ROW_MAJOR, AS_IT_IS, AS_IT_IS, (int)p->rows, (int)p->columns, (int)p->depth, p->alpha, p->a,
		(int)p->a_stride, p->b, (int)p->b_stride, p->beta, p->c, (int)p->c_stride);
	return true;
}

static const struct kernels_math math = {
	.size = sizeof math, .name = "blas", .open = open_library, .sgemm = multiply
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
