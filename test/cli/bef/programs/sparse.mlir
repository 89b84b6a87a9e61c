// files: tensors.btf
// Sparse tensors and tensors from files.
func.func @there_and_back() -> (!tfrt.chain, i1, i1) {
  %c = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.2 [2 : i64, 2 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.i32 %a, %c [0 : i32, 1 : i32, 0 : i32, 2 : i32]
  %s, %c2 = coo.convert_dht_to_coo.i32.2 %a, %c1
  %c3 = "coo.print_tensor"(%s, %c2) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b, %c4 = coo.convert_coo_to_dht.i32.2 %s, %c3
  %e, %c5 = tfrt_dht.tensor_equal.i32 %a, %b, %c4
  %f, %c6 = coo.tensor_equal.i32.2 %s, %s, %c5
  tfrt.return %c6, %e, %f : !tfrt.chain, i1, i1
}
func.func @vector() -> !tfrt.chain {
  %c = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.f32 %a, %c [0.0 : f32, 0.5 : f32, 0.0 : f32, -1.0 : f32]
  %s, %c2 = coo.convert_dht_to_coo.f32.1 %a, %c1
  %c3 = tfrt_dht.print_tensor %s, %c2
  tfrt.return %c3 : !tfrt.chain
}
func.func @read() -> !tfrt.chain {
  %c = tfrt.new.chain
  %path = tfrt_test.get_string {value = "tensors.btf"}
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %a = "btf.read_dense_tensor.f32.2"(%path, %zero) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %c1 = tfrt_dht.print_tensor %a, %c
  %b = "btf.read_coo_tensor.i32.2"(%path, %one) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %c2 = tfrt_dht.print_tensor %b, %c1
  %d, %c3 = coo.convert_coo_to_dht.i32.2 %b, %c2
  %c4 = tfrt_dht.print_tensor %d, %c3
  %e = "btf.read_dense_tensor.i8.1"(%path, %two) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %c5 = tfrt_dht.print_tensor %e, %c4
  tfrt.return %c5 : !tfrt.chain
}
func.func @wrong_type() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string {value = "tensors.btf"}
  %zero = tfrt.constant.i32 0
  %a = "btf.read_dense_tensor.i32.2"(%path, %zero) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
func.func @too_far() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string {value = "tensors.btf"}
  %nine = tfrt.constant.i32 9
  %a = "btf.read_dense_tensor.f32.2"(%path, %nine) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
