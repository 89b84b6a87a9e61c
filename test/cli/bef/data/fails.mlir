// Errors that comments expect, one that none expects, and a comment that no error meets.
func.func @expected() -> i32 {
  %a = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  tfrt.return %a : i32
}
func.func @not_expected() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %z = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %a, %z
  tfrt.return %q, %a : i32, i32
}
func.func @cancelled() -> i32 {
  %c = tfrt.new.chain
  %a, %d = "tfrt_test.cancel"(%c) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %k = tfrt.constant.i32 1 // expected-error {{never comes}}
  %s = tfrt.add.i32 %a, %k
  tfrt.return %s : i32
}
