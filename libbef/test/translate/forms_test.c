/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each op's custom form and its generic form must give the same file. */
#include "support.h"

#define FUNCTIONS \
	"func.func @unary(%x: i32) -> i32 {\n  tfrt.return %x : i32\n}\n" \
	"func.func @other(%x: i32) -> i32 {\n  tfrt.return %x : i32\n}\n" \
	"func.func @pair(%x: i32, %y: i64) -> (i64, i32) {\n  tfrt.return %y, %x : i64, i32\n}\n" \
	"func.func @nothing() {\n  tfrt.return\n}\n" \
	"func.func @step(%x: i32, %y: i64) -> (i32, i64, i1) {\n  %t = tfrt.constant.i1 true\n" \
	"  tfrt.return %x, %y, %t : i32, i64, i1\n}\n" \
	"func.func @block(%s: i32, %e: i32, %y: i64) {\n  tfrt.return\n}\n" \
	"func.func @short_block(%s: i32, %e: i32) {\n  tfrt.return\n}\n"
#define MAIN                                                                                                                \
	"func.func @main(%b: i1, %i: i32, %j: i32, %k: i32, %l: i64, %m: i64, %f: f32, %g: f32, %d: f64, %c: !tfrt.chain, " \
	"%t: !tfrt_tensor.tensor, %u: !tfrt_tensor.tensor, %h: !ht.host_buffer, %s: !ts.shape, %p: !ts.partial_shape, "     \
	"%q: !ts.fixed_rank_shape.2, %o: !corert.ophandler, %v: !corert.tensorhandle, %w: !tfrt.device, "                   \
	"%y: !tfrt.tensor_type) {\n"

/* A statement in both forms. */
struct form {
	const char *custom, *generic;
};

static void check_form(const struct form *form)
{
	char text[2][4096];
	int sizes[2] = {
		snprintf(text[0], sizeof text[0], "%s%s%s\n  tfrt.return\n}\n", FUNCTIONS, MAIN, form->custom),
		snprintf(text[1], sizeof text[1], "%s%s%s\n  \"tfrt.return\"() : () -> ()\n}\n", FUNCTIONS, MAIN,
			form->generic),
	};
	struct made custom = assemble_without_locations(text[0], (size_t)sizes[0]);
	struct made generic = assemble_without_locations(text[1], (size_t)sizes[1]);
	bool same = CHECK_MADE(custom) && CHECK_MADE(generic) &&
		    CHECK_BYTES(custom.data, custom.size, generic.data, generic.size);
	if (!same)
		printf("# that was %s\n", form->custom);
	drop(&custom);
	drop(&generic);
}

#define CHECK_FORMS(table) \
	for (size_t n = 0; n < sizeof(table) / sizeof *(table); n++) \
		check_form(&(table)[n])

