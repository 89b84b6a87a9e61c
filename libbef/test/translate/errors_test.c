/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Invalid host programs: status, place and text of the diagnostic. */
#include "support.h"

struct wrong {
	const char *text;
	enum bef_status status;
	uint32_t line, column;
	const char *message;
};

static void check_wrong(const struct wrong *wrong)
{
	struct made made = assemble(wrong->text);
	int failures = check_failures;
	CHECK_INT(made.status, wrong->status);
	CHECK_INT(made.diag.status, wrong->status);
	CHECK_INT(made.diag.line, wrong->line);
	CHECK_INT(made.diag.column, wrong->column);
	CHECK_STR(made.diag.message, wrong->message);
	CHECK(!made.data && made.size == 0);
	if (check_failures > failures)
		printf("# that was %s\n", wrong->text);
	drop(&made);
}

#define CHECK_WRONG(table)                                                                                             \
	for (size_t n = 0; n < sizeof(table) / sizeof *(table); n++)                                                   \
	check_wrong(&(table)[n])

/* A statement in line 6, after functions in lines 1 to 4. */
#define WRAP(statement)                                                                                                \
	"func.func @unary(%x: i32) -> i32 { tfrt.return %x : i32 }\n"                                                  \
	"func.func @wide(%x: i64) -> i32 { %r = tfrt.constant.i32 1 tfrt.return %r : i32 }\n"                          \
	"func.func @none() { tfrt.return }\n"                                                                          \
	"func.func @range(%s: i32, %e: i32) { tfrt.return }\n"                                                         \
	"func.func @main(%b: i1, %i: i32, %l: i64, %c: !tfrt.chain) {\n" statement "\n  tfrt.return\n}\n"
#define CORRUPT(statement, message)                                                                                    \
	{                                                                                                              \
		WRAP(statement), BEF_E_CORRUPT, 6, 1, message                                                          \
	}

static void operands_and_results(void)
{
	static const struct wrong table[] = {
		CORRUPT("\"tfrt.add.i32\"(%i) : (i32) -> i32", "'tfrt.add.i32' op expected 2 operands, but found 1"),
		CORRUPT("\"tfrt.add.i32\"(%i, %l) : (i32, i64) -> i32",
			"'tfrt.add.i32' op operand #1 must be 32-bit signless integer, but got 'i64'"),
		CORRUPT("\"tfrt.add.i32\"(%i, %i) : (i32, i32) -> i64",
			"'tfrt.add.i32' op result #0 must be 32-bit signless integer, but got 'i64'"),
		CORRUPT("\"tfrt.add.i32\"(%i, %i) : (i32, i32) -> ()",
			"'tfrt.add.i32' op expected 1 results, but found 0"),
		CORRUPT("\"tfrt.print.i32\"(%i, %i) : (i32, i32) -> !tfrt.chain",
			"'tfrt.print.i32' op operand #1 must be !tfrt.chain type, but got 'i32'"),
		CORRUPT("\"tfrt.while\"() <{body_fn = @none, parallel_iterations = 1 : i64}> : () -> ()",
			"'tfrt.while' op expected 1 or more operands, but found 0"),
		CORRUPT("\"ts.as_fixed_rank_shape.2\"(%i) : (i32) -> !ts.fixed_rank_shape.2",
			"'ts.as_fixed_rank_shape.2' op operand #0 must be !ts.shape type, but got 'i32'"),
		CORRUPT("\"tfrt.new.chain\"() ({}) : () -> !tfrt.chain", "'tfrt.new.chain' op requires 0 regions"),
		CORRUPT("\"tfrt.add.i32\"(%i, %later) : (i32, i32) -> i32 %later = tfrt.constant.i32 1",
			"operand #1 does not dominate this use"),
	};
	CHECK_WRONG(table);
}

