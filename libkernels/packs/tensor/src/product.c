/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt_test.matmul.*, eigen.matmul.*: (alpha, A, B, beta, C): C = alpha * A * B + beta * C. */
#include "gemm.h"
#include "private.h"
#include <inttypes.h>

enum { ALPHA = 0, A = 1, B = 2, BETA = 3, C = 4 };

static bool overlap(const struct kernels_tensor *x, const struct kernels_tensor *y)
{
	uintptr_t p = (uintptr_t)kernels_tensor_data(x), q = (uintptr_t)kernels_tensor_data(y);
	size_t p_size = (size_t)kernels_tensor_elements(x) * kernels_dtype_size(x->dtype);
	size_t q_size = (size_t)kernels_tensor_elements(y) * kernels_dtype_size(y->dtype);
	return p_size > 0 && q_size > 0 && (p < q ? q - p < p_size : p - q < q_size);
}

static bool apart(struct kernels_call *call, uint32_t factor)
{
	if (!overlap(kernels_tensor__argument(call, factor), kernels_tensor__argument(call, C)))
		return true;
	kernels_call_fail(call, "argument 4 is written while argument %" PRIu32 " is read, and they share memory",
		factor);
	return false;
}

void kernels_tensor__product(struct kernels_call *call, enum kernels_dtype dtype)
{
	const struct kernels_tensor *a = kernels_tensor__dense(call, A, dtype, 2);
	const struct kernels_tensor *b = a ? kernels_tensor__dense(call, B, dtype, 2) : NULL;
	const struct kernels_tensor *c = b ? kernels_tensor__dense(call, C, dtype, 2) : NULL;
	if (!c)
		return;
	int64_t rows = a->shape.dims[0], depth = a->shape.dims[1], columns = b->shape.dims[1];
	if (b->shape.dims[0] != depth || c->shape.dims[0] != rows || c->shape.dims[1] != columns) {
		kernels_call_fail(call, "shapes %s x %s do not make a product of shape %s",
			kernels_tensor__shape_text(&a->shape).text, kernels_tensor__shape_text(&b->shape).text,
			kernels_tensor__shape_text(&c->shape).text);
		return;
	}
	if (!apart(call, A) || !apart(call, B))
		return;
	const struct gemm gemm = {
		.rows = (size_t)rows, .columns = (size_t)columns, .depth = (size_t)depth,
		.alpha = call->arguments[ALPHA], .a = kernels_tensor_data(a), .a_stride = (size_t)depth,
		.b = kernels_tensor_data(b), .b_stride = (size_t)columns, .beta = call->arguments[BETA],
		.c = kernels_tensor_data(c), .c_stride = (size_t)columns
	};
	kernels_tensor__gemm(&gemm, dtype == KERNELS_F32 ? GEMM_F32 : GEMM_I32, NULL);
}
