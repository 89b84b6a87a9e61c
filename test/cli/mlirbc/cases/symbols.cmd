cat > a.mlir <<'END'
module attributes {x.a = 1 : i32} {
  func.func @main(%a: i32) -> i32 {
    %0 = call @helper(%a) : (i32) -> i32
    return %0 : i32
  }
  func.func private @helper(%a: i32) -> i32 {
    "x.use"() {w = dense_resource<w> : tensor<4xi8>, ref = @other} : () -> ()
    return %a : i32
  }
  func.func @unused() {
    "x.use"() {w = dense_resource<v> : tensor<4xi8>} : () -> ()
    return
  }
  "x.global"() {sym_name = "other"} : () -> ()
}
{-# dialect_resources: { builtin: { w: "0x0400000001020304", v: "0x0400000005060708" } } #-}
END
cat > b.mlir <<'END'
module attributes {x.a = 1 : i32, x.b} {
  func.func private @main(i32) -> i32
  func.func @second(%a: i32) -> i32 {
    %0 = call @main(%a) : (i32) -> i32
    %1 = call @helper(%0) : (i32) -> i32
    "x.use"() {w = dense_resource<w> : tensor<4xi8>, v = dense_resource<v> : tensor<4xi8>} : () -> ()
    return %1 : i32
  }
  func.func private @helper(%a: i32) -> i32 {
    return %a : i32
  }
}
{-# dialect_resources: { builtin: { w: "0x0400000009090909", v: "0x0400000005060708" } } #-}
END
mlirbc extract --symbol main a.mlir | mlirbc print
mlirbc extract --symbol @unused,other a.mlir -o e.mlirbc && mlirbc verify e.mlirbc && mlirbc print e.mlirbc && mlirbc resources e.mlirbc
mlirbc extract --symbol nobody a.mlir; echo $?
mlirbc extract a.mlir; echo $?
mlirbc merge a.mlir b.mlir -o m.mlirbc; echo $?; ls m.mlirbc 2> /dev/null
mlirbc merge --rename a.mlir b.mlir -o m.mlirbc && mlirbc verify m.mlirbc && mlirbc print m.mlirbc
mlirbc assemble b.mlir -o b.mlirbc && mlirbc assemble --version 4 a.mlir -o a.mlirbc && mlirbc merge --rename a.mlirbc b.mlirbc | mlirbc diff m.mlirbc -; echo $?
mlirbc merge --rename b.mlirbc a.mlirbc -o n.mlirbc && mlirbc verify n.mlirbc && mlirbc extract --symbol second n.mlirbc | mlirbc ops
mlirbc assemble b.mlirbc -o c.mlirbc; echo $?
mlirbc cat e.mlirbc e.mlirbc | head -12
mlirbc cat e.mlirbc missing.mlir -o c.mlir; echo $?; ls c.mlir 2> /dev/null
mlirbc merge; echo $?
