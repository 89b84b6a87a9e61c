# Symbols of nested modules belong to these: renaming and extracting symbols of the outer one does not affect them
cat > a.mlir << 'END'
module {
  func.func private @h(%a: i32) -> i32 { return %a : i32 }
  func.func @k(%a: i32) -> i32 { %0 = call @h(%a) : (i32) -> i32 return %0 : i32 }
}
END
cat > b.mlir << 'END'
module {
  func.func private @h(%a: i32) -> i32 { %0 = call @h(%a) : (i32) -> i32 return %0 : i32 }
  module @other {
    func.func private @h(%a: i32) -> i32 { return %a : i32 }
    func.func @g(%a: i32) -> i32 { %0 = call @h(%a) : (i32) -> i32 return %0 : i32 }
  }
  "t.use"() {r = @other::@h, s = @h} : () -> ()
}
END
mlirbc merge --rename a.mlir b.mlir | mlirbc print
echo == extract
mlirbc extract b.mlir --symbol other | mlirbc print
