/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt_dht.tensor_equal, tensor_allclose: equal or approximately equal elements. */
#include "tensors/tensors.h"
#include "common/arguments.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Approximate equality: the difference is at most epsilon * (|a| + |b|) * ulps, or less than the smallest normal
 * number. Equal infinities are close, NaN is close to nothing. With ulps 0 only equal numbers are close, even near
 * zero. */
static bool close_f32(const float *a, const float *b, size_t count, uint32_t ulps)
{
	for (size_t i = 0; i < count; i++) {
		float apart = fabsf(a[i] - b[i]);
		float allowed = (FLT_EPSILON * fabsf(a[i]) + FLT_EPSILON * fabsf(b[i])) * (float)ulps;
		bool near = ulps > 0 && isfinite(allowed) && (apart <= allowed || apart < FLT_MIN);
		if (a[i] != b[i] && !near)
			return false;
	}
	return true;
}

static bool close_f64(const double *a, const double *b, size_t count, uint32_t ulps)
{
	for (size_t i = 0; i < count; i++) {
		double apart = fabs(a[i] - b[i]);
		double allowed = (DBL_EPSILON * fabs(a[i]) + DBL_EPSILON * fabs(b[i])) * ulps;
		bool near = ulps > 0 && isfinite(allowed) && (apart <= allowed || apart < DBL_MIN);
		if (a[i] != b[i] && !near)
			return false;
	}
	return true;
}

bool kernels_tensor__elements_close(const void *a, const void *b, size_t count, enum kernels_dtype dtype, uint32_t ulps)
{
	switch (dtype) {
	case KERNELS_F32:
		return close_f32(a, b, count, ulps);
	case KERNELS_F64:
		return close_f64(a, b, count, ulps);
	case KERNELS_COMPLEX64:
		return close_f32(a, b, 2 * count, ulps);
	case KERNELS_COMPLEX128:
		return close_f64(a, b, 2 * count, ulps);
	default:
		return count == 0 || memcmp(a, b, count * kernels_dtype_size(dtype)) == 0;
	}
}

void kernels_tensor__allclose(struct kernels_call *call, enum kernels_dtype dtype, uint32_t ulps)
{
	const struct kernels_tensor *a = kernels_tensor__dense(call, 0, dtype, KERNELS_TENSOR__ANY_RANK);
	const struct kernels_tensor *b = a ? kernels_tensor__dense(call, 1, dtype, KERNELS_TENSOR__ANY_RANK) : NULL;
	if (!b)
		return;
	*(uint8_t *)call->results[0] = kernels_shape_equal(&a->shape, &b->shape) &&
				       kernels_tensor__elements_close(kernels_tensor_bytes(a), kernels_tensor_bytes(b),
					       (size_t)kernels_tensor_elements(a), dtype, ulps);
}

void kernels_tensor__equal(struct kernels_call *call, enum kernels_dtype dtype)
{
	kernels_tensor__allclose(call, dtype, 0);
}
