/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Building StableHLO: operations with inferred result types, for frontends.
 *
 * The functions take a struct mlirbc_builder (mlirbc/build.h) and share its rules: after a failure they do nothing and
 * return NULL, they accept NULL operands, and the caller checks `status` and `message` once, at the end. A failure is
 * MLIRBC_E_CORRUPT with the verifier's message when an operation would violate a constraint, so a module that was built
 * is valid.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_STABLEHLO_BUILD_H
#define MLIRBC_STABLEHLO_BUILD_H

#include <mlirbc/build.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- any operation */

/* Makes the operation at the insertion point. `spec->name` has the dialect ("stablehlo.add"). Result types: inferred
 * when there are none; those of operations that need them (convert, reshape, ...; mlirbc_stablehlo_infer()) are given.
 * @param regions NULL, or the result of mlirbc_stablehlo_regions(), whose regions become those of the operation;
 *        spec->region_count does not count */
MLIRBC_API struct mlirbc_op *mlirbc_stablehlo_op(
	struct mlirbc_builder *builder, const struct mlirbc_build_op *spec, struct mlirbc_op *regions);
/* The same; returns the first result. */
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_value(
	struct mlirbc_builder *builder, const struct mlirbc_build_op *spec, struct mlirbc_op *regions);
/* A detached holder of empty regions, to be filled before the operation is made: mlirbc_builder_block(builder,
 * holder, index, ...), mlirbc_builder_enter(), and mlirbc_stablehlo_return() at the end of each. */
MLIRBC_API struct mlirbc_op *mlirbc_stablehlo_regions(struct mlirbc_builder *builder, size_t count);
MLIRBC_API void mlirbc_stablehlo_return(struct mlirbc_builder *builder, struct mlirbc_value *const *values,
	size_t count);

/* ---- types and attributes; NULL when memory is short, or an argument is NULL */

/* tensor<2x3xf32>; MLIRBC_DYNAMIC for '?'. */
MLIRBC_API const struct mlirbc_type *mlirbc_stablehlo_tensor(
	struct mlirbc_context *context, const struct mlirbc_type *element, const int64_t *dims, size_t rank);
/* array<i64: ...>, at most 64. */
MLIRBC_API const struct mlirbc_attr *mlirbc_stablehlo_dims(
	struct mlirbc_context *context, const int64_t *values, size_t count);

/* ---- shorthand. Names of operations are without the dialect: "tanh". */

/* Elements in memory order, little-endian, all of them or one for all; copied. */
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_constant(
	struct mlirbc_builder *builder, const struct mlirbc_type *type, const void *data, size_t size);
/* One number for all elements of an f32 or f64 tensor. */
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_splat(
	struct mlirbc_builder *builder, const struct mlirbc_type *type, double number);
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_unary(
	struct mlirbc_builder *builder, const char *name, struct mlirbc_value *x);
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_binary(
	struct mlirbc_builder *builder, const char *name, struct mlirbc_value *x, struct mlirbc_value *y);
/* `direction`: "EQ", "NE", "GE", "GT", "LE" or "LT". */
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_compare(
	struct mlirbc_builder *builder, const char *direction, struct mlirbc_value *x, struct mlirbc_value *y);
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_select(
	struct mlirbc_builder *builder, struct mlirbc_value *predicate, struct mlirbc_value *x, struct mlirbc_value *y);
/* convert, with this element type. */
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_convert(
	struct mlirbc_builder *builder, struct mlirbc_value *x, const struct mlirbc_type *element);
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_reshape(
	struct mlirbc_builder *builder, struct mlirbc_value *x, const struct mlirbc_type *type);
/* broadcast_in_dim: dims[i] is the dimension of the result that dimension i of x becomes. */
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_broadcast(
	struct mlirbc_builder *builder, struct mlirbc_value *x, const struct mlirbc_type *type, const int64_t *dims);
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_transpose(
	struct mlirbc_builder *builder, struct mlirbc_value *x, const int64_t *permutation);

struct mlirbc_stablehlo_dot {
	const int64_t *lhs_batching, *rhs_batching, *lhs_contracting, *rhs_contracting;
	size_t batching_count, contracting_count;
};
/* dot_general. `element`: that of the result; NULL: that of x. */
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_dot_general(struct mlirbc_builder *builder, struct mlirbc_value *x,
	struct mlirbc_value *y, const struct mlirbc_stablehlo_dot *dims, const struct mlirbc_type *element);
/* The product of two matrices: [m, k] and [k, n]. */
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_matmul(
	struct mlirbc_builder *builder, struct mlirbc_value *x, struct mlirbc_value *y);
/* reduce of one tensor over dimensions, with a binary operation as body ("add", "maximum"). `init`: a scalar. */
MLIRBC_API struct mlirbc_value *mlirbc_stablehlo_reduce(struct mlirbc_builder *builder, const char *name,
	struct mlirbc_value *x, struct mlirbc_value *init, const int64_t *dims, size_t count);

#ifdef __cplusplus
}
#endif

#endif
