/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Questions about types, and types made from others. */
#ifndef MLIRBC_STABLEHLO_TYPES_H
#define MLIRBC_STABLEHLO_TYPES_H

#include "dialect/attrs.h"
#include "dialect/scan.h"

/* !quant.uniform<i8<-127:127>:f32:1, {0.5:3, 0.25}>. */
struct shlo__quant {
	const struct mlirbc_type *storage, *expressed;
	int64_t storage_min, storage_max; /* those of the storage type unless given */
	bool has_range;                   /* they were given, and differ from those of the storage type */
	int64_t axis;                     /* -1: per tensor */
	size_t count;                     /* of scales and zero points; 1 per tensor */
	struct shlo__scan list;           /* for shlo__quant_next() */
};

#define SHLO__DYNAMIC INT64_MIN

bool shlo__is_tensor(const struct mlirbc_type *type);          /* ranked */
bool shlo__is_token(const struct mlirbc_type *type);           /* !stablehlo.token */
bool shlo__is_future(const struct mlirbc_type *type);
/* The types inside !stablehlo.future<...>, as a tuple. MLIRBC_E_CORRUPT when the text has an error, MLIRBC_E_NOMEM. */
enum mlirbc_status shlo__future_types(struct mlirbc_context *context, const struct mlirbc_type *type, const struct mlirbc_type **out);
const struct mlirbc_type *shlo__token_type(struct mlirbc_context *context);
const struct mlirbc_type *shlo__complex_type(struct mlirbc_context *context, const struct mlirbc_type *part);
/* The element type of a tensor; other types are their own. */
const struct mlirbc_type *shlo__element(const struct mlirbc_type *type);
/* False when it is no quantized type per tensor or per axis, or its text has an error. */
bool shlo__quant_of(struct mlirbc_context *context, const struct mlirbc_type *element, struct shlo__quant *out);
/* The next scale and zero point; call it `count` times. */
bool shlo__quant_next(struct shlo__quant *quant, double *out_scale, int64_t *out_zero_point);
/* The type in MLIR's spelling, with this axis and the scales and zero points of `quant`, from its first on. NULL when memory is short. */
const struct mlirbc_type *shlo__quant_type(struct mlirbc_context *context, const struct shlo__quant *quant);
bool shlo__is_bool(const struct mlirbc_type *element);         /* i1 */
bool shlo__is_int(const struct mlirbc_type *element);          /* 2, 4, 8 to 64 bits, not i1 */
bool shlo__is_unsigned(const struct mlirbc_type *element);
bool shlo__is_float(const struct mlirbc_type *element);
bool shlo__is_quant(const struct mlirbc_type *element);
bool shlo__is_plain(const struct mlirbc_type *element);        /* i1, integer, float or complex */
/* Bytes of an element in a dense attribute; 0: not a type of plain elements or index. */
size_t shlo__element_bytes(const struct mlirbc_type *element);
/* Tests a type against a letter of mlirbc/stablehlo_ops.h. */
/* (Quantized types are not checked further than their name: shlo__quant_of() does.) */
bool shlo__type_fits(char letter, const struct mlirbc_type *type);
/* A tensor without '?' whose number of elements is below 2^63. */
bool shlo__is_static(const struct mlirbc_type *type);
/* The upper bounds of a tensor's dynamic dimensions (its encoding); count 0: none. */
void shlo__bounds(const struct mlirbc_type *type, struct shlo__dims *out);
/* A tensor type; `bounds` may be NULL or empty. NULL when memory is short. */
const struct mlirbc_type *shlo__tensor(struct mlirbc_context *context, const int64_t *dims, size_t rank,
	const struct mlirbc_type *element, const struct shlo__dims *bounds);
/* `type` with another element type. */
const struct mlirbc_type *shlo__with_element(
	struct mlirbc_context *context, const struct mlirbc_type *type, const struct mlirbc_type *element);

#endif
