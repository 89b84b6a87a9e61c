func.func @fibonacci(%rounds: i32) -> i32 {
  %x = tfrt.constant.i32 0
  %y = tfrt.constant.i32 1
  %a, %b = tfrt.repeat.i32 %rounds, %x, %y : i32, i32 {
    %sum = tfrt.add.i32 %x, %y
    tfrt.return %y, %sum : i32, i32
  }
  tfrt.return %a : i32
}

func.func @scalars(%b: i1, %f: f32, %d: f64, %l: i64, %ready: !tfrt.chain) -> (i1, f32, f64, i64) {
  tfrt.return %b, %f, %d, %l : i1, f32, f64, i64
}

func.func @show(%text: !tfrt.string, %shape: !ts.shape, %ready: !tfrt.chain) -> !tfrt.chain {
  %1 = "tfrt_test.print_string"(%text, %ready) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %2 = "ts.print_shape"(%shape, %1) : (!ts.shape, !tfrt.chain) -> !tfrt.chain
  tfrt.return %2 : !tfrt.chain
}

func.func @make()
    -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) {
  %ready = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.2 [2 : i64, 3 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.f32 %a, %ready
    [1.0 : f32, 2.5 : f32, -3.0 : f32, 1.0e+10 : f32, 0.1 : f32, 0.0 : f32]
  %b = tfrt_dht.create_uninitialized_tensor.i64.3 [2 : i64, 2 : i64, 2 : i64]
  %c2 = tfrt_dht.set_tensor_with_constant_values.i64 %b, %c1 [1, 2, 3, 4, 5, 6, 7, -8]
  %c = tfrt_dht.create_uninitialized_tensor.i32.2 [40 : i64, 50 : i64]
  %c3 = tfrt_dht.fill_tensor_with_constant.i32 %c, %c2 7 : i32
  tfrt.return %a, %b, %c, %c3 : !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain
}

func.func @same(%t: !tfrt_tensor.tensor) -> !tfrt_tensor.tensor {
  tfrt.return %t : !tfrt_tensor.tensor
}
