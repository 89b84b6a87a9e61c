cat > program.mlir <<'END'
module @example {
  func.func public @main(%arg0: tensor<2x3xf32> {mhlo.sharding = "{replicated}"}, %arg1: tensor<3x4xf32>) -> tensor<2x4xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %1 = stablehlo.exponential %0 : tensor<2x4xf32>
    %2 = stablehlo.add %1, %0 : tensor<2x4xf32>
    return %2 : tensor<2x4xf32>
  }
}
END
mlirbc convert --to vhlo program.mlir -o new.mlirbc && mlirbc info new.mlirbc | grep '^version'
mlirbc print new.mlirbc | grep -o 'vhlo[.][a-z_]*_v[0-9]"' | sort | tr '\n' ' '; echo
mlirbc convert --to stablehlo new.mlirbc | mlirbc print --pretty | cmp - program.mlir && echo same
mlirbc print --pretty new.mlirbc | cmp - program.mlir && echo the same for a person
mlirbc view new.mlirbc -o new.html && grep -c 'vhlo[.]' new.html; mlirbc view --generic new.mlirbc | grep -c 'vhlo[.]func'
for version in 0.9.0 0.13.0 0.20.0 1.5.0 1.20.0; do
  mlirbc convert --to vhlo:$version program.mlir -o direct.mlirbc && mlirbc info direct.mlirbc | grep '^version'
  mlirbc convert --to vhlo:$version new.mlirbc | cmp - direct.mlirbc && echo same
  mlirbc convert --to stablehlo direct.mlirbc | mlirbc print -p | cmp - program.mlir && echo same
done
mlirbc convert --to vhlo:1.0 new.mlirbc -o old.mlirbc && mlirbc print old.mlirbc | grep -o 'vhlo[.][a-z_]*_v[0-9]"' | sort | tr '\n' ' '; echo
mlirbc convert --to stablehlo program.mlir | mlirbc print -p | cmp - program.mlir && echo same
echo 'func.func @f(%x: tensor<f32>) -> tensor<f32> { %y = stablehlo.tan %x : tensor<f32>  return %y : tensor<f32> }' > tan.mlir
mlirbc convert --to vhlo:1.3.0 tan.mlir -o none.mlirbc; echo "$?"; ls none.mlirbc 2>/dev/null
mlirbc convert --to vhlo:1.4.0 tan.mlir | mlirbc print | grep -c tan_v1
echo 'func.func @f(%x: tensor<f32>) -> tensor<f32> { %y = chlo.erf %x : tensor<f32> -> tensor<f32>  return %y : tensor<f32> }' | mlirbc convert --to vhlo; echo "$?"
for to in vhlo: vhlo:1.21.0 vhlo:0.8.0 vhlo:x mhlo; do mlirbc convert --to $to tan.mlir; echo "$?"; done
mlirbc convert --to vhlo --version 6 tan.mlir; echo "$?"
