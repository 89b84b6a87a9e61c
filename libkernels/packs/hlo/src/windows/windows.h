/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef KERNELS_HLO_WINDOWS_H
#define KERNELS_HLO_WINDOWS_H

#include "layout/layout.h"

/* Kernels NAME_spec differ from NAME where the specification differs from XLA. */
#define HLO_REDUCE_WINDOW \
	"(" HLO_T ", " HLO_T "...) {base_dilations: i64[], body: string, captures: i64, " HLO_BODIES "padding: i64[], " \
	"types: i64[], window_dilations: i64[], window_dimensions: i64[], window_strides: i64[]} -> (...)"
#define HLO_SCATTER \
	"(" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T "...) {body: string, captures: i64, " HLO_BODIES \
	"index_vector_dim: i64, input_batching_dims: i64[], inserted_window_dims: i64[], " \
	"scatter_dims_to_operand_dims: i64[], scatter_indices_batching_dims: i64[], types: i64[], " \
	"update_window_dims: i64[]} -> (...)"

/* One row per kernel: name after "hlo.", signature, function. */
#define HLO_WINDOWS(ROW) \
	ROW("dynamic_gather", \
		"(" HLO_T ", " HLO_T ", " HLO_T ") {collapsed_slice_dims: i64[], index_vector_dim: i64, " \
		"offset_dims: i64[], operand_batching_dims: i64[], start_index_map: i64[], " \
		"start_indices_batching_dims: i64[], types: i64[]} -> " HLO_T, \
		dynamic_gather) \
	ROW("gather", \
		"(" HLO_T ", " HLO_T ") {collapsed_slice_dims: i64[], index_vector_dim: i64, " \
		"offset_dims: i64[], operand_batching_dims: i64[], slice_sizes: i64[], start_index_map: i64[], " \
		"start_indices_batching_dims: i64[], types: i64[]} -> " HLO_T, \
		gather) \
	ROW("reduce", \
		"(" HLO_T ", " HLO_T "...) {body: string, captures: i64, dimensions: i64[], " HLO_BODIES \
		"types: i64[]} -> (...)", \
		reduce) \
	ROW("reduce_window", HLO_REDUCE_WINDOW, reduce_window) \
	ROW("reduce_window_spec", HLO_REDUCE_WINDOW, reduce_window_spec) \
	ROW("scatter", HLO_SCATTER, scatter) \
	ROW("scatter_spec", HLO_SCATTER, scatter_spec) \
	ROW("select_and_scatter", \
		"(" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T "...) {captures: i64, " HLO_BODIES "padding: i64[], scatter: string, " \
		"select: string, types: i64[], window_dimensions: i64[], window_strides: i64[]} -> " HLO_T, \
		select_and_scatter)

#endif
