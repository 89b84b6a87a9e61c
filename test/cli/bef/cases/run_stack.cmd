# The place of an error in a program with stacks of calls, as Python's programs have them, is the innermost line.
cat > stack.mlir <<'END'
#a = loc("a.py":3:4)
#f = loc("model.f"(#a))
#b = loc("b.py":5:6)
#at = loc(callsite(#f at #b))
#other = loc("one;two")
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  check.expect_eq_const %x, dense<7.0> : tensor<f32> loc(#at)
  return
}
func.func @named() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  check.expect_eq_const %x, dense<7.0> : tensor<f32> loc(#other)
  return
}
END
bef run --functions main stack.mlir; echo "$?"
bef run --functions named stack.mlir; echo "$?"