static void attributes(void)
{
	static const struct wrong table[] = {
		CORRUPT("\"tfrt.constant.i32\"() : () -> i32", "'tfrt.constant.i32' op requires attribute 'value'"),
		CORRUPT("\"tfrt.constant.i32\"() {value = 1 : i64} : () -> i32",
			"'tfrt.constant.i32' op attribute 'value' failed to satisfy constraint: 32-bit signless "
			"integer attribute"),
		CORRUPT("\"tfrt.constant.f32\"() {value = 1.0 : f64} : () -> f32",
			"'tfrt.constant.f32' op attribute 'value' failed to satisfy constraint: 32-bit float "
			"attribute"),
		CORRUPT("\"tfrt.call\"() {callee = \"none\"} : () -> ()",
			"'tfrt.call' op attribute 'callee' failed to satisfy constraint: flat symbol reference "
			"attribute"),
		CORRUPT("\"tfrt_test.get_string\"() {value = 1} : () -> !tfrt.string",
			"'tfrt_test.get_string' op attribute 'value' failed to satisfy constraint: string attribute"),
		CORRUPT("\"ts.build_shape\"() {value = [1 : i32]} : () -> !ts.shape",
			"'ts.build_shape' op attribute 'value' failed to satisfy constraint: 64-bit integer array "
			"attribute"),
		CORRUPT("\"tfrt.case\"(%i) {branches = @none} : (i32) -> ()",
			"'tfrt.case' op attribute 'branches' failed to satisfy constraint: array attribute"),
		CORRUPT("\"corert.const_dense_tensor\"() {value = 1} : () -> !corert.tensorhandle",
			"'corert.const_dense_tensor' op attribute 'value' failed to satisfy constraint: constant "
			"vector/tensor attribute"),
		CORRUPT("\"tfrt_test.test_cost\"() {id = 1, _tfrt_cost = 0} : () -> i32",
			"'tfrt_test.test_cost' op requires a positive _tfrt_cost"),
	};
	CHECK_WRONG(table);
}

static void calls(void)
{
	static const struct wrong table[] = {
		CORRUPT("tfrt.call @nowhere() : () -> ()",
			"'tfrt.call' op 'nowhere' does not reference a valid function"),
		CORRUPT("tfrt.call @none(%i) : (i32) -> ()", "'tfrt.call' op incorrect number of operands for callee"),
		CORRUPT("tfrt.call @unary(%l) : (i64) -> i32", "'tfrt.call' op operand type mismatch"),
		CORRUPT("tfrt.call @unary(%i) : (i32) -> i64", "'tfrt.call' op result type mismatch"),
		CORRUPT("tfrt.call @unary(%i) : (i32) -> ()", "'tfrt.call' op incorrect number of results for callee"),
		CORRUPT("tfrt.cond %b @wide @unary (%i) : (i32) -> (i32)", "'tfrt.cond' op operand type mismatch"),
		CORRUPT("tfrt.cond %b @unary @none (%i) : (i32) -> (i32)",
			"'tfrt.cond' op incorrect number of operands for false function"),
		CORRUPT("tfrt.parallel_call.i32 %i to %i fixed %i @unary()",
			"'tfrt.parallel_call.i32' op async callee must return a chain"),
		CORRUPT("tfrt.parallel_call.i32 %i to %i fixed %i @none()",
			"'tfrt.parallel_call.i32' op incorrect number of operands for callee"),
		CORRUPT("tfrt.parallel_call.i32 %i to %i fixed %i @range(%l) : i64",
			"'tfrt.parallel_call.i32' op incorrect number of operands for callee"),
		{ WRAP("\"k.k\"() {f = @nowhere} : () -> ()"), BEF_E_CORRUPT, 6, 1, "function @nowhere not defined" },
		{ WRAP("\"k.k\"() {f = [@none, @nowhere]} : () -> ()"), BEF_E_CORRUPT, 6, 1,
			"function @nowhere not defined" },
		{ WRAP("\"k.k\"() {f = [@none, \"x\"]} : () -> ()"), BEF_E_UNSUPPORTED, 6, 1,
			"BEF files cannot encode the 'f' attribute" },
		{ "\"k.data\"() {sym_name = \"d\"} : () -> ()\nfunc.func @f() {\n  \"k.k\"() {f = @d} : () -> ()\n  "
		  "tfrt.return\n}\n",
			BEF_E_CORRUPT, 3, 3, "function @d not defined" },
		{ "\"k.data\"() {sym_name = \"d\"} : () -> ()\nfunc.func @f() {\n  tfrt.call @d() : () -> ()\n  "
		  "tfrt.return\n}\n",
			BEF_E_CORRUPT, 3, 3, "'tfrt.call' op 'd' does not reference a valid function" },
	};
	CHECK_WRONG(table);
}

