# an op that starts with its first argument: through text and back, and it runs
cat > a.mlir <<END
func.func @pass(%a: i32, %b: i32) -> i32 {
  tfrt.return %a : i32
}
func.func @main() -> i32 {
  %a = tfrt.constant.i32 3
  %b = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  %c = "tfrt.call"(%a, %b) {callee = @pass, bef.nonstrict} : (i32, i32) -> i32
  %d = "tfrt.call"(%b, %a) {callee = @pass} : (i32, i32) -> i32
  %e = tfrt.add.i32 %c, %d
  tfrt.return %e : i32
}
END
bef assemble a.mlir -o a.bef || exit
bef disassemble a.bef > b.mlir && cat b.mlir
bef assemble b.mlir -o b.bef && bef diff a.bef b.bef && echo equal
bef disassemble b.bef | diff b.mlir - && echo same text
bef disassemble --generic b.bef > c.mlir; grep -c bef.nonstrict c.mlir
bef run a.bef && bef run b.bef
echo 'func.func @main() { %a = tfrt.constant.i32 3 {bef.nonstrict}
 tfrt.return }' > wrong.mlir
bef assemble wrong.mlir -o wrong.bef && bef run wrong.bef
