cat > a.mlir <<'END'
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %1 = "arith.addi"(%a, %0) : (i32, i32) -> i32
  %2 = "arith.muli"(%1, %b) : (i32, i32) -> i32
  return %2 : i32
}
func.func @g() { return }
"t.text"() {text = "a\0Ab"} : () -> ()
END
cat > b.mlir <<'END'
func.func @h() { return }
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = "arith.constant"() <{value = 2 : i32}> : () -> i32
  %1 = "arith.addi"(%a, %0) : (i32, i32) -> i32
  "t.new"() {x} : () -> ()
  %2 = "arith.muli"(%b, %1) : (i32, i32) -> i32
  return %2 : i32
}
"t.text"() {text = "a\0Ac"} : () -> ()
END
mlirbc diff a.mlir b.mlir; echo $?
mlirbc diff -q a.mlir b.mlir; echo $?
mlirbc convert a.mlir -o a.mlirbc && mlirbc diff a.mlirbc - < a.mlir; echo $?
mlirbc diff a.mlir; echo $?
echo broken | mlirbc diff a.mlir -; echo $?
mlirbc hash a.mlir a.mlirbc
mlirbc strip "$DATA/branches.mlirbc" | mlirbc hash "$DATA/branches.mlirbc" - | cut -d ' ' -f 1 | uniq | wc -l
mlirbc hash b.mlir missing.mlir; echo $?
echo '"t.c"() {value = dense<[1, 2, 3]> : tensor<3xi32>} : () -> ()' > c.mlir
sed 's/1, 2, 3/1, 5, 4/' c.mlir | mlirbc diff c.mlir -
sed 's/\[1, 2, 3\]/1/' c.mlir | mlirbc diff c.mlir -
