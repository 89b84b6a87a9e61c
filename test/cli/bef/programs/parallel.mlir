// threads: 3
// Loops whose blocks run side by side, over counters that all of them share.
func.func @sum_of_range() -> i32 {
  %start = tfrt.constant.i32 0
  %end = tfrt.constant.i32 1000
  %block = tfrt.constant.i32 7
  %counter = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt.parallel_for.i32 %start to %end fixed %block, %counter : !test.atomic.i32 {
    %length = "tfrt.minus.i32"(%end, %start) : (i32, i32) -> i32
    %zero = tfrt.constant.i32 0
    %sum, %next = tfrt.repeat.i32 %length, %zero, %start : i32, i32 {
      %one = tfrt.constant.i32 1
      %s = tfrt.add.i32 %zero, %start
      %n = tfrt.add.i32 %start, %one
      tfrt.return %s, %n : i32, i32
    }
    %c = "tfrt_test.atomic.add.i32"(%counter, %sum) : (!test.atomic.i32, i32) -> !tfrt.chain
    tfrt.return %c : !tfrt.chain
  }
  %r, %c = "tfrt_test.atomic.get.i32"(%counter, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r : i32
}
func.func @count(%start: i32, %end: i32, %counter: !test.atomic.i32) -> !tfrt.chain {
  %c = "tfrt_test.atomic.inc.i32"(%counter) : (!test.atomic.i32) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
// 100 / 8: 13 blocks.
func.func @blocks() -> i32 {
  %start = tfrt.constant.i32 0
  %end = tfrt.constant.i32 100
  %block = tfrt.constant.i32 8
  %counter = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt.parallel_call.i32 %start to %end fixed %block @count(%counter) : !test.atomic.i32
  %r, %c = "tfrt_test.atomic.get.i32"(%counter, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r : i32
}
func.func @nested() -> i32 {
  %start = tfrt.constant.i32 0
  %end = tfrt.constant.i32 20
  %block = tfrt.constant.i32 1
  %counter = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt.parallel_for.i32 %start to %end fixed %block, %counter : !test.atomic.i32 {
    %zero = tfrt.constant.i32 0
    %ten = tfrt.constant.i32 10
    %one = tfrt.constant.i32 1
    %c = tfrt.parallel_call.i32 %zero to %ten fixed %one @count(%counter) : !test.atomic.i32
    tfrt.return %c : !tfrt.chain
  }
  %r, %c = "tfrt_test.atomic.get.i32"(%counter, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r : i32
}
func.func @empty_range() -> !tfrt.chain {
  %start = tfrt.constant.i32 5
  %end = tfrt.constant.i32 5
  %block = tfrt.constant.i32 1
  %counter = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt.parallel_call.i32 %start to %end fixed %block @count(%counter) : !test.atomic.i32
  tfrt.return %done : !tfrt.chain
}
func.func @bad_block() -> !tfrt.chain {
  %start = tfrt.constant.i32 0
  %end = tfrt.constant.i32 5
  %block = tfrt.constant.i32 0
  %counter = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt.parallel_call.i32 %start to %end fixed %block @count(%counter) : !test.atomic.i32
  tfrt.return %done : !tfrt.chain
}
