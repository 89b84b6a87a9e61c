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
	{ "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], "
	  "iterator_types = [\">arallel\"]} outs(%a : tensor<4xf32>) {\n  ^bb0(%o: f32):\n    linalg.yield %o : f32\n  } -> "
	  "tensor<4xf32>\n  return %0 : tensor<4xf32>\n}",
		2, 99, "unexpected iterator_type (>arallel)" },
	/* operations like the one before, but for a type, an attribute, the number of values, or the place */
	{ "func.func @f(%a: f32, %b: i32) {\n  %0 = math.sin %a : f32\n  %1 = math.sin %a : f32\n  %2 = \"math.sin\"(%b) : (i32) -> f32\n  "
	  "return\n}",
		4, 8, "'math.sin' op operand #0 must be" },
	{ "func.func @f(%a: f32) {\n  %0 = math.sin %a : f32\n  %1 = \"math.sin\"(%a) : (f32) -> f64\n  return\n}", 3, 8,
		"'math.sin' op requires the same type" },
	{ "func.func @f(%a: i32) {\n  %0 = arith.cmpi eq, %a, %a : i32\n  %1 = \"arith.cmpi\"(%a, %a) <{predicate = 10 : i64}> : (i32, i32) "
	  "-> i1\n  return\n}",
		3, 8, "'arith.cmpi' op attribute 'predicate' failed to satisfy constraint" },
	{ "func.func @f(%a: f32) {\n  %0 = math.sin %a : f32\n  %1 = \"math.sin\"(%a, %a) : (f32, f32) -> f32\n  return\n}", 3, 8,
		"'math.sin' op expected 1 operand, but found 2" },
	{ "func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}\nfunc.func @g(%a: i32) -> i64 {\n  return %a : i32\n}", 5, 3,
		"'func.return' op type of return operand 0" },
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
	{ "func.func @f(%m: memref<4xf32>) {\n  %0 = \"memref.load\"(%m) : (memref<4xf32>) -> f32\n  return\n}", 2, 8,
		"'memref.load' op incorrect number of indices, expected 1 but got 0" },
	{ "func.func @f() {\n  %0 = \"tensor.empty\"() : () -> tensor<?xf32>\n  return\n}", 2, 8,
		"'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 1" },
	/* functions, branches, yields */
	{ "func.func @f()", 1, 1, "'func.func' op symbol declaration cannot have public visibility" },
	{ "func.func private @f()", 0, 0, NULL },
	{ "\"func.func\"() <{function_type = () -> (), sym_name = \"f\", sym_visibility = \"hidden\"}> ({\n}) : () -> ()", 1, 1,
		"'func.func' op visibility expected to be one of" },
	{ "\"func.func\"() <{function_type = (i32) -> (), sym_name = \"f\"}> ({\n^a(%a: i64):\n  func.return\n}) : () -> ()", 1, 1,
		"'func.func' op type of entry block argument #0('i64') must match" },
	{ "func.func @f(%a: i32) -> i64 {\n  return %a : i32\n}", 2, 3, "'func.return' op type of return operand 0" },
	{ "func.func @f(%a: i32) {\n  return %a : i32\n}", 2, 3, "'func.return' op has 1 operands, but enclosing function returns 0" },
	{ "func.func @f(%a: i32) {\n  \"cf.br\"(%a)[^b] : (i32) -> ()\n^b:\n  return\n}", 2, 3,
		"branch has 1 operands for successor #0, but target block has 0" },
	{ "func.func @f(%a: i32) {\n  \"cf.br\"(%a)[^b] : (i32) -> ()\n^b(%c: i64):\n  return\n}", 2, 3,
		"type mismatch for bb argument #0 of successor #0" },
	{ "func.func @f(%a: i1) {\n  %0 = \"scf.if\"(%a) ({\n    \"scf.yield\"(%a) : (i1) -> ()\n  }, {\n    \"scf.yield\"() : () -> ()\n  }) : (i1) "
	  "-> i1\n  return\n}",
		2, 8, "'scf.if' op region control flow edge from region #1" },
	{ "llvm.func @f(%a: i32) {\n  llvm.return\n}\n\"llvm.func\"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (f32)>, "
	  "linkage = #llvm.linkage<external>, sym_name = \"g\", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({\n^a(%a: i32):\n  "
	  "llvm.return\n}) : () -> ()",
		4, 1, "'llvm.func' op type of entry block argument #0" },
	{ "\"builtin.module\"() <{sym_visibility = \"hidden\"}> ({\n^a:\n}) : () -> ()", 0, 0, NULL }, /* no name, no symbol */
	/* symbols */
	{ "func.func @f() {\n  call @g() : () -> ()\n  return\n}", 2, 3, "'func.call' op 'g' does not reference a valid function" },
	{ "func.func private @g(i32)\nfunc.func @f() {\n  call @g() : () -> ()\n  return\n}", 3, 3,
		"'func.call' op incorrect number of operands for callee" },
	{ "module {\n  module {\n    func.func @f() {\n      call @g() : () -> ()\n      return\n    }\n  }\n  func.func private @g()\n}", 4, 7,
		"'func.call' op 'g' does not reference a valid function" },
	{ "gpu.module @m {\n  gpu.func @k() {\n    gpu.return\n  }\n  gpu.func @k() {\n    gpu.return\n  }\n}", 5, 3,
		"redefinition of symbol named 'k'" },
	/* linalg */
	{ "func.func @f(%a: memref<4xf32>) {\n  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]} "
	  "outs(%a : memref<4xf32>) {\n  ^a(%x: f32):\n    linalg.yield %x, %x : f32, f32\n  }\n  return\n}",
		4, 5, "'linalg.yield' op expected number of yield values (2)" },
	{ "func.func @f(%a: memref<4x4xf32>, %b: memref<4xf32>) {\n  linalg.matvec ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%b : "
	  "memref<4xf32>)\n  return\n}",
		2, 3, "'linalg.matvec' op expected operand #1 rank (2) to match the result rank of indexing_map (1)" },
	/* order: syntax first, a function before its operations */
	{ "func.func @f(%a: i32) {\n  %0 = \"math.sin\"(%a) : (i32) -> i32\n  %1 = 5\n  return\n}", 3, 7, "expected operation name" },
	{ "\"func.func\"() <{function_type = (i32) -> (), sym_name = \"f\"}> ({\n^a(%a: i64):\n  %0 = \"math.sin\"(%a) : (i64) -> i64\n  "
	  "func.return\n}) : () -> ()",
		1, 1, "'func.func' op type of entry block argument" },
	{ "func.func @f(%a: i32) {\n  %0 = \"math.sin\"(%a) : (i32) -> i32\n  return\n}\nfunc.func private @f()", 2, 8,
		"'math.sin' op operand #0 must be" },
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