static void regions(void)
{
	static const struct wrong table[] = {
		{ WRAP("%r = tfrt.if %b : () -> (i32) { %x = tfrt.constant.i32 1 tfrt.return %x : i32 }"),
			BEF_E_CORRUPT, 6, 6, "'tfrt.if' op needs an else region to have results" },
		CORRUPT("\"tfrt.if\"(%b, %i) ({\n tfrt.return\n}, {\n tfrt.return\n}) : (i1, i32) -> ()",
			"'tfrt.if' op region has 0 arguments, expected 1"),
		CORRUPT("\"tfrt_test.do.async\"(%i) ({\n^bb0(%x: i64):\n tfrt.return\n}) : (i32) -> ()",
			"'tfrt_test.do.async' op type of region argument 0 does not match the operand"),
		CORRUPT("\"tfrt.repeat.i32\"(%i, %i) ({\n^bb0(%x: i32):\n tfrt.return\n}) : (i32, i32) -> ()",
			"'tfrt.repeat.i32' op incorrect number of results"),
		CORRUPT("\"tfrt.repeat.i32\"(%i) ({}) : (i32) -> ()",
			"'tfrt.repeat.i32' op expects a non-empty region"),
		CORRUPT("\"tfrt.parallel_for.i32\"(%i, %i, %i) ({\n^bb0(%x: i32, %y: i64):\n tfrt.return\n}) "
			": (i32, i32, i32) -> !tfrt.chain",
			"'tfrt.parallel_for.i32' op type of region argument 1 does not match the operand"),
		{ WRAP("tfrt.repeat.i32 %i {\n  tfrt.return %i : i32\n}"), BEF_E_SYNTAX, 7, 15,
			"use of undeclared SSA value name '%i'; a region sees only values that are passed to it" },
		{ WRAP("%r = tfrt_test.do.async %i : (i32) -> (i64) {\n  tfrt.return %i : i32\n}"), BEF_E_CORRUPT, 7, 3,
			"'tfrt.return' op operand types don't match 'tfrt_test.do.async' result" },
		{ WRAP("%r = tfrt.parallel_for.i32 %i to %l fixed %i {\n  tfrt.return\n}"), BEF_E_SYNTAX, 6, 34,
			"use of value '%l' expects different type than prior uses: 'i32' vs 'i64'" },
		{ WRAP("%r = tfrt.parallel_for.i32 %i to %i2 fixed %i {\n  tfrt.return %i : i32\n}"), BEF_E_SYNTAX, 6,
			34, "use of undeclared SSA value name '%i2'" },
		{ WRAP("tfrt_test.do.async %i : (i32) -> () {\n  %x = tfrt.add.i32 %i, %i\n}"), BEF_E_CORRUPT, 7, 8,
			"block with no terminator, has 'tfrt.add.i32'" },
		{ WRAP("\"k.k\"() ({\n  %x = tfrt.new.chain\n}) : () -> ()"), BEF_E_CORRUPT, 7, 8,
			"all functions need to have a tfrt.return" },
		{ WRAP("\"k.k\"() ({}) : () -> ()"), BEF_E_UNSUPPORTED, 6, 1,
			"regions without a block cannot be emitted to BEF files" },
		{ WRAP("\"k.k\"() ({\n  tfrt.return\n^bb1:\n  tfrt.return\n}) : () -> ()"), BEF_E_UNSUPPORTED, 6, 1,
			"multi-block regions cannot be emitted to BEF files" },
		{ WRAP("\"k.k\"() ({\n  tfrt.return %i : i32\n}) : () -> ()"), BEF_E_UNSUPPORTED, 7, 3,
			"BEF executor only supports references to kernels within the current region" },
		{ WRAP("%r = tfrt.addd.i32 %i, %i"), BEF_E_SYNTAX, 6, 6,
			"custom op 'tfrt.addd.i32' is unknown; did you mean 'tfrt.add.i32'? An op without a custom "
			"form is "
			"written \"tfrt.addd.i32\"(operands) {attributes} : (types) -> types" },
		{ WRAP("%r = tfrt.something_else %i"), BEF_E_SYNTAX, 6, 6,
			"custom op 'tfrt.something_else' is unknown; an op without a custom form is written "
			"\"tfrt.something_else\"(operands) {attributes} : (types) -> types" },
		{ WRAP("builtin.module { }"), BEF_E_UNSUPPORTED, 6, 1,
			"'builtin.module' op inside a function is not a kernel" },
	};
	CHECK_WRONG(table);
}

