func.func @br(%a: i32) {
  cf.br ^bb1(%a : i32)
^bb1(%b: i32):
  cf.br ^bb2
^bb2:
  return
}
// -----
func.func @cond(%c: i1, %a: i32, %f: f32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2(%a, %f : i32, f32)
^bb1(%b: i32):
  return %b : i32
^bb2(%d: i32, %e: f32):
  return %d : i32
}
// -----
func.func @weights(%c: i1) {
  cf.cond_br %c weights([1, 2]), ^bb1, ^bb2 {k}
^bb1:
  cf.br ^bb2 {x = 1}
^bb2:
  return
}
// -----
func.func @loop(%n: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  cf.br ^head(%0, %0 : i32, i32)
^head(%i: i32, %s: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^exit(%s : i32)
^body:
  %j = arith.addi %i, %1 overflow<nsw> : i32
  %t = arith.addi %s, %i : i32
  cf.br ^head(%j, %t : i32, i32)
^exit(%r: i32):
  return %r : i32
}
// -----
func.func @assert(%c: i1) {
  cf.assert %c, "message"
  cf.assert %c, "tab\09quote\22" {a = 1 : i2}
  return
}
// -----
func.func @unreached() {
  return
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb1
}
// -----
func.func @same(%c: i1, %a: i32) {
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%a : i32)
^bb1(%x: i32):
  return
}
// -----
func.func @locs(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2 loc("c":1:1)
^bb1:
  cf.br ^bb2 loc("d")
^bb2:
  return loc(unknown)
}
// -----
func.func @arg_locs(%a: i32) {
  cf.br ^bb1(%a, %a : i32, i32)
^bb1(%b: i32 loc("b":1:2), %c: i32):
  return
}
// -----
func.func @forward(%c: i1) -> i32 {
  cf.br ^bb2
^bb1:
  return %x : i32
^bb2:
  %x = arith.constant 4 : i32
  cf.br ^bb1
}
// -----
func.func @large() {
  %c = "foo.c"() : () -> i1
  cf.cond_br %c, ^a, ^b
^a:
  cf.cond_br %c, ^b, ^c
^b:
  cf.cond_br %c, ^c, ^a
^c:
  cf.cond_br %c, ^a, ^d
^d:
  return
}
// -----
func.func @switch0(%f: i32, %a: i32, %b: f32) {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    1: ^bb2(%a, %b : i32, f32),
    -2: ^bb1(%a : i32),
    3: ^bb3
  ]
^bb1(%x: i32):
  return
^bb2(%y: i32, %z: f32):
  return
^bb3:
  return
}
// -----
func.func @switch1(%f: i8, %a: i32, %b: f32) {
  cf.switch %f : i8, [
    default: ^bb1(%a : i32),
    127: ^bb2(%a, %b : i32, f32),
    -128: ^bb1(%a : i32)
  ] {k}
^bb1(%x: i32):
  return
^bb2(%y: i32, %z: f32):
  return
^bb3:
  return
}
// -----
func.func @switch2(%f: i64, %a: i32, %b: f32) {
  cf.switch %f : i64, [
    default: ^bb1(%a : i32),
    -1: ^bb2(%a, %b : i32, f32)
  ]
^bb1(%x: i32):
  return
^bb2(%y: i32, %z: f32):
  return
^bb3:
  return
}
// -----
func.func @switch3(%f: i1, %a: i32, %b: f32) {
  cf.switch %f : i1, [
    default: ^bb1(%a : i32),
    1: ^bb2(%a, %b : i32, f32)
  ] {k}
^bb1(%x: i32):
  return
^bb2(%y: i32, %z: f32):
  return
^bb3:
  return
}
// -----
func.func @switch4(%f: i16, %a: i32, %b: f32) {
  cf.switch %f : i16, [
    default: ^bb1(%a : i32)
  ]
^bb1(%x: i32):
  return
^bb2(%y: i32, %z: f32):
  return
^bb3:
  return
}
// -----
func.func @switch5(%f: i3, %a: i32, %b: f32) {
  cf.switch %f : i3, [
    default: ^bb1(%a : i32),
    3: ^bb2(%a, %b : i32, f32),
    -1: ^bb1(%a : i32)
  ] {k}
^bb1(%x: i32):
  return
^bb2(%y: i32, %z: f32):
  return
^bb3:
  return
}
