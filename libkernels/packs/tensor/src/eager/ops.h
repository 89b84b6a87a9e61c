/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The one description of what is both a family of kernels, "tfrt_test.NAME.TYPE", and an operation of the CPU handler, "tfrt_test.NAME".
 * pack.c makes the members, rows and signatures of the family from it, ops.c the function of the operation and its row. */
#ifndef KERNELS_TENSOR_EAGER_OPS_H
#define KERNELS_TENSOR_EAGER_OPS_H

#include <kernels/dtype.h>

/* The element types of all of them. X(suffix, dtype) */
#define KERNELS_TENSOR__NUMBER_TYPES(X) X(f32, KERNELS_F32) X(i32, KERNELS_I32) X(i64, KERNELS_I64)

/* X(name, function, arguments, suffix, dtype): kernels_tensor__FUNCTION() writes a last argument of the shape of the first, which the
 * operation creates. */
#define KERNELS_TENSOR__LIKE_ARGUMENT(X, suffix, dtype) \
	X(relu, relu, 1, suffix, dtype) \
	X(add, add, 2, suffix, dtype) \
	X(equal, equal_elements, 2, suffix, dtype)

/* X(name, function, rank of the argument, suffix, dtype): kernels_tensor__FUNCTION() creates its result from one argument. */
#define KERNELS_TENSOR__NEW_TENSOR(X, suffix, dtype) \
	X(reduce_mean, reduce_mean, 1, suffix, dtype) \
	X(argmax, argmax, 2, suffix, dtype)

#endif
