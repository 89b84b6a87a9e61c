// The llvm dialect: its own coded attributes (debug info, tbaa, loops), types as text, aliases of many kinds.
#file = #llvm.di_file<"a.c" in "/src dir">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, producer = "cc \22x\22", isOptimized = true, emissionKind = Full, nameTableKind = None>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#void = #llvm.di_null_type
#ptr = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #int, sizeInBits = 64, dwarfAddressSpace = 3>
#member = #llvm.di_derived_type<tag = DW_TAG_member, name = "m", baseType = #ptr, sizeInBits = 64, alignInBits = 32, offsetInBits = 128, extraData = #int>
#range = #llvm.di_subrange<count = 4 : i64, lowerBound = 0 : i64, stride = 2 : i64>
#array = #llvm.di_composite_type<tag = DW_TAG_array_type, name = "arr", file = #file, line = 3, scope = #file, baseType = #int, flags = Vector, sizeInBits = 128, alignInBits = 32, elements = #range, #range>
#rec_self = #llvm.di_composite_type<recId = distinct[1]<>, isRecSelf = true>
#rec_ptr = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #rec_self, sizeInBits = 64>
#rec = #llvm.di_composite_type<recId = distinct[1]<>, tag = DW_TAG_structure_type, name = "node", elements = #member, #rec_ptr>
#sub_type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #int, #void, #ptr, #rec>
#label_scope = #llvm.di_namespace<name = "ns", exportSymbols = false>
#sp = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #cu, scope = #file, name = "f", linkageName = "_f", file = #file, line = 7, scopeLine = 8, subprogramFlags = "Definition|Optimized", type = #sub_type>
#sp_decl = #llvm.di_subprogram<scope = #label_scope, name = "decl", file = #file, subprogramFlags = "LocalToUnit", type = #sub_type, annotations = #llvm.di_annotation<name = "k", value = "v">>
#block = #llvm.di_lexical_block<scope = #sp, file = #file, line = 9, column = 2>
#block_file = #llvm.di_lexical_block_file<scope = #block, file = #file, discriminator = 5>
#var = #llvm.di_local_variable<scope = #block, name = "v", file = #file, line = 10, arg = 1, alignInBits = 32, type = #rec, flags = Zero>
#label = #llvm.di_label<scope = #block_file, name = "lab", file = #file, line = 42>
#gvar = #llvm.di_global_variable<scope = #cu, name = "g", linkageName = "_g", file = #file, line = 1, type = #array, isLocalToUnit = true, isDefined = true, alignInBits = 8>
#gexpr = #llvm.di_global_variable_expression<var = #gvar, expr = <[DW_OP_push_object_address, DW_OP_deref, DW_OP_plus_uconst(3)]>>
#import = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope = #sp, entity = #label_scope, file = #file, line = 1>
#root = #llvm.tbaa_root<id = "root">
#anon_root = #llvm.tbaa_root
#tchar = #llvm.tbaa_type_desc<id = "char", members = {<#root, 0>}>
#tint = #llvm.tbaa_type_desc<id = "int", members = {<#tchar, 0>, <#tchar, 4>}>
#tag = #llvm.tbaa_tag<base_type = #tint, access_type = #tchar, offset = 4, constant = true>
#domain = #llvm.alias_scope_domain<id = distinct[3]<>, description = "dom">
#scope = #llvm.alias_scope<id = distinct[4]<>, domain = #domain, description = "sc">
#group = #llvm.access_group<id = distinct[5]<>>
#vectorize = #llvm.loop_vectorize<disable = false, predicateEnable = true, width = 4 : i32>
#unroll = #llvm.loop_unroll<disable = true, count = 64 : i32, runtimeDisable = false>
#loop = #llvm.loop_annotation<disableNonforced = false, mustProgress = true, vectorize = #vectorize, unroll = #unroll, startLoc = loc(fused<#block>["a.c":1:2]), endLoc = loc(fused["a.c":3:4, "b.c":5:6]), parallelAccesses = #group>
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32 : i64>, "dlti.endianness" = "little">, llvm.data_layout = "e", llvm.mm = #llvm.mmra_tag<"a":"b">, x = [#sp_decl, #import, #label, #anon_root]} {
  llvm.mlir.global external constant @str("a\00b\FF") {addr_space = 0 : i32, dso_local, dbg_exprs = [#gexpr]} : !llvm.array<4 x i8>
  llvm.mlir.global internal thread_local unnamed_addr @s(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
  llvm.mlir.global weak_odr hidden @init() {alignment = 8 : i64, section = "sec"} : !llvm.struct<"named", (i32, ptr, array<2 x f64>)> {
    %0 = llvm.mlir.undef : !llvm.struct<"named", (i32, ptr, array<2 x f64>)>
    llvm.return %0 : !llvm.struct<"named", (i32, ptr, array<2 x f64>)>
  }
  llvm.comdat @__llvm_comdat {
    llvm.comdat_selector @any any
  }
  llvm.mlir.alias weak @al {dso_local} : i32 {
    %0 = llvm.mlir.addressof @s : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]
  llvm.func @printf(!llvm.ptr {llvm.noalias, llvm.align = 8 : i64}, ...) -> i32
  llvm.func internal fastcc @f(%a: i32, %p: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i8)>}) -> i32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, passthrough = ["noinline", ["k", "v"]], frame_pointer = #llvm.framePointerKind<all>, target_features = #llvm.target_features<["+sse", "-avx"]>, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 2 : i32>, dso_local} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %fz = llvm.mlir.constant(0.0 : f32) : f32
    %1 = llvm.add %a, %0 overflow<nsw> : i32
    %2 = llvm.load %p {tbaa = [#tag], alias_scopes = [#scope], access_groups = [#group], alignment = 4 : i64} : !llvm.ptr -> i32
    llvm.store volatile %2, %p atomic syncscope("x") release {alignment = 4 : i64, noalias_scopes = [#scope]} : i32, !llvm.ptr
    %3 = llvm.getelementptr inbounds %p[0, %a, 2] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<4 x struct<packed (i8, i16, f32)>>
    %4 = llvm.alloca inalloca %0 x !llvm.struct<"rec", (ptr<3>, struct<"rec">)> {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %5 = llvm.call @printf(%p, %1) vararg(!llvm.func<i32 (ptr, ...)>) {fastmathFlags = #llvm.fastmath<nnan>} : (!llvm.ptr, i32) -> i32
    %6 = llvm.call fastcc tail @f(%5, %p) ["bundle"(%a, %0 : i32, i32), "other"()] : (i32, !llvm.ptr) -> i32
    llvm.intr.dbg.value #var #llvm.di_expression<[DW_OP_LLVM_fragment(0, 32)]> = %6 : i32
    llvm.intr.dbg.label #label
    %7 = llvm.icmp "ult" %6, %0 : i32
    llvm.cond_br %7 weights([1, 99]), ^loop(%6 : i32), ^exit {loop_annotation = #loop}
  ^loop(%8: i32):
    %9 = llvm.atomicrmw add %p, %8 acq_rel : !llvm.ptr, i32
    %10 = llvm.cmpxchg weak %p, %8, %0 acq_rel monotonic : !llvm.ptr, i32
    %11 = llvm.inline_asm has_side_effects asm_dialect = intel "mov $0, $1", "=r,r" %8 : (i32) -> i32
    llvm.switch %11 : i32, ^exit [-1: ^loop(%9 : i32), 42: ^exit]
  ^exit:
    %12 = llvm.mlir.constant(dense<1.5> : vector<[4]xf32>) : vector<[4]xf32>
    %13 = "llvm.intr.vector.reduce.fadd"(%fz, %12) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<[4]xf32>) -> f32
    llvm.return %0 : i32
  } loc(fused<#sp>["a.c":7:1])
  llvm.func @types(!llvm.ppc_fp128, !llvm.x86_amx, !llvm.token, !llvm.metadata, !llvm.target<"spirv.Image", i32, 0>, !llvm.struct<"opaque", opaque>)
}
