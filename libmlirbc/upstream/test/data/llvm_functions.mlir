module {
  llvm.func internal fastcc @f(%arg0: i32 {llvm.noundef}, %arg1: !llvm.ptr {llvm.align = 4 : i64, llvm.nonnull}, ...) -> (i32 {llvm.zeroext}) attributes {dso_local, passthrough = ["x"]} {
    llvm.return %arg0 : i32
  }
  llvm.func @decl(i32, !llvm.ptr {llvm.nocapture}) -> i64
  llvm.func hidden @v(...)
  llvm.func local_unnamed_addr @u() vscale_range(1, 16) attributes {frame_pointer = #llvm.framePointerKind<all>, no_inline, sym_visibility = "private"} {
    llvm.return
  }
  llvm.func private @priv(%arg0: f32) -> !llvm.struct<(i32, f32)> {
    %0 = llvm.mlir.undef : !llvm.struct<(i32, f32)>
    llvm.return %0 : !llvm.struct<(i32, f32)>
  }
  llvm.comdat @__llvm_comdat {
    llvm.comdat_selector @any any
  }
  llvm.func linkonce_odr @cd() comdat(@__llvm_comdat::@any) {
    llvm.return
  }
  llvm.func @mem(%arg0: i64, %arg1: i32, %arg2: f32, %arg3: vector<4xf32>) -> !llvm.ptr {
    %0 = llvm.mlir.constant(1 : i64) : i64
    %1 = llvm.alloca %0 x i32 : (i64) -> !llvm.ptr
    %2 = llvm.alloca %0 x i32 {alignment = 8 : i64} : (i64) -> !llvm.ptr
    %3 = llvm.alloca inalloca %arg1 x !llvm.struct<(i32, ptr)> : (i32) -> !llvm.ptr<5>
    %4 = llvm.fcmp "ult" %arg2, %arg2 {fastmathFlags = #llvm.fastmath<nnan>} : f32
    %5 = llvm.icmp "slt" %arg0, %0 : i64
    %6 = llvm.fcmp "ult" %arg3, %arg3 : vector<4xf32>
    %7 = llvm.icmp "eq" %1, %2 : !llvm.ptr
    llvm.call @v() vararg(!llvm.func<void (...)>) : () -> ()
    %8 = llvm.call @decl(%arg1, %1) : (i32, !llvm.ptr {llvm.noalias}) -> (i64 {llvm.noundef})
    %9 = llvm.call_intrinsic "llvm.x86.foo"(%arg2, %arg2) {fastmathFlags = #llvm.fastmath<reassoc>} : (f32, f32) -> f32
    llvm.call_intrinsic "llvm.x86.bar"() ["tag"(%arg2 : f32)] : () -> ()
    %10 = llvm.call %1(%arg2) {elem = 1 : i64} : !llvm.ptr, (f32) -> f32
    llvm.return %1 : !llvm.ptr
  }
  llvm.mlir.alias external hidden thread_local unnamed_addr @x {dso_local} : i32 {
    %0 = llvm.mlir.addressof @g : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.global internal @g(5 : i32) {addr_space = 0 : i32} : i32
  llvm.mlir.global external @g2() {addr_space = 0 : i32} : i32
  llvm.mlir.global weak protected thread_local local_unnamed_addr constant @g3("abc") {addr_space = 0 : i32, alignment = 4 : i64, section = "x"}
  llvm.func @__gxx_personality_v0(...) -> i32
  llvm.func @inv(%arg0: !llvm.ptr) attributes {personality = @__gxx_personality_v0} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.invoke @decl(%0, %arg0) to ^bb1 unwind ^bb2 {branch_weights = array<i32: 1, 2>} : (i32, !llvm.ptr) -> i64
  ^bb1:  // pred: ^bb0
    llvm.return
  ^bb2:  // pred: ^bb0
    %2 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
    llvm.br ^bb3(%2 : !llvm.struct<(ptr, i32)>)
  ^bb3(%3: !llvm.struct<(ptr, i32)>):  // pred: ^bb2
    llvm.resume %3 : !llvm.struct<(ptr, i32)>
  }
}