static void constants(void)
{
	static const struct form table[] = {
		{ "%r = tfrt.constant.i1 true", "%r = \"tfrt.constant.i1\"() <{value = true}> : () -> i1" },
		{ "%r = tfrt.constant.i1 0", "%r = \"tfrt.constant.i1\"() <{value = false}> : () -> i1" },
		{ "%r = tfrt.constant.i32 -7", "%r = \"tfrt.constant.i32\"() <{value = -7 : i32}> : () -> i32" },
		{ "%r = tfrt.constant.i32 0xff", "%r = \"tfrt.constant.i32\"() <{value = 255 : i32}> : () -> i32" },
		{ "%r = tfrt.constant.i32 2147483648",
			"%r = \"tfrt.constant.i32\"() <{value = -2147483648 : i32}> : () -> i32" },
		{ "%r = tfrt.constant.i64 7", "%r = \"tfrt.constant.i64\"() <{value = 7}> : () -> i64" },
		{ "%r = tfrt.constant.ui32 7", "%r = \"tfrt.constant.ui32\"() <{value = 7 : ui32}> : () -> ui32" },
		{ "%r = tfrt.constant.ui64 18446744073709551615",
			"%r = \"tfrt.constant.ui64\"() <{value = 18446744073709551615 : ui64}> : () -> ui64" },
		{ "%r = tfrt.constant.f16 0.5", "%r = \"tfrt.constant.f16\"() <{value = 0.5 : f16}> : () -> f16" },
		{ "%r = tfrt.constant.bf16 0.5", "%r = \"tfrt.constant.bf16\"() <{value = 0.5 : bf16}> : () -> bf16" },
		{ "%r = tfrt.constant.f32 -0.5", "%r = \"tfrt.constant.f32\"() <{value = -0.5 : f32}> : () -> f32" },
		{ "%r = tfrt.constant.f64 1.0e+3", "%r = \"tfrt.constant.f64\"() <{value = 1000.0}> : () -> f64" },
		{ "%r = tfrt.constant.f32 0x7F800000",
			"%r = \"tfrt.constant.f32\"() <{value = 0x7F800000 : f32}> : () -> f32" },
		{ "%r = tfrt.constant.complex64 1.0, -2.0",
			"%r = \"tfrt.constant.complex64\"() <{imaginary = -2.0 : f32, real = 1.0 : f32}> : () -> complex<f32>" },
		{ "%r = tfrt.constant.complex128 0.5, 2.0",
			"%r = \"tfrt.constant.complex128\"() <{imaginary = 2.0, real = 0.5}> : () -> complex<f64>" },
		{ "%r = tfrt.constant_s.i64 1", "%r = \"tfrt.constant_s.i64\"() <{value = 1}> : () -> i64" },
		{ "%r = tfrt.constant_s.f16 1.0", "%r = \"tfrt.constant_s.f16\"() <{value = 1.0 : f16}> : () -> f16" },
		{ "%r = tfrt.constant.i32 15 {x.y = \"z\"}",
			"%r = \"tfrt.constant.i32\"() <{value = 15 : i32}> {x.y = \"z\"} : () -> i32" },
	};
	CHECK_FORMS(table);
}

static void arithmetic(void)
{
	static const struct form table[] = {
		{ "%r = tfrt.add.i32 %i, %j", "%r = \"tfrt.add.i32\"(%i, %j) : (i32, i32) -> i32" },
		{ "%r = tfrt.add.i64 %l, %m", "%r = \"tfrt.add.i64\"(%l, %m) : (i64, i64) -> i64" },
		{ "%r = tfrt.add.f32 %f, %g", "%r = \"tfrt.add.f32\"(%f, %g) : (f32, f32) -> f32" },
		{ "%r = tfrt.add.f64 %d, %d", "%r = \"tfrt.add.f64\"(%d, %d) : (f64, f64) -> f64" },
		{ "%r = tfrt.mul.i32 %i, %j {x.k = 1 : i8}",
			"%r = \"tfrt.mul.i32\"(%i, %j) {x.k = 1 : i8} : (i32, i32) -> i32" },
		{ "%r = tfrt.mul_s.i64 %l, %l", "%r = \"tfrt.mul_s.i64\"(%l, %l) : (i64, i64) -> i64" },
		{ "%q1, %r = tfrt.div.i32 %i, %j", "%r:2 = \"tfrt.div.i32\"(%i, %j) : (i32, i32) -> (i32, i32)" },
		{ "%r = tfrt.equal.i64 %l, %m", "%r = \"tfrt.equal.i64\"(%l, %m) : (i64, i64) -> i1" },
		{ "%r = tfrt.and.i1 %b, %b", "%r = \"tfrt.and.i1\"(%b, %b) : (i1, i1) -> i1" },
	};
	CHECK_FORMS(table);
}

