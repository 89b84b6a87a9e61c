/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt_test.matmul.*, eigen.matmul.*: (alpha, A, B, beta, C): C = alpha * A * B + beta * C */
#include "products/matmul.h"
#include "common/arguments.h"
#include "products/multiply.h"

enum { ALPHA = 0, A = 1, B = 2, BETA = 3, C = 4 };

static void check_product(struct kernels_call *call, void *out)
{
	struct multiplication *m = out;
	enum kernels_dtype dtype = m->element == GEMM_F32 ? KERNELS_F32 : KERNELS_I32;
	const struct kernels_tensor *a = kernels_tensor__dense(call, A, dtype, 2);
	const struct kernels_tensor *b = a ? kernels_tensor__dense(call, B, dtype, 2) : NULL;
	const struct kernels_tensor *c = b ? kernels_tensor__dense(call, C, dtype, 2) : NULL;
	if (!c)
		return;
	int64_t rows = a->shape.dims[0], depth = a->shape.dims[1], columns = b->shape.dims[1];
	if (b->shape.dims[0] != depth || c->shape.dims[0] != rows || c->shape.dims[1] != columns) {
		kernels_call_fail(call, "arguments 1, 2 and 4: shapes %s x %s do not have a product of shape %s",
			kernels_tensor__shape_text(&a->shape).text, kernels_tensor__shape_text(&b->shape).text,
			kernels_tensor__shape_text(&c->shape).text);
		return;
	}
	if (!kernels_tensor__apart(call, A, C) || !kernels_tensor__apart(call, B, C))
		return;
	m->gemm = (struct gemm){
		.rows = (size_t)rows, .columns = (size_t)columns, .depth = (size_t)depth,
		.alpha = call->arguments[ALPHA], .a = kernels_tensor_bytes(a), .a_stride = (size_t)depth,
		.b = kernels_tensor_bytes(b), .b_stride = (size_t)columns, .beta = call->arguments[BETA],
		.c = kernels_tensor_data(c), .c_stride = (size_t)columns
	};
	m->b_version = kernels_buffer_version(b->buffer);
}

void kernels_tensor__product(struct kernels_frame *frame, enum kernels_dtype dtype)
{
	struct multiplication m = { .element = dtype == KERNELS_F32 ? GEMM_F32 : GEMM_I32 };
	if (kernels_tensor__checked(frame, check_product, &m))
		kernels_tensor__multiply(frame, &m);
}
