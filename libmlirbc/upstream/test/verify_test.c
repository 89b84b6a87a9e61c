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
	/* omp, pdl, vector, spirv, llvm: what MLIR checks by code */
	{ "func.func @f(%a: !llvm.ptr, %i: i32) { omp.atomic.read %a = %a : !llvm.ptr, !llvm.ptr, i32\n return }",
		1, 40, "read and write must not be to the same location for atomic reads" },
	{ "func.func @f(%a: !llvm.ptr) { omp.ordered depend_type(dependsource) depend_vec(%a : !llvm.ptr) "
	  "{doacross_num_loops = 1 : i64}\n return }",
		1, 31, "'omp.ordered' op must be nested inside of a loop" },
	{ "func.func @f() { omp.cancel cancellation_construct_type(parallel)\n return }",
		1, 18, "'omp.cancel' op Orphaned cancel construct" },
	{ "func.func @f() { omp.parallel { omp.cancel cancellation_construct_type(loop)\n  omp.terminator }\n return }",
		1, 33, "'omp.cancel' op cancel loop must appear inside a worksharing-loop regi" },
	{ "func.func @f() { omp.cancellation_point cancellation_construct_type(sections)\n return }",
		1, 18, "'omp.cancellation_point' op Orphaned cancellation point" },
	{ "func.func @f(%i: i32) { omp.sections { omp.barrier\n omp.terminator }\n return }",
		1, 25, "'omp.sections' op expected omp.section op or terminator op inside regi" },
	{ "func.func @f(%a: !llvm.ptr, %i: i32) { omp.atomic.capture { omp.atomic.read %a = %a : !llvm.ptr, !llvm.ptr, "
	  "i32\n omp.atomic.read %a = %a : !llvm.ptr, !llvm.ptr, i32 }\n return }",
		1, 61, "read and write must not be to the same location for atomic reads" },
	{ "func.func @f(%a: !llvm.ptr, %i: i32) { omp.atomic.write %a = %i hint(contended, uncontended) : !llvm.ptr, "
	  "i32\n return }",
		1, 40, "'omp.atomic.write' op the hints omp_sync_hint_uncontended and omp_sync" },
	{ "func.func @f(%a: !llvm.ptr, %i: i32, %c: i1) { omp.teams num_teams(%i : i32 to %i : i32) { omp.terminator "
	  "}\n omp.parallel { omp.teams { omp.terminator }\n omp.terminator }\n return }",
		2, 17, "expected to be nested inside of omp.target or not nested in any OpenMP" },
	{ "func.func @f(%i: i32) { omp.taskloop grainsize(%i : i32) num_tasks(%i : i32) { omp.loop_nest (%k) : i32 = "
	  "(%i) to (%i) step (%i) { omp.yield } }\n return }",
		1, 25, "the grainsize clause and num_tasks clause are mutually exclusive and m" },
	{ "omp.private {type = private} @p : i32 copy { ^bb0(%a: i32, %b: i32): omp.yield(%a : i32) }",
		1, 1, "`private` clauses do not require a `copy` region." },
	{ "omp.private {type = firstprivate} @p : i32", 1, 1, "`firstprivate` clauses require at least a `copy` region." },
	{ "omp.declare_reduction @r : f32 init { ^bb0(%a: f32): omp.yield(%a : f32) } combiner { ^bb0(%a: f32): "
	  "omp.yield(%a : f32) }",
		1, 1, "'omp.declare_reduction' op expects reduction region with two arguments" },
	{ "omp.declare_reduction @r : f32 init { ^bb0(%a: f64): omp.yield(%a : f64) } combiner { ^bb0(%a: f32, %b: "
	  "f32): omp.yield(%a : f32) }",
		1, 1, "'omp.declare_reduction' op expects initializer region argument to matc" },
	{ "func.func @f(%a: !llvm.ptr) { %0 = omp.map.info var_ptr(%a : !llvm.ptr, i32) map_clauses(from) "
	  "capture(ByRef) -> !llvm.ptr\n omp.target_enter_data map_entries(%0 : !llvm.ptr)\n return }",
		2, 2, "to and alloc map types are permitted" },
	{ "func.func @f(%a: !llvm.ptr) { %0 = omp.map.info var_ptr(%a : !llvm.ptr, i32) map_clauses(to) capture(ByRef) "
	  "-> !llvm.ptr\n omp.target_exit_data map_entries(%0 : !llvm.ptr)\n return }",
		2, 2, "from, release and delete map types are permitted" },
	{ "func.func @f(%a: !llvm.ptr) { %0 = omp.map.info var_ptr(%a : !llvm.ptr, i32) map_clauses(tofrom) "
	  "capture(ByRef) -> !llvm.ptr\n omp.target_update map_entries(%0 : !llvm.ptr)\n return }",
		2, 2, "either to or from map types can be specified, not both" },
	{ "pdl.pattern : benefit(1) { %0 = operand\n rewrite with \"x\" }",
		1, 33, "'pdl.operand' op expected a bindable user when defined in the matcher " },
	{ "pdl.pattern : benefit(1) { %a = attribute\n %r = operation\n rewrite %r with \"x\" }",
		1, 33, "'pdl.attribute' op expected a bindable user when defined in the matche" },
	{ "pdl.pattern : benefit(1) { %r = operation\n %r2 = operation\n rewrite %r with \"x\" }",
		2, 8, "'pdl.operation' op expected a bindable user when defined in the matche" },
	{ "pdl.pattern : benefit(1) { %r = operation \"a.b\"\n rewrite %r { } \n }",
		2, 2, "'pdl.rewrite' op expected rewrite region to be non-empty if external n" },
	{ "func.func @f(%s: vector<[4]xf32>, %v: vector<8xf32>) { %0 = vector.scalable.insert %v, %s[4] : "
	  "vector<8xf32> into vector<[4]xf32>\n return }",
		1, 61, "'vector.scalable.insert' op failed to verify that position is a multip" },
	{ "func.func @f(%s: vector<[4]xf32>) { %0 = vector.scalable.extract %s[5] : vector<4xf32> from "
	  "vector<[4]xf32>\n return }",
		1, 42, "'vector.scalable.extract' op failed to verify that position is a multi" },
	{ "#c = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, "
	  "k) -> (i, j)>], iterator_types = [\"parallel\", \"parallel\", \"reduction\"]}\nfunc.func @f(%a: "
	  "vector<4x3xf16>, %b: vector<3x7xf32>, %c: vector<4x7xf32>) { %0 = vector.contract #c %a, %b, %c : "
	  "vector<4x3xf16>, vector<3x7xf32> into vector<4x7xf32>\n return }",
		2, 84, "'vector.contract' op failed to verify that lhs and rhs have same eleme" },
	{ "func.func @f(%f: f32) { %0 = spirv.Variable init(%f) : !spirv.ptr<f32, Function>\n return }",
		1, 30, "'spirv.Variable' op initializer must be the result of a constant or sp" },
	{ "func.func @f() { %0 = spirv.Variable : !spirv.ptr<f32, Uniform>\n return }",
		1, 23, "'spirv.Variable' op can only be used to model function-level variables" },
	{ "func.func @f(%i: i32) { %0 = spirv.GroupNonUniformIAdd <Device> <Reduce> %i : i32 -> i32\n return }",
		1, 30, "'spirv.GroupNonUniformIAdd' op execution scope must be 'Workgroup' or " },
	{ "func.func @f(%c: i1) { %0 = spirv.GroupNonUniformElect <CrossDevice> : i1\n return }",
		1, 29, "'spirv.GroupNonUniformElect' op execution scope must be 'Workgroup' or" },
	{ "func.func @f(%a: f32) { %0 = spirv.Bitcast %a : f32 to f32\n return }",
		1, 30, "result type must be different from operand type" },
	{ "spirv.module Logical GLSL450 { spirv.func @f() -> i32 \"None\" { spirv.Return } }",
		1, 64, "'spirv.Return' op cannot be used in functions returning value" },
	{ "spirv.module Logical GLSL450 { spirv.GlobalVariable @v : !spirv.ptr<f32, Function> }",
		1, 32, "'spirv.GlobalVariable' op storage class cannot be 'Function" },
	{ "spirv.module Logical GLSL450 { spirv.EntryPoint \"GLCompute\" @f }", 1, 32, "" },
	{ "spirv.module Logical GLSL450 { func.func @f() { return } }", 1, 32, "'spirv.module' can only contain spirv.* ops" },
	{ "spirv.module Logical GLSL450 { spirv.SpecConstant @a = 1 : i32\n spirv.SpecConstantComposite @c (@a) : "
	  "vector<2xi32> }",
		2, 2, "has incorrect number of operands: expected 2, but provided 1" },
	{ "func.func @f() { spirv.mlir.loop { ^a: spirv.mlir.merge }\n spirv.Return }",
		1, 18, "'spirv.mlir.loop' op must have an entry block branching to the loop he" },
	{ "func.func @f(%c: i1) { spirv.mlir.selection { spirv.BranchConditional %c, ^a, ^b\n ^a: spirv.Branch ^b\n "
	  "^b: spirv.Return } \n spirv.Return }",
		1, 24, "'spirv.mlir.selection' op last block must be the merge block with only" },
	{ "func.func @f(%c: i1) { spirv.Unreachable }", 1, 24, "'spirv.Unreachable' op cannot be used in reachable block" },
	{ "llvm.func @f(%a: i32) -> i32 { llvm.return }", 1, 32, "'llvm.return' op expected 1 operand" },
	{ "llvm.func @f(%a: i32) { llvm.return %a : i32 }", 1, 25, "'llvm.return' op expected no operands" },
	{ "llvm.func @f(%a: i32) -> f32 { llvm.return %a : i32 }", 1, 32, "'llvm.return' op mismatching result types" },
	{ "llvm.mlir.global internal @g(\"abc\") : i32",
		1, 1, "'llvm.mlir.global' op requires an i8 array type of the length equal to" },
	{ "llvm.mlir.global internal @g(\"abc\") : !llvm.array<4 x i8>",
		1, 1, "'llvm.mlir.global' op requires an i8 array type of the length equal to" },
	{ "llvm.mlir.global internal @g() : i64 { %0 = llvm.mlir.constant(1 : i32) : i32\n llvm.return %0 : i32 }",
		1, 1, "'llvm.mlir.global' op initializer region type 'i32' does not match glo" },
	{ "llvm.mlir.global common @g(1 : i32) : i32", 1, 1, "'llvm.mlir.global' op expected zero value for 'common' linkage" },
	{ "llvm.mlir.global appending @g(1 : i32) : i32",
		1, 1, "'llvm.mlir.global' op expected array type for 'appending' linkage" },
	{ "llvm.mlir.global internal @g() : !llvm.void",
		1, 1, "'llvm.mlir.global' op expects type to be a valid element type for an L" },
	{ "llvm.func @f(%p: !llvm.ptr, %a: i32) { %0 = llvm.landingpad cleanup : i32\n llvm.return }",
		1, 45, "llvm.landingpad needs to be in a function with a personality" },
	{ "llvm.func @f(%p: !llvm.ptr, %a: i32) { llvm.invoke @f(%p, %a) to ^a unwind ^b : (!llvm.ptr, i32) -> ()\n "
	  "^a: llvm.return \n ^b: llvm.return }",
		1, 40, "first operation in unwind destination should be a llvm.landingpad oper" },
	{ "llvm.func @f(%a: !llvm.ptr) { %0 = llvm.bitcast %a : !llvm.ptr to i64\n llvm.return }",
		1, 36, "'llvm.bitcast' op can only cast pointers from and to pointers" },
	{ "llvm.func internal @f()", 1, 1, "'llvm.func' op external functions must have 'external' or 'extern_weak" },
	{ "llvm.func @f(%a: i32 {llvm.byval = i32}) { llvm.return }",
		1, 1, "\"llvm.byval\" attribute attached to non-pointer LLVM type" },
	{ "llvm.func @f(%a: !llvm.ptr {llvm.zeroext}) { llvm.return }",
		1, 1, "\"llvm.zeroext\" attribute attached to non-integer LLVM type" },
	{ "llvm.func @f(%a: i32 {llvm.noalias}) { llvm.return }",
		1, 1, "\"llvm.noalias\" attribute attached to non-pointer LLVM type" },
	{ "llvm.mlir.global_ctors ctors = [], priorities = [0 : i32], data = []",
		1, 1, "ctors, priorities, and data must have the same number of elements" },
	{ "llvm.comdat @c { llvm.return }", 1, 18, "only comdat selector symbols can appear in a comdat region" },
	{ "llvm.mlir.alias external @a : i32 { %0 = llvm.mlir.constant(1 : i32) : i32\n llvm.return %0 : i32 }",
		1, 1, "'llvm.mlir.alias' op initializer region must always return a pointer" },
	{ "llvm.mlir.alias common @a : i32 { %0 = llvm.mlir.zero : !llvm.ptr\n llvm.return %0 : !llvm.ptr }",
		1, 1, "'llvm.mlir.alias' op 'common' linkage not supported in aliases, availa" },
	{ "llvm.func @f(%c: i1) { llvm.cond_br %c weights([1]), ^a, ^a\n ^a: llvm.return }",
		1, 24, "expects number of branch weights to match number of successors: 1 vs 2" },
	/* memref, affine, scf, linalg, shape, async, emitc, ml_program, smt, tosa, transform: the same */
	{ "func.func @f(%n: index) { %0 = affine.linearize_index [%n, %n] by (4) : index\n %1 = affine.linearize_index "
	  "[%n] by (4, 5) : index\n return }",
		2, 7, "'affine.linearize_index' op should be passed a basis element for each " },
	{ "func.func @f(%n: index, %f: f32) { %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init(%f) -> f32 { "
	  "scf.reduce(%f : f32) { ^a(%x: f32, %y: f32): scf.reduce.return %n : index } }\n return }",
		1, 147, "'scf.reduce.return' op must have type 'f32' (the type of the reduction" },
	{ "memref.global \"private\" @g : memref<4xf32>\nfunc.func @f() { %0 = memref.get_global @g : memref<2xf32>\n "
	  "return }",
		2, 23, "'memref.get_global' op result type " },
	{ "func.func @f(%m: memref<16xi8>, %i: index) { %0 = memref.view %m[%i][] : memref<16xi8> to memref<?xf32>\n "
	  "return }",
		1, 51, "'memref.view' op incorrect number of dynamic sizes, has 0, expected 1" },
	{ "func.func @f(%m: memref<16xi8>, %i: index) { %0 = memref.view %m[%i][%i] : memref<16xi8> to memref<4xf32>\n "
	  "return }",
		1, 51, "'memref.view' op incorrect number of dynamic sizes, has 1, expected 0" },
	{ "func.func @f(%m: memref<4xf32>) { %0 = memref.realloc %m : memref<4xf32> to memref<?xf32>\n return }",
		1, 40, "missing dimension operand for result type 'memref<?xf32>" },
	{ "func.func @f(%m: memref<4xf32>) { %0 = memref.realloc %m : memref<4xf32> to memref<8xf64>\n return }",
		1, 40, "different element types specified for source memref type 'memref<4xf32" },
	{ "func.func @f(%m: memref<4xf32>, %f: f32, %i: index) { %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> "
	  "{ ^a(%x: f32, %y: f32): memref.atomic_yield %x : f32 }\n return }",
		1, 60, "'memref.generic_atomic_rmw' op expected single number of entry block a" },
	{ "func.func @f(%m: memref<4xf32>, %f: f32, %i: index) { %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> "
	  "{ ^a(%x: f32): memref.atomic_yield %i : index }\n return }",
		1, 124, "'memref.atomic_yield' op types mismatch between yield op: 'index' and " },
	{ "func.func @f(%a: memref<?xf32>) { linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>], "
	  "iterator_types = [\"parallel\"]} outs(%a : memref<?xf32>) { ^bb(%x: f32): linalg.yield %x : f32 }\n return }",
		1, 35, "'linalg.generic' op expected operand #0 rank (1) to match the result r" },
	{ "func.func @f(%a: memref<?xf32>, %i: i32) { linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], "
	  "iterator_types = []} outs(%a : memref<?xf32>) { ^bb(%x: f32): linalg.yield %x : f32 }\n return }",
		1, 44, "'linalg.generic' op expected indexing_map #0 to have 0 dim(s) to match" },
	{ "func.func @f(%a: memref<?xf32>, %i: i32) { linalg.fill ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)\n "
	  "return }",
		1, 44, "expected op with scalar input" },
	{ "func.func @f(%w: !shape.witness) { %0 = shape.assuming %w -> (index) { shape.assuming_yield }\n return }",
		1, 41, "'shape.assuming' op along control flow edge from Operation shape.assum" },
	{ "func.func @f(%s: !shape.shape, %i: index) { %0 = shape.reduce(%s, %i) : !shape.shape -> index { ^a(%x: "
	  "index, %y: !shape.size): shape.yield %i : index }\n return }",
		1, 50, "'shape.reduce' op ReduceOp body is expected to have 3 arguments" },
	{ "func.func @f() { %0:2 = async.execute -> !async.value<f32> { async.yield }\n return }",
		1, 25, "'async.execute' op along control flow edge from Operation async.yield " },
	{ "func.func @f(%a: i32) { emitc.verbatim \"{} {}\" args %a : i32\n return }",
		1, 25, "'emitc.verbatim' op requires operands for each placeholder in the form" },
	{ "ml_program.global private @g : i32", 1, 1, "'ml_program.global' op immutable global must have an initial value" },
	{ "func.func @f() { %0 = smt.forall { ^a(%x: !smt.int): smt.yield %x : !smt.int }\n return }",
		1, 23, "'smt.forall' op yielded value must be of '!smt.bool' type" },
	{ "func.func @f(%t: tensor<4x4xf32>, %u: tensor<3x4xf32>) { %0 = tosa.concat %t, %u {axis = 1 : i32} : "
	  "(tensor<4x4xf32>, tensor<3x4xf32>) -> tensor<4x8xf32>\n return }",
		1, 63, "'tosa.concat' op expect all operand shapes to have the same sizes on n" },
	{ "transform.sequence failures(propagate) { }",
		1, 1, "'transform.sequence' op expects the entry block to have at least one a" },
	{ "transform.named_sequence @m() { transform.yield }",
		1, 1, "expects the parent symbol table to have the 'transform.with_named_sequ" },
	/* the operation in a mask is looked at before it is checked; mlir-opt-22 crashes */
	{ "func.func @f(%k: vector<4xi1>) {\n  %0 = \"vector.mask\"(%k) ({\n    %1 = \"vector.reduction\"() <{kind = "
	  "#vector.kind<add>}> : () -> f32\n    \"vector.yield\"(%1) : (f32) -> ()\n  }) : (vector<4xi1>) -> f32\n  return\n}",
		3, 10, "'vector.reduction' op expected at least 1 operand, but found 0" },
	/* like these, but valid */
	{ "func.func @f(%m: memref<?x?xf32, strided<[1, ?]>>, %i: index, %v: vector<1x1xf32>) {\n  %0 = vector.load %m[%i, %i] : "
	  "memref<?x?xf32, strided<[1, ?]>>, vector<1xf32>\n  vector.store %v, %m[%i, %i] : memref<?x?xf32, strided<[1, ?]>>, "
	  "vector<1x1xf32>\n  return\n}",
		0, 0, NULL },
	{ "func.func @f() {\n  cf.br ^a\n^b:\n  \"x.u\"(%v) : (i32) -> ()\n  return\n^a:\n  %v = arith.constant 1 : i32\n  cf.br ^b\n^c:\n  "
	  "\"x.u\"(%v) : (i32) -> ()\n  cf.br ^c\n}",
		0, 0, NULL },
	{ "func.func @f(%m: memref<16xi8>, %n: memref<4xf32>, %i: index, %f: f32) {\n  %0 = memref.view %m[%i][%i] : memref<16xi8> to "
	  "memref<?xf32>\n  %1 = memref.realloc %n : memref<4xf32> to memref<8xf32>\n  %2 = memref.realloc %n(%i) : memref<4xf32> to "
	  "memref<?xf32>\n  %3 = affine.linearize_index [%i, %i] by (5) : index\n  %4 = affine.linearize_index [%i, %i] by (4, 5) : index\n  "
	  "emitc.verbatim \"{{ {}\" args %f : f32\n  emitc.verbatim \"{} {\"\n  return\n}",
		0, 0, NULL },
	{ "func.func @f(%a: !llvm.ptr, %i: i32) {\n  omp.parallel {\n    omp.cancel cancellation_construct_type(parallel)\n    omp.terminator\n  "
	  "}\n  omp.wsloop {\n    omp.loop_nest (%k) : i32 = (%i) to (%i) step (%i) {\n      omp.cancel cancellation_construct_type(loop)\n      "
	  "omp.yield\n    }\n  }\n  omp.atomic.write %a = %i hint(contended, speculative) : !llvm.ptr, i32\n  return\n}",
		0, 0, NULL },
	{ "pdl.pattern : benefit(1) {\n  %t = type\n  %a = attribute = 10\n  %0 = operand\n  %r = operation(%0 : !pdl.value) {\"a\" = %a} -> (%t : "
	  "!pdl.type)\n  rewrite %r {\n    erase %r\n  }\n}",
		0, 0, NULL },
	{ "llvm.mlir.global internal @g(\"abc\") : !llvm.array<3 x i8>\nllvm.mlir.global common @h(0 : i32) : i32\nllvm.func @p(...) -> i32\n"
	  "llvm.func @f(%a: !llvm.ptr {llvm.byval = i32}) -> !llvm.ptr attributes {personality = @p} {\n  %0 = llvm.invoke @p(%a) to ^a unwind ^b "
	  "vararg(!llvm.func<i32 (...)>) : (!llvm.ptr) -> i32\n^a:\n  llvm.return %a : !llvm.ptr\n^b:\n  %1 = llvm.landingpad cleanup : "
	  "!llvm.struct<(ptr, i32)>\n  llvm.return %a : !llvm.ptr\n}\nllvm.func @g2() -> !llvm.struct<(ptr, i32)> {\n  %0 = llvm.mlir.undef : "
	  "!llvm.struct<(ptr, i32)>\n  llvm.return %0 : !llvm.struct<(ptr, i32)>\n}",
		0, 0, NULL },
	{ "spirv.module Logical GLSL450 {\n  spirv.func @f(%c: i1) \"None\" {\n    %0 = spirv.Variable : !spirv.ptr<f32, Function>\n    "
	  "spirv.mlir.selection {\n      spirv.BranchConditional %c, ^a, ^b\n    ^a:\n      spirv.Branch ^b\n    ^b:\n      spirv.mlir.merge\n    "
	  "}\n    spirv.Return\n  }\n  spirv.EntryPoint \"GLCompute\" @f\n}",
		0, 0, NULL },
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
