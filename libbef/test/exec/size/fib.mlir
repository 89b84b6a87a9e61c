// fib.bef is this file after `bef assemble fib.mlir -o fib.bef`.
func.func @fib(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %small = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
  %result = tfrt.if %small, %n : (i32) -> i32 {
    tfrt.return %n : i32
  } else {
    %minus_one = tfrt.constant.i32 -1
    %before = tfrt.add.i32 %n, %minus_one
    %before_that = tfrt.add.i32 %before, %minus_one
    %a = tfrt.call @fib(%before) : (i32) -> i32
    %b = tfrt.call @fib(%before_that) : (i32) -> i32
    %sum = tfrt.add.i32 %a, %b
    tfrt.return %sum : i32
  }
  tfrt.return %result : i32
}
func.func @main() -> !tfrt.chain {
  %chain = tfrt.new.chain
  %n = tfrt.constant.i32 16
  %fib = tfrt.call @fib(%n) : (i32) -> i32
  %done = tfrt.print.i32 %fib, %chain
  tfrt.return %done : !tfrt.chain
}
