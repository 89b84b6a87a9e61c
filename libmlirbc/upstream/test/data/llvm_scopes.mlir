#access_group = #llvm.access_group<id = distinct[0]<>>
#alias_scope_domain = #llvm.alias_scope_domain<id = distinct[1]<>, description = "d">
#loop_unroll = #llvm.loop_unroll<disable = false, count = 4 : i32>
#loop_vectorize = #llvm.loop_vectorize<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#alias_scope = #llvm.alias_scope<id = distinct[2]<>, domain = #alias_scope_domain>
#loop_annotation = #llvm.loop_annotation<disableNonforced = true, vectorize = #loop_vectorize, unroll = #loop_unroll, mustProgress = true, parallelAccesses = #access_group>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0, constant = true>
module {
  llvm.func @f(%arg0: !llvm.ptr, %arg1: i1) vscale_range(1, 2) attributes {frame_pointer = #llvm.framePointerKind<all>, passthrough = ["noinline", ["alignstack", "8"]], target_cpu = "x"} {
    %0 = llvm.load %arg0 {access_groups = [#access_group], alias_scopes = [#alias_scope], alignment = 4 : i64, noalias_scopes = [#alias_scope], tbaa = [#tbaa_tag]} : !llvm.ptr -> i32
    llvm.store volatile %0, %arg0 {nontemporal} : i32, !llvm.ptr
    llvm.store %0, %arg0 atomic syncscope("agent") release {alignment = 4 : i64} : i32, !llvm.ptr
    %1 = llvm.load volatile %arg0 atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
    %2 = llvm.load %arg0 invariant dereferenceable<bytes = 8, mayBeNull = true> : !llvm.ptr -> !llvm.ptr
    llvm.cond_br %arg1 weights([5, 10]), ^bb1, ^bb2 {loop_annotation = #loop_annotation}
  ^bb1:  // pred: ^bb0
    llvm.br ^bb2 {loop_annotation = #loop_annotation}
  ^bb2:  // 2 preds: ^bb0, ^bb1
    llvm.intr.experimental.noalias.scope.decl #alias_scope
    llvm.return
  }
}
