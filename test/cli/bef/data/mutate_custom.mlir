// The custom forms, tensors and every kind of function, for run_mutants.py. No loops, so that a changed number ends in time.
func.func private @native_add(i32, i32) -> i32 attributes {tfrt.native}
func.func @sums() -> i32 attributes {tfrt.sync} {
  %a = "tfrt_test.sync_sum_attributes"() {a = 1 : i32, b = 20 : i32, c = 300 : i32} : () -> i32
  tfrt.return %a : i32
}
func.func @choose(%x: i32) -> i32 {
  %y = tfrt.add.i32 %x, %x loc("a place")
  tfrt.return %y : i32
}
func.func @other(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @control() -> (i32, i32, i32) {
  %t = tfrt.constant.i1 true
  %k = tfrt.constant.i32 20
  %one = tfrt.constant.i32 1
  %a = tfrt.if %t, %k : (i32) -> (i32) {
    %b = tfrt.add.i32 %k, %k
    tfrt.return %b : i32
  } else {
    tfrt.return %k : i32
  }
  %c = tfrt.cond %t @choose @other (%k) : (i32) -> (i32)
  %d = tfrt.case %one [@choose, @other] (%k) : (i32) -> (i32)
  tfrt.return %a, %c, %d : i32, i32, i32
}
func.func @native() -> i32 {
  %a = tfrt.constant.i32 40
  %b = tfrt.constant.i32 2
  %c = tfrt.call @native_add(%a, %b) : (i32, i32) -> i32
  tfrt.return %c : i32
}
func.func @tensors() -> !tfrt.chain {
  %c0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.i32.2 [2 : i64, 3 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.i32 %t, %c0 [1 : i32, 2 : i32, 3 : i32, 4 : i32, 5 : i32, 6 : i32]
  %c2 = tfrt_dht.print_tensor %t, %c1
  %s = ts.build_shape [1 : i64, 57 : i64, 92 : i64]
  %c3 = ts.print_shape %s, %c2
  tfrt.return %c3 : !tfrt.chain
}
