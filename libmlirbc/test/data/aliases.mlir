// What gets an alias, and in which order.
#number = 5 : i32
!short = tensor<2x2xf32>
!fn = (i32) -> f32
#map_b = affine_map<(d0) -> (d0 * 2)>
// Text of dialects may name aliases, too.
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#unit = #llvm.di_subroutine_type<types = #int, #int>
"t.use"() {a = #number, b = [#number, !short], m = #map_b, n = affine_map<(d0, d1) -> (d1, d0)>, s = affine_set<(d0) : (d0 == 0)>} : () -> ()
%v = "t.type"() : () -> memref<2x2xf32, affine_map<(d0, d1) -> (d1, d0)>>
"t.identity"() : () -> memref<2xf32, affine_map<(d0) -> (d0)>>
"t.tuple"(%t) : (tuple<i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17>) -> ()
%t = "t.def"() {in = [tuple<i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17>]}
  : () -> tuple<i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17>
"t.props"() <{m = affine_map<() -> (1)>, n = affine_map<(d0) -> (d0 * 2)>}> {d = distinct[0]<"x">, e = [distinct[1]<"x">, distinct[0]<"x">, distinct[2]<>]} : () -> ()
%i = "t.i"() {u = #unit} : () -> i32
%m = "t.kept"() : () -> !async.value<memref<4xf32, #map_b>>
%w = "t.signature"(%i) : !fn
