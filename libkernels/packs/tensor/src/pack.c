/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of kernels. A family is one function with the element type (rank, tolerance) as parameters. Its members are
 * functions of one line that pass these parameters. Macros over the lists of element types below generate the members
 * and their rows in the table. */
#include "btf/btf.h"
#include "common/arguments.h"
#include "common/print.h"
#include "conv/conv.h"
#include "elementwise/elementwise.h"
#include "products/matmul.h"
#include "shapes/shape.h"
#include "tensors/tensors.h"
#include <kernels/pack_tensor.h>

#undef bool /* used as a part of names */

#define TENSOR "!tfrt_tensor.tensor"
#define SHAPE "!ts.shape"
#define BUFFER "!ht.host_buffer"
#define CHAIN "!tfrt.chain"
/* Any number of chains, where TFRT accepts and ignores chains that order a kernel after others. */
#define CHAINS CHAIN "..."

/* X(suffix of the name, MLIR type, attributes with one value, attribute with many, dtype) */
#define DENSE_TYPES(X) \
	X(bool, "i1", "value: i1", "values: i1[]", KERNELS_I1) \
	X(i8, "i8", "value: i8", "values: i8[]", KERNELS_I8) \
	X(i16, "i16", "value: i16", "values: i16[]", KERNELS_I16) \
	X(i32, "i32", "value: i32", "values: i32[]", KERNELS_I32) \
	X(i64, "i64", "value: i64", "values: i64[]", KERNELS_I64) \
	X(ui8, "ui8", "value: ui8", "values: ui8[]", KERNELS_UI8) \
	X(ui16, "ui16", "value: ui16", "values: ui16[]", KERNELS_UI16) \
	X(ui32, "ui32", "value: ui32", "values: ui32[]", KERNELS_UI32) \
	X(ui64, "ui64", "value: ui64", "values: ui64[]", KERNELS_UI64) \
	X(f32, "f32", "value: f32", "values: f32[]", KERNELS_F32) \
	X(f64, "f64", "value: f64", "values: f64[]", KERNELS_F64) \
	X(complex64, "complex<f32>", "imaginary: f32, real: f32", "values: f32[]", KERNELS_COMPLEX64) \
	X(complex128, "complex<f64>", "imaginary: f64, real: f64", "values: f64[]", KERNELS_COMPLEX128)
/* Without comparisons, as in TFRT. */
#define HALF_TYPES(X) \
	X(f16, "f16", "value: f16", "values: f16[]", KERNELS_F16) \
	X(bf16, "bf16", "value: bf16", "values: bf16[]", KERNELS_BF16)

/* X(suffix, dtype) */
#define NUMBER_TYPES(X) X(f32, KERNELS_F32) X(i32, KERNELS_I32) X(i64, KERNELS_I64)
#define SPARSE_TYPES(X) X(f32, KERNELS_F32) X(i32, KERNELS_I32)
#define BTF_DENSE_TYPES(X) \
	X(f32, KERNELS_F32) X(i32, KERNELS_I32) X(i64, KERNELS_I64) X(i8, KERNELS_I8) X(ui8, KERNELS_UI8)
#define BTF_COO_TYPES(X) X(f32, KERNELS_F32) X(i32, KERNELS_I32) X(i8, KERNELS_I8)

/* M(family, suffix, dtype, rank) */
#define RANKS_TO_3(M, family, suffix, dtype) \
	M(family, suffix, dtype, 0) M(family, suffix, dtype, 1) M(family, suffix, dtype, 2) M(family, suffix, dtype, 3)
#define RANKS_TO_4(M, family, suffix, dtype) RANKS_TO_3(M, family, suffix, dtype) M(family, suffix, dtype, 4)
#define RANKS_TO_5(M, family, suffix, dtype) RANKS_TO_4(M, family, suffix, dtype) M(family, suffix, dtype, 5)

/* ---- members */

#define MEMBER(family, suffix, dtype) \
	static void family##_##suffix(struct kernels_call *call) { kernels_tensor__##family(call, dtype); }
