// The programs of xla.mlir with the results that the specification wants.
func.func @scatter_drops() {
  %x = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf32>
  %i = stablehlo.constant dense<[[3], [1]]> : tensor<2x1xi32>
  %u = stablehlo.constant dense<[[1.0, 2.0], [10.0, 20.0]]> : tensor<2x2xf32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
     %c = stablehlo.add %a, %b : tensor<f32>
     stablehlo.return %c : tensor<f32>
  }) : (tensor<4xf32>, tensor<2x1xi32>, tensor<2x2xf32>) -> tensor<4xf32>
  check.expect_eq_const %r, dense<[0.0, 10.0, 20.0, 1.0]> : tensor<4xf32>
  return
}
func.func @scatter_replaces() {
  %x = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi64>
  %i = stablehlo.constant dense<[[2, 3], [-1, 0], [1, 1]]> : tensor<3x2xi64>
  %u = stablehlo.constant dense<[[[100, 101], [102, 103]], [[104, 105], [106, 107]], [[108, 109], [110, 111]]]> : tensor<3x2x2xi64>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
     stablehlo.return %b : tensor<i64>
  }) : (tensor<3x4xi64>, tensor<3x2xi64>, tensor<3x2x2xi64>) -> tensor<3x4xi64>
  check.expect_eq_const %r, dense<[[106, 107, 2, 3], [4, 108, 109, 7], [8, 110, 111, 100]]> : tensor<3x4xi64>
  return
}
func.func @scatter_first_window() {
  %x = stablehlo.constant dense<[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]> : tensor<4x3xf64>
  %i = stablehlo.constant dense<[[1], [2], [3]]> : tensor<3x1xui8>
  %u = stablehlo.constant dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]], [[10.0, 11.0, 12.0], [13.0, 14.0, 15.0], [16.0, 17.0, 18.0]]]> : tensor<2x3x3xf64>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
     %c = stablehlo.multiply %a, %b : tensor<f64>
     stablehlo.return %c : tensor<f64>
  }) : (tensor<4x3xf64>, tensor<3x1xui8>, tensor<2x3x3xf64>) -> tensor<4x3xf64>
  check.expect_eq_const %r, dense<[[1.0, 1.0, 1.0], [1.0, 2.0, 3.0], [40.0, 55.0, 72.0], [91.0, 112.0, 135.0]]> : tensor<4x3xf64>
  return
}
func.func @scatter_inserted() {
  %x = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<3x5xbf16>
  %i = stablehlo.constant dense<[[0, 3], [0, 4], [5, 0]]> : tensor<3x2xi32>
  %u = stablehlo.constant dense<[[1.0, 2.0], [4.0, 8.0], [16.0, 32.0]]> : tensor<3x2xbf16>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
     %c = stablehlo.add %a, %b : tensor<bf16>
     stablehlo.return %c : tensor<bf16>
  }) : (tensor<3x5xbf16>, tensor<3x2xi32>, tensor<3x2xbf16>) -> tensor<3x5xbf16>
  check.expect_eq_const %r, dense<[[0.0, 0.0, 0.0, 1.0, 6.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<3x5xbf16>
  return
}
func.func @window_padding() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %i = stablehlo.constant dense<100.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x,%i) <{window_dimensions=array<i64: 3>, window_strides=array<i64: 1>, base_dilations=array<i64: 1>, window_dilations=array<i64: 1>, padding=dense<[[1, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
     %c = stablehlo.add %a, %b : tensor<f32>
     stablehlo.return %c : tensor<f32>
  }) : (tensor<5xf32>,tensor<f32>) -> tensor<5xf32>
  check.expect_eq_const %r, dense<[203.0, 106.0, 109.0, 112.0, 209.0]> : tensor<5xf32>
  return
}
func.func @window_gaps() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<100> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x,%i) <{window_dimensions=array<i64: 3>, window_strides=array<i64: 1>, base_dilations=array<i64: 2>, window_dilations=array<i64: 1>, padding=dense<[[1, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
     %c = stablehlo.add %a, %b : tensor<i32>
     stablehlo.return %c : tensor<i32>
  }) : (tensor<3xi32>,tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %r, dense<[301, 203, 302, 205, 303]> : tensor<5xi32>
  return
}
func.func @window_products() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf16>
  %i = stablehlo.constant dense<2.0> : tensor<f16>
  %r = "stablehlo.reduce_window"(%x,%i) <{window_dimensions=array<i64: 3>, window_strides=array<i64: 1>, base_dilations=array<i64: 1>, window_dilations=array<i64: 1>, padding=dense<[[2, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f16>, %b: tensor<f16>):
     %c = stablehlo.multiply %a, %b : tensor<f16>
     stablehlo.return %c : tensor<f16>
  }) : (tensor<4xf16>,tensor<f16>) -> tensor<4xf16>
  check.expect_eq_const %r, dense<[8.0, 8.0, 12.0, 48.0]> : tensor<4xf16>
  return
}
func.func @window_outside() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %i = stablehlo.constant dense<7.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x,%i) <{window_dimensions=array<i64: 1>, window_strides=array<i64: 1>, base_dilations=array<i64: 1>, window_dilations=array<i64: 1>, padding=dense<[[2, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
     %c = stablehlo.add %a, %b : tensor<f64>
     stablehlo.return %c : tensor<f64>
  }) : (tensor<2xf64>,tensor<f64>) -> tensor<5xf64>
  check.expect_eq_const %r, dense<[14.0, 14.0, 8.0, 9.0, 14.0]> : tensor<5xf64>
  return
}
func.func @window_row() {
  %x = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0], [12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0]]> : tensor<2x12xf32>
  %i = stablehlo.constant dense<100.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x,%i) <{window_dimensions=array<i64: 2,3>, window_strides=array<i64: 1,1>, base_dilations=array<i64: 1,1>, window_dilations=array<i64: 1,1>, padding=dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
     %c = stablehlo.add %a, %b : tensor<f32>
     stablehlo.return %c : tensor<f32>
  }) : (tensor<2x12xf32>,tensor<f32>) -> tensor<2x12xf32>
  check.expect_eq_const %r, dense<[[501.0, 403.0, 406.0, 409.0, 412.0, 415.0, 418.0, 421.0, 424.0, 427.0, 430.0, 521.0], [326.0, 142.0, 148.0, 154.0, 160.0, 166.0, 172.0, 178.0, 184.0, 190.0, 196.0, 366.0]]> : tensor<2x12xf32>
  return
}
func.func @window_row_small() {
  %x = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]> : tensor<10xbf16>
  %i = stablehlo.constant dense<4.0> : tensor<bf16>
  %r = "stablehlo.reduce_window"(%x,%i) <{window_dimensions=array<i64: 3>, window_strides=array<i64: 1>, base_dilations=array<i64: 1>, window_dilations=array<i64: 1>, padding=dense<[[1, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
     %c = stablehlo.add %a, %b : tensor<bf16>
     stablehlo.return %c : tensor<bf16>
  }) : (tensor<10xbf16>,tensor<bf16>) -> tensor<10xbf16>
  check.expect_eq_const %r, dense<[9.0, 7.0, 10.0, 13.0, 16.0, 19.0, 22.0, 25.0, 28.0, 25.0]> : tensor<10xbf16>
  return
}
func.func @window_forward() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi64>
  %i = stablehlo.constant dense<100> : tensor<i64>
  %r = "stablehlo.reduce_window"(%x,%i) <{window_dimensions=array<i64: 5>, window_strides=array<i64: 1>, base_dilations=array<i64: 1>, window_dilations=array<i64: 1>, padding=dense<[[4, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
     %c = stablehlo.add %a, %b : tensor<i64>
     stablehlo.return %c : tensor<i64>
  }) : (tensor<5xi64>,tensor<i64>) -> tensor<5xi64>
  check.expect_eq_const %r, dense<[501, 403, 306, 210, 115]> : tensor<5xi64>
  return
}
func.func @window_backward() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %i = stablehlo.constant dense<100.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x,%i) <{window_dimensions=array<i64: 5>, window_strides=array<i64: 1>, base_dilations=array<i64: 1>, window_dilations=array<i64: 1>, padding=dense<[[0, 4]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
     %c = stablehlo.add %a, %b : tensor<f32>
     stablehlo.return %c : tensor<f32>
  }) : (tensor<5xf32>,tensor<f32>) -> tensor<5xf32>
  check.expect_eq_const %r, dense<[115.0, 214.0, 312.0, 409.0, 505.0]> : tensor<5xf32>
  return
}
func.func @window_differences() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf64>
  %i = stablehlo.constant dense<100.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x,%i) <{window_dimensions=array<i64: 2>, window_strides=array<i64: 1>, base_dilations=array<i64: 1>, window_dilations=array<i64: 1>, padding=dense<[[1, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
     %c = stablehlo.subtract %a, %b : tensor<f64>
     stablehlo.return %c : tensor<f64>
  }) : (tensor<5xf64>,tensor<f64>) -> tensor<6xf64>
  check.expect_eq_const %r, dense<[-1.0, 97.0, 95.0, 93.0, 91.0, -5.0]> : tensor<6xf64>
  return
}
func.func @window_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)]> : tensor<3xcomplex<f32>>
  %i = stablehlo.constant dense<(2.0, 1.0)> : tensor<complex<f32>>
  %r = "stablehlo.reduce_window"(%x,%i) <{window_dimensions=array<i64: 2>, window_strides=array<i64: 1>, base_dilations=array<i64: 1>, window_dilations=array<i64: 1>, padding=dense<[[1, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
     %c = stablehlo.add %a, %b : tensor<complex<f32>>
     stablehlo.return %c : tensor<complex<f32>>
  }) : (tensor<3xcomplex<f32>>,tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  check.expect_eq_const %r, dense<[(5.0, 4.0), (6.0, 7.0), (10.0, 11.0)]> : tensor<3xcomplex<f32>>
  return
}
func.func @selected_once() {
  %x = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %s = stablehlo.constant dense<[[1.0, 1.0]]> : tensor<1x2xf32>
  %i = stablehlo.constant dense<7.0> : tensor<f32>
  %r = "stablehlo.select_and_scatter"(%x,%s,%i) <{window_dimensions=array<i64: 2,2>, window_strides=array<i64: 1,1>, padding=dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
     %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
     stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
     %c = stablehlo.add %a, %b : tensor<f32>
     stablehlo.return %c : tensor<f32>
  }) : (tensor<2x3xf32>,tensor<1x2xf32>,tensor<f32>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[7.0, 7.0, 7.0], [7.0, 8.0, 8.0]]> : tensor<2x3xf32>
  return
}
func.func @selected_overlapping() {
  %x = stablehlo.constant dense<[1.0, 5.0, 2.0, 5.0, 3.0]> : tensor<5xf64>
  %s = stablehlo.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0]> : tensor<8xf64>
  %i = stablehlo.constant dense<100.0> : tensor<f64>
  %r = "stablehlo.select_and_scatter"(%x,%s,%i) <{window_dimensions=array<i64: 2>, window_strides=array<i64: 1>, padding=dense<[[2, 2]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
     %c = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
     stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
     %c = stablehlo.subtract %a, %b : tensor<f64>
     stablehlo.return %c : tensor<f64>
  }) : (tensor<5xf64>,tensor<8xf64>,tensor<f64>) -> tensor<5xf64>
  check.expect_eq_const %r, dense<[80.0, 30.0, 100.0, -10.0, 30.0]> : tensor<5xf64>
  return
}
func.func @selected_integers() {
  %x = stablehlo.constant dense<[1, 4, 2, 5, 9]> : tensor<5xi32>
  %s = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %i = stablehlo.constant dense<100> : tensor<i32>
  %r = "stablehlo.select_and_scatter"(%x,%s,%i) <{window_dimensions=array<i64: 2>, window_strides=array<i64: 1>, padding=dense<[[0, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
     %c = stablehlo.compare LE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
     stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
     %c = stablehlo.subtract %a, %b : tensor<i32>
     stablehlo.return %c : tensor<i32>
  }) : (tensor<5xi32>,tensor<4xi32>,tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %r, dense<[90, 100, 50, 60, 100]> : tensor<5xi32>
  return
}
func.func @exponential_f32() {
  %a0 = stablehlo.constant dense<[(0xFF800000, 0x7F800000), (0x7F800000, 0x7F800000), (0xFF800000, 0x7FC00000), (0x7F800000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  %r = "stablehlo.exponential"(%a0) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0.0, 0.0), (0x7F800000, 0x7FC00000), (0.0, 0.0), (0x7F800000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  return
}
func.func @exponential_minus_one_f32() {
  %a0 = stablehlo.constant dense<[(0xFF800000, 0x7F800000), (0x7F800000, 0x7F800000), (0xFF800000, 0x7FC00000), (0x7F800000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  %r = "stablehlo.exponential_minus_one"(%a0) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %r, dense<[(-1.0, 0.0), (0x7F800000, 0x7FC00000), (-1.0, 0.0), (0x7F800000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  return
}
func.func @logistic_f32() {
  %a0 = stablehlo.constant dense<[(0xFF800000, 0x7F800000), (0x7F800000, 0x7F800000), (0xFF800000, 0x7FC00000), (0x7F800000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  %r = "stablehlo.logistic"(%a0) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (1.0, 0.0)]> : tensor<4xcomplex<f32>>
  return
}
func.func @log_f32() {
  %a0 = stablehlo.constant dense<[(0xFF800000, 0x7FC00000), (0x7F800000, 0x7FC00000)]> : tensor<2xcomplex<f32>>
  %r = "stablehlo.log"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0x7F800000, 0x7FC00000), (0x7F800000, 0x7FC00000)]> : tensor<2xcomplex<f32>>
  return
}
func.func @log_plus_one_f32() {
  %a0 = stablehlo.constant dense<[(0xFF800000, 0x7FC00000), (0x7F800000, 0x7FC00000)]> : tensor<2xcomplex<f32>>
  %r = "stablehlo.log_plus_one"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0x7F800000, 0x7FC00000), (0x7F800000, 0x7FC00000)]> : tensor<2xcomplex<f32>>
  return
}
func.func @sqrt_f32() {
  %a0 = stablehlo.constant dense<[(-4.0, -0.0), (0x7FC00000, 0x7F800000)]> : tensor<2xcomplex<f32>>
  %r = "stablehlo.sqrt"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0.0, -2.0), (0x7F800000, 0x7F800000)]> : tensor<2xcomplex<f32>>
  return
}
func.func @sine_f32() {
  %a0 = stablehlo.constant dense<[(0xFF800000, 0x7F800000), (0x7F800000, 0x7F800000), (0xFF800000, 0x7FC00000), (0x7F800000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  %r = "stablehlo.sine"(%a0) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0x7FC00000, 0x7F800000), (0x7FC00000, 0x7F800000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  return
}
func.func @cosine_f32() {
  %a0 = stablehlo.constant dense<[(0xFF800000, 0x7F800000), (0x7F800000, 0x7F800000), (0xFF800000, 0x7FC00000), (0x7F800000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  %r = "stablehlo.cosine"(%a0) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0x7F800000, 0x7FC00000), (0x7F800000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  return
}
func.func @tan_f32() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0.0), (0xFF800000, 0.0)]> : tensor<2xcomplex<f32>>
  %r = "stablehlo.tan"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0x7FC00000, 0.0), (0x7FC00000, 0.0)]> : tensor<2xcomplex<f32>>
  return
}
func.func @tanh_f32() {
  %a0 = stablehlo.constant dense<[(0.0, 0x7F800000), (0.0, 0x7FC00000)]> : tensor<2xcomplex<f32>>
  %r = "stablehlo.tanh"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0.0, 0x7FC00000), (0.0, 0x7FC00000)]> : tensor<2xcomplex<f32>>
  return
}
func.func @abs_f32() {
  %a0 = stablehlo.constant dense<[(0x7FC00000, 0x7F800000), (0x7F800000, 0x7FC00000)]> : tensor<2xcomplex<f32>>
  %r = "stablehlo.abs"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[0x7F800000, 0x7F800000]> : tensor<2xf32>
  return
}
func.func @exponential_f64() {
  %a0 = stablehlo.constant dense<[(0xFFF0000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF0000000000000), (0xFFF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  %r = "stablehlo.exponential"(%a0) : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0.0, 0.0), (0x7FF0000000000000, 0x7FF8000000000000), (0.0, 0.0), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  return
}
func.func @exponential_minus_one_f64() {
  %a0 = stablehlo.constant dense<[(0xFFF0000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF0000000000000), (0xFFF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  %r = "stablehlo.exponential_minus_one"(%a0) : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  check.expect_eq_const %r, dense<[(-1.0, 0.0), (0x7FF0000000000000, 0x7FF8000000000000), (-1.0, 0.0), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  return
}
func.func @logistic_f64() {
  %a0 = stablehlo.constant dense<[(0xFFF0000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF0000000000000), (0xFFF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  %r = "stablehlo.logistic"(%a0) : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (1.0, 0.0)]> : tensor<4xcomplex<f64>>
  return
}
func.func @log_f64() {
  %a0 = stablehlo.constant dense<[(0xFFF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<2xcomplex<f64>>
  %r = "stablehlo.log"(%a0) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0x7FF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<2xcomplex<f64>>
  return
}
func.func @log_plus_one_f64() {
  %a0 = stablehlo.constant dense<[(0xFFF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<2xcomplex<f64>>
  %r = "stablehlo.log_plus_one"(%a0) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0x7FF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<2xcomplex<f64>>
  return
}
func.func @sqrt_f64() {
  %a0 = stablehlo.constant dense<[(-4.0, -0.0), (0x7FF8000000000000, 0x7FF0000000000000)]> : tensor<2xcomplex<f64>>
  %r = "stablehlo.sqrt"(%a0) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0.0, -2.0), (0x7FF0000000000000, 0x7FF0000000000000)]> : tensor<2xcomplex<f64>>
  return
}
func.func @sine_f64() {
  %a0 = stablehlo.constant dense<[(0xFFF0000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF0000000000000), (0xFFF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  %r = "stablehlo.sine"(%a0) : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0x7FF8000000000000, 0x7FF0000000000000), (0x7FF8000000000000, 0x7FF0000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  return
}
func.func @cosine_f64() {
  %a0 = stablehlo.constant dense<[(0xFFF0000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF0000000000000), (0xFFF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  %r = "stablehlo.cosine"(%a0) : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0x7FF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  return
}
func.func @tan_f64() {
  %a0 = stablehlo.constant dense<[(0x7FF0000000000000, 0.0), (0xFFF0000000000000, 0.0)]> : tensor<2xcomplex<f64>>
  %r = "stablehlo.tan"(%a0) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0x7FF8000000000000, 0.0), (0x7FF8000000000000, 0.0)]> : tensor<2xcomplex<f64>>
  return
}
func.func @tanh_f64() {
  %a0 = stablehlo.constant dense<[(0.0, 0x7FF0000000000000), (0.0, 0x7FF8000000000000)]> : tensor<2xcomplex<f64>>
  %r = "stablehlo.tanh"(%a0) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0.0, 0x7FF8000000000000), (0.0, 0x7FF8000000000000)]> : tensor<2xcomplex<f64>>
  return
}
func.func @abs_f64() {
  %a0 = stablehlo.constant dense<[(0x7FF8000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF8000000000000)]> : tensor<2xcomplex<f64>>
  %r = "stablehlo.abs"(%a0) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  check.expect_eq_const %r, dense<[0x7FF0000000000000, 0x7FF0000000000000]> : tensor<2xf64>
  return
}
func.func @exponential_in_group() {
  %x = stablehlo.constant dense<[(0x7F800000, 0xFF800000), (0xFF800000, 0xFF800000), (0x7F800000, 0x7FC00000), (0xFF800000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  %n = stablehlo.negate %x : tensor<4xcomplex<f32>>
  %e = stablehlo.exponential %n : tensor<4xcomplex<f32>>
  %r = stablehlo.add %e, %e : tensor<4xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0.0, 0.0), (0x7F800000, 0x7FC00000), (0.0, 0.0), (0x7F800000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  return
}
func.func @exponential_scalar() {
  %a0 = stablehlo.constant dense<(0xFFF0000000000000, 0x7FF0000000000000)> : tensor<complex<f64>>
  %r = "stablehlo.exponential"(%a0) : (tensor<complex<f64>>) -> tensor<complex<f64>>
  check.expect_eq_const %r, dense<(0.0, 0.0)> : tensor<complex<f64>>
  return
}
func.func @power_f32() {
  %a0 = stablehlo.constant dense<[(0.0, 0.0), (0x7F800000, 0.5), (0.0, 1.0), (1.0, -0.0)]> : tensor<4xcomplex<f32>>
  %a1 = stablehlo.constant dense<[(-2.0, 3.0), (-2.0, 1.0), (0.0, 0x7F800000), (0.5, -2.0)]> : tensor<4xcomplex<f32>>
  %r = "stablehlo.power"(%a0, %a1) : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0x7F800000, 0x7FC00000), (0.0, 0.0), (0.0, -0.0), (1.0, -0.0)]> : tensor<4xcomplex<f32>>
  return
}
func.func @power_f64() {
  %a0 = stablehlo.constant dense<[(0.0, 0.0), (0x7FF0000000000000, 0.5), (0.0, 1.0), (1.0, -0.0)]> : tensor<4xcomplex<f64>>
  %a1 = stablehlo.constant dense<[(-2.0, 3.0), (-2.0, 1.0), (0.0, 0x7FF0000000000000), (0.5, -2.0)]> : tensor<4xcomplex<f64>>
  %r = "stablehlo.power"(%a0, %a1) : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0x7FF0000000000000, 0x7FF8000000000000), (0.0, 0.0), (0.0, -0.0), (1.0, -0.0)]> : tensor<4xcomplex<f64>>
  return
}
func.func @dot_algorithm() {
  %x = stablehlo.constant dense<[[1.00390625, 0.0], [0.0, 0.5009765625]]> : tensor<2x2xf32>
  %y = stablehlo.constant dense<[[1.0], [1.0]]> : tensor<2x1xbf16>
  %a = stablehlo.optimization_barrier %x : tensor<2x2xf32>
  %r = stablehlo.dot_general %a, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x1xbf16>) -> tensor<2x1xf32>
  check.expect_eq_const %r, dense<[[1.0], [0.5]]> : tensor<2x1xf32>
  return
}
func.func @dot_integers() {
  %x = stablehlo.constant dense<[[0.75, 0.75], [100.5, 50.5]]> : tensor<2x2xf16>
  %y = stablehlo.constant dense<[[0.75, -2.5], [0.75, -1.5]]> : tensor<2x2xf16>
  %a = stablehlo.optimization_barrier %x : tensor<2x2xf16>
  %r = stablehlo.dot_general %a, %y, contracting_dims = [1] x [0] : (tensor<2x2xf16>, tensor<2x2xf16>) -> tensor<2x2xi8>
  check.expect_eq_const %r, dense<[[0, 0], [0, 6]]> : tensor<2x2xi8>
  return
}
func.func @dot_real() {
  %x = stablehlo.constant dense<[[(1.0, 2.0), (3.0, 2.0)], [(2.0, 1.0), (6.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %y = stablehlo.constant dense<[[(1.0, 4.0)], [(2.0, 2.0)]]> : tensor<2x1xcomplex<f32>>
  %a = stablehlo.optimization_barrier %x : tensor<2x2xcomplex<f32>>
  %r = stablehlo.dot_general %a, %y, contracting_dims = [1] x [0] : (tensor<2x2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<2x1xf32>
  check.expect_eq_const %r, dense<[[7.0], [14.0]]> : tensor<2x1xf32>
  return
}
func.func @unit_product_f32() {
  %x = stablehlo.constant dense<[(0x7F800000, 0.0), (2.0, 0x7F800000), (0x7FC00000, 1.0)]> : tensor<3xcomplex<f32>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<3xcomplex<f32>>
  %a = stablehlo.optimization_barrier %x : tensor<3xcomplex<f32>>
  %r = stablehlo.multiply %a, %one : tensor<3xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0x7F800000, 0x7FC00000), (0x7FC00000, 0x7F800000), (0x7FC00000, 0x7FC00000)]> : tensor<3xcomplex<f32>>
  return
}
func.func @unit_quotient_f32() {
  %x = stablehlo.constant dense<[(0x7F800000, 0.0), (2.0, 0x7F800000), (0x7FC00000, 1.0)]> : tensor<3xcomplex<f32>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<3xcomplex<f32>>
  %a = stablehlo.optimization_barrier %x : tensor<3xcomplex<f32>>
  %r = stablehlo.divide %a, %one : tensor<3xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0x7F800000, 0x7FC00000), (0x7FC00000, 0x7F800000), (0x7FC00000, 0x7FC00000)]> : tensor<3xcomplex<f32>>
  return
}
func.func @unit_product_f64() {
  %x = stablehlo.constant dense<[(0x7FF0000000000000, 0.0), (2.0, 0x7FF0000000000000), (0x7FF8000000000000, 1.0)]> : tensor<3xcomplex<f64>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<3xcomplex<f64>>
  %a = stablehlo.optimization_barrier %x : tensor<3xcomplex<f64>>
  %r = stablehlo.multiply %a, %one : tensor<3xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0x7FF0000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF0000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<3xcomplex<f64>>
  return
}
func.func @unit_quotient_f64() {
  %x = stablehlo.constant dense<[(0x7FF0000000000000, 0.0), (2.0, 0x7FF0000000000000), (0x7FF8000000000000, 1.0)]> : tensor<3xcomplex<f64>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<3xcomplex<f64>>
  %a = stablehlo.optimization_barrier %x : tensor<3xcomplex<f64>>
  %r = stablehlo.divide %a, %one : tensor<3xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0x7FF0000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF0000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<3xcomplex<f64>>
  return
}
func.func @unit_first() {
  %x = stablehlo.constant dense<[(0x7F800000, 0.0), (2.0, 0x7F800000), (0x7FC00000, 1.0)]> : tensor<3xcomplex<f32>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<3xcomplex<f32>>
  %a = stablehlo.optimization_barrier %x : tensor<3xcomplex<f32>>
  %r = stablehlo.multiply %one, %a : tensor<3xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0x7F800000, 0x7FC00000), (0x7FC00000, 0x7F800000), (0x7FC00000, 0x7FC00000)]> : tensor<3xcomplex<f32>>
  return
}
func.func @unit_of_parts() {
  %x = stablehlo.constant dense<[(0x7F800000, 0.0), (2.0, 0x7F800000), (0x7FC00000, 1.0)]> : tensor<3xcomplex<f32>>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<3xf32>
  %unit = stablehlo.complex %ones, %zeros : tensor<3xcomplex<f32>>
  %a = stablehlo.optimization_barrier %x : tensor<3xcomplex<f32>>
  %r = stablehlo.multiply %unit, %a : tensor<3xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0x7F800000, 0x7FC00000), (0x7FC00000, 0x7F800000), (0x7FC00000, 0x7FC00000)]> : tensor<3xcomplex<f32>>
  return
}
func.func @long_sum_bf16() {
  %x = stablehlo.constant dense<1.0> : tensor<1000xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %a = stablehlo.optimization_barrier %x : tensor<1000xbf16>
  %r = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000xbf16>, tensor<bf16>) -> tensor<bf16>
  check.expect_eq_const %r, dense<256.0> : tensor<bf16>
  return
}
func.func @long_sum_f16() {
  %x = stablehlo.constant dense<1.0> : tensor<5000xf16>
  %zero = stablehlo.constant dense<0.0> : tensor<f16>
  %a = stablehlo.optimization_barrier %x : tensor<5000xf16>
  %r = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5000xf16>, tensor<f16>) -> tensor<f16>
  check.expect_eq_const %r, dense<2048.0> : tensor<f16>
  return
}
func.func @long_sum_rows() {
  %x = stablehlo.constant dense<1.0> : tensor<7x300xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %a = stablehlo.optimization_barrier %x : tensor<7x300xbf16>
  %r = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x300xbf16>, tensor<bf16>) -> tensor<7xbf16>
  check.expect_eq_const %r, dense<256.0> : tensor<7xbf16>
  return
}
func.func @long_sum_running() {
  %x = stablehlo.constant dense<1.0> : tensor<1000xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %a = stablehlo.optimization_barrier %x : tensor<1000xbf16>
  %w = "stablehlo.reduce_window"(%a, %zero) ({
  ^bb0(%l: tensor<bf16>, %s: tensor<bf16>):
    %sum = stablehlo.add %l, %s : tensor<bf16>
    stablehlo.return %sum : tensor<bf16>
  }) {padding = dense<[[999, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1000>} : (tensor<1000xbf16>, tensor<bf16>) -> tensor<1000xbf16>
  %r = stablehlo.slice %w [997:1000] : (tensor<1000xbf16>) -> tensor<3xbf16>
  check.expect_eq_const %r, dense<256.0> : tensor<3xbf16>
  return
}
func.func @precision_f32() {
  %x = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, 3.0, 0x7F800000]> : tensor<4xf32>
  %r = stablehlo.reduce_precision %x, format = e5m0 : tensor<4xf32>
  check.expect_eq_const %r, dense<[0x7F800000, 0xFF800000, 2.0, 0x7F800000]> : tensor<4xf32>
  return
}
func.func @precision_f64() {
  %x = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %r = stablehlo.reduce_precision %x, format = e8m0 : tensor<f64>
  check.expect_eq_const %r, dense<0x7FF0000000000000> : tensor<f64>
  return
}
func.func @precision_fused() {
  %x = stablehlo.constant dense<[0x7E00, 1.5, 2.0]> : tensor<3xf16>
  %s = stablehlo.add %x, %x : tensor<3xf16>
  %p = stablehlo.reduce_precision %s, format = e4m0 : tensor<3xf16>
  %r = stablehlo.add %p, %p : tensor<3xf16>
  check.expect_eq_const %r, dense<[0x7C00, 4.0, 8.0]> : tensor<3xf16>
  return
}
func.func @precision_region() {
  %x = stablehlo.constant dense<[0x7F, 1.0]> : tensor<2xf8E5M2>
  %r = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f8E5M2>):
     %c = stablehlo.reduce_precision %a, format = e5m0 : tensor<f8E5M2>
     stablehlo.return %c : tensor<f8E5M2>
  }) : (tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
  check.expect_eq_const %r, dense<[0x7C, 1.0]> : tensor<2xf8E5M2>
  return
}
func.func @clamp_complex() {
  %low = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %x = stablehlo.constant dense<[(1.0, 5.0), (9.0, 0.0), (2.0, 7.0)]> : tensor<3xcomplex<f32>>
  %high = stablehlo.constant dense<(3.0, -1.0)> : tensor<complex<f32>>
  %r = stablehlo.clamp %low, %x, %high : (tensor<complex<f32>>, tensor<3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  check.expect_eq_const %r, dense<[(1.0, 5.0), (3.0, -1.0), (2.0, 7.0)]> : tensor<3xcomplex<f32>>
  return
}
func.func @clamp_nan() {
  %low = stablehlo.constant dense<[(1.0, 0.0), (0x7FF8000000000000, 0.0), (1.0, 0.0)]> : tensor<3xcomplex<f64>>
  %x = stablehlo.constant dense<[(0x7FF8000000000000, 1.0), (0.0, 1.0), (4.0, 0x7FF8000000000000)]> : tensor<3xcomplex<f64>>
  %high = stablehlo.constant dense<[(2.0, -1.0), (2.0, -1.0), (4.0, -1.0)]> : tensor<3xcomplex<f64>>
  %s = stablehlo.add %x, %x : tensor<3xcomplex<f64>>
  %r = stablehlo.clamp %low, %s, %high : tensor<3xcomplex<f64>>
  %a = stablehlo.real %r : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  check.expect_eq_const %a, dense<[0x7FF8000000000000, 0.0, 4.0]> : tensor<3xf64>
  return
}