/* Ops of control flow without their parts, in both forms. */
static void missing_parts(void)
{
	static const struct wrong table[] = {
		CORRUPT("\"tfrt.if\"() ({\n tfrt.return\n}, {\n tfrt.return\n}) : () -> ()",
			"'tfrt.if' op expected 1 or more operands, but found 0"),
		{ WRAP("tfrt.if : () -> () {\n tfrt.return\n}"), BEF_E_SYNTAX, 6, 9, "expected SSA operand" },
		CORRUPT("\"tfrt.if\"(%b) ({\n tfrt.return\n}) : (i1) -> ()", "'tfrt.if' op requires 2 regions"),
		CORRUPT("\"tfrt.repeat.i32\"() ({\n tfrt.return\n}) : () -> ()",
			"'tfrt.repeat.i32' op expected 1 or more operands, but found 0"),
		{ WRAP("tfrt.repeat.i32 {\n tfrt.return\n}"), BEF_E_SYNTAX, 6, 17, "expected SSA operand" },
		{ WRAP("%r = tfrt_test.test_cost %i {id = 1 : i64, _tfrt_cost = 0 : i64} : i32"), BEF_E_CORRUPT, 6, 6,
			"'tfrt_test.test_cost' op requires a positive _tfrt_cost" },
		{ WRAP("%r = tfrt_test.do.async %i : (i32) -> (i64) {\n  tfrt.return %l : i64\n}"), BEF_E_SYNTAX, 7, 15,
			"use of undeclared SSA value name '%l'; a region sees only values that are passed to it" },
	};
	CHECK_WRONG(table);
}

static void modules(void)
{
	static const struct wrong table[] = {
		{ "module attributes {threshold = 1 : i64} {\n}\n", BEF_E_CORRUPT, 1, 1,
			"'builtin.module' op can only contain attributes with dialect-prefixed names, found: "
			"'threshold'" },
		{ "module {\n  module @m attributes {tfrt.compiled, extra} {\n  }\n}\n", BEF_E_CORRUPT, 2, 3,
			"'builtin.module' op can only contain attributes with dialect-prefixed names, found: "
			"'extra'" },
		{ WRAP("%r = \"k.k\"() {fn = @nowhere::@main} : () -> i32"), BEF_E_CORRUPT, 6, 6,
			"function @nowhere::@main not defined" },
		{ WRAP("%r = \"k.k\"() {fn = @none::@main} : () -> i32"), BEF_E_UNSUPPORTED, 6, 6,
			"BEF files cannot encode the 'fn' attribute" },
	};
	CHECK_WRONG(table);
}

