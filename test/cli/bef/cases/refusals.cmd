# What JAX writes and only JAX can run: the message names the function of JAX, its place in the program, and what to do.
cat > callback.mlir <<'END'
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {backend_config = "", has_side_effect = true, mhlo.backend_config = {index = 0 : ui64}} : (tensor<4xf32>) -> () loc("debug_print:"("jit(f)/debug_print"("train.py":30:4)))
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {backend_config = "", mhlo.backend_config = {index = 0 : ui64}} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
END
try() { bef "$@" 2>&1; echo status $?; }
try verify callback.mlir
try run --random-inputs 1 callback.mlir
try verify --json callback.mlir
echo === the text of an assertion stays in a BEF file
cat > assertion.mlir <<'END'
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.compare LT, %x, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%0, %x, %c) {error_message = "x is {0}, which is not below {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return %x : tensor<i32>
}
END
bef assemble assertion.mlir -o assertion.bef
try run --input 2 assertion.bef
try run --input 5 assertion.bef
echo === a constraint that does not hold, at a place in the Python program
cat > constraint.mlir <<'END'
module @jit_f {
  func.func public @main(%arg0: tensor<4xf32>) -> tensor<5xf32> {
    %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32> loc("jit(f)/add"("train.py":30:4))
    return %0 : tensor<5xf32> loc(unknown)
  } loc(unknown)
} loc(unknown)
END
try verify constraint.mlir
echo === a size among the arguments
cat > top.mlir <<'END'
func.func @main(%x: tensor<?x3xf32>, %k: tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<?x3xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xi32>
}
END
sed 's/?x3xf32/1x3xf32/' top.mlir > static.mlir
try run --input '[[1.0,3.0,2.0]]' --input 2 top.mlir
try verify static.mlir
