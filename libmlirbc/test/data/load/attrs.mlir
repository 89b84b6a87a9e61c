// Attributes and types of every kind that bytecode encodes, and texts of dialects.
"t.scalars"() {a = unit, b = true, c = -1 : i8, d = 4000000000 : ui32, e = -5 : si64, f = 3 : index, g = 18446744073709551616 : i96,
  h = 1.5 : f32, i = 0.1 : f64, j = 2.0 : bf16, k = 1.0 : f80, l = "text", m = "typed" : !t.string, n = @a::@b::@c, o = @a,
  p = i7, q = 0.5 : f8E4M3FN, r = 1.25 : f16, s = 1.0 : f128} : () -> ()
"t.lists"() {a = [], b = [1, "two", [3.0 : f32]], c = {x = {}, y = [unit]}, d = array<i32: 1, -2>, e = array<i1: true, false>,
  f = array<f64>, g = distinct[0]<42 : i64>, h = affine_map<(d0)[s0] -> (d0 floordiv 2 + s0)>, i = #t<"op aque">,
  j = #t.word<1, 2>} : () -> ()
"t.elements"() {a = dense<[1, 2, 3]> : tensor<3xi32>, b = dense<7> : vector<2x2xi8>, c = dense<[true, false, true]> : tensor<3xi1>,
  d = dense<true> : tensor<20xi1>, e = dense<[(1.0, 2.0)]> : tensor<1xcomplex<f32>>, f = dense<["a", "b"]> : tensor<2x!t.string>,
  g = dense<"s"> : tensor<4x!t.string>, h = sparse<[[0, 1], [2, 0]], [5, 6]> : tensor<3x2xi16>, i = dense<> : tensor<0xf32>,
  j = dense<[-2048, 2047]> : vector<2xi12>, k = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf16>} : () -> ()
%0:12 = "t.types"() : () -> (tuple<>, tuple<i1, f32>, complex<i8>, tensor<?x3xf32>, tensor<2xi4, "code">, tensor<*xf64>,
  memref<4xi8>, memref<4x?xi8, affine_map<(d0, d1) -> (d1, d0)>, 3>, memref<*xi8, "far">, vector<[4]x2xf32>, vector<f32>, !t.odd<"x">)
"t.functions"() {a = (i32, none) -> (), b = () -> ((index) -> index)} : () -> ()
