/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* StableHLO and CHLO in their own encoding (StableHLO 1.20), which a program writes that links them and does not ask for a portable
 * artifact. Codes have only been appended; two had less fields. Attributes without a code are text in bytecode too. */
#include "dialects/stablehlo_codes.h"

/* clang-format off */
const struct mlirbc__coding mlirbc__stablehlo_attrs[] = {
	{ NULL, NULL, NULL },
	{ "channel_handle", "KS", "z:handle\0z:type\0" },
	{ "comparison_direction", "KE", "e(vdir):value\0" },
	{ "comparison_type", "KE", "e(vtype):value\0" },
	{ "conv", "KC",
		"z-:input_batch_dimension\0z-:input_feature_dimension\0Z-:input_spatial_dimensions\0"
		"z-:kernel_input_feature_dimension\0z-:kernel_output_feature_dimension\0Z-:kernel_spatial_dimensions\0"
		"z-:output_batch_dimension\0z-:output_feature_dimension\0Z-:output_spatial_dimensions\0" },
	{ "dot", "KS",
		"Z-:lhs_batching_dimensions\0Z-:rhs_batching_dimensions\0Z-:lhs_contracting_dimensions\0"
		"Z-:rhs_contracting_dimensions\0" },
	{ "fft_type", "KE", "e(vfft):value\0" },
	{ "gather", "KS",
		"Z-:offset_dims\0Z-:collapsed_slice_dims\0Z-:operand_batching_dims\0Z-:start_indices_batching_dims\0"
		"Z-:start_index_map\0z-:index_vector_dim\0" },
	{ "precision", "KE", "e(vprec):value\0" },
	{ "rng_algorithm", "KE", "e(vrng):value\0" },
	{ "rng_distribution", "KE", "e(vdist):value\0" },
	{ "scatter", "KS",
		"Z-:update_window_dims\0Z-:inserted_window_dims\0Z-:input_batching_dims\0"
		"Z-:scatter_indices_batching_dims\0Z-:scatter_dims_to_operand_dims\0z-:index_vector_dim\0" },
	{ "transpose", "KE", "e(vtrans):value\0" },
	{ "bounds", "KV", "Z:bounds\0" },
	{ "output_operand_alias", "KS", "Z:output_tuple_indices\0z:operand_index\0Z:operand_tuple_indices\0" },
	{ "dot_algorithm", "KS",
		"T:lhs_precision_type\0T:rhs_precision_type\0T:accumulation_type\0z:lhs_component_count\0"
		"z:rhs_component_count\0z:num_primitive_operations\0b:allow_imprecise_accumulation\0" },
	{ "result_accuracy_mode", "KV", "e(vmode):value\0" },
	{ "result_accuracy", "KS", "d-:atol\0d-:rtol\0z-:ulps\0a:mode\0" },
	{ "replica_group_mesh_axes", "KS", "a:mesh\0A:axes\0" },
	{ "sub_axis_info", "KX", "z:pre_size\0z:size\0" },
	{ "axis_ref", "KS", "s:name\0Q:sub_axis_info\0" },
	{ "mesh_axis", "KS", "s:name\0z:size\0" },
	{ "mesh", "KM", "a:axes\0Q:device_ids\0" },
};

const struct mlirbc__coding mlirbc__stablehlo_gather_1_0 = { "gather", "KS",
	"Z-:offset_dims\0Z-:collapsed_slice_dims\0Z-:start_index_map\0z-:index_vector_dim\0" };
const struct mlirbc__coding mlirbc__stablehlo_scatter_1_0 = { "scatter", "KS",
	"Z-:update_window_dims\0Z-:inserted_window_dims\0Z-:scatter_dims_to_operand_dims\0z-:index_vector_dim\0" };

const struct mlirbc__coding mlirbc__stablehlo_types[] = {
	{ "token", "K", "" },
	{ "future", "KV", "L:types\0" },
};

const struct mlirbc__coding mlirbc__chlo_attrs[] = {
	{ "comparison_direction", "KE", "e(vdir):value\0" },
	{ "comparison_type", "KE", "e(vtype):value\0" },
};
/* clang-format on */

const size_t mlirbc__stablehlo_attr_count = sizeof mlirbc__stablehlo_attrs / sizeof *mlirbc__stablehlo_attrs;
const size_t mlirbc__stablehlo_type_count = sizeof mlirbc__stablehlo_types / sizeof *mlirbc__stablehlo_types;
const size_t mlirbc__chlo_attr_count = sizeof mlirbc__chlo_attrs / sizeof *mlirbc__chlo_attrs;

const struct mlirbc__conv_side mlirbc__conv_sides[MLIRBC__CONV_SIDES] = {
	{ { 'b', 'f' }, { 0, 1 }, 2 },
	{ { 'i', 'o' }, { 3, 4 }, 5 },
	{ { 'b', 'f' }, { 6, 7 }, 8 },
};
