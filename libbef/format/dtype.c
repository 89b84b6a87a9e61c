/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Element types: names, sizes, alignments (FORMAT.md 4.1). */
#include <bef/reader.h>
#include "internal.h"

struct dtype {
	char name[11], array[13];
	uint8_t size, alignment; /* 0: cannot be an element of an attribute */
};

#define DTYPE(name, size, alignment) { name, name "[]", size, alignment }
static const struct dtype dtypes[] = {
	[BEF_DTYPE_INVALID] = { "?", "?", 0, 0 },
	[BEF_DTYPE_UI8] = DTYPE("ui8", 1, 1),
	[BEF_DTYPE_UI16] = DTYPE("ui16", 2, 2),
	[BEF_DTYPE_UI32] = DTYPE("ui32", 4, 4),
	[BEF_DTYPE_UI64] = DTYPE("ui64", 8, 8),
	[BEF_DTYPE_I1] = DTYPE("i1", 1, 1),
	[BEF_DTYPE_I8] = DTYPE("i8", 1, 1),
	[BEF_DTYPE_I16] = DTYPE("i16", 2, 2),
	[BEF_DTYPE_I32] = DTYPE("i32", 4, 4),
	[BEF_DTYPE_I64] = DTYPE("i64", 8, 8),
	[BEF_DTYPE_F32] = DTYPE("f32", 4, 4),
	[BEF_DTYPE_F64] = DTYPE("f64", 8, 8),
	[BEF_DTYPE_COMPLEX64] = DTYPE("complex64", 8, 4),
	[BEF_DTYPE_COMPLEX128] = DTYPE("complex128", 16, 8),
	[BEF_DTYPE_F16] = DTYPE("f16", 2, 2),
	[BEF_DTYPE_BF16] = DTYPE("bf16", 2, 2),
	[BEF_DTYPE_STRING] = DTYPE("string", 0, 0),
	[BEF_DTYPE_RESOURCE] = DTYPE("resource", 0, 0),
	[BEF_DTYPE_VARIANT] = DTYPE("variant", 0, 0),
	[BEF_DTYPE_QUI8] = DTYPE("qui8", 1, 1),
	[BEF_DTYPE_QUI16] = DTYPE("qui16", 2, 2),
	[BEF_DTYPE_QI8] = DTYPE("qi8", 1, 1),
	[BEF_DTYPE_QI16] = DTYPE("qi16", 2, 2),
	[BEF_DTYPE_QI32] = DTYPE("qi32", 4, 4),
};

size_t bef_dtype_size(unsigned dtype) { return dtype < BEF_DTYPE_COUNT ? dtypes[dtype].size : 0; }
size_t bef_dtype_alignment(unsigned dtype) { return dtype < BEF_DTYPE_COUNT ? dtypes[dtype].alignment : 0; }
const char *bef_dtype_name(unsigned dtype) { return dtype < BEF_DTYPE_COUNT ? dtypes[dtype].name : "?"; }

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
	if (type < BEF_DTYPE_COUNT)
		return dtypes[type].name;
	/* An array requires a type that can be an element. */
	uint32_t element = type & ~BEF_ATTR_ARRAY;
	return element < BEF_DTYPE_COUNT && dtypes[element].size > 0 ? dtypes[element].array : "?";
}
