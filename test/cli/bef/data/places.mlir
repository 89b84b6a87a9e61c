// Places that are no line of a file.
func.func @named() -> i32 {
  %e = "tfrt_test.fail"() : () -> i32 loc("a \"name\"")
  tfrt.return %e : i32
}
func.func @unknown() -> i32 {
  %e = "tfrt_test.fail"() : () -> i32 loc(unknown)
  tfrt.return %e : i32
}
