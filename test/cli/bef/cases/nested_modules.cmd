# As in MLIR, a call sees only the functions of the nearest module, and a model is what its outer module has
write() { # NAME OPERATION CALLEE: a module whose main applies the operation
	cat << END
  module @$1 {
    func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.$2 %x : tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = call @$3(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
END
}
{ write outer exponential f; write inner negate f; echo '}}'; } > after.mlir
{ echo 'module {'; write inner negate f; write deeper sine f; echo '}}'; write outer exponential f | tail -n +2; echo '}'; } > before.mlir
{ write inner negate f; echo '}'; write outer exponential f | tail -n +2; } > implicit.mlir
{ write outer exponential f; write inner negate g; echo '}'; echo 'func.func private @g(tensor<2xf32>) -> tensor<2xf32> }'; } > hidden.mlir
{ echo 'module {'; write inner negate f; echo '}}'; } > inside.mlir
for name in after before implicit hidden inside; do
	echo "== $name"
	bef run "$name.mlir" --input '[0.0,0.0]'; echo "$?"
done
# host programs have one name space
cat > host.mlir << 'END'
module @inner {
  func.func @main() -> i32 { %a = tfrt.constant.i32 1 tfrt.return %a : i32 }
}
func.func @main() -> i32 { %a = tfrt.constant.i32 2 tfrt.return %a : i32 }
END
bef run host.mlir; echo "$?"
cat > calls.mlir << 'END'
func.func @outside() -> i32 { %a = tfrt.constant.i32 2 tfrt.return %a : i32 }
module @inner {
  func.func @main() -> i32 { %a = tfrt.call @outside() : () -> i32 tfrt.return %a : i32 }
}
END
bef run calls.mlir; echo "$?"
