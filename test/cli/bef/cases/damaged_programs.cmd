# programs that TFRT's converter refuses: the place is that of the op
refuse()
{
	cat > "$1.mlir"
	bef assemble "$1.mlir" -o "$1.bef"
	echo "$1: status $?"
	test ! -e "$1.bef" || echo "$1.bef was written"
}
refuse if_without_else << 'END'
func.func @f(%c: i1, %a: i32) -> i32 {
  %r = tfrt.if %c, %a : (i32) -> (i32) {
    tfrt.return %a : i32
  }
  tfrt.return %r : i32
}
END
refuse if_without_condition << 'END'
func.func @f() {
  tfrt.if : () -> () {
    tfrt.return
  }
  tfrt.return
}
END
refuse generic_if_without_condition << 'END'
func.func @f() {
  "tfrt.if"() ({
    tfrt.return
  }, {
    tfrt.return
  }) : () -> ()
  tfrt.return
}
END
refuse repeat_without_count << 'END'
func.func @f() {
  "tfrt.repeat.i32"() ({
    tfrt.return
  }) : () -> ()
  tfrt.return
}
END
refuse no_cost << 'END'
func.func @f(%a: i32) -> i32 {
  %r = tfrt_test.test_cost %a {id = 1 : i64, _tfrt_cost = 0 : i64} : i32
  tfrt.return %r : i32
}
END
refuse missing_module << 'END'
func.func @f() -> i32 {
  %r = "my.kernel"() {fn = @nowhere::@main} : () -> i32
  tfrt.return %r : i32
}
END
refuse capture << 'END'
func.func @f() -> i32 {
  %a = tfrt.constant.i32 1
  %r = "my.kernel"() ({
    %b = "my.use"(%a) : (i32) -> i32
    tfrt.return %b : i32
  }) : () -> i32
  tfrt.return %r : i32
}
END
refuse capture_by_return << 'END'
func.func @f() -> i32 {
  %a = tfrt.constant.i32 1
  %r = "my.kernel"() ({
    tfrt.return %a : i32
  }) : () -> i32
  tfrt.return %r : i32
}
END
refuse module_attribute << 'END'
module attributes {threshold = 1 : i64} {
  func.func @f() {
    tfrt.return
  }
}
END
