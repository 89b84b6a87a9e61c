#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#di_file = #llvm.di_file<"foo.c" in "/tmp">
#di_null_type = #llvm.di_null_type
#di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #di_file, producer = "MLIR", isOptimized = true, emissionKind = Full>
#di_composite_type = #llvm.di_composite_type<tag = DW_TAG_array_type, name = "array", file = #di_file, line = 10, baseType = #di_basic_type, sizeInBits = 128, elements = #llvm.di_subrange<count = 4 : i64>>
#di_subroutine_type = #llvm.di_subroutine_type<types = #di_basic_type, #di_null_type>
#di_global_variable = #llvm.di_global_variable<scope = #di_compile_unit, name = "g", linkageName = "g", file = #di_file, line = 5, type = #di_composite_type, isLocalToUnit = true, isDefined = true>
#di_subprogram = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "f", linkageName = "f", file = #di_file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type>
#di_global_variable_expression = #llvm.di_global_variable_expression<var = #di_global_variable, expr = <>>
#di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "x", file = #di_file, line = 4, arg = 1, alignInBits = 32, type = #di_basic_type>
module {
  llvm.func @f(%arg0: i32) {
    llvm.intr.dbg.value #di_local_variable #llvm.di_expression<[DW_OP_LLVM_convert(32, DW_ATE_signed), DW_OP_LLVM_convert(64, DW_ATE_unsigned), DW_OP_stack_value]> = %arg0 : i32
    llvm.intr.dbg.value #di_local_variable = %arg0 : i32
    llvm.intr.dbg.value #di_local_variable #llvm.di_expression<[DW_OP_LLVM_fragment(0, 1)]> = %arg0 : i32
    llvm.return
  }
  llvm.mlir.global external @g() {addr_space = 0 : i32, dbg_exprs = [#di_global_variable_expression]} : i32
}
