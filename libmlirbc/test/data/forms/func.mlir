func.func @f() {
  return
}
// -----
func.func private @f()
// -----
func.func private @f(i32, f32) -> (i32, index)
// -----
func.func public @f(%a: i32) -> i32 {
  return %a : i32
}
// -----
func.func nested @f(%a: i32) {
  return
}
// -----
func.func @"quoted name"(%a: i32) {
  call @"quoted name"(%a) : (i32) -> ()
  return
}
// -----
func.func private @attrs(i32 {x.a}, tensor<?xf32> {x.b = 1, y.c = "s"}, index) -> (i32 {x.r}, f32)
// -----
func.func @attrs(%a: i32 {x.a}, %b: tensor<?xf32> {x.b = 1 : i8, y.c = "s"}, %c: index) -> (i32 {x.r = [1, 2]}, i32) {
  return %a, %a : i32, i32
}
// -----
func.func @one_result(%a: i32) -> (i32 {x.r}) attributes {x.y, z.w = {a = 1}} {
  return {k} %a : i32
}
// -----
func.func @no_inline() attributes {no_inline, foo.bar} {
  return
}
// -----
func.func private @fn_result() -> ((i32) -> i32)
// -----
func.func private @fn_results() -> ((i32) -> i32, () -> ())
// -----
func.func private @fn_args((i32) -> (), () -> (i32, i32))
// -----
func.func @call(%a: i32) -> (i32, i32) {
  %0:2 = call @call(%a) : (i32) -> (i32, i32)
  %1, %2 = func.call @call(%0#1) {x.y = 1} : (i32) -> (i32, i32)
  call @void() : () -> ()
  call @void() {no_inline} : () -> ()
  return %0#0, %2 : i32, i32
}
func.func private @void()
// -----
func.func @indirect(%f: (i32, f32) -> (i32, i32), %g: () -> (), %a: i32, %b: f32) {
  %0:2 = call_indirect %f(%a, %b) : (i32, f32) -> (i32, i32)
  func.call_indirect %g() {k = 2 : i2} : () -> ()
  return
}
// -----
func.func @constant() -> ((i32) -> i32) {
  %f = constant @id : (i32) -> i32
  %g = func.constant {a.b} @id : (i32) -> i32
  return %f : (i32) -> i32
}
func.func @id(%a: i32) -> i32 {
  return %a : i32
}
// -----
module {
}
// -----
module @named {
}
// -----
module @named attributes {a.b = 1, "x.quoted key" = unit} {
}
// -----
module attributes {x.y} {
  module @inner {
    func.func private @f()
  }
  module {
  }
}
// -----
module @"strange name" {
  func.func private @"a\22b"()
}
// -----
"foo.region"() ({
  func.func @f() {
    return
  }
  builtin.module @m {
  }
}) : () -> ()
// -----
func.func @nested(%c: i1) {
  scf.if %c {
    func.call @g() : () -> ()
    %f = func.constant @g : () -> ()
  }
  builtin.module {
    func.func @h() {
      return
    }
  }
  return
}
func.func private @g()
// -----
func.func @casts(%a: i32, %b: f32) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i32 to i64
  %1:2 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to i1, i2 {k}
  %2 = builtin.unrealized_conversion_cast to !foo.bar
  return %0 : i64
}
// -----
%0 = unrealized_conversion_cast to i32
"foo.use"(%0) : (i32) -> ()
// -----
func.func @graph(%a: i32) {
  "foo.graph"() ({
    %1 = arith.addi %2, %a : i32
    %2 = arith.addi %1, %a : i32
    "foo.end"() : () -> ()
  }) : () -> ()
  return
}
// -----
func.func @multi() {
  %0:3 = "foo.three"() : () -> (i32, f32, index)
  "foo.use"(%0#2, %0#0) {x = 1} : (index, i32) -> ()
  %1 = "foo.one"() <{p = 1 : i32}> {d} : () -> i32
  return
}
// -----
func.func @locs(%a: i32 loc("f.py":1:2), %b: f32 {x.y} loc("g")) attributes {x.z} {
  call @locs(%a, %b) : (i32, f32) -> () loc("f.py":3:4)
  return loc(fused<"m">["a", "f.py":1:2])
} loc("whole":1:1)
// -----
#map = affine_map<(d0) -> (d0 + 1)>
func.func private @alias(memref<4xf32, affine_map<(d0) -> (d0 + 2)>> {x.m = #map}) attributes {a.m = #map}
// -----
#map = affine_map<(d0) -> (d0 + 1)>
func.func @alias(%m: memref<4xf32, #map> {x.m = affine_map<(d0, d1) -> (d1)>}) -> (i32 {x.n = affine_map<() -> (3)>}) attributes {a.m = #map} {
  %c = arith.constant 1 : i32
  return {k = affine_set<(d0) : (d0 >= 0)>} %c : i32
}
// -----
!t = tuple<i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17, i18>
func.func private @tuples(!t, tuple<!t>) -> !t
// -----
#loc1 = loc("a.py":1:1)
func.func @a() {
  return loc(#loc1)
} loc(#loc2)
#loc2 = loc(callsite(#loc1 at "b.py":2:2))
// -----
func.func @types(%a: vector<4x[8]xf32>, %b: complex<f64>, %c: none, %d: tuple<i32, f32>, %e: !foo.bar<i32>, %f: tensor<2x?x3xi4, "enc">, %g: memref<*xf32, 3>, %h: memref<?x4xi8, strided<[?, 1], offset: ?>, 1 : i32>) {
  return
}
// -----
func.func @unregistered_blocks() {
  "foo.region"() ({
  ^bb0:
    "foo.br"()[^bb1] : () -> ()
  ^bb1:
    "foo.end"() : () -> ()
  }) : () -> ()
  return
}
// -----
func.func @empty_regions() {
  "foo.r"() ({
  }, {
  ^bb0(%a: i32):
    "foo.end"() : () -> ()
  }, {
  ^bb0:
  }) {k} : () -> ()
  return
}
// -----
func.func private @resource() attributes {a.b = dense_resource<r> : tensor<2xi8>}
{-#
  dialect_resources: {
    builtin: {
      r: "0x0400000001020000"
    }
  }
#-}
