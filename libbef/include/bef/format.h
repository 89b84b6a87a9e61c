/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The constants of the Binary Executable Format, version 0, as TFRT writes it. FORMAT.md specifies the format. */
#ifndef BEF_FORMAT_H
#define BEF_FORMAT_H

#include <stdint.h>

#define BEF_MAGIC_0 0x0Bu
#define BEF_MAGIC_1 0xEFu
#define BEF_FORMAT_VERSION 0u
#define BEF_PADDING 0xCCu

/* In the order in which a writer puts them. */
enum bef_section_id {
	BEF_SECTION_STRINGS = 0,
	BEF_SECTION_ATTRIBUTES = 1,
	BEF_SECTION_KERNELS = 2,
	BEF_SECTION_TYPES = 3,
	BEF_SECTION_FUNCTION_INDEX = 4,
	BEF_SECTION_FUNCTIONS = 5,
	BEF_SECTION_LOCATION_STRINGS = 6,
	BEF_SECTION_LOCATIONS = 7,
	BEF_SECTION_ATTRIBUTE_TYPES = 8, /* 8 to 10 are optional: only tools read them */
	BEF_SECTION_ATTRIBUTE_NAMES = 9,
	BEF_SECTION_REGISTER_TYPES = 10,
	BEF_SECTION_COUNT = 11,
	/* An extension of this library, which TFRT's executor skips: kernels that start when any one argument is
	 * available. */
	BEF_SECTION_NONSTRICT = 64
};

enum bef_function_kind { BEF_FUNCTION_ASYNC = 0, BEF_FUNCTION_NATIVE = 1, BEF_FUNCTION_SYNC = 2 };

/* Element types. A scalar attribute has the number of its element type. */
enum bef_dtype {
	BEF_DTYPE_INVALID = 0,
	BEF_DTYPE_UI8 = 1,
	BEF_DTYPE_UI16 = 2,
	BEF_DTYPE_UI32 = 3,
	BEF_DTYPE_UI64 = 4,
	BEF_DTYPE_I1 = 5,
	BEF_DTYPE_I8 = 6,
	BEF_DTYPE_I16 = 7,
	BEF_DTYPE_I32 = 8,
	BEF_DTYPE_I64 = 9,
	BEF_DTYPE_F32 = 10,
	BEF_DTYPE_F64 = 11,
	BEF_DTYPE_COMPLEX64 = 12,
	BEF_DTYPE_COMPLEX128 = 13,
	BEF_DTYPE_F16 = 14,
	BEF_DTYPE_BF16 = 15,
	BEF_DTYPE_STRING = 16,
	BEF_DTYPE_RESOURCE = 17,
	BEF_DTYPE_VARIANT = 18,
	BEF_DTYPE_QUI8 = 19,
	BEF_DTYPE_QUI16 = 20,
	BEF_DTYPE_QI8 = 21,
	BEF_DTYPE_QI16 = 22,
	BEF_DTYPE_QI32 = 23,
	BEF_DTYPE_COUNT = 24, /* of TFRT's types */
	/* An extension of this library (FORMAT.md 12.2): one byte per element. */
	BEF_DTYPE_I2 = 32,
	BEF_DTYPE_I4 = 33,
	BEF_DTYPE_UI2 = 34,
	BEF_DTYPE_UI4 = 35,
	BEF_DTYPE_F8E5M2 = 36,
	BEF_DTYPE_F8E4M3 = 37,
	BEF_DTYPE_F8E3M4 = 38,
	BEF_DTYPE_F8E4M3FN = 39,
	BEF_DTYPE_F8E4M3FNUZ = 40,
	BEF_DTYPE_F8E4M3B11FNUZ = 41,
	BEF_DTYPE_F8E5M2FNUZ = 42,
	BEF_DTYPE_F8E8M0FNU = 43,
	BEF_DTYPE_F6E2M3FN = 44,
	BEF_DTYPE_F6E3M2FN = 45,
	BEF_DTYPE_F4E2M1FN = 46,
	BEF_DTYPE_LIMIT = 47 /* above all numbers */
};

/* Attribute types: an element type, one of these, or an element type | BEF_ATTR_ARRAY. */
#define BEF_ATTR_TYPE 25u
#define BEF_ATTR_FUNCTION 26u
#define BEF_ATTR_SHAPE 27u
#define BEF_ATTR_DENSE 28u
#define BEF_ATTR_SYMBOL 29u
#define BEF_ATTR_AGGREGATE 30u
#define BEF_ATTR_ARRAY 0x80u
#define BEF_ATTR_EMPTY_ARRAY (BEF_ATTR_ARRAY | 8u) /* whatever its elements would be */

/* The kernel at position 0 of each function provides the arguments and starts kernels without operands. */
#define BEF_PSEUDO_KERNEL_CODE 0xABABABABu
#define BEF_PSEUDO_KERNEL_LOCATION 0xCDCDCDCDu
#define BEF_KERNEL_HEADER_WORDS 6u

/* Alignment of the elements of a dense attribute that are used in place; otherwise 8. */
#define BEF_LARGE_ALIGNMENT 64u

/* Maximum nesting depth of attributes: a limit of this library, not of the format. */
#define BEF_MAX_NESTING 64

enum bef_location_kind {
	BEF_LOCATION_UNKNOWN = 0,
	BEF_LOCATION_FILE = 1,
	BEF_LOCATION_NAME = 2,
	BEF_LOCATION_CALLSITE = 3,
	BEF_LOCATION_FUSED = 4
};
/* Offsets from here on refer to no record: they represent a location that the format cannot express. */
#define BEF_VIRTUAL_LOCATION 0xF0000000u

#endif
