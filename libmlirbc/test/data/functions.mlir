// The custom forms of builtin.module, func.func, func.return and func.call.
module @named attributes {m.x = 1 : i32} {
  func.func @empty() {
    return
  }
  func.func private @declared(i32 {a.b}, f32) -> (i32 {c.d = "e"}, f32)
  func.func nested @"odd name"(%a: i32 {x.y = 1}, %b: i32) -> i32 attributes {f.g, "h i" = 2} {
    %c = func.call @declared_too(%b) {k} : (i32) -> i32
    %d:2 = call @declared(%a, %c#0) : (i32, i32) -> (i32, f32)
    func.return {r} %d#0 : i32
  }
  func.func public @blocks(%a: i1) -> () {
    "t.br"()[^next] : () -> ()
  ^next:
    return
  }
  func.func @labelled(i32) {
  ^bb0(%a: i32):
    return
  }
  module {
    func.func @empty() { return }
  }
  "func.func"() ({
  ^bb0(%a: i32):
    "func.return"() : () -> ()
  }) {function_type = (i32) -> (), sym_name = "generic", other} : () -> ()
  "arith.constant"() {value = 1 : i32, x} : () -> i32
}
