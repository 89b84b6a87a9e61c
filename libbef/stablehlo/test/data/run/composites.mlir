// Composites with and without regions: their decompositions.
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.add %x, %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func private @checked(%x: tensor<2xf32>) -> tensor<2xf32> {
  check.expect_eq %x, %x : tensor<2xf32>
  %y = stablehlo.composite "my.twice" %x {decomposition = @twice} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %a = stablehlo.composite "my.twice" %x {decomposition = @twice, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  %b = "stablehlo.composite"(%a) <{name = "my.checked", decomposition = @checked, composite_attributes = {n = 2 : i64}}> ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %w = stablehlo.maximum %u, %v : tensor<f32>
    stablehlo.return %w : tensor<f32>
  }, {
    check.expect_eq %x, %a : tensor<2xf32>
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %b, dense<[4.0, 8.0]> : tensor<2xf32>
  return %b : tensor<2xf32>
}