static void chains_and_strings(void)
{
	static const struct form table[] = {
		{ "%r = tfrt.new.chain", "%r = \"tfrt.new.chain\"() : () -> !tfrt.chain" },
		{ "%r = tfrt.merge.chains %c, %i, %c : !tfrt.chain, i32, !tfrt.chain",
			"%r = \"tfrt.merge.chains\"(%c, %i, %c) : (!tfrt.chain, i32, !tfrt.chain) -> !tfrt.chain" },
		{ "%r = tfrt.print.i1 %b, %c", "%r = \"tfrt.print.i1\"(%b, %c) : (i1, !tfrt.chain) -> !tfrt.chain" },
		{ "%r = tfrt.print.f64 %d, %c", "%r = \"tfrt.print.f64\"(%d, %c) : (f64, !tfrt.chain) -> !tfrt.chain" },
		{ "%r = tfrt.get_device %c {device_name = \"CPU:0\"}",
			"%r = \"tfrt.get_device\"(%c) <{device_name = \"CPU:0\"}> : (!tfrt.chain) -> !tfrt.device" },
		{ "%r = tfrt_test.get_string {value = \"x\"}",
			"%r = \"tfrt_test.get_string\"() <{value = \"x\"}> : () -> !tfrt.string" },
		{ "%r, %r1, %r2 = tfrt_test.count3.i32 %i",
			"%r:3 = \"tfrt_test.count3.i32\"(%i) : (i32) -> (i32, i32, i32)" },
		{ "%r = tfrt_test.test_cost %i, %l {id = 3 : i64, _tfrt_cost = 9 : i64} : i32, i64",
			"%r = \"tfrt_test.test_cost\"(%i, %l) <{_tfrt_cost = 9, id = 3}> : (i32, i64) -> i32" },
	};
	CHECK_FORMS(table);
}

static void calls(void)
{
	static const struct form table[] = {
		{ "%r = tfrt.call @unary(%i) : (i32) -> i32",
			"%r = \"tfrt.call\"(%i) <{callee = @unary}> : (i32) -> i32" },
		{ "%r:2 = tfrt.call @pair(%i, %l) {x.a = 1 : i8} : (i32, i64) -> (i64, i32)",
			"%r:2 = \"tfrt.call\"(%i, %l) <{callee = @pair}> {x.a = 1 : i8} : (i32, i64) -> (i64, i32)" },
		{ "tfrt.call @nothing() : () -> ()", "\"tfrt.call\"() <{callee = @nothing}> : () -> ()" },
		{ "%r = tfrt.cond %b @unary @other (%i) : (i32) -> (i32)",
			"%r = \"tfrt.cond\"(%b, %i) <{a_true_fn = @unary, b_false_fn = @other}> : (i1, i32) -> i32" },
		{ "%r = tfrt.case %i [@unary, @other] (%j) : (i32) -> (i32)",
			"%r = \"tfrt.case\"(%i, %j) <{branches = [@unary, @other]}> : (i32, i32) -> i32" },
		{ "%r:2 = tfrt.while %b @step(%i, %l) parallel_iterations(4) : (i32, i64) -> (i32, i64)",
			"%r:2 = \"tfrt.while\"(%b, %i, %l) <{body_fn = @step, parallel_iterations = 4}> : (i1, i32, i64) -> (i32, i64)" },
		{ "%r = tfrt.once @unary(%i) : (i32) -> (i32)",
			"%r = \"tfrt.once\"(%i) <{function = @unary}> : (i32) -> i32" },
		{ "%r = tfrt.parallel_call.i32 %i to %j fixed %k @block(%l) : i64",
			"%r = \"tfrt.parallel_call.i32\"(%i, %j, %k, %l) <{callee = @block}> : (i32, i32, i32, i64) -> !tfrt.chain" },
		{ "%r = tfrt.parallel_call.i32 %i to %j fixed %k @short_block()",
			"%r = \"tfrt.parallel_call.i32\"(%i, %j, %k) <{callee = @short_block}> : (i32, i32, i32) -> !tfrt.chain" },
		{ "tfrt_test.sync_benchmark @unary(%i : i32) duration_secs = 1, max_count = 5",
			"\"tfrt_test.sync_benchmark\"(%i) <{duration_secs = 1 : i32, max_count = 5 : i32, num_warmup_runs = 1 : i32, "
			"target_fn = @unary}> : (i32) -> ()" },
	};
	CHECK_FORMS(table);
}

