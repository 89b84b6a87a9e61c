/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of kernels that compute or move elements. */
#include "types_calls.h"

static const int64_t one[] = { 1 }, two[] = { 2 }, zero[] = { 0 };

static void positions(int64_t value) { operand_ints(KERNELS_I64, 1, &value); }

void call_unary(enum kernels_dtype t) { vector(t, 2); calls_result(t, 1, two); }
void call_binary(enum kernels_dtype t) { vector(t, 2); call_unary(t); }
void call_clamp(enum kernels_dtype t) { vector(t, 2); call_binary(t); }
static void call_part(enum kernels_dtype t) { vector(t, 2); calls_result(part_of(t), 1, two); }
static void call_predicate(enum kernels_dtype t) { vector(t, 2); calls_result(KERNELS_I1, 1, two); }
static void call_select(enum kernels_dtype t) { point(KERNELS_I1); call_binary(t); }

static void call_check(enum kernels_dtype t)
{
	vector(t, 2);
	vector(t, 2);
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
}

static void call_print(enum kernels_dtype t)
{
	vector(t, 2);
	calls_token();
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
}

static void call_probe(enum kernels_dtype t)
{
	call_print(t);
	calls_text("probe_id", "p");
}

static void call_assertion(enum kernels_dtype t)
{
	struct array holds = array_make(t, 0, NULL);
	memset(holds.bytes, 1, kernels_dtype_size(t));
	operand(holds);
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
	calls_text("error_message", "m");
}

static void call_check_almost(enum kernels_dtype t)
{
	call_check(t);
	calls_double("tolerance", 0.5);
}

static void call_check_close(enum kernels_dtype t)
{
	call_check(t);
	calls_int("max_ulp_difference", 1);
	calls_int("min_ulp_difference", 0);
}

static void call_compare(enum kernels_dtype t)
{
	vector(t, 2);
	call_predicate(t);
	calls_text("comparison_direction", "LT");
	calls_text("compare_type", "NOTYPE");
}

static void call_complex(enum kernels_dtype t)
{
	vector(t, 2);
	vector(t, 2);
	calls_result(t == KERNELS_F64 ? KERNELS_COMPLEX128 : KERNELS_COMPLEX64, 1, two);
}

static void call_reduce_precision(enum kernels_dtype t)
{
	call_unary(t);
	calls_int("exponent_bits", 3);
	calls_int("mantissa_bits", 2);
}

static void call_fused(enum kernels_dtype t) { call_binary(t); body_of("body", SECOND, t); }

static void call_loop_fusion(enum kernels_dtype t)
{
	call_fused(t);
	calls_ints("dims", 1, two);
	calls_ints("maps", 4, (int64_t[]){ 0, 1, 0, 1 });
	calls_int("column_rank", 0);
	calls_int("row_rank", 0);
}

static void call_map(enum kernels_dtype t)
{
	call_fused(t);
	calls_int("captures", 0);
	calls_ints("dimensions", 1, zero);
}

static void quantization(void)
{
	calls_int("quantization_dimension", -1);
	calls_int("storage_min", 0);
	calls_int("storage_max", 1);
	calls_doubles("scales", 1, (double[]){ 0.5 });
	calls_ints("zero_points", 1, zero);
}

static void call_quantize(enum kernels_dtype t) { vector(t, 2); calls_result(KERNELS_I8, 1, two); quantization(); }
static void call_dequantize(enum kernels_dtype t) { vector(t, 2); calls_result(KERNELS_F32, 1, two); quantization(); }

/* ---- layout, views */

static void call_broadcast(enum kernels_dtype t) { call_unary(t); calls_ints("broadcast_dimensions", 1, zero); }
static void call_concatenate(enum kernels_dtype t) { vector(t, 1); vector(t, 1); calls_result(t, 1, two); calls_int("dimension", 0); }
static void call_sized(enum kernels_dtype t) { vector(t, 2); positions(2); calls_result(t, 1, two); }
static void call_dynamic_broadcast(enum kernels_dtype t) { call_sized(t); calls_ints("broadcast_dimensions", 1, zero); }
static void call_iota(enum kernels_dtype t) { calls_result(t, 1, two); calls_int("iota_dimension", 0); }
static void call_dynamic_iota(enum kernels_dtype t) { positions(2); call_iota(t); }

static void call_dynamic_pad(enum kernels_dtype t)
{
	vector(t, 1);
	point(t);
	positions(1);
	positions(0);
	positions(0);
	calls_result(t, 1, two);
}

