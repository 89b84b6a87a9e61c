// Convolution, pooling, padding, batch norm and their gradients, with numbers that are easy to check by hand.
func.func @convolution() -> !tfrt.chain {
  %c = tfrt.new.chain
  %x = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 2 : i64, 2 : i64, 1 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.f32 %x, %c [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]
  %k = tfrt_dht.create_uninitialized_tensor.f32.4 [2 : i64, 2 : i64, 1 : i64, 2 : i64]
  %c2 = tfrt_dht.set_tensor_with_constant_values.f32 %k, %c1 [1.0 : f32, 0.5 : f32, 1.0 : f32, 0.5 : f32, 1.0 : f32, 0.5 : f32, 1.0 : f32, 0.5 : f32]
  %y = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 1 : i64, 2 : i64]
  %c3 = "eigen.conv2d.f32"(%x, %k, %y, %c2) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c4 = tfrt_dht.print_tensor %y, %c3
  %b = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %c5 = tfrt_dht.set_tensor_with_constant_values.f32 %b, %c4 [-10.0 : f32, 1.0 : f32]
  %c6 = "eigen.conv2d.bias.f32"(%x, %k, %b, %y, %c5) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c7 = tfrt_dht.print_tensor %y, %c6
  %z = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 2 : i64, 2 : i64, 2 : i64]
  %c8 = "eigen.conv2d.f32"(%x, %k, %z, %c7) {padding = "SAME", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c9 = tfrt_dht.print_tensor %z, %c8
  tfrt.return %c9 : !tfrt.chain
}
func.func @batch_norm() -> !tfrt.chain {
  %c = tfrt.new.chain
  %x = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 2 : i64, 1 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.f32 %x, %c [1.0 : f32, 5.0 : f32]
  %one = tfrt_dht.create_uninitialized_tensor.f32.1 [1 : i64]
  %c2 = tfrt_dht.fill_tensor_with_constant.f32 %one, %c1 1.0 : f32
  %three = tfrt_dht.create_uninitialized_tensor.f32.1 [1 : i64]
  %c3 = tfrt_dht.fill_tensor_with_constant.f32 %three, %c2 3.0 : f32
  %four = tfrt_dht.create_uninitialized_tensor.f32.1 [1 : i64]
  %c4 = tfrt_dht.fill_tensor_with_constant.f32 %four, %c3 4.0 : f32
  %k = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 1 : i64, 1 : i64]
  %c5 = tfrt_dht.fill_tensor_with_constant.f32 %k, %c4 1.0 : f32
  %y = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 2 : i64, 1 : i64]
  %c6 = "eigen.conv2d.batch_norm.f32"(%x, %k, %one, %one, %three, %four, %y, %c5) {epsilon = 0.0 : f32, padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c7 = tfrt_dht.print_tensor %y, %c6
  %c8 = "eigen.conv2d.batch_norm.relu.f32"(%x, %k, %four, %one, %three, %four, %y, %c7) {epsilon = 0.0 : f32, padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c9 = tfrt_dht.print_tensor %y, %c8
  %c10 = "eigen.batch_norm.f32"(%x, %one, %one, %three, %four, %c9) {epsilon = 0.0 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c11 = tfrt_dht.print_tensor %x, %c10
  tfrt.return %c11 : !tfrt.chain
}
func.func @pooling() -> !tfrt.chain {
  %c = tfrt.new.chain
  %x = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 2 : i64, 2 : i64, 1 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.f32 %x, %c [1.0 : f32, -2.0 : f32, 3.0 : f32, 2.0 : f32]
  %y = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 1 : i64, 1 : i64]
  %c2 = "tfrt_test.max_pooling_2d.f32"(%x, %y, %c1) {padding = "valid", pool_size = [2 : ui32, 2 : ui32], strides = [1 : ui32, 1 : ui32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c3 = tfrt_dht.print_tensor %y, %c2
  %z = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 2 : i64, 2 : i64, 1 : i64]
  %c4 = "eigen.max_pooling_2d.f32"(%x, %z, %c3) {padding = "same", pool_size = [2, 2], strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c5 = tfrt_dht.print_tensor %z, %c4
  %m = tfrt_dht.create_uninitialized_tensor.f32.2 [1 : i64, 1 : i64]
  %c6 = "tfrt_test.global_average_pooling.f32"(%x, %m, %c5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c7 = tfrt_dht.print_tensor %m, %c6
  %w = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 2 : i64, 2 : i64, 1 : i64]
  %c8 = "tfrt_test.broadcast_2d.f32"(%m, %w, %c7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c9 = tfrt_dht.print_tensor %w, %c8
  %f = tfrt_dht.create_uninitialized_tensor.f32.2 [1 : i64, 4 : i64]
  %c10 = "tfrt_test.flatten.f32"(%x, %f, %c9) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c11 = tfrt_dht.print_tensor %f, %c10
  tfrt.return %c11 : !tfrt.chain
}
func.func @padding() -> !tfrt.chain {
  %c = tfrt.new.chain
  %x = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 1 : i64, 1 : i64]
  %c1 = tfrt_dht.fill_tensor_with_constant.f32 %x, %c 7.0 : f32
  %y = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 3 : i64, 3 : i64, 1 : i64]
  %c2 = "tfrt_test.zero_padding.f32"(%x, %y, %c1) {padding = [1 : ui32, 1 : ui32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c3 = tfrt_dht.print_tensor %y, %c2
  %z = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 3 : i64, 1 : i64]
  %c4 = "eigen.zero_padding.f32"(%x, %z, %c3) {padding = [0, 0, 0, 2]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c5 = tfrt_dht.print_tensor %z, %c4
  tfrt.return %c5 : !tfrt.chain
}
func.func @gradients() -> !tfrt.chain {
  %c = tfrt.new.chain
  %x = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 2 : i64, 1 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.f32 %x, %c [2.0 : f32, 3.0 : f32]
  %k = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 1 : i64, 1 : i64]
  %c2 = tfrt_dht.fill_tensor_with_constant.f32 %k, %c1 10.0 : f32
  %dy = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 2 : i64, 1 : i64]
  %c3 = tfrt_dht.set_tensor_with_constant_values.f32 %dy, %c2 [1.0 : f32, -1.0 : f32]
  %dx = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 2 : i64, 1 : i64]
  %c4 = "eigen.conv2d.grad.input.f32"(%dy, %k, %dx, %c3) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c5 = tfrt_dht.print_tensor %dx, %c4
  %dk = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 1 : i64, 1 : i64]
  %c6 = "eigen.conv2d.grad.filter.f32"(%x, %dy, %dk, %c5) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c7 = tfrt_dht.print_tensor %dk, %c6
  %scale = tfrt_dht.create_uninitialized_tensor.f32.1 [1 : i64]
  %c8 = tfrt_dht.fill_tensor_with_constant.f32 %scale, %c7 2.0 : f32
  %mean = tfrt_dht.create_uninitialized_tensor.f32.1 [1 : i64]
  %c9 = tfrt_dht.fill_tensor_with_constant.f32 %mean, %c8 2.5 : f32
  %variance = tfrt_dht.create_uninitialized_tensor.f32.1 [1 : i64]
  %c10 = tfrt_dht.fill_tensor_with_constant.f32 %variance, %c9 0.25 : f32
  %dscale = tfrt_dht.create_uninitialized_tensor.f32.1 [1 : i64]
  %doffset = tfrt_dht.create_uninitialized_tensor.f32.1 [1 : i64]
  %c11:3 = "eigen.batch_norm.grad.f32"(%dy, %x, %scale, %mean, %variance, %c10, %dx, %dscale, %doffset) {epsilon = 0.0 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> (!tfrt.chain, !tfrt.chain, !tfrt.chain)
  %m = tfrt.merge.chains %c11#0, %c11#1, %c11#2 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  %c12 = tfrt_dht.print_tensor %dscale, %m
  %c13 = tfrt_dht.print_tensor %doffset, %c12
  %c14 = tfrt_dht.print_tensor %dx, %c13
  tfrt.return %c14 : !tfrt.chain
}