static void regions(void)
{
	static const struct form table[] = {
		{ "%r = tfrt.if %b, %i, %l : (i32, i64) -> (i32) {\n tfrt.return %i : i32\n } else {\n"
		  " %n = tfrt.add.i32 %i, %i\n tfrt.return %n : i32\n }",
			"%r = \"tfrt.if\"(%b, %i, %l) ({\n^bb0(%x: i32, %z: i64):\n \"tfrt.return\"(%x) : (i32) -> ()\n }, {\n"
			"^bb0(%x: i32, %z: i64):\n %n = \"tfrt.add.i32\"(%x, %x) : (i32, i32) -> i32\n"
			" \"tfrt.return\"(%n) : (i32) -> ()\n }) : (i1, i32, i64) -> i32" },
		{ "tfrt.if %b attributes {x.a = 3 : i8} : () -> () {\n tfrt.return\n } else {\n tfrt.return\n }",
			"\"tfrt.if\"(%b) ({\n \"tfrt.return\"() : () -> ()\n }, {\n \"tfrt.return\"() : () -> ()\n }) {x.a = 3 : i8} "
			": (i1) -> ()" },
		{ "%r:2 = tfrt.repeat.i32 %i, %j, %c : i32, !tfrt.chain {\n tfrt.return %j, %c : i32, !tfrt.chain\n }",
			"%r:2 = \"tfrt.repeat.i32\"(%i, %j, %c) ({\n^bb0(%x: i32, %z: !tfrt.chain):\n"
			" \"tfrt.return\"(%x, %z) : (i32, !tfrt.chain) -> ()\n }) : (i32, i32, !tfrt.chain) -> (i32, !tfrt.chain)" },
		{ "tfrt.repeat.i32 %i {\n tfrt.return\n }",
			"\"tfrt.repeat.i32\"(%i) ({\n \"tfrt.return\"() : () -> ()\n }) : (i32) -> ()" },
		{ "%r = tfrt.parallel_for.i32 %i to %j fixed %k, %l, %c : i64, !tfrt.chain {\n tfrt.return %c : !tfrt.chain\n }",
			"%r = \"tfrt.parallel_for.i32\"(%i, %j, %k, %l, %c) ({\n^bb0(%x: i32, %z: i32, %l1: i64, %c1: !tfrt.chain):\n"
			" \"tfrt.return\"(%c1) : (!tfrt.chain) -> ()\n }) : (i32, i32, i32, i64, !tfrt.chain) -> !tfrt.chain" },
		{ "%r = tfrt.parallel_for.i32 %i to %j fixed %k {\n %n = tfrt.add.i32 %i, %j\n tfrt.return\n }",
			"%r = \"tfrt.parallel_for.i32\"(%i, %j, %k) ({\n^bb0(%x: i32, %z: i32):\n"
			" %n = \"tfrt.add.i32\"(%x, %z) : (i32, i32) -> i32\n \"tfrt.return\"() : () -> ()\n }) "
			": (i32, i32, i32) -> !tfrt.chain" },
		{ "%r = tfrt_test.do.async %i, %l : (i32, i64) -> (i64) {\n tfrt.return %l : i64\n }",
			"%r = \"tfrt_test.do.async\"(%i, %l) ({\n^bb0(%x: i32, %z: i64):\n \"tfrt.return\"(%z) : (i64) -> ()\n }) "
			": (i32, i64) -> i64" },
		{ "tfrt_test.do.async : () -> () {\n tfrt.return\n }",
			"\"tfrt_test.do.async\"() ({\n \"tfrt.return\"() : () -> ()\n }) : () -> ()" },
		{ "%r = tfrt_test.benchmark \"n\"(%i : i32, %l : i64) duration_secs = 1, max_count = 5 {\n tfrt.return %l : i64\n }",
			"%r = \"tfrt_test.benchmark\"(%i, %l) <{duration_secs = 1 : i32, max_count = 5 : i32, name = \"n\", "
			"num_warmup_runs = 1 : i32}> ({\n^bb0(%x: i32, %z: i64):\n \"tfrt.return\"(%z) : (i64) -> ()\n }) "
			": (i32, i64) -> !tfrt.chain" },
		{ "%r = tfrt_test.benchmark \"n\"() max_count = 7, num_warmup_runs = 3, duration_secs = 2 {\n"
		  " %n = tfrt.new.chain\n tfrt.return %n : !tfrt.chain\n }",
			"%r = \"tfrt_test.benchmark\"() <{duration_secs = 2 : i32, max_count = 7 : i32, name = \"n\", "
			"num_warmup_runs = 3 : i32}> ({\n %n = \"tfrt.new.chain\"() : () -> !tfrt.chain\n"
			" \"tfrt.return\"(%n) : (!tfrt.chain) -> ()\n }) : () -> !tfrt.chain" },
	};
	CHECK_FORMS(table);
}

