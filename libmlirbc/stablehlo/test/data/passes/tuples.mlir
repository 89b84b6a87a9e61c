// passes: tuples
func.func @forward(%x: tensor<f32>, %y: tensor<i8>) -> tensor<i8> {
  %a = stablehlo.tuple %x, %y : tuple<tensor<f32>, tensor<i8>>
  %b = stablehlo.get_tuple_element %a[1] : (tuple<tensor<f32>, tensor<i8>>) -> tensor<i8>
  return %b : tensor<i8>
}
// =>
func.func @forward(%x: tensor<f32>, %y: tensor<i8>) -> tensor<i8> {
  return %y : tensor<i8>
}
// -----
// passes: tuples
func.func public @main(%t: tuple<tensor<f32>, tuple<tensor<i8>, tensor<i1>>> {jax.name = "t"}) -> tuple<tensor<i8>, tensor<f32>> {
  %a = call @swap(%t) : (tuple<tensor<f32>, tuple<tensor<i8>, tensor<i1>>>) -> tuple<tensor<i8>, tensor<f32>>
  return %a : tuple<tensor<i8>, tensor<f32>>
}
func.func private @swap(%t: tuple<tensor<f32>, tuple<tensor<i8>, tensor<i1>>>) -> tuple<tensor<i8>, tensor<f32>> {
  %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tuple<tensor<i8>, tensor<i1>>>) -> tensor<f32>
  %b = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f32>, tuple<tensor<i8>, tensor<i1>>>) -> tuple<tensor<i8>, tensor<i1>>
  %c = stablehlo.get_tuple_element %b[0] : (tuple<tensor<i8>, tensor<i1>>) -> tensor<i8>
  %d = stablehlo.tuple %c, %a : tuple<tensor<i8>, tensor<f32>>
  return %d : tuple<tensor<i8>, tensor<f32>>
}
// =>
func.func public @main(%a: tensor<f32> {jax.name = "t"}, %b: tensor<i8> {jax.name = "t"}, %c: tensor<i1> {jax.name = "t"}) -> (tensor<i8>, tensor<f32>) {
  %d:2 = call @swap(%a, %b, %c) : (tensor<f32>, tensor<i8>, tensor<i1>) -> (tensor<i8>, tensor<f32>)
  return %d#0, %d#1 : tensor<i8>, tensor<f32>
}
func.func private @swap(%a: tensor<f32>, %b: tensor<i8>, %c: tensor<i1>) -> (tensor<i8>, tensor<f32>) {
  return %b, %a : tensor<i8>, tensor<f32>
}
// -----
// passes: tuples
func.func @loop(%x: tensor<i32>, %y: tensor<f32>) -> tensor<f32> {
  %t = stablehlo.tuple %x, %y : tuple<tensor<i32>, tensor<f32>>
  %r = stablehlo.while(%s = %t) : tuple<tensor<i32>, tensor<f32>>
   cond {
    %i = stablehlo.get_tuple_element %s[0] : (tuple<tensor<i32>, tensor<f32>>) -> tensor<i32>
    %c = stablehlo.constant dense<3> : tensor<i32>
    %l = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %i = stablehlo.get_tuple_element %s[0] : (tuple<tensor<i32>, tensor<f32>>) -> tensor<i32>
    %v = stablehlo.get_tuple_element %s[1] : (tuple<tensor<i32>, tensor<f32>>) -> tensor<f32>
    %n = stablehlo.tuple %i, %v : tuple<tensor<i32>, tensor<f32>>
    stablehlo.return %n : tuple<tensor<i32>, tensor<f32>>
  }
  %e = stablehlo.get_tuple_element %r[1] : (tuple<tensor<i32>, tensor<f32>>) -> tensor<f32>
  return %e : tensor<f32>
}
// =>
func.func @loop(%x: tensor<i32>, %y: tensor<f32>) -> tensor<f32> {
  %r:2 = stablehlo.while(%i = %x, %v = %y) : tensor<i32>, tensor<f32>
   cond {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %l = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    stablehlo.return %i, %v : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
// -----
// passes: tuples
// A function with several blocks stays, and its calls do.
func.func @caller(%x: tensor<f32>) -> tensor<f32> {
  %t = stablehlo.tuple %x, %x : tuple<tensor<f32>, tensor<f32>>
  %u = call @blocks(%t) : (tuple<tensor<f32>, tensor<f32>>) -> tuple<tensor<f32>, tensor<f32>>
  %r = stablehlo.get_tuple_element %u[1] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @blocks(%t: tuple<tensor<f32>, tensor<f32>>) -> tuple<tensor<f32>, tensor<f32>> {
  cf.br ^bb1(%t : tuple<tensor<f32>, tensor<f32>>)
^bb1(%u: tuple<tensor<f32>, tensor<f32>>):
  return %u : tuple<tensor<f32>, tensor<f32>>
}
// =>
func.func @caller(%x: tensor<f32>) -> tensor<f32> {
  %t = stablehlo.tuple %x, %x : tuple<tensor<f32>, tensor<f32>>
  %u = call @blocks(%t) : (tuple<tensor<f32>, tensor<f32>>) -> tuple<tensor<f32>, tensor<f32>>
  %r = stablehlo.get_tuple_element %u[1] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @blocks(%t: tuple<tensor<f32>, tensor<f32>>) -> tuple<tensor<f32>, tensor<f32>> {
  cf.br ^bb1(%t : tuple<tensor<f32>, tensor<f32>>)
^bb1(%u: tuple<tensor<f32>, tensor<f32>>):
  return %u : tuple<tensor<f32>, tensor<f32>>
}
// -----
// passes: tuples
// So does the decomposition of a composite, which keeps its tuple.
func.func @composed(%x: tensor<f32>) -> tuple<tensor<f32>> {
  %t = stablehlo.tuple %x : tuple<tensor<f32>>
  %u = stablehlo.composite "my.op" %t {decomposition = @impl} : (tuple<tensor<f32>>) -> tuple<tensor<f32>>
  return %u : tuple<tensor<f32>>
}
func.func private @impl(%t: tuple<tensor<f32>>) -> tuple<tensor<f32>> {
  return %t : tuple<tensor<f32>>
}
// =>
func.func @composed(%x: tensor<f32>) -> tensor<f32> {
  %t = stablehlo.tuple %x : tuple<tensor<f32>>
  %u = stablehlo.composite "my.op" %t {decomposition = @impl} : (tuple<tensor<f32>>) -> tuple<tensor<f32>>
  %r = stablehlo.get_tuple_element %u[0] : (tuple<tensor<f32>>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @impl(%t: tuple<tensor<f32>>) -> tuple<tensor<f32>> {
  return %t : tuple<tensor<f32>>
}
// -----
// passes: tuples
// So does a function whose tuples stablehlo.tuple cannot make, and a loop over them.
func.func @indices(%t: tuple<tensor<1xindex>, tensor<f32>>) -> tensor<f32> {
  %u = stablehlo.custom_call @foo(%t) : (tuple<tensor<1xindex>, tensor<f32>>) -> tuple<tensor<f32>>
  %r = stablehlo.get_tuple_element %u[0] : (tuple<tensor<f32>>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func @loop(%c: tensor<i1>) {
  %t = stablehlo.custom_call @make() : () -> tuple<tuple<tensor<index>>>
  %u = stablehlo.optimization_barrier %t : tuple<tuple<tensor<index>>>
  %w = stablehlo.while(%s = %u) : tuple<tuple<tensor<index>>>
   cond {
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %s : tuple<tuple<tensor<index>>>
  }
  return
}
// =>
func.func @indices(%t: tuple<tensor<1xindex>, tensor<f32>>) -> tensor<f32> {
  %u = stablehlo.custom_call @foo(%t) : (tuple<tensor<1xindex>, tensor<f32>>) -> tuple<tensor<f32>>
  %r = stablehlo.get_tuple_element %u[0] : (tuple<tensor<f32>>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func @loop(%c: tensor<i1>) {
  %t = stablehlo.custom_call @make() : () -> tuple<tuple<tensor<index>>>
  %u = stablehlo.optimization_barrier %t : tuple<tuple<tensor<index>>>
  %w = stablehlo.while(%s = %u) : tuple<tuple<tensor<index>>>
   cond {
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %s : tuple<tuple<tensor<index>>>
  }
  return
}
// -----
// passes: tuples
// stablehlo.return ends a function like func.return; an operation of another dialect cannot change.
func.func @ends(%t: tuple<tensor<f32>, tensor<i1>>) -> tuple<tensor<f32>, tensor<i1>> {
  "stablehlo.return"(%t) : (tuple<tensor<f32>, tensor<i1>>) -> ()
}
func.func @other(%t: tuple<tensor<f32>>) -> tuple<tensor<f32>> {
  "other.end"(%t) : (tuple<tensor<f32>>) -> ()
}
// =>
func.func @ends(%x: tensor<f32>, %y: tensor<i1>) -> (tensor<f32>, tensor<i1>) {
  "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<i1>) -> ()
}
func.func @other(%t: tuple<tensor<f32>>) -> tuple<tensor<f32>> {
  "other.end"(%t) : (tuple<tensor<f32>>) -> ()
}
// -----
// passes: tuples
func.func @results_of_a_custom_call(%x: tensor<2x2xf32>) -> tensor<2xf32> {
  %t = stablehlo.custom_call @Qr(%x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x2xf32>) -> tuple<tensor<2x2xf32>, tensor<2xf32>>
  %e = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2x2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return %e : tensor<2xf32>
}
// =>
func.func @results_of_a_custom_call(%x: tensor<2x2xf32>) -> tensor<2xf32> {
  %t:2 = stablehlo.custom_call @Qr(%x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  return %t#1 : tensor<2xf32>
}
