// Ops with regions, blocks, several results; properties of every common form; scopes. Written at versions 0, 4, 5 and 6.
module @outer attributes {t.version = 3 : i32} {
  func.func private @callee(i32, index) -> (i32, i32)
  func.func @blocks(%a: i32, %b: i1, %n: index) -> i32 attributes {no_inline} {
    %c = arith.constant 7 : i32
    cf.cond_br %b, ^left(%a : i32), ^right(%c, %n : i32, index)
  ^left(%x: i32):
    %y = arith.addi %x, %c overflow<nsw> : i32
    cf.br ^right(%y, %n : i32, index)
  ^right(%z: i32, %i: index):
    %r:2 = func.call @callee(%z, %i) : (i32, index) -> (i32, i32)
    return %r#1 : i32
  }
  func.func @memory(%n: index, %m: memref<?x4xf32, strided<[4, 1], offset: ?>>) -> memref<?xf32> {
    %0 = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
    scf.for %i = %n to %n step %n {
      %v = memref.load %m[%i, %n] : memref<?x4xf32, strided<[4, 1], offset: ?>>
      memref.store %v, %0[%i] : memref<?xf32>
    }
    return %0 : memref<?xf32>
  }
  module @inner {
    %late = "t.uses"(%early, %early) ({
    ^bb0(%x: f64):
      "t.end"(%x) : (f64) -> ()
    }, {
    }) {kind = "graph"} : (i8, i8) -> i8
    %early = "t.gives"(%late) <{given = true}> : (i8) -> i8
  }
}
