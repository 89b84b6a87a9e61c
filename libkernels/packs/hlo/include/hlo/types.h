/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What libbef-stablehlo writes and pack hlo reads: element types and the attribute `types`. The headers in this folder are the contract
 * between the two. They belong to the pack; libbef-stablehlo includes them and nothing else of libkernels, and libbef-model reads
 * conditions of loops with them. They are not installed. */
#ifndef HLO_TYPES_H
#define HLO_TYPES_H

#include <kernels/dtype.h>
#include <string.h>

/* X(enumerator behind KERNELS_, MLIR's name, bits): the element types of StableHLO. An element takes whole bytes (kernels/dtype.h). */
#define HLO_ELEMENT_TYPES(X) \
	X(I1, "i1", 1) \
	X(I2, "i2", 2) \
	X(I4, "i4", 4) \
	X(I8, "i8", 8) \
	X(I16, "i16", 16) \
	X(I32, "i32", 32) \
	X(I64, "i64", 64) \
	X(UI2, "ui2", 2) \
	X(UI4, "ui4", 4) \
	X(UI8, "ui8", 8) \
	X(UI16, "ui16", 16) \
	X(UI32, "ui32", 32) \
	X(UI64, "ui64", 64) \
	X(F4E2M1FN, "f4E2M1FN", 4) \
	X(F6E2M3FN, "f6E2M3FN", 6) \
	X(F6E3M2FN, "f6E3M2FN", 6) \
	X(F8E3M4, "f8E3M4", 8) \
	X(F8E4M3, "f8E4M3", 8) \
	X(F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 8) \
	X(F8E4M3FN, "f8E4M3FN", 8) \
	X(F8E4M3FNUZ, "f8E4M3FNUZ", 8) \
	X(F8E5M2, "f8E5M2", 8) \
	X(F8E5M2FNUZ, "f8E5M2FNUZ", 8) \
	X(F8E8M0FNU, "f8E8M0FNU", 8) \
	X(BF16, "bf16", 16) \
	X(F16, "f16", 16) \
	X(F32, "f32", 32) \
	X(F64, "f64", 64) \
	X(COMPLEX64, "complex<f32>", 64) \
	X(COMPLEX128, "complex<f64>", 128)

/* Kinds of element types, and sets of kinds. */
enum {
	HLO_KIND_BOOL = 1,
	HLO_KIND_SIGNED = 2,
	HLO_KIND_UNSIGNED = 4,
	HLO_KIND_FLOAT = 8,
	HLO_KIND_COMPLEX = 16,
	HLO_KINDS_OF_INTEGERS = HLO_KIND_SIGNED | HLO_KIND_UNSIGNED,
	HLO_KINDS_OF_NUMBERS = HLO_KINDS_OF_INTEGERS | HLO_KIND_FLOAT | HLO_KIND_COMPLEX,
	HLO_KINDS_OF_ALL = HLO_KINDS_OF_NUMBERS | HLO_KIND_BOOL
};

static inline bool hlo_is_signed(enum kernels_dtype t)
{
	return (t >= KERNELS_I8 && t <= KERNELS_I64) || t == KERNELS_I2 || t == KERNELS_I4;
}
static inline bool hlo_is_unsigned(enum kernels_dtype t) /* without i1 */
{
	return (t >= KERNELS_UI8 && t <= KERNELS_UI64) || t == KERNELS_UI2 || t == KERNELS_UI4;
}
static inline bool hlo_is_integer(enum kernels_dtype t) /* without i1 */
{
	return hlo_is_signed(t) || hlo_is_unsigned(t);
}
static inline bool hlo_is_float(enum kernels_dtype t)
{
	return t == KERNELS_F32 || t == KERNELS_F64 || t == KERNELS_F16 || t == KERNELS_BF16 ||
		(t >= KERNELS_F8E5M2 && t <= KERNELS_F4E2M1FN);
}
static inline bool hlo_is_complex(enum kernels_dtype t)
{
	return t == KERNELS_COMPLEX64 || t == KERNELS_COMPLEX128;
}
/* The kind of an element type; 0: StableHLO has no such type. */
static inline unsigned hlo_kind(enum kernels_dtype t)
{
	return t == KERNELS_I1	      ? HLO_KIND_BOOL
		: hlo_is_signed(t)   ? HLO_KIND_SIGNED
		: hlo_is_unsigned(t) ? HLO_KIND_UNSIGNED
		: hlo_is_float(t)    ? HLO_KIND_FLOAT
		: hlo_is_complex(t)  ? HLO_KIND_COMPLEX
				     : 0;
}

struct hlo_element_type {
	const char *name; /* in expressions; NULL: StableHLO has no such type */
	uint8_t bits; /* of an element, those above them in memory not counted */
};
static inline struct hlo_element_type hlo_element_type(enum kernels_dtype t)
{
	switch ((int)t) {
#define HLO_CASE(enumerator, name, bits) \
	case KERNELS_##enumerator: return (struct hlo_element_type){ name, bits };
	HLO_ELEMENT_TYPES(HLO_CASE)
#undef HLO_CASE
	default: return (struct hlo_element_type){ NULL, 0 };
	}
}

static inline bool hlo_find_element_type(const char *name, size_t size, enum kernels_dtype *out)
{
#define HLO_FIND(enumerator, name_, bits) \
	if (size == sizeof name_ - 1 && memcmp(name, name_, sizeof name_ - 1) == 0) { \
		*out = KERNELS_##enumerator; \
		return true; \
	}
	HLO_ELEMENT_TYPES(HLO_FIND)
#undef HLO_FIND
	return false;
}

/* The attribute `types` (i64[]) of every kernel: for each operand, then for each result, the number of the element type, the rank, and the
 * dimensions. HLO_UNKNOWN_DIMENSION: known only when the op runs. HLO_TOKEN, 0: a token, which is a chain. HLO_PANELS + the number: operand
 * 1 of a product, whose elements are in panels (hlo/products.h). */
enum { HLO_MOST_RANK = 16, HLO_UNKNOWN_DIMENSION = -1, HLO_TOKEN = 0, HLO_PANELS = 256 };

#endif
