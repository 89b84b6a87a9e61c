/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Questions about types, and types made from others. */
#ifndef MLIRBC_STABLEHLO_TYPES_H
#define MLIRBC_STABLEHLO_TYPES_H

#include "dialect/attrs.h"

/* !quant.uniform<...> as numbers. */
struct shlo__quant {
	const struct mlirbc_type *storage, *expressed;
	bool is_signed, per_axis;
	int64_t storage_min, storage_max;
	int64_t axis;  /* per axis */
	size_t count;  /* scales and zero points: 1 unless per axis */
	/* In the arena of the context or the attribute's own memory; valid as long as the context. */
	const double *scales;
	const int64_t *zero_points;
};

#define SHLO__DYNAMIC INT64_MIN

bool shlo__is_tensor(const struct mlirbc_type *type);          /* ranked */
bool shlo__is_token(const struct mlirbc_type *type);           /* !stablehlo.token */
/* The type inside !stablehlo.future<...>; NULL: not a future. Several types come as a tuple type. */
const struct mlirbc_type *shlo__future_value(struct mlirbc_context *context, const struct mlirbc_type *type);
const struct mlirbc_type *shlo__token_type(struct mlirbc_context *context);
/* The element type of a tensor; other types are their own. */
const struct mlirbc_type *shlo__element(const struct mlirbc_type *type);
bool shlo__quant_of(const struct mlirbc_type *element, struct shlo__quant *out);
bool shlo__is_bool(const struct mlirbc_type *element);         /* i1 */
bool shlo__is_int(const struct mlirbc_type *element);          /* 2, 4, 8 to 64 bits, not i1 */
bool shlo__is_unsigned(const struct mlirbc_type *element);
bool shlo__is_float(const struct mlirbc_type *element);
bool shlo__is_complex(const struct mlirbc_type *element);
bool shlo__is_quant(const struct mlirbc_type *element);
/* Tests a type against a letter of dialect/ops.h. */
bool shlo__type_fits(char letter, const struct mlirbc_type *type);
/* The upper bounds of a tensor's dynamic dimensions (its encoding); count 0: none. */
void shlo__bounds(const struct mlirbc_type *type, struct shlo__dims *out);
/* A tensor type; `bounds` may be NULL or empty. NULL when memory is short. */
const struct mlirbc_type *shlo__tensor(struct mlirbc_context *context, const int64_t *dims, size_t rank,
	const struct mlirbc_type *element, const struct shlo__dims *bounds);
/* `type` with another element type. */
const struct mlirbc_type *shlo__with_element(
	struct mlirbc_context *context, const struct mlirbc_type *type, const struct mlirbc_type *element);

#endif
