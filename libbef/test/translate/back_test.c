/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* BEF to MLIR: custom forms, names that the file does not store, unsupported files, limits, memory. */
#include "support.h"
#include <bef/writer.h>
#include <mlirbc/print.h>
#include <string.h>

struct back {
	enum bef_status status;
	struct bef_diag diag;
	char text[8192]; /* NUL-terminated, truncated */
	size_t size;
};

static bool keep(void *ctx, const char *data, size_t size)
{
	struct back *back = ctx;
	for (size_t i = 0; i < size && back->size + 1 < sizeof back->text; i++)
		back->text[back->size++] = data[i];
	back->text[back->size] = 0;
	return true;
}

static struct back disassemble(const void *data, size_t size, const struct bef_disassemble_options *options)
{
	struct back back = { .diag = BEF_DIAG_INIT };
	back.status = bef_disassemble_text(data, size, NULL, options, keep, &back, &back.diag);
	return back;
}

static struct back through_bef(const char *text, const struct bef_disassemble_options *options)
{
	struct made made = assemble(text);
	struct back back = { .status = BEF_E_STATE };
	if (CHECK_MADE(made))
		back = disassemble(made.data, made.size, options);
	drop(&made);
	return back;
}

/* The printed text equals the source. */
static void check_same(const char *text)
{
	struct back back = through_bef(text, NULL);
	CHECK_INT(back.status, BEF_OK);
	CHECK_STR(back.text, text);
}

static void check_back(const char *text, const char *expected)
{
	struct back back = through_bef(text, NULL);
	CHECK_INT(back.status, BEF_OK);
	CHECK_STR(back.text, expected);
}

#define F(body) "module {\n  func.func @f() {\n" body "    tfrt.return\n  }\n}\n"

static void plain_forms(void)
{
	check_same("module {\n}\n");
	check_same(F("    %0 = tfrt.new.chain\n    %1 = tfrt.constant.i1 true\n    %2 = tfrt.constant.i32 -3\n"
		     "    %3 = tfrt.constant.ui64 18446744073709551615\n    %4 = tfrt.constant.f32 0x7F800000\n"
		     "    %5 = tfrt.constant.complex64 1.000000e+00, -2.000000e+00\n    %6 = tfrt.print.i32 %2, %0 {x "
		     "= 1 : i8}\n"
		     "    %7:2 = tfrt.div.i32 %2, %2\n    %8 = tfrt.add.i32 %7#0, %7#1\n"
		     "    %9 = tfrt.merge.chains %0, %6 : !tfrt.chain, !tfrt.chain\n"
		     "    %10 = tfrt.get_device %0 {device_name = \"CPU:0\"}\n"
		     "    %11 = tfrt.print.i32 %8\n    %12 = tfrt.print.i32 %8, %11, %9 {x = 1 : i8}\n"));
	check_same(F("    %0 = ts.build_shape [2, 3]\n    %1 = ts.as_fixed_rank_shape.2 %0\n"
		     "    %2 = tfrt_dht.create_uninitialized_tensor.f32.2 [2, 3]\n    %3 = tfrt.new.chain\n"
		     "    %4 = tfrt_dht.fill_tensor_with_constant.f32 %2, %3 1.500000e+00 : f32\n"
		     "    %5:2 = coo.convert_dht_to_coo.f32.2 %2, %4\n    %6 = ts.print_fixed_rank_shape.2 %1, %4\n"));
	check_same(
		F("    \"hlo.k\"() {a = -1 : i2, b = [-8 : i4, 7 : i4], c = 3 : ui2, d = f6E2M3FN, e = 1.000000e+00 : f8E5M2, "
		  "f = dense<[-1, 7, -8]> : tensor<3xi4>, g = dense<[1.000000e+00, -5.000000e-01]> : tensor<2xf8E4M3FN>, "
		  "h = dense<[(1.000000e+00,-2.000000e+00), (0.000000e+00,1.000000e+00)]> : tensor<2xcomplex<f64>>} : () -> ()\n"));
	check_back(F("    \"hlo.k\"() {a = array<i64: 1, 2>, b = array<i8>} : () -> ()\n"),
		F("    \"hlo.k\"() {a = [1, 2], b = []} : () -> ()\n"));
	check_same(
		F("    \"demo.k\"() {a = [1, 2], b = #corert.shape<2x?>, c = i32, \"odd name\" = \"x\"} : () -> ()\n"));
}

