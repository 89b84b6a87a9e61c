/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Element types: names, sizes, alignments (FORMAT.md 4.1). */
#include <bef/reader.h>
#include "internal.h"
#include <string.h>

/* NAME(text) for each number; "?" for numbers that are not types. */
#define DTYPE_NAMES(NAME) \
	NAME("?") NAME("ui8") NAME("ui16") NAME("ui32") NAME("ui64") NAME("i1") NAME("i8") NAME("i16") \
	NAME("i32") NAME("i64") NAME("f32") NAME("f64") NAME("complex64") NAME("complex128") \
	NAME("f16") NAME("bf16") NAME("string") NAME("resource") NAME("variant") NAME("qui8") \
	NAME("qui16") NAME("qi8") NAME("qi16") NAME("qi32") NAME("?") NAME("?") NAME("?") NAME("?") \
	NAME("?") NAME("?") NAME("?") NAME("?") NAME("i2") NAME("i4") NAME("ui2") NAME("ui4") \
	NAME("f8E5M2") NAME("f8E4M3") NAME("f8E3M4") NAME("f8E4M3FN") NAME("f8E4M3FNUZ") \
	NAME("f8E4M3B11FNUZ") NAME("f8E5M2FNUZ") NAME("f8E8M0FNU") NAME("f6E2M3FN") NAME("f6E3M2FN") \
	NAME("f4E2M1FN")

/* The names, each with a NUL, in the order of the numbers. They are searched from the front: only tools need them. */
#define WITH_NUL(name) name "\0"
#define ARRAY_WITH_NUL(name) name "[]\0"
static const char names[] = DTYPE_NAMES(WITH_NUL), array_names[] = DTYPE_NAMES(ARRAY_WITH_NUL);

/* In bytes; 0: cannot be an element of an attribute. */
static const uint8_t sizes[BEF_DTYPE_LIMIT] = {
	[BEF_DTYPE_UI8] = 1,
	[BEF_DTYPE_UI16] = 2,
	[BEF_DTYPE_UI32] = 4,
	[BEF_DTYPE_UI64] = 8,
	[BEF_DTYPE_I1] = 1,
	[BEF_DTYPE_I8] = 1,
	[BEF_DTYPE_I16] = 2,
	[BEF_DTYPE_I32] = 4,
	[BEF_DTYPE_I64] = 8,
	[BEF_DTYPE_F32] = 4,
	[BEF_DTYPE_F64] = 8,
	[BEF_DTYPE_COMPLEX64] = 8,
	[BEF_DTYPE_COMPLEX128] = 16,
	[BEF_DTYPE_F16] = 2,
	[BEF_DTYPE_BF16] = 2,
	[BEF_DTYPE_QUI8] = 1,
	[BEF_DTYPE_QUI16] = 2,
	[BEF_DTYPE_QI8] = 1,
	[BEF_DTYPE_QI16] = 2,
	[BEF_DTYPE_QI32] = 4,
	[BEF_DTYPE_I2] = 1,
	[BEF_DTYPE_I4] = 1,
	[BEF_DTYPE_UI2] = 1,
	[BEF_DTYPE_UI4] = 1,
	[BEF_DTYPE_F8E5M2] = 1,
	[BEF_DTYPE_F8E4M3] = 1,
	[BEF_DTYPE_F8E3M4] = 1,
	[BEF_DTYPE_F8E4M3FN] = 1,
	[BEF_DTYPE_F8E4M3FNUZ] = 1,
	[BEF_DTYPE_F8E4M3B11FNUZ] = 1,
	[BEF_DTYPE_F8E5M2FNUZ] = 1,
	[BEF_DTYPE_F8E8M0FNU] = 1,
	[BEF_DTYPE_F6E2M3FN] = 1,
	[BEF_DTYPE_F6E3M2FN] = 1,
	[BEF_DTYPE_F4E2M1FN] = 1,
};

size_t bef_dtype_size(unsigned dtype) { return dtype < BEF_DTYPE_LIMIT ? sizes[dtype] : 0; }

size_t bef_dtype_alignment(unsigned dtype)
{
	return bef_dtype_size(dtype) / (dtype == BEF_DTYPE_COMPLEX64 || dtype == BEF_DTYPE_COMPLEX128 ? 2 : 1);
}

static const char *nth(const char *list, unsigned number)
{
	while (number-- > 0)
		list += strlen(list) + 1;
	return list;
}

const char *bef_dtype_name(unsigned dtype) { return dtype < BEF_DTYPE_LIMIT ? nth(names, dtype) : "?"; }

bool bef__is_dtype(unsigned dtype)
{
	return (dtype > BEF_DTYPE_INVALID && dtype < BEF_DTYPE_COUNT) || (dtype >= BEF_DTYPE_I2 && dtype < BEF_DTYPE_LIMIT);
}

bool bef__is_element_byte(unsigned dtype, uint8_t byte)
{
	switch (dtype) {
	case BEF_DTYPE_I1: return byte <= 1;
	case BEF_DTYPE_I2: return byte <= 1 || byte >= 0xFE;
	case BEF_DTYPE_I4: return byte <= 7 || byte >= 0xF8;
	case BEF_DTYPE_UI2: return byte <= 3;
	case BEF_DTYPE_UI4:
	case BEF_DTYPE_F4E2M1FN: return byte <= 15;
	case BEF_DTYPE_F6E2M3FN:
	case BEF_DTYPE_F6E3M2FN: return byte <= 63;
	case BEF_ATTR_TYPE: return bef__is_dtype(byte);
	default: return true;
	}
}

size_t bef__scalar_size(uint32_t type) { return type == BEF_ATTR_TYPE ? 1 : bef_dtype_size(type); }
size_t bef__scalar_alignment(uint32_t type) { return type == BEF_ATTR_TYPE ? 1 : bef_dtype_alignment(type); }

const char *bef_attr_type_name(uint32_t type)
{
	switch (type) {
	case BEF_ATTR_TYPE: return "type";
	case BEF_ATTR_FUNCTION: return "function";
	case BEF_ATTR_SHAPE: return "shape";
	case BEF_ATTR_DENSE: return "dense";
	case BEF_ATTR_SYMBOL: return "symbol";
	case BEF_ATTR_AGGREGATE: return "aggregate";
	case BEF_ATTR_TYPE | BEF_ATTR_ARRAY: return "type[]";
	default: break;
	}
	if (type < BEF_DTYPE_LIMIT)
		return nth(names, type);
	/* An array requires a type that can be an element. */
	uint32_t element = type & ~BEF_ATTR_ARRAY;
	return bef_dtype_size(element) > 0 ? nth(array_names, element) : "?";
}
