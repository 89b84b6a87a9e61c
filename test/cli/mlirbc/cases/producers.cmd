# properties of other producers: the layouts of the nearest release are assumed, and the program says so
cat > const.mlir <<'END'
func.func @f() -> tensor<1xi8> {
  %0 = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  return %0 : tensor<1xi8>
}
END
# same length, so that the file stays valid
as() { sed "s/MLIR22.1.8/$1/"; }
mlirbc assemble const.mlir -o 22.mlirbc
as MLIR21.1.0 < 22.mlirbc > 21.mlirbc
as MLIR23.0.0 < 22.mlirbc > 23.mlirbc
as ACME1.0xyz < 22.mlirbc > acme.mlirbc
mlirbc print 21.mlirbc -o 21.txt
mlirbc print 22.mlirbc | cmp - 21.txt && echo equal
for f in 23 acme; do mlirbc print $f.mlirbc | cmp - 21.txt && echo equal; done
mlirbc hexdump 21.mlirbc | grep -c 'values: '
mlirbc verify 21.mlirbc && echo valid
for c in hash ops info size; do mlirbc $c 21.mlirbc > /dev/null; done
# the option says which release it is, and nothing is assumed
mlirbc print --producer MLIR22.1.8 21.mlirbc | cmp - 21.txt && echo equal
echo 'func.func private @f(i32 {a.b}) -> i32' | mlirbc assemble --producer MLIR19.1.7 - -o 19.mlirbc
sed 's/MLIR19.1.7/MLIR18.1.8/' < 19.mlirbc > 18.mlirbc
mlirbc print 18.mlirbc
mlirbc print --producer MLIR19.9 18.mlirbc | grep func
mlirbc print --producer MLIR22.1.8 18.mlirbc | grep func
# on every command
for c in info print verify ops strings attrs types resources size view dot convert cat strip gc merge 'extract --symbol f' hash hexdump; do
	mlirbc $c --producer MLIR22.1.8 --max-depth 100 --max-work 100 --max-memory 100000000 21.mlirbc > out || echo "$c: $?"
done
mlirbc diff --producer MLIR22.1.8 --max-depth 100 --max-work 100 21.mlirbc 22.mlirbc; echo $?
# convert: for an unknown producer the option names the release of the file; a known one stays
mlirbc convert --producer MLIR22.1.8 21.mlirbc | cmp - 22.mlirbc && echo equal
mlirbc convert --producer MLIR19.1.7 22.mlirbc > out; echo $?
mlirbc convert 21.mlirbc | cmp - 21.mlirbc && echo equal
