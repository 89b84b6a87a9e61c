// arith, tensor, shape and ml_program, as frontends write them beside StableHLO.

ml_program.global private mutable @seed(dense<5> : tensor<i64>) : tensor<i64>
ml_program.global public @weights(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>

func.func @integers() {
  %a = arith.constant dense<[7, -7, 7, -7, 6]> : tensor<5xi32>
  %b = arith.constant dense<[2, 2, -2, -2, 3]> : tensor<5xi32>
  %0 = arith.addi %a, %b overflow<nsw> : tensor<5xi32>
  check.expect_eq_const %0, dense<[9, -5, 5, -9, 9]> : tensor<5xi32>
  %1 = arith.divsi %a, %b : tensor<5xi32>
  check.expect_eq_const %1, dense<[3, -3, -3, 3, 2]> : tensor<5xi32>
  %2 = arith.floordivsi %a, %b : tensor<5xi32>
  check.expect_eq_const %2, dense<[3, -4, -4, 3, 2]> : tensor<5xi32>
  %3 = arith.ceildivsi %a, %b : tensor<5xi32>
  check.expect_eq_const %3, dense<[4, -3, -3, 4, 2]> : tensor<5xi32>
  %4 = arith.remsi %a, %b : tensor<5xi32>
  check.expect_eq_const %4, dense<[1, -1, 1, -1, 0]> : tensor<5xi32>
  %5 = arith.maxsi %a, %b : tensor<5xi32>
  check.expect_eq_const %5, dense<[7, 2, 7, -2, 6]> : tensor<5xi32>
  %6 = arith.xori %a, %b : tensor<5xi32>
  check.expect_eq_const %6, dense<[5, -5, -7, 7, 5]> : tensor<5xi32>
  %7 = arith.cmpi sgt, %a, %b : tensor<5xi32>
  check.expect_eq_const %7, dense<[true, false, true, false, true]> : tensor<5xi1>
  %8 = arith.select %7, %a, %b : tensor<5xi1>, tensor<5xi32>
  check.expect_eq %8, %5 : tensor<5xi32>
  func.return
}
// Signless integers are unsigned for these.
func.func @unsigned_integers() {
  %a = arith.constant dense<[-1, 7, 6]> : tensor<3xi8>
  %b = arith.constant dense<[2, 2, 3]> : tensor<3xi8>
  %0 = arith.divui %a, %b : tensor<3xi8>
  check.expect_eq_const %0, dense<[127, 3, 2]> : tensor<3xi8>
  %1 = arith.ceildivui %a, %b : tensor<3xi8>
  check.expect_eq_const %1, dense<[-128, 4, 2]> : tensor<3xi8>
  %2 = arith.remui %a, %b : tensor<3xi8>
  check.expect_eq_const %2, dense<[1, 1, 0]> : tensor<3xi8>
  %3 = arith.maxui %a, %b : tensor<3xi8>
  check.expect_eq_const %3, dense<[-1, 7, 6]> : tensor<3xi8>
  %4 = arith.minui %a, %b : tensor<3xi8>
  check.expect_eq_const %4, dense<[2, 2, 3]> : tensor<3xi8>
  %5 = arith.cmpi ult, %a, %b : tensor<3xi8>
  check.expect_eq_const %5, dense<false> : tensor<3xi1>
  %6 = arith.shrui %a, %b : tensor<3xi8>
  check.expect_eq_const %6, dense<[63, 1, 0]> : tensor<3xi8>
  %7 = arith.shrsi %a, %b : tensor<3xi8>
  check.expect_eq_const %7, dense<[-1, 1, 0]> : tensor<3xi8>
  %8 = arith.extui %a : tensor<3xi8> to tensor<3xi32>
  check.expect_eq_const %8, dense<[255, 7, 6]> : tensor<3xi32>
  %9 = arith.extsi %a : tensor<3xi8> to tensor<3xi32>
  check.expect_eq_const %9, dense<[-1, 7, 6]> : tensor<3xi32>
  %10 = arith.uitofp %a : tensor<3xi8> to tensor<3xf32>
  check.expect_eq_const %10, dense<[255.0, 7.0, 6.0]> : tensor<3xf32>
  %11 = arith.sitofp %a : tensor<3xi8> to tensor<3xf32>
  check.expect_eq_const %11, dense<[-1.0, 7.0, 6.0]> : tensor<3xf32>
  %12 = arith.fptoui %10 : tensor<3xf32> to tensor<3xi8>
  check.expect_eq %12, %a : tensor<3xi8>
  %13 = arith.fptosi %11 : tensor<3xf32> to tensor<3xi8>
  check.expect_eq %13, %a : tensor<3xi8>
  func.return
}
func.func @bits() {
  %a = arith.constant dense<[258, 3, 4]> : tensor<3xi16>
  %0 = arith.trunci %a : tensor<3xi16> to tensor<3xi8>
  check.expect_eq_const %0, dense<[2, 3, 4]> : tensor<3xi8>
  %1 = arith.trunci %a : tensor<3xi16> to tensor<3xi1>
  check.expect_eq_const %1, dense<[false, true, false]> : tensor<3xi1>
  %2 = arith.extsi %1 : tensor<3xi1> to tensor<3xi32>
  check.expect_eq_const %2, dense<[0, -1, 0]> : tensor<3xi32>
  %3 = arith.extui %1 : tensor<3xi1> to tensor<3xi32>
  check.expect_eq_const %3, dense<[0, 1, 0]> : tensor<3xi32>
  %4 = arith.uitofp %1 : tensor<3xi1> to tensor<3xf32>
  check.expect_eq_const %4, dense<[0.0, 1.0, 0.0]> : tensor<3xf32>
  %f = arith.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %5 = arith.bitcast %f : tensor<2xf32> to tensor<2xi32>
  check.expect_eq_const %5, dense<[0x3F800000, 0xC0000000]> : tensor<2xi32>
  %6 = arith.truncf %f : tensor<2xf32> to tensor<2xf16>
  %7 = arith.extf %6 : tensor<2xf16> to tensor<2xf32>
  check.expect_eq %7, %f : tensor<2xf32>
  func.return
}
func.func @floats() {
  %a = arith.constant dense<[1.0, 0x7FC00000, 3.0, 0x7FC00000]> : tensor<4xf32>
  %b = arith.constant dense<[2.0, 1.0, 3.0, 0x7FC00000]> : tensor<4xf32>
  %lt = arith.cmpf olt, %a, %b : tensor<4xf32>
  check.expect_eq_const %lt, dense<[true, false, false, false]> : tensor<4xi1>
  %one = arith.cmpf one, %a, %b : tensor<4xf32>
  check.expect_eq_const %one, dense<[true, false, false, false]> : tensor<4xi1>
  %ueq = arith.cmpf ueq, %a, %b : tensor<4xf32>
  check.expect_eq_const %ueq, dense<[false, true, true, true]> : tensor<4xi1>
  %uge = arith.cmpf uge, %a, %b : tensor<4xf32>
  check.expect_eq_const %uge, dense<[false, true, true, true]> : tensor<4xi1>
  %ult = arith.cmpf ult, %a, %b : tensor<4xf32>
  check.expect_eq_const %ult, dense<[true, true, false, true]> : tensor<4xi1>
  %une = arith.cmpf une, %a, %b : tensor<4xf32>
  check.expect_eq_const %une, dense<[true, true, false, true]> : tensor<4xi1>
  %ord = arith.cmpf ord, %a, %b : tensor<4xf32>
  check.expect_eq_const %ord, dense<[true, false, true, false]> : tensor<4xi1>
  %uno = arith.cmpf uno, %a, %b : tensor<4xf32>
  check.expect_eq_const %uno, dense<[false, true, false, true]> : tensor<4xi1>
  %always = arith.cmpf true, %a, %b : tensor<4xf32>
  check.expect_eq_const %always, dense<true> : tensor<4xi1>
  %never = arith.cmpf false, %a, %b : tensor<4xf32>
  check.expect_eq_const %never, dense<false> : tensor<4xi1>
  %max = arith.maximumf %a, %b : tensor<4xf32>
  check.expect_eq_const %max, dense<[2.0, 0x7FC00000, 3.0, 0x7FC00000]> : tensor<4xf32>
  %num = arith.maxnumf %a, %b : tensor<4xf32>
  check.expect_eq_const %num, dense<[2.0, 1.0, 3.0, 0x7FC00000]> : tensor<4xf32>
  %mul = arith.mulf %b, %b fastmath<fast> : tensor<4xf32>
  check.expect_eq_const %mul, dense<[4.0, 1.0, 9.0, 0x7FC00000]> : tensor<4xf32>
  %neg = arith.negf %b : tensor<4xf32>
  %sum = arith.addf %neg, %b : tensor<4xf32>
  check.expect_eq_const %sum, dense<[0.0, 0.0, 0.0, 0x7FC00000]> : tensor<4xf32>
  func.return
}
// Sizes of static shapes, with calls that have indices.
func.func @elements() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<2x3xf32>
  %last = func.call @before(%d) : (index) -> index
  %e = tensor.extract %x[%c1, %last] : tensor<2x3xf32>
  %f = tensor.from_elements %e, %e : tensor<2xf32>
  check.expect_eq_const %f, dense<6.0> : tensor<2xf32>
  %i = tensor.insert %e into %x[%c0, %c1] : tensor<2x3xf32>
  check.expect_eq_const %i, dense<[[1.0, 6.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %n = arith.index_cast %d : index to i32
  %l = tensor.from_elements %n : tensor<1xi32>
  check.expect_eq_const %l, dense<3> : tensor<1xi32>
  %s = tensor.splat %e : tensor<2xf32>
  check.expect_eq %s, %f : tensor<2xf32>
  %r = tensor.rank %x : tensor<2x3xf32>
  %rl = tensor.from_elements %r, %c1 : tensor<2xindex>
  %z = stablehlo.dynamic_iota %rl, dim = 0 : (tensor<2xindex>) -> tensor<2x1xi32>
  check.expect_eq_const %z, dense<[[0], [1]]> : tensor<2x1xi32>
  %sl = tensor.extract_slice %x[0, 1] [2, 1] [1, 1] : tensor<2x3xf32> to tensor<2xf32>
  check.expect_eq_const %sl, dense<[2.0, 5.0]> : tensor<2xf32>
  %cat = tensor.concat dim(0) %sl, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  check.expect_eq_const %cat, dense<[2.0, 5.0, 6.0, 6.0]> : tensor<4xf32>
  %ex = tensor.expand_shape %cat [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  check.expect_eq_const %ex, dense<[[2.0, 5.0], [6.0, 6.0]]> : tensor<2x2xf32>
  %co = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  check.expect_eq_const %co, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}
func.func private @before(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = arith.subi %n, %c1 : index
  return %0 : index
}
// As torch-mlir and onnx-mlir write element-wise operations: the shapes are those of constants here, and become known by refinement.
func.func @broadcasts() {
  %x = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %y = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %a = tensor.cast %x : tensor<2x1xf32> to tensor<?x?xf32>
  %b = tensor.cast %y : tensor<3xf32> to tensor<?xf32>
  %sa = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  %sb = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %sa, %sb : tensor<2xindex>, tensor<1xindex>
  %0 = shape.assuming %w -> (tensor<?x?xf32>) {
    %s = shape.broadcast %sa, %sb : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %1 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %2 = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %3 = stablehlo.add %1, %2 : tensor<?x?xf32>
    shape.assuming_yield %3 : tensor<?x?xf32>
  }
  %t = tensor.cast %0 : tensor<?x?xf32> to tensor<2x3xf32>
  check.expect_eq_const %t, dense<[[11.0, 21.0, 31.0], [12.0, 22.0, 32.0]]> : tensor<2x3xf32>
  func.return
}
func.func @shapes() {
  %x = stablehlo.constant dense<1.0> : tensor<2x3x4xf32>
  %c1 = shape.const_size 1
  %s = shape.shape_of %x : tensor<2x3x4xf32> -> !shape.shape
  %e = shape.get_extent %s, %c1 : !shape.shape, !shape.size -> !shape.size
  %n = shape.num_elements %s : !shape.shape -> !shape.size
  %head, %tail = "shape.split_at"(%s, %c1) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  %m = shape.num_elements %tail : !shape.shape -> !shape.size
  %i = shape.size_to_index %n : !shape.size
  %j = shape.size_to_index %m : !shape.size
  %k = shape.size_to_index %e : !shape.size
  %all = tensor.from_elements %i, %j, %k : tensor<3xindex>
  %l = arith.index_cast %all : tensor<3xindex> to tensor<3xi64>
  check.expect_eq_const %l, dense<[24, 12, 3]> : tensor<3xi64>
  %f = shape.from_extents %j, %k : index, index
  %fe = shape.to_extent_tensor %f : !shape.shape -> tensor<2xindex>
  %eq = shape.shape_eq %s, %f : !shape.shape, !shape.shape
  %be = shape.is_broadcastable %f, %fe : !shape.shape, tensor<2xindex>
  %bits = tensor.from_elements %eq, %be : tensor<2xi1>
  check.expect_eq_const %bits, dense<[false, true]> : tensor<2xi1>
  func.return
}
func.func @globals() {
  %0 = ml_program.global_load @seed : tensor<i64>
  %1 = ml_program.global_load_const @weights : tensor<2xf32>
  check.expect_eq_const %0, dense<5> : tensor<i64>
  check.expect_eq_const %1, dense<[1.0, 2.0]> : tensor<2xf32>
  func.return
}
func.func @assertions() {
  %t = arith.constant true
  cf.assert %t, "never"
  func.return
}
// mhlo, in its own forms and in those of releases before StableHLO.
func.func @mhlo_twins() {
  %x = mhlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %z = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.add %x, %x : tensor<2xf32>
  %1 = mhlo.abs %0 : tensor<2xf32>
  check.expect_eq_const %1, dense<[2.0, 4.0]> : tensor<2xf32>
  %2 = "mhlo.broadcast_in_dim"(%x) {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<2xf32>) -> tensor<3x2xf32>
  %3 = mhlo.reduce(%2 init: %z) applies mhlo.add across dimensions = [0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %3, dense<[3.0, -6.0]> : tensor<2xf32>
  %4 = "mhlo.compare"(%x, %0) {comparison_direction = #mhlo<comparison_direction GT>, compare_type = #mhlo<comparison_type FLOAT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  check.expect_eq_const %4, dense<[false, true]> : tensor<2xi1>
  %5 = mhlo.compare LT, %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  check.expect_eq_const %5, dense<[true, false]> : tensor<2xi1>
  %6 = "mhlo.dot_general"(%2, %x) {dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision DEFAULT>]} : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3xf32>
  check.expect_eq_const %6, dense<5.0> : tensor<3xf32>
  %7 = "mhlo.slice"(%2) {start_indices = dense<[1, 0]> : tensor<2xi64>, limit_indices = dense<[2, 2]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} : (tensor<3x2xf32>) -> tensor<1x2xf32>
  check.expect_eq_const %7, dense<[[1.0, -2.0]]> : tensor<1x2xf32>
  %8 = "mhlo.reduce"(%2, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = mhlo.maximum %a, %b : tensor<f32>
    mhlo.return %m : tensor<f32>
  }) {dimensions = dense<[0, 1]> : tensor<2xi64>} : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %8, dense<1.0> : tensor<f32>
  func.return
}
func.func @mhlo_others() {
  %x = stablehlo.constant dense<[0.5, -0.25, 0.0]> : tensor<3xf32>
  %e = chlo.erf %x : tensor<3xf32> -> tensor<3xf32>
  %i = chlo.erf_inv %x : tensor<3xf32> -> tensor<3xf32>
  %0 = mhlo.erf %x : tensor<3xf32>
  %1 = "mhlo.erf_inv"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %2 = mhlo.copy %x : tensor<3xf32>
  check.expect_eq %0, %e : tensor<3xf32>
  check.expect_eq %1, %i : tensor<3xf32>
  check.expect_eq %2, %x : tensor<3xf32>
  %3:2 = mhlo.topk(%x, k=2, largest=true) : tensor<3xf32> -> (tensor<2xf32>, tensor<2xi32>)
  check.expect_eq_const %3#1, dense<[0, 2]> : tensor<2xi32>
  %4:2 = mhlo.topk(%x, k=2, largest=false) : tensor<3xf32> -> (tensor<2xf32>, tensor<2xi32>)
  check.expect_eq_const %4#1, dense<[1, 2]> : tensor<2xi32>
  func.return
}
