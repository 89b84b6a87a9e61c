/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations that the verifier refuses, with the place and the beginning of the message of mlir-opt-22. Each is a body
 * of a module; `ok` modules differ from them in one point. */
#include "../../test/text.h"

#include <mlirbc/upstream.h>

struct invalid {
	const char *text;
	unsigned line, column;
	const char *message; /* NULL: valid */
};

static const struct invalid cases[] = {
	/* constraints of types */
	{ "func.func @f(%a: i32) {\n  %0 = \"math.sin\"(%a) : (i32) -> i32\n  return\n}", 2, 8,
		"'math.sin' op operand #0 must be floating-point-like, but got 'i32'" },
	{ "func.func @f(%a: vector<[4]xf32>) {\n  %0 = \"math.sin\"(%a) : (vector<[4]xf32>) -> vector<[4]xf32>\n  return\n}", 0, 0,
		NULL },
	{ "func.func @f(%a: i32) {\n  %0 = \"llvm.load\"(%a) : (i32) -> i32\n  return\n}", 2, 8,
		"'llvm.load' op operand #0 must be LLVM pointer type, but got 'i32'" },
	{ "func.func @f(%a: vector<5xf32>) {\n  %0 = \"spirv.FNegate\"(%a) : (vector<5xf32>) -> vector<5xf32>\n  return\n}", 2, 8,
		"'spirv.FNegate' op operand #0 must be" },
	{ "func.func @f(%a: !llvm.ptr) {\n  %0 = \"nvvm.mbarrier.arrive\"(%a) : (!llvm.ptr) -> i32\n  return\n}", 2, 8,
		"'nvvm.mbarrier.arrive' op result #0 must be" },
	{ "func.func @f(%a: f32, %b: tensor<4xf32>) {\n  %0 = \"arith.addf\"(%a, %b) : (f32, tensor<4xf32>) -> f32\n  return\n}", 2, 8,
		"'arith.addf' op requires the same type for all operands and results" },
	{ "func.func @f(%a: index, %b: i32) {\n  %0 = \"arith.cmpi\"(%b, %a) <{predicate = 0 : i64}> : (i32, index) -> i1\n  return\n}",
		2, 8, "'arith.cmpi' op requires all operands to have the same type" },
	{ "func.func @f(%a: vector<4xi32>) {\n  %0 = \"arith.cmpi\"(%a, %a) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) "
	  "-> vector<8xi1>\n  return\n}",
		2, 8, "'arith.cmpi' op" },
	{ "func.func @f(%a: memref<4xf32>, %i: index) {\n  %0 = \"memref.load\"(%a, %i) : (memref<4xf32>, index) -> i32\n  return\n}", 2,
		8, "'memref.load' op failed to verify that types of {result, memref} match" },
	{ "func.func @f(%a: vector<4xf32>, %b: f16) {\n  %0 = \"vector.broadcast\"(%b) : (f16) -> vector<4xf32>\n  return\n}", 2, 8,
		"'vector.broadcast' op failed to verify that all of {vector, source} have same element type" },
	/* attributes */
	{ "func.func @f(%a: i32) {\n  %0 = \"arith.cmpi\"(%a, %a) <{predicate = 10 : i64}> : (i32, i32) -> i1\n  return\n}", 2, 8,
		"'arith.cmpi' op attribute 'predicate' failed to satisfy constraint" },
	{ "func.func @f(%a: i32) {\n  %0 = \"arith.cmpi\"(%a, %a) <{predicate = 1 : i32}> : (i32, i32) -> i1\n  return\n}", 2, 8,
		"'arith.cmpi' op attribute 'predicate' failed to satisfy constraint" },
	{ "func.func @f(%a: i32) {\n  %0 = \"arith.cmpi\"(%a, %a) : (i32, i32) -> i1\n  return\n}", 2, 8,
		"'arith.cmpi' op requires attribute 'predicate'" },
	/* groups of operands, successors */
	{ "func.func @f(%a: i1) {\n  \"cf.cond_br\"(%a)[^a, ^a] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1) -> ()\n^a:\n  "
	  "return\n}",
		2, 3, "'cf.cond_br' op operand count does not match" },
	{ "func.func @f(%a: i1) {\n  \"cf.cond_br\"(%a)[^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()\n^a:\n  "
	  "return\n}",
		2, 3, "'cf.cond_br' op requires 2 successors but found 1" },
	/* regions and blocks */
	{ "func.func @f(%a: i1) {\n  \"scf.if\"(%a) ({\n    %0 = arith.constant 1 : i32\n  }, {\n  }) : (i1) -> ()\n  return\n}", 3, 10,
		"block with no terminator, has 'arith.constant'" },
	{ "func.func @f(%a: i1) {\n  \"scf.if\"(%a) ({\n  ^a:\n  }, {\n  }) : (i1) -> ()\n  return\n}", 2, 3,
		"'scf.if' op expects a non-empty block" },
	{ "func.func @f(%a: i1) {\n  \"scf.if\"(%a) ({\n    func.return\n  }, {\n  }) : (i1) -> ()\n  return\n}", 3, 5,
		"'func.return' op expects parent op 'func.func'" },
	{ "\"builtin.module\"() ({\n^bb0(%a: i32):\n}) : () -> ()", 1, 1,
		"'builtin.module' op region #0 should have no arguments" },
	{ "func.func @f() {\n  \"spirv.mlir.loop\"() ({\n  ^a:\n    \"spirv.mlir.merge\"() : () -> ()\n  }) : () -> ()\n  return\n}", 2, 3,
		"'spirv.mlir.loop' op requires attribute 'loop_control'" },
	{ "%0 = \"test.unknown\"() ({\n  %1 = arith.constant 1 : i32\n}) : () -> i32", 0, 0, NULL },
};

static void check_case(const struct invalid *expected)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "t" };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module = NULL;
	options.dialects = mlirbc_upstream_assembly(&options.dialect_count);
	const enum mlirbc_status status =
		mlirbc_parse(context, expected->text, strlen(expected->text), &options, &module, &diag);
	if (!expected->message) {
		if (status != MLIRBC_OK)
			check_report(__FILE__, __LINE__, "%s: %u:%u: %s", expected->text, diag.line, diag.column, diag.message);
	} else if (status == MLIRBC_OK || diag.line != expected->line || diag.column != expected->column ||
		   !strstr(diag.message, expected->message)) {
		check_report(__FILE__, __LINE__, "%s: %u:%u: %s", expected->text, diag.line, diag.column,
			status == MLIRBC_OK ? "accepted" : diag.message);
	}
	mlirbc_context_destroy(context);
}

static void check_cases(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_case(&cases[i]);
}

int main(int argc, char **argv)
{
	static const struct check_case all[] = { CHECK_CASE(check_cases) };
	return check_main(argc, argv, all, sizeof all / sizeof *all);
}
