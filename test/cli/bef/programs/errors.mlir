// Errors: where they begin, what they become on the way, and what cancellation stops.
func.func @fails() -> (i32, i32) {
  %a = "tfrt_test.fail"() : () -> i32
  %b = tfrt.add.i32 %a, %a
  tfrt.return %a, %b : i32, i32
}
func.func @fails_in_part() -> (i32, i32) {
  %a, %b = "tfrt_test.partial_fail"() : () -> (i32, i32)
  %c = tfrt.add.i32 %a, %a
  tfrt.return %c, %b : i32, i32
}
func.func @fails_later() -> i32 {
  %one = tfrt.constant.i32 1
  %b = "tfrt_test.report_error_concrete_async"(%one) : (i32) -> i32
  tfrt.return %b : i32
}
func.func @fails_later_through_an_indirect_value() -> i32 {
  %one = tfrt.constant.i32 1
  %d = "tfrt_test.report_error_indirect_async"(%one) : (i32) -> i32
  tfrt.return %d : i32
}
func.func @always_fails_later() -> i32 {
  %e = "tfrt_test.report_error_async"() : () -> i32
  tfrt.return %e : i32
}
func.func @does_not_fail() -> (i32, i32) {
  %zero = tfrt.constant.i32 0
  %a = "tfrt_test.report_error_concrete_async"(%zero) : (i32) -> i32
  %c = "tfrt_test.report_error_indirect_async"(%zero) : (i32) -> i32
  tfrt.return %a, %c : i32, i32
}
func.func @chain_of_errors() -> !tfrt.chain {
  %c = tfrt.new.chain
  %e = "tfrt_test.error_chain"(%c) : (!tfrt.chain) -> !tfrt.chain
  %i = tfrt.constant.i32 1
  %p = tfrt.print.i32 %i, %e
  %m = tfrt.merge.chains %c, %p : !tfrt.chain, !tfrt.chain
  tfrt.return %m : !tfrt.chain
}
func.func @add_one(%a: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %b = tfrt.add.i32 %a, %one
  tfrt.return %b : i32
}
func.func @through_control_flow() -> (i32, i32, i32, i32) {
  %e = "tfrt_test.fail"() : () -> i32
  %n = tfrt.constant.i32 3
  %condition = tfrt.equal.i32 %e, %n
  %a = tfrt.if %condition, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    tfrt.return %n : i32
  }
  %b = tfrt.call @add_one(%e) : (i32) -> i32
  %c = tfrt.repeat.i32 %n, %e : i32 {
    tfrt.return %e : i32
  }
  %d = tfrt.case %e [@add_one] (%n) : (i32) -> (i32)
  tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
}
func.func @cancelled() -> (i32, !tfrt.chain, i32) {
  %c = tfrt.new.chain
  %i, %after = "tfrt_test.cancel"(%c) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %p = tfrt.print.i32 %i, %after
  %j = tfrt.add.i32 %i, %i
  tfrt.return %i, %p, %j : i32, !tfrt.chain, i32
}
func.func @not_cancelled_any_more() -> i32 {
  %i = tfrt.constant.i32 1
  tfrt.return %i : i32
}