static void functions(void)
{
	static const struct wrong table[] = {
		{ "func.func @f() -> i32 {\n  tfrt.return\n}\n", BEF_E_CORRUPT, 2, 3,
			"'tfrt.return' op has 0 operands, but enclosing function returns 1" },
		{ "func.func @f(%x: i32) -> i64 {\n  tfrt.return %x : i32\n}\n", BEF_E_CORRUPT, 2, 3,
			"type of return operand 0 ('i32') doesn't match function result type ('i64')" },
		{ "func.func @f() {\n  tfrt.return\n  tfrt.return\n}\n", BEF_E_CORRUPT, 2, 3,
			"'tfrt.return' op must be the last operation in the parent block" },
		{ "func.func @f() {\n  \"k.end\"() : () -> ()\n}\n", BEF_E_CORRUPT, 2, 3,
			"all functions need to have a tfrt.return" },
		{ "func.func @f() {\n  tfrt.return\n^bb1:\n  tfrt.return\n}\n", BEF_E_UNSUPPORTED, 1, 1,
			"multi-block regions cannot be emitted to BEF files" },
		{ "func.func @f(%x: i32) -> i32 attributes {tfrt.sync} {\n  tfrt.return %x : i32\n}\n",
			BEF_E_UNSUPPORTED, 2, 3, "return value 0 is an argument in a sync function" },
		{ "\"func.func\"() <{function_type = (i32) -> (), sym_name = \"f\"}> ({\n  tfrt.return\n}) : () -> "
		  "()\n",
			BEF_E_CORRUPT, 1, 1,
			"'func.func' op entry block must have 1 arguments to match function signature" },
		{ "\"func.func\"() <{function_type = (i32) -> (), sym_name = \"f\"}> ({\n^bb0(%x: i64):\n  "
		  "tfrt.return\n}) : () -> ()\n",
			BEF_E_CORRUPT, 1, 1,
			"'func.func' op type of entry block argument #0('i64') must match the type of the "
			"corresponding argument in "
			"function signature('i32')" },
		{ "\"func.func\"() <{sym_name = \"f\"}> ({\n  tfrt.return\n}) : () -> ()\n", BEF_E_CORRUPT, 1, 1,
			"'func.func' op requires attribute 'function_type'" },
		{ "\"func.func\"() <{function_type = () -> ()}> ({\n  tfrt.return\n}) : () -> ()\n", BEF_E_CORRUPT, 1,
			1, "'func.func' op requires attribute 'sym_name'" },
		{ "module {\nmodule {\nfunc.func @f() {\n  tfrt.return\n}\n}\nfunc.func @f() {\n  tfrt.return\n}\n}\n",
			BEF_E_UNSUPPORTED, 7, 1, "function @f is also defined in another module" },
	};
	CHECK_WRONG(table);
}

/* Names are NUL-terminated in the file. */
static void names_with_nul(void)
{
	static const struct wrong table[] = {
		{ "func.func @\"a\\00b\"() {\n  tfrt.return\n}\n", BEF_E_UNSUPPORTED, 1, 1,
			"BEF files cannot represent a name with a NUL" },
		{ "func.func @f() {\n  \"k.k\"() {\"a\\00b\" = 1 : i32} : () -> ()\n  tfrt.return\n}\n",
			BEF_E_UNSUPPORTED, 2, 3, "BEF files cannot represent an attribute name with a NUL" },
		{ "func.func @f() {\n  tfrt.return\n} loc(\"a\\00b\":1:2)\n", BEF_E_UNSUPPORTED, 1, 2,
			"BEF files cannot represent a name with a NUL" },
	};
	CHECK_WRONG(table);
}

