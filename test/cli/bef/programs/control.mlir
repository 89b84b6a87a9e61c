// Control flow: recursion, branches, loops inside loops.
func.func @gcd(%a: i32, %b: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = tfrt.equal.i32 %b, %zero
  %r = tfrt.if %done, %a, %b : (i32, i32) -> (i32) {
    tfrt.return %a : i32
  } else {
    %q, %m = tfrt.div.i32 %a, %b
    %r = tfrt.call @gcd(%b, %m) : (i32, i32) -> i32
    tfrt.return %r : i32
  }
  tfrt.return %r : i32
}
func.func @greatest_divisor() -> i32 {
  %a = tfrt.constant.i32 1071
  %b = tfrt.constant.i32 462
  %r = tfrt.call @gcd(%a, %b) : (i32, i32) -> i32
  tfrt.return %r : i32
}
func.func @double(%a: i32) -> i32 {
  %b = tfrt.add.i32 %a, %a
  tfrt.return %b : i32
}
func.func @square(%a: i32) -> i32 {
  %b = tfrt.mul.i32 %a, %a
  tfrt.return %b : i32
}
func.func @negate(%a: i32) -> i32 {
  %z = tfrt.constant.i32 0
  %b = "tfrt.minus.i32"(%z, %a) : (i32, i32) -> i32
  tfrt.return %b : i32
}
func.func @branches() -> (i32, i32, i32, i32, i32) {
  %x = tfrt.constant.i32 9
  %true = tfrt.constant.i1 true
  %false = tfrt.constant.i1 false
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %far = tfrt.constant.i32 77
  %a = tfrt.cond %true @double @square (%x) : (i32) -> (i32)
  %b = tfrt.cond %false @double @square (%x) : (i32) -> (i32)
  %c = tfrt.case %zero [@double, @square, @negate] (%x) : (i32) -> (i32)
  %d = tfrt.case %one [@double, @square, @negate] (%x) : (i32) -> (i32)
  %e = tfrt.case %far [@double, @square, @negate] (%x) : (i32) -> (i32)
  tfrt.return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
}
// 10 * 10 rounds that each add 3.
func.func @nested_repeat() -> i32 {
  %n = tfrt.constant.i32 10
  %start = tfrt.constant.i32 0
  %r:2 = tfrt.repeat.i32 %n, %start, %n : i32, i32 {
    %inner:2 = tfrt.repeat.i32 %n, %start, %n : i32, i32 {
      %three = tfrt.constant.i32 3
      %next = tfrt.add.i32 %start, %three
      tfrt.return %next, %n : i32, i32
    }
    tfrt.return %inner#0, %inner#1 : i32, i32
  }
  tfrt.return %r#0 : i32
}
func.func @repeat_nothing() -> (i32, i32) {
  %zero = tfrt.constant.i32 0
  %minus = tfrt.constant.i32 -4
  %x = tfrt.constant.i32 5
  %a = tfrt.repeat.i32 %zero, %x : i32 {
    %y = tfrt.add.i32 %x, %x
    tfrt.return %y : i32
  }
  %b = tfrt.repeat.i32 %minus, %x : i32 {
    %y = tfrt.add.i32 %x, %x
    tfrt.return %y : i32
  }
  tfrt.return %a, %b : i32, i32
}
// Steps that 27 takes to 1: n / 2 or 3 n + 1.
func.func @half(%n: i64) -> i64 {
  %two = tfrt.constant.i64 2
  %q, %r = tfrt.div.i64 %n, %two
  tfrt.return %q : i64
}
func.func @triple(%n: i64) -> i64 {
  %three = tfrt.constant.i64 3
  %one = tfrt.constant.i64 1
  %a = tfrt.mul.i64 %n, %three
  %b = tfrt.add.i64 %a, %one
  tfrt.return %b : i64
}
func.func @step(%n: i64, %steps: i32) -> (i64, i32, i1) {
  %two = tfrt.constant.i64 2
  %zero = tfrt.constant.i64 0
  %one = tfrt.constant.i32 1
  %q, %r = tfrt.div.i64 %n, %two
  %even = tfrt.equal.i64 %r, %zero
  %next = tfrt.cond %even @half @triple (%n) : (i64) -> (i64)
  %count = tfrt.add.i32 %steps, %one
  %more = "tfrt.lessequal.i64"(%two, %next) : (i64, i64) -> i1
  tfrt.return %next, %count, %more : i64, i32, i1
}
func.func @collatz() -> (i64, i32) {
  %n = tfrt.constant.i64 27
  %steps = tfrt.constant.i32 0
  %true = tfrt.constant.i1 true
  %r:2 = tfrt.while %true @step(%n, %steps) parallel_iterations(1) : (i64, i32) -> (i64, i32)
  tfrt.return %r#0, %r#1 : i64, i32
}
func.func @collatz_in_tasks() -> (i64, i32) {
  %n = tfrt.constant.i64 97
  %steps = tfrt.constant.i32 0
  %true = tfrt.constant.i1 true
  %r:2 = tfrt.while %true @step(%n, %steps) parallel_iterations(4) : (i64, i32) -> (i64, i32)
  tfrt.return %r#0, %r#1 : i64, i32
}
func.func @announce(%a: i32) -> i32 {
  %c = tfrt.new.chain
  %p = tfrt.print.i32 %a, %c
  tfrt.return %a : i32
}
// The second call gets the result of the first, whatever its argument.
func.func @once() -> (i32, i32) {
  %a = tfrt.constant.i32 11
  %b = tfrt.constant.i32 12
  %x = tfrt.once @announce(%a) : (i32) -> i32
  %y = tfrt.once @announce(%x) : (i32) -> i32
  tfrt.return %x, %y : i32, i32
}
func.func @chains() -> !tfrt.chain {
  %a = tfrt.new.chain
  %i = tfrt.constant.i32 1
  %b = tfrt.print.i32 %i, %a
  %m = tfrt.merge.chains %a, %b, %i : !tfrt.chain, !tfrt.chain, i32
  %v = "tfrt.alias.value"(%m, %i) : (!tfrt.chain, i32) -> i32
  %c = tfrt.print.i32 %v, %m
  tfrt.return %c : !tfrt.chain
}