static void control_flow(void)
{
	check_same("module {\n"
		   "  func.func @b(%arg0: i32) -> (i32, i1) {\n"
		   "    %0 = tfrt.constant.i1 false\n"
		   "    tfrt.return %arg0, %0 : i32, i1\n"
		   "  }\n"
		   "  func.func @g(%arg0: i32) -> i32 {\n"
		   "    tfrt.return %arg0 : i32\n"
		   "  }\n"
		   "  func.func @f(%arg0: i32, %arg1: i1) -> i32 {\n"
		   "    %0 = tfrt.call @g(%arg0) : (i32) -> i32\n"
		   "    %1 = tfrt.cond %arg1 @g @g (%0) : (i32) -> i32\n"
		   "    %2 = tfrt.case %1 [@g, @g, @g] (%arg0) : (i32) -> i32\n"
		   "    %3 = tfrt.while %arg1 @b(%2) parallel_iterations(4) : (i32) -> i32\n"
		   "    %4 = tfrt.once @g(%3) : (i32) -> i32\n"
		   "    tfrt.return %4 : i32\n"
		   "  }\n"
		   "}\n");
	check_same("module {\n"
		   "  func.func @f(%arg0: i32, %arg1: i1) -> i32 {\n"
		   "    %0 = tfrt.if %arg1, %arg0 attributes {x = 1 : i8} : (i32) -> (i32)  {\n"
		   "      %3 = tfrt.repeat.i32 %arg0, %arg0 : i32 {\n"
		   "        tfrt.return %arg0 : i32\n"
		   "      }\n"
		   "      tfrt.return %3 : i32\n"
		   "    } else  {\n"
		   "      %3 = tfrt_test.do.async  : () -> (i32)  {\n"
		   "        %4 = tfrt.constant.i32 1\n"
		   "        tfrt.return %4 : i32\n"
		   "      }\n"
		   "      tfrt.return %3 : i32\n"
		   "    }\n"
		   "    %1 = tfrt.constant.i32 2\n"
		   "    tfrt.repeat.i32 %1 {\n"
		   "      tfrt.return\n"
		   "    }\n"
		   "    %2 = tfrt.parallel_for.i32 %0 to %1 fixed %1, %arg1 : i1 {\n"
		   "      %3 = \"demo.k\"(%0, %1, %arg1) : (i32, i32, i1) -> !tfrt.chain\n"
		   "      tfrt.return %3 : !tfrt.chain\n"
		   "    }\n"
		   "    tfrt.return %0 : i32\n"
		   "  }\n"
		   "}\n");
}

static void test_and_corert_forms(void)
{
	check_same("module {\n"
		   "  func.func @f(%arg0: i32) {\n"
		   "    %0 = tfrt_test.benchmark \"n\"(%arg0 : i32) duration_secs = 1, max_count = 5, num_warmup_runs "
		   "= 2 {\n"
		   "      tfrt.return %arg0 : i32\n"
		   "    }\n"
		   "    %1 = tfrt_test.get_string {value = \"x\"}\n"
		   "    %2 = corert.get_op_handler %0 \"cpu\"\n"
		   "    %3:2 = corert.executeop(%2) \"a.b\"() {k = 1 : i32, l = \"x\"} : 2\n"
		   "    %4:2 = corert.executeop.seq(%2, %0) \"a.c\"(%3#0, %3#1) : 1\n"
		   "    corert.executeop(%2) \"a.d\"()\n"
		   "    tfrt.return\n"
		   "  }\n"
		   "}\n");
}