/* The place is the op's own location, which may name another file. */
static void places(void)
{
	static const struct wrong table[] = {
		{ "func.func @f() {\n  \"k.k\"() {a} : () -> () loc(\"elsewhere\":70:8)\n  tfrt.return\n}\n",
			BEF_E_UNSUPPORTED, 70, 8, "BEF files cannot encode the 'a' attribute" },
		{ "func.func @f() {\n  \"k.k\"() {a} : () -> () loc(callsite(\"n\"(\"e\":5:6) at \"o\"))\n  "
		  "tfrt.return\n}\n",
			BEF_E_UNSUPPORTED, 5, 6, "BEF files cannot encode the 'a' attribute" },
		{ "func.func @f() {\n  \"k.k\"() {a} : () -> () loc(unknown)\n  tfrt.return\n}\n", BEF_E_UNSUPPORTED, 0,
			0, "BEF files cannot encode the 'a' attribute" },
	};
	CHECK_WRONG(table);
}

/* The diag keeps the first failure; NULL is allowed. */
static void diags(void)
{
	static const char text[] = "func.func @f() {\n  \"k.end\"() : () -> ()\n}\n";
	struct bef_diag diag = BEF_DIAG_INIT;
	uint8_t *data;
	size_t size;
	diag.status = BEF_E_IO;
	snprintf(diag.message, sizeof diag.message, "before");
	CHECK_INT(bef_assemble_text(text, sizeof text - 1, NULL, NULL, NULL, &data, &size, &diag), BEF_E_CORRUPT);
	CHECK_STR(diag.message, "before");
	CHECK_INT(bef_assemble_text(text, sizeof text - 1, NULL, NULL, NULL, &data, &size, NULL), BEF_E_CORRUPT);
	CHECK_INT(bef_assemble_text("%", 1, NULL, NULL, NULL, &data, &size, NULL), BEF_E_SYNTAX);
	CHECK(!data);
	bef_assemble_free(NULL, NULL, 0);
}

/* The text of func.func cannot contain uses before definitions, but other sources of IR can. */
static void forward_references(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "t.mlir" };
	static const char text[] =
		"func.func @f(%x: i32) {\n  \"k.use\"(%x) : (i32) -> ()\n  %y = \"k.make\"() : () -> i32\n"
		"  tfrt.return\n}\n";
	struct mlirbc_module *module;
	options.dialects = bef_mlir_dialects(&options.dialect_count);
	if (CHECK_INT(mlirbc_parse(context, text, sizeof text - 1, &options, &module, NULL), MLIRBC_OK)) {
		struct mlirbc_op *function = mlirbc_op_regions(module->body->first)[0].first->first;
		struct mlirbc_op *use = mlirbc_op_regions(function)[0].first->first;
		struct made made = { .diag = BEF_DIAG_INIT };
		mlirbc_operand_set(&mlirbc_op_operands(use)[0], &mlirbc_op_results(use->next)[0]);
		made.status = bef_assemble(module, NULL, NULL, &made.data, &made.size, &made.diag);
		CHECK_INT(made.status, BEF_E_CORRUPT);
		CHECK_STR(made.diag.message, "operand #0 does not dominate this use");
		CHECK_INT(made.diag.line, 2);
		made.diag.status = BEF_OK;
		mlirbc_operand_set(&mlirbc_op_operands(use)[0], NULL);
		made.status = bef_assemble(module, NULL, NULL, &made.data, &made.size, &made.diag);
		CHECK_INT(made.status, BEF_E_CORRUPT);
		CHECK_STR(made.diag.message, "'k.use' op operand #0 is missing");
	}
	mlirbc_context_destroy(context);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(operands_and_results),
		CHECK_CASE(attributes),
		CHECK_CASE(calls),
		CHECK_CASE(regions),
		CHECK_CASE(missing_parts),
		CHECK_CASE(modules),
		CHECK_CASE(functions),
		CHECK_CASE(names_with_nul),
		CHECK_CASE(places),
		CHECK_CASE(diags),
		CHECK_CASE(forward_references),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
