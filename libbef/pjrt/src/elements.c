/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "elements.h"

#include <string.h>

static const uint8_t dtypes[] = {
	[PJRT_Buffer_Type_PRED] = KERNELS_I1, [PJRT_Buffer_Type_S8] = KERNELS_I8, [PJRT_Buffer_Type_S16] = KERNELS_I16,
	[PJRT_Buffer_Type_S32] = KERNELS_I32, [PJRT_Buffer_Type_S64] = KERNELS_I64, [PJRT_Buffer_Type_U8] = KERNELS_UI8,
	[PJRT_Buffer_Type_U16] = KERNELS_UI16, [PJRT_Buffer_Type_U32] = KERNELS_UI32, [PJRT_Buffer_Type_U64] = KERNELS_UI64,
	[PJRT_Buffer_Type_F16] = KERNELS_F16, [PJRT_Buffer_Type_F32] = KERNELS_F32, [PJRT_Buffer_Type_F64] = KERNELS_F64,
	[PJRT_Buffer_Type_BF16] = KERNELS_BF16, [PJRT_Buffer_Type_C64] = KERNELS_COMPLEX64,
	[PJRT_Buffer_Type_C128] = KERNELS_COMPLEX128, [PJRT_Buffer_Type_F8E5M2] = KERNELS_F8E5M2,
	[PJRT_Buffer_Type_F8E4M3FN] = KERNELS_F8E4M3FN, [PJRT_Buffer_Type_F8E4M3B11FNUZ] = KERNELS_F8E4M3B11FNUZ,
	[PJRT_Buffer_Type_F8E5M2FNUZ] = KERNELS_F8E5M2FNUZ, [PJRT_Buffer_Type_F8E4M3FNUZ] = KERNELS_F8E4M3FNUZ,
	[PJRT_Buffer_Type_S4] = KERNELS_I4, [PJRT_Buffer_Type_U4] = KERNELS_UI4, [PJRT_Buffer_Type_S2] = KERNELS_I2,
	[PJRT_Buffer_Type_U2] = KERNELS_UI2, [PJRT_Buffer_Type_F8E4M3] = KERNELS_F8E4M3,
	[PJRT_Buffer_Type_F8E3M4] = KERNELS_F8E3M4, [PJRT_Buffer_Type_F8E8M0FNU] = KERNELS_F8E8M0FNU,
	[PJRT_Buffer_Type_F4E2M1FN] = KERNELS_F4E2M1FN, [PJRT_Buffer_Type_U1] = KERNELS_DTYPE_INVALID,
};
enum { TYPES = sizeof dtypes };

enum kernels_dtype pjrt__dtype_of(PJRT_Buffer_Type type)
{
	return (unsigned)type < TYPES ? (enum kernels_dtype)dtypes[type] : KERNELS_DTYPE_INVALID;
}

PJRT_Buffer_Type pjrt__type_of(enum kernels_dtype dtype)
{
	if (dtype == KERNELS_DTYPE_INVALID)
		return PJRT_Buffer_Type_TOKEN;
	for (unsigned type = 0; type < TYPES; type++) {
		if (dtypes[type] == (uint8_t)dtype)
			return (PJRT_Buffer_Type)type;
	}
	return PJRT_Buffer_Type_INVALID;
}

bool pjrt__is_narrow(PJRT_Buffer_Type type)
{
	return type == PJRT_Buffer_Type_S4 || type == PJRT_Buffer_Type_U4 || type == PJRT_Buffer_Type_S2 ||
	       type == PJRT_Buffer_Type_U2 || type == PJRT_Buffer_Type_F4E2M1FN;
}

void pjrt__dense_strides(const struct pjrt__shape *shape, const int64_t *minor_to_major, int64_t *out)
{
	int64_t stride = (int64_t)kernels_dtype_size(shape->dtype);
	for (uint32_t i = 0; i < shape->shape.rank; i++) {
		const int64_t dim = minor_to_major ? minor_to_major[i] : shape->shape.rank - 1 - (int64_t)i;
		out[dim] = stride;
		stride *= shape->shape.dims[dim];
	}
}

bool pjrt__strides_equal(const struct pjrt__shape *shape, const int64_t *a, const int64_t *b)
{
	for (uint32_t i = 0; i < shape->shape.rank; i++) {
		if (shape->shape.dims[i] != 1 && a[i] != b[i])
			return false;
	}
	return true;
}

/* The bits that befkit keeps above the element: zeros, or the sign. */
static uint8_t widen(PJRT_Buffer_Type type, uint8_t byte)
{
	switch (type) {
	case PJRT_Buffer_Type_S4:
		return (uint8_t)((byte & 15) ^ 8) - 8;
	case PJRT_Buffer_Type_S2:
		return (uint8_t)((byte & 3) ^ 2) - 2;
	case PJRT_Buffer_Type_U2:
		return byte & 3;
	default:
		return byte & 15;
	}
}

static void copy_row(const struct pjrt__shape *shape, char *to, int64_t to_stride, const char *from, int64_t from_stride,
	int64_t count)
{
	const size_t size = kernels_dtype_size(shape->dtype);
	if (pjrt__is_narrow(shape->type)) {
		for (int64_t i = 0; i < count; i++)
			to[i * to_stride] = (char)widen(shape->type, (uint8_t)from[i * from_stride]);
	} else if (to_stride == (int64_t)size && from_stride == (int64_t)size) {
		memcpy(to, from, (size_t)count * size);
	} else if (size == 4) {
		for (int64_t i = 0; i < count; i++)
			memcpy(to + i * to_stride, from + i * from_stride, 4);
	} else if (size == 8) {
		for (int64_t i = 0; i < count; i++)
			memcpy(to + i * to_stride, from + i * from_stride, 8);
	} else {
		for (int64_t i = 0; i < count; i++)
			memcpy(to + i * to_stride, from + i * from_stride, size);
	}
}

void pjrt__copy(const struct pjrt__shape *shape, void *to, const int64_t *to_strides, const void *from,
	const int64_t *from_strides)
{
	const uint32_t rank = shape->shape.rank;
	int64_t at[KERNELS_MAX_RANK] = { 0 }, to_at = 0, from_at = 0;
	if (shape->size == 0)
		return;
	if (rank == 0) {
		copy_row(shape, to, 0, from, 0, 1);
		return;
	}
	const uint32_t last = rank - 1;
	for (;;) {
		copy_row(shape, (char *)to + to_at, to_strides[last], (const char *)from + from_at, from_strides[last],
			shape->shape.dims[last]);
		uint32_t dim = last;
		for (; dim > 0; dim--) { /* the next row: a number whose digits are the other dimensions */
			const uint32_t d = dim - 1;
			to_at += to_strides[d];
			from_at += from_strides[d];
			if (++at[d] < shape->shape.dims[d])
				break;
			to_at -= at[d] * to_strides[d];
			from_at -= at[d] * from_strides[d];
			at[d] = 0;
		}
		if (dim == 0)
			return;
	}
}
