/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of element types. Small programs do not use the names. */
#include <kernels/dtype.h>

static const uint8_t sizes[KERNELS_DTYPE_LIMIT] = {
	[KERNELS_UI8] = 1,
	[KERNELS_UI16] = 2,
	[KERNELS_UI32] = 4,
	[KERNELS_UI64] = 8,
	[KERNELS_I1] = 1,
	[KERNELS_I8] = 1,
	[KERNELS_I16] = 2,
	[KERNELS_I32] = 4,
	[KERNELS_I64] = 8,
	[KERNELS_F32] = 4,
	[KERNELS_F64] = 8,
	[KERNELS_COMPLEX64] = 8,
	[KERNELS_COMPLEX128] = 16,
	[KERNELS_F16] = 2,
	[KERNELS_BF16] = 2,
	[KERNELS_QUI8] = 1,
	[KERNELS_QUI16] = 2,
	[KERNELS_QI8] = 1,
	[KERNELS_QI16] = 2,
	[KERNELS_QI32] = 4,
	[KERNELS_I2] = 1,
	[KERNELS_I4] = 1,
	[KERNELS_UI2] = 1,
	[KERNELS_UI4] = 1,
	[KERNELS_F8E5M2] = 1,
	[KERNELS_F8E4M3] = 1,
	[KERNELS_F8E3M4] = 1,
	[KERNELS_F8E4M3FN] = 1,
	[KERNELS_F8E4M3FNUZ] = 1,
	[KERNELS_F8E4M3B11FNUZ] = 1,
	[KERNELS_F8E5M2FNUZ] = 1,
	[KERNELS_F8E8M0FNU] = 1,
	[KERNELS_F6E2M3FN] = 1,
	[KERNELS_F6E3M2FN] = 1,
	[KERNELS_F4E2M1FN] = 1,
};

static const char *const names[KERNELS_DTYPE_LIMIT] = {
	[KERNELS_UI8] = "u8",
	[KERNELS_UI16] = "u16",
	[KERNELS_UI32] = "u32",
	[KERNELS_UI64] = "u64",
	[KERNELS_I1] = "i1",
	[KERNELS_I8] = "i8",
	[KERNELS_I16] = "i16",
	[KERNELS_I32] = "i32",
	[KERNELS_I64] = "i64",
	[KERNELS_F32] = "f32",
	[KERNELS_F64] = "f64",
	[KERNELS_COMPLEX64] = "complex64",
	[KERNELS_COMPLEX128] = "complex128",
	[KERNELS_F16] = "f16",
	[KERNELS_BF16] = "bf16",
	[KERNELS_STRING] = "string",
	[KERNELS_RESOURCE] = "resource",
	[KERNELS_VARIANT] = "variant",
	[KERNELS_QUI8] = "quint8",
	[KERNELS_QUI16] = "quint16",
	[KERNELS_QI8] = "qint8",
	[KERNELS_QI16] = "qint16",
	[KERNELS_QI32] = "qint32",
	[KERNELS_I2] = "i2",
	[KERNELS_I4] = "i4",
	[KERNELS_UI2] = "u2",
	[KERNELS_UI4] = "u4",
	[KERNELS_F8E5M2] = "f8E5M2",
	[KERNELS_F8E4M3] = "f8E4M3",
	[KERNELS_F8E3M4] = "f8E3M4",
	[KERNELS_F8E4M3FN] = "f8E4M3FN",
	[KERNELS_F8E4M3FNUZ] = "f8E4M3FNUZ",
	[KERNELS_F8E4M3B11FNUZ] = "f8E4M3B11FNUZ",
	[KERNELS_F8E5M2FNUZ] = "f8E5M2FNUZ",
	[KERNELS_F8E8M0FNU] = "f8E8M0FNU",
	[KERNELS_F6E2M3FN] = "f6E2M3FN",
	[KERNELS_F6E3M2FN] = "f6E3M2FN",
	[KERNELS_F4E2M1FN] = "f4E2M1FN",
};

size_t kernels_dtype_size(enum kernels_dtype dtype)
{
	return (unsigned)dtype < KERNELS_DTYPE_LIMIT ? sizes[dtype] : 0;
}

const char *kernels_dtype_name(enum kernels_dtype dtype)
{
	return (unsigned)dtype < KERNELS_DTYPE_LIMIT && names[dtype] ? names[dtype] : "?";
}
