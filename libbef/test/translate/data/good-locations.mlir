#f = loc("file":3:4)
#n = loc("name"(#f))
func.func @f() {
  "k.a"() : () -> () loc(unknown)
  "k.b"() : () -> () loc(#n)
  "k.c"() : () -> () loc(callsite(#n at callsite("x" at #f)))
  "k.d"() : () -> () loc(fused<"m">[#f, "a", fused["b", #n]])
  "k.e"() : () -> ()
  tfrt.return
} loc("f")