/* Cases in which the custom form would not round-trip. */
static void generic_where_needed(void)
{
	check_same(F("    %0 = \"tfrt.merge.chains\"() : () -> !tfrt.chain\n"));
	/* Two arguments with the same name. */
	check_same("module {\n"
		   "  func.func @f(%arg0: i32) -> (i32, i32) {\n"
		   "    %0:2 = \"tfrt.repeat.i32\"(%arg0, %arg0, %arg0) ({\n"
		   "    ^bb0(%arg1: i32, %arg2: i32):\n"
		   "      tfrt.return %arg2, %arg1 : i32, i32\n"
		   "    }) : (i32, i32, i32) -> (i32, i32)\n"
		   "    tfrt.return %0#0, %0#1 : i32, i32\n"
		   "  }\n"
		   "}\n");
	/* executeop cannot express more attributes. */
	check_same(
		"module {\n"
		"  func.func @f(%arg0: !corert.ophandler) {\n"
		"    \"corert.executeop\"(%arg0) <{op_attrs = [], op_func_attrs = [], op_name = \"a\"}> {x = 1 : i8} : "
		"(!corert.ophandler) -> ()\n"
		"    tfrt.return\n"
		"  }\n"
		"}\n");
}

static void functions(void)
{
	check_same("module {\n"
		   "  func.func private @native_add(i32, i32) -> i32 attributes {tfrt.native}\n"
		   "  func.func @s() -> i32 attributes {tfrt.sync} {\n"
		   "    %0 = \"demo.k\"() : () -> i32\n"
		   "    tfrt.return %0 : i32\n"
		   "  }\n"
		   "  func.func @\"two words\"(%arg0: (i32) -> i32) -> ((i32) -> i32) {\n"
		   "    tfrt.return %arg0 : (i32) -> i32\n"
		   "  }\n"
		   "}\n");
}

/* Information that the file does not store: names of symbols, costs, an omitted else. */
static void names_that_are_lost(void)
{
	check_back("func.func @g() { tfrt.return }\n"
		   "func.func @f() {\n"
		   "  \"demo.k\"() {fn = @g} : () -> ()\n"
		   "  \"demo.k\"() {a = @g, callee = 1 : i32, list = [@f, @g]} : () -> ()\n"
		   "  %0 = \"tfrt.new.chain\"() : () -> !tfrt.chain\n"
		   "  tfrt.return\n"
		   "}\n",
		"module {\n"
		"  func.func @g() {\n    tfrt.return\n  }\n"
		"  func.func @f() {\n"
		"    \"demo.k\"() {callee = @g} : () -> ()\n"
		"    \"demo.k\"() {callee = 1 : i32, callee_ = [@g, @f, @g]} : () -> ()\n"
		"    %0 = tfrt.new.chain\n"
		"    tfrt.return\n  }\n}\n");
	check_back("func.func @f(%c: i1, %x: i32) -> i32 {\n"
		   "  %r = tfrt_test.test_cost %x {id = 1 : i64, _tfrt_cost = 9 : i64} : i32\n"
		   "  tfrt.if %c, %r : (i32) -> () { tfrt.return }\n"
		   "  tfrt.return %r : i32\n"
		   "}\n",
		"module {\n"
		"  func.func @f(%arg0: i1, %arg1: i32) -> i32 {\n"
		"    %0 = tfrt_test.test_cost %arg1 {_tfrt_cost = 1 : i64, id = 1 : i64} : i32\n"
		"    tfrt.if %arg0, %0 : (i32) -> ()  {\n      tfrt.return\n    } else  {\n      tfrt.return\n    }\n"
		"    tfrt.return %0 : i32\n  }\n}\n");
}

static void compiled_modules(void)
{
	static const char text[] = "module {\n"
				   "  module @m attributes {tfrt.compiled} {\n"
				   "    func.func @f() { \"demo.inner\"() {s = \"a\\nb\"} : () -> ()\n tfrt.return }\n"
				   "  }\n"
				   "  func.func @g() {\n"
				   "    \"demo.k\"() {a = @m::@f, b = @m::@g::@h} : () -> ()\n"
				   "    tfrt.return\n"
				   "  }\n"
				   "}\n";
	struct made made = assemble(text), again = { .status = BEF_E_STATE };
	struct bef_disassemble_options options = { .size = sizeof options, .locations = true };
	if (CHECK_MADE(made)) {
		struct back back = disassemble(made.data, made.size, &options);
		CHECK_INT(back.status, BEF_OK);
		CHECK(strstr(back.text, "\"demo.k\"() {a = @m::@f, b = @m::@g::@h} : () -> ()") != NULL);
		CHECK(strstr(back.text, "\"demo.inner\"()") != NULL);
		again = assemble(back.text);
		if (CHECK_MADE(again))
			CHECK(again.size == made.size && memcmp(again.data, made.data, made.size) == 0);
	}
	drop(&made);
	drop(&again);
}

