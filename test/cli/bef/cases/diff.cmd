cat > a.mlir <<END
func.func @same() { tfrt.return }
func.func @kernel(%a: i32) -> i32 { %b = tfrt.add.i32 %a, %a
 tfrt.return %b : i32 }
func.func @types(%a: i32) { tfrt.return }
func.func @attribute() -> i32 { %b = tfrt.constant.i32 1
 tfrt.return %b : i32 }
func.func @only_a() { tfrt.return }
END
cat > b.mlir <<END
func.func @types(%a: i64) { tfrt.return }
func.func @attribute() -> i32 { %b = tfrt.constant.i32 2
 tfrt.return %b : i32 }
func.func @kernel(%a: i32) -> i32 { %b = tfrt.mul.i32 %a, %a
 tfrt.return %b : i32 }
func.func @only_b() { tfrt.return }


func.func @same() { tfrt.return }
END
bef diff a.mlir a.mlir && echo equal
bef assemble --no-optional-sections a.mlir -o short.bef && bef diff short.bef a.mlir && echo equal
bef diff a.mlir b.mlir; echo $?
bef diff a.mlir < /dev/null; echo $?
bef diff; echo $?
bef diff a.mlir missing.mlir; echo $?
echo 'not MLIR' > bad.mlir; bef diff a.mlir bad.mlir; echo $?
