module attributes {tfrt.cost_threshold = 10 : i64, tfrt.merge_inter_dependent_streams = true} {
func.func @f(%c: !tfrt.chain) -> (i32, i32) {
  %r = tfrt.constant.i32 1
  %a = tfrt_test.test_cost %r {id = 1 : i64, _tfrt_cost = 4 : i64} : i32
  %z = tfrt_test.test_cost %r {id = 2 : i64, _tfrt_cost = 4 : i64} : i32
  %b = tfrt_test.test_cost %r, %c {id = 3 : i64, _tfrt_cost = 4 : i64} : i32, !tfrt.chain
  %x = tfrt_test.test_cost %a, %b, %z {id = 4 : i64, _tfrt_cost = 4 : i64} : i32, i32, i32
  tfrt.return %a, %z : i32, i32
}
func.func @g(%c: !tfrt.chain) -> i32 attributes {tfrt.cost_threshold = 0 : i64} {
  %r = tfrt.constant.i32 1
  %m = tfrt.merge.chains %c, %r : !tfrt.chain, i32
  %d = tfrt.print.i32 %r, %m
  tfrt.return %r : i32
}
}