static void dense_tensors(void)
{
	static const struct form table[] = {
		{ "%r = tfrt_dht.create_uninitialized_tensor.f32.2 [2 : i64, 3 : i64]",
			"%r = \"tfrt_dht.create_uninitialized_tensor.f32.2\"() <{shape = [2, 3]}> : () -> !tfrt_tensor.tensor" },
		{ "%r = tfrt_dht.create_uninitialized_tensor.complex128.0 []",
			"%r = \"tfrt_dht.create_uninitialized_tensor.complex128.0\"() <{shape = []}> : () -> !tfrt_tensor.tensor" },
		{ "%r = tfrt_dht.fill_tensor_with_constant.f32 %t, %c 1.0 : f32",
			"%r = \"tfrt_dht.fill_tensor_with_constant.f32\"(%t, %c) <{value = 1.0 : f32}> "
			": (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain" },
		{ "%r = tfrt_dht.fill_tensor_with_constant.bool %t, %c true",
			"%r = \"tfrt_dht.fill_tensor_with_constant.bool\"(%t, %c) <{value = true}> "
			": (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain" },
		{ "%r = tfrt_dht.set_tensor_with_constant_values.i32 %t, %c [1 : i32, 2 : i32]",
			"%r = \"tfrt_dht.set_tensor_with_constant_values.i32\"(%t, %c) <{values = [1 : i32, 2 : i32]}> "
			": (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain" },
		{ "%r = tfrt_dht.print_tensor %t, %c",
			"%r = \"tfrt_dht.print_tensor\"(%t, %c) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain" },
		{ "%r, %r1 = tfrt_dht.tensor_equal.i32 %t, %u, %c",
			"%r:2 = \"tfrt_dht.tensor_equal.i32\"(%t, %u, %c) "
			": (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)" },
		{ "%r, %r1 = tfrt_dht.make_tensor.ui8 %h, %s, %c",
			"%r:2 = \"tfrt_dht.make_tensor.ui8\"(%h, %s, %c) : (!ht.host_buffer, !ts.shape, !tfrt.chain) -> "
			"(!tfrt_tensor.tensor, !tfrt.chain)" },
		{ "%r = tfrt_dht.allocate_buffer %l, %m",
			"%r = \"tfrt_dht.allocate_buffer\"(%l, %m) : (i64, i64) -> !ht.host_buffer" },
		{ "%r, %r1 = tfrt_dht.get_buffer %t, %c",
			"%r:2 = \"tfrt_dht.get_buffer\"(%t, %c) : (!tfrt_tensor.tensor, !tfrt.chain) -> (!ht.host_buffer, !tfrt.chain)" },
		{ "%r = tfrt_dht.get_buffer_slice %h, %l, %m",
			"%r = \"tfrt_dht.get_buffer_slice\"(%h, %l, %m) : (!ht.host_buffer, i64, i64) -> !ht.host_buffer" },
		{ "%r = tfrt_dht.print_buffer %h, %c",
			"%r = \"tfrt_dht.print_buffer\"(%h, %c) : (!ht.host_buffer, !tfrt.chain) -> !tfrt.chain" },
		{ "%r = tfrt_dht.get_tensor_shape %t",
			"%r = \"tfrt_dht.get_tensor_shape\"(%t) : (!tfrt_tensor.tensor) -> !ts.shape" },
		{ "%r = tfrt_dht_sync.make_tensor.f32 %h, %s",
			"%r = \"tfrt_dht_sync.make_tensor.f32\"(%h, %s) : (!ht.host_buffer, !ts.shape) -> !tfrt_tensor.tensor" },
		{ "tfrt_dht_sync.set_tensor_with_constant_values.f32 %t [1.0 : f32]",
			"\"tfrt_dht_sync.set_tensor_with_constant_values.f32\"(%t) <{values = [1.0 : f32]}> "
			": (!tfrt_tensor.tensor) -> ()" },
	};
	CHECK_FORMS(table);
}

