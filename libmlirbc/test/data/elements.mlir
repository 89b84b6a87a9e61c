// array<>, dense<>, sparse<>
"t.array"() {a = array<i32>, b = array<i8: 1, -1>, c = array<f32: 1.5, 0x7F800000>, d = array<i1: true, false>} : () -> ()
"t.dense"() {empty = dense<> : tensor<2x0xi32>, scalar = dense<1> : tensor<i32>, splat = dense<2.5> : vector<4xf32>,
  same = dense<[7, 7]> : tensor<2xi8>, nested = dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi32>, one = dense<[[5]]> : tensor<1x1xi64>,
  bits = dense<[true, false, true]> : tensor<3xi1>, index = dense<[0, 1]> : tensor<2xindex>, neg = dense<[-1, 127]> : tensor<2xi8>,
  u = dense<[255, 0]> : tensor<2xui8>, odd = dense<[-2048, 2047]> : tensor<2xi12>, wide = dense<[1, -1]> : tensor<2xi65>,
  nan = dense<[0x7FC00000, 0.1, -0.0]> : tensor<3xf32>, half = dense<[1.0, 65504.0]> : tensor<2xf16>,
  cf = dense<[(1.0, 2.0), (0.0, -1.0)]> : tensor<2xcomplex<f32>>, ci = dense<(1, 2)> : tensor<3xcomplex<i8>>,
  strings = dense<["a", "b\0A"]> : tensor<2x!foo.str>, text = dense<"x"> : tensor<2x!foo.str>} : () -> ()
"t.hex"() {a = dense<"0x0100000002000000"> : tensor<2xi32>, b = dense<"0xFF"> : tensor<9xi1>, c = dense<"0x05"> : tensor<3xi1>,
  splat = dense<"0x2A"> : tensor<4xi8>} : () -> ()
"t.large"() {i1 = dense<"0xABCDEF0123456789ABCDEF012345"> : tensor<112xi1>,
  i8 = dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F6061626364"> : tensor<101xi8>} : () -> ()
"t.sparse"() {none = sparse<> : tensor<3x4xi32>, one = sparse<0, 1> : tensor<1xi32>, two = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>,
  same = sparse<[[0, 1], [0, 1]], 2.5> : tensor<3x4xf32>} : () -> ()
"t.memref"() {a = dense<1> : memref<4xi32>, b = dense<[1, 2]> : memref<2xi32, 3>, c = sparse<[[0]], 1> : memref<4xi32>} : () -> ()
"t.flat"() {a = sparse<[0, 2], [1.0, 2.0]> : tensor<3xf32>, b = sparse<[], []> : tensor<1xf32>, c = sparse<[1], 5> : vector<4xi8>} : () -> ()
"t.large"() {a = dense<0> : tensor<4294967296x4294967296xi32>, b = dense<true> : tensor<9223372036854775807x2xi1>, c = dense<"0x01020304"> : vector<4294967296x4294967296xi32>} : () -> ()
