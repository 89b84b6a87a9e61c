/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef KERNELS_HLO_VIEWS_H
#define KERNELS_HLO_VIEWS_H

/* One row per kernel: name after "hlo.", signature, function. */
#define HLO_VIEWS(ROW) \
	ROW("after_all", "(!tfrt.chain...) {types: i64[]} -> !tfrt.chain", after_all) \
	ROW("bitcast_convert", "(!tfrt_tensor.tensor) {types: i64[]} -> !tfrt_tensor.tensor", bitcast_convert) \
	ROW("constant", "() {types: i64[], value: dense} -> !tfrt_tensor.tensor", constant) \
	ROW("create_token", "() {types: i64[]} -> !tfrt.chain", create_token) \
	ROW("get_dimension_size", "(!tfrt_tensor.tensor) {dimension: i64, types: i64[]} -> !tfrt_tensor.tensor", \
		get_dimension_size) \
	ROW("optimization_barrier", "(...) {types: i64[]} -> (...)", optimization_barrier) \
	ROW("reshape", "(!tfrt_tensor.tensor) {types: i64[]} -> !tfrt_tensor.tensor", reshape) \
	ROW("set_dimension_size", \
		"(!tfrt_tensor.tensor, !tfrt_tensor.tensor) {dimension: i64, types: i64[]} -> !tfrt_tensor.tensor", \
		set_dimension_size) \
	ROW("signature", \
		"() {arguments: i64, effects: i1, function: string, names: string, signature: i64[], types: i64[]} -> ()", \
		signature)

#endif
