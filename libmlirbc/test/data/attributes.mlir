// Numbers at their limits, strings, symbols, nesting, kept text.
"t.ints"() {a = 0, b = -9223372036854775808, c = 9223372036854775807, d = 255 : i8, e = -128 : i8, f = 0xFF : i8,
  g = 4294967295 : i32, h = 2147483648 : i32, i = 340282366920938463463374607431768211455 : i128, j = -5 : index, k = 255 : ui8,
  l = -128 : si8, m = true, n = false, o = 1 : i1, p = -1 : i1, q = 0 : i0, r = 0x123456789ABCDEF0123456789ABCDEF0 : i256} : () -> ()
"t.strings"() {empty = "", escapes = "\22\\\n\t\00\FF\7F~", utf8 = "é", typed = "x" : i32, "a name" = 1, x$ = 2} : () -> ()
"t.symbols"() {a = @a, b = @"odd name", c = @a::@"b c"::@d$e.f} : () -> ()
"t.nested"() {a = [[], [1, 2 : i32, 2.5, 2.5 : f32]], d = {z, y = {x = [unit]}} } : () -> ()
"t.kept"() {a = #foo.bar, b = #foo.bar<[1, {2}]>, c = #foo<"x>">, d = #foo<a b>, e = #foo.a.b<>, m = affine_map<(x, y)[n] -> (x + n * 2, y floordiv 3)>,
  s = affine_set<(d0)[s0] : (d0 - 1 >= 0, d0 * 2 - s0 == 0)>, t = strided<[?, 1], offset: 5>} : () -> ()
"t.other"() {type = tensor<2xf32>, func = (i32) -> (), loc = loc("f":1:2), res = dense_resource<key> : tensor<2xi8>,
  distinct = [distinct[4]<>, distinct[7]<1 : i32>, distinct[4]<>]} : () -> ()
"t.props"() <{a = 1 : i32, b}> {c} : () -> ()
"t.props2"() <"any attribute"> : () -> ()
"t.props3"() <{}> : () -> ()
"t.sets"() {a = affine_set<(d0)[s0] : (d0 >= 4, d0 == s0, d0 >= s0 + 0x4, 0 <= s0 - 4, d0 * 2 >= s0 * 4)>, b = affine_set<(d0) : ()>} : () -> ()