static void shapes_and_sparse_tensors(void)
{
	static const struct form table[] = {
		{ "%r = ts.build_shape [2 : i64]", "%r = \"ts.build_shape\"() <{value = [2]}> : () -> !ts.shape" },
		{ "%r = ts.build_partial_shape [2, -1]",
			"%r = \"ts.build_partial_shape\"() <{value = [2, -1]}> : () -> !ts.partial_shape" },
		{ "%r = ts.build_unranked_partial_shape",
			"%r = \"ts.build_unranked_partial_shape\"() : () -> !ts.partial_shape" },
		{ "%r = ts.print_shape %s, %c",
			"%r = \"ts.print_shape\"(%s, %c) : (!ts.shape, !tfrt.chain) -> !tfrt.chain" },
		{ "%r = ts.equal_shape %s, %s", "%r = \"ts.equal_shape\"(%s, %s) : (!ts.shape, !ts.shape) -> i1" },
		{ "%r = ts.get_dimension %s, %i", "%r = \"ts.get_dimension\"(%s, %i) : (!ts.shape, i32) -> i64" },
		{ "%r = ts.get_num_elements %s", "%r = \"ts.get_num_elements\"(%s) : (!ts.shape) -> i64" },
		{ "%r = ts.as_fixed_rank_shape.2 %s",
			"%r = \"ts.as_fixed_rank_shape.2\"(%s) : (!ts.shape) -> !ts.fixed_rank_shape.2" },
		{ "%r = ts.print_fixed_rank_shape.2 %q, %c",
			"%r = \"ts.print_fixed_rank_shape.2\"(%q, %c) : (!ts.fixed_rank_shape.2, !tfrt.chain) -> !tfrt.chain" },
		{ "%r = ts.print_partial_shape %p, %c",
			"%r = \"ts.print_partial_shape\"(%p, %c) : (!ts.partial_shape, !tfrt.chain) -> !tfrt.chain" },
		{ "%r = ts.to_shape %p", "%r = \"ts.to_shape\"(%p) : (!ts.partial_shape) -> !ts.shape" },
		{ "%r = ts.to_partial_shape %s",
			"%r = \"ts.to_partial_shape\"(%s) : (!ts.shape) -> !ts.partial_shape" },
		{ "%r, %r1 = coo.convert_dht_to_coo.i32.2 %t, %c",
			"%r:2 = \"coo.convert_dht_to_coo.i32.2\"(%t, %c) : (!tfrt_tensor.tensor, !tfrt.chain) -> "
			"(!tfrt_tensor.tensor, !tfrt.chain)" },
		{ "%r, %r1 = coo.convert_coo_to_dht.f32.0 %t, %c",
			"%r:2 = \"coo.convert_coo_to_dht.f32.0\"(%t, %c) : (!tfrt_tensor.tensor, !tfrt.chain) -> "
			"(!tfrt_tensor.tensor, !tfrt.chain)" },
		{ "%r, %r1 = coo.tensor_equal.f32.3 %t, %u, %c",
			"%r:2 = \"coo.tensor_equal.f32.3\"(%t, %u, %c) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> "
			"(i1, !tfrt.chain)" },
	};
	CHECK_FORMS(table);
}

