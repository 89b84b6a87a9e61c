cat > program.mlir <<'END'
module @example {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<3x3xf32>, %arg1: tensor<2x1xi32>) -> (tensor<2x3xf32>, tensor<3xi1>) attributes {a.accuracy = #stablehlo.result_accuracy<atol = 1.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>, a.precision = [#chlo<precision HIGH>, #stablehlo<precision HIGHEST>]} {
    %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %1 = "stablehlo.gather"(%0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<3x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
    %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    %3 = stablehlo.slice %2 [0:2, 0:3] : (tensor<2x6xf32>) -> tensor<2x3xf32>
    %4 = stablehlo.slice %0 [0:1, 0:3] : (tensor<3x3xf32>) -> tensor<1x3xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x3xf32>) -> tensor<3xf32>
    %6 = chlo.broadcast_compare %5, %5 {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    return %3, %6 : tensor<2x3xf32>, tensor<3xi1>
  }
}
END
mlirbc convert --to stablehlo program.mlir -o program.mlirbc && mlirbc print -p program.mlirbc | cmp - program.mlir && echo same
mlirbc attrs program.mlirbc | sed -n 's/.* bytes  \(stablehlo\|chlo\)  /\1 /p' | sort
mlirbc hexdump program.mlirbc | grep -c 'as text'
mlirbc hash program.mlir program.mlirbc | cut -d ' ' -f 1 | uniq | wc -l
mlirbc verify program.mlirbc && mlirbc strip program.mlirbc | mlirbc print -p | cmp - program.mlir && echo same
for version in 0 5; do
  mlirbc convert --version $version program.mlirbc | mlirbc print -p | cmp - program.mlir && echo same
done
mlirbc convert --to stablehlo --producer MLIR24.0.0git program.mlir | mlirbc print -p | cmp - program.mlir && echo same
cat > dot.mlir <<'END'
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}
END
mlirbc convert --to stablehlo dot.mlir -o dot.mlirbc
sed 's/\x11\x05/\x2f\x05/' dot.mlirbc > code.mlirbc && mlirbc print code.mlirbc | grep -o 'precision_config = .*]' && mlirbc verify code.mlirbc; echo $?
sed 's/\x07\x01\x15\x1b/\x07\x04\x15\x1b/' dot.mlirbc > layout.mlirbc && mlirbc verify layout.mlirbc; echo $?
