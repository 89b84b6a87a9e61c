// arith, math, complex, index, func, cf, scf in their own forms.
#map = affine_map<(d0) -> (d0 * 2)>
module @core attributes {a.map = #map, a.unit, a.loc = loc("x":1:2)} {
  func.func private @ext(i32, f32 {llvm.noalias}) -> (i32 {x.y = 1 : i8}) attributes {no_inline}
  func.func @arith(%a: i32, %b: i32, %x: f32, %y: f32, %v: vector<4xf32>, %i: index) -> f32 {
    %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
    %1 = arith.addi %a, %b : i32
    %2 = arith.subi %0, %1 overflow<nsw> : i32
    %3 = arith.muli %2, %a : i32
    %4 = arith.shli %3, %b overflow<nuw> : i32
    %5 = arith.divsi %4, %a : i32
    %6 = arith.cmpi slt, %5, %a : i32
    %7 = arith.cmpf oeq, %x, %y fastmath<nnan, ninf> : f32
    %8 = arith.select %6, %x, %y : f32
    %9 = arith.addf %8, %y fastmath<fast> : f32
    %10 = arith.truncf %9 to_nearest_even : f32 to f16
    %11 = arith.truncf %9 : f32 to bf16
    %12 = arith.extf %10 : f16 to f64
    %13 = arith.index_cast %i : index to i64
    %14 = arith.index_castui %i : index to i64
    %15 = arith.bitcast %a : i32 to f32
    %16:2 = arith.addui_extended %a, %b : i32, i1
    %17:2 = arith.mulsi_extended %a, %b : i32
    %18 = arith.constant dense<[1.0, 2.0, 0x7FC00000, -0.0]> : vector<4xf32>
    %19 = arith.mulf %18, %v fastmath<reassoc, contract> : vector<4xf32>
    %20 = arith.constant 0xFF800000 : f32
    %21 = arith.constant 3.4028234e38 : f32
    %22 = arith.constant true
    %23 = arith.constant -1 : index
    %24 = math.sqrt %9 : f32
    %25 = math.fma %24, %x, %y fastmath<fast> : f32
    %26 = math.ctlz %a : i32
    %27 = math.fpowi %x, %a : f32, i32
    %28 = arith.minimumf %x, %y : f32
    %29 = arith.trunci %a overflow<nsw> : i32 to i8
    return %28 : f32
  }
  func.func @complex(%r: f32, %i: f32) -> complex<f32> {
    %0 = complex.create %r, %i : complex<f32>
    %1 = complex.constant [1.0 : f32, -0.5 : f32] : complex<f32>
    %2 = complex.mul %0, %1 fastmath<nnan> : complex<f32>
    %3 = complex.abs %2 : complex<f32>
    %4 = complex.exp %2 : complex<f32>
    return %4 : complex<f32>
  }
  func.func @index(%a: index, %b: index) -> i1 {
    %0 = index.add %a, %b
    %1 = index.constant 12
    %2 = index.cmp slt(%0, %1)
    %3 = index.bool.constant true
    %4 = index.sizeof
    %5 = index.casts %4 : index to i32
    return %2 : i1
  }
  func.func @cf(%c: i1, %f: i32) -> i32 {
    cf.cond_br %c weights([3, 4]), ^a(%f : i32), ^b
  ^a(%0: i32):
    cf.switch %0 : i32, [default: ^b, 1: ^c(%0 : i32), -2: ^a(%0 : i32)]
  ^b:
    cf.assert %c, "no \"way\"\n"
    cf.br ^c(%f : i32)
  ^c(%1: i32):
    return %1 : i32
  }
  func.func @scf(%n: index, %c: i1, %t: tensor<16xf32>, %m: memref<?xf32>) -> f32 {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %init = arith.constant 0.0 : f32
    %s = scf.for %k = %zero to %n step %one iter_args(%acc = %init) -> (f32) {
      %l = memref.load %m[%k] : memref<?xf32>
      %y = scf.if %c -> f32 {
        scf.yield %l : f32
      } else {
        %z = arith.addf %l, %acc : f32
        scf.yield %z : f32
      }
      scf.yield %y : f32
    } {some.attr = "loop"}
    %u = scf.for unsigned %k = %zero to %n step %one iter_args(%acc = %init) -> (f32) {
      scf.yield %acc : f32
    }
    %w:2 = scf.while (%p = %init, %q = %c) : (f32, i1) -> (f32, i1) {
      scf.condition(%q) %p, %q : f32, i1
    } do {
    ^bb0(%p: f32, %q: i1):
      scf.yield %p, %q : f32, i1
    }
    scf.parallel (%i, %j) = (%zero, %zero) to (%n, %n) step (%one, %one) {
      %x = arith.constant 2.0 : f32
      scf.reduce
    }
    %r = scf.parallel (%i) = (%zero) to (%n) step (%one) init (%init) -> f32 {
      %x = arith.constant 2.0 : f32
      scf.reduce(%x : f32) {
      ^bb0(%l: f32, %h: f32):
        %z = arith.mulf %l, %h : f32
        scf.reduce.return %z : f32
      }
    }
    %fa = scf.forall (%i) in (16) shared_outs(%o = %t) -> (tensor<16xf32>) {
      %e = tensor.extract_slice %o[%i] [1] [1] : tensor<16xf32> to tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %e into %o[%i] [1] [1] : tensor<1xf32> into tensor<16xf32>
      }
    } {mapping = [#gpu.thread<x>]}
    scf.forall (%i, %j) = (0, %zero) to (8, %n) step (2, %one) {
    } {mapping = [#gpu.block<y>, #gpu.block<x>]}
    %sw = scf.index_switch %n -> f32
    case 2 {
      scf.yield %init : f32
    }
    case 5 {
      scf.yield %r : f32
    }
    default {
      scf.yield %s : f32
    }
    %ex = scf.execute_region -> f32 {
      scf.yield %sw : f32
    }
    return %ex : f32
  }
  func.func @calls(%f: (i32) -> i32, %a: i32) -> i32 {
    %0 = call @calls2(%a) {arg_attrs = [{x.a = 1 : i32}]} : (i32) -> i32
    %1 = call_indirect %f(%0) : (i32) -> i32
    %c = constant @calls2 : (i32) -> i32
    return %1 : i32
  }
  func.func @calls2(%a: i32 {x.arg = unit}) -> (i32 {x.res}) {
    return %a : i32
  }
}
