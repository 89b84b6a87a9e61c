# time that is over and a signal cancel what runs; trace and statistics are written all the same
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
