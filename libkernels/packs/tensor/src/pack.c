/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of kernels. A family is one function with the element type (rank, tolerance) as parameters. Its members are
 * functions of one line that pass these parameters. Macros over the lists of element types below generate the members
 * and their rows in the table. */
#include "btf/btf.h"
#include "common/arguments.h"
#include "common/print.h"
#include "conv/conv.h"
#include "eager/eager.h"
#include "eager/ops.h"
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
#define SPARSE_TYPES(X) X(f32, KERNELS_F32) X(i32, KERNELS_I32)
#define BTF_DENSE_TYPES(X) \
	X(f32, KERNELS_F32) X(i32, KERNELS_I32) X(i64, KERNELS_I64) X(i8, KERNELS_I8) X(ui8, KERNELS_UI8)
#define BTF_COO_TYPES(X) X(f32, KERNELS_F32) X(i32, KERNELS_I32) X(i8, KERNELS_I8)

#define HANDLE_TYPES(X) \
	X(i1, KERNELS_I1) X(i8, KERNELS_I8) X(i16, KERNELS_I16) X(i32, KERNELS_I32) X(i64, KERNELS_I64) X(ui8, KERNELS_UI8) \
	X(ui16, KERNELS_UI16) X(ui32, KERNELS_UI32) X(ui64, KERNELS_UI64) X(f16, KERNELS_F16) X(bf16, KERNELS_BF16) \
	X(f32, KERNELS_F32) X(f64, KERNELS_F64)
/* X(member, suffix of the name, kind of the value, its number) */
#define OP_ATTR_TYPES(X) \
	X(bool, ".bool", "i1", KERNELS_I1) \
	X(i32, ".i32", "i32", KERNELS_I32) \
	X(f32, ".f32", "f32", KERNELS_F32) \
	X(str, ".str", "string", KERNELS_STRING) \
	X(dtype, ".dtype", "type", KERNELS_KIND_TYPE) \
	X(dense, ".dense", "dense", KERNELS_KIND_DENSE) \
	X(aggregate, ".aggregate", "aggregate", KERNELS_KIND_AGGREGATE) \
	X(shape, ".shape", "shape", KERNELS_KIND_SHAPE) \
	X(array_i32, "_array.i32", "i32[]", KERNELS_KIND_ARRAY | KERNELS_I32) \
	X(array_i64, "_array.i64", "i64[]", KERNELS_KIND_ARRAY | KERNELS_I64) \
	X(array_f32, "_array.f32", "f32[]", KERNELS_KIND_ARRAY | KERNELS_F32)

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
#define OP_MEMBER(name, function, number, suffix, dtype) MEMBER(function, suffix, dtype)
#define NUMBER_MEMBERS(suffix, dtype) \
	KERNELS_TENSOR__LIKE_ARGUMENT(OP_MEMBER, suffix, dtype) KERNELS_TENSOR__NEW_TENSOR(OP_MEMBER, suffix, dtype) \
	MEMBER(relu_inplace, suffix, dtype) MEMBER(relu_grad_inplace, suffix, dtype) MEMBER(add_inplace, suffix, dtype) \
	MEMBER(equal_elements_inplace, suffix, dtype) MEMBER(slice_inplace, suffix, dtype) \
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

#define HANDLE_MEMBER(suffix, dtype) MEMBER(create_dense_handle, suffix, dtype)
#define OP_ATTR_MEMBER(name, suffix, kind, number) \
	static void set_op_attr_##name(struct kernels_call *call) { kernels_tensor__set_op_attr(call, number); }

DENSE_TYPES(DENSE_MEMBERS)
HALF_TYPES(DENSE_MEMBERS)
DENSE_TYPES(COMPARE_MEMBERS)
KERNELS_TENSOR__NUMBER_TYPES(NUMBER_MEMBERS)
SPARSE_TYPES(SPARSE_MEMBERS)
BTF_DENSE_TYPES(BTF_DENSE_MEMBERS)
BTF_COO_TYPES(BTF_COO_MEMBERS)
POOL_MEMBERS(eigen, KERNELS_I64)
POOL_MEMBERS(test, KERNELS_UI32)
FIXED_RANK_MEMBER(0)
FIXED_RANK_MEMBER(1)
FIXED_RANK_MEMBER(2)
FIXED_RANK_MEMBER(3)
HANDLE_TYPES(HANDLE_MEMBER)
OP_ATTR_TYPES(OP_ATTR_MEMBER)

/* ---- rows */

