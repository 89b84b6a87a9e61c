// All kinds of locations, aliases before and after their use.
#early = loc("early.c":1:2)
#call = loc(callsite("callee"(#early) at "caller.c":3:4))
"t.a"() : () -> ()
  "t.b"() : () -> () loc(#late)
%x = "t.c"() : () -> i32 loc("name")
"t.d"() ({
^bb0(%a: i32, %b: i32 loc("arg"), %c: i32 loc(#late)):
  %r = "t.e"(%a) : (i32) -> i32 loc(unknown)
  "t.f"() {attr = loc(#call), in = [loc("f":5:6)]} : () -> () loc(fused<{k = 1}>["p":1:1, #call, unknown, "p":1:1])
}) : () -> () loc("r.c":1:2 to :5)
"t.g"() : () -> () loc("r.c":1:2 to 3:4)
"t.h"() : () -> () loc("r.c":1:2 to 1:2)
"t.i"() : () -> () loc(fused["only"])
"t.j"() : () -> () loc(fused["a", fused["b", "c"], "a"])
"t.k"() : () -> () loc(callsite(fused<"meta">[unknown] at "x"("y"(unknown))))
func.func @f(%a: i32 {x.y} loc("argument"), %b: i32 loc(#late)) { return loc("ret") } loc("fn")
#late = loc("late.c":7:8)
"t.hex"() {a = loc("f":0x10:0x2)} : () -> () loc("f":0x1F1:2)