/* Ops of any dialect use custom form if it is complete; names, attributes and nested modules round-trip. */
static void compiled_modules_in_custom_form(void)
{
	check_back("module @m attributes {tfrt.compiled, x.level = 2 : i32} {\n"
		   "  func.func @main(%a: i32, %b: i32) -> (i32, i32) attributes {x.kernel} {\n"
		   "    %s = \"x.add\"(%a, %b) <{flags = 1 : i32}> {extra} : (i32, i32) -> i32\n"
		   "    %t:2 = call @pair(%s) : (i32) -> (i32, i32)\n"
		   "    %u = tfrt.add.i32 %t#0, %t#1\n"
		   "    \"x.loop\"(%u) ({\n    ^bb0(%i: i32):\n      \"func.return\"() : () -> ()\n    }) : (i32) -> ()\n"
		   "    return %u, %s : i32, i32\n  }\n"
		   "  func.func private @pair(i32) -> (i32, i32)\n"
		   "  func.func @nothing() {\n    return\n  }\n"
		   "  func.func @branches(%a: i1) {\n    \"x.br\"(%a)[^bb1] : (i1) -> ()\n  ^bb1:\n    return\n  }\n"
		   "  func.func @annotated(%a: i32 {x.where = \"a\\nb\"}) {\n    return\n  }\n"
		   "  \"x.global\"() {sym_name = \"table\"} : () -> ()\n"
		   "  module @inner {\n  }\n"
		   "  module attributes {sym_visibility = \"private\", x.y = 1 : i32} {\n    func.func @g() {\n      return\n    }\n"
		   "  }\n}\n"
		   "func.func @f() {\n  \"demo.k\"() {a = @m::@main} : () -> ()\n  tfrt.return\n}\n",
		"module {\n"
		"  module @m attributes {tfrt.compiled, x.level = 2 : i32} {\n"
		"    func.func @main(%arg0: i32, %arg1: i32) -> (i32, i32) attributes {x.kernel} {\n"
		"      %0 = \"x.add\"(%arg0, %arg1) <{flags = 1 : i32}> {extra} : (i32, i32) -> i32\n"
		"      %1:2 = call @pair(%0) : (i32) -> (i32, i32)\n"
		"      %2 = tfrt.add.i32 %1#0, %1#1\n"
		"      \"x.loop\"(%2) ({\n"
		"      ^bb0(%arg2: i32):\n"
		"        \"func.return\"() : () -> ()\n"
		"      }) : (i32) -> ()\n"
		"      return %2, %0 : i32, i32\n"
		"    }\n"
		"    func.func private @pair(i32) -> (i32, i32)\n"
		"    func.func @nothing() {\n      return\n    }\n"
		"    func.func @branches(%arg0: i1) {\n"
		"      \"x.br\"(%arg0)[^bb1] : (i1) -> ()\n"
		"    ^bb1:  // pred: ^bb0\n"
		"      return\n"
		"    }\n"
		"    func.func @annotated(%arg0: i32 {x.where = \"a\\0Ab\"}) {\n      return\n    }\n"
		"    \"x.global\"() {sym_name = \"table\"} : () -> ()\n"
		"    module @inner {\n    }\n"
		"    module attributes {sym_visibility = \"private\", x.y = 1 : i32} {\n"
		"      func.func @g() {\n        return\n      }\n"
		"    }\n"
		"  }\n"
		"  func.func @f() {\n    \"demo.k\"() {a = @m::@main} : () -> ()\n    tfrt.return\n  }\n"
		"}\n");
}

