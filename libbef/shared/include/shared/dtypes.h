/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of MLIR and the element types of BEF files, in one list for the libraries here that use libmlirbc. */
#ifndef BEF_SHARED_DTYPES_H
#define BEF_SHARED_DTYPES_H

#include <bef/format.h>
#include <mlirbc/build.h>

/* X(name, width, signedness) and X(name) */
#define BEF__INTEGERS(X)                                                                                               \
	X(I1, 1, SIGNLESS)                                                                                             \
	X(I2, 2, SIGNLESS) X(I4, 4, SIGNLESS) X(I8, 8, SIGNLESS) X(I16, 16, SIGNLESS) X(I32, 32, SIGNLESS)             \
	X(I64, 64, SIGNLESS) X(UI2, 2, UNSIGNED) X(UI4, 4, UNSIGNED) X(UI8, 8, UNSIGNED) X(UI16, 16, UNSIGNED)         \
	X(UI32, 32, UNSIGNED) X(UI64, 64, UNSIGNED)
#define BEF__FLOATS(X)                                                                                                 \
	X(F16) X(BF16) X(F32) X(F64) X(F8E5M2) X(F8E4M3) X(F8E3M4) X(F8E4M3FN) X(F8E4M3FNUZ) X(F8E4M3B11FNUZ)          \
	X(F8E5M2FNUZ) X(F8E8M0FNU) X(F6E2M3FN) X(F6E3M2FN) X(F4E2M1FN)

/* The element type in BEF of integers, floats and complex numbers; BEF_DTYPE_INVALID: there is none. */
static inline unsigned bef__number_dtype(const struct mlirbc_type *type)
{
#define BEF__INTEGER_CASE(name, width, signedness)                                                                     \
	case 2 * width + (MLIRBC_##signedness == MLIRBC_UNSIGNED): return BEF_DTYPE_##name;
#define BEF__FLOAT_CASE(name)                                                                                          \
	case MLIRBC_##name: return BEF_DTYPE_##name;
	if (type->kind == MLIRBC_TYPE_INTEGER) {
		switch (2 * (uint64_t)type->u.integer.width + (type->u.integer.signedness == MLIRBC_UNSIGNED)) {
			BEF__INTEGERS(BEF__INTEGER_CASE)
		default: return BEF_DTYPE_INVALID;
		}
	}
	if (type->kind == MLIRBC_TYPE_FLOAT) {
		switch ((int)type->u.float_kind) {
			BEF__FLOATS(BEF__FLOAT_CASE)
		default: return BEF_DTYPE_INVALID;
		}
	}
	const struct mlirbc_type *part = type->kind == MLIRBC_TYPE_COMPLEX ? type->u.shaped.element : NULL;
	if (!part || part->kind != MLIRBC_TYPE_FLOAT)
		return BEF_DTYPE_INVALID;
	return part->u.float_kind == MLIRBC_F32 ? BEF_DTYPE_COMPLEX64
	       : part->u.float_kind == MLIRBC_F64 ? BEF_DTYPE_COMPLEX128 : BEF_DTYPE_INVALID;
#undef BEF__INTEGER_CASE
#undef BEF__FLOAT_CASE
}

/* The type of an integer or float; NULL: another element type, or out of memory. */
static inline const struct mlirbc_type *bef__real_type(struct mlirbc_context *context, unsigned dtype)
{
#define BEF__INTEGER_CASE(name, width, signedness)                                                                     \
	case BEF_DTYPE_##name: return mlirbc_type_integer(context, width, MLIRBC_##signedness);
#define BEF__FLOAT_CASE(name)                                                                                          \
	case BEF_DTYPE_##name: return mlirbc_type_float(context, MLIRBC_##name);
	switch (dtype) {
		BEF__INTEGERS(BEF__INTEGER_CASE)
		BEF__FLOATS(BEF__FLOAT_CASE)
	default: return NULL;
	}
#undef BEF__INTEGER_CASE
#undef BEF__FLOAT_CASE
}

#endif