static void call_dynamic_slice(enum kernels_dtype t)
{
	vector(t, 2);
	point(KERNELS_I32);
	calls_result(t, 1, one);
	calls_ints("slice_sizes", 1, one);
}

static void call_update(enum kernels_dtype t) { vector(t, 2); vector(t, 1); point(KERNELS_I32); calls_result(t, 1, two); }

static void call_pad(enum kernels_dtype t)
{
	vector(t, 1);
	point(t);
	calls_result(t, 1, two);
	calls_ints("edge_padding_low", 1, one);
	calls_ints("edge_padding_high", 1, zero);
	calls_ints("interior_padding", 1, zero);
}

static void call_real_slice(enum kernels_dtype t)
{
	vector(t, 2);
	positions(0);
	positions(2);
	positions(1);
	calls_result(t, 1, two);
}

static void call_reverse(enum kernels_dtype t) { call_unary(t); calls_ints("dimensions", 1, zero); }
static void call_transpose(enum kernels_dtype t) { call_unary(t); calls_ints("permutation", 1, zero); }

static void call_slice(enum kernels_dtype t)
{
	vector(t, 2);
	calls_result(t, 1, one);
	calls_ints("start_indices", 1, one);
	calls_ints("limit_indices", 1, two);
	calls_ints("strides", 1, one);
}

static void call_size(enum kernels_dtype t) { vector(t, 2); calls_result(KERNELS_I32, 0, NULL); calls_int("dimension", 0); }

static void call_set_size(enum kernels_dtype t)
{
	struct array size = array_make(KERNELS_I32, 0, NULL);
	array_set(&size, 0, 2);
	vector(t, 2);
	operand(size);
	calls_result(t, 1, two);
	calls_int("dimension", 0);
}

/* ---- sorting, windows, products */

static void call_sort(enum kernels_dtype t)
{
	call_unary(t);
	body_of("comparator", "@ @; compare.LT.NOTYPE 0 1 i1; return 2", t);
	calls_int("captures", 0);
	calls_int("dimension", 0);
	calls_bool("is_stable", false);
}

static void call_top_k(enum kernels_dtype t)
{
	vector(t, 2);
	calls_result(t, 1, one);
	calls_result(KERNELS_I32, 1, one);
	calls_int("k", 1);
}

static void gathering(void)
{
	calls_ints("collapsed_slice_dims", 1, zero);
	calls_int("index_vector_dim", 1);
	calls_ints("offset_dims", 0, zero);
	calls_ints("operand_batching_dims", 0, zero);
	calls_ints("start_index_map", 1, zero);
	calls_ints("start_indices_batching_dims", 0, zero);
}

static void call_gather(enum kernels_dtype t)
{
	vector(t, 2);
	vector(KERNELS_I32, 2);
	calls_result(t, 1, two);
	calls_ints("slice_sizes", 1, one);
	gathering();
}

static void call_dynamic_gather(enum kernels_dtype t)
{
	vector(t, 2);
	vector(KERNELS_I32, 2);
	positions(1);
	calls_result(t, 1, two);
	gathering();
}

static void call_scatter(enum kernels_dtype t)
{
	vector(t, 2);
	vector(KERNELS_I32, 2);
	vector(t, 2);
	calls_result(t, 1, two);
	body_of("body", SECOND, t);
	calls_int("captures", 0);
	calls_int("index_vector_dim", 1);
	calls_ints("input_batching_dims", 0, zero);
	calls_ints("inserted_window_dims", 1, zero);
	calls_ints("scatter_dims_to_operand_dims", 1, zero);
	calls_ints("scatter_indices_batching_dims", 0, zero);
	calls_ints("update_window_dims", 0, zero);
}

static void call_reduce(enum kernels_dtype t)
{
	vector(t, 2);
	point(t);
	calls_result(t, 0, NULL);
	body_of("body", SECOND, t);
	calls_int("captures", 0);
	calls_ints("dimensions", 1, zero);
}

static void windows(void)
{
	calls_int("captures", 0);
	calls_ints("padding", 2, (int64_t[]){ 0, 0 });
	calls_ints("window_dimensions", 1, one);
	calls_ints("window_strides", 1, one);
}

static void call_reduce_window(enum kernels_dtype t)
{
	vector(t, 2);
	point(t);
	calls_result(t, 1, two);
	body_of("body", SECOND, t);
	windows();
	calls_ints("base_dilations", 1, one);
	calls_ints("window_dilations", 1, one);
}

