// Custom forms: each spelling that the parser accepts, and what the printer leaves out or chooses.
func.func @custom(%a: tensor<2xf32>, %c: tensor<2xcomplex<f32>>, %i: tensor<2xi32>, %u: tensor<2xui8>, %d: tensor<?xf32, #stablehlo.bounds<4>>) {
  %0 = "stablehlo.abs"(%c) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %1 = stablehlo.cosine %a {k = 1 : i32, result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
  %2 = "stablehlo.sine"(%a) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = stablehlo.is_finite %a : (tensor<2xf32>) -> tensor<2xi1>
  %4 = stablehlo.add %d, %d : tensor<?xf32, #stablehlo.type_extensions<bounds = [4]>>
  %5 = stablehlo.cholesky %a, lower = true : tensor<2xf32>
  %6 = stablehlo.cholesky %a : tensor<2xf32>
  %7 = stablehlo.cholesky %a, lower = false {x} : tensor<2xf32>
  %8 = stablehlo.reduce_precision %a, format = e8m10 : tensor<2xf32>
  %9 = stablehlo.after_all : !stablehlo.token
  %10 = stablehlo.after_all %9, %9 {a} : !stablehlo.token
  %11 = stablehlo.create_token : !stablehlo.token
  %12:2 = stablehlo.optimization_barrier %a, %c : tensor<2xf32>, tensor<2xcomplex<f32>>
  stablehlo.optimization_barrier()
  stablehlo.optimization_barrier {k} ()
  %13 = stablehlo.tuple %a, %c {k} : tuple<tensor<2xf32>, tensor<2xcomplex<f32>>>
  %14 = stablehlo.get_tuple_element %13[1] {k = 2 : i64} : (tuple<tensor<2xf32>, tensor<2xcomplex<f32>>>) -> tensor<2xcomplex<f32>>
  %15 = stablehlo.constant {k} dense<[1, 2]> : tensor<2xi8>
  %16 = stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xi8>}> {k} : () -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %17 = stablehlo.constant() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2xi8>
  %18 = stablehlo.custom_call @"foo-bar"(%a) {backend_config = "", has_side_effect = false, api_version = 1 : i32, called_computations = []} : (tensor<2xf32>) -> tensor<2xf32>
  stablehlo.custom_call @x() {operand_layouts = [], result_layouts = [], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : () -> ()
  %19:2 = stablehlo.composite "a.b" %a, %c {decomposition = @f, version = 0 : i32} : (tensor<2xf32>, tensor<2xcomplex<f32>>) -> (tensor<2xf32>, tensor<2xf32>)
  stablehlo.composite "a.c" ({ stablehlo.return }, { ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }) {decomposition = @f} : () -> ()
  %20 = stablehlo.compare LT, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %21 = stablehlo.compare EQ, %a, %a, TOTALORDER {k} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %22 = stablehlo.select %20, %a, %a : tensor<2xi1>, tensor<2xf32>
  %23 = stablehlo.select %20, %a, %a : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %24 = stablehlo.complex %a, %a : tensor<2xcomplex<f32>>
  %25 = stablehlo.complex %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  %26 = stablehlo.complex %d, %d : tensor<?xcomplex<f32>, #stablehlo.bounds<4>>
  %27 = stablehlo.rng %a, %a, %i, distribution = NORMAL : (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  %28 = stablehlo.dot %a, %a, precision = [HIGH, HIGHEST] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %29 = stablehlo.dot %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %30 = stablehlo.einsum %a, %a, config = "a,a->a" {k} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %31 = stablehlo.unary_einsum %a, config = "a->a" : (tensor<2xf32>) -> tensor<2xf32>
  %32 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> {k} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %33 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %34 = stablehlo.reduce(%a init: %33) applies stablehlo.maximum across dimensions = [0] {k} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %35:2 = stablehlo.reduce(%a init: %33), (%i init: %33) across dimensions = [] : (tensor<2xf32>, tensor<2xi32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
    reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<f32>, %s: tensor<f32>) { stablehlo.return %p, %s : tensor<f32>, tensor<f32> }
  %36 = "stablehlo.reduce"(%a, %33) <{dimensions = array<i64: 0>}> ({
   ^bb0(%p: tensor<f32>, %q: tensor<f32>):
   %n = stablehlo.add %p, %q : tensor<f32>
   stablehlo.return %n : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %37:2 = stablehlo.while(%x = %a, %y = %33) : tensor<2xf32>, tensor<f32> attributes {k = 1 : i8} cond { %t = stablehlo.constant dense<true> : tensor<i1> stablehlo.return %t : tensor<i1> } do { stablehlo.return %x, %y : tensor<2xf32>, tensor<f32> }
  stablehlo.while() cond { %t = stablehlo.constant dense<true> : tensor<i1> stablehlo.return %t : tensor<i1> } do { stablehlo.return }
  %38 = stablehlo.slice %a [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %39, %40 = chlo.top_k(%a, k = 8) : tensor<2xf32> -> (tensor<8xf32>, tensor<8xi32>)
  %41, %42 = chlo.top_k(%a, k=8, is_stable = false) : tensor<2xf32> -> (tensor<8xf32>, tensor<8xi32>)
  %43, %44 = chlo.scan(%a) inits(%33) dimension=0 attributes {is_reverse = true} { ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x, %y : tensor<f32>, tensor<f32> } : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)
  %45 = chlo.broadcast_compare %a, %a {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %46 = chlo.constant dense<1.0> : tensor<f32>
  %47 = chlo.zeta %a, %a : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %a, dense<1.0> : tensor<2xf32>, tolerance = 0.5
  interpreter.print %a : tensor<2xf32>
  %48 = stablehlo.pad %a, %33, low = [-1], high = [2], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  %49 = "stablehlo.batch_norm_training"(%a, %a, %a) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  %50 = stablehlo.dynamic_broadcast_in_dim %a, %i, dims = [0] {known_expanding_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xi32>) -> tensor<?xf32>
  func.return
}
