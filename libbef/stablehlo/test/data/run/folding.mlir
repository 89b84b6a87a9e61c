// Operations on constants have the same results when they are folded and when the program computes them.

func.func @halves() -> (tensor<64xbf16>, tensor<64xf16>) {
  %a = stablehlo.constant dense<[0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7F7FFFFF, 0x7F7F7FFF, 0x7F7F8000, 0x00000001, 0x80000001, 0x007FFFFF, 0x00008000, 0x00008001, 0x00018000, 0x00017FFF, 0x3F808000, 0x3F818000, 0x3F807FFF, 0x477FE000, 0x477FEFFF, 0x477FF000, 0x33000000, 0x33000001, 0x33800000, 0x387FC000, 0x387FE000, 0x387FDFFF, 0x38800000, 0xB8801000, 0x38803000, 0x37095000, 0xB040F3A7, 0x3A8B9C7B, 0xC7505000, 0x0785F000, 0x110F1000, 0x36CA71DF, 0xB8CF8000, 0xC43B8000, 0xB8970298, 0xC9ABF000, 0x3B358000, 0x770504BE, 0x472C8000, 0x660B8000, 0x3C27B000, 0x7F719000, 0x02CE8000, 0x1B9F8000, 0x6FB37000, 0xB5EE8000, 0xB5712D3B, 0x319DB0C3, 0x3C808000, 0xAF6DF000, 0x4B63D000, 0x47B28000, 0x417E8000, 0x8E001000, 0xB1AE8AC5, 0x1AA08000, 0x2EEC8000, 0x3D8D8000, 0xA1D89550, 0x79D85422]> : tensor<64xf32>
  %b = stablehlo.constant dense<[0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7F7FFFFF, 0x7F7F7FFF, 0x7F7F8000, 0x00000001, 0x80000001, 0x007FFFFF, 0x00008000, 0x00008001, 0x00018000, 0x00017FFF, 0x3F808000, 0x3F818000, 0x3F807FFF, 0x477FE000, 0x477FEFFF, 0x477FF000, 0x33000000, 0x33000001, 0x33800000, 0x387FC000, 0x387FE000, 0x387FDFFF, 0x38800000, 0xB8801000, 0x38803000, 0x37095000, 0xB040F3A7, 0x3A8B9C7B, 0xC7505000, 0x0785F000, 0x110F1000, 0x36CA71DF, 0xB8CF8000, 0xC43B8000, 0xB8970298, 0xC9ABF000, 0x3B358000, 0x770504BE, 0x472C8000, 0x660B8000, 0x3C27B000, 0x7F719000, 0x02CE8000, 0x1B9F8000, 0x6FB37000, 0xB5EE8000, 0xB5712D3B, 0x319DB0C3, 0x3C808000, 0xAF6DF000, 0x4B63D000, 0x47B28000, 0x417E8000, 0x8E001000, 0xB1AE8AC5, 0x1AA08000, 0x2EEC8000, 0x3D8D8000, 0xA1D89550, 0x79D85422]> : tensor<64xf32>
  %0 = stablehlo.convert %a : (tensor<64xf32>) -> tensor<64xbf16>
  %1 = stablehlo.convert %b : (tensor<64xf32>) -> tensor<64xf16>
  return %0, %1 : tensor<64xbf16>, tensor<64xf16>
}

func.func @doubles() -> (tensor<6xbf16>, tensor<6xf16>) {
  %a = stablehlo.constant dense<[1.00390625000000022, 1.00390625, 1.0e300, -1.0e-300, 65519.999999999993, 5.9604644775390625e-8]> : tensor<6xf64>
  %0 = stablehlo.convert %a : (tensor<6xf64>) -> tensor<6xbf16>
  %1 = stablehlo.convert %a : (tensor<6xf64>) -> tensor<6xf16>
  return %0, %1 : tensor<6xbf16>, tensor<6xf16>
}

func.func @nans() -> tensor<3xbf16> {
  %a = stablehlo.constant dense<[0x7FC00000, 0xFFC00001, 0x7F800001]> : tensor<3xf32>
  %0 = stablehlo.convert %a : (tensor<3xf32>) -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

func.func @moves() -> tensor<3x2xbf16> {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = stablehlo.convert %a : (tensor<2x3xf32>) -> tensor<2x3xbf16>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xbf16>) -> tensor<3x2xbf16>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<3x2xbf16>
  check.expect_eq_const %2, dense<[[3.0, 6.0], [2.0, 5.0], [1.0, 4.0]]> : tensor<3x2xbf16>
  return %2 : tensor<3x2xbf16>
}
