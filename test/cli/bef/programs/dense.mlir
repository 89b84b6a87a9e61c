// Dense tensors of many element types: made, filled, compared, printed; buffers under them; string tensors.
func.func @filled() -> !tfrt.chain {
  %c = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.2 [2 : i64, 2 : i64]
  %c1 = tfrt_dht.fill_tensor_with_constant.i32 %a, %c -3 : i32
  %c2 = tfrt_dht.print_tensor %a, %c1
  %b = "tfrt_dht.create_uninitialized_tensor.f64.1"() {shape = [3]} : () -> !tfrt_tensor.tensor
  %c3 = "tfrt_dht.set_tensor_with_constant_values.f64"(%b, %c2) {values = [0.5, -1.0, 1.0e10]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %c4 = tfrt_dht.print_tensor %b, %c3
  %d = tfrt_dht.create_uninitialized_tensor.bool.1 [2 : i64]
  %c5 = tfrt_dht.set_tensor_with_constant_values.bool %d, %c4 [true, false]
  %c6 = tfrt_dht.print_tensor %d, %c5
  %e = tfrt_dht.create_uninitialized_tensor.ui8.0 []
  %c7 = tfrt_dht.fill_tensor_with_constant.ui8 %e, %c6 255 : ui8
  %c8 = tfrt_dht.print_tensor %e, %c7
  %f = tfrt_dht.create_uninitialized_tensor.complex64.1 [1 : i64]
  %c9 = tfrt_dht.set_tensor_with_constant_values.complex64 %f, %c8 [1.0 : f32, -2.0 : f32]
  %c10 = tfrt_dht.print_tensor %f, %c9
  %g = "tfrt_dht.create_uninitialized_tensor.i8.3"() {shape = [1, 0, 5]} : () -> !tfrt_tensor.tensor
  %c11 = tfrt_dht.print_tensor %g, %c10
  tfrt.return %c11 : !tfrt.chain
}
func.func @from_values() -> !tfrt.chain {
  %c = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.i64.2 [1 : i64, 3 : i64]
  %x = tfrt.constant.i64 10
  %y = tfrt.constant.i64 20
  %z = tfrt.constant.i64 30
  %c1 = "tfrt_dht.set_tensor_with_values.i64"(%t, %c, %x, %y, %z) : (!tfrt_tensor.tensor, !tfrt.chain, i64, i64, i64) -> !tfrt.chain
  %c2 = tfrt_dht.print_tensor %t, %c1
  tfrt.return %c2 : !tfrt.chain
}
func.func @too_few_values() -> !tfrt.chain {
  %c = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.i32.1 [3 : i64]
  %d = tfrt_dht.set_tensor_with_constant_values.i32 %t, %c [1 : i32, 2 : i32]
  tfrt.return %d : !tfrt.chain
}
func.func @compared() -> (i1, i1, i1, i1, i1, i1) {
  %c = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.f32 %a, %c [1.0 : f32, 3.0 : f32]
  %b = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %c2 = tfrt_dht.set_tensor_with_constant_values.f32 %b, %c1 [1.0 : f32, 3.0000002 : f32]
  %d = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %c3 = tfrt_dht.set_tensor_with_constant_values.f32 %d, %c2 [1.0 : f32, 3.1 : f32]
  %e1, %d1 = tfrt_dht.tensor_equal.f32 %a, %a, %c3
  %e2, %d2 = tfrt_dht.tensor_equal.f32 %a, %b, %d1
  %e3, %d3 = "tfrt_dht.tensor_allclose.f32"(%a, %b, %d2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %e4, %d4 = "tfrt_dht.tensor_allclose.1000ulp.f32"(%a, %d, %d3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %e5, %d5 = "tfrt_dht.tensor_allclose.100000ulp.f32"(%a, %d, %d4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %e6, %d6 = "tfrt_dht.tensor_allclose.3ulp.f32"(%a, %b, %d5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %e1, %e2, %e3, %e4, %e5, %e6 : i1, i1, i1, i1, i1, i1
}
func.func @buffers() -> (!tfrt.chain, i1) {
  %c = tfrt.new.chain
  %size = tfrt.constant.i64 16
  %align = tfrt.constant.i64 64
  %b = tfrt_dht.allocate_buffer %size, %align
  %s = ts.build_shape [2 : i64, 2 : i64]
  %t, %c1 = tfrt_dht.make_tensor.i32 %b, %s, %c
  %c2 = tfrt_dht.fill_tensor_with_constant.i32 %t, %c1 1 : i32
  %eight = tfrt.constant.i64 8
  %half = tfrt_dht.get_buffer_slice %b, %eight, %eight
  %r = ts.build_shape [2 : i64]
  %u, %c3 = tfrt_dht.make_tensor.i32 %half, %r, %c2
  %c4 = tfrt_dht.fill_tensor_with_constant.i32 %u, %c3 9 : i32
  %c5 = tfrt_dht.print_tensor %t, %c4
  %c6 = "tfrt_dht.print_tensor_shape"(%u, %c5) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %v = tfrt_dht.get_tensor_shape %u
  %e = ts.equal_shape %v, %r
  %c7 = "tfrt_dht.no_op_ht"(%t) : (!tfrt_tensor.tensor) -> !tfrt.chain
  %same, %c8 = tfrt_dht.get_buffer %t, %c7
  %m = tfrt.merge.chains %c6, %c8 : !tfrt.chain, !tfrt.chain
  tfrt.return %m, %e : !tfrt.chain, i1
}
func.func @wrong_size() -> !tfrt_tensor.tensor {
  %c = tfrt.new.chain
  %size = tfrt.constant.i64 16
  %align = tfrt.constant.i64 64
  %b = tfrt_dht.allocate_buffer %size, %align
  %s = ts.build_shape [5 : i64]
  %t, %c1 = tfrt_dht.make_tensor.i32 %b, %s, %c
  tfrt.return %t : !tfrt_tensor.tensor
}
func.func @strings() -> !tfrt.chain {
  %c = tfrt.new.chain
  %t = "tfrt_sht.create_tensor"() {shape = [2, 2], values = ["north", "east", "south", "west"]} : () -> !tfrt_tensor.tensor
  %c1 = tfrt_dht.print_tensor %t, %c
  tfrt.return %c1 : !tfrt.chain
}
func.func @wrong_strings() -> !tfrt_tensor.tensor {
  %t = "tfrt_sht.create_tensor"() {shape = [3], values = ["north", "east"]} : () -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}
func.func @constant() -> !tfrt.chain {
  %c = tfrt.new.chain
  %t = "tfrt_test.const_dense_attr"() {value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>} : () -> !tfrt_tensor.tensor
  %c1 = tfrt_dht.print_tensor %t, %c
  tfrt.return %c1 : !tfrt.chain
}
