// Inherent attributes that are left out are what MLIR makes of them.
"func.func"() <{function_type = (i1, i32, memref<2xf32>) -> (), sym_name = "f"}> ({
^bb0(%0: i1, %1: i32, %2: memref<2xf32>):
  %3 = "arith.addi"(%1, %1) : (i32, i32) -> i32
  %4 = "arith.muli"(%1, %1) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
  %5 = "memref.alloc"() : () -> memref<2xf32>
  %6 = "memref.alloc"() {alignment = 8 : i64} : () -> memref<2xf32>
  %7 = "arith.constant"() <{value = 1.5 : f32}> : () -> f32
  %8 = "arith.addf"(%7, %7) : (f32, f32) -> f32
  %9 = "arith.index_cast"(%1) : (i32) -> index
  "memref.store"(%7, %2, %9) : (f32, memref<2xf32>, index) -> ()
  "cf.cond_br"(%0)[^bb1, ^bb1] {operandSegmentSizes = array<i32: 1, 0, 0>, other} : (i1) -> ()
^bb1:
  "func.return"() : () -> ()
}) : () -> ()
"llvm.func"() <{function_type = !llvm.func<void ()>, sym_name = "g"}> ({
}) : () -> ()
"llvm.func"() <{function_type = !llvm.func<void ()>, sym_name = "h", linkage = #llvm.linkage<internal>}> ({
  "llvm.return"() : () -> ()
}) : () -> ()
"llvm.mlir.global"() <{global_type = i32, sym_name = "i", linkage = #llvm.linkage<external>}> ({
}) : () -> ()
"memref.global"() <{sym_name = "j", type = memref<2xf32>}> : () -> ()
