// tosa, shape, async, quant, dlti, transform, pdl, emitc, omp, acc, ml_program, ub, shard, irdl, smt, ptr, arm_*.
!qu = !quant.uniform<i8<-8:7>:f32, 2.0e+2:-3>
!qa = !quant.uniform<u8:f32:1, {2.0:10, 3.0e-2, 0.5:1}>
!any = !quant.any<i8<-16:7>:f32>
!cal = !quant.calibrated<f32<-0.998:1.2321>>
!sub = !quant.uniform<i8:f32:{0:2, 1:4}, {{1.0:1, 2.0}, {0.5, 3.0:2}}>
#map2 = affine_map<(d0) -> (d0 + 1)>
module attributes {dlti.map = #dlti.map<"a" = 1 : i32, i32 = "b">, dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1" = 65536 : i32>>} {
  ml_program.global private mutable @gv(dense<4> : tensor<4xi32>) : tensor<?xi32>
  ml_program.global public @ext(#ml_program.extern<tensor<4xi32>>) : tensor<4xi32>
  ml_program.func @mf(%a: i32) -> i32 {
    ml_program.return %a : i32
  }
  func.func @quant(%a: tensor<4x!qu>, %b: tensor<?x3x!qa>, %c: tensor<4x!any>, %d: !cal, %e: tensor<2x8x!sub>) {
    %0 = quant.dcast %a : tensor<4x!qu> to tensor<4xf32>
    %1 = quant.scast %b : tensor<?x3x!qa> to tensor<?x3xui8>
    return
  }
  func.func @tosa(%a: tensor<1x4x4x3xf32>, %w: tensor<2x1x1x3xf32>, %b: tensor<2xf32>, %z: tensor<1xf32>) -> tensor<1x4x4x2xf32> {
    %0 = "tosa.const"() <{values = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2xi8>
    %1 = tosa.conv2d %a, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, local_bound = true} : (tensor<1x4x4x3xf32>, tensor<2x1x1x3xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
    %2 = tosa.clamp %1 {min_val = -1.0 : f32, max_val = 6.0 : f32, nan_mode = IGNORE} : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
    %3 = tosa.const_shape {values = dense<[1, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %4 = tosa.reshape %a, %3 : (tensor<1x4x4x3xf32>, !tosa.shape<2>) -> tensor<1x48xf32>
    tosa.variable @v = dense<-1> : tensor<2x4xi8>
    %5 = tosa.argmax %a {axis = 1 : i32} : (tensor<1x4x4x3xf32>) -> tensor<1x4x3xi32>
    return %2 : tensor<1x4x4x2xf32>
  }
  func.func @shape(%s: !shape.shape, %t: tensor<?xindex>, %v: !shape.value_shape) -> !shape.size {
    %0 = shape.const_shape [1, 2, 3] : tensor<3xindex>
    %1 = shape.const_size 10
    %2 = shape.broadcast %s, %s : !shape.shape, !shape.shape -> !shape.shape
    %w = shape.cstr_broadcastable %s, %2 : !shape.shape, !shape.shape
    %3 = shape.assuming %w -> !shape.size {
      shape.assuming_yield %1 : !shape.size
    }
    %wt = shape.const_witness true
    %r = shape.reduce(%s, %1) : !shape.shape -> !shape.size {
    ^bb0(%i: index, %d: !shape.size, %a: !shape.size):
      %n = shape.mul %a, %d : !shape.size, !shape.size -> !shape.size
      shape.yield %n : !shape.size
    }
    return %3 : !shape.size
  }
  func.func @async(%f: f32, %m: !async.value<memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>>) -> !async.token {
    %t, %v = async.execute -> !async.value<f32> {
      async.yield %f : f32
    }
    %t2, %v2 = async.execute [%t] (%v as %x: !async.value<f32>) -> !async.value<f32> {
      async.yield %x : f32
    }
    %r = async.await %v2 : !async.value<f32>
    %g = async.runtime.create : !async.group
    return %t : !async.token
  }
  func.func @ub() -> i32 {
    %0 = ub.poison : i32
    return %0 : i32
  }
  pdl.pattern @rewrite : benefit(3) {
    %0 = pdl.type : i32
    %1 = pdl.attribute = 10 : i64
    %2 = pdl.operand : %0
    %3 = pdl.operation "foo.op"(%2 : !pdl.value) {"attr" = %1} -> (%0 : !pdl.type)
    %4 = pdl.result 0 of %3
    pdl.apply_native_constraint "c"(%4 : !pdl.value)
    pdl.rewrite %3 with "rw"(%2 : !pdl.value)
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} attributes {x = 1 : i64} in %r : (!transform.any_op) -> !transform.op<"linalg.matmul">
    %1, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [4, [8]] interchange = [1, 0] : (!transform.op<"linalg.matmul">) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %p = transform.param.constant 5 : i64 -> !transform.param<i64>
    transform.apply_patterns to %r {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.vector.lower_contraction lowering_strategy = "outerproduct"
    } {max_iterations = 5 : i64} : !transform.any_op
    transform.sequence %r : !transform.any_op failures(propagate) {
    ^bb1(%arg: !transform.any_op):
      transform.yield
    }
    transform.yield
  }
  emitc.func @e(%a: !emitc.ptr<i32>, %b: !emitc.opaque<"std::vector<int>">) -> i32 attributes {specifiers = ["static", "inline"]} {
    %0 = "emitc.constant"() <{value = #emitc.opaque<"M_PI">}> : () -> f64
    %1 = "emitc.variable"() <{value = #emitc.opaque<"{1, 2}">}> : () -> !emitc.lvalue<i32>
    %2 = emitc.call_opaque "f"(%a) {args = [0 : index, #emitc.opaque<"x">], template_args = [i32, 4 : i64]} : (!emitc.ptr<i32>) -> i32
    emitc.verbatim "#ifdef X"
    emitc.include <"stdio.h">
    emitc.return %2 : i32
  }
  func.func @omp(%n: i32, %m: memref<1xf32>, %f: f32, %c: i1) {
    omp.parallel num_threads(%n : i32) proc_bind(close) {
      omp.wsloop schedule(dynamic = %n : i32, nonmonotonic) ordered(0) nowait {
        omp.loop_nest (%i) : i32 = (%n) to (%n) inclusive step (%n) {
          omp.yield
        }
      }
      omp.terminator
    }
    omp.task untied mergeable if(%c) {
      omp.terminator
    }
    omp.atomic.write %m = %f hint(contended) memory_order(relaxed) : memref<1xf32>, f32
    omp.critical(@lock) {
      omp.terminator
    }
    return
  }
  omp.critical.declare @lock hint(speculative)
  func.func @acc(%m: memref<10xf32>, %n: index) {
    %0 = acc.copyin varPtr(%m : memref<10xf32>) -> memref<10xf32> {name = "m"}
    acc.parallel dataOperands(%0 : memref<10xf32>) num_gangs({%n : index, %n : index}) {
      acc.loop gang({num=%n : index}) control(%i : index) = (%n : index) to (%n : index) step (%n : index) {
        acc.yield
      } attributes {independent = [#acc.device_type<none>], inclusiveUpperbound = array<i1: true>}
      acc.yield
    }
    acc.copyout accPtr(%0 : memref<10xf32>) to varPtr(%m : memref<10xf32>) {structured = false}
    return
  }
  shard.grid @g0(shape = 2x?x4)
  func.func @shard(%t: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %s = shard.sharding @g0 split_axes = [[0], [1, 2]] halo_sizes = [1, 2] : !shard.sharding
    %0 = shard.shard %t to %s annotate_for_users : tensor<8x8xf32>
    %1 = shard.all_reduce %0 on @g0 grid_axes = [0, 2] reduction = max : tensor<8x8xf32> -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  irdl.dialect @d {
    irdl.type @t {
      %0 = irdl.is i32
      %1 = irdl.any_of(%0, %0)
      irdl.parameters(elem: %1)
    }
    irdl.operation @op {
      %0 = irdl.any
      irdl.operands(a: optional %0, b: variadic %0)
      irdl.regions()
    }
  }
  func.func @smt(%p: !ptr.ptr<#ptr.generic_space>) {
    smt.solver () : () -> () {
      %0 = smt.bv.constant #smt.bv<5> : !smt.bv<32>
      %f = smt.declare_fun "a" : !smt.func<(!smt.int, !smt.bool) !smt.sort<"x"[!smt.int]>>
      smt.set_logic "HORN"
      smt.yield
    }
    return
  }
  func.func @sme(%a: vector<[4]xf32>, %m: memref<?x?xf32>, %i: index) {
    %0 = arm_sme.zero : vector<[4]x[4]xf32>
    %1 = arm_sme.tile_load %m[%i, %i] layout<vertical> : memref<?x?xf32>, vector<[4]x[4]xf32>
    %2 = arm_sme.outerproduct %a, %a acc(%0) : vector<[4]xf32>, vector<[4]xf32>
    %t = amx.tile_zero : !amx.tile<16x64xi8>
    return
  }
}
