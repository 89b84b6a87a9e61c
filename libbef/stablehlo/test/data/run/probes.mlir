// Tensors for the host, and what it keeps of them: printed, probed, read again.
func.func @main() -> tensor<2x2xi32> {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.add %x, %x : tensor<2x2xi32>
  interpreter.print %y : tensor<2x2xi32>
  %a = interpreter.probe %y, probe_id = "twice" : tensor<2x2xi32>
  %b = interpreter.probe %x, probe_id = "twice" : tensor<2x2xi32>
  check.expect_serialized_eq %a, probe_id = "twice" : tensor<2x2xi32>
  check.expect_serialized_eq %b, probe_id = "twice", iter = 2 : tensor<2x2xi32>
  return %a : tensor<2x2xi32>
}
func.func @loop() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %r = stablehlo.while(%i = %zero) : tensor<i64>
   cond {
    %seen = interpreter.probe %i, probe_id = "condition" : tensor<i64>
    %p = stablehlo.compare LT, %seen, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = interpreter.probe %i, probe_id = "body/1" : tensor<i64>
    %j = stablehlo.add %s, %one : tensor<i64>
    stablehlo.return %j : tensor<i64>
  }
  check.expect_serialized_eq %r, probe_id = "condition", iter = 4 : tensor<i64>
  check.expect_serialized_eq %zero, probe_id = "body/1" : tensor<i64>
  check.expect_serialized_eq %one, probe_id = "body/1", iter = 2 : tensor<i64>
  return
}
func.func @types() {
  %a = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %b = stablehlo.constant dense<[1, -2]> : tensor<2xi4>
  %c = stablehlo.constant dense<[1, 65535]> : tensor<2xui16>
  %d = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf8E4M3FN>
  %e = stablehlo.constant dense<[1.5, 0x7FC0]> : tensor<2xbf16>
  %f = stablehlo.constant dense<[(1.0, -2.0)]> : tensor<1xcomplex<f64>>
  %g = stablehlo.constant dense<> : tensor<0x3xf32>
  %a1 = interpreter.probe %a, probe_id = "a" : tensor<2xi1>
  %b1 = interpreter.probe %b, probe_id = "b" : tensor<2xi4>
  %c1 = interpreter.probe %c, probe_id = "c" : tensor<2xui16>
  %d1 = interpreter.probe %d, probe_id = "d" : tensor<2xf8E4M3FN>
  %e1 = interpreter.probe %e, probe_id = "e" : tensor<2xbf16>
  %f1 = interpreter.probe %f, probe_id = "f" : tensor<1xcomplex<f64>>
  %g1 = interpreter.probe %g, probe_id = "g" : tensor<0x3xf32>
  check.expect_serialized_eq %a, probe_id = "a" : tensor<2xi1>
  check.expect_serialized_eq %b, probe_id = "b" : tensor<2xi4>
  check.expect_serialized_eq %c, probe_id = "c" : tensor<2xui16>
  check.expect_serialized_eq %d, probe_id = "d" : tensor<2xf8E4M3FN>
  check.expect_serialized_eq %e, probe_id = "e" : tensor<2xbf16>
  check.expect_serialized_eq %f, probe_id = "f" : tensor<1xcomplex<f64>>
  check.expect_serialized_eq %g, probe_id = "g" : tensor<0x3xf32>
  return
}
