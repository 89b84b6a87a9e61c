// Locations: what a kernel knows of its own.
func.func @unknown_places() -> !tfrt.chain {
  %a = "tfrt_test.unique_loc"() {name = "a"} : () -> !tfrt.chain loc(unknown)
  %b = "tfrt_test.unique_loc"() {name = "b"} : () -> !tfrt.chain loc(unknown)
  %c = "tfrt_test.unique_loc"() {name = "c"} : () -> !tfrt.chain
  %m = tfrt.merge.chains %a, %b, %c : !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %m : !tfrt.chain
}
func.func @one_place_twice() -> (!tfrt.chain, !tfrt.chain) {
  %a = "tfrt_test.unique_loc"() {name = "a"} : () -> !tfrt.chain loc("f":1:1)
  %c = tfrt.new.chain
  %b = "tfrt_test.unique_loc"(%a) {name = "b"} : (!tfrt.chain) -> !tfrt.chain loc("f":1:1)
  tfrt.return %a, %b : !tfrt.chain, !tfrt.chain
}
func.func @names() -> !tfrt.chain {
  %c = tfrt.new.chain
  %c1 = "tfrt_test.print_debug_info"(%c) : (!tfrt.chain) -> !tfrt.chain loc("named")
  %c2 = "tfrt_test.print_debug_info"(%c1) : (!tfrt.chain) -> !tfrt.chain loc("outer"("f":2:3))
  %c3 = "tfrt_test.print_debug_info"(%c2) : (!tfrt.chain) -> !tfrt.chain loc(callsite("callee" at "caller"))
  %c4 = "tfrt_test.print_debug_info"(%c3) : (!tfrt.chain) -> !tfrt.chain loc(fused["left", "right"])
  %c5 = "tfrt_test.print_debug_info"(%c4) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %c5 : !tfrt.chain
}
func.func @threads() -> i32 {
  %c = tfrt.new.chain
  %i = "tfrt_test.get_thread_id"(%c) : (!tfrt.chain) -> i32
  tfrt.return %i : i32
}
