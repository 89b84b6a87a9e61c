/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef KERNELS_HLO_PRODUCTS_H
#define KERNELS_HLO_PRODUCTS_H

#define HLO_CONVOLUTION_ATTRIBUTES(epilogue, padding) \
	"{batch_group_count: i64, " epilogue "feature_group_count: i64, input_batch_dimension: i64, input_feature_dimension: i64, " \
	"input_spatial_dimensions: i64[], kernel_input_feature_dimension: i64, kernel_output_feature_dimension: i64, " \
	"kernel_spatial_dimensions: i64[], lhs_dilation: i64[], output_batch_dimension: i64, " \
	"output_feature_dimension: i64, output_spatial_dimensions: i64[], " padding \
	"rhs_dilation: i64[], types: i64[], window_reversal: i64[], window_strides: i64[]}"

#define HLO_DOT_ATTRIBUTES(epilogue) \
	"{accumulation_type: string, allow_imprecise_accumulation: i1, " epilogue "lhs_batching_dimensions: i64[], " \
	"lhs_component_count: i64, lhs_contracting_dimensions: i64[], lhs_precision_type: string, " \
	"num_primitive_operations: i64, rhs_batching_dimensions: i64[], rhs_component_count: i64, " \
	"rhs_contracting_dimensions: i64[], rhs_precision_type: string, types: i64[]}"

/* One row per kernel: name after "hlo.", signature, function. */
#define HLO_PRODUCTS(ROW) \
	ROW("convolution", \
		"(!tfrt_tensor.tensor, !tfrt_tensor.tensor) " HLO_CONVOLUTION_ATTRIBUTES("", "padding: i64[], ") \
		" -> !tfrt_tensor.tensor", convolution) \
	ROW("convolution_fused", \
		"(!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor...) " \
		HLO_CONVOLUTION_ATTRIBUTES("epilogue: string, epilogue_maps: i64[], ", "padding: i64[], ") \
		" -> (!tfrt_tensor.tensor, ...)", convolution_fused) \
	ROW("dot_general", \
		"(!tfrt_tensor.tensor, !tfrt_tensor.tensor) " HLO_DOT_ATTRIBUTES("") " -> !tfrt_tensor.tensor", dot_general) \
	ROW("dot_general_fused", \
		"(!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor...) " \
		HLO_DOT_ATTRIBUTES("epilogue: string, epilogue_maps: i64[], ") " -> (!tfrt_tensor.tensor, ...)", \
		dot_general_fused) \
	ROW("dynamic_conv", \
		"(!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) " HLO_CONVOLUTION_ATTRIBUTES("", "") \
		" -> !tfrt_tensor.tensor", dynamic_conv)

#endif
