/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef KERNELS_HLO_LAYOUT_H
#define KERNELS_HLO_LAYOUT_H

#define HLO_T "!tfrt_tensor.tensor"

/* One row per kernel: name after "hlo.", signature, function. */
#define HLO_LAYOUT(ROW) \
	ROW("broadcast_in_dim", "(" HLO_T ") {broadcast_dimensions: i64[], types: i64[]} -> " HLO_T, broadcast_in_dim) \
	ROW("concatenate", "(" HLO_T "...) {dimension: i64, types: i64[]} -> " HLO_T, concatenate) \
	ROW("dynamic_broadcast_in_dim", \
		"(" HLO_T ", " HLO_T ") {broadcast_dimensions: i64[], types: i64[]} -> " HLO_T, \
		dynamic_broadcast_in_dim) \
	ROW("dynamic_iota", "(" HLO_T ") {iota_dimension: i64, types: i64[]} -> " HLO_T, dynamic_iota) \
	ROW("dynamic_pad", \
		"(" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ") {types: i64[]} -> " HLO_T, dynamic_pad) \
	ROW("dynamic_reshape", "(" HLO_T ", " HLO_T ") {types: i64[]} -> " HLO_T, dynamic_reshape) \
	ROW("dynamic_slice", "(" HLO_T ", " HLO_T "...) {slice_sizes: i64[], types: i64[]} -> " HLO_T, dynamic_slice) \
	ROW("dynamic_update_slice", "(" HLO_T ", " HLO_T ", " HLO_T "...) {types: i64[]} -> " HLO_T, \
		dynamic_update_slice) \
	ROW("iota", "() {iota_dimension: i64, types: i64[]} -> " HLO_T, iota) \
	ROW("pad", \
		"(" HLO_T ", " HLO_T ") {edge_padding_high: i64[], edge_padding_low: i64[], interior_padding: i64[], " \
		"types: i64[]} -> " HLO_T, \
		pad) \
	ROW("real_dynamic_slice", \
		"(" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ") {types: i64[]} -> " HLO_T, real_dynamic_slice) \
	ROW("reverse", "(" HLO_T ") {dimensions: i64[], types: i64[]} -> " HLO_T, reverse) \
	ROW("slice", \
		"(" HLO_T ") {limit_indices: i64[], start_indices: i64[], strides: i64[], types: i64[]} -> " HLO_T, \
		slice) \
	ROW("transpose", "(" HLO_T ") {permutation: i64[], types: i64[]} -> " HLO_T, transpose)

#endif
