// lossy: costs and options of stream assignment are not in a file
// threads: 2
// Streams by cost; the order that shows is that of the chains.
module attributes {tfrt.cost_threshold = 10 : i64, tfrt.merge_inter_dependent_streams = true} {
  func.func @costly() -> (i32, !tfrt.chain) {
    %c = tfrt.new.chain
    %zero = tfrt.constant.i32 0
    %a = tfrt_test.test_cost %zero {id = 1 : i64, _tfrt_cost = 100 : i64} : i32
    %b = tfrt_test.test_cost %a {id = 2 : i64, _tfrt_cost = 5 : i64} : i32
    %d = tfrt_test.test_cost %b {id = 3 : i64, _tfrt_cost = 100 : i64} : i32
    %e = tfrt_test.test_cost %d, %b {id = 4 : i64, _tfrt_cost = 1 : i64} : i32, i32
    %p = tfrt.print.i32 %e, %c
    %one = tfrt.constant.i32 1
    %q = tfrt.print.i32 %one, %p
    %m = tfrt.merge.chains %p, %q : !tfrt.chain, !tfrt.chain
    tfrt.return %e, %m : i32, !tfrt.chain
  }
  func.func @fan_out() -> i32 {
    %one = tfrt.constant.i32 1
    %a = "tfrt_test.async_add.i32"(%one, %one) : (i32, i32) -> i32
    %b = "tfrt_test.async_add.i32"(%a, %one) : (i32, i32) -> i32
    %c = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
    %d = "tfrt_test.async_add.i32"(%a, %b) : (i32, i32) -> i32
    %e = "tfrt_test.sum"(%a, %b, %c, %d) : (i32, i32, i32, i32) -> i32
    tfrt.return %e : i32
  }
}
