// passes: chlo
func.func @broadcast(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %a = chlo.broadcast_add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %a : tensor<2x3xf32>
}
// =>
func.func @broadcast(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %a = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %b = stablehlo.add %x, %a : tensor<2x3xf32>
  return %b : tensor<2x3xf32>
}
// -----
// passes: chlo
func.func @given_dimensions(%x: tensor<2x3xi32>, %y: tensor<2xi32>) -> tensor<2x3xi1> {
  %a = chlo.broadcast_compare %x, %y {broadcast_dimensions = array<i64: 0>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x3xi1>
  return %a : tensor<2x3xi1>
}
// =>
func.func @given_dimensions(%x: tensor<2x3xi32>, %y: tensor<2xi32>) -> tensor<2x3xi1> {
  %a = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<2xi32>) -> tensor<2x3xi32>
  %b = stablehlo.compare LT, %x, %a : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  return %b : tensor<2x3xi1>
}
// -----
// passes: chlo
// A dynamic shape: the size that is not 1.
func.func @dynamic(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %a = chlo.broadcast_multiply %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
// =>
func.func @dynamic(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.compare EQ, %0, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.select %2, %1, %0 : tensor<i1>, tensor<i32>
  %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.concatenate %4, dim = 0 : (tensor<1xi32>) -> tensor<1xi32>
  %6 = stablehlo.dynamic_broadcast_in_dim %x, %5, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %7 = stablehlo.dynamic_broadcast_in_dim %y, %5, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %8 = stablehlo.multiply %6, %7 : tensor<?xf32>
  return %8 : tensor<?xf32>
}
// -----
// passes: chlo
func.func @top_k(%x: tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %values, %indices = chlo.top_k(%x, k = 3) : tensor<2x5xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %values, %indices : tensor<2x3xf32>, tensor<2x3xi32>
}
// =>
func.func @top_k(%x: tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0 = stablehlo.iota dim = 1 : tensor<2x5xi32>
  %1:2 = "stablehlo.sort"(%x, %0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %g = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %g : tensor<i1>
  }) : (tensor<2x5xf32>, tensor<2x5xi32>) -> (tensor<2x5xf32>, tensor<2x5xi32>)
  %2 = stablehlo.slice %1#0 [0:2, 0:3] : (tensor<2x5xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.slice %1#1 [0:2, 0:3] : (tensor<2x5xi32>) -> tensor<2x3xi32>
  return %2, %3 : tensor<2x3xf32>, tensor<2x3xi32>
}
// -----
// passes: chlo
func.func @constants(%x: tensor<2x?xf32>) -> (tensor<2xi8>, tensor<2x?xf32>) {
  %a = chlo.constant dense<[1, 2]> : tensor<2xi8>
  %b = "chlo.constant_like"(%x) <{value = 5.0 : f32}> : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %a, %b : tensor<2xi8>, tensor<2x?xf32>
}
// =>
func.func @constants(%x: tensor<2x?xf32>) -> (tensor<2xi8>, tensor<2x?xf32>) {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %c = stablehlo.constant dense<5.0> : tensor<f32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2x?xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %5 = stablehlo.dynamic_broadcast_in_dim %c, %4, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<2x?xf32>
  return %a, %5 : tensor<2xi8>, tensor<2x?xf32>
}
// -----
// passes: chlo
func.func @mulhi(%x: tensor<2xui16>) -> tensor<2xui16> {
  %a = chlo.mulhi %x, %x : tensor<2xui16>, tensor<2xui16> -> tensor<2xui16>
  return %a : tensor<2xui16>
}
// =>
func.func @mulhi(%x: tensor<2xui16>) -> tensor<2xui16> {
  %0 = stablehlo.convert %x : (tensor<2xui16>) -> tensor<2xui32>
  %1 = stablehlo.convert %x : (tensor<2xui16>) -> tensor<2xui32>
  %2 = stablehlo.multiply %0, %1 : tensor<2xui32>
  %c = stablehlo.constant dense<16> : tensor<2xui32>
  %3 = stablehlo.shift_right_logical %2, %c : tensor<2xui32>
  %4 = stablehlo.convert %3 : (tensor<2xui32>) -> tensor<2xui16>
  return %4 : tensor<2xui16>
}
// -----
// passes: chlo
// report: custom-calls 3
func.func @functions(%x: tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>) {
  %0 = stablehlo.custom_call @mhlo.tan(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %2:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0, %1#0, %1#1, %2#0, %2#1 : tensor<2x5xf32>, tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>
}
// =>
func.func @functions(%x: tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>) {
  %t = stablehlo.tan %x : tensor<2x5xf32>
  %0 = stablehlo.iota dim = 1 : tensor<2x5xi32>
  %1:2 = "stablehlo.sort"(%x, %0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %g = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %g : tensor<i1>
  }) : (tensor<2x5xf32>, tensor<2x5xi32>) -> (tensor<2x5xf32>, tensor<2x5xi32>)
  %2 = stablehlo.slice %1#0 [0:2, 0:3] : (tensor<2x5xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.slice %1#1 [0:2, 0:3] : (tensor<2x5xi32>) -> tensor<2x3xi32>
  %4 = stablehlo.iota dim = 1 : tensor<2x5xi32>
  %5:2 = "stablehlo.sort"(%x, %4) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %g = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %g : tensor<i1>
  }) : (tensor<2x5xf32>, tensor<2x5xi32>) -> (tensor<2x5xf32>, tensor<2x5xi32>)
  %6 = stablehlo.slice %5#0 [0:2, 0:3] : (tensor<2x5xf32>) -> tensor<2x3xf32>
  %7 = stablehlo.slice %5#1 [0:2, 0:3] : (tensor<2x5xi32>) -> tensor<2x3xi32>
  return %t, %2, %3, %6, %7 : tensor<2x5xf32>, tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>
}
// -----
// passes: chlo,dce
func.func @approximate(%x: tensor<4x2xf32>, %i: tensor<4x2xi32>, %a: tensor<f32>, %b: tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %a, %b) {called_computations = [@less], mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 3 : i64}} : (tensor<4x2xf32>, tensor<4x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi32>
}
func.func private @less(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
// =>
func.func @approximate(%x: tensor<4x2xf32>, %i: tensor<4x2xi32>, %a: tensor<f32>, %b: tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %1:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%c: tensor<f32>, %d: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %3 = stablehlo.compare NE, %c, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %4 = stablehlo.compare EQ, %c, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %zero_1 = stablehlo.constant dense<0.0> : tensor<f32>
    %5 = stablehlo.select %4, %zero_1, %c : tensor<i1>, tensor<f32>
    %6 = stablehlo.select %3, %nan, %5 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %d, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %zero_2 = stablehlo.constant dense<0.0> : tensor<f32>
    %8 = stablehlo.compare EQ, %d, %zero_2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %zero_3 = stablehlo.constant dense<0.0> : tensor<f32>
    %9 = stablehlo.select %8, %zero_3, %d : tensor<i1>, tensor<f32>
    %10 = stablehlo.select %7, %nan_1, %9 : tensor<i1>, tensor<f32>
    %g = stablehlo.compare LT, %6, %10, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %g : tensor<i1>
  }) : (tensor<4x2xf32>, tensor<4x2xi32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %2 = stablehlo.slice %1#0 [0:3, 0:2] : (tensor<4x2xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.slice %1#1 [0:3, 0:2] : (tensor<4x2xi32>) -> tensor<3x2xi32>
  return %2, %3 : tensor<3x2xf32>, tensor<3x2xi32>
}
// -----
// passes: chlo
func.func @unknown_selections(%x: tensor<4x2xf32>, %a: tensor<f32>) -> (tensor<3x1xf32>, tensor<2x2xf32>) {
  %0 = stablehlo.custom_call @PartialReduce(%x, %a) {called_computations = [@less]} : (tensor<4x2xf32>, tensor<f32>) -> tensor<3x1xf32>
  %1 = stablehlo.custom_call @PartialReduce(%x, %a) : (tensor<4x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  return %0, %1 : tensor<3x1xf32>, tensor<2x2xf32>
}
func.func private @less(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
// =>
func.func @unknown_selections(%x: tensor<4x2xf32>, %a: tensor<f32>) -> (tensor<3x1xf32>, tensor<2x2xf32>) {
  %0 = stablehlo.custom_call @PartialReduce(%x, %a) {called_computations = [@less]} : (tensor<4x2xf32>, tensor<f32>) -> tensor<3x1xf32>
  %1 = stablehlo.custom_call @PartialReduce(%x, %a) : (tensor<4x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  return %0, %1 : tensor<3x1xf32>, tensor<2x2xf32>
}
func.func private @less(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
// -----
// passes: chlo
// report: chlo 0 left 1
// StableHLO has no such operation on these types.
func.func @shift_left(%a: tensor<2x3x4xf64>, %b: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
  %0 = chlo.broadcast_shift_left %a, %b : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  return %0 : tensor<2x3x4xf64>
}
// =>
func.func @shift_left(%a: tensor<2x3x4xf64>, %b: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
  %0 = chlo.broadcast_shift_left %a, %b : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  return %0 : tensor<2x3x4xf64>
}
// -----
// passes: chlo
// report: chlo 0 left 1
// StableHLO has no such operation on these types.
func.func @shift_right_logical(%a: tensor<2x3x4xf64>, %b: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
  %0 = chlo.broadcast_shift_right_logical %a, %b : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  return %0 : tensor<2x3x4xf64>
}
// =>
func.func @shift_right_logical(%a: tensor<2x3x4xf64>, %b: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
  %0 = chlo.broadcast_shift_right_logical %a, %b : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  return %0 : tensor<2x3x4xf64>
}
// -----
// passes: chlo
// report: chlo 0 left 1
// StableHLO has no such operation on these types.
func.func @and(%a: tensor<2x3x4xf64>, %b: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
  %0 = chlo.broadcast_and %a, %b : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  return %0 : tensor<2x3x4xf64>
}
// =>
func.func @and(%a: tensor<2x3x4xf64>, %b: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
  %0 = chlo.broadcast_and %a, %b : (tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  return %0 : tensor<2x3x4xf64>
}
// -----
// passes: chlo
// report: chlo 0 left 1
// StableHLO has no such operation on these types.
func.func @polygamma_i(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %0 = chlo.broadcast_polygamma %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
// =>
func.func @polygamma_i(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %0 = chlo.broadcast_polygamma %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
// -----
// passes: chlo
// report: chlo 0 left 1
// The broadcast that was made for it goes.
func.func @spread(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_or %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// =>
func.func @spread(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_or %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
// An operation that the caller executes itself stays, also where another lowering makes it.
// passes: chlo,but-erf
// report: chlo 1 left 0
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = chlo.erf %x : tensor<2xf32> -> tensor<2xf32>
  %1 = chlo.square %x : tensor<2xf32> -> tensor<2xf32>
  %2 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
// =>
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = chlo.erf %x : tensor<2xf32> -> tensor<2xf32>
  %1 = stablehlo.multiply %x, %x : tensor<2xf32>
  %2 = chlo.erf %x : tensor<2xf32> -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
// -----
// passes: chlo
// The declared type knows less than the operand.
func.func @less_static(%y: tensor<2x4xf32>) -> tensor<?x4xf32> {
  %b = chlo.square %y : tensor<2x4xf32> -> tensor<?x4xf32>
  return %b : tensor<?x4xf32>
}
// =>
func.func @less_static(%arg0: tensor<2x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<2x4xf32>
  %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<2x4xf32>) -> tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<2x4xf32>) -> tensor<i32>
  %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.concatenate %2, %4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %6 = stablehlo.dynamic_broadcast_in_dim %0, %5, dims = [0, 1] : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %6 : tensor<?x4xf32>
}
// -----
// passes: chlo
// The sizes of the results follow from the operand.
func.func @less_static_top_k(%x: tensor<4x5xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
  %0:2 = chlo.top_k(%x, k = 2) : tensor<4x5xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  return %0#0, %0#1 : tensor<?x2xf32>, tensor<?x2xi32>
}
// =>
func.func @less_static_top_k(%arg0: tensor<4x5xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
  %0 = stablehlo.iota dim = 1 : tensor<4x5xi32>
  %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
    %16 = stablehlo.compare  GT, %arg1, %arg2,  TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %16 : tensor<i1>
  }) : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>, tensor<4x5xi32>)
  %2 = stablehlo.slice %1#0 [0:4, 0:2] : (tensor<4x5xf32>) -> tensor<4x2xf32>
  %3 = stablehlo.slice %1#1 [0:4, 0:2] : (tensor<4x5xi32>) -> tensor<4x2xi32>
  %4 = stablehlo.get_dimension_size %2, dim = 0 : (tensor<4x2xf32>) -> tensor<i32>
  %5 = stablehlo.reshape %4 : (tensor<i32>) -> tensor<1xi32>
  %6 = stablehlo.get_dimension_size %2, dim = 1 : (tensor<4x2xf32>) -> tensor<i32>
  %7 = stablehlo.reshape %6 : (tensor<i32>) -> tensor<1xi32>
  %8 = stablehlo.concatenate %5, %7, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %9 = stablehlo.dynamic_broadcast_in_dim %2, %8, dims = [0, 1] : (tensor<4x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  %10 = stablehlo.get_dimension_size %3, dim = 0 : (tensor<4x2xi32>) -> tensor<i32>
  %11 = stablehlo.reshape %10 : (tensor<i32>) -> tensor<1xi32>
  %12 = stablehlo.get_dimension_size %3, dim = 1 : (tensor<4x2xi32>) -> tensor<i32>
  %13 = stablehlo.reshape %12 : (tensor<i32>) -> tensor<1xi32>
  %14 = stablehlo.concatenate %11, %13, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %15 = stablehlo.dynamic_broadcast_in_dim %3, %14, dims = [0, 1] : (tensor<4x2xi32>, tensor<2xi32>) -> tensor<?x2xi32>
  return %9, %15 : tensor<?x2xf32>, tensor<?x2xi32>
}
// -----
// passes: chlo
// The declared type knows more than the operand.
func.func @more_static(%y: tensor<?xf32>) -> tensor<4xf32> {
  %b = chlo.square %y : tensor<?xf32> -> tensor<4xf32>
  return %b : tensor<4xf32>
}
// =>
func.func @more_static(%arg0: tensor<?xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<?xf32>
  %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.concatenate %2, dim = 0 : (tensor<1xi32>) -> tensor<1xi32>
  %4 = stablehlo.dynamic_broadcast_in_dim %0, %3, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}