/* Nested modules may use the custom assembly of upstream dialects, and are printed in it. */
static void compiled_modules_of_upstream_dialects(void)
{
	check_same("module {\n"
		   "  module @m attributes {tfrt.compiled} {\n"
		   "    func.func @main(%arg0: i32, %arg1: i32) -> i32 {\n"
		   "      %c5_i32 = arith.constant 5 : i32\n"
		   "      %0 = arith.addi %arg0, %arg1 overflow<nsw> : i32\n"
		   "      %1 = arith.muli %0, %c5_i32 : i32\n"
		   "      %2 = arith.cmpi slt, %1, %arg0 : i32\n"
		   "      %3 = arith.select %2, %1, %arg0 : i32\n"
		   "      return %3 : i32\n"
		   "    }\n"
		   "    func.func @sum(%arg0: f32, %arg1: f32) -> f32 {\n"
		   "      %cst = arith.constant 1.000000e+00 : f32\n"
		   "      %0 = arith.addf %arg0, %cst : f32\n"
		   "      %1 = arith.mulf %0, %arg1 fastmath<fast> : f32\n"
		   "      %2 = arith.negf %1 : f32\n"
		   "      return %2 : f32\n"
		   "    }\n"
		   "    func.func @widen(%arg0: i8) -> i64 {\n"
		   "      %0 = arith.extsi %arg0 : i8 to i64\n"
		   "      return %0 : i64\n"
		   "    }\n"
		   "    func.func @choose(%arg0: i32, %arg1: i1) -> i32 {\n"
		   "      cf.cond_br %arg1, ^bb1, ^bb2\n"
		   "    ^bb1:  // pred: ^bb0\n"
		   "      return %arg0 : i32\n"
		   "    ^bb2:  // pred: ^bb0\n"
		   "      %c0_i32 = arith.constant 0 : i32\n"
		   "      return %c0_i32 : i32\n"
		   "    }\n"
		   "  }\n"
		   "  func.func @f() {\n    \"demo.k\"() {a = @m::@main} : () -> ()\n    tfrt.return\n  }\n"
		   "}\n");
}

/* With locations the text round-trips to the same bytes. */
static void locations(void)
{
	static const char text[] = "func.func @f() {\n"
				   "  \"demo.k\"() : () -> () loc(unknown)\n"
				   "  \"demo.k\"() : () -> () loc(\"a\"(\"b.c\":3:4))\n"
				   "  \"demo.k\"() : () -> () loc(callsite(\"x\" at fused[\"y\", \"z\":1:2]))\n"
				   "  \"demo.k\"() : () -> ()\n"
				   "  tfrt.return\n"
				   "} loc(\"whole\")\n";
	struct bef_disassemble_options options = { .size = sizeof options, .locations = true };
	for (int generic = 0; generic < 2; generic++) {
		struct made made = assemble(text), again = { .status = BEF_E_STATE };
		options.generic = generic;
		if (CHECK_MADE(made)) {
			struct back back = disassemble(made.data, made.size, &options);
			CHECK_INT(back.status, BEF_OK);
			again = assemble(back.text);
			if (CHECK_MADE(again))
				CHECK(again.size == made.size && memcmp(again.data, made.data, made.size) == 0);
		}
		drop(&made);
		drop(&again);
	}
}

static void without_optional_sections(void)
{
	struct bef_assemble_options options = { .size = sizeof options, .no_optional_sections = true };
	struct made made = assemble_with("func.func @f(%a: i32) -> i32 {\n"
					 "  %b = tfrt.add.i32 %a, %a\n"
					 "  %c = \"demo.k\"() {x = 5 : i32, y = 5 : i32} : () -> i64\n"
					 "  tfrt.return %b : i32\n"
					 "}\n",
		&options);
	if (CHECK_MADE(made)) {
		struct back back = disassemble(made.data, made.size, NULL);
		CHECK_INT(back.status, BEF_OK);
		CHECK_STR(back.text,
			"module {\n"
			"  func.func @f(%arg0: i32) -> i32 {\n"
			"    %0 = tfrt.add.i32 %arg0, %arg0\n"
			"    %1 = \"demo.k\"() {attr0 = #bef.unknown<0>, attr1 = #bef.unknown<0>} : () -> none\n"
			"    tfrt.return %0 : i32\n"
			"  }\n"
			"}\n");
	}
	drop(&made);
}

/* ---- files that no module converts to */

struct kernel {
	uint32_t functions[2];
	size_t count;
};

