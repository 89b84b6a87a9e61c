// Small, and a little of everything: what run_mutants.py damages. No loops, so that a changed number ends in time. The generic
// form, for mlir-opt reads it too.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "add_twice"}> ({
  ^bb0(%a: i32, %b: i32):
    %c = "tfrt.add.i32"(%a, %b) : (i32, i32) -> i32
    %d = "tfrt.add.i32"(%c, %c) : (i32, i32) -> i32
    "tfrt.return"(%d) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (i32, !tfrt.chain), sym_name = "main"}> ({
    %x = "tfrt.constant.i32"() {value = 5 : i32} : () -> i32
    %y = "tfrt.constant.i32"() {value = -7 : i32} : () -> i32
    %s = "tfrt.call"(%x, %y) {callee = @add_twice} : (i32, i32) -> i32
    %ch = "tfrt.new.chain"() : () -> !tfrt.chain
    %p = "tfrt.print.i32"(%s, %ch) : (i32, !tfrt.chain) -> !tfrt.chain
    "tfrt.return"(%s, %p) : (i32, !tfrt.chain) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i64, sym_name = "branches"}> ({
    %t = "tfrt.constant.i1"() {value = true} : () -> i1
    %w = "tfrt.constant.i64"() {value = 123456789012 : i64} : () -> i64
    %r = "tfrt.if"(%t, %w) ({
    ^bb0(%v: i64):
      %q = "tfrt.add.i64"(%v, %v) : (i64, i64) -> i64
      "tfrt.return"(%q) : (i64) -> ()
    }, {
    ^bb0(%v: i64):
      "tfrt.return"(%v) : (i64) -> ()
    }) : (i1, i64) -> i64
    "tfrt.return"(%r) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "texts"}> ({
    %h = "tfrt_test.print_hello"() : () -> !tfrt.chain
    %g = "tfrt_test.get_string"() {value = "some text"} : () -> !tfrt.string
    %o = "tfrt_test.print_string"(%g) : (!tfrt.string) -> !tfrt.chain
    "tfrt.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
