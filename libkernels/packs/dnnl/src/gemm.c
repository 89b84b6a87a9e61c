/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products: f32 and bytes by the functions of oneDNN for row-major matrices, bf16 by its matmul primitive. */
#include "onednn.h"

#define dnnl kernels_dnnl__onednn

static char order(bool transposed) { return transposed ? 'T' : 'N'; }

static bool are_sizes(const size_t *sizes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (sizes[i] == 0 || sizes[i] > INT32_MAX)
			return false;
	}
	return true;
}

bool kernels_dnnl__sgemm(const struct kernels_sgemm *p)
{
	const size_t sizes[] = { p->rows, p->columns, p->depth, p->a_stride, p->b_stride, p->c_stride };
	/* matrices that are multiplied by 0 must not be read */
	if (!are_sizes(sizes, sizeof sizes / sizeof *sizes) || p->alpha == 0)
		return false;
	const int threads = kernels_dnnl__enter();
	const dnnl_status_t status = dnnl.sgemm('N', 'N', (dnnl_dim_t)p->rows, (dnnl_dim_t)p->columns, (dnnl_dim_t)p->depth,
		p->alpha, p->a, (dnnl_dim_t)p->a_stride, p->b, (dnnl_dim_t)p->b_stride, p->beta, p->c, (dnnl_dim_t)p->c_stride);
	kernels_dnnl__leave(threads);
	return status == dnnl_success;
}

static bool multiply_floats(const struct kernels_gemm *p)
{
	return dnnl.sgemm(order(p->a_transposed), order(p->b_transposed), (dnnl_dim_t)p->rows, (dnnl_dim_t)p->columns,
		       (dnnl_dim_t)p->depth, 1, p->a, (dnnl_dim_t)p->a_stride, p->b, (dnnl_dim_t)p->b_stride, 0, p->c,
		       (dnnl_dim_t)p->c_stride) == dnnl_success;
}

static bool multiply_bytes(const struct kernels_gemm *p)
{
	const int32_t zero = 0;
	const char a_order = order(p->a_transposed), b_order = order(p->b_transposed);
	const dnnl_dim_t rows = (dnnl_dim_t)p->rows, columns = (dnnl_dim_t)p->columns, depth = (dnnl_dim_t)p->depth;
	const dnnl_dim_t a = (dnnl_dim_t)p->a_stride, b = (dnnl_dim_t)p->b_stride, c = (dnnl_dim_t)p->c_stride;
	if (p->a_type == KERNELS_I8)
		return dnnl.gemm_s8s8s32(a_order, b_order, 'F', rows, columns, depth, 1, p->a, a, 0, p->b, b, 0, 0, p->c, c,
			       &zero) == dnnl_success;
	return dnnl.gemm_u8s8s32(a_order, b_order, 'F', rows, columns, depth, 1, p->a, a, 0, p->b, b, 0, 0, p->c, c, &zero) ==
	       dnnl_success;
}

/* ---- bf16 */

/* The layout of a matrix. */
static bool describe(
	dnnl_memory_desc_t *out, size_t rows, size_t columns, dnnl_data_type_t type, size_t stride, bool transposed)
{
	const dnnl_dims_t dims = { (dnnl_dim_t)rows, (dnnl_dim_t)columns };
	const dnnl_dims_t strides = { transposed ? 1 : (dnnl_dim_t)stride, transposed ? (dnnl_dim_t)stride : 1 };
	return dnnl.memory_desc_init_by_strides(out, 2, dims, type, strides) == dnnl_success;
}

static struct kernels_dnnl__operator *create_matmul(const struct kernels_gemm *p)
{
	dnnl_memory_desc_t a, b, c;
	dnnl_matmul_desc_t desc;
	if (!describe(&a, p->rows, p->depth, dnnl_bf16, p->a_stride, p->a_transposed) ||
		!describe(&b, p->depth, p->columns, dnnl_bf16, p->b_stride, p->b_transposed) ||
		!describe(&c, p->rows, p->columns, dnnl_f32, p->c_stride, false) ||
		dnnl.matmul_desc_init(&desc, &a, &b, NULL, &c) != dnnl_success)
		return NULL;
	return kernels_dnnl__operator_create(&desc, &b);
}

/* The right operand is read where it is: kernels cannot tell weights from other operands, and those that change with each
 * call would fill the cache. */
static bool multiply_bf16(const struct kernels_gemm *p)
{
	const struct kernels_shared__operator_key key = { .numbers = { 1, p->rows, p->columns, p->depth, p->a_stride,
		p->b_stride, p->c_stride, p->a_transposed, p->b_transposed } };
	struct kernels_dnnl__operator *op = kernels_shared__operator_take(&kernels_dnnl__operators, &key);
	if (!op)
		op = create_matmul(p);
	if (!op)
		return false;
	const bool done = kernels_dnnl__operator_run(op, p->a, p->b, p->c);
	kernels_shared__operator_give(&kernels_dnnl__operators, &key, op);
	return done;
}

bool kernels_dnnl__gemm(const struct kernels_gemm *p)
{
	const size_t sizes[] = { p->rows, p->columns, p->depth, p->a_stride, p->b_stride, p->c_stride };
	bool (*multiply)(const struct kernels_gemm *p) = NULL;
	if (p->a_type == KERNELS_F32 && p->b_type == KERNELS_F32 && p->c_type == KERNELS_F32)
		multiply = multiply_floats;
	else if (p->a_type == KERNELS_BF16 && p->b_type == KERNELS_BF16 && p->c_type == KERNELS_F32 && dnnl.sums_bf16)
		multiply = multiply_bf16;
	else if ((p->a_type == KERNELS_I8 || p->a_type == KERNELS_UI8) && p->b_type == KERNELS_I8 &&
		 p->c_type == KERNELS_I32 && dnnl.sums_bytes)
		multiply = multiply_bytes;
	if (!multiply || !are_sizes(sizes, sizeof sizes / sizeof *sizes))
		return false;
	const int threads = kernels_dnnl__enter();
	const bool done = multiply(p);
	kernels_dnnl__leave(threads);
	return done;
}
