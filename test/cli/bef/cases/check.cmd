cat > model.mlir <<'END'
module @net attributes {mhlo.num_replicas = 1 : i32, mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %1 = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %3 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
    %4 = stablehlo.add %2, %3 : tensor<2x4xf32>
    %5 = stablehlo.tanh %4 : tensor<2x4xf32>
    %6 = stablehlo.reduce(%5 init: %1) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
    %7 = stablehlo.exponential %6 : tensor<2xf32>
    %8 = stablehlo.add %1, %1 : tensor<f32>
    %9 = "stablehlo.sort"(%5) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %10 = chlo.erfc %9 : tensor<2x4xf32> -> tensor<2x4xf32>
    return %10, %7 : tensor<2x4xf32>, tensor<2xf32>
  }
}
END
bef check model.mlir; echo "$?"
bef check --explain model.mlir | sed '1,/^$/d'
bef check --explain --no-fuse model.mlir | sed '1,/^$/d'
bef check --json model.mlir; bef check --json --explain model.mlir | sed -n '/^"explanations"/,$p'
bef assemble model.mlir -o model.bef && bef check model.bef; echo "$?"
# operations of functions and loops; without locations
cat > calls.mlir <<'END'
func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
  %0 = call @twice(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.constant dense<9> : tensor<i32>
  %2 = stablehlo.constant dense<1> : tensor<i32>
  %3 = stablehlo.while(%i = %arg1) : tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %2 : tensor<i32>
      stablehlo.return %n : tensor<i32>
    }
  return %0, %3 : tensor<4xf32>, tensor<i32>
}
func.func private @twice(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.add %1, %arg0 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
END
bef check --explain calls.mlir | sed '1,/^$/d'
# all that cannot run, not only the first, with targets and places
cat > hostile.mlir <<'END'
func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.custom_call @unknown(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @Sharding(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @xla_python_cpu_callback(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @unknown(%arg0) {a = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = stablehlo.add %0, %3 : tensor<4xf32>
  return %4, %2 : tensor<4xf32>, tensor<4xf32>
}
END
bef check hostile.mlir; echo "$?"
bef check --explain hostile.mlir 2>/dev/null | sed '1,/^$/d'
bef check --json hostile.mlir; echo "$?"
cat > branch.mlir <<'END'
func.func @main(%arg0: tensor<i32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.case"(%arg0) ({
    stablehlo.return %arg1 : tensor<4xf32>
  }, {
    %1 = stablehlo.custom_call @unknown(%arg1) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
END
bef check branch.mlir; echo "$?"; bef run branch.mlir --input 0 --input '[1, 2, 3, 4]'
# without its constants
cat > split.mlir <<'END'
func.func @main(%arg0: tensor<1x3xf32>) -> tensor<1x2xf32> {
  %0 = stablehlo.constant dense_resource<kernel> : tensor<3x2xf32>
  %1 = stablehlo.dot %arg0, %0 : (tensor<1x3xf32>, tensor<3x2xf32>) -> tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}
{-# external_resources: { mlirbc.weights: { kernel: "dense kernel" } } #-}
END
bef check split.mlir; echo "$?"
# shapes of calls, several processes, several files
cat > dynamic.mlir <<'END'
func.func @main(%arg0: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<?xf32>
  return %0 : tensor<?xf32>
}
END
cat > ranks.mlir <<'END'
module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 4 : i32} {
  func.func @main(%arg0: tensor<4xbf16>) -> tensor<4xbf16> {
    %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %c = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %c : tensor<bf16>
    }) : (tensor<4xbf16>) -> tensor<4xbf16>
    return %0 : tensor<4xbf16>
  }
}
END
bef check dynamic.mlir ranks.mlir; echo "$?"
bef check --shape arg0=7 --explain dynamic.mlir; echo "$?"
for shape in arg0=7x2 arg1=7 arg0 arg0=many; do bef check --shape "$shape" dynamic.mlir; echo "$?"; done
sed "s/%arg0: tensor<?xf32>/%arg0: tensor<?xf32> loc(\"p['x']\")/" dynamic.mlir | bef check --shape x=7 | tail -1
echo 'func.func @f() { tfrt.return }' | bef check; echo "$?"
echo 'func.func @f() {' | bef check; echo "$?"
echo 'func.func @f(%a: tensor<2xf32>) -> tensor<3xf32> { %0 = stablehlo.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32> return %0 : tensor<3xf32> }' > wrong.mlir
bef check wrong.mlir; echo "$?"
bef check nothing.mlir; echo "$?"
