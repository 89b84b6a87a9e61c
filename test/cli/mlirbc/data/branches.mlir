func.func @f(%a: i32, %c: i1) -> i32 {
  %one = arith.constant 1 : i32
  cf.cond_br %c, ^more(%one : i32), ^end(%a : i32)
^more(%b: i32):
  %sum = arith.addi %a, %b : i32
  "t.region"() ({
    "t.use"(%sum, %sum) : (i32, i32) -> ()
  }) : () -> ()
  cf.br ^end(%sum : i32)
^end(%r: i32):
  return %r : i32
}