static void core_runtime(void)
{
	static const struct form table[] = {
		{ "%r:2 = corert.executeop(%o) \"op\"(%v, %v) {k = 1 : i32, l = \"x\"} : 2",
			"%r:2 = \"corert.executeop\"(%o, %v, %v) <{op_attrs = [[\"k\", 1 : i32], [\"l\", \"x\"]], op_func_attrs = [], "
			"op_name = \"op\"}> : (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle) -> "
			"(!corert.tensorhandle, !corert.tensorhandle)" },
		{ "corert.executeop(%o) \"op\"()",
			"\"corert.executeop\"(%o) <{op_attrs = [], op_func_attrs = [], op_name = \"op\"}> : (!corert.ophandler) -> ()" },
		{ "%r, %r1 = corert.executeop.seq(%o, %c) \"op\"(%v) : 1",
			"%r:2 = \"corert.executeop.seq\"(%o, %c, %v) <{op_attrs = [], op_func_attrs = [], op_name = \"op\"}> "
			": (!corert.ophandler, !tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)" },
		{ "%r = corert.const_dense_tensor dense<[1, 2]> : tensor<2xi32>",
			"%r = \"corert.const_dense_tensor\"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> !corert.tensorhandle" },
		{ "%r = corert.const_string_tensor {shape = [2], value = [\"a\", \"b\"]}",
			"%r = \"corert.const_string_tensor\"() <{shape = [2], value = [\"a\", \"b\"]}> : () -> !corert.tensorhandle" },
		{ "%r = corert.create_dense_tensor.ui8 {shape = [1], value = [3 : ui8]}",
			"%r = \"corert.create_dense_tensor.ui8\"() <{shape = [1], value = [3 : ui8]}> : () -> !corert.tensorhandle" },
		{ "%r = corert.get_op_handler %c \"cpu\"",
			"%r = \"corert.get_op_handler\"(%c) <{op_handler_name = \"cpu\"}> : (!tfrt.chain) -> !corert.ophandler" },
		{ "%r = corert.register_op_handler %o \"cpu\"",
			"%r = \"corert.register_op_handler\"(%o) <{op_handler_name = \"cpu\"}> : (!corert.ophandler) -> !tfrt.chain" },
		{ "%r = corert.transfer %v, %w, %y",
			"%r = \"corert.transfer\"(%v, %w, %y) : (!corert.tensorhandle, !tfrt.device, !tfrt.tensor_type) -> "
			"!corert.tensorhandle" },
	};
	CHECK_FORMS(table);
}

/* Inherent attributes may be mixed with discardable ones. */
static void attributes_in_either_place(void)
{
	static const struct form table[] = {
		{ "%r = tfrt.constant.i32 5", "%r = \"tfrt.constant.i32\"() {value = 5 : i32} : () -> i32" },
		{ "%r = tfrt.call @unary(%i) : (i32) -> i32",
			"%r = \"tfrt.call\"(%i) {callee = @unary} : (i32) -> i32" },
		{ "%r = tfrt.constant.i32 5 {a.a = 1 : i8, z.z = 2 : i8}",
			"%r = \"tfrt.constant.i32\"() {a.a = 1 : i8, value = 5 : i32, z.z = 2 : i8} : () -> i32" },
	};
	CHECK_FORMS(table);
}

