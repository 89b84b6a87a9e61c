# modules inside a program are data of the kernels that refer to them; they come back in custom form
cat > program.mlir << 'END'
module @program {
  module @device attributes {tfrt.compiled, device.level = 2 : i32} {
    func.func @main(%x: i32, %y: i32) -> i32 {
      %s = "device.add"(%x, %y) {fast} : (i32, i32) -> i32
      %t = call @twice(%s) : (i32) -> i32
      %three = arith.constant 3 : i32
      %u = arith.muli %t, %three overflow<nsw> : i32
      return %u : i32
    }
    func.func private @twice(%x: i32) -> i32 {
      %r = "device.loop"(%x) ({
      ^bb0(%i: i32):
        %j = "device.add"(%i, %i) : (i32, i32) -> i32
        "device.yield"(%j) : (i32) -> ()
      }) : (i32) -> i32
      return %r : i32
    }
    func.func @branch(%c: i1) {
      "device.br"()[^bb1] : () -> ()
    ^bb1:
      return
    }
    module @inner {
      "device.global"() {sym_name = "table"} : () -> ()
    }
  }
  module @other attributes {tfrt.compiled} {
    func.func @main() {
      return
    }
  }
  module @unused attributes {tfrt.compiled} {
  }
  func.func @host() -> i32 {
    %a = "device.launch"() {first = @device::@main, second = @other::@main} : () -> i32
    %b = "device.launch"() {again = @device::@main} : () -> i32
    tfrt.return %b : i32
  }
}
END
bef assemble program.mlir -o a.bef || exit
bef disassemble a.bef
echo === the same text again, and with locations the same bytes
bef disassemble a.bef -o a.mlir && bef assemble a.mlir | bef disassemble | cmp - a.mlir && echo same
bef disassemble --locations a.bef | bef assemble | cmp - a.bef && echo same
