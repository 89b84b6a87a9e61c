# time that is over and a signal cancel what runs; trace and statistics are written all the same
cat > model.mlir << 'END'
func.func @main(%n: tensor<i64>) -> tensor<i64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %r = stablehlo.while(%i = %zero) : tensor<i64>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i64>
      %next = stablehlo.add %i, %one : tensor<i64>
      stablehlo.return %next : tensor<i64>
    }
  return %r : tensor<i64>
}
END
for queue in single threads:2; do
  bef run --queue $queue --timeout 0.2 model.mlir --input 9000000000000000000 2>&1; echo "status $?"
  : >out
  bef run --queue $queue model.mlir --input 9000000000000000000 >out 2>err & program=$!
  while ! grep -q Running out; do kill -0 $program || break; done
  kill -TERM $program; wait $program; echo "status $?"
  cat out err
done
for queue in single threads:2; do
  bef run --queue $queue --timeout 0.2 "$DATA/endless.mlir"; echo "status $?" >&2
  : >out
  bef run --queue $queue --trace t.json --stats "$DATA/endless.mlir" >out 2>err & program=$!
  while ! grep -q Running out; do kill -0 $program || break; done
  kill -TERM $program; wait $program; echo "status $?" >&2
  cat out
  grep '^bef:\|^critical' err | sed 's/: .* of .* kernels.*//'
  tail -c 3 t.json
done
bef run --timeout 0 "$DATA/endless.mlir"; echo "status $?" >&2
bef run --timeout 1s "$DATA/endless.mlir"; echo "status $?" >&2
bef run --timeout 20 --functions next "$DATA/endless.mlir"
ls
