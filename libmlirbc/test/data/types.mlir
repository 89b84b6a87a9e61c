// Every builtin type, in the spellings people use.
"t.types"() {
  ints = [i1, i8, si16, ui32, i0, i128, index], none = none,
  floats = [bf16, f16, f32, f64, f80, f128, tf32, f8E5M2, f8E4M3, f8E4M3FN, f8E5M2FNUZ, f8E4M3FNUZ, f8E4M3B11FNUZ, f8E3M4,
            f8E8M0FNU, f6E2M3FN, f6E3M2FN, f4E2M1FN],
  functions = [() -> (), (i32) -> i32, (i32, f32) -> (), () -> (i1, i1), () -> (() -> ()), (() -> i8) -> ()],
  tuples = [tuple<>, tuple<i32>, tuple<i32, tuple<f32, none>>],
  complex = [complex<f32>, complex<i8>],
  vectors = [vector<4xi32>, vector<2x[4]x8xf32>, vector<[1]xi1>, vector<f32>],
  tensors = [tensor<f32>, tensor<2x?x0xi8>, tensor<0x1xf32>, tensor<*xf64>, tensor<4xf32, "enc">, tensor<2x !foo.bar>],
  memrefs = [memref<f32>, memref<2x3xf32, affine_map<(i, j) -> (i, j)>>, memref<2x3xf32, affine_map<(i, j) -> (j, i)>>,
             memref<4xf32, 1>, memref<4xf32, 0>, memref<4xf32, strided<[2], offset: ?>, 3 : i32>, memref<*xi8, "space">],
  foreign = [!foo.bar, !foo.bar<1 -> [2, {"x>"}]>, !foo<"a b">, !foo<any thing>, !foo<simple>]
} : () -> ()
"t.spaces"() : () -> (memref<4xf32, 0 : i32>, memref<*xf32, false>, memref<4xf32, 0 : index>, memref<4xf32, {}>, tensor<4xf32, >)
