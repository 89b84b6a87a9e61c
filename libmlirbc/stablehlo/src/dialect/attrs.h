/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of the dialect as C structs. libmlirbc holds them as text; the functions here read that text and make it, in the one
 * form that StableHLO prints. Lists have a bounded length: no operation that verifies needs more. */
#ifndef MLIRBC_STABLEHLO_ATTRS_H
#define MLIRBC_STABLEHLO_ATTRS_H

#include <mlirbc/ir.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline bool shlo__name_is(const struct mlirbc_string *name, const char *text)
{
	return name->size == strlen(text) && memcmp(name->data, text, name->size) == 0;
}

enum { SHLO__MOST_DIMS = 64 };

struct shlo__dims {
	size_t count;
	int64_t at[SHLO__MOST_DIMS];
};

struct shlo__gather { /* #stablehlo.gather<> */
	struct shlo__dims offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map;
	int64_t index_vector_dim;
};
struct shlo__scatter { /* #stablehlo.scatter<> */
	struct shlo__dims update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
		scatter_dims_to_operand_dims;
	int64_t index_vector_dim;
};
struct shlo__dot { /* #stablehlo.dot<> */
	struct shlo__dims lhs_batching_dimensions, rhs_batching_dimensions, lhs_contracting_dimensions, rhs_contracting_dimensions;
};
struct shlo__ragged_dot { /* #chlo.ragged_dot<> */
	struct shlo__dims lhs_batching_dimensions, rhs_batching_dimensions, lhs_contracting_dimensions, rhs_contracting_dimensions,
		lhs_ragged_dimensions, rhs_group_dimensions;
};
struct shlo__conv { /* #stablehlo.conv<> */
	int64_t input_batch_dimension, input_feature_dimension, kernel_input_feature_dimension, kernel_output_feature_dimension,
		output_batch_dimension, output_feature_dimension;
	struct shlo__dims input_spatial_dimensions, kernel_spatial_dimensions, output_spatial_dimensions;
};
struct shlo__channel { /* #stablehlo.channel_handle<> */
	int64_t handle, type;
};
struct shlo__algorithm { /* #stablehlo.dot_algorithm<> */
	const struct mlirbc_type *lhs_precision_type, *rhs_precision_type, *accumulation_type;
	int64_t lhs_component_count, rhs_component_count, num_primitive_operations;
	bool allow_imprecise_accumulation;
};
struct shlo__accuracy { /* #stablehlo.result_accuracy<> */
	double atol, rtol;
	int64_t ulps;
	int mode; /* SHLO__RESULT_ACCURACY_MODE */
};
/* The same as no attribute. */
static inline bool shlo__is_default_accuracy(const struct shlo__accuracy *at)
{
	return at->mode == 0 && at->ulps == 0 && at->atol == 0 && at->rtol == 0;
}
struct shlo__alias { /* #stablehlo.output_operand_alias<> */
	struct shlo__dims output_tuple_indices, operand_tuple_indices;
	int64_t operand_index;
};

/* Each reads an attribute; false when it is NULL, another attribute, or has an error, which a non-NULL `why` then describes (a
 * static string). Each _attr function makes the attribute: NULL when memory is short. */
bool shlo__gather_of(const struct mlirbc_attr *attr, struct shlo__gather *out, const char **why);
bool shlo__scatter_of(const struct mlirbc_attr *attr, struct shlo__scatter *out, const char **why);
bool shlo__dot_of(const struct mlirbc_attr *attr, struct shlo__dot *out, const char **why);
bool shlo__ragged_dot_of(const struct mlirbc_attr *attr, struct shlo__ragged_dot *out, const char **why);
bool shlo__conv_of(const struct mlirbc_attr *attr, struct shlo__conv *out, const char **why);
bool shlo__channel_of(const struct mlirbc_attr *attr, struct shlo__channel *out, const char **why);
bool shlo__algorithm_of(struct mlirbc_context *context, const struct mlirbc_attr *attr, struct shlo__algorithm *out, const char **why);
bool shlo__accuracy_of(const struct mlirbc_attr *attr, struct shlo__accuracy *out, const char **why);
bool shlo__alias_of(const struct mlirbc_attr *attr, struct shlo__alias *out, const char **why);
/* #stablehlo.bounds<3, ?>: INT64_MIN stands for '?'. */
bool shlo__bounds_of(const struct mlirbc_attr *attr, struct shlo__dims *out, const char **why);

const struct mlirbc_attr *shlo__dot_attr(struct mlirbc_context *context, const struct shlo__dot *value);
const struct mlirbc_attr *shlo__conv_attr(struct mlirbc_context *context, const struct shlo__conv *value);
const struct mlirbc_attr *shlo__channel_attr(struct mlirbc_context *context, const struct shlo__channel *value);
const struct mlirbc_attr *shlo__algorithm_attr(struct mlirbc_context *context, const struct shlo__algorithm *value);
const struct mlirbc_attr *shlo__accuracy_attr(struct mlirbc_context *context, const struct shlo__accuracy *value);
const struct mlirbc_attr *shlo__alias_attr(struct mlirbc_context *context, const struct shlo__alias *value);
const struct mlirbc_attr *shlo__bounds_attr(struct mlirbc_context *context, const struct shlo__dims *value);

/* Mesh axes of replica groups (1.16): #stablehlo.replica_group_mesh_axes<...>, #stablehlo.mesh<...>, #stablehlo.mesh_axis<...>,
 * #stablehlo.axis_ref<...>. dialect/mesh_groups.h reads their text. */

/* Any attribute #stablehlo.… or #chlo.…: the attribute with canonical text; NULL when it is not one of the dialect or has an error,
 * *out_why describes it (static). Memory short: NULL and *out_why NULL. */
const struct mlirbc_attr *shlo__canonical_attr(
	struct mlirbc_context *context, const struct mlirbc_attr *attr, const char **out_why);

/* ---- builtin attributes */

/* array<i64: ...>, or a dense tensor of i64 of rank 1; false: something else, or too long. */
bool shlo__i64s_of(const struct mlirbc_attr *attr, struct shlo__dims *out);
/* array<i1: ...> as 0 and 1. */
bool shlo__bools_of(const struct mlirbc_attr *attr, struct shlo__dims *out);
/* dense<...> : tensor<NxMxi64>, at most SHLO__MOST_DIMS elements; splats are expanded. `dims`: its shape. */
bool shlo__i64_matrix_of(const struct mlirbc_attr *attr, struct shlo__dims *out, int64_t dims[2]);
/* array<i32: a, b> whose sum is `total`: operandSegmentSizes, resultSegmentSizes. */
bool shlo__segments_of(const struct mlirbc_attr *attr, uint32_t total, uint32_t out[2]);
bool shlo__int_of(const struct mlirbc_attr *attr, int64_t *out); /* an integer of at most 64 bits, signed */
const struct mlirbc_attr *shlo__i64s_attr(struct mlirbc_context *context, const int64_t *values, size_t count);
const struct mlirbc_attr *shlo__bools_attr(struct mlirbc_context *context, const int64_t *values, size_t count);

#endif