/* Functions "" and "f"; the body of "f" is these kernels. */
static struct back with_kernels(const struct kernel *kernels, size_t count, const char *type)
{
	struct bef_writer *writer = bef_writer_create(NULL, NULL);
	const struct bef_function_type none = { NULL, NULL, 0, 0 };
	struct bef_writer_kernel made[4] = { 0 };
	struct bef_writer_body body = { 0 };
	struct back back = { .status = BEF_E_STATE };
	uint32_t code, index;
	uint8_t *data = NULL;
	size_t size;
	CHECK(count <= 4);
	CHECK_INT(bef_writer_type(writer, type, strlen(type), &index), BEF_OK);
	CHECK_INT(bef_writer_kernel_name(writer, "demo.k", 6, &code), BEF_OK);
	CHECK_INT(bef_writer_function(writer, BEF_FUNCTION_ASYNC, "", 0, &none, &index), BEF_OK);
	CHECK_INT(bef_writer_function(writer, BEF_FUNCTION_ASYNC, "f", 1, &none, &index), BEF_OK);
	for (size_t i = 0; i < count; i++) {
		made[i].code = code;
		made[i].functions = kernels[i].functions;
		made[i].function_count = kernels[i].count;
	}
	CHECK_INT(bef_writer_body(writer, &body, NULL), BEF_OK);
	body.function = 1;
	body.kernels = made;
	body.kernel_count = count;
	CHECK_INT(bef_writer_body(writer, &body, NULL), BEF_OK);
	if (CHECK_INT(bef_writer_finish(writer, &data, &size, NULL), BEF_OK))
		back = disassemble(data, size, NULL);
	bef_writer_free_bytes(writer, data, size);
	bef_writer_destroy(writer);
	return back;
}

static void files_that_no_module_gives(void)
{
	static const struct kernel once = { { 0 }, 1 }, symbol_behind = { { 0, 1 }, 2 };
	const struct kernel twice[] = { once, once };
	struct back back = with_kernels(&once, 1, "i32");
	CHECK_INT(back.status, BEF_OK);
	CHECK(strstr(back.text, "\"demo.k\"() ({\n      tfrt.return\n    }) : () -> ()\n") != NULL);
	back = with_kernels(twice, 2, "i32");
	CHECK_INT(back.status, BEF_E_UNSUPPORTED);
	CHECK_STR(back.diag.message, "function 1: function 0 has no name, and more than one kernel uses it");
	back = with_kernels(&symbol_behind, 1, "i32");
	CHECK_INT(back.status, BEF_E_UNSUPPORTED);
	CHECK_STR(back.diag.message, "function 1: a kernel has a named function after an unnamed one");
	back = with_kernels(&once, 1, "not a type");
	CHECK_INT(back.status, BEF_E_UNSUPPORTED);
	CHECK(strncmp(back.diag.message, "type 0, 'not a type', is not a valid MLIR type", 46) == 0);
	back = disassemble("\x0b\xef", 2, NULL);
	CHECK(back.status == BEF_E_TRUNCATED || back.status == BEF_E_MAGIC);
}

/* ---- limits, memory, a callback that stops */

static bool stop(void *ctx, const char *data, size_t size)
{
	(void)ctx;
	(void)data;
	(void)size;
	return false;
}

static void limits(void)
{
	struct made made = assemble("func.func @f() { \"demo.k\"() : () -> ()\n tfrt.return }\n");
	if (CHECK_MADE(made)) {
		for (int generic = 0; generic < 2; generic++) {
			struct bef_disassemble_options options = {
				.size = sizeof options, .generic = generic, .limit = 10
			};
			struct bef_diag diag = BEF_DIAG_INIT;
			CHECK_INT(disassemble(made.data, made.size, &options).status, BEF_E_LIMIT);
			options.limit = 0;
			CHECK_INT(bef_disassemble_text(made.data, made.size, NULL, &options, stop, NULL, &diag),
				BEF_E_IO);
			CHECK_INT(diag.status, BEF_E_IO);
		}
	}
	drop(&made);
}

struct budget {
	size_t left;
	long alive;
};

static void *budget_alloc(void *ctx, size_t size, size_t align)
{
	struct budget *budget = ctx;
	(void)align;
	if (budget->left == 0)
		return NULL;
	budget->left--;
	budget->alive++;
	return malloc(size);
}

