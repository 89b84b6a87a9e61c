/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes operations before another one. All functions return NULL after a failure and when an operand is NULL, so that callers check
 * the last value only. */
#ifndef MLIRBC_STABLEHLO_EMIT_H
#define MLIRBC_STABLEHLO_EMIT_H

#include "dialect/types.h"
#include "passes/pass.h"

struct shlo__emit {
	struct shlo__pass *pass;
	struct mlirbc_op *before;
};

struct shlo__property {
	const char *name;
	const struct mlirbc_attr *value; /* NULL: memory was short */
};

/* An operation with one result. */
struct mlirbc_value *shlo__emit(struct shlo__emit *emit, const char *name, const struct mlirbc_type *type,
	struct mlirbc_value *const *operands, size_t operand_count, const struct shlo__property *properties, size_t property_count);
/* Without attributes; the result has the type of the first operand. */
struct mlirbc_value *shlo__emit_unary(struct shlo__emit *emit, const char *name, struct mlirbc_value *a);
struct mlirbc_value *shlo__emit_binary(struct shlo__emit *emit, const char *name, struct mlirbc_value *a, struct mlirbc_value *b);
/* `direction`: SHLO__LT ...; the result has elements i1. */
struct mlirbc_value *shlo__emit_compare(struct shlo__emit *emit, int direction, struct mlirbc_value *a, struct mlirbc_value *b);
struct mlirbc_value *shlo__emit_select(
	struct shlo__emit *emit, struct mlirbc_value *predicate, struct mlirbc_value *a, struct mlirbc_value *b);
struct mlirbc_value *shlo__emit_convert(struct shlo__emit *emit, struct mlirbc_value *a, const struct mlirbc_type *element);
/* All elements of a tensor of the type of `like`; of a complex type the real part. A dynamic shape is that of `like`. */
struct mlirbc_value *shlo__emit_number(struct shlo__emit *emit, struct mlirbc_value *like, double number);
/* The same with the bits of an element. */
struct mlirbc_value *shlo__emit_bits(struct shlo__emit *emit, struct mlirbc_value *like, uint64_t bits);
/* The same with another type of elements; the shape is that of `like`. */
struct mlirbc_value *shlo__emit_bits_of(
	struct shlo__emit *emit, struct mlirbc_value *like, const struct mlirbc_type *element, uint64_t bits);
/* Elements 0, 1, ... along a dimension. */
struct mlirbc_value *shlo__emit_iota(struct shlo__emit *emit, const struct mlirbc_type *type, size_t dimension);
/* A block for the only or next region of an operation, with a stablehlo.return of `values` operands, which are NULL until the caller sets
 * them. Returns the terminator; its block has the arguments. */
struct mlirbc_op *shlo__emit_body(struct shlo__emit *emit, struct mlirbc_region *region, const struct mlirbc_type *const *types, size_t count,
	size_t values);
/* Zeros of a static tensor of numbers. */
struct mlirbc_value *shlo__emit_zero(struct shlo__emit *emit, const struct mlirbc_type *type);
/* The shape of a tensor as tensor<RANKxi32>. */
struct mlirbc_value *shlo__emit_shape_of(struct shlo__emit *emit, struct mlirbc_value *value);
/* broadcast_in_dim or, for a dynamic type, dynamic_broadcast_in_dim to `shape`. */
struct mlirbc_value *shlo__emit_broadcast(struct shlo__emit *emit, struct mlirbc_value *value, const struct mlirbc_type *type,
	const int64_t *dims, struct mlirbc_value *shape);
/* The first elements of a tensor, in each dimension as many as the type has. */
struct mlirbc_value *shlo__emit_first(struct shlo__emit *emit, struct mlirbc_value *value, const struct mlirbc_type *type);
const struct mlirbc_attr *shlo__emit_i64(struct shlo__emit *emit, int64_t value);

#endif
