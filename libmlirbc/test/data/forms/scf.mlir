func.func @if(%c: i1) {
  scf.if %c {
  }
  scf.if %c {
    "a.b"() : () -> ()
  } else {
    "a.c"() : () -> ()
  }
  scf.if %c {
    scf.yield
  } else {
  } {x.y}
  return
}
// -----
func.func @if_results(%c: i1, %a: i32, %b: f32) -> i32 {
  %0 = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %a : i32
  }
  %1:2 = scf.if %c -> (i32, f32) {
    scf.yield %0, %b : i32, f32
  } else {
    %n = arith.negf %b : f32
    scf.yield {k} %a, %n : i32, f32
  } {x = 1}
  return %1#0 : i32
}
// -----
func.func @if_nested(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      scf.if %c {
        "a.b"() : () -> ()
      } else {
        "a.c"() : () -> ()
      }
    }
  }
  return
}
// -----
func.func @if_forward(%c: i1) -> i32 {
  %r = scf.if %c -> (i32) {
    %x = arith.constant 1 : i32
    scf.yield %x : i32
  } else {
    %x = arith.constant 1 : i32
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
func.func @if_fn(%c: i1, %f: () -> ()) {
  %0 = scf.if %c -> (() -> ()) {
    scf.yield %f : () -> ()
  } else {
    scf.yield %f : () -> ()
  }
  return
}
// -----
func.func @for(%l: index, %u: index, %s: index) {
  scf.for %i = %l to %u step %s {
    "a.b"(%i) : (index) -> ()
  }
  scf.for %i = %l to %u step %s {
  }
  scf.for %i = %l to %u step %s {
    scf.yield
  } {x.y = 1}
  return
}
// -----
func.func @for_typed(%l: i32, %m: i64) {
  scf.for %i = %l to %l step %l : i32 {
    "a.b"(%i) : (i32) -> ()
  }
  scf.for unsigned %i = %m to %m step %m : i64 {
    "a.b"(%i) : (i64) -> ()
  } {k}
  return
}
// -----
func.func @for_carried(%n: index, %a: i32, %v: vector<4xf32>) -> i32 {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> i32 {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  %1:2 = scf.for %i = %n to %n step %n iter_args(%x = %0, %w = %v) -> (i32, vector<4xf32>) {
    scf.yield %x, %w : i32, vector<4xf32>
  } {loop = "x"}
  return %1#0 : i32
}
// -----
func.func @for_carried_typed(%n: i16, %a: i32) -> i32 {
  %0 = scf.for unsigned %i = %n to %n step %n iter_args(%x = %a) -> (i32) : i16 {
    scf.yield %x : i32
  }
  return %0 : i32
}
// -----
func.func @for_nested(%n: index, %m: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %m[%i, %j] : memref<?x?xf32>
      %c1_0 = arith.constant 1 : index
      memref.store %x, %m[%j, %i] : memref<?x?xf32>
    }
    scf.for %j = %c0 to %n step %c1 {
      %c = arith.constant 1 : index
      "a.b"(%c) : (index) -> ()
    }
  }
  return
}
// -----
func.func @while(%a: i32) -> i32 {
  %0 = scf.while (%x = %a) : (i32) -> i32 {
    %c = arith.cmpi slt, %x, %a : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    %z = arith.addi %y, %y : i32
    scf.yield %z : i32
  }
  return %0 : i32
}
// -----
func.func @while_none(%c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  scf.while : () -> () {
    scf.condition(%c) {k}
  } do {
    "a.b"() : () -> ()
    scf.yield
  } attributes {x.y, z = 1}
  return
}
// -----
func.func @while_types(%c: i1, %a: i32, %b: f32) {
  %0:3 = scf.while (%x = %a, %y = %b) : (i32, f32) -> (f32, i32, i1) {
    scf.condition(%c) %y, %x, %c : f32, i32, i1
  } do {
  ^bb0(%p: f32, %q: i32, %r: i1):
    scf.yield %q, %p : i32, f32
  }
  %1 = scf.while : () -> (i32) {
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%p: i32):
    scf.yield
  }
  scf.while (%x = %a) : (i32) -> () {
    scf.condition(%c)
  } do {
    scf.yield %a : i32
  }
  return
}
// -----
func.func @while_locs(%a: i32) {
  %0 = scf.while (%x = %a) : (i32) -> i32 {
    %c = arith.constant true loc("c":1:1)
    scf.condition(%c) %x : i32 loc("d")
  } do {
  ^bb0(%y: i32 loc("e":1:1)):
    scf.yield %y : i32
  } loc("f")
  return
}
// -----
func.func @parallel(%n: index) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    "a.b"(%i) : (index) -> ()
  }
  scf.parallel (%i, %j, %k) = (%n, %n, %n) to (%n, %n, %n) step (%n, %n, %n) {
    scf.reduce
  } {mapping = "x"}
  return
}
// -----
func.func @parallel_reduce(%n: index, %a: f32, %b: i32) -> f32 {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%a) -> f32 {
    %x = arith.constant 2.0 : f32
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  %1:2 = scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) init (%a, %b) -> (f32, i32) {
    scf.reduce(%a, %b : f32, i32) {
    ^bb0(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    }, {
    ^bb0(%l: i32, %r: i32):
      %s = arith.muli %l, %r : i32
      scf.reduce.return %s {k} : i32
    } {q}
  } {w}
  return %1#0 : f32
}
// -----
func.func @execute(%a: i32, %c: i1) -> i32 {
  %0 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %a : i32
  ^bb2:
    %x = arith.constant 7 : i32
    scf.yield %x : i32
  }
  scf.execute_region {
    "a.b"() : () -> ()
    scf.yield
  }
  %1:2 = scf.execute_region -> (i32, i1) no_inline {
    scf.yield %0, %c : i32, i1
  } {x = 1}
  scf.execute_region no_inline {
    scf.yield
  }
  return %1#0 : i32
}
// -----
func.func @switch(%i: index, %a: i32) -> i32 {
  %0 = scf.index_switch %i -> i32
  case 2 {
    scf.yield %a : i32
  }
  case -5 {
    %x = arith.constant 7 : i32
    scf.yield %x : i32
  }
  default {
    scf.yield %a : i32
  }
  %1:2 = scf.index_switch %i {x.y} -> i32, f32
  case 9223372036854775807 {
    %f = arith.constant 1.0 : f32
    scf.yield %a, %f : i32, f32
  }
  default {
    %f = arith.constant 1.0 : f32
    scf.yield %a, %f : i32, f32
  }
  return %1#0 : i32
}
// -----
func.func @switch_none(%i: index) {
  scf.index_switch %i
  case 1 {
    "a.b"() : () -> ()
    scf.yield
  }
  default {
    "a.c"() : () -> ()
  }
  scf.index_switch %i {k = 1}
  default {
    scf.yield
  }
  return
}
// -----
func.func @forall(%n: index, %t: tensor<8xf32>) {
  scf.forall (%i) in (%n) {
    "a.b"(%i) : (index) -> ()
  }
  scf.forall (%i, %j) in (4, %n) {
  } {mapping = [#gpu.block<x>, #gpu.block<y>]}
  scf.forall (%i, %j) = (0, %n) to (8, %n) step (1, 2) {
  }
  scf.forall (%i) = (0) to (8) step (1) {
  }
  scf.forall (%i) = (%n) to (%n) step (%n) {
    scf.forall.in_parallel {
    }
  }
  return
}
// -----
func.func @forall_outs(%n: index, %t: tensor<8xf32>, %u: tensor<?xi32>) -> tensor<8xf32> {
  %0:2 = scf.forall (%i) in (8) shared_outs(%a = %t, %b = %u) -> (tensor<8xf32>, tensor<?xi32>) {
    %s = tensor.extract_slice %a[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %v = tensor.extract_slice %b[%i] [%n] [2] : tensor<?xi32> to tensor<?xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %a[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      tensor.parallel_insert_slice %v into %b[%i] [%n] [2] {k} : tensor<?xi32> into tensor<?xi32>
    } {q}
  }
  return %0#0 : tensor<8xf32>
}
// -----
func.func @implied_locs(%c: i1, %n: index) {
  scf.if %c {
  } else {
    "a.b"() : () -> ()
  } loc("if":1:1)
  scf.for %i = %n to %n step %n {
  } loc("for":1:1)
  return
}
// -----
func.func @for_locs(%n: index, %a: i32) -> i32 {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (i32) {
    scf.yield %x : i32 loc("y":1:1)
  } loc("f":1:1)
  return %0 : i32 loc("r":1:1)
}
// -----
func.func @mixed(%n: index, %c: i1) {
  scf.for %i = %n to %n step %n {
    scf.if %c {
      scf.execute_region {
        cf.br ^bb1
      ^bb1:
        scf.yield
      }
    }
    "foo.r"(%i) ({
      scf.for %j = %i to %n step %n {
      }
    }) : (index) -> ()
  }
  return
}
// -----
func.func @names(%n: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %n {
    %c0_0 = arith.constant 0 : index
    %alloc = memref.alloc() : memref<1xf32>
    scf.for %j = %c0_0 to %n step %n {
      %alloc2 = memref.alloc() : memref<1xf32>
      memref.dealloc %alloc2 : memref<1xf32>
    }
    memref.dealloc %alloc : memref<1xf32>
  }
  %alloc = memref.alloc() : memref<1xf32>
  return
}
// -----
func.func @carry0(%n: index, %a: i1, %c: i1) -> i1 {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (i1) {
    %y = scf.if %c -> (i1) {
      scf.yield %x : i1
    } else {
      scf.yield %a : i1
    }
    scf.yield %y : i1
  } {n = 0}
  %1 = scf.while (%x = %0) : (i1) -> i1 {
    scf.condition(%c) %x : i1
  } do {
  ^bb0(%y: i1):
    scf.yield %y : i1
  }
  return %1 : i1
}
// -----
func.func @carry1(%n: index, %a: i8, %c: i1) -> i8 {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (i8) {
    %y = scf.if %c -> (i8) {
      scf.yield %x : i8
    } else {
      scf.yield %a : i8
    }
    scf.yield %y : i8
  } {n = 1}
  %1 = scf.while (%x = %0) : (i8) -> i8 {
    scf.condition(%c) %x : i8
  } do {
  ^bb0(%y: i8):
    scf.yield %y : i8
  }
  return %1 : i8
}
// -----
func.func @carry2(%n: index, %a: f32, %c: i1) -> f32 {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (f32) {
    %y = scf.if %c -> (f32) {
      scf.yield %x : f32
    } else {
      scf.yield %a : f32
    }
    scf.yield %y : f32
  } {n = 2}
  %1 = scf.while (%x = %0) : (f32) -> f32 {
    scf.condition(%c) %x : f32
  } do {
  ^bb0(%y: f32):
    scf.yield %y : f32
  }
  return %1 : f32
}
// -----
func.func @carry3(%n: index, %a: index, %c: i1) -> index {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (index) {
    %y = scf.if %c -> (index) {
      scf.yield %x : index
    } else {
      scf.yield %a : index
    }
    scf.yield %y : index
  } {n = 3}
  %1 = scf.while (%x = %0) : (index) -> index {
    scf.condition(%c) %x : index
  } do {
  ^bb0(%y: index):
    scf.yield %y : index
  }
  return %1 : index
}
// -----
func.func @carry4(%n: index, %a: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (tensor<4xf32>) {
    %y = scf.if %c -> (tensor<4xf32>) {
      scf.yield %x : tensor<4xf32>
    } else {
      scf.yield %a : tensor<4xf32>
    }
    scf.yield %y : tensor<4xf32>
  } {n = 4}
  %1 = scf.while (%x = %0) : (tensor<4xf32>) -> tensor<4xf32> {
    scf.condition(%c) %x : tensor<4xf32>
  } do {
  ^bb0(%y: tensor<4xf32>):
    scf.yield %y : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}
// -----
func.func @carry5(%n: index, %a: memref<?xi8>, %c: i1) -> memref<?xi8> {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (memref<?xi8>) {
    %y = scf.if %c -> (memref<?xi8>) {
      scf.yield %x : memref<?xi8>
    } else {
      scf.yield %a : memref<?xi8>
    }
    scf.yield %y : memref<?xi8>
  } {n = 5}
  %1 = scf.while (%x = %0) : (memref<?xi8>) -> memref<?xi8> {
    scf.condition(%c) %x : memref<?xi8>
  } do {
  ^bb0(%y: memref<?xi8>):
    scf.yield %y : memref<?xi8>
  }
  return %1 : memref<?xi8>
}
// -----
func.func @carry6(%n: index, %a: vector<2xi1>, %c: i1) -> vector<2xi1> {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (vector<2xi1>) {
    %y = scf.if %c -> (vector<2xi1>) {
      scf.yield %x : vector<2xi1>
    } else {
      scf.yield %a : vector<2xi1>
    }
    scf.yield %y : vector<2xi1>
  } {n = 6}
  %1 = scf.while (%x = %0) : (vector<2xi1>) -> vector<2xi1> {
    scf.condition(%c) %x : vector<2xi1>
  } do {
  ^bb0(%y: vector<2xi1>):
    scf.yield %y : vector<2xi1>
  }
  return %1 : vector<2xi1>
}
// -----
func.func @carry7(%n: index, %a: !foo.t<i32>, %c: i1) -> !foo.t<i32> {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (!foo.t<i32>) {
    %y = scf.if %c -> (!foo.t<i32>) {
      scf.yield %x : !foo.t<i32>
    } else {
      scf.yield %a : !foo.t<i32>
    }
    scf.yield %y : !foo.t<i32>
  } {n = 7}
  %1 = scf.while (%x = %0) : (!foo.t<i32>) -> !foo.t<i32> {
    scf.condition(%c) %x : !foo.t<i32>
  } do {
  ^bb0(%y: !foo.t<i32>):
    scf.yield %y : !foo.t<i32>
  }
  return %1 : !foo.t<i32>
}
// -----
func.func @carry8(%n: index, %a: none, %c: i1) -> none {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (none) {
    %y = scf.if %c -> (none) {
      scf.yield %x : none
    } else {
      scf.yield %a : none
    }
    scf.yield %y : none
  } {n = 8}
  %1 = scf.while (%x = %0) : (none) -> none {
    scf.condition(%c) %x : none
  } do {
  ^bb0(%y: none):
    scf.yield %y : none
  }
  return %1 : none
}
// -----
func.func @carry9(%n: index, %a: complex<f32>, %c: i1) -> complex<f32> {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (complex<f32>) {
    %y = scf.if %c -> (complex<f32>) {
      scf.yield %x : complex<f32>
    } else {
      scf.yield %a : complex<f32>
    }
    scf.yield %y : complex<f32>
  } {n = 9}
  %1 = scf.while (%x = %0) : (complex<f32>) -> complex<f32> {
    scf.condition(%c) %x : complex<f32>
  } do {
  ^bb0(%y: complex<f32>):
    scf.yield %y : complex<f32>
  }
  return %1 : complex<f32>
}
// -----
scf.for %i = %k to %k step %k : i32 {
  "foo.use"(%i, %k) : (i32, i32) -> ()
}
%x = scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) init (%v) -> f32 {
  scf.reduce(%v : f32) {
  ^bb0(%a: f32, %b: f32):
    scf.reduce.return %a : f32
  }
}
scf.if %c {
  scf.index_switch %n
  case 1 {
    "foo.use"(%n) : (index) -> ()
    scf.yield
  }
  default {
  }
}
%y = scf.while (%a = %v) : (f32) -> f32 {
  scf.condition(%c) %a : f32
} do {
^bb0(%a: f32):
  scf.yield %a : f32
}
%k = arith.constant 1 : i32
%n = arith.constant 2 : index
%v = arith.constant 3.0 : f32
%c = arith.constant true
scf.for %i = %n to %n step %n {
  scf.for %j = %i to %n step %i {
    scf.forall (%m) in (%j) {
    }
  }
}