/* No payload kernel waits or calls functions, so all may be used in synchronous functions. */
#define ROW(name, signature, function) PLAIN_ROW(name, signature, function, KERNELS_SYNC)
#define PLAIN_ROW(name, signature, function, flags) KERNELS_PREPARED_ROW(name, signature, function, flags, NULL, NULL),
/* Kernels that only read and create shapes and sizes. */
#define QUICK_ROW(name, signature, function) PLAIN_ROW(name, signature, function, KERNELS_SYNC | KERNELS_QUICK)
/* Kernels that read arguments which may have other references. */
#define FRAME_ROW(name, signature, function) PLAIN_ROW(name, signature, function, KERNELS_PASSES_ON)

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
/* With the tensor that the kernel writes. */
#define WRITES_BEHIND_1 TWO_TO_CHAIN
#define WRITES_BEHIND_2 THREE_TO_CHAIN
#define LIKE_ROW(name, function, arguments, suffix, dtype) \
	ROW("tfrt_test." #name "." #suffix, WRITES_BEHIND_##arguments, function##_##suffix)
#define NEW_ROW(name, function, rank, suffix, dtype) \
	ROW("tfrt_test." #name "." #suffix "." #rank, "(" TENSOR ", " CHAINS ") -> " TENSOR, function##_##suffix)
#define NUMBER_ROWS(suffix, dtype) \
	KERNELS_TENSOR__LIKE_ARGUMENT(LIKE_ROW, suffix, dtype) KERNELS_TENSOR__NEW_TENSOR(NEW_ROW, suffix, dtype) \
	ROW("tfrt_test.relu_inplace." #suffix, ONE_TO_CHAIN, relu_inplace_##suffix) \
	ROW("tfrt_test.relu_grad_inplace." #suffix, TWO_TO_CHAIN, relu_grad_inplace_##suffix) \
	ROW("tfrt_test.add_inplace." #suffix, TWO_TO_CHAIN, add_inplace_##suffix) \
	ROW("tfrt_test.equal_inplace." #suffix, TWO_TO_CHAIN, equal_elements_inplace_##suffix) \
	ROW("tfrt_test.broadcast." #suffix ".2", BROADCAST, broadcast_##suffix##_2) \
	ROW("tfrt_test.broadcast." #suffix ".3", BROADCAST, broadcast_##suffix##_3) \
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

#define HANDLER KERNELS_TENSOR__HANDLER
#define HANDLE "!corert.tensorhandle"
#define HANDLE_ROW(suffix, dtype) \
	ROW("corert.create_dense_tensor." #suffix, "() {shape: i64[], value: " #suffix "[]} -> " HANDLE, create_dense_handle_##suffix) \
	ROW("corert_sync.create_dense_tensor." #suffix, "() {shape: i64[], value: " #suffix "[]} -> " HANDLE, \
		create_dense_handle_##suffix)
#define OP_ATTR_ROW(name, suffix, kind, number) \
	ROW("corert.op_attrs_set" suffix, "(" KERNELS_TENSOR__OP_ATTRS ", " CHAINS ") {key: string, value: " kind "} -> " CHAIN, \
		set_op_attr_##name)
#define EXECUTE_ROW(name, signature, function) \
	KERNELS_PREPARED_ROW(name, signature, function, 0, kernels_tensor__prepare_execute, kernels_tensor__unprepare_execute),

/* A row per kernel or family. The macros end with a comma. */
/* clang-format off */
static const struct kernels_prepared_kernel kernels[] = {
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

	KERNELS_TENSOR__NUMBER_TYPES(NUMBER_ROWS)
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

	HANDLE_TYPES(HANDLE_ROW)
	ROW("corert.const_dense_tensor", "() {value: dense} -> " HANDLE, kernels_tensor__const_dense_handle)
	ROW("corert.const_string_tensor", "() {shape: i64[], value: aggregate} -> " HANDLE, kernels_tensor__const_string_handle)
	ROW("corert.print_tensorhandle", "(" HANDLE ", " CHAINS ") -> " CHAIN, kernels_tensor__print_handle)
	ROW("corert.tensorhandle_to_int32", "(" HANDLE ") -> i32", kernels_tensor__handle_to_i32)
	ROW("corert.tensorhandle_to_shape", "(" HANDLE ") -> " SHAPE, kernels_tensor__handle_to_shape)
	FRAME_ROW("corert.tensorhandle_to_ht", "(" HANDLE ") -> " TENSOR, kernels_tensor__handle_to_tensor)
	FRAME_ROW("corert.ht_to_tensorhandle", "(" TENSOR ", " CHAINS ") -> " HANDLE, kernels_tensor__tensor_to_handle)
	FRAME_ROW("corert.transfer", "(" HANDLE ", !tfrt.device, !tfrt.tensor_type) -> " HANDLE, kernels_tensor__transfer_handle_as)
	FRAME_ROW("corert.transfer_inferred_tensortype", "(" HANDLE ", !tfrt.device) -> " HANDLE, kernels_tensor__transfer_handle)
	ROW("corert.get_dst_tensor_type", "(" HANDLE ", !tfrt.device) -> !tfrt.tensor_type", kernels_tensor__handle_type)
	ROW("tfrt_test.error_tensorhandle", "() -> " HANDLE, kernels_tensor__error_handle)

	ROW("corert.create_null_op_handler", "() -> " HANDLER, kernels_tensor__create_null_handler)
	ROW("corert.create_cpu_op_handler", "(" HANDLER ") -> " HANDLER, kernels_tensor__create_cpu_handler)
	ROW("corert.create_cpu_op_handler_with_ordinal", "(" HANDLER ", i32) -> " HANDLER, kernels_tensor__create_cpu_handler_at)
	ROW("corert.create_logging_op_handler", "(" HANDLER ") {any...} -> " HANDLER, kernels_tensor__create_logging_handler)
	ROW("corert.register_op_handler", "(" HANDLER ") {op_handler_name: string} -> " CHAIN, kernels_tensor__register_handler)
	ROW("corert.get_op_handler", "(" CHAINS ") {op_handler_name: string} -> " HANDLER, kernels_tensor__get_handler)
	EXECUTE_ROW("corert.executeop", "(" HANDLER ", " HANDLE "...) {op_attrs: any, op_func_attrs: any, op_name: string} -> (...)",
		kernels_tensor__execute)
	EXECUTE_ROW("corert.executeop.seq", "(" HANDLER ", " CHAIN ", " HANDLE
		"...) {op_attrs: any, op_func_attrs: any, op_name: string} -> (" CHAIN ", ...)", kernels_tensor__execute_in_order)
	FRAME_ROW("corert.make_composite_op", "() {fn: fn} -> " KERNELS_TENSOR__OP, kernels_tensor__make_composite)
	EXECUTE_ROW("corert.execute_crt_op", "(" KERNELS_TENSOR__OP ", " HANDLE "...) {op_attrs: any, op_func_attrs: any} -> (...)",
		kernels_tensor__execute_composite)
	PLAIN_ROW("corert.cond", "(" HANDLE ", " CHAIN ", ...) {a_true_fn: fn(" CHAIN ", args...) -> (" CHAIN ", results...), b_false_fn: fn("
		CHAIN ", args...) -> (" CHAIN ", results...)} -> (" CHAIN ", ...)", kernels_tensor__cond_handle, 0)
	PLAIN_ROW("corert.while", "(" CHAIN ", ...) {a_cond_fn: fn(" CHAIN ", args...) -> (" CHAIN ", " HANDLE "), b_body_fn: fn(" CHAIN
		", args...) -> (" CHAIN ", args...)} -> (" CHAIN ", args...)", kernels_tensor__while_handle, 0)

	ROW("corert.create_op_attrs", "() -> " KERNELS_TENSOR__OP_ATTRS, kernels_tensor__create_op_attrs)
	OP_ATTR_TYPES(OP_ATTR_ROW)
	ROW("tfrt_test.corert.op_attrs_print", "(" KERNELS_TENSOR__OP_ATTRS ", " CHAINS ") -> " CHAIN, kernels_tensor__print_op_attrs)
	ROW("tfrt_test.corert.op_attrs_freeze", "(" KERNELS_TENSOR__OP_ATTRS ", " CHAINS ") -> (" KERNELS_TENSOR__FROZEN_ATTRS ", " CHAIN ")",
		kernels_tensor__freeze_op_attrs)
	ROW("tfrt_test.corert.op_attrs_ref_print", "(" KERNELS_TENSOR__FROZEN_ATTRS ", " CHAINS ") -> " CHAIN,
		kernels_tensor__print_op_attrs)
};
/* clang-format on */

static _Bool register_types(void) { return kernels_tensor__register_types() && kernels_tensor__register_eager_types(); }

const struct kernels_pack *kernels_pack_tensor(void)
{
	static const struct kernels_pack pack =
		KERNELS_PREPARED_PACK_INIT("tensor", kernels, register_types);
	return &pack;
}
