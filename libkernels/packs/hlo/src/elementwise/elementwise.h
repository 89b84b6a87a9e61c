/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef KERNELS_HLO_ELEMENTWISE_H
#define KERNELS_HLO_ELEMENTWISE_H

#define HLO_T1 "(!tfrt_tensor.tensor) {"
#define HLO_T2 "(!tfrt_tensor.tensor, !tfrt_tensor.tensor) {"
#define HLO_T3 "(!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) {"
#define HLO_TYPES "types: i64[]} -> !tfrt_tensor.tensor"
#define HLO_QUANTIZATION \
	"quantization_dimension: i64, scales: f64[], storage_max: i64, storage_min: i64, types: i64[], " \
	"zero_points: i64[]} -> !tfrt_tensor.tensor"

/* One row per kernel: name after "hlo.", signature, function. Operations of one function are found by their names. */
#define HLO_ELEMENTWISE(ROW) \
	ROW("abs", HLO_T1 HLO_TYPES, elementwise) \
	ROW("add", HLO_T2 HLO_TYPES, elementwise) \
	ROW("and", HLO_T2 HLO_TYPES, elementwise) \
	ROW("atan2", HLO_T2 HLO_TYPES, elementwise) \
	ROW("cbrt", HLO_T1 HLO_TYPES, elementwise) \
	ROW("ceil", HLO_T1 HLO_TYPES, elementwise) \
	ROW("clamp", HLO_T3 HLO_TYPES, elementwise) \
	ROW("compare", HLO_T2 "compare_type: string, comparison_direction: string, " HLO_TYPES, elementwise) \
	ROW("complex", HLO_T2 HLO_TYPES, elementwise) \
	ROW("convert", HLO_T1 HLO_TYPES, elementwise) \
	ROW("cosine", HLO_T1 HLO_TYPES, elementwise) \
	ROW("count_leading_zeros", HLO_T1 HLO_TYPES, elementwise) \
	ROW("divide", HLO_T2 HLO_TYPES, elementwise) \
	ROW("exponential", HLO_T1 HLO_TYPES, elementwise) \
	ROW("exponential_minus_one", HLO_T1 HLO_TYPES, elementwise) \
	ROW("floor", HLO_T1 HLO_TYPES, elementwise) \
	ROW("fused", "(!tfrt_tensor.tensor...) {body: string, types: i64[]} -> (!tfrt_tensor.tensor, ...)", \
		fused) \
	ROW("imag", HLO_T1 HLO_TYPES, elementwise) \
	ROW("is_finite", HLO_T1 HLO_TYPES, elementwise) \
	ROW("log", HLO_T1 HLO_TYPES, elementwise) \
	ROW("log_plus_one", HLO_T1 HLO_TYPES, elementwise) \
	ROW("logistic", HLO_T1 HLO_TYPES, elementwise) \
	ROW("map", "(!tfrt_tensor.tensor...) {body: string, captures: i64, dimensions: i64[], " HLO_BODIES HLO_TYPES, map) \
	ROW("maximum", HLO_T2 HLO_TYPES, elementwise) \
	ROW("minimum", HLO_T2 HLO_TYPES, elementwise) \
	ROW("multiply", HLO_T2 HLO_TYPES, elementwise) \
	ROW("negate", HLO_T1 HLO_TYPES, elementwise) \
	ROW("not", HLO_T1 HLO_TYPES, elementwise) \
	ROW("or", HLO_T2 HLO_TYPES, elementwise) \
	ROW("popcnt", HLO_T1 HLO_TYPES, elementwise) \
	ROW("power", HLO_T2 HLO_TYPES, elementwise) \
	ROW("real", HLO_T1 HLO_TYPES, elementwise) \
	ROW("reduce_precision", HLO_T1 "exponent_bits: i64, mantissa_bits: i64, " HLO_TYPES, elementwise) \
	ROW("remainder", HLO_T2 HLO_TYPES, elementwise) \
	ROW("round_nearest_afz", HLO_T1 HLO_TYPES, elementwise) \
	ROW("round_nearest_even", HLO_T1 HLO_TYPES, elementwise) \
	ROW("rsqrt", HLO_T1 HLO_TYPES, elementwise) \
	ROW("select", HLO_T3 HLO_TYPES, elementwise) \
	ROW("shift_left", HLO_T2 HLO_TYPES, elementwise) \
	ROW("shift_right_arithmetic", HLO_T2 HLO_TYPES, elementwise) \
	ROW("shift_right_logical", HLO_T2 HLO_TYPES, elementwise) \
	ROW("sign", HLO_T1 HLO_TYPES, elementwise) \
	ROW("sine", HLO_T1 HLO_TYPES, elementwise) \
	ROW("sqrt", HLO_T1 HLO_TYPES, elementwise) \
	ROW("subtract", HLO_T2 HLO_TYPES, elementwise) \
	ROW("tan", HLO_T1 HLO_TYPES, elementwise) \
	ROW("tanh", HLO_T1 HLO_TYPES, elementwise) \
	ROW("uniform_dequantize", HLO_T1 HLO_QUANTIZATION, uniform_dequantize) \
	ROW("uniform_quantize", HLO_T1 HLO_QUANTIZATION, uniform_quantize) \
	ROW("xor", HLO_T2 HLO_TYPES, elementwise)

#endif
