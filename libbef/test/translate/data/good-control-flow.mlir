func.func @unary(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @step(%x: i32) -> (i32, i1) {
  %t = tfrt.constant.i1 true
  tfrt.return %x, %t : i32, i1
}
func.func @range(%s: i32, %e: i32, %x: i32) {
  tfrt.return
}
func.func @main(%b: i1, %i: i32, %c: !tfrt.chain) -> i32 {
  %0 = tfrt.call @unary(%i) : (i32) -> i32
  %1 = tfrt.cond %b @unary @unary (%0) : (i32) -> (i32)
  %2 = tfrt.case %i [@unary, @unary] (%1) : (i32) -> (i32)
  %3 = tfrt.while %b @step(%2) parallel_iterations(2) : (i32) -> (i32)
  %4 = tfrt.once @unary(%3) : (i32) -> (i32)
  %5 = tfrt.if %b, %4 : (i32) -> (i32) {
    tfrt.return %4 : i32
  } else {
    %n = tfrt.add.i32 %4, %4
    tfrt.return %n : i32
  }
  tfrt.if %b, %5 : (i32) -> () {
    tfrt.return
  }
  %6 = tfrt.repeat.i32 %i, %5 : i32 {
    %m = tfrt_test.do.async %5 : (i32) -> (i32) {
      tfrt.return %5 : i32
    }
    tfrt.return %m : i32
  }
  %7 = tfrt.parallel_for.i32 %i to %6 fixed %i, %c : !tfrt.chain {
    tfrt.return %c : !tfrt.chain
  }
  %8 = tfrt.parallel_call.i32 %i to %6 fixed %i @range(%6) : i32
  %9 = tfrt_test.benchmark "b"(%6 : i32) duration_secs = 1, max_count = 2 {
    tfrt.return %6 : i32
  }
  %10 = tfrt.merge.chains %7, %8, %9 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %6 : i32
}