static void budget_free(void *ctx, void *p, size_t size, size_t align)
{
	struct budget *budget = ctx;
	(void)size;
	(void)align;
	budget->alive -= p != NULL;
	free(p);
}

/* Each allocation fails in turn: the call reports an error and leaks nothing. */
static void memory_failures(void)
{
	struct made made = assemble(
		"func.func @g(%x: i32) -> i32 { tfrt.return %x : i32 }\n"
		"func.func @f(%c: i1, %x: i32) -> i32 {\n"
		"  %r = tfrt.if %c, %x : (i32) -> i32 { tfrt.return %x : i32 } else {\n"
		"    %k = tfrt.call @g(%x) {s = [\"a\", [1, 2]], d = dense<1> : tensor<4xi32>} : (i32) -> i32\n"
		"    tfrt.return %k : i32\n"
		"  }\n"
		"  tfrt.return %r : i32\n"
		"}\n");
	enum bef_status status = BEF_E_NOMEM;
	size_t allowed = 0;
	if (!CHECK_MADE(made))
		return;
	for (; status == BEF_E_NOMEM && allowed < 10000; allowed++) {
		struct budget budget = { allowed, 0 };
		const struct bef_allocator allocator = { budget_alloc, NULL, budget_free, &budget };
		struct back back = { .diag = BEF_DIAG_INIT };
		status = bef_disassemble_text(made.data, made.size, &allocator, NULL, keep, &back, &back.diag);
		CHECK_INT(budget.alive, 0);
		CHECK_INT(back.diag.status, status);
	}
	CHECK_INT(status, BEF_OK);
	CHECK(allowed > 10);
	drop(&made);
}

/* Attributes that many ops have are converted once; those of a function's ops do not serve another function. */
static void shared_attributes(void)
{
	static char text[8192];
	size_t size = 0;
	check_same("module {\n  func.func @g() {\n    tfrt.return\n  }\n  func.func @f() {\n"
		   "    \"demo.k\"() {a = 1 : i32, b = 2 : i64} : () -> ()\n"
		   "    \"demo.k\"() {b = 2 : i64, c = 1 : i32} : () -> ()\n"
		   "    \"demo.k\"() {a = 1 : i32} : () -> ()\n"
		   "    \"demo.l\"() {a = 1 : i32, b = 2 : i64} : () -> ()\n"
		   "    \"demo.k\"() {a = 1 : i32, b = 2 : i64} : () -> ()\n"
		   "    tfrt.call @g() : () -> ()\n"
		   "    tfrt.call @g() : () -> ()\n"
		   "    tfrt.return\n  }\n  func.func @h() {\n"
		   "    \"demo.k\"() {a = 1 : i32, b = 2 : i64} : () -> ()\n"
		   "    \"demo.l\"() {b = 2 : i64, c = 1 : i32} : () -> ()\n"
		   "    tfrt.call @f() : () -> ()\n"
		   "    tfrt.return\n  }\n}\n");
	size += (size_t)snprintf(text, sizeof text, "module {\n  func.func @f() {\n");
	for (int i = 0; i < 180; i++) /* more than are kept */
		size += (size_t)snprintf(
			text + size, sizeof text - size, "    \"demo.k\"() {n = %d : i32} : () -> ()\n", i * 7 % 90);
	snprintf(text + size, sizeof text - size, "    tfrt.return\n  }\n}\n");
	check_same(text);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(plain_forms),
		CHECK_CASE(control_flow),
		CHECK_CASE(test_and_corert_forms),
		CHECK_CASE(generic_where_needed),
		CHECK_CASE(functions),
		CHECK_CASE(shared_attributes),
		CHECK_CASE(names_that_are_lost),
		CHECK_CASE(compiled_modules),
		CHECK_CASE(compiled_modules_in_custom_form),
		CHECK_CASE(compiled_modules_of_upstream_dialects),
		CHECK_CASE(locations),
		CHECK_CASE(without_optional_sections),
		CHECK_CASE(files_that_no_module_gives),
		CHECK_CASE(limits),
		CHECK_CASE(memory_failures),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