static void call_select_and_scatter(enum kernels_dtype t)
{
	call_binary(t); /* the operand, source, then the initial value */
	point(t);
	body_of("select", "@ @; constant 0x1 i1; return 2", t);
	body_of("scatter", SECOND, t);
	windows();
}

static void call_dot_general(enum kernels_dtype t)
{
	vector(t, 2);
	vector(t, 2);
	calls_result(t, 0, NULL);
	calls_dot(0, 0, 0);
}

static void call_dot_general_fused(enum kernels_dtype t)
{
	call_dot_general(t);
	body_of("epilogue", "@; return 0", t);
	calls_ints("epilogue_maps", 0, zero);
}

/* One dimension in space, one element of everything. */
static void convolution(enum kernels_dtype t, bool dynamic)
{
	static const int64_t dims[] = { 1, 1, 1 }, space[] = { 2 }, padding[] = { 0, 0 };
	operand(array_make(t, 3, dims));
	operand(array_make(t, 3, dims));
	if (dynamic)
		operand(array_make(KERNELS_I64, 2, (int64_t[]){ 1, 2 }));
	else
		calls_ints("padding", 2, padding);
	calls_result(t, 3, dims);
	calls_int("batch_group_count", 1);
	calls_int("feature_group_count", 1);
	calls_int("input_batch_dimension", 0);
	calls_int("input_feature_dimension", 1);
	calls_ints("input_spatial_dimensions", 1, space);
	calls_int("kernel_input_feature_dimension", 0);
	calls_int("kernel_output_feature_dimension", 1);
	calls_ints("kernel_spatial_dimensions", 1, space);
	calls_int("output_batch_dimension", 0);
	calls_int("output_feature_dimension", 1);
	calls_ints("output_spatial_dimensions", 1, space);
	calls_ints("lhs_dilation", 1, one);
	calls_ints("rhs_dilation", 1, one);
	calls_ints("window_reversal", 1, zero);
	calls_ints("window_strides", 1, one);
}

static void call_convolution(enum kernels_dtype t) { convolution(t, false); }
static void call_convolution_fused(enum kernels_dtype t)
{
	convolution(t, false);
	body_of("epilogue", "@; return 0", t);
	calls_ints("epilogue_maps", 0, zero);
}
static void call_dynamic_conv(enum kernels_dtype t) { convolution(t, true); }

const struct types_call types_calls[] = {
	{ "broadcast_in_dim", call_broadcast },
	{ "check_almost_eq", call_check_almost },
	{ "check_assertion", call_assertion },
	{ "check_close", call_check_close },
	{ "check_eq", call_check },
	{ "compare", call_compare },
	{ "complex", call_complex },
	{ "concatenate", call_concatenate },
	{ "convolution", call_convolution },
	{ "convolution_fused", call_convolution_fused },
	{ "dot_general", call_dot_general },
	{ "dot_general_fused", call_dot_general_fused },
	{ "dynamic_broadcast_in_dim", call_dynamic_broadcast },
	{ "dynamic_conv", call_dynamic_conv },
	{ "dynamic_gather", call_dynamic_gather },
	{ "dynamic_iota", call_dynamic_iota },
	{ "dynamic_pad", call_dynamic_pad },
	{ "dynamic_reshape", call_sized },
	{ "dynamic_slice", call_dynamic_slice },
	{ "dynamic_update_slice", call_update },
	{ "fused", call_fused },
	{ "gather", call_gather },
	{ "get_dimension_size", call_size },
	{ "imag", call_part },
	{ "iota", call_iota },
	{ "is_finite", call_predicate },
	{ "loop_fusion", call_loop_fusion },
	{ "map", call_map },
	{ "pad", call_pad },
	{ "real", call_part },
	{ "real_dynamic_slice", call_real_slice },
	{ "reduce", call_reduce },
	{ "reduce_precision", call_reduce_precision },
	{ "print", call_print },
	{ "probe", call_probe },
	{ "reduce_window", call_reduce_window },
	{ "reduce_window_spec", call_reduce_window },
	{ "reverse", call_reverse },
	{ "scatter", call_scatter },
	{ "scatter_spec", call_scatter },
	{ "select", call_select },
	{ "select_and_scatter", call_select_and_scatter },
	{ "set_dimension_size", call_set_size },
	{ "slice", call_slice },
	{ "sort", call_sort },
	{ "top_k", call_top_k },
	{ "transpose", call_transpose },
	{ "abs", call_part },
	{ "uniform_dequantize", call_dequantize },
	{ "uniform_quantize", call_quantize },
	{ NULL, NULL },
};
