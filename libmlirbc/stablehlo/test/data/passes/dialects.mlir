// passes: dialects,fold,cse,dce
// report: dialects 6 left 0
// As torch-mlir writes shapes.
func.func @sizes(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %a, %c0 : tensor<?x4xf32>
  %d1 = tensor.dim %a, %c1 : tensor<?x4xf32>
  %s = tensor.from_elements %d0, %d1 : tensor<2xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  %2 = arith.addf %a, %1 : tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}
// =>
func.func @sizes(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.reshape %1 : (tensor<i64>) -> tensor<1xi64>
  %c = stablehlo.constant dense<4> : tensor<1xi64>
  %3 = stablehlo.concatenate %2, %c, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %4 = stablehlo.dynamic_broadcast_in_dim %b, %3, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  %5 = stablehlo.add %a, %4 : tensor<?x4xf32>
  return %5 : tensor<?x4xf32>
}
// -----
// passes: dialects
// Scalars become tensors in signatures too, and a shape whose length is open stays open where a type says so.
func.func @signatures(%i: index, %f: f32, %x: tensor<2x3xf32>) -> (tensor<?xindex>, f32) {
  %s = shape.shape_of %x : tensor<2x3xf32> -> tensor<?xindex>
  %g = arith.addf %f, %f : f32
  return %s, %g : tensor<?xindex>, f32
}
// =>
func.func @signatures(%i: tensor<i64>, %f: tensor<f32>, %x: tensor<2x3xf32>) -> (tensor<?xi64>, tensor<f32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %l = stablehlo.constant dense<[2]> : tensor<1xi64>
  %t = stablehlo.dynamic_reshape %s, %l : (tensor<2xi64>, tensor<1xi64>) -> tensor<?xi64>
  %g = stablehlo.add %f, %f : tensor<f32>
  return %t, %g : tensor<?xi64>, tensor<f32>
}
// -----
// passes: dialects
// A constraint is checked when the program runs, unless refinement decides it.
func.func @constraints(%x: tensor<?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %two = shape.const_shape [2] : tensor<1xindex>
  %w = shape.cstr_eq %s, %two : tensor<1xindex>, tensor<1xindex>
  %all = shape.assuming_all %w
  %r = shape.assuming %all -> (tensor<?xf32>) {
    %0 = stablehlo.negate %x : tensor<?xf32>
    shape.assuming_yield %0 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
// =>
func.func @constraints(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.reshape %1 : (tensor<i64>) -> tensor<1xi64>
  %c = stablehlo.constant dense<2> : tensor<1xi64>
  %3 = stablehlo.compare EQ, %2, %c : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
  %4 = stablehlo.reshape %3 : (tensor<1xi1>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%4) {api_version = 2 : i32, error_message = "the shapes are not equal", has_side_effect = true} : (tensor<i1>) -> ()
  %5 = stablehlo.negate %x : tensor<?xf32>
  return %5 : tensor<?xf32>
}
// -----
// passes: dialects
// report: dialects 0 left 1 tensor.pad: it has no form in StableHLO on these types
// One operation without a form keeps all: its operands would have other types.
func.func @all_or_nothing(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[%c] high[%c] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
// =>
func.func @all_or_nothing(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[%c] high[%c] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
// passes: dialects
// report: left 1 ml_program.global_store: it keeps a value from one call to the next; programs have no such state
ml_program.global private mutable @seed(dense<5> : tensor<i64>) : tensor<i64>
func.func @state(%x: tensor<i64>) {
  ml_program.global_store @seed = %x : tensor<i64>
  return
}
// =>
ml_program.global private mutable @seed(dense<5> : tensor<i64>) : tensor<i64>
func.func @state(%x: tensor<i64>) {
  ml_program.global_store @seed = %x : tensor<i64>
  return
}
// -----
// passes: dialects
// report: dialects 1 left 2
// Operations without a twin stay; so does one that violates the rules of its twin.
func.func @mhlo(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>) {
  %0 = mhlo.negate %x : tensor<2xf32>
  %1 = "mhlo.stochastic_convert"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = "mhlo.negate"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<3xf32>
}
// =>
func.func @mhlo(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>) {
  %0 = stablehlo.negate %x : tensor<2xf32>
  %1 = "mhlo.stochastic_convert"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = "mhlo.negate"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<3xf32>
}
// -----
// passes: dialects
// report: dialects 0 left 1 arith.addi
// An operation that its dialect does not allow: the second result would have no value.
func.func @results(%i: index) -> index {
  %0:2 = "arith.addi"(%i, %i) : (index, index) -> (index, index)
  return %0#1 : index
}
// =>
func.func @results(%i: index) -> index {
  %0:2 = "arith.addi"(%i, %i) : (index, index) -> (index, index)
  return %0#1 : index
}
