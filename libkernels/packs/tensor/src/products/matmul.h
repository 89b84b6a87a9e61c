/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt_test.matmul.*, eigen.matmul.* */
#ifndef KERNELS_TENSOR_MATMUL_H
#define KERNELS_TENSOR_MATMUL_H

#include <kernels/kernels.h>

/* A frame kernel, since other threads may participate. The element type is f32 or i32. */
void kernels_tensor__product(struct kernels_frame *frame, enum kernels_dtype dtype);

#endif
