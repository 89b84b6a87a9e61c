# sources that MLIR accepts: each gives one digest as text, printed text, and bytecode
check() {
	mlirbc print $1 > printed && mlirbc assemble $1 -o file && mlirbc verify file || { echo "$1: $?"; return; }
	mlirbc hash $1 printed file | cut -d ' ' -f 1 | uniq | wc -l
	mlirbc diff $1 file || echo "$1 differs"
	for c in info verify ops strings size view dot convert cat strip gc merge; do mlirbc $c $1 > out || echo "$c $1: $?"; done
}
# text of a dialect mentions aliases without a definition; no line of the printed text becomes their definition
echo '"t.a"() {x = #foo.dim<[#d0, #d1]>} : () -> ()' > dangling.mlir
check dangling.mlir
cat > capture.mlir <<'END'
"t.a"() {x = #foo.dim<[#map, #map2]>, y = affine_map<(d0) -> (d0)>, z = affine_map<() -> ()>, w = affine_map<(i, j) -> (j)>} : () -> ()
END
check capture.mlir
mlirbc print capture.mlir
# empty dictionaries
echo '"t.a"() : () -> ()' > none.mlir
echo '"t.a"() {} : () -> ()' > discardable.mlir
echo '"t.a"() <{}> : () -> ()' > inherent.mlir
mlirbc hash none.mlir discardable.mlir inherent.mlir | cut -d ' ' -f 1 | uniq | wc -l
check inherent.mlir
# a byte 0 before, between and behind tokens
printf '\0func.func\0private @f()\n\0\0' > zero.mlir
check zero.mlir
# the last layout of a memref counts
echo '"t.a"() : () -> memref<4x4xf32, strided<[1, 4]>, affine_map<(d0, d1) -> (d1, d0)>, 3>' > layouts.mlir
check layouts.mlir
mlirbc print layouts.mlir | grep '#map'
echo '"t.a"() : () -> memref<4xf32, 2, affine_map<(d0) -> (d0)>>' | mlirbc print
echo '"t.a"() : () -> memref<4xf32, 2, 3>' | mlirbc print
# chains of call sites, as a tree and by aliases
awk 'BEGIN { for (i = 0; i < 3000; i++) { a = a "callsite(\"f\" at "; b = b ")" } print "\"t.a\"() : () -> () loc(" a "\"x\":1:1" b ")" }' > chain.mlir
check chain.mlir
awk 'BEGIN { print "#l0 = loc(\"x\":1:1)"
	for (i = 1; i <= 3000; i++) printf "#l%d = loc(callsite(\"f\"(\"a\":1:%d) at #l%d))\n", i, i, i - 1
	print "\"t.a\"() : () -> () loc(#l3000)" }' > lines.mlir
check lines.mlir
mlirbc print --debug-info lines.mlir > 1 && mlirbc assemble lines.mlir | mlirbc print --debug-info | cmp - 1 && echo equal
mlirbc print --max-depth 100 lines.mlir
mlirbc assemble lines.mlir | mlirbc verify --max-depth 100
# use-list orders
cat > orders.mlir <<'END'
func.func @f(%a: i32) -> i32 {
  cf.br ^b
^c:
  %u = arith.addi %a, %x : i32
  return %u : i32
^b:
  %x = arith.addi %a, %a : i32
  cf.br ^c
}
END
for c in convert assemble; do
	mlirbc $c --version 2 orders.mlir > out
	mlirbc $c --version 2 --drop-use-lists orders.mlir | mlirbc diff - orders.mlir && echo equal
done
