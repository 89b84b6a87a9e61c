// A small network and one step of its training: products, broadcasts, elementwise operations, reductions.
func.func @integer_layer() -> !tfrt.chain {
  %c = tfrt.new.chain
  %x = tfrt_dht.create_uninitialized_tensor.i32.2 [2 : i64, 3 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.i32 %x, %c [1 : i32, 2 : i32, 3 : i32, -1 : i32, -2 : i32, -3 : i32]
  %w = tfrt_dht.create_uninitialized_tensor.i32.2 [3 : i64, 2 : i64]
  %c2 = tfrt_dht.set_tensor_with_constant_values.i32 %w, %c1 [1 : i32, 0 : i32, 0 : i32, 1 : i32, 1 : i32, 1 : i32]
  %y = tfrt_dht.create_uninitialized_tensor.i32.2 [2 : i64, 2 : i64]
  %one = tfrt.constant.i32 1
  %zero = tfrt.constant.i32 0
  %c3 = "tfrt_test.matmul.i32.2"(%one, %x, %w, %zero, %y, %c2) : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, i32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c4 = tfrt_dht.print_tensor %y, %c3
  %b = tfrt_dht.create_uninitialized_tensor.i32.1 [2 : i64]
  %c5 = tfrt_dht.set_tensor_with_constant_values.i32 %b, %c4 [10 : i32, -4 : i32]
  %s = ts.build_shape [2 : i64, 2 : i64]
  %wide = "tfrt_test.broadcast.i32.2"(%b, %s, %c5) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %c6 = "tfrt_test.add_inplace.i32"(%wide, %y, %c5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c7 = tfrt_dht.print_tensor %y, %c6
  %c8 = "tfrt_test.relu_inplace.i32"(%y, %c7) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c9 = tfrt_dht.print_tensor %y, %c8
  %best = "tfrt_test.argmax.i32.2"(%y, %c9) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %c10 = tfrt_dht.print_tensor %best, %c9
  %f = tfrt_dht.create_uninitialized_tensor.f32.2 [2 : i64, 2 : i64]
  %c11 = "tfrt_test.cast.i32_to_f32"(%y, %f, %c10) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c12 = tfrt_dht.print_tensor %f, %c11
  tfrt.return %c12 : !tfrt.chain
}
func.func @elementwise() -> !tfrt.chain {
  %c = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.f32 %a, %c [-1.0 : f32, 0.0 : f32, 2.0 : f32, 4.0 : f32]
  %b = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %c2 = "tfrt_test.relu.f32"(%a, %b, %c1) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c3 = tfrt_dht.print_tensor %b, %c2
  %d = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %c4 = "tfrt_test.add.f32"(%a, %b, %d, %c3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c5 = tfrt_dht.print_tensor %d, %c4
  %e = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %c6 = "tfrt_test.equal.f32"(%a, %b, %e, %c5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c7 = tfrt_dht.print_tensor %e, %c6
  %c8 = "tfrt_test.equal_inplace.f32"(%a, %b, %c7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c9 = tfrt_dht.print_tensor %b, %c8
  %c10 = "tfrt_test.relu_grad_inplace.f32"(%a, %d, %c9) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c11 = tfrt_dht.print_tensor %d, %c10
  %mean = "tfrt_test.reduce_mean.f32.1"(%a, %c11) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %c12 = tfrt_dht.print_tensor %mean, %c11
  tfrt.return %c12 : !tfrt.chain
}
func.func @slices() -> !tfrt.chain {
  %c = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i64.3 [2 : i64, 2 : i64, 2 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.i64 %a, %c [1 : i64, 2 : i64, 3 : i64, 4 : i64, 5 : i64, 6 : i64, 7 : i64, 8 : i64]
  %at = tfrt_dht.create_uninitialized_tensor.i64.1 [3 : i64]
  %c2 = tfrt_dht.set_tensor_with_constant_values.i64 %at, %c1 [1 : i64, 0 : i64, 1 : i64]
  %b = tfrt_dht.create_uninitialized_tensor.i64.3 [1 : i64, 2 : i64, 1 : i64]
  %c3 = "tfrt_test.slice_inplace.i64.3"(%a, %at, %c2, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor) -> !tfrt.chain
  %c4 = tfrt_dht.print_tensor %b, %c3
  tfrt.return %c4 : !tfrt.chain
}
func.func @training() -> !tfrt.chain {
  %c = tfrt.new.chain
  %w = tfrt_dht.create_uninitialized_tensor.f32.2 [2 : i64, 2 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.f32 %w, %c [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]
  %g = tfrt_dht.create_uninitialized_tensor.f32.2 [2 : i64, 2 : i64]
  %c2 = "tfrt_test.tensor_transpose.f32"(%w, %g, %c1) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c3 = tfrt_dht.print_tensor %g, %c2
  %rate = tfrt_dht.create_uninitialized_tensor.f32.0 []
  %c4 = tfrt_dht.fill_tensor_with_constant.f32 %rate, %c3 0.5 : f32
  %c5 = "tfrt_test.gradient_descent.f32"(%w, %g, %rate, %c4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c6 = tfrt_dht.print_tensor %w, %c5
  %c7 = "tfrt_test.subtract_inplace.f32"(%w, %g, %c6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c8 = tfrt_dht.print_tensor %w, %c7
  %m = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %c9 = "tfrt_test.mean_axis_zero.f32"(%g, %m, %c8) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c10 = tfrt_dht.print_tensor %m, %c9
  %z = tfrt_dht.create_uninitialized_tensor.f32.2 [1 : i64, 2 : i64]
  %c11 = tfrt_dht.fill_tensor_with_constant.f32 %z, %c10 3.0 : f32
  %c12 = "tfrt_test.softmax_inplace.f32"(%z, %c11) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c13 = tfrt_dht.print_tensor %z, %c12
  tfrt.return %c13 : !tfrt.chain
}
func.func @does_not_fit() -> !tfrt.chain {
  %c = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.2 [2 : i64, 3 : i64]
  %one = tfrt.constant.f32 1.0
  %d = "eigen.matmul.f32"(%one, %a, %a, %one, %a, %c) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %d : !tfrt.chain
}
