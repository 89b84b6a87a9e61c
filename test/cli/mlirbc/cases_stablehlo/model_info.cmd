model() { mlirbc info "$@" | sed '/^version/,$d'; }
for name in names costs loops needs; do model "$DATA/models/$name.mlir"; done
# the artifact, and StableHLO as bytecode
model "$DATA/models/names.mlir" > text
model "$DATA/models/names.mlirbc" | diff text -
mlirbc convert --to stablehlo "$DATA/models/names.mlirbc" | mlirbc info - | sed '/^version/,$d' | cmp - text
mlirbc info "$DATA/models/names.mlirbc" | sed -n '/^version/,/^size/p'
mlirbc info --json "$DATA/models/names.mlirbc" | head -1 | sed 's/,"bytecode_version.*//'
# functions only
echo 'func.func @same(%x: tensor<f32>, %y: i1) -> tensor<f32> { return %x : tensor<f32> }
func.func private @declared()' | model
# names between modules: the nearest function counts
model - <<'END'
module {
  func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
    %0 = stablehlo.abs %x : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  module @inner {
    func.func private @f(%x: tensor<3xf32>) -> tensor<3xf32> { return %x : tensor<3xf32> }
    func.func @inside(%x: tensor<3xf32>) -> tensor<3xf32> {
      %0 = call @f(%x) : (tensor<3xf32>) -> tensor<3xf32>
      return %0 : tensor<3xf32>
    }
  }
  func.func @outside(%x: tensor<3xf32>) -> tensor<3xf32> {
    %0 = call @f(%x) : (tensor<3xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}
END
# an operation of the future
sed 's/multiply_v1/multiplx_v1/' "$DATA/models/names.mlirbc" > future.mlirbc
mlirbc info future.mlirbc | sed '/^size/,$d'; echo $?
mlirbc info --json future.mlirbc | head -1 | grep -o '"model.*"bytecode'
mlirbc dot future.mlirbc | head -1
mlirbc dot --json future.mlirbc; echo $?
