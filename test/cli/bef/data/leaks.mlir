// The kernel forgets four bytes.
func.func @leaks() {
  "tfrt_test.memory_leak_one_int32"() : () -> ()
  tfrt.return
}
