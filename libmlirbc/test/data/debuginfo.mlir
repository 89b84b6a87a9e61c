#alias_scope_domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "dom">
#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#di_file = #llvm.di_file<"a.c" in "/x">
#di_null_type = #llvm.di_null_type
#loc3 = loc("debuginfo.mlir":19:16)
#loc4 = loc("debuginfo.mlir":19:25)
#loc10 = loc("debuginfo.mlir":26:8)
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#alias_scope = #llvm.alias_scope<id = distinct[1]<>, domain = #alias_scope_domain, description = "s">
#di_compile_unit = #llvm.di_compile_unit<id = distinct[2]<>, sourceLanguage = DW_LANG_C, file = #di_file, producer = "clang \22x\22", isOptimized = false, emissionKind = Full>
#di_subroutine_type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #di_null_type, #di_basic_type, #di_basic_type>
#loop_annotation = #llvm.loop_annotation<disableNonforced = true, unroll = #loop_unroll, mustProgress = true>
#di_global_variable = #llvm.di_global_variable<scope = #di_compile_unit, name = "g", linkageName = "g", file = #di_file, line = 1, type = #di_basic_type, isDefined = true>
#di_subprogram = #llvm.di_subprogram<id = distinct[3]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "f", linkageName = "f", file = #di_file, line = 3, scopeLine = 3, subprogramFlags = Definition, type = #di_subroutine_type>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#di_global_variable_expression = #llvm.di_global_variable_expression<var = #di_global_variable, expr = <>>
#di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "x", file = #di_file, line = 4, arg = 1, type = #di_basic_type>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
"builtin.module"() ({
  "llvm.mlir.global"() <{addr_space = 0 : i32, dbg_exprs = [#di_global_variable_expression], global_type = i32, linkage = #llvm.linkage<external>, sym_name = "g", unnamed_addr = 0 : i64, value = 0 : i32, visibility_ = 0 : i64}> ({
  }) : () -> () loc(#loc1)
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (i32, ptr)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: i32 loc("debuginfo.mlir":19:16), %arg1: !llvm.ptr loc("debuginfo.mlir":19:25)):
    "llvm.intr.dbg.value"(%arg0) <{locationExpr = #llvm.di_expression<>, varInfo = #di_local_variable}> : (i32) -> () loc(#loc13)
    %0 = "llvm.load"(%arg1) <{alias_scopes = [#alias_scope], ordering = 0 : i64, tbaa = [#tbaa_tag]}> : (!llvm.ptr) -> i32 loc(#loc6)
    %1 = "llvm.mlir.constant"() <{value = true}> : () -> i1 loc(#loc7)
    "llvm.br"()[^bb1] <{loop_annotation = #loop_annotation}> : () -> () loc(#loc8)
  ^bb1:  // 2 preds: ^bb0, ^bb1
    "llvm.cond_br"(%1, %0)[^bb1, ^bb2] <{loop_annotation = #loop_annotation, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> () loc(#loc9)
  ^bb2(%2: i32 loc("debuginfo.mlir":26:8)):  // pred: ^bb1
    "llvm.return"() : () -> () loc(#loc11)
  }) : () -> () loc(#loc12)
}) : () -> () loc(#loc)
#loc = loc("debuginfo.mlir":17:1)
#loc1 = loc("debuginfo.mlir":18:3)
#loc2 = loc("a.c":3:1)
#loc5 = loc("a.c":5:3)
#loc6 = loc("debuginfo.mlir":21:10)
#loc7 = loc("debuginfo.mlir":22:10)
#loc8 = loc("debuginfo.mlir":23:5)
#loc9 = loc("debuginfo.mlir":25:5)
#loc11 = loc("debuginfo.mlir":27:5)
#di_lexical_block = #llvm.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 5, column = 3>
#loc12 = loc(fused<#di_subprogram>[#loc2])
#loc13 = loc(fused<#di_lexical_block>[#loc5])