#define FRAME_MEMBER(family, suffix, dtype) \
	static void family##_##suffix(struct kernels_frame *frame) { kernels_tensor__##family(frame, dtype); }
#define RANKED_MEMBER(family, suffix, dtype, rank) \
	static void family##_##suffix##_##rank(struct kernels_call *call) \
	{ \
		kernels_tensor__##family(call, dtype, rank); \
	}
#define CLOSE_MEMBER(suffix, dtype, ulps) \
	static void allclose_##suffix##_##ulps(struct kernels_call *call) \
	{ \
		kernels_tensor__allclose(call, dtype, ulps); \
	}
#define BTF_MEMBER(layout, suffix, dtype, rank) \
	static void read_##layout##_##suffix##_##rank(struct kernels_frame *frame) \
	{ \
		kernels_tensor__read_btf(frame, KERNELS_TENSOR_##layout, dtype, rank); \
	}

#define DENSE_MEMBERS(suffix, type, value, values, dtype) \
	RANKS_TO_5(RANKED_MEMBER, create_uninitialized, suffix, dtype) \
	MEMBER(fill, suffix, dtype) MEMBER(set_constant, suffix, dtype) MEMBER(set_values, suffix, dtype) \
	MEMBER(make, suffix, dtype)
#define COMPARE_MEMBERS(suffix, type, value, values, dtype) \
	MEMBER(equal, suffix, dtype) \
	CLOSE_MEMBER(suffix, dtype, 2) CLOSE_MEMBER(suffix, dtype, 3) CLOSE_MEMBER(suffix, dtype, 1000) \
	CLOSE_MEMBER(suffix, dtype, 2000) CLOSE_MEMBER(suffix, dtype, 100000)
#define NUMBER_MEMBERS(suffix, dtype) \
	MEMBER(relu, suffix, dtype) MEMBER(relu_inplace, suffix, dtype) MEMBER(relu_grad_inplace, suffix, dtype) \
	MEMBER(add, suffix, dtype) MEMBER(add_inplace, suffix, dtype) \
	MEMBER(equal_elements, suffix, dtype) MEMBER(equal_elements_inplace, suffix, dtype) \
	MEMBER(reduce_mean, suffix, dtype) MEMBER(argmax, suffix, dtype) MEMBER(slice_inplace, suffix, dtype) \
	RANKED_MEMBER(broadcast, suffix, dtype, 2) RANKED_MEMBER(broadcast, suffix, dtype, 3)
#define SPARSE_MEMBERS(suffix, dtype) \
	RANKS_TO_3(RANKED_MEMBER, dense_to_coo, suffix, dtype) RANKS_TO_3(RANKED_MEMBER, coo_to_dense, suffix, dtype) \
	RANKS_TO_3(RANKED_MEMBER, coo_equal, suffix, dtype) FRAME_MEMBER(product, suffix, dtype)
#define BTF_DENSE_MEMBERS(suffix, dtype) RANKS_TO_4(BTF_MEMBER, DENSE, suffix, dtype)
#define BTF_COO_MEMBERS(suffix, dtype) RANKS_TO_4(BTF_MEMBER, COO, suffix, dtype)
#define POOL_MEMBERS(suffix, dtype) MEMBER(max_pooling_2d, suffix, dtype) MEMBER(zero_padding, suffix, dtype)
#define FIXED_RANK_MEMBER(rank) \
	static void as_fixed_rank_shape_##rank(struct kernels_call *call) \
	{ \
		kernels_tensor__as_fixed_rank_shape(call, rank); \
	}

DENSE_TYPES(DENSE_MEMBERS)
HALF_TYPES(DENSE_MEMBERS)
DENSE_TYPES(COMPARE_MEMBERS)
NUMBER_TYPES(NUMBER_MEMBERS)
SPARSE_TYPES(SPARSE_MEMBERS)
BTF_DENSE_TYPES(BTF_DENSE_MEMBERS)
BTF_COO_TYPES(BTF_COO_MEMBERS)
POOL_MEMBERS(eigen, KERNELS_I64)
POOL_MEMBERS(test, KERNELS_UI32)
FIXED_RANK_MEMBER(0)
FIXED_RANK_MEMBER(1)
FIXED_RANK_MEMBER(2)
FIXED_RANK_MEMBER(3)

/* ---- rows */

/* No payload kernel waits or calls functions, so all may be used in synchronous functions. */
#define ROW(name, signature, function) KERNELS_ROW(name, signature, function, KERNELS_SYNC),
/* Kernels that only read and create shapes and sizes. */
#define QUICK_ROW(name, signature, function) KERNELS_ROW(name, signature, function, KERNELS_SYNC | KERNELS_QUICK),
/* Kernels that read arguments which may have other references. */
#define FRAME_ROW(name, signature, function) KERNELS_ROW(name, signature, function, KERNELS_PASSES_ON),

#define CREATE_ROW(family, suffix, dtype, rank) \
	QUICK_ROW("tfrt_dht.create_uninitialized_tensor." #suffix "." #rank, "() {shape: i64[]} -> " TENSOR, \
		family##_##suffix##_##rank)
#define DENSE_ROWS(suffix, type, value, values, dtype) \
	RANKS_TO_5(CREATE_ROW, create_uninitialized, suffix, dtype) \
	ROW("tfrt_dht.fill_tensor_with_constant." #suffix, "(" TENSOR ", " CHAINS ") {" value "} -> " CHAIN, \
		fill_##suffix) \
	ROW("tfrt_dht.set_tensor_with_constant_values." #suffix, "(" TENSOR ", " CHAINS ") {" values "} -> " CHAIN, \
		set_constant_##suffix) \
	ROW("tfrt_dht.set_tensor_with_values." #suffix, "(" TENSOR ", " CHAIN ", " type "...) -> " CHAIN, \
		set_values_##suffix) \
	QUICK_ROW("tfrt_dht.make_tensor." #suffix, "(" BUFFER ", " SHAPE ", " CHAINS ") -> (" TENSOR ", " CHAIN ")", \
		make_##suffix)

#define COMPARISON "(" TENSOR ", " TENSOR ", " CHAINS ") -> (i1, " CHAIN ")"
#define CLOSE_ROW(suffix, ulps) \
	ROW("tfrt_dht.tensor_allclose." #ulps "ulp." #suffix, COMPARISON, allclose_##suffix##_##ulps)
#define COMPARE_ROWS(suffix, type, value, values, dtype) \
	ROW("tfrt_dht.tensor_equal." #suffix, COMPARISON, equal_##suffix) \
	ROW("tfrt_dht.tensor_allclose." #suffix, COMPARISON, allclose_##suffix##_2) \
	CLOSE_ROW(suffix, 3) CLOSE_ROW(suffix, 1000) CLOSE_ROW(suffix, 2000) CLOSE_ROW(suffix, 100000)

#define ONE_TO_CHAIN "(" TENSOR ", " CHAINS ") -> " CHAIN
#define TWO_TO_CHAIN "(" TENSOR ", " TENSOR ", " CHAINS ") -> " CHAIN
#define THREE_TO_CHAIN "(" TENSOR ", " TENSOR ", " TENSOR ", " CHAINS ") -> " CHAIN
#define BROADCAST "(" TENSOR ", " SHAPE ", " CHAINS ") -> " TENSOR
#define NUMBER_ROWS(suffix, dtype) \
	ROW("tfrt_test.relu." #suffix, TWO_TO_CHAIN, relu_##suffix) \
	ROW("tfrt_test.relu_inplace." #suffix, ONE_TO_CHAIN, relu_inplace_##suffix) \
	ROW("tfrt_test.relu_grad_inplace." #suffix, TWO_TO_CHAIN, relu_grad_inplace_##suffix) \
	ROW("tfrt_test.add." #suffix, THREE_TO_CHAIN, add_##suffix) \
	ROW("tfrt_test.add_inplace." #suffix, TWO_TO_CHAIN, add_inplace_##suffix) \
	ROW("tfrt_test.equal." #suffix, THREE_TO_CHAIN, equal_elements_##suffix) \
	ROW("tfrt_test.equal_inplace." #suffix, TWO_TO_CHAIN, equal_elements_inplace_##suffix) \
	ROW("tfrt_test.broadcast." #suffix ".2", BROADCAST, broadcast_##suffix##_2) \
	ROW("tfrt_test.broadcast." #suffix ".3", BROADCAST, broadcast_##suffix##_3) \
	ROW("tfrt_test.reduce_mean." #suffix ".1", "(" TENSOR ", " CHAINS ") -> " TENSOR, reduce_mean_##suffix) \
	ROW("tfrt_test.argmax." #suffix ".2", "(" TENSOR ", " CHAINS ") -> " TENSOR, argmax_##suffix) \
	ROW("tfrt_test.slice_inplace." #suffix ".3", "(" TENSOR ", " TENSOR ", " CHAIN ", " TENSOR ") -> " CHAIN, \
		slice_inplace_##suffix)

#define TO_COO_ROW(family, suffix, dtype, rank) \
	ROW("coo.convert_dht_to_coo." #suffix "." #rank, "(" TENSOR ", " CHAINS ") -> (" TENSOR ", " CHAIN ")", \
		family##_##suffix##_##rank)
#define TO_DENSE_ROW(family, suffix, dtype, rank) \
	ROW("coo.convert_coo_to_dht." #suffix "." #rank, "(" TENSOR ", " CHAINS ") -> (" TENSOR ", " CHAIN ")", \
		family##_##suffix##_##rank)
#define COO_EQUAL_ROW(family, suffix, dtype, rank) \
	ROW("coo.tensor_equal." #suffix "." #rank, COMPARISON, family##_##suffix##_##rank)
#define PRODUCT(type) "(" type ", " TENSOR ", " TENSOR ", " type ", " TENSOR ", " CHAINS ") -> " CHAIN
#define SPARSE_ROWS(suffix, dtype) \
	RANKS_TO_3(TO_COO_ROW, dense_to_coo, suffix, dtype) RANKS_TO_3(TO_DENSE_ROW, coo_to_dense, suffix, dtype) \
	RANKS_TO_3(COO_EQUAL_ROW, coo_equal, suffix, dtype) \
	FRAME_ROW("tfrt_test.matmul." #suffix ".2", PRODUCT(#suffix), product_##suffix) \
	FRAME_ROW("eigen.matmul." #suffix, PRODUCT(#suffix), product_##suffix)

#define READING "(!tfrt.string, i32, " CHAINS ") -> " TENSOR
#define BTF_DENSE_ROW(layout, suffix, dtype, rank) \
	FRAME_ROW("btf.read_dense_tensor." #suffix "." #rank, READING, read_##layout##_##suffix##_##rank)
#define BTF_COO_ROW(layout, suffix, dtype, rank) \
	FRAME_ROW("btf.read_coo_tensor." #suffix "." #rank, READING, read_##layout##_##suffix##_##rank)
#define BTF_DENSE_ROWS(suffix, dtype) RANKS_TO_4(BTF_DENSE_ROW, DENSE, suffix, dtype)
#define BTF_COO_ROWS(suffix, dtype) RANKS_TO_4(BTF_COO_ROW, COO, suffix, dtype)

#define FIXED_RANK_ROWS(rank)                                                                                          \
	QUICK_ROW("ts.as_fixed_rank_shape." #rank, "(" SHAPE ") -> !ts.fixed_rank_shape." #rank,                       \
		as_fixed_rank_shape_##rank)                                                                            \
	ROW("ts.print_fixed_rank_shape." #rank, "(!ts.fixed_rank_shape." #rank ", " CHAINS ") -> " CHAIN,              \
		kernels_tensor__print_fixed_rank_shape)

#define POOL_ROWS(prefix, suffix, number)                                                                              \
	ROW(prefix ".max_pooling_2d.f32",                                                                              \
		TWO_TO_CHAIN_WITH("padding: string, pool_size: " number "[], strides: " number "[]"),                  \
		max_pooling_2d_##suffix)                                                                               \
	ROW(prefix ".zero_padding.f32", TWO_TO_CHAIN_WITH("padding: " number "[]"), zero_padding_##suffix)
#define TWO_TO_CHAIN_WITH(attributes) "(" TENSOR ", " TENSOR ", " CHAINS ") {" attributes "} -> " CHAIN
#define THREE TENSOR ", " TENSOR ", " TENSOR
#define CONVOLUTION(tensors) "(" tensors ", " CHAINS ") {padding: string, strides: i64[]} -> " CHAIN
#define NORMAL_CONVOLUTION \
	"(" THREE ", " THREE ", " TENSOR ", " CHAINS ") {epsilon: f32, padding: string, strides: i64[]} -> " CHAIN

/* A row per kernel or family. The macros end with a comma. */
/* clang-format off */
static const struct kernels_kernel kernels[] = {
	QUICK_ROW("ts.build_shape", "() {value: i64[]} -> " SHAPE, kernels_tensor__build_shape)
	ROW("ts.print_shape", "(" SHAPE ", " CHAINS ") -> " CHAIN, kernels_tensor__print_shape)
	QUICK_ROW("ts.equal_shape", "(" SHAPE ", " SHAPE ") -> i1", kernels_tensor__equal_shape)
	QUICK_ROW("ts.get_dimension", "(" SHAPE ", i32) -> i64", kernels_tensor__get_dimension)
	QUICK_ROW("ts.get_num_elements", "(" SHAPE ") -> i64", kernels_tensor__get_num_elements)
	FIXED_RANK_ROWS(0)
	FIXED_RANK_ROWS(1)
	FIXED_RANK_ROWS(2)
	FIXED_RANK_ROWS(3)
	QUICK_ROW("ts.build_partial_shape",
		"() {value: i64[]} -> !ts.partial_shape", kernels_tensor__build_partial_shape)
	QUICK_ROW("ts.build_unranked_partial_shape",
		"() -> !ts.partial_shape", kernels_tensor__build_unranked_partial_shape)
	ROW("ts.print_partial_shape", "(!ts.partial_shape, " CHAINS ") -> " CHAIN, kernels_tensor__print_partial_shape)
	QUICK_ROW("ts.to_shape", "(!ts.partial_shape) -> " SHAPE, kernels_tensor__to_shape)
	QUICK_ROW("ts.to_partial_shape", "(" SHAPE ") -> !ts.partial_shape", kernels_tensor__to_partial_shape)

	DENSE_TYPES(DENSE_ROWS)
	HALF_TYPES(DENSE_ROWS)
	DENSE_TYPES(COMPARE_ROWS)
	ROW("tfrt_dht.allocate_buffer", "(i64, i64) -> " BUFFER, kernels_tensor__allocate_buffer)
	QUICK_ROW("tfrt_dht.get_buffer",
		"(" TENSOR ", " CHAINS ") -> (" BUFFER ", " CHAIN ")", kernels_tensor__get_buffer)
	QUICK_ROW("tfrt_dht.get_buffer_slice", "(" BUFFER ", i64, i64) -> " BUFFER, kernels_tensor__get_buffer_slice)
	ROW("tfrt_dht.print_buffer", "(" BUFFER ", " CHAINS ") -> " CHAIN, kernels_tensor__print_buffer)
	ROW("tfrt_dht.print_tensor", ONE_TO_CHAIN, kernels_tensor__print_tensor)
	ROW("tfrt_dht.print_tensor_shape", ONE_TO_CHAIN, kernels_tensor__print_tensor_shape)
	QUICK_ROW("tfrt_dht.get_tensor_shape", "(" TENSOR ", " CHAINS ") -> " SHAPE, kernels_tensor__get_shape)
	QUICK_ROW("tfrt_dht.no_op_ht", ONE_TO_CHAIN, kernels_tensor__no_op)
	ROW("tfrt_sht.create_tensor", "() {shape: i64[], values: aggregate} -> " TENSOR, kernels_tensor__create_string)
	SPARSE_TYPES(SPARSE_ROWS)
	ROW("coo.print_tensor", ONE_TO_CHAIN, kernels_tensor__print_tensor)

	BTF_DENSE_TYPES(BTF_DENSE_ROWS)
	BTF_COO_TYPES(BTF_COO_ROWS)

	NUMBER_TYPES(NUMBER_ROWS)
	ROW("tfrt_test.cast.i32_to_f32", TWO_TO_CHAIN, kernels_tensor__cast_i32_to_f32)

	POOL_ROWS("eigen", eigen, "i64")
	POOL_ROWS("tfrt_test", test, "ui32")
	FRAME_ROW("eigen.conv2d.f32", CONVOLUTION(THREE), kernels_tensor__conv2d)
	FRAME_ROW("eigen.conv2d.bias.f32", CONVOLUTION(THREE ", " TENSOR), kernels_tensor__conv2d_bias)
	FRAME_ROW("eigen.conv2d.batch_norm.f32", NORMAL_CONVOLUTION, kernels_tensor__conv2d_batch_norm)
	FRAME_ROW("eigen.conv2d.batch_norm.relu.f32", NORMAL_CONVOLUTION, kernels_tensor__conv2d_batch_norm_relu)
	FRAME_ROW("eigen.batch_norm.f32",
		"(" THREE ", " TENSOR ", " TENSOR ", " CHAINS ") {epsilon: f32} -> " CHAIN, kernels_tensor__batch_norm)
	ROW("eigen.conv2d.grad.input.f32", CONVOLUTION(THREE), kernels_tensor__conv2d_grad_input)
	ROW("eigen.conv2d.grad.filter.f32", CONVOLUTION(THREE), kernels_tensor__conv2d_grad_filter)
	ROW("eigen.batch_norm.grad.f32",
		"(" THREE ", " TENSOR ", " TENSOR ", " CHAIN ", " THREE ", " CHAINS ") {epsilon: f32} -> (" CHAIN ", " CHAIN ", " CHAIN ")",
		kernels_tensor__batch_norm_grad)

	ROW("befkit.random_uniform.f32",
		"() {center: f32, seed: i64, shape: i64[], spread: f32} -> " TENSOR, kernels_tensor__random_uniform)
	ROW("befkit.glyphs.f32", "() {count: i64, noise: f32, seed: i64} -> (" THREE ")", kernels_tensor__glyphs)
	ROW("befkit.print_glyphs.f32",
		"(" THREE ", " CHAINS ") {columns: i64, rows: i64} -> " CHAIN, kernels_tensor__print_glyphs)
	ROW("befkit.create_tensor.f32", "(" CHAINS ") {shape: i64[]} -> " TENSOR, kernels_tensor__create_later)

	ROW("tfrt_test.global_average_pooling.f32", TWO_TO_CHAIN, kernels_tensor__global_average_pooling)
	ROW("tfrt_test.flatten.f32", TWO_TO_CHAIN, kernels_tensor__flatten)
	ROW("tfrt_test.softmax_inplace.f32", ONE_TO_CHAIN, kernels_tensor__softmax_inplace)
	ROW("tfrt_test.gradient_descent.f32", THREE_TO_CHAIN, kernels_tensor__gradient_descent)
	ROW("tfrt_test.subtract_inplace.f32", TWO_TO_CHAIN, kernels_tensor__subtract_inplace)
	ROW("tfrt_test.tensor_transpose.f32", TWO_TO_CHAIN, kernels_tensor__transpose)
	ROW("tfrt_test.mean_axis_zero.f32", TWO_TO_CHAIN, kernels_tensor__mean_axis_zero)
	ROW("tfrt_test.broadcast_2d.f32", TWO_TO_CHAIN, kernels_tensor__broadcast_2d)
};
/* clang-format on */

const struct kernels_pack *kernels_pack_tensor(void)
{
	static const struct kernels_pack pack =
		KERNELS_PACK_INIT("tensor", kernels, NULL, 0, kernels_tensor__register_types);
	return &pack;
}
