// threads: 2
// Results that come later, from tasks, blocking tasks and functions that run as tasks.
func.func @later() -> (i1, i32, i32, i32, i32, i64) {
  %b = "tfrt_test.async_constant.i1"() {value = true} : () -> i1
  %a = "tfrt_test.async_constant.i32"() {value = 20 : i32} : () -> i32
  %s = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  %c = "tfrt_test.async_copy.i32"(%s) : (i32) -> i32
  %d = "tfrt_test.async_copy_2.i32"(%c) : (i32) -> i32
  %e = "tfrt_test.async_copy.with_delay.i32"(%d) : (i32) -> i32
  %l = tfrt.constant.i64 7
  %f = "tfrt_test.async_copy.with_delay.i64"(%l) : (i64) -> i64
  tfrt.return %b, %s, %c, %d, %e, %f : i1, i32, i32, i32, i32, i64
}
func.func @blocked() -> (i32, i64) {
  %a = tfrt.constant.i32 3
  %b = tfrt.constant.i64 4
  %c = "tfrt_test.copy.with_delay.i32"(%a) : (i32) -> i32
  %d = "tfrt_test.copy.with_delay.i64"(%b) : (i64) -> i64
  tfrt.return %c, %d : i32, i64
}
func.func @tasks() -> i32 {
  %n = tfrt.constant.i32 20
  %zero = tfrt.constant.i32 0
  %r = tfrt.repeat.i32 %n, %zero : i32 {
    %x = tfrt_test.do.async %zero : (i32) -> (i32) {
      %two = tfrt.constant.i32 2
      %y = "tfrt_test.async_add.i32"(%zero, %two) : (i32, i32) -> i32
      tfrt.return %y : i32
    }
    tfrt.return %x : i32
  }
  tfrt.return %r : i32
}
func.func @sleeping() -> !tfrt.chain {
  %short = tfrt.constant.i32 100
  %c = "tfrt_test.blocking.usleep"(%short) : (i32) -> !tfrt.chain
  %i = tfrt.constant.i32 1
  %p = tfrt.print.i32 %i, %c
  tfrt.return %p : !tfrt.chain
}
func.func @sleeping_without_result() {
  %short = tfrt.constant.i32 50
  "tfrt_test.usleep"(%short) : (i32) -> ()
  tfrt.return
}
func.func @waiting() -> !tfrt.chain {
  %a = "tfrt_test.async_constant.i32"() {value = 1 : i32} : () -> i32
  %b = "tfrt_test.async_constant.i32"() {value = 2 : i32} : () -> i32
  %c = "tfrt_test.as_chain"(%a, %b) : (i32, i32) -> !tfrt.chain
  %s = tfrt.add.i32 %a, %b
  %p = tfrt.print.i32 %s, %c
  tfrt.return %p : !tfrt.chain
}
func.func @quiet() -> !tfrt.chain {
  %c = tfrt.new.chain
  %q = "tfrt_test.quiesce"(%c) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %q : !tfrt.chain
}
