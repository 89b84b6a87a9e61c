func.func @f() -> i32 {
  %k = tfrt.constant.i32 1
  %r = "demo.region"() ({
    tfrt.return %k : i32
  }) : () -> i32
  tfrt.return %r : i32
}
