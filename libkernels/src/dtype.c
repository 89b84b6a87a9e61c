/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of element types. */
#include <kernels/dtype.h>

static const struct {
	const char *name;
	size_t size;
} table[KERNELS_DTYPE_LIMIT] = {
	[KERNELS_DTYPE_INVALID] = { "?", 0 },
	[KERNELS_UI8] = { "u8", 1 },
	[KERNELS_UI16] = { "u16", 2 },
	[KERNELS_UI32] = { "u32", 4 },
	[KERNELS_UI64] = { "u64", 8 },
	[KERNELS_I1] = { "i1", 1 },
	[KERNELS_I8] = { "i8", 1 },
	[KERNELS_I16] = { "i16", 2 },
	[KERNELS_I32] = { "i32", 4 },
	[KERNELS_I64] = { "i64", 8 },
	[KERNELS_F32] = { "f32", 4 },
	[KERNELS_F64] = { "f64", 8 },
	[KERNELS_COMPLEX64] = { "complex64", 8 },
	[KERNELS_COMPLEX128] = { "complex128", 16 },
	[KERNELS_F16] = { "f16", 2 },
	[KERNELS_BF16] = { "bf16", 2 },
	[KERNELS_STRING] = { "string", 0 },
	[KERNELS_RESOURCE] = { "resource", 0 },
	[KERNELS_VARIANT] = { "variant", 0 },
	[KERNELS_QUI8] = { "quint8", 1 },
	[KERNELS_QUI16] = { "quint16", 2 },
	[KERNELS_QI8] = { "qint8", 1 },
	[KERNELS_QI16] = { "qint16", 2 },
	[KERNELS_QI32] = { "qint32", 4 },
	[KERNELS_I2] = { "i2", 1 },
	[KERNELS_I4] = { "i4", 1 },
	[KERNELS_UI2] = { "u2", 1 },
	[KERNELS_UI4] = { "u4", 1 },
	[KERNELS_F8E5M2] = { "f8E5M2", 1 },
	[KERNELS_F8E4M3] = { "f8E4M3", 1 },
	[KERNELS_F8E3M4] = { "f8E3M4", 1 },
	[KERNELS_F8E4M3FN] = { "f8E4M3FN", 1 },
	[KERNELS_F8E4M3FNUZ] = { "f8E4M3FNUZ", 1 },
	[KERNELS_F8E4M3B11FNUZ] = { "f8E4M3B11FNUZ", 1 },
	[KERNELS_F8E5M2FNUZ] = { "f8E5M2FNUZ", 1 },
	[KERNELS_F8E8M0FNU] = { "f8E8M0FNU", 1 },
	[KERNELS_F6E2M3FN] = { "f6E2M3FN", 1 },
	[KERNELS_F6E3M2FN] = { "f6E3M2FN", 1 },
	[KERNELS_F4E2M1FN] = { "f4E2M1FN", 1 },
};

size_t kernels_dtype_size(enum kernels_dtype dtype)
{
	return (unsigned)dtype < KERNELS_DTYPE_LIMIT ? table[dtype].size : 0;
}

const char *kernels_dtype_name(enum kernels_dtype dtype)
{
	return (unsigned)dtype < KERNELS_DTYPE_LIMIT && table[dtype].name ? table[dtype].name : "?";
}