/* Names similar to those in the tables are undeclared ops. */
static void undeclared_ops(void)
{
	static const char *const table[] = { "tfrt", "tfrt.", "tfrt.add", "tfrt..i32", "corert", "x" };
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		char text[4096];
		snprintf(text, sizeof text, "%s%s\"%s\"() {shape = 1 : i8} : () -> ()\n  tfrt.return\n}\n", FUNCTIONS,
			MAIN, table[i]);
		struct made made = assemble(text);
		if (!CHECK_MADE(made))
			printf("# that was %s\n", table[i]);
		drop(&made);
	}
}

/* Text that does not match the op's form. */
static void wrong_forms(void)
{
	static const char *const table[] = {
		"%r = tfrt.add.i32 %i",
		"%r = tfrt.add.i32 %i, %j, %k",
		"%r = tfrt.add.i16 %i, %j",
		"%r = tfrt.add %i, %j",
		"%r = tfrt.merge.chains",
		"%r = tfrt.constant.f32 true",
		"%r = tfrt.constant.i32",
		"%r = tfrt.constant.complex64 1.0",
		"%r = tfrt.call unary(%i) : (i32) -> i32",
		"%r = tfrt.call @unary(%i, %j) : (i32) -> i32",
		"%r = tfrt.while %b @step(%i, %l) : (i32, i64) -> (i32, i64)",
		"tfrt.if : () -> () {\n tfrt.return\n }",
		"%r = tfrt.repeat.i32 %i, %j {\n tfrt.return\n }",
		"%r = tfrt.parallel_for.i32 %i to %i fixed %k {\n tfrt.return\n }",
		"%r = tfrt.parallel_for.i32 %i %j fixed %k {\n tfrt.return\n }",
		"%r = tfrt_test.benchmark \"n\"() duration_secs = 1 {\n tfrt.return\n }",
		"%r = tfrt_test.benchmark \"n\"() duration_secs = 1, max_count = 2, duration_secs = 3 {\n tfrt.return\n }",
		"%r = tfrt_test.benchmark \"n\"() duration_secs = 1, max_count = 2, other = 3 {\n tfrt.return\n }",
		"%r = tfrt_dht.create_uninitialized_tensor.f32.5 [1]",
		"%r = ts.as_fixed_rank_shape.4 %s",
		"%r = corert.executeop(%o, %c) \"op\"() : 1",
		"%r = corert.executeop(%o) \"op\"() : 100000",
		"%r = corert.cond %v @unary @other (%c) : () -> ()",
		"\"t.k\"() {s = #corert.shape<2x>} : () -> ()",
		"\"t.k\"() {s = #corert.shape<9223372036854775808>} : () -> ()",
		"\"t.k\"() {s = #corert.other<2>} : () -> ()",
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		char text[4096];
		snprintf(text, sizeof text, "%s%s%s\n  tfrt.return\n}\n", FUNCTIONS, MAIN, table[i]);
		struct made made = assemble(text);
		if (!CHECK_INT(made.status, BEF_E_SYNTAX) || !CHECK(made.diag.line > 20 && made.diag.column > 0) ||
			!CHECK(made.diag.message[0] != 0))
			printf("# that was %s: %u:%u %s\n", table[i], made.diag.line, made.diag.column,
				made.diag.message);
		drop(&made);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(constants),
		CHECK_CASE(arithmetic),
		CHECK_CASE(chains_and_strings),
		CHECK_CASE(calls),
		CHECK_CASE(regions),
		CHECK_CASE(dense_tensors),
		CHECK_CASE(shapes_and_sparse_tensors),
		CHECK_CASE(core_runtime),
		CHECK_CASE(attributes_in_either_place),
		CHECK_CASE(undeclared_ops),
		CHECK_CASE(wrong_forms),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
