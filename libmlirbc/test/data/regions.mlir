// Blocks, successors, predecessors, nested and empty regions, uses before definitions, several results.
%top:2 = "t.two"() : () -> (i32, f32)
"t.cfg"(%top#1) ({
  "t.br"(%later)[^a, ^b, ^a] : (i64) -> ()
^b:
  "t.br"()[^a] : () -> ()
^a(%x: i32, %y: f32):
  %later = "t.def"(%x) : (i32) -> i64
  "t.br"()[^b] : () -> ()
^unreached:
^last(%z: none):
  "t.end"(%top#0, %z, %top) : (i32, none, i32) -> ()
}) : (f32) -> ()
"t.regions"() ({}, {
}, {
^entry:
  "t.in"() ({
    %inner, %b:2 = "t.three"(%outer) : (i8) -> (i1, i2, i3)
    "t.use"(%b#1, %b#0, %inner) : (i3, i2, i1) -> ()
  }, {
    %inner = "t.same_name_elsewhere"() : () -> i1
  }) : () -> ()
  %outer = "t.outer"() : () -> i8
}, {
^only(%a: i32):
}, {
  "t.enter"()[^back] : () -> ()
^back:
  "t.loop"()[^back] : () -> ()
}) {after} : () -> ()
"no dots or such"() : () -> ()
%f = "t.function_result"() : () -> (() -> ())
"t.function_operand"(%f) : (() -> ()) -> (i32, i32)
